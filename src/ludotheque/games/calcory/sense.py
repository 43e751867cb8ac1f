"""What players of Calcory do without much thought: a beginner's habit, an old hand's hunch, and which moves differ at all."""

from ludotheque.bits import count_bits, lowest_bit, nth_bit
from ludotheque.draws import below
from ludotheque.games.calcory.cells import CELLS
from ludotheque.games.calcory.rules import (
    RETURN,
    RETURNING,
    STOP,
    TURN,
    UNSEEN,
    VALUES,
    Facts,
    State,
    betters,
    empty_cells,
    face_down,
    fewest_cards,
    knows,
    may_stop,
)
from ludotheque.seats import NOBODY

ENOUGH = 9  # a sum to stop at, where no marks stand

SCORING = 1  # a high score is good all along
SIMULATIONS = 5_000  # of a search that takes about half a second on one core, were only two to play


def worth(f: Facts, s: State, out: list[int]) -> int:
    """Every legal move, but one of those that come to the same.

    Cards that nobody has seen are alike, so are known cards of one value; and where a card is put
    back makes no difference to players who remember.
    """
    n = 0
    if s.phase == RETURNING:
        cell = lowest_bit(empty_cells(f, s))
        for value in range(VALUES):
            if s.captured[value]:
                out[n] = RETURN + value * CELLS + cell
                n += 1
        return n
    cells = face_down(s)
    told = 0  # values, and the unseen, that stand in the list already
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if s.value[cell] != UNSEEN and not knows(f, s, s.turn, cell):
            out[n] = TURN + cell  # somebody else's secret is like no other card
            n += 1
        elif not told >> s.value[cell] + 1 & 1:
            told |= 1 << s.value[cell] + 1
            out[n] = TURN + cell
            n += 1
    if may_stop(f, s):
        out[n] = STOP
        n += 1
    return n


def alike(f: Facts, s: State, action: int) -> int:
    """The move that `worth` lists for this one."""
    if action == STOP:
        return action
    if action >= RETURN:
        return action - (action - RETURN) % CELLS + lowest_bit(empty_cells(f, s))
    if not knows(f, s, s.turn, action - TURN):
        return action
    cells = face_down(s)
    cell = lowest_bit(cells)
    while s.value[cell] != s.value[action - TURN] or not knows(f, s, s.turn, cell):
        cells &= cells - 1
        cell = lowest_bit(cells)
    return TURN + cell


def habit(f: Facts, s: State, draws: list[int]) -> int:
    """Turns any card, stops at the first chance that is not foolish, and puts back the highest card."""
    if s.phase == RETURNING:
        return put_back_highest(f, s)
    if is_good_to_stop(f, s, ENOUGH - 2):
        return STOP
    cells = face_down(s)
    return TURN + nth_bit(cells, below(draws, count_bits(cells))) if cells else STOP


def hunch(f: Facts, s: State, draws: list[int]) -> int:
    """Makes thirteen with cards it knows, betters marks with a card it knows, else dares another card or stops."""
    if s.phase == RETURNING:
        return put_back_highest(f, s)
    to_win = f.target - s.sum
    single = cell_of(f, s, to_win)
    if single >= 0:
        return TURN + single
    pair = first_of_pair(f, s, to_win)
    if pair >= 0:
        return TURN + pair
    if s.marker != NOBODY and not betters(s):
        for value in range(to_win - 1, s.marked_sum - s.sum, -1):
            cell = cell_of(f, s, value)
            if cell >= 0:
                return TURN + cell
    if is_good_to_stop(f, s, ENOUGH):
        return STOP
    return dare(f, s)


def put_back_highest(f: Facts, s: State) -> int:
    value = VALUES - 1
    while not s.captured[value]:
        value -= 1
    return RETURN + value * CELLS + lowest_bit(empty_cells(f, s))


def is_good_to_stop(f: Facts, s: State, enough: int) -> bool:
    """Marks are bettered, or there are none and the sum will do; one card alone would end the game."""
    if not may_stop(f, s) or count_bits(s.turned) < max(2, fewest_cards(f, s)):
        return False
    return s.sum >= enough if s.marker == NOBODY else betters(s)


def cell_of(f: Facts, s: State, value: int) -> int:
    """Where the player knows a card of that value to lie face down; -1 for nowhere, or if it were a second zero."""
    if not 0 <= value < VALUES or (value == 0 and s.zeros):
        return -1
    cells = face_down(s)
    while cells:
        cell = lowest_bit(cells)
        if s.value[cell] == value and knows(f, s, s.turn, cell):
            return cell
        cells &= cells - 1
    return -1


def first_of_pair(f: Facts, s: State, points: int) -> int:
    """Where the lower of two known cards lies that together make so many points, or -1."""
    for value in range(1, (points + 1) // 2):
        if points - value < VALUES:
            low = cell_of(f, s, value)
            if low >= 0 and cell_of(f, s, points - value) >= 0:
                return low
    return -1


def dare(f: Facts, s: State) -> int:
    """A card that nobody has seen, else one he doesn't know, else the lowest one; where none is left, he stops."""
    cells = face_down(s)
    unseen = -1
    unknown = -1
    lowest = 0
    least = VALUES
    while cells:
        cell = lowest_bit(cells)
        if s.value[cell] == UNSEEN:
            unseen = cell if unseen < 0 else unseen
        elif not knows(f, s, s.turn, cell):
            unknown = cell
        elif s.value[cell] < least:
            least = s.value[cell]
            lowest = cell
        cells &= cells - 1
    if unseen >= 0:
        return TURN + unseen
    if unknown >= 0:
        return TURN + unknown
    return TURN + lowest if least < VALUES else STOP
