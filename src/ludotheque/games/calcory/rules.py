"""Calcory: turn cards of a face-down grid, add them up, and come to thirteen; memory helps.

A turn in order: own marks still standing are collected; without a card to turn one passes; else
cards are turned one by one until the sum busts, makes thirteen, or the player stops and marks.
Clauses: rulebook.md.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.bits import count_bits, lowest_bit
from ludotheque.fields import EACH_SEAT, Int8, Int16, Int64, Open, Record, record
from ludotheque.games.calcory import events
from ludotheque.games.calcory.cells import CELLS, COLUMNS, cell_bit
from ludotheque.kit.seeing import by
from ludotheque.kit.telling import tell
from ludotheque.seats import CHANCE, NOBODY, OVER, Seats, having_most

SEATS = Seats(4)
VALUES = 10  # 0 to 9 (R2)
UNSEEN = -1  # a card nobody has ever turned has no value yet

# Actions: what a player does first, then what chance does.
TURN = 0
STOP = TURN + CELLS
RETURN = STOP + 1
START = RETURN + VALUES * CELLS
SHOW = START + SEATS
ACTIONS = SHOW + VALUES
PLAYER_ACTIONS = START
MOST_CHOICES = VALUES * CELLS


class Phase(IntEnum):
    STARTING = 0
    TURNING = 1
    SHOWING = 2
    RETURNING = 3
    FINISHED = 4


class Reason(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_STEP = 2
    CHANCE_STEP = 3
    RETURN_FIRST = 4
    NOTHING_TO_RETURN = 5
    NO_SUCH_CELL = 6
    NO_CARD_THERE = 7
    MARKED = 8
    TURNED_ALREADY = 9
    NONE_TURNED = 10
    TOO_FEW_CARDS = 11
    NOT_CAPTURED = 12
    CELL_TAKEN = 13
    NOT_POSSIBLE = 14


# Names of their own: quicker than asking the class.
STARTING, TURNING, SHOWING, RETURNING, FINISHED = Phase
OK = Reason.OK


class Facts(NamedTuple):
    players: int  # R1
    rows: int  # R7
    columns: int
    deck: tuple[int, int, int, int, int, int, int, int, int, int]  # how many cards of each value (R2)
    target: int  # R6
    first_turns: int  # the fewest cards of a player without a pile (R21)
    clear_on_target: int  # 1: somebody's thirteen turns the standing marks down (A5)
    patience: int  # turns in a row without mark or capture that end the game (A29)


def knows(f: Facts, s: "State", seat: int, cell: int) -> bool:
    """A card put back face down is known to who put it there; any other was turned before all, or never (A16, A31)."""
    return not s.secret & cell_bit(cell) or s.keeper[cell] == seat


@record
class State(Record):
    phase: Open[Int8]
    turn: Open[Int8]
    cards: Open[Int64]  # the cells with a card, as bits
    turned: Open[Int64]  # turned this turn
    marked: Open[Int64]
    marker: Open[Int8]  # whose marks stand, or nobody
    marked_sum: Open[Int8]
    sum: Open[Int8]  # of the cards turned this turn
    zeros: Open[Int8]
    asked: Open[Int8]  # the cell whose card is about to show its value
    value: Annotated[list[int], 8, CELLS, by(knows)]
    unseen: Open[Annotated[list[int], 8, VALUES]]  # cards nobody has ever turned
    secret: Open[Int64]  # cards put back face down: only who did it knows which (A16)
    keeper: Open[Annotated[list[int], 8, CELLS]]  # who put it there
    options: Open[Annotated[list[int], 16, CELLS]]  # the values it may have, as bits
    captured: Open[Annotated[list[int], 8, VALUES]]  # the cards of a capture, one of which goes back
    pile: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]
    quiet: Open[Int16]  # turns in a row in which nobody marked or captured


def grid(f: Facts) -> int:
    """Every cell of the table, as bits (R7)."""
    if f.columns == COLUMNS:
        return (1 << f.rows * COLUMNS) - 1
    cells = 0
    for row in range(f.rows):
        cells |= (1 << f.columns) - 1 << row * COLUMNS
    return cells


def face_down(s: State) -> int:
    """The cells whose card may be turned: not marked, not turned (R23)."""
    return s.cards & ~s.marked & ~s.turned


def fewest_cards(f: Facts, s: State) -> int:
    """Two for a player who has won nothing yet, when raising too (R21, A10, A11)."""
    return 1 if s.pile[s.turn] else f.first_turns


def may_stop(f: Facts, s: State) -> bool:
    """From the fewest cards on, below thirteen (R18, A4, A7); and when there is nothing left to turn (A12, A13)."""
    return count_bits(s.turned) >= fewest_cards(f, s) or face_down(s) == 0


def empty_cells(f: Facts, s: State) -> int:
    """Where a card may go back: any empty cell, the vacated ones too (R15, A15)."""
    return grid(f) & ~s.cards


# --- whose step, what is possible -------------------------------------------------------------


def begin(f: Facts, s: State) -> None:
    """All cards lie face down, and nobody has seen one (R7)."""
    s.phase = STARTING
    s.cards = grid(f)
    s.marker = NOBODY
    s.asked = NOBODY
    for value in range(VALUES):
        s.unseen[value] = f.deck[value]
    for cell in range(CELLS):
        s.value[cell] = UNSEEN
        s.keeper[cell] = NOBODY


def actor(f: Facts, s: State) -> int:
    if s.phase == TURNING or s.phase == RETURNING:
        return s.turn
    return OVER if s.phase == FINISHED else CHANCE


def legal(f: Facts, s: State, out: list[int]) -> int:
    """Turn any card lying face down, or stop (R11, R18); after a capture, any of its cards back anywhere (R15, A17)."""
    n = 0
    if s.phase == TURNING:
        cells = face_down(s)
        for cell in range(CELLS):
            if cells >> cell & 1:
                out[n] = TURN + cell
                n += 1
        if may_stop(f, s):
            out[n] = STOP
            n += 1
    elif s.phase == RETURNING:
        cells = empty_cells(f, s)
        for value in range(VALUES):
            if s.captured[value]:
                for cell in range(CELLS):
                    if cells >> cell & 1:
                        out[n] = RETURN + value * CELLS + cell
                        n += 1
    return n


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    """Any player may start (R9, A26); an unseen card shows one of the unseen values."""
    n = 0
    if s.phase == STARTING:
        for seat in range(f.players):
            out[n] = START + seat
            weights[n] = 1
            n += 1
    elif s.phase == SHOWING:
        for value in range(VALUES):
            if s.unseen[value]:
                out[n] = SHOW + value
                weights[n] = s.unseen[value]
                n += 1
    return n


def reason(f: Facts, s: State, action: int) -> Reason:
    """Why this action is not possible now, or OK."""
    if s.phase == FINISHED:
        return Reason.GAME_OVER
    if action >= START:
        return chance_reason(f, s, action)
    if s.phase == STARTING or s.phase == SHOWING:
        return Reason.CHANCE_STEP
    if action >= RETURN:
        return return_reason(f, s, (action - RETURN) // CELLS, (action - RETURN) % CELLS)
    if s.phase == RETURNING:
        return Reason.RETURN_FIRST
    if action == STOP:
        if s.turned == 0:
            return Reason.NONE_TURNED
        return OK if may_stop(f, s) else Reason.TOO_FEW_CARDS
    return turn_reason(f, s, cell_bit(action - TURN))


def chance_reason(f: Facts, s: State, action: int) -> Reason:
    if s.phase == TURNING or s.phase == RETURNING:
        return Reason.NOT_YOUR_STEP
    if action < SHOW:
        possible = s.phase == STARTING and action - START < f.players
    else:
        possible = s.phase == SHOWING and s.unseen[action - SHOW] > 0
    return OK if possible else Reason.NOT_POSSIBLE


def turn_reason(f: Facts, s: State, cell: int) -> Reason:
    if not cell & grid(f):
        return Reason.NO_SUCH_CELL
    if not cell & s.cards:
        return Reason.NO_CARD_THERE
    if cell & s.marked:
        return Reason.MARKED
    if cell & s.turned:
        return Reason.TURNED_ALREADY
    return OK


def return_reason(f: Facts, s: State, value: int, cell: int) -> Reason:
    if s.phase != RETURNING:
        return Reason.NOTHING_TO_RETURN
    if not s.captured[value]:
        return Reason.NOT_CAPTURED
    if not cell_bit(cell) & grid(f):
        return Reason.NO_SUCH_CELL
    if cell_bit(cell) & s.cards:
        return Reason.CELL_TAKEN
    return OK


# --- what happens -----------------------------------------------------------------------------


def apply(f: Facts, s: State, action: int) -> None:
    """The one place where the state changes; the action must be possible."""
    if action < STOP:
        turn_card(f, s, action - TURN)
    elif action == STOP:
        stop(f, s)
    elif action < START:
        put_back(f, s, (action - RETURN) // CELLS, (action - RETURN) % CELLS)
    elif action < SHOW:
        s.turn = action - START
        tell(s, events.STARTER, s.turn)
        begin_turn(f, s)
    else:
        cell = s.asked
        s.asked = NOBODY
        s.value[cell] = action - SHOW
        s.unseen[action - SHOW] -= 1
        open_card(s, cell)
        tell(s, events.SHOWN, s.turn, cell, s.value[cell], s.sum)
        judge_sum(f, s)


def begin_turn(f: Facts, s: State) -> None:
    """Collect one's own marks (R28, A18, A20), pass where nothing can be turned (R32, A27), or turn cards (R22)."""
    while True:
        if s.marker == s.turn:
            collect(f, s)
            return
        if face_down(s):
            s.phase = TURNING
            return
        s.quiet += 1
        if s.cards:
            tell(s, events.PASSED, s.turn)
        if s.quiet >= f.patience:
            lose_patience(f, s)
            return
        s.turn = (s.turn + 1) % f.players  # R10


