"""A random step of 12 Chip Trick as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.bits import count_bits
from ludotheque.games.chip_trick.chips import ONE_EACH, nth_chip
from ludotheque.games.chip_trick.rules import (
    DEAL,
    DEALING,
    PLAY,
    PLAYING,
    SHOW,
    STACK,
    STACKING,
    START,
    STARTING,
    TAKE,
    TAKING,
    Facts,
    State,
    next_dealt,
    next_shown,
    takeable,
)


def tickets(f: Facts, s: State) -> int:
    if s.phase == STARTING:
        return f.players + f.ghost
    if s.phase == STACKING:
        return orders_up_to(f, 1 << f.reds + f.blues)
    return count_bits(chips_to_pick(f, s))


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == STARTING:
        return START + n
    if s.phase == STACKING:
        order = 0
        while orders_up_to(f, order + 1) <= n:
            order += 1
        return STACK + order
    first = PLAY if s.phase == PLAYING else TAKE if s.phase == TAKING else DEAL if s.phase == DEALING else SHOW
    return first + nth_chip(chips_to_pick(f, s), n) - 1


def chips_to_pick(f: Facts, s: State) -> int:
    """The chips one of which is picked: twins count once for a player, twice for chance (A3)."""
    if s.phase == PLAYING:
        return s.hand[s.turn] & ONE_EACH
    if s.phase == TAKING:
        return takeable(f, s) & ONE_EACH
    return next_dealt(f, s) if s.phase == DEALING else next_shown(f, s)


def orders_up_to(f: Facts, end: int) -> int:
    """How many orders of the ghost's colours have a number below `end`."""
    number = 0
    for order in range(end):
        if count_bits(order) == f.reds:
            number += 1
    return number
