"""A random step of Chipik as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.bits import count_bits, nth_bit
from ludotheque.games.chipik.rules import (
    AFTER_FIRST,
    AFTER_SECOND,
    DISCARD,
    REROLL,
    ROLL,
    Facts,
    State,
    dice_of_reroll,
    dice_thrown,
    discards,
    rerolls,
)
from ludotheque.trios import trio


def tickets(f: Facts, s: State) -> int:
    if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND:
        return count_bits(rerolls(s)) + count_bits(discards(f, s))
    thrown = dice_thrown(s)
    return f.faces * f.faces * f.faces if thrown == 3 else f.faces * f.faces if thrown == 2 else f.faces


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND:
        again = rerolls(s)
        if n < count_bits(again):
            return REROLL + dice_of_reroll(s, nth_bit(again, n))
        return DISCARD + nth_bit(discards(f, s), n - count_bits(again))
    return ROLL + sorted_dice(f, dice_thrown(s), n)


def sorted_dice(f: Facts, thrown: int, n: int) -> int:
    """The n-th way that so many dice fall, as a trio."""
    low = n // (f.faces * f.faces) + 1 if thrown == 3 else 0
    middle = n // f.faces % f.faces + 1 if thrown > 1 else 0
    high = n % f.faces + 1
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    return trio(low, middle, high)
