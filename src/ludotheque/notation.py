"""Small readers and writers that every game's text module uses."""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple


class Format(NamedTuple):
    """How one number of a position's fields is written; `read` raises ValueError."""

    write: Callable[[int], str]
    read: Callable[[str], int]


class WholeFormat(NamedTuple):
    """How a field of several numbers is written as one; `read` raises ValueError."""

    write: Callable[[list[int]], str]
    read: Callable[[str], list[int]]


def number(text: str, low: int, high: int) -> int | None:
    """The number a text means, if it is plain digits without leading zeros and within bounds."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6) or str(int(text)) != text:
        return None
    return int(text) if low <= int(text) <= high else None


def plain_number(text: str, low: int, high: int) -> int:
    """The same, or ValueError."""
    found = number(text, low, high)
    if found is None:
        raise ValueError(text)
    return found


NUMBER = Format(str, int)


def names(kind: type[IntEnum]) -> Format:
    """A number that has a name, such as a phase."""
    readable = {member.name.lower(): int(member) for member in kind}

    def read(text: str) -> int:
        if text not in readable:
            raise ValueError(text)
        return readable[text]

    return Format(lambda value: kind(value).name.lower(), read)
