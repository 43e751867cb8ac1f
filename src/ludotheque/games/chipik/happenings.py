"""What is counted in many games of Chipik: combinations used, turns without one, who holds the Chance card at the end."""

from ludotheque.games.chipik.rules import (
    ADDITION_BIN,
    ADDITION_LUCKY,
    AFTER_FIRST,
    DISCARD,
    FINISHED,
    FIRST_THROW,
    ODDS_RIGHT,
    OPENING,
    ROLL,
    RUN_RIGHT,
    SECOND_THROW,
    TRIPLE_BOTH,
    Facts,
    State,
)
from ludotheque.i18n import N_
from ludotheque.seats import NOBODY

HAPPENINGS: tuple[str, ...] = (
    N_("discard: Addition, to the bin"),
    N_("discard: Addition, to the lucky player"),
    N_("discard: Odds"),
    N_("discard: Run"),
    N_("discard: Triple, to one neighbour"),
    N_("discard: Triple, to both neighbours"),
    N_("dry discard, on the first throw"),
    N_("turn without a combination"),
    N_("opening: level seats throw again"),
    N_("end: the winner holds the Chance card"),
    N_("end: another player holds the Chance card"),
    N_("end: nobody holds the Chance card"),
)
BIN, LUCKY, ODDS, RUN, TRIPLE_ONE, TRIPLE_TWO, DRY, NOTHING, AGAIN, WINNER_LUCKY, OTHER_LUCKY, NOBODY_LUCKY = (
    1 << n for n in range(len(HAPPENINGS))
)


def happened(f: Facts, s: State, phase: int, action: int) -> int:
    if action >= ROLL:
        if phase == OPENING:
            return AGAIN if all_to_throw_again(f, s) else 0
        return NOTHING if phase == SECOND_THROW and s.phase == FIRST_THROW else 0
    if action < DISCARD:
        return 0
    marks = combination(action - DISCARD)
    if phase == AFTER_FIRST:
        marks |= DRY
    if s.phase == FINISHED:
        marks |= end(s)
    return marks


def combination(which: int) -> int:
    if which == ADDITION_BIN:
        return BIN
    if which == ADDITION_LUCKY:
        return LUCKY
    if which <= ODDS_RIGHT:
        return ODDS
    if which <= RUN_RIGHT:
        return RUN
    return TRIPLE_TWO if which == TRIPLE_BOTH else TRIPLE_ONE


def all_to_throw_again(f: Facts, s: State) -> bool:
    """A group that is level has just been chosen: nobody of it has thrown yet."""
    if s.phase != OPENING:
        return False
    for seat in range(f.players):
        if s.level[seat] != s.throwing[seat]:
            return False
    return True


def end(s: State) -> int:
    if s.lucky == NOBODY:
        return NOBODY_LUCKY
    return WINNER_LUCKY if s.lucky == s.order[s.at] else OTHER_LUCKY
