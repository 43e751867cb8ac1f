"""The draws of random play: xoroshiro64** by Blackman and Vigna, one stream a game.

A stream is made from a seed and the number of the game alone, so the same games come up whatever
the device and however they are shared out. Interpreted it works on Python's numbers; compiled,
the same text works on 64-bit ones, of which it uses 32.
"""

WORD = 0xFFFFFFFF


def scrambled(number: int) -> int:
    """A 32-bit number that looks nothing like its neighbours' (the finaliser of MurmurHash3)."""
    number = (number ^ number >> 16) * 0x85EBCA6B & WORD
    number = (number ^ number >> 13) * 0xC2B2AE35 & WORD
    return number ^ number >> 16


def open_stream(rng: list[int], seed: int, game: int) -> None:
    """The stream of one game: two words made of all 64 bits of its number and of the seed's.

    Both keys stand in both rounds, so that no game of one seed is a game of another: with a seed only
    added to the number, the games of two seeds would be the same ones in another order.
    """
    one = scrambled((seed & WORD) + 0x9E3779B9 & WORD)
    two = scrambled((seed >> 32 & WORD) + 0x7F4A7C15 & WORD ^ one)
    low = scrambled((game & WORD) + one & WORD)
    high = scrambled((game >> 32 & WORD ^ low) + two & WORD)
    rng[0] = scrambled((low ^ high) + one & WORD)
    rng[1] = scrambled(high + rng[0] & WORD ^ two) | 1  # never all zero


def word(rng: list[int]) -> int:
    """The next 32 random bits."""
    one = rng[0]
    two = rng[1] ^ one
    mixed = one * 0x9E3779BB & WORD
    rng[0] = (one << 26 | one >> 6) & WORD ^ two ^ two << 9 & WORD
    rng[1] = (two << 13 | two >> 19) & WORD
    return (mixed << 5 | mixed >> 27) * 5 & WORD


def below(rng: list[int], n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely (Lemire's way; n below 2**31)."""
    wide = word(rng) * n
    if wide & WORD < n:
        least = (WORD + 1 - n) % n
        while wide & WORD < least:
            wide = word(rng) * n
    return wide >> 32
