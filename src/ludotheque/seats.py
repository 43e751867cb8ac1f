"""Who acts, as the rules say it: a seat number, or one of these."""

from typing import Any

CHANCE = -1
OVER = -2

NOBODY = -1  # no seat, where a seat could stand
ONLOOKER = -1  # the seat of someone who only watches
EVERYONE = -1  # a set of seats: every bit, the onlooker's too


class Seats(int):
    """How many seats a game has room for at most; compiled for fewer, it makes room for those."""


def having_most(f: Any, numbers: list[int]) -> int:
    """The seats of players whose number is the highest, as bits."""
    best = 0
    for seat in range(f.players):
        best = max(best, numbers[seat])
    seats = 0
    for seat in range(f.players):
        if numbers[seat] == best:
            seats |= 1 << seat
    return seats
