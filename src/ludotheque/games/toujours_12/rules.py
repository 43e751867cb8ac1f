"""Toujours 12: lay cards on four places so that the four tops total twelve, and win them.

Clauses: rulebook.md.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.fields import EACH_SEAT, Int8, Record, record
from ludotheque.seats import CHANCE, NOBODY, OVER, Seats

SEATS = Seats(6)
PLACES = 4  # R4
DIGITS = 7  # 0 to 6 (R3)
CARDS = 72  # the most cards a deck may have (R2)
EMPTY = -1  # an empty place, or nothing under a card

# Actions: what a player does first, then what chance does.
LAY = 0
DRAW = LAY + DIGITS * PLACES
START = DRAW + DIGITS
ACTIONS = START + SEATS
PLAYER_ACTIONS = DRAW
MOST_CHOICES = DIGITS * PLACES


class Phase(IntEnum):
    DEALING = 0
    STARTING = 1
    LAYING = 2
    REFILLING = 3
    FINISHED = 4


class Reason(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_STEP = 2
    CHANCE_STEP = 3
    NOT_IN_HAND = 4
    EMPTY_PLACE_FIRST = 5
    NOT_POSSIBLE = 6
    NO_LOT = 7


# Names of their own: quicker than asking the class.
DEALING, STARTING, LAYING, REFILLING, FINISHED = Phase
OK = Reason.OK


class Facts(NamedTuple):
    players: int  # R1
    deck: tuple[int, int, int, int, int, int, int]  # how many cards of each digit (A1)
    hand: int  # cards in a hand (R6, R22)
    target: int  # what the four tops must total (R5)
    refill_at_once: int  # 1: after every card laid, 0: at the end of the turn (R11, A8)
    chain_takes: int  # 1: tops uncovered by a take may be another take (A5)


@record
class State(Record):
    """Cards laid are numbered as they are laid; a pile is its top and what lies under each card."""

    phase: Int8
    turn: Int8
    hand: Annotated[list[int], 32, SEATS, EACH_SEAT]  # four bits a digit: how many of it
    stock: Annotated[list[int], 8, DIGITS]  # how many of each digit nobody has drawn (R7, A9)
    announced: Annotated[list[int], 8, SEATS, EACH_SEAT]  # what each hand totalled after the deal (R8)
    top: Annotated[list[int], 8, PLACES]  # the number of the card on top of each place
    laid: Int8  # how many cards have been laid
    digit: Annotated[list[int], 8, CARDS]  # of each card laid
    under: Annotated[list[int], 8, CARDS]  # the number of the card under it
    layer: Annotated[list[int], 8, CARDS]  # who laid it
    laid_this_turn: Int8
    to_draw: Int8  # cards the refill still owes
    extra: Int8  # 1: after a take, one more card is due (R18)
    won: Annotated[list[int], 8, SEATS, EACH_SEAT]  # cards won


# --- hands ------------------------------------------------------------------------------------


def card(digit: int) -> int:
    """The hand of that one card."""
    return 1 << 4 * digit


def copies(hand: int, digit: int) -> int:
    return hand >> 4 * digit & 15


def hand_size(hand: int) -> int:
    cards = 0
    for digit in range(DIGITS):
        cards += copies(hand, digit)
    return cards


def hand_total(hand: int) -> int:
    points = 0
    for digit in range(DIGITS):
        points += digit * copies(hand, digit)
    return points


def stock_size(s: State) -> int:
    cards = 0
    for digit in range(DIGITS):
        cards += s.stock[digit]
    return cards


# --- the tray ---------------------------------------------------------------------------------


def has_empty_place(s: State) -> bool:
    for place in range(PLACES):
        if s.top[place] == EMPTY:
            return True
    return False


def tops_total(s: State) -> int:
    """What the four tops add up to; all places must be occupied."""
    points = 0
    for place in range(PLACES):
        points += s.digit[s.top[place]]
    return points


def is_take(f: Facts, s: State) -> bool:
    """Four tops that total twelve; three cards never do (R14, R15, R17, A20)."""
    return not has_empty_place(s) and tops_total(s) == f.target


# --- whose step, what is possible -------------------------------------------------------------


def begin(f: Facts, s: State) -> None:
    s.phase = DEALING
    for digit in range(DIGITS):
        s.stock[digit] = f.deck[digit]
    for place in range(PLACES):
        s.top[place] = EMPTY


def actor(f: Facts, s: State) -> int:
    if s.phase == LAYING:
        return s.turn
    return OVER if s.phase == FINISHED else CHANCE


def legal(f: Facts, s: State, out: list[int]) -> int:
    """Any card, to any empty place while there is one (R12, A3), else on any pile (R13, A17)."""
    if s.phase != LAYING:
        return 0
    empty_first = has_empty_place(s)
    n = 0
    for digit in range(DIGITS):
        if copies(s.hand[s.turn], digit):
            for place in range(PLACES):
                if s.top[place] == EMPTY or not empty_first:
                    out[n] = LAY + digit * PLACES + place
                    n += 1
    return n


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    """A card nobody has seen (R7, A9), or one of those level for the start (A2)."""
    n = 0
    if s.phase == DEALING or s.phase == REFILLING:
        for digit in range(DIGITS):
            if s.stock[digit]:
                out[n] = DRAW + digit
                weights[n] = s.stock[digit]
                n += 1
    elif s.phase == STARTING:
        for seat in range(f.players):
            if s.announced[seat] == highest_announced(f, s):
                out[n] = START + seat
                weights[n] = 1
                n += 1
    return n


def reason(f: Facts, s: State, action: int) -> Reason:
    """Why this action is not possible now, or OK."""
    if s.phase == FINISHED:
        return Reason.GAME_OVER
    if action < DRAW:
        digit = (action - LAY) // PLACES
        place = (action - LAY) % PLACES
        if s.phase != LAYING:
            return Reason.CHANCE_STEP
        if not copies(s.hand[s.turn], digit):
            return Reason.NOT_IN_HAND
        if s.top[place] != EMPTY and has_empty_place(s):
            return Reason.EMPTY_PLACE_FIRST
        return OK
    if s.phase == LAYING:
        return Reason.NOT_YOUR_STEP
    if action < START:
        drawing = s.phase == DEALING or s.phase == REFILLING
        return OK if drawing and s.stock[action - DRAW] else Reason.NOT_POSSIBLE
    seat = action - START
    possible = s.phase == STARTING and seat < f.players and s.announced[seat] == highest_announced(f, s)
    return OK if possible else Reason.NO_LOT


# --- what happens -----------------------------------------------------------------------------


def apply(f: Facts, s: State, action: int) -> None:
    """The one place where the state changes; the action must be possible."""
    if action < DRAW:
        lay(f, s, (action - LAY) // PLACES, (action - LAY) % PLACES)
    elif action < START:
        draw(f, s, action - DRAW)
    else:
        s.turn = action - START
        s.phase = LAYING


def draw(f: Facts, s: State, digit: int) -> None:
    s.stock[digit] -= 1
    s.hand[s.turn] += card(digit)
    if s.phase == DEALING:
        if hand_size(s.hand[s.turn]) == f.hand:  # R6
            s.announced[s.turn] = hand_total(s.hand[s.turn])  # R8
            s.turn += 1
        if s.turn == f.players:
            choose_starter(f, s)
    else:
        s.to_draw -= 1
        if s.to_draw == 0:
            after_refill(f, s)


def highest_announced(f: Facts, s: State) -> int:
    best = 0
    for seat in range(f.players):
        best = max(best, s.announced[seat])
    return best


def choose_starter(f: Facts, s: State) -> None:
    """The highest hand starts; if several are level, one of them by lot, hands kept (R9, A2)."""
    level = 0
    for seat in range(f.players):
        if s.announced[seat] == highest_announced(f, s):
            s.turn = seat
            level += 1
    s.phase = LAYING if level == 1 else STARTING
    if level > 1:
        s.turn = NOBODY


def lay(f: Facts, s: State, digit: int, place: int) -> None:
    """One card per turn, one more after a take (R10, R18, A7); any total may stand (A16)."""
    s.hand[s.turn] -= card(digit)
    s.digit[s.laid] = digit
    s.under[s.laid] = s.top[place]
    s.layer[s.laid] = s.turn
    s.top[place] = s.laid
    s.laid += 1
    s.laid_this_turn += 1
    s.extra = 0
    while is_take(f, s) and (f.chain_takes or not s.extra):
        take(s)
        s.extra = 1  # one extra card, however long the chain (A5, R21)
    refill(f, s)


def take(s: State) -> None:
    """The four tops are won, by themselves; what lay under them stays (R16, R20, A4)."""
    s.won[s.turn] += PLACES
    for place in range(PLACES):
        s.top[place] = s.under[s.top[place]]


def refill(f: Facts, s: State) -> None:
    """As many cards as were laid, at once or when the turn is over, while the stock lasts (R11, R19, A8, A10)."""
    if f.refill_at_once:
        due = 1
    else:
        if s.hand[s.turn] == 0:
            s.extra = 0  # no card left to lay: the turn is over before it refills
        due = 0 if s.extra else s.laid_this_turn
    s.to_draw = min(due, stock_size(s))
    if s.to_draw:
        s.phase = REFILLING
    else:
        after_refill(f, s)


def after_refill(f: Facts, s: State) -> None:
    """The extra card is compulsory, if there is a card to lay (A6, A12)."""
    if s.extra and s.hand[s.turn]:
        s.phase = LAYING
    else:
        pass_on(f, s)


def pass_on(f: Facts, s: State) -> None:
    """The next clockwise who has cards (R10, A11); when all cards are laid the game is over (A13, A14)."""
    s.extra = 0
    s.laid_this_turn = 0
    for _ in range(f.players):
        s.turn = (s.turn + 1) % f.players
        if s.hand[s.turn]:
            s.phase = LAYING
            return
    s.phase = FINISHED


# --- the result -------------------------------------------------------------------------------


def scores(f: Facts, s: State, out: list[int]) -> int:
    """Cards won; what stays in the tray counts for nobody (R24)."""
    for seat in range(f.players):
        out[seat] = s.won[seat]
    return f.players


def winners(f: Facts, s: State) -> int:
    """Most cards win; level, they share (R23, A15)."""
    if s.phase != FINISHED:
        return 0
    best = 0
    for seat in range(f.players):
        best = max(best, s.won[seat])
    won = 0
    for seat in range(f.players):
        if s.won[seat] == best:
            won |= 1 << seat
    return won
