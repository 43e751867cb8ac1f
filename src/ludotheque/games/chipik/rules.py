"""Chipik: throw for a combination, and hand your tokens to the neighbours; first without tokens wins.

Nothing is hidden. Clauses: rulebook.md.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.fields import Int8, Record, record
from ludotheque.seats import CHANCE, NOBODY, OVER
from ludotheque.trios import joined, numbers_in, orders_of, rest_of, size_of, sum_of, trio, trios_up_to

SEATS = 8
DICE = 3  # R2
HANDFULS = trios_up_to(6)  # of up to three dice, as trios

# Actions: what a player does first, then what chance does.
REROLL = 0
DISCARD = REROLL + HANDFULS
ROLL = DISCARD + 9
ACTIONS = ROLL + HANDFULS
PLAYER_ACTIONS = ROLL
MOST_CHOICES = 56  # throws of three dice

# The nine discards, in this order.
ADDITION_BIN, ADDITION_LUCKY, ODDS_LEFT, ODDS_RIGHT, RUN_LEFT, RUN_RIGHT, TRIPLE_LEFT, TRIPLE_RIGHT, TRIPLE_BOTH = range(9)
DISCARDS = 9


class Phase(IntEnum):
    OPENING = 0
    FIRST_THROW = 1
    AFTER_FIRST = 2
    SECOND_THROW = 3
    AFTER_SECOND = 4
    FINISHED = 5


class Reason(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_STEP = 2
    CHANCE_STEP = 3
    NO_THIRD_THROW = 4
    NO_DIE_THROWN = 5
    NOT_AMONG_DICE = 6
    NOT_ADDITION = 7
    NOBODY_LUCKY = 8
    LUCKY_ONESELF = 9
    NOT_ODDS = 10
    NOT_A_RUN = 11
    NOT_A_TRIPLE = 12
    ONE_TOKEN_LEFT = 13
    NOT_POSSIBLE = 14


class Facts(NamedTuple):
    players: int  # R1
    tokens: int  # each at the start (R2, R4)
    addition: int  # the least total of an Addition (R17)
    by_roll: int  # 1: seats follow the opening throws, 0: only the starter does (R9, A3)


@record
class State(Record):
    phase: Int8
    at: Int8  # whose turn, as a place in the turn order
    order: Annotated[list[int], 8, SEATS]  # the seats in turn order
    tokens: Annotated[list[int], 8, SEATS]
    bin: Int8
    lucky: Int8  # who holds the Chance card, or nobody
    dice: Int8  # as a trio; while dice are thrown again, those kept
    opening: Annotated[list[int], 8, SEATS]  # each seat's last opening throw, added up
    ahead: Annotated[list[int], 8, SEATS]  # seats that threw better; level seats have the same number
    throwing: Annotated[list[int], 8, SEATS]  # 1: throws (again) in the opening and has yet to
    level: Annotated[list[int], 8, SEATS]  # 1: belongs to the group that throws now


def begin(f: Facts, s: State) -> None:
    """Everyone has tokens, the card lies in the centre, everyone is to throw (R4, R5, R7)."""
    s.phase = Phase.OPENING
    s.lucky = NOBODY
    for seat in range(f.players):
        s.tokens[seat] = f.tokens
        s.throwing[seat] = 1
        s.level[seat] = 1


def left_of(f: Facts, s: State) -> int:
    """The left neighbour plays next (R10); with three players both are opponents (A1)."""
    return s.order[(s.at + 1) % f.players]


def right_of(f: Facts, s: State) -> int:
    return s.order[(s.at + f.players - 1) % f.players]


# --- combinations -----------------------------------------------------------------------------


def is_addition(f: Facts, dice: int) -> bool:
    """R17."""
    return sum_of(dice) >= f.addition


def is_odds(dice: int) -> bool:
    """R18."""
    low, middle, high = numbers_in(dice)
    return low % 2 == 1 and middle % 2 == 1 and high % 2 == 1


def is_run(dice: int) -> bool:
    """Three in a row, not around the corner: 6-1-2 is none (R19, A12)."""
    low, middle, high = numbers_in(dice)
    return middle == low + 1 and high == low + 2


def is_triple(dice: int) -> bool:
    """R20."""
    low, _, high = numbers_in(dice)
    return low == high


def has_combination(f: Facts, dice: int) -> bool:
    return is_addition(f, dice) or is_odds(dice) or is_run(dice) or is_triple(dice)


# --- whose step, what is possible -------------------------------------------------------------


def actor(f: Facts, s: State) -> int:
    if s.phase == Phase.AFTER_FIRST or s.phase == Phase.AFTER_SECOND:
        return s.order[s.at]
    return OVER if s.phase == Phase.FINISHED else CHANCE


def legal(f: Facts, s: State, out: list[int]) -> int:
    """A second throw may follow the first (R12, A4); any matching combination may be used (R24, R25, A9, A11)."""
    n = 0
    if s.phase == Phase.AFTER_FIRST:
        n = rerolls(s.dice, out)
    elif s.phase != Phase.AFTER_SECOND:
        return 0
    for which in range(DISCARDS):
        if discard_reason(f, s, which) == Reason.OK:
            out[n] = DISCARD + which
            n += 1
    return n


def rerolls(dice: int, out: list[int]) -> int:
    """Any one, two or three of the dice, equal ones counted once (R14, A5, A6, A23)."""
    low, middle, high = numbers_in(dice)
    out[0] = REROLL + trio(0, 0, low)
    n = 1
    if middle != low:
        out[n] = REROLL + trio(0, 0, middle)
        n += 1
    if high != middle:
        out[n] = REROLL + trio(0, 0, high)
        n += 1
    out[n] = REROLL + trio(0, low, middle)
    n += 1
    if high != middle:
        out[n] = REROLL + trio(0, low, high)
        n += 1
    if low != middle:
        out[n] = REROLL + trio(0, middle, high)
        n += 1
    out[n] = REROLL + dice
    return n + 1


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    """Fair dice: three, or those thrown again (R7, R13, R14)."""
    if s.phase == Phase.AFTER_FIRST or s.phase == Phase.AFTER_SECOND or s.phase == Phase.FINISHED:
        return 0
    thrown = dice_thrown(s)
    n = 0
    for dice in range(1, HANDFULS):
        if size_of(dice) == thrown:
            out[n] = ROLL + dice
            weights[n] = orders_of(dice)
            n += 1
    return n


def dice_thrown(s: State) -> int:
    return DICE - size_of(s.dice) if s.phase == Phase.SECOND_THROW else DICE


def reason(f: Facts, s: State, action: int) -> Reason:
    """Why this action is not possible now, or OK."""
    if s.phase == Phase.FINISHED:
        return Reason.GAME_OVER
    to_decide = s.phase == Phase.AFTER_FIRST or s.phase == Phase.AFTER_SECOND
    if action >= ROLL:
        if to_decide:
            return Reason.NOT_YOUR_STEP
        return Reason.OK if size_of(action - ROLL) == dice_thrown(s) else Reason.NOT_POSSIBLE
    if not to_decide:
        return Reason.CHANCE_STEP
    if action >= DISCARD:
        return discard_reason(f, s, action - DISCARD)
    if s.phase == Phase.AFTER_SECOND:
        return Reason.NO_THIRD_THROW
    if action == REROLL:
        return Reason.NO_DIE_THROWN
    return Reason.OK if rest_of(s.dice, action - REROLL) >= 0 else Reason.NOT_AMONG_DICE


def discard_reason(f: Facts, s: State, which: int) -> Reason:
    if which <= ADDITION_LUCKY:
        if not is_addition(f, s.dice):
            return Reason.NOT_ADDITION
        if which == ADDITION_LUCKY and s.lucky == NOBODY:
            return Reason.NOBODY_LUCKY  # R22
        if which == ADDITION_LUCKY and s.lucky == s.order[s.at]:
            return Reason.LUCKY_ONESELF  # the bin only (R30, A14)
        return Reason.OK
    if which <= ODDS_RIGHT:
        return Reason.OK if is_odds(s.dice) else Reason.NOT_ODDS
    if which <= RUN_RIGHT:
        return Reason.OK if is_run(s.dice) else Reason.NOT_A_RUN
    if not is_triple(s.dice):
        return Reason.NOT_A_TRIPLE
    if which == TRIPLE_BOTH and s.tokens[s.order[s.at]] < 2:
        return Reason.ONE_TOKEN_LEFT  # A10
    return Reason.OK


# --- what happens -----------------------------------------------------------------------------


def apply(f: Facts, s: State, action: int) -> None:
    """The one place where the state changes; the action must be possible."""
    if action >= ROLL:
        roll(f, s, action - ROLL)
    elif action >= DISCARD:
        discard(f, s, action - DISCARD)
    else:
        s.dice = rest_of(s.dice, action - REROLL)
        s.phase = Phase.SECOND_THROW


def roll(f: Facts, s: State, dice: int) -> None:
    if s.phase == Phase.OPENING:
        opening_throw(f, s, sum_of(dice))
    elif s.phase == Phase.FIRST_THROW:
        s.dice = dice
        s.phase = Phase.AFTER_FIRST  # he throws again or discards; stopping is not offered (R11, A7)
    else:
        s.dice = joined(s.dice, dice)
        if has_combination(f, s.dice):
            s.phase = Phase.AFTER_SECOND  # one combination must be used (A8)
        else:
            next_turn(f, s)  # R16


def next_turn(f: Facts, s: State) -> None:
    s.at = (s.at + 1) % f.players
    s.dice = 0
    s.phase = Phase.FIRST_THROW


def discard(f: Facts, s: State, which: int) -> None:
    """Tokens go to their targets, then the Chance card moves (A19), and the turn or the game ends."""
    seat = s.order[s.at]
    left = left_of(f, s)
    right = right_of(f, s)
    lucky_before = s.lucky
    tokens_before = s.tokens[lucky_before] if lucky_before != NOBODY else 0
    if which == ADDITION_BIN:
        s.tokens[seat] -= 1
        s.bin += 1  # out of the game for good (R21, A22)
    elif which == ADDITION_LUCKY:
        give(s, seat, s.lucky, 1)  # R22, R27, A13
    elif which == ODDS_LEFT or which == RUN_LEFT:
        give(s, seat, left, 1)
    elif which == ODDS_RIGHT or which == RUN_RIGHT:
        give(s, seat, right, 1)
    elif which == TRIPLE_BOTH:  # the three splits of R23
        give(s, seat, left, 1)
        give(s, seat, right, 1)
    else:
        give(s, seat, left if which == TRIPLE_LEFT else right, min(2, s.tokens[seat]))  # A10
    if s.phase == Phase.AFTER_FIRST:
        s.lucky = seat  # dry: from the centre, from the holder, or kept (R15, R26, R28, A15, A18)
    elif lucky_before != NOBODY and lucky_before != seat and s.tokens[lucky_before] > tokens_before:
        s.lucky = NOBODY  # the holder was hit by a second throw, with whatever combination (R29, A16, A17)
    if s.tokens[seat] == 0:
        s.phase = Phase.FINISHED  # R3, R31, A20
    else:
        next_turn(f, s)


def give(s: State, giver: int, taker: int, number: int) -> None:
    s.tokens[giver] -= number
    s.tokens[taker] += number


# --- the opening throws -----------------------------------------------------------------------


def opening_throw(f: Facts, s: State, points: int) -> None:
    """Each seat in order throws three dice; nobody takes the card for it (R7, A3)."""
    seat = next_to_throw(f, s)
    s.opening[seat] = points
    s.throwing[seat] = 0
    if next_to_throw(f, s) == NOBODY:
        rank_level_seats(f, s)
        if not choose_level_seats(f, s):
            take_seats(f, s)


def next_to_throw(f: Facts, s: State) -> int:
    for seat in range(f.players):
        if s.throwing[seat]:
            return seat
    return NOBODY


def rank_level_seats(f: Facts, s: State) -> None:
    """Within the group that threw, a higher sum goes ahead (R8, R9)."""
    for seat in range(f.players):
        if s.level[seat]:
            for other in range(f.players):
                if s.level[other] and s.opening[other] > s.opening[seat]:
                    s.ahead[seat] += 1


def choose_level_seats(f: Facts, s: State) -> bool:
    """The highest group that is level throws again; as seated, only one that is level for the start (A2, A3)."""
    for place in range(f.players if f.by_roll else 1):
        group = 0
        for seat in range(f.players):
            s.level[seat] = 1 if s.ahead[seat] == place else 0
            group += s.level[seat]
        if group > 1:
            for seat in range(f.players):
                s.throwing[seat] = s.level[seat]
            return True
    return False


def take_seats(f: Facts, s: State) -> None:
    """The highest starts; the others follow in descending order, or as they sit (R8, R9, R10)."""
    for seat in range(f.players):
        s.level[seat] = 0
        if f.by_roll:
            s.order[s.ahead[seat]] = seat
    if not f.by_roll:
        starter = 0
        for seat in range(f.players):
            if s.ahead[seat] == 0:
                starter = seat
        for place in range(f.players):
            s.order[place] = (starter + place) % f.players
    s.phase = Phase.FIRST_THROW


# --- the result -------------------------------------------------------------------------------


def scores(f: Facts, s: State, out: list[int]) -> int:
    """Tokens left; fewest is best, and only none at all wins (A21)."""
    for seat in range(f.players):
        out[seat] = s.tokens[seat]
    return f.players


def winners(f: Facts, s: State) -> int:
    """Exactly one, at the end of his own turn (A20)."""
    return 1 << s.order[s.at] if s.phase == Phase.FINISHED else 0
