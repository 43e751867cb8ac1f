"""How players of Calcory forget: what they saw fades with the cards turned since, and neighbours get mixed up (A31)."""

from math import log
from zlib import crc32

from ludotheque.games.calcory.cells import CELLS, COLUMNS, cell_bit, cell_name
from ludotheque.games.calcory.rules import UNSEEN
from ludotheque.games.calcory.view import Sight
from ludotheque.view import View

MIXED_UP = 0.25  # of the cards that are no longer fresh, so many are remembered one place beside


def chance(*what: object) -> float:
    """A number between 0 and 1 that is always the same for this memory: what is forgotten stays forgotten."""
    return (crc32(repr(what).encode()) + 0.5) / (1 << 32)


def fade(view: View, span: float) -> Sight:
    """What is left of a view when cards are remembered for about `span` others turned since."""
    seen: Sight = view.sight  # type: ignore[assignment]
    v = seen.copy()
    open_to_all = v.turned | v.marked
    ages = last_seen(view.history)
    for cell in range(CELLS):
        if v.cards & cell_bit(cell) & ~open_to_all and seen.value[cell] >= 0:
            age, step = ages.get(cell_name(cell), (0, -1))  # a game that goes on from a text has no past
            if age > -span * log(chance(view.seat, cell, step)):
                forget(v, cell)
            elif age > span / 2 and chance(view.seat, cell, step, "beside") < MIXED_UP:
                swap(v, cell, cell + (1 if cell % COLUMNS < COLUMNS - 1 else -1), open_to_all)
    return v


def last_seen(history: list[str]) -> dict[str, tuple[int, int]]:
    """For every cell touched: how many cards were turned since, and the step at which it was."""
    ages: dict[str, tuple[int, int]] = {}
    turned = 0
    for step in range(len(history) - 1, -1, -1):
        what, *cell = history[step].split()
        if what in ("turn", "return"):
            ages.setdefault(cell[-1], (turned, step))
            turned += what == "turn"
    return ages


def forget(v: Sight, cell: int) -> None:
    """It might be any card that he doesn't know to lie elsewhere."""
    v.unseen[v.value[cell]] += 1
    v.value[cell] = UNSEEN
    v.secret &= ~cell_bit(cell)


def swap(v: Sight, cell: int, beside: int, open_to_all: int) -> None:
    """Two cards lying face down side by side change places in his mind."""
    both = cell_bit(cell) | cell_bit(beside)
    if v.cards & both == both and not open_to_all & both and not v.secret & both:
        v.value[cell], v.value[beside] = v.value[beside], v.value[cell]
