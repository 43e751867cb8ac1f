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
    return 216 if thrown == 3 else 36 if thrown == 2 else 6


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == AFTER_FIRST or s.phase == AFTER_SECOND:
        again = rerolls(s)
        if n < count_bits(again):
            return REROLL + dice_of_reroll(s, nth_bit(again, n))
        return DISCARD + nth_bit(discards(f, s), n - count_bits(again))
    return ROLL + sorted_dice(dice_thrown(s), n)


def sorted_dice(thrown: int, n: int) -> int:
    """The n-th way that so many dice fall, as a trio."""
    low = n // 36 + 1 if thrown == 3 else 0
    middle = n // 6 % 6 + 1 if thrown > 1 else 0
    high = n % 6 + 1
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    return trio(low, middle, high)
