"""Toujours 12: lay cards on four places so that the four tops total twelve, and win them.

Clauses: rulebook.md.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.bits import count_bits, lowest_bit
from ludotheque.fields import EACH_SEAT, Int8, Open, Record, record
from ludotheque.games.toujours_12 import events
from ludotheque.games.toujours_12.cards import CARDS, DIGITS, EMPTY, PLACES, card, copies, hand_size, hand_total
from ludotheque.kit.seeing import OWN, by, up_to
from ludotheque.kit.telling import tell
from ludotheque.seats import CHANCE, NOBODY, OVER, Seats, having_most

SEATS = Seats(6)

# Actions: what a player does first, then what chance does.
LAY = 0
DRAW = LAY + DIGITS * PLACES
START = DRAW + DIGITS
ACTIONS = START + SEATS
PLAYER_ACTIONS = DRAW
MOST_CHOICES = DIGITS * PLACES

ALL_PLACES = (1 << PLACES) - 1  # as bits


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


def heard_total(f: Facts, s: "State", seat: int, other: int) -> bool:
    """Everybody hears it, once that hand is dealt (R8)."""
    return s.phase != DEALING or other < s.turn


@record
class State(Record):
    """Cards laid are numbered as they are laid; a pile is its top and what lies under each card."""

    phase: Open[Int8]
    turn: Open[Int8]
    hand: Annotated[list[int], 32, SEATS, EACH_SEAT, OWN]  # four bits a digit: how many of it; hands are secret (A18)
    stock: Annotated[list[int], 8, DIGITS]  # how many of each digit nobody has drawn (R7, A9)
    announced: Annotated[list[int], 8, SEATS, EACH_SEAT, by(heard_total)]  # what each hand totalled after the deal
    top: Open[Annotated[list[int], 8, PLACES]]  # the number of the card on top of each place
    laid: Open[Int8]  # how many cards have been laid
    digit: Annotated[list[int], 8, CARDS, up_to("laid")]  # of each card laid; who looked remembers (A19)
    under: Annotated[list[int], 8, CARDS, up_to("laid")]  # the number of the card under it
    layer: Annotated[list[int], 8, CARDS, up_to("laid")]  # who laid it
    laid_this_turn: Open[Int8]
    to_draw: Open[Int8]  # cards the refill still owes
    extra: Open[Int8]  # 1: after a take, one more card is due (R18)
    won: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # how many cards; which ones does not matter (A18)


# --- the table --------------------------------------------------------------------------------


def stock_size(f: Facts, s: State) -> int:
    cards = 0
    for digit in range(DIGITS):
        cards += s.stock[digit]
    return cards


def empty_places(s: State) -> int:
    """As bits."""
    empty = 0
    for place in range(PLACES):
        if s.top[place] == EMPTY:
            empty |= 1 << place
    return empty


def open_places(s: State) -> int:
    """Where a card may go, as bits: to any empty place while there is one (R12, A3), else on any pile (R13, A17)."""
    empty = empty_places(s)
    return empty if empty else ALL_PLACES


def is_take(f: Facts, s: State) -> bool:
    """Four tops that total twelve; three cards never do (R14, R15, R17, A20)."""
    points = 0
    for place in range(PLACES):
        if s.top[place] == EMPTY:
            return False
        points += s.digit[s.top[place]]
    return points == f.target


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
    """Any card of the hand, on any open place (R10)."""
    if s.phase != LAYING:
        return 0
    places = open_places(s)
    n = 0
    for digit in range(DIGITS):
        if copies(s.hand[s.turn], digit):
            for place in range(PLACES):
                if places >> place & 1:
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
        level = having_most(f, s.announced)
        for seat in range(f.players):
            if level >> seat & 1:
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
        return OK if open_places(s) >> place & 1 else Reason.EMPTY_PLACE_FIRST
    if s.phase == LAYING:
        return Reason.NOT_YOUR_STEP
    if action < START:
        drawing = s.phase == DEALING or s.phase == REFILLING
        return OK if drawing and s.stock[action - DRAW] else Reason.NOT_POSSIBLE
    if s.phase == STARTING and having_most(f, s.announced) >> action - START & 1:
        return OK
    return Reason.NO_LOT


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
        tell(s, events.LOT, s.turn)


def draw(f: Facts, s: State, digit: int) -> None:
    s.stock[digit] -= 1
    s.hand[s.turn] += card(digit)
    if s.phase == DEALING:
        if hand_size(s.hand[s.turn]) == f.hand:  # R6
            announce(f, s)
    else:
        s.to_draw -= 1
        tell(s, events.DRAWN, s.turn, digit)
        if s.stock[digit] == 0 and stock_size(f, s) == 0:
            tell(s, events.STOCK_EMPTY)
        if s.to_draw == 0:
            after_refill(f, s)


def announce(f: Facts, s: State) -> None:
    """Hand after hand says its sum (R8)."""
    s.announced[s.turn] = hand_total(s.hand[s.turn])
    s.turn += 1
    tell(s, events.ANNOUNCED, s.turn - 1, s.announced[s.turn - 1])
    if s.turn == f.players:
        tell(s, events.DEALT)
        tell(s, events.TOTALS)
        choose_starter(f, s)


def choose_starter(f: Facts, s: State) -> None:
    """The highest hand starts; if several are level, one of them by lot, hands kept (R9, A2)."""
    level = having_most(f, s.announced)
    s.turn = lowest_bit(level)
    if count_bits(level) == 1:
        s.phase = LAYING
        tell(s, events.STARTER, s.turn, s.announced[s.turn])
    else:
        s.phase = STARTING
        s.turn = NOBODY
        tell(s, events.LEVEL, s.announced[lowest_bit(level)])


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
    tell(s, events.LAID, s.turn, digit, place)
    takes = 0
    while is_take(f, s) and (f.chain_takes or takes == 0):
        take(s, takes)
        takes += 1
    if takes:
        s.extra = 1  # one extra card, however long the chain (A5, R21)
        tell(s, events.TAKES_DONE, s.turn, takes)
    tell_tops(f, s, takes)
    refill(f, s)


def take(s: State, before: int) -> None:
    """The four tops are won, by themselves; what lay under them stays (R16, R20, A4)."""
    if before:
        tell(s, events.ANOTHER_TAKE, s.turn)
    else:
        tell(s, events.TAKE, s.turn)
    s.won[s.turn] += PLACES
    for place in range(PLACES):
        s.top[place] = s.under[s.top[place]]
    tell(s, events.WON, s.turn, s.won[s.turn])


def tell_tops(f: Facts, s: State, takes: int) -> None:
    """What stays, and why it is no take."""
    empty = empty_places(s)
    if empty == ALL_PLACES:
        tell(s, events.TRAY_EMPTY)
    elif empty:
        tell(s, events.PLACES_EMPTY, count_bits(empty))
    elif takes and is_take(f, s):
        tell(s, events.TWELVE_STANDS)
    else:
        tell(s, events.NO_TAKE)


def refill(f: Facts, s: State) -> None:
    """As many cards as were laid, at once or when the turn is over, while the stock lasts (R11, R19, A8, A10)."""
    more = s.hand[s.turn] > 0 or (f.refill_at_once > 0 and stock_size(f, s) > 0)  # in hand, or about to be drawn (A7, A8, A12)
    if s.extra and more:
        tell(s, events.ONE_MORE, s.turn)
    elif s.extra:
        s.extra = 0  # the turn is over before it refills
        tell(s, events.NONE_FOR_MORE, s.turn)
    if f.refill_at_once:
        due = 1
    else:
        due = 0 if s.extra else s.laid_this_turn
    s.to_draw = min(due, stock_size(f, s))
    if s.to_draw:
        s.phase = REFILLING
    else:
        after_refill(f, s)


def after_refill(f: Facts, s: State) -> None:
    """The extra card is compulsory (A6); without one, the next clockwise who has cards lays (R10, A11)."""
    if s.extra:
        s.phase = LAYING
        return
    layer = s.turn
    s.laid_this_turn = 0
    for _ in range(f.players):
        s.turn = (s.turn + 1) % f.players
        if s.hand[s.turn]:
            s.phase = LAYING
            if s.turn != (layer + 1) % f.players:
                tell(s, events.SKIPPED, layer, s.turn)
            return
    finish(f, s)


def finish(f: Facts, s: State) -> None:
    """All cards are laid, and what is left in the tray stays there (R24, A13, A14)."""
    s.phase = FINISHED
    if empty_places(s) == ALL_PLACES:
        tell(s, events.NONE_LEFT)
    else:
        tell(s, events.SOME_LEFT)
    tell(s, events.CARDS_WON)
    best = winners(f, s)
    seat = lowest_bit(best)
    if count_bits(best) == 1:
        tell(s, events.WINNER, seat, s.won[seat])
    else:
        tell(s, events.SHARED, s.won[seat])


# --- the result -------------------------------------------------------------------------------


def scores(f: Facts, s: State, out: list[int]) -> int:
    """Cards won; what stays in the tray counts for nobody (R24)."""
    for seat in range(f.players):
        out[seat] = s.won[seat]
    return f.players


def winners(f: Facts, s: State) -> int:
    """Most cards win; level, they share (R23, A15)."""
    return having_most(f, s.won) if s.phase == FINISHED else 0
