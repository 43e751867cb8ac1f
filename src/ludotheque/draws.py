"""Random numbers that are the same interpreted and compiled.

The generator is Philox 2x32-10 (Salmon et al., 2011): a number is a function of a key and a
counter, so nothing has to be warmed up and two streams never meet. The rules never draw; only
whoever guesses what is hidden, or runs a game, does.
"""

from random import Random

WORD = 0xFFFFFFFF
KEY, COUNT = 0, 1  # the two numbers in `draws`


def fresh(rng: Random) -> list[int]:
    """A stream of draws, keyed by `rng`."""
    return [rng.getrandbits(32), 0]


def word(draws: list[int]) -> int:
    """The next 32 random bits."""
    key = draws[KEY]
    low = draws[COUNT] & WORD
    high = draws[COUNT] >> 32 & WORD
    draws[COUNT] += 1
    for _ in range(10):
        product = 0xD256D193 * low
        low, high = (product >> 32 & WORD) ^ key ^ high, product & WORD
        key = key + 0x9E3779B9 & WORD
    return low


def below(draws: list[int], n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely (n up to 2**32)."""
    fair = (1 << 32) - (1 << 32) % n
    drawn = word(draws)
    while drawn >= fair:
        drawn = word(draws)
    return drawn % n


def share(draws: list[int]) -> float:
    """A number from 0 up to, not including, 1."""
    return word(draws) / 4294967296.0
