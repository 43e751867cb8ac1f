"""A handful of chips in one integer: two bits a value, 01 for one chip, 11 for its twin as well.

Every chip is one bit, twins can't be told apart (A3), and the lowest chip is the lowest bit.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ludotheque.bits import count_bits, lowest_bit, nth_bit
from ludotheque.i18n import _

VALUES = 12  # the highest value a chip may bear
ONE_EACH = 0x555555  # one chip of every value

# Both chips of the values that hold a 1, a 2, a 4, an 8: 11 is 8 + 2 + 1.
WITH_1, WITH_2, WITH_4, WITH_8 = 0x333333, 0x3C3C3C, 0xC03FC0, 0xFFC000


def chip(value: int) -> int:
    """The handful of that one chip."""
    return 1 << 2 * (value - 1)


def copies(handful: int, value: int) -> int:
    """How many chips of that value: 0, 1 or 2."""
    return (handful >> 2 * (value - 1) & 3) + 1 >> 1


def added(handful: int, value: int) -> int:
    return handful | chip(value) << (handful >> 2 * (value - 1) & 1)


def dropped(handful: int, value: int) -> int:
    return handful ^ chip(value) << (handful >> 2 * (value - 1) + 1 & 1)


def handful_of(values: Iterable[int]) -> int:
    chips = 0
    for value in values:
        chips = added(chips, value)
    return chips


def size(handful: int) -> int:
    return count_bits(handful)


def lowest(handful: int) -> int:
    """The lowest value in a handful that is not empty."""
    return (lowest_bit(handful) >> 1) + 1


def total(handful: int) -> int:
    """The values added up: the chips whose value has a 1 in it, those with a 2, a 4, an 8."""
    points = count_bits(handful & WITH_1) + 2 * count_bits(handful & WITH_2)
    return points + 4 * count_bits(handful & WITH_4) + 8 * count_bits(handful & WITH_8)


def merged(handful: int, other: int) -> int:
    """Both together: a value that is in both becomes a pair of twins."""
    return handful | other | (handful & other & ONE_EACH) << 1


def without(handful: int, other: int) -> int:
    while other:
        handful = dropped(handful, lowest(other))
        other &= other - 1
    return handful


def nth_chip(handful: int, n: int) -> int:
    """The value of the n-th chip, lowest first, from 0."""
    return (nth_bit(handful, n) >> 1) + 1


# --- as lists and in words --------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def values_of(handful: int) -> tuple[int, ...]:
    found = []
    while handful:
        found.append(lowest(handful))
        handful &= handful - 1
    return tuple(found)


def values(handful: int) -> list[int]:
    """`[4, 5, 12]`, lowest first."""
    return list(values_of(handful))


def written(handful: int) -> str:
    """`4.5.12`, and `-` for none."""
    return ".".join(map(str, values_of(handful))) or "-"


def sum_of(handful: int) -> str:
    """`5 + 7 = 12`; a chip alone, or none, is a number."""
    chips = values_of(handful)
    return f"{' + '.join(map(str, chips))} = {total(handful)}" if len(chips) > 1 else str(total(handful))


def chip_name(f: Any, value: int) -> str:
    red = copies(f.red, value) > 0
    name = _("red {value}") if red else _("black {value}") if f.rounds else _("blue {value}")
    return name.format(value=value)
