"""How the tests of Calcory set their tables: cards turned by cell and value, late grids by position text."""

from typing import Any

from ludotheque import CHANCE, Position
from ludotheque.games.calcory.cells import COLUMNS
from ludotheque.games.calcory.rules import UNSEEN
from tests.table import at, game, plain_state, play

NONE_UNSEEN = "0,0,0,0,0,0,0,0,0,0"


def started(players: int = 3, first: int = 0, **options: Any) -> Position:
    """The full grid, nothing turned yet, that seat to begin."""
    return play(game("calcory", players, **options).start(), f"start {first}")


def turn(position: Position, **cards: int) -> Position:
    """Turns cards one after another: `a1=6, b1=7`. One that nobody has seen shows that value, any other must have it."""
    for cell, value in cards.items():
        known = card_on(position, cell)
        assert known in (UNSEEN, value), f"{cell} is {known}, not {value}"
        position.play(f"turn {cell}")
        if position.actor is CHANCE:
            position.play(f"show {value}")
    return position


def card_on(position: Position, cell: str) -> int:
    """What really lies there, whoever knows it."""
    value: int = plain_state(position).value[(int(cell[1:]) - 1) * COLUMNS + "abcdefghij".index(cell[0])]
    return value


def with_piles(players: int = 3, **options: Any) -> Position:
    """Every player has captured a 6 and a 7 from the last row and put the 6 back: one card each. Seat 0 is to turn.

    The last row of three players is `6 . 6 . 6 . ? ? ? ?`.
    """
    position = started(players, **options)
    for seat in range(players):
        left, right = "aceg"[seat], "bdfh"[seat]
        turn(position, **{f"{left}6": 6, f"{right}6": 7})
        position.play(f"return 6 {left}6")
    assert position.actor == 0
    return position


def late(row: str, piles: tuple[int, ...], more: str = "", option: str = "stay") -> Position:
    """A grid of which only these cards of row 1 are left, seen by all: `5 . 8` are a1 and c1. The rest is in the piles."""
    cells = row.split()
    cards = ".".join(f"{'abcdefghij'[i]}1" for i, card in enumerate(cells) if card != ".")
    values = ",".join("?" if card == "." else card for card in cells)
    spec = f"calcory players={len(piles)} marks_on_13={option}"
    pile = ",".join(map(str, piles))
    return at(f"{spec} | phase=turning cards={cards} value={values} unseen={NONE_UNSEEN} pile={pile} {more}")


def now(position: Position) -> dict[str, Any]:
    """What lies open to anybody."""
    return position.view(None).now


def marks(position: Position) -> tuple[int | None, dict[str, int]]:
    """Whose marks stand, and on which cards."""
    return now(position)["marked_by"], now(position)["marked"]
