"""The sums of 12 Chip Trick, for who judges learners and sees all hands: what everyone has, and who is ahead by how much.

They can be reckoned from single chips, but it takes a network long to learn that, and longer to do it exactly.
"""

from itertools import product

from ludotheque.games.chip_trick.chips import VALUES
from ludotheque.games.chip_trick.rules import HAND, Facts
from ludotheque.observation import Sum

WHOLE, HALVED = 1.0, 0.5
AHEAD = 20  # points; that somebody is further ahead is not told any more exactly


def sums(f: Facts) -> list[Sum]:
    """From the place of the seat to move."""
    if f.ghost:
        return []
    totals = [Sum(owned(k, WHOLE), 0, HAND * VALUES) for k in range(f.players)]
    counts = (WHOLE, HALVED) if f.halving else (WHOLE,)  # R40, root R19: the totals tell which of them it is
    leads = []
    for k in range(1, f.players):
        for own, other in product(counts, counts):
            mine = points(f, 0, WHOLE) | owned(0, own)
            theirs = points(f, k, -WHOLE) | owned(k, -other)
            leads.append(Sum(mine | theirs, -AHEAD, AHEAD))
    return totals + leads


def owned(k: int, count: float) -> dict[str, tuple[float, ...]]:
    """The chips of a participant (R31, root R18)."""
    values = tuple(count * value for value in range(1, VALUES + 1))
    return {f"hand {k}": values, f"display {k}": values}


def points(f: Facts, k: int, count: float) -> dict[str, tuple[float, ...]]:
    """The points of the rounds before, where they count (root R22)."""
    return {f"score {k}": (count,)} if f.rounds else {}
