"""A random step of 12 Chip Trick as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.bits import count_bits
from ludotheque.games.chip_trick.chips import ONE_EACH, nth_chip, size
from ludotheque.games.chip_trick.rules import (
    DEAL,
    DEALING,
    PLAY,
    PLAYING,
    SHOW,
    SHOWING,
    STACK,
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
    if s.phase == PLAYING:
        return count_bits(s.hand[s.turn] & ONE_EACH)
    if s.phase == TAKING:
        return count_bits(takeable(f, s) & ONE_EACH)
    if s.phase == DEALING:
        return size(next_dealt(f, s))
    if s.phase == SHOWING:
        return size(next_shown(f, s))
    if s.phase == STARTING:
        return f.players + f.ghost
    return orders_up_to(f, 1 << f.reds + f.blues)


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == PLAYING:
        return PLAY + nth_chip(s.hand[s.turn] & ONE_EACH, n) - 1
    if s.phase == TAKING:
        return TAKE + nth_chip(takeable(f, s) & ONE_EACH, n) - 1
    if s.phase == DEALING:
        return DEAL + nth_chip(next_dealt(f, s), n) - 1
    if s.phase == SHOWING:
        return SHOW + nth_chip(next_shown(f, s), n) - 1
    if s.phase == STARTING:
        return START + n
    order = 0
    while orders_up_to(f, order + 1) <= n:
        order += 1
    return STACK + order


def orders_up_to(f: Facts, end: int) -> int:
    """How many orders of the ghost's colours have a number below `end`."""
    number = 0
    for order in range(end):
        if count_bits(order) == f.reds:
            number += 1
    return number
