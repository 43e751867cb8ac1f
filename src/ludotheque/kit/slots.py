"""Names that stand for the functions of whatever game a loop is made for, and what its parameters are.

A loop of the engine, a search or a walk is written once. What these names stand for is filled in by what they are, not by
what they are called: a game may use the same names for things of its own.
"""

from collections.abc import Iterator
from typing import Annotated, Any

AnyFacts = Annotated[Any, "facts"]
AnyState = Annotated[Any, "state"]
AnySight = Annotated[Any, "sight"]
Long = Annotated[Any, 64]  # numbers that don't fit into 32 bits on any device


class SlotNumber(int):
    """A number that the game fills in."""

    slot: str


def unfilled(*names: str) -> Iterator[Any]:
    """A function for each name, which can't be called before the game has filled it in."""
    for name in names:

        def stands_in(*_: Any, name: str = name) -> Any:
            raise NotImplementedError(f"{name} is a game's; this is made for a game, and does not run by itself")

        stands_in.slot = name  # type: ignore[attr-defined]
        yield stands_in


def unfilled_number(name: str) -> Any:
    number = SlotNumber(0)
    number.slot = name
    return number


def slot_of(value: Any) -> str:
    """The name that this stands in for; nothing if it is no slot."""
    return str(getattr(value, "slot", "")) if callable(value) or isinstance(value, SlotNumber) else ""
