"""How things stand between two rounds, where points count (root R22).

Hands are dealt anew, so all that matters for what comes is how many rounds are over, who opens the next, and who is ahead of
whom by how much; not how many points everyone has.
"""

from collections.abc import Iterator
from itertools import product

from ludotheque.games.chip_trick.chips import VALUES
from ludotheque.games.chip_trick.rules import HAND, Facts, State, begin_round, following

NOWHERE = -1
USUAL = 14  # points of a round: standings are told at about what everyone has there


def most_points(f: Facts) -> int:
    """That a round can bring, or more (root R18, root R19)."""
    return max(f.limit, HAND * VALUES // 2) if f.halving else HAND * VALUES


def standing(f: Facts, s: State) -> int:
    """The number of the standing before a round is dealt, but for the first; none elsewhere."""
    if f.rounds == 0 or s.round == 0 or s.pool != f.chips:
        return NOWHERE
    number = 0
    for finished in range(1, s.round):
        number += (2 * most_points(f) * finished + 1) ** (f.players - 1)
    ahead = 0
    seat = following(f, s.starter)
    while seat != s.starter:
        furthest = most_points(f) * s.round
        ahead = ahead * (2 * furthest + 1) + s.score[seat] - s.score[s.starter] + furthest
        seat = following(f, seat)
    return number + ahead


def opener(f: Facts, s: State) -> int:
    """Who starts the round (root R20)."""
    return s.starter


def standings(f: Facts) -> Iterator[State]:
    """A state of each, in their order; nothing is dealt there yet."""
    for finished in range(1, f.rounds):
        furthest = most_points(f) * finished
        for ahead in product(range(-furthest, furthest + 1), repeat=f.players - 1):
            points = (0, *ahead)
            least = max(-min(points), USUAL * finished - sum(points) // f.players)
            s = State()
            s.round = finished
            for seat in range(f.players):
                s.score[seat] = least + points[seat]
            begin_round(f, s)
            yield s
