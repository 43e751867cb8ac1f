"""The dice of Chipik as they lie: what three of them make, and how they are said."""

from collections.abc import Iterable
from typing import Protocol

from ludotheque.trios import numbers_in


class Table(Protocol):
    """A state, or what somebody sees of it."""

    dice: list[int]  # ascending; 0 for a die that is being thrown


def is_addition(s: Table, least: int) -> bool:
    """R17."""
    return s.dice[0] + s.dice[1] + s.dice[2] >= least


def is_odds(s: Table) -> bool:
    """R18."""
    return s.dice[0] % 2 == 1 and s.dice[1] % 2 == 1 and s.dice[2] % 2 == 1


def is_run(s: Table) -> bool:
    """Three in a row, not around the corner: 6-1-2 is none (R19, A12)."""
    return s.dice[1] == s.dice[0] + 1 and s.dice[2] == s.dice[0] + 2


def is_triple(s: Table) -> bool:
    """R20."""
    return s.dice[0] == s.dice[2]


def lying(s: Table) -> list[int]:
    return [face for face in s.dice if face]


def faces(dice: int) -> list[int]:
    """`[1, 3, 6]`, ascending."""
    return [face for face in numbers_in(dice) if face]


def listed(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))


def added(numbers: list[int]) -> str:
    """`1 + 3 + 6 = 10`."""
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
