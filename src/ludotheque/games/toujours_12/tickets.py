"""A random step of Toujours 12 as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.bits import count_bits, nth_bit
from ludotheque.games.toujours_12.cards import PLACES, different_digits
from ludotheque.games.toujours_12.rules import DRAW, LAY, LAYING, START, STARTING, Facts, State, open_places, stock_size
from ludotheque.seats import having_most


def tickets(f: Facts, s: State) -> int:
    if s.phase == LAYING:
        return count_bits(different_digits(s.hand[s.turn])) * count_bits(open_places(s))
    if s.phase == STARTING:
        return count_bits(having_most(f, s.announced))
    return stock_size(f, s)


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == LAYING:
        places = open_places(s)
        digit = nth_bit(different_digits(s.hand[s.turn]), n // count_bits(places)) // 4
        return LAY + digit * PLACES + nth_bit(places, n % count_bits(places))
    if s.phase == STARTING:
        return START + nth_bit(having_most(f, s.announced), n)
    digit = 0
    while n >= s.stock[digit]:
        n -= s.stock[digit]
        digit += 1
    return DRAW + digit