def end_turn(f: Facts, s: State) -> None:
    """The turn passes clockwise; after too many turns without mark or capture the game ends (R10, R17, A29)."""
    clear_turned(s)
    if s.quiet >= f.patience:
        lose_patience(f, s)
    else:
        s.turn = (s.turn + 1) % f.players
        begin_turn(f, s)


def clear_turned(s: State) -> None:
    s.turned = 0
    s.sum = 0
    s.zeros = 0


def lose_patience(f: Facts, s: State) -> None:
    """Nothing more would happen (A29)."""
    if s.cards:
        tell(s, events.PATIENCE_OVER, s.quiet)
    else:
        tell(s, events.NO_CARD_LEFT)
    finish(s)


def finish(s: State) -> None:
    s.phase = FINISHED
    tell(s, events.GAME_OVER)


def turn_card(f: Facts, s: State, cell: int) -> None:
    """One card after another, for all to see (R11); one that nobody has ever seen gets its value now."""
    if s.value[cell] == UNSEEN:
        s.asked = cell
        s.phase = SHOWING
    else:
        open_card(s, cell)
        tell(s, events.TURNED, s.turn, cell, s.value[cell], s.sum)
        judge_sum(f, s)


def open_card(s: State, cell: int) -> None:
    s.phase = TURNING
    s.secret &= ~cell_bit(cell)  # everybody sees it now
    s.keeper[cell] = NOBODY
    s.options[cell] = 0
    s.turned |= cell_bit(cell)
    s.sum += s.value[cell]
    if s.value[cell] == 0:
        s.zeros += 1


