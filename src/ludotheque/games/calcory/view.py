"""What a seat of Calcory may know, and what the rest could be.

Every card ever turned was seen by all; where it lies is memory (A31). A card put back after a
capture is known to the player who put it there, the others know what it may be (A16).
"""

from typing import Any

from ludotheque.bits import count_bits, nth_bit
from ludotheque.draws import below
from ludotheque.fields import UNKNOWN, Int8
from ludotheque.games.calcory.cells import CELLS, cell_name, cells_in
from ludotheque.games.calcory.rules import RETURN, START, STOP, UNSEEN, VALUES, Facts, Phase, State, knows
from ludotheque.kit.seeing import seeing, sight
from ludotheque.seats import EVERYONE, NOBODY


@sight
class Sight(State):
    seat: Int8


view, view_own, known = seeing(Sight)


def sees(f: Facts, s: State, action: int) -> int:
    """Which card is put back is seen by the player alone, anything else by everyone."""
    if RETURN <= action < START:
        return 1 << s.turn
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows somebody what they could not see: a card turned does."""
    return action < STOP


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view, as often as it would have.

    Cards nobody has seen need no guess: they have no value yet. A card put back is one of the
    captured values, each as likely.
    """
    known(f, v, s)
    for cell in range(CELLS):
        if not knows(f, v, v.seat, cell):
            s.value[cell] = nth_bit(v.options[cell], below(draws, count_bits(v.options[cell])))


# --- the same as data -------------------------------------------------------------------------


def face_up(v: Sight, cells: int) -> dict[str, int]:
    return {cell_name(cell): v.value[cell] for cell in cells_in(cells)}


def own(f: Facts, v: Sight) -> dict[str, Any]:
    """Nothing lies open to a seat alone."""
    return {}


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    return {
        "step": Phase(v.phase).name.lower(),
        "face_down": [cell_name(cell) for cell in cells_in(v.cards & ~v.turned & ~v.marked)],
        "turned": face_up(v, v.turned),
        "sum": v.sum,
        "marked": face_up(v, v.marked),
        "marked_by": None if v.marker == NOBODY else v.marker,
        "marked_sum": v.marked_sum,
        "asked": None if v.asked == NOBODY else cell_name(v.asked),
        "captured": [value for value in range(VALUES) for _ in range(v.captured[value])],
        "piles": [v.pile[seat] for seat in range(f.players)],
    }


def seen(f: Facts, v: Sight) -> dict[str, Any]:
    """What this seat saw earlier and could remember."""
    down = cells_in(v.cards & ~v.turned & ~v.marked)
    return {
        "known": {cell_name(c): v.value[c] for c in down if v.value[c] not in (UNSEEN, UNKNOWN)},
        "one_of": {
            cell_name(c): [value for value in range(VALUES) if v.options[c] >> value & 1]
            for c in down
            if not knows(f, v, v.seat, c)
        },
        "unseen": [v.unseen[value] for value in range(VALUES)],
    }
