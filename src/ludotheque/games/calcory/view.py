"""What a seat of Calcory may know, and what the rest could be.

Every card ever turned was seen by all; where it lies is memory (A31). A card put back after a
capture is known to the player who put it there, the others know what it may be (A16).
"""

from typing import Annotated, Any

from ludotheque.bits import count_bits, nth_bit
from ludotheque.draws import below
from ludotheque.fields import EACH_SEAT, UNKNOWN, Int8, Int16, Int64, Record, record
from ludotheque.games.calcory.rules import (
    CELLS,
    COLUMNS,
    RETURN,
    SEATS,
    SHOWING,
    START,
    STOP,
    UNSEEN,
    VALUES,
    Facts,
    Phase,
    State,
    cell_bit,
)
from ludotheque.seats import EVERYONE, NOBODY


@record
class Sight(Record):
    seat: Int8
    phase: Int8
    turn: Int8
    cards: Int64
    turned: Int64
    marked: Int64
    marker: Int8
    marked_sum: Int8
    sum: Int8
    zeros: Int8
    asked: Int8
    value: Annotated[list[int], 8, CELLS]  # UNKNOWN too where this seat does not know it
    unseen: Annotated[list[int], 8, VALUES]
    secret: Int64
    keeper: Annotated[list[int], 8, CELLS]
    options: Annotated[list[int], 16, CELLS]
    captured: Annotated[list[int], 8, VALUES]
    pile: Annotated[list[int], 8, SEATS, EACH_SEAT]
    quiet: Int16


def sees(f: Facts, s: State, action: int) -> int:
    """Which card is put back is seen by the player alone, anything else by everyone."""
    if RETURN <= action < START:
        return 1 << s.turn
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows somebody what they could not see: a card turned does."""
    return action < STOP


def disclosed(f: Facts, s: State, phase: int, action: int, out: list[int]) -> int:
    """What a step showed to everyone beside what it says: the value of a card turned, which may have been a secret (A16).

    One nobody has seen shows it in a step of its own, and one that made the target tells it by that.
    """
    if action >= STOP or s.phase == SHOWING or not s.cards & cell_bit(action):
        return 0
    out[0] = s.value[action]
    return 1


def view(f: Facts, s: State, seat: int, v: Sight) -> None:
    """Copies into a blank view what that seat may know."""
    v.seat = seat
    for cell in range(CELLS):
        if not s.secret & cell_bit(cell) or s.keeper[cell] == seat:
            v.value[cell] = s.value[cell]
        v.keeper[cell] = s.keeper[cell]
        v.options[cell] = s.options[cell]
    for value in range(VALUES):
        v.unseen[value] = s.unseen[value]
        v.captured[value] = s.captured[value]
    for other in range(f.players):
        v.pile[other] = s.pile[other]
    v.phase = s.phase
    v.turn = s.turn
    v.cards = s.cards
    v.turned = s.turned
    v.marked = s.marked
    v.marker = s.marker
    v.marked_sum = s.marked_sum
    v.sum = s.sum
    v.zeros = s.zeros
    v.asked = s.asked
    v.secret = s.secret
    v.quiet = s.quiet


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view, as often as it would have.

    Cards nobody has seen need no guess: they have no value yet. A card put back is one of the
    captured values, each as likely.
    """
    for cell in range(CELLS):
        s.value[cell] = v.value[cell]
        s.keeper[cell] = v.keeper[cell]
        s.options[cell] = v.options[cell]
        if v.secret & cell_bit(cell) and v.keeper[cell] != v.seat:
            s.value[cell] = nth_bit(v.options[cell], below(draws, count_bits(v.options[cell])))
    for value in range(VALUES):
        s.unseen[value] = v.unseen[value]
        s.captured[value] = v.captured[value]
    for seat in range(f.players):
        s.pile[seat] = v.pile[seat]
    s.phase = v.phase
    s.turn = v.turn
    s.cards = v.cards
    s.turned = v.turned
    s.marked = v.marked
    s.marker = v.marker
    s.marked_sum = v.marked_sum
    s.sum = v.sum
    s.zeros = v.zeros
    s.asked = v.asked
    s.secret = v.secret
    s.quiet = v.quiet


# --- the same as data -------------------------------------------------------------------------


def cell_name(cell: int) -> str:
    """`c4`: the column's letter and the row."""
    return "abcdefghij"[cell % COLUMNS] + str(cell // COLUMNS + 1)


def cells_in(cells: int) -> list[int]:
    return [cell for cell in range(CELLS) if cells & cell_bit(cell)]


def face_up(v: Sight, cells: int) -> dict[str, int]:
    return {cell_name(cell): v.value[cell] for cell in cells_in(cells)}


Own = None  # nothing lies open to a seat alone: everyone sees the same


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
            if v.secret & cell_bit(c) and v.keeper[c] != v.seat
        },
        "unseen": [v.unseen[value] for value in range(VALUES)],
    }