def judge_sum(f: Facts, s: State) -> None:
    """Too much, a second zero of this turn, thirteen, or the turn goes on (R12, R13, A1, A2, A3)."""
    if s.sum > f.target:
        tell(s, events.BUST, s.turn, s.sum)
        go_back(f, s)
    elif s.zeros > 1:
        tell(s, events.SECOND_ZERO, s.turn)
        go_back(f, s)
    elif s.sum == f.target:
        make_target(f, s)


def go_back(f: Facts, s: State) -> None:
    """The turned cards go back face down where they lay; standing marks stay (R12, R24, A9)."""
    s.quiet += 1
    tell_standing(f, s)
    end_turn(f, s)


def tell_standing(f: Facts, s: State) -> None:
    """Of marks that the next player does not collect."""
    if s.marker != NOBODY and s.marker != (s.turn + 1) % f.players:
        tell(s, events.STILL_MARKED, s.marker, s.marked_sum)


def make_target(f: Facts, s: State) -> None:
    """At thirteen all turned cards are taken, when raising too; the marks of others stay or go (R14, R26, A4, A5)."""
    tell(s, events.EXACT, s.turn, count_bits(s.turned))
    if f.clear_on_target:
        turn_marks_down(s)
    elif s.marker != NOBODY:
        tell(s, events.STILL_MARKED, s.marker, s.marked_sum)
    if capture(s, s.turned) > 1:
        owe_a_card(s)
    else:
        end_turn(f, s)


def owe_a_card(s: State) -> None:
    s.phase = RETURNING
    tell(s, events.TO_RETURN, s.turn)


