"""Who acts, as the rules say it: a seat number, or one of these."""

CHANCE = -1
OVER = -2

NOBODY = -1  # no seat, where a seat could stand
ONLOOKER = -1  # the seat of someone who only watches
EVERYONE = -1  # a set of seats: every bit, the onlooker's too


class Seats(int):
    """How many seats a game has room for at most; compiled for fewer, it makes room for those."""
