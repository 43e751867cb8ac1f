"""What a learner gets of a view: a row of small numbers, described entry by entry."""

from collections.abc import Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """One number that `observe` writes: so many digits of so many bits, the lowest first, at most 32 bits in all."""

    name: str
    digits: int
    bits: int
    most: int  # the largest a digit can be; as a float it is divided by it


class Sum(NamedTuple):
    """What who judges learners may be told beside that: how far a sum has climbed, by ones, from `low` to `high`."""

    parts: dict[str, tuple[float, ...]]  # entries by name, and what each of their digits counts; of both twins twice
    low: int
    high: int


def number(name: str, most: int) -> Entry:
    return Entry(name, 1, most.bit_length(), most)


def flags(name: str, how_many: int) -> Entry:
    return Entry(name, how_many, 1, 1)


def digits(name: str, how_many: int, bits: int, most: int) -> Entry:
    return Entry(name, how_many, bits, most)


def floats_of(layout: list[Entry]) -> int:
    """How many floats a row has: one a digit."""
    return sum(entry.digits for entry in layout)


def digit_by_digit(layout: list[Entry], row: Sequence[int]) -> list[int]:
    """What `observe` has written, a number a digit."""
    entries = zip(layout, row, strict=True)
    return [told >> digit * entry.bits & (1 << entry.bits) - 1 for entry, told in entries for digit in range(entry.digits)]


def packed_places(layout: list[Entry]) -> list[tuple[int, int]]:
    """The 32-bit word of each entry and where in it the entry begins; an entry never crosses into the next word."""
    places = []
    word = used = 0
    for entry in layout:
        size = entry.digits * entry.bits
        if used + size > 32:
            word, used = word + 1, 0
        places.append((word, used))
        used += size
    return places


def words_of(layout: list[Entry]) -> int:
    """How many 32-bit words a packed row has."""
    return packed_places(layout)[-1][0] + 1