def stop(f: Facts, s: State) -> None:
    """Mark, or better the marks that stand, or fail (R18, R19, R20, A8)."""
    if count_bits(s.turned) < fewest_cards(f, s):
        tell(s, events.TOO_FEW, s.turn, s.sum, fewest_cards(f, s))
        stop_in_vain(f, s)  # A12, A13
    elif s.marker == NOBODY:
        tell(s, events.MARKED, s.turn, s.sum)
        mark(f, s)
    elif s.sum > s.marked_sum:  # a higher sum, or the same with more cards (R22, R25, R27, A6)
        tell(s, events.MARKED_MORE, s.turn, s.sum, s.marked_sum)
        mark(f, s)
    elif betters(s):
        tell(s, events.MARKED_WITH_MORE, s.turn, s.sum)
        mark(f, s)
    elif s.sum < s.marked_sum:
        tell(s, events.TOO_LOW, s.turn, s.sum, s.marked_sum)
        stop_in_vain(f, s)
    else:
        tell(s, events.NOT_MORE, s.turn, s.sum)
        stop_in_vain(f, s)


def mark(f: Facts, s: State) -> None:
    turn_marks_down(s)  # one set of marks stands, the old one is turned down first (R25, A21)
    s.marked = s.turned  # however many cards (A14), a lone zero too (A30)
    s.marked_sum = s.sum
    s.marker = s.turn
    s.quiet = 0
    end_turn(f, s)


def stop_in_vain(f: Facts, s: State) -> None:
    """Too low, or too few cards (R24, A6, A7)."""
    tell(s, events.BACK)
    go_back(f, s)


def betters(s: State) -> bool:
    """A higher sum, or the same with more cards (R22, R25, R27, A6)."""
    if s.sum == s.marked_sum:
        return count_bits(s.turned) > count_bits(s.marked)
    return s.sum > s.marked_sum


def turn_marks_down(s: State) -> None:
    if s.marker != NOBODY:
        tell(s, events.MARKS_GONE, s.marker, s.marked_sum)
    take_marks_away(s)


def take_marks_away(s: State) -> None:
    s.marked = 0
    s.marked_sum = 0
    s.marker = NOBODY


def collect(f: Facts, s: State) -> None:
    """Marks that stood for a full round are taken, which is the whole turn (R28, R29); a lone card ends the game (R30, A19)."""
    if count_bits(s.marked) > 1:
        tell(s, events.COLLECTED, s.turn, s.marked_sum)
    else:
        tell(s, events.COLLECTED_ONE, s.turn, s.marked_sum)
    cells = s.marked
    take_marks_away(s)
    if capture(s, cells) > 1:
        owe_a_card(s)
    else:
        finish(s)


def capture(s: State, cells: int) -> int:
    """Cards leave the grid for the pile, but for one that is to go back, unless it is the only one (R14, R15, R16, A28)."""
    number = 0
    s.cards &= ~cells
    while cells:
        cell = lowest_bit(cells)
        s.captured[s.value[cell]] += 1
        s.value[cell] = UNSEEN
        cells &= cells - 1
        number += 1
    clear_turned(s)
    s.quiet = 0
    if number == 1:
        s.pile[s.turn] += 1
        forget_captured(s)
    else:
        s.pile[s.turn] += number - 1
    return number


def captured_values(s: State) -> int:
    """The different values captured, as bits."""
    values = 0
    for value in range(VALUES):
        if s.captured[value]:
            values |= 1 << value
    return values


def forget_captured(s: State) -> None:
    for value in range(VALUES):
        s.captured[value] = 0


def put_back(f: Facts, s: State, value: int, cell: int) -> None:
    """Face down: all see where, only the player knows which of the captured cards (R15, A16)."""
    s.value[cell] = value
    s.cards |= cell_bit(cell)
    s.secret |= cell_bit(cell)
    s.keeper[cell] = s.turn
    s.options[cell] = captured_values(s)
    forget_captured(s)
    tell(s, events.PUT_BACK, s.turn, value, cell)
    tell(s, events.PILE, s.turn, s.pile[s.turn])
    end_turn(f, s)


# --- the result -------------------------------------------------------------------------------


def scores(f: Facts, s: State, out: list[int]) -> int:
    """Cards in the pile; what lies on the table counts for nobody (A25)."""
    for seat in range(f.players):
        out[seat] = s.pile[seat]
    return f.players


def winners(f: Facts, s: State) -> int:
    """Most cards win; level, they share (R31, A24)."""
    return having_most(f, s.pile) if s.phase == FINISHED else 0
