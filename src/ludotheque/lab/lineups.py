"""Who sits where: each line-up of a deal is the number of the entrant on every seat."""

from random import Random

Lineup = tuple[int, ...]


def one_among(players: int) -> list[Lineup]:
    """One seat of entrant 0 among those of entrant 1, through all seats: `(0, 1, 1) (1, 0, 1) (1, 1, 0)`."""
    return [tuple(int(seat != place) for seat in range(players)) for place in range(players)]


def mixed(players: int, entrants: int, seed: int, deal: int) -> list[Lineup]:
    """A line-up drawn from all entrants, nobody more than once oftener than another, passed round the table."""
    rng = Random(f"{seed} {deal} line-up")
    drawn: list[int] = []
    while len(drawn) < players:
        drawn += rng.sample(range(entrants), min(entrants, players - len(drawn)))
    rng.shuffle(drawn)
    return [tuple(drawn[place:] + drawn[:place]) for place in range(players)]
