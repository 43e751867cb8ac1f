"""A random step of Toujours 12 as a lottery: so many tickets, each as likely, each an action."""

from ludotheque.games.toujours_12.rules import (
    DIGITS,
    DRAW,
    EMPTY,
    LAY,
    LAYING,
    PLACES,
    START,
    STARTING,
    Facts,
    State,
    copies,
    highest_announced,
    stock_size,
)


def tickets(f: Facts, s: State) -> int:
    if s.phase == LAYING:
        return different_digits(s.hand[s.turn]) * open_places(s)
    if s.phase == STARTING:
        level = 0
        for seat in range(f.players):
            if s.announced[seat] == highest_announced(f, s):
                level += 1
        return level
    return stock_size(s)


def ticket(f: Facts, s: State, n: int) -> int:
    if s.phase == LAYING:
        places = open_places(s)
        return LAY + nth_digit(s.hand[s.turn], n // places) * PLACES + nth_place(s, n % places)
    if s.phase == STARTING:
        seat = -1
        while n >= 0:
            seat += 1
            if s.announced[seat] == highest_announced(f, s):
                n -= 1
        return START + seat
    digit = 0
    while n >= s.stock[digit]:
        n -= s.stock[digit]
        digit += 1
    return DRAW + digit


def different_digits(hand: int) -> int:
    number = 0
    for digit in range(DIGITS):
        if copies(hand, digit):
            number += 1
    return number


def nth_digit(hand: int, n: int) -> int:
    """The n-th different digit of a hand, lowest first, from 0."""
    digit = -1
    while n >= 0:
        digit += 1
        if copies(hand, digit):
            n -= 1
    return digit


def open_places(s: State) -> int:
    """How many places a card may go to: the empty ones, or all if none is (R12, R13)."""
    empty = 0
    for place in range(PLACES):
        if s.top[place] == EMPTY:
            empty += 1
    return empty if empty else PLACES


def nth_place(s: State, n: int) -> int:
    empty_first = open_places(s) < PLACES or s.top[0] == EMPTY
    place = -1
    while n >= 0:
        place += 1
        if s.top[place] == EMPTY or not empty_first:
            n -= 1
    return place
