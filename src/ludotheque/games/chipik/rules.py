"""Chipik: throw for a combination, and hand your tokens to the neighbours; first without tokens wins.

Nothing is hidden. Clauses: rulebook.md.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ludotheque.fields import EACH_SEAT, Int8, Open, Record, record
from ludotheque.games.chipik import events
from ludotheque.games.chipik.dice import is_addition, is_odds, is_run, is_triple
from ludotheque.kit.telling import tell
from ludotheque.seats import CHANCE, NOBODY, OVER, Seats
from ludotheque.trios import numbers_in, orders, size_of, sum_of, trio, trios_up_to

SEATS = Seats(8)
DICE = 3  # R2
HANDFULS = trios_up_to(6)  # of up to three dice, as trios

# Actions: what a player does first, then what chance does.
REROLL = 0
DISCARD = REROLL + HANDFULS
ROLL = DISCARD + 9
ACTIONS = ROLL + HANDFULS
PLAYER_ACTIONS = ROLL
MOST_CHOICES = 56  # throws of three dice

# Every throw of one, of two and of three dice, and in how many ways fair dice fall so.
THROWS = sorted(range(1, HANDFULS), key=lambda dice: (size_of(dice), dice))
ROLLS = tuple(ROLL + dice for dice in THROWS)
WAYS = tuple(orders(*numbers_in(dice)) for dice in THROWS)
FIRST_OF_TWO, FIRST_OF_THREE = 6, 6 + 21  # where those of two and of three begin

# The nine discards, in this order.
ADDITION_BIN, ADDITION_LUCKY, ODDS_LEFT, ODDS_RIGHT, RUN_LEFT, RUN_RIGHT, TRIPLE_LEFT, TRIPLE_RIGHT, TRIPLE_BOTH = range(9)
REROLLS, DISCARDS = 7, 9


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


# Names of their own: quicker than asking the class.
OPENING, FIRST_THROW, AFTER_FIRST, SECOND_THROW, AFTER_SECOND, FINISHED = Phase
OK = Reason.OK


class Facts(NamedTuple):
    players: int  # R1
    tokens: int  # each at the start (R2, R4)
    addition: int  # the least total of an Addition (R17)
    by_roll: int  # 1: seats follow the opening throws, 0: only the starter does (R9, A3)
    faces: int  # of a die (R2)


@record
class State(Record):
    phase: Open[Int8]
    at: Open[Int8]  # whose turn, as a place in the turn order
    order: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # the seats in turn order
    tokens: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]
    bin: Open[Int8]
    lucky: Open[Int8]  # who holds the Chance card, or nobody
    dice: Open[Annotated[list[int], 8, DICE]]  # ascending; 0 for a die that is being thrown
    opening: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # each seat's last opening throw, added up
    ahead: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # seats that threw better; level seats have the same number
    throwing: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # 1: throws (again) in the opening and has yet to
    level: Open[Annotated[list[int], 8, SEATS, EACH_SEAT]]  # 1: belongs to the group that throws now


def begin(f: Facts, s: State) -> None:
    """Everyone has tokens, the card lies in the centre, everyone is to throw (R4, R5, R7)."""
    s.phase = OPENING
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


def has_combination(f: Facts, s: State) -> bool:
    return is_addition(s, f.addition) or is_odds(s) or is_run(s) or is_triple(s)


def are_lying(s: State, dice: int) -> bool:
    """Whether these are among the dice on the table; both ascend, so one look along them is enough."""
    die = 0
    for face in numbers_in(dice):
        if face:
            while die < DICE and s.dice[die] != face:
                die += 1
            if die == DICE:
                return False
            die += 1
    return True


def put_dice(s: State, dice: int) -> None:
    s.dice[0], s.dice[1], s.dice[2] = numbers_in(dice)


def pick_up_dice(s: State, dice: int) -> None:
    """These are thrown again, the others are kept."""
    for face in numbers_in(dice):
        for die in range(DICE):
            if s.dice[die] == face:
                s.dice[die] = 0
                break
    sort_dice(s)


def fill_in_dice(s: State, dice: int) -> None:
    """What was thrown fills the gaps: they come first where dice lie, and last where they were thrown."""
    low, middle, high = numbers_in(dice)
    s.dice[0] += high
    s.dice[1] += middle
    s.dice[2] += low
    sort_dice(s)


def sort_dice(s: State) -> None:
    for die in (0, 1, 0):
        if s.dice[die] > s.dice[die + 1]:
            s.dice[die], s.dice[die + 1] = s.dice[die + 1], s.dice[die]


# --- whose step, what is possible -------------------------------------------------------------


def actor(f: Facts, s: State) -> int:
    if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND:
        return s.order[s.at]
    return OVER if s.phase == FINISHED else CHANCE


def legal(f: Facts, s: State, out: list[int]) -> int:
    """A second throw may follow the first (R12, A4); any matching combination may be used (R24, R25, A9, A11)."""
    n = 0
    choices = rerolls(s)
    for which in range(REROLLS):
        if choices >> which & 1:
            out[n] = REROLL + dice_of_reroll(s, which)
            n += 1
    choices = discards(f, s)
    for which in range(DISCARDS):
        if choices >> which & 1:
            out[n] = DISCARD + which
            n += 1
    return n


def rerolls(s: State) -> int:
    """Which of low, middle, high, low and middle, low and high, middle and high, all may be thrown again, as bits.

    Any one, two or three of the dice after the first throw, equal ones counted once (R14, A5, A6, A23).
    """
    if s.phase != AFTER_FIRST:
        return 0
    choices = 0b1111111
    if s.dice[0] == s.dice[1]:
        choices &= 0b1011101  # throwing the middle die for the low one is the same
    if s.dice[1] == s.dice[2]:
        choices &= 0b1101011
    return choices


def dice_of_reroll(s: State, which: int) -> int:
    """The dice thrown by one of those choices, as a trio."""
    low, middle, high = s.dice[0], s.dice[1], s.dice[2]
    if which < 3:
        return trio(0, 0, s.dice[which])
    if which < 5:
        return trio(0, low, middle if which == 3 else high)
    return trio(low if which == 6 else 0, middle, high)


def discards(f: Facts, s: State) -> int:
    """Which of the nine discards are possible, as bits."""
    if s.phase != AFTER_FIRST and s.phase != AFTER_SECOND:
        return 0
    choices = 0
    if is_addition(s, f.addition):
        choices |= 1 << ADDITION_BIN
        if s.lucky != NOBODY and s.lucky != s.order[s.at]:
            choices |= 1 << ADDITION_LUCKY
    if is_odds(s):
        choices |= 1 << ODDS_LEFT | 1 << ODDS_RIGHT
    if is_run(s):
        choices |= 1 << RUN_LEFT | 1 << RUN_RIGHT
    if is_triple(s):
        choices |= 1 << TRIPLE_LEFT | 1 << TRIPLE_RIGHT
        if s.tokens[s.order[s.at]] > 1:
            choices |= 1 << TRIPLE_BOTH
    return choices


def chance(f: Facts, s: State, out: list[int], weights: list[int]) -> int:
    """Fair dice: three, or those thrown again (R7, R13, R14)."""
    if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND or s.phase == FINISHED:
        return 0
    thrown = dice_thrown(s)
    first = 0 if thrown == 1 else FIRST_OF_TWO if thrown == 2 else FIRST_OF_THREE
    pairs = f.faces * (f.faces + 1) // 2
    throws = f.faces if thrown == 1 else pairs if thrown == 2 else pairs * (f.faces + 2) // 3
    n = 0
    for number in range(first, first + throws):  # the highest face counts most, so dice of fewer faces come first
        out[n] = ROLLS[number]
        weights[n] = WAYS[number]
        n += 1
    return n


def dice_thrown(s: State) -> int:
    return (s.dice[0] == 0) + (s.dice[1] == 0) + (s.dice[2] == 0) if s.phase == SECOND_THROW else DICE


def reason(f: Facts, s: State, action: int) -> Reason:
    """Why this action is not possible now, or OK."""
    if s.phase == FINISHED:
        return Reason.GAME_OVER
    to_decide = s.phase == AFTER_FIRST or s.phase == AFTER_SECOND
    if action >= ROLL:
        if to_decide:
            return Reason.NOT_YOUR_STEP
        _, _, highest = numbers_in(action - ROLL)
        return OK if size_of(action - ROLL) == dice_thrown(s) and highest <= f.faces else Reason.NOT_POSSIBLE
    if not to_decide:
        return Reason.CHANCE_STEP
    if action >= DISCARD:
        return discard_reason(f, s, action - DISCARD)
    if s.phase == AFTER_SECOND:
        return Reason.NO_THIRD_THROW
    if action == REROLL:
        return Reason.NO_DIE_THROWN
    return OK if are_lying(s, action - REROLL) else Reason.NOT_AMONG_DICE


def discard_reason(f: Facts, s: State, which: int) -> Reason:
    if which <= ADDITION_LUCKY:
        if not is_addition(s, f.addition):
            return Reason.NOT_ADDITION
        if which == ADDITION_LUCKY and s.lucky == NOBODY:
            return Reason.NOBODY_LUCKY  # R22
        if which == ADDITION_LUCKY and s.lucky == s.order[s.at]:
            return Reason.LUCKY_ONESELF  # the bin only (R30, A14)
        return OK
    if which <= ODDS_RIGHT:
        return OK if is_odds(s) else Reason.NOT_ODDS
    if which <= RUN_RIGHT:
        return OK if is_run(s) else Reason.NOT_A_RUN
    if not is_triple(s):
        return Reason.NOT_A_TRIPLE
    if which == TRIPLE_BOTH and s.tokens[s.order[s.at]] < 2:
        return Reason.ONE_TOKEN_LEFT  # A10
    return OK


# --- what happens -----------------------------------------------------------------------------


def apply(f: Facts, s: State, action: int) -> None:
    """The one place where the state changes; the action must be possible."""
    if action >= ROLL:
        roll(f, s, action - ROLL)
    elif action >= DISCARD:
        discard(f, s, action - DISCARD)
    else:
        pick_up_dice(s, action - REROLL)
        s.phase = SECOND_THROW
        tell(s, events.TAKEN, s.order[s.at], action - REROLL)


def roll(f: Facts, s: State, dice: int) -> None:
    seat = s.order[s.at]
    if s.phase == OPENING:
        opening_throw(f, s, dice)
    elif s.phase == FIRST_THROW:
        put_dice(s, dice)
        s.phase = AFTER_FIRST  # he throws again or discards; stopping is not offered (R11, A7)
        tell(s, events.THROWN, seat)
        if has_combination(f, s):
            tell(s, events.MADE, seat)
        else:
            tell(s, events.NOTHING_YET, seat)
    else:
        fill_in_dice(s, dice)
        tell(s, events.THROWN_AGAIN, seat)
        if has_combination(f, s):
            s.phase = AFTER_SECOND  # one combination must be used (A8)
            tell(s, events.MADE, seat)
        else:
            tell(s, events.NOTHING_MADE, seat)
            next_turn(f, s)  # R16


def next_turn(f: Facts, s: State) -> None:
    s.at = (s.at + 1) % f.players
    put_dice(s, 0)
    s.phase = FIRST_THROW


def discard(f: Facts, s: State, which: int) -> None:
    """Tokens go to their targets, then the Chance card moves (A19), and the turn or the game ends."""
    seat = s.order[s.at]
    had = s.tokens[seat]
    lucky_before = s.lucky
    tokens_before = s.tokens[lucky_before] if lucky_before != NOBODY else 0
    if which == ADDITION_BIN:
        tell(s, events.ADDITION, seat)
        s.tokens[seat] -= 1
        s.bin += 1  # out of the game for good (R21, A22)
        tell(s, events.TO_BIN, 1, s.bin)
    elif which == ADDITION_LUCKY:
        tell(s, events.ADDITION, seat)
        give(s, seat, s.lucky, 1)  # R22, R27, A13
        tell(s, events.TO_LUCKY, s.lucky, 1, s.tokens[s.lucky])
    elif which == ODDS_LEFT or which == ODDS_RIGHT:
        tell(s, events.ODDS, seat)
        hand_on(f, s, which == ODDS_LEFT, 1)
    elif which == RUN_LEFT or which == RUN_RIGHT:
        tell(s, events.RUN, seat)
        hand_on(f, s, which == RUN_LEFT, 1)
    elif which == TRIPLE_BOTH:  # the three splits of R23
        tell(s, events.TRIPLE_SHARED, seat)
        hand_on(f, s, True, 1)
        hand_on(f, s, False, 1)
    else:
        tell(s, events.TRIPLE, seat)
        hand_on(f, s, which == TRIPLE_LEFT, min(2, had))  # A10
    tell(s, events.KEPT, seat, had, had - s.tokens[seat], s.tokens[seat])
    if s.phase == AFTER_FIRST:
        s.lucky = seat  # dry: from the centre, from the holder, or kept (R15, R26, R28, A15, A18)
        tell(s, events.DRY, seat, lucky_before)
    elif lucky_before != NOBODY and lucky_before != seat and s.tokens[lucky_before] > tokens_before:
        s.lucky = NOBODY  # the holder was hit by a second throw, with whatever combination (R29, A16, A17)
        tell(s, events.LUCKY_HIT, lucky_before)
    if s.tokens[seat] == 0:
        s.phase = FINISHED  # R3, R31, A20
        holder = 2 if s.lucky == NOBODY else 0 if s.lucky == seat else 1
        tell(s, events.WON, seat, holder)
    else:
        next_turn(f, s)


def hand_on(f: Facts, s: State, to_left: bool, number: int) -> None:
    """To the neighbour on that side (R10)."""
    taker = left_of(f, s) if to_left else right_of(f, s)
    give(s, s.order[s.at], taker, number)
    if to_left:
        tell(s, events.TO_LEFT, taker, number, s.tokens[taker])
    else:
        tell(s, events.TO_RIGHT, taker, number, s.tokens[taker])


def give(s: State, giver: int, taker: int, number: int) -> None:
    s.tokens[giver] -= number
    s.tokens[taker] += number


# --- the opening throws -----------------------------------------------------------------------


def opening_throw(f: Facts, s: State, dice: int) -> None:
    """Each seat in order throws three dice; nobody takes the card for it (R7, A3)."""
    seat = next_to_throw(f, s)
    s.opening[seat] = sum_of(dice)
    s.throwing[seat] = 0
    tell(s, events.OPENING_THROWN, seat, dice)
    if next_to_throw(f, s) == NOBODY:
        rank_level_seats(f, s)
        if choose_level_seats(f, s):
            tell(s, events.LEVEL)
        else:
            take_seats(f, s)
            tell(s, events.ORDER)
            tell(s, events.STARTER, s.order[0])


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
    s.phase = FIRST_THROW


# --- the result -------------------------------------------------------------------------------


def scores(f: Facts, s: State, out: list[int]) -> int:
    """Tokens left; fewest is best, and only none at all wins (A21)."""
    for seat in range(f.players):
        out[seat] = s.tokens[seat]
    return f.players


def winners(f: Facts, s: State) -> int:
    """Exactly one, at the end of his own turn (A20)."""
    return 1 << s.order[s.at] if s.phase == FINISHED else 0
