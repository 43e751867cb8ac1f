"""Sets of small numbers as the bits of an integer, in words the rules can use.

The engine replaces the first two functions by one machine instruction each.
"""


def count_bits(word: int) -> int:
    """How many bits are set: `0b1011 -> 3`."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """The place of the lowest bit that is set: `0b1000 -> 3`. The word must not be zero."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, n: int) -> int:
    """The place of the n-th bit that is set, lowest first, from 0."""
    for _ in range(n):
        word &= word - 1
    return lowest_bit(word)
