"""A view as things on a table. Page, terminal, picture and screen reader all draw this.

A game's `scene.py` says which things lie where, what they show and which moves touching them is
part of; whoever draws a scene knows kinds of things, never rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ludotheque.i18n import N_, _, translated

# Kinds of things: chip, card, die, token, tile, box (the Chance card, the stock), place (an empty spot), button.


class Thing(NamedTuple):
    kind: str
    face: str | None = None  # what it shows; None: it lies face down, or is a blank such as a token
    tone: str = ""  # red, blue, black, gold …; always beside a shape or a word, never alone
    moves: tuple[str, ...] = ()  # the moves that touching it is part of
    state: str = ""  # turned, marked, kept … : how it lies there
    label: str = ""  # what stands beside it: the number of a place
    owner: int | None = None  # the seat it came from, or a button's move goes to
    count: int = 1  # type: ignore[assignment]  # a pile of so many alike
    name: str = ""  # what a screen reader says, already translated


class Zone(NamedTuple):
    """A part of the table: a hand, the trick, the grid."""

    id: str
    label: str  # already translated
    things: tuple[Thing, ...]
    owner: int | None = None  # a seat, or nobody: the middle
    columns: int = 0  # 0: a row; else a grid that many wide
    note: str = ""  # a running total, say; already translated
    parts: tuple[int, ...] = ()  # what is added up here: drawn as lengths
    boom: bool = False  # they come to too much, and that is the end of it


class Lane(NamedTuple):
    """What one seat has come to when all is added up at the end of a round, beside the lanes of the others."""

    seat: int
    zones: tuple[str, ...]  # where its things lie
    counted: bool = False  # its turn to be added up has come
    verdict: str = ""  # already translated
    boom: bool = False
    best: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    zones: tuple[Zone, ...]
    ask: str  # what is asked of this seat, or what is going on, in one sentence
    participants: int
    turn: int | None  # the seat to act
    moves: tuple[str, ...] = ()
    scores: tuple[tuple[int, str], ...] = ()  # of each participant: the number, and in words
    order: tuple[int, ...] = ()  # the seats as they sit, where that is not by their numbers
    said: dict[str, str] = field(default_factory=dict)  # every move in words, as a child may read them; already translated
    aim: str = ""  # what everyone plays for, as it is carved into the rim of the table; already translated
    line: int = 0  # what sums are measured by: 12, 13, 21
    beds: int = 0  # how many of what is scored win the game, where that is few: drawn as beds to be filled
    lanes: tuple[Lane, ...] = ()  # at the end of a round


def touching(moves: Sequence[str], word: str, at: int | None = None) -> tuple[str, ...]:
    """The moves that have this word, at this place where it matters."""
    return tuple([move for move in moves if (word in words_of(move) if at is None else words_of(move)[at] == word)])


@lru_cache(maxsize=1 << 12)
def words_of(move: str) -> tuple[str, ...]:
    return tuple(move.split())


def waiting(turn: int | None, over: bool) -> str:
    """What is going on when nothing is asked of this seat."""
    if over:
        return _("The game is over.")
    if turn is None:
        return _("One moment: chance is at work.")
    return _("Seat {seat} is to move.").format(seat=turn)


def above(off: int, line: int) -> str:
    """How far a sum is from the line that it is measured by."""
    if off > 0:
        return _("{n} above {line}").format(n=off, line=line)
    return _("{n} below {line}").format(n=-off, line=line) if off else _("exactly {line}").format(line=line)


SEAT = N_("Seat {seat}")


def seat_name(seat: int) -> str:
    return translated(SEAT).format(seat=seat)
