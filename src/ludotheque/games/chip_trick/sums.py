"""The sums of 12 Chip Trick, for those who learn it: what everyone has, and who is ahead by how much.

They can be reckoned from single chips, but it takes a network long to learn that, and longer to do it exactly.
"""

from itertools import product

from ludotheque.games.chip_trick.chips import VALUES
from ludotheque.games.chip_trick.rules import HAND, Facts
from ludotheque.observation import Sum

WHOLE, HALVED = 1.0, 0.5
AHEAD = 20  # points; that somebody is further ahead is not told any more exactly


def sums(f: Facts, everything: bool) -> list[Sum]:
    """From the seat's own place; `everything`: of whole hands, of which a seat knows its own only (R14, root A3)."""
    if f.ghost:
        return []
    totals = [Sum(owned(k, WHOLE, everything), 0, HAND * VALUES) for k in range(f.players)]
    counts = (WHOLE, HALVED) if f.halving else (WHOLE,)  # R40, root R19: the totals tell which of them it is
    leads = []
    for k in range(1, f.players):
        for own, other in product(counts, counts):
            mine = points(f, 0, WHOLE) | owned(0, own, everything)
            theirs = points(f, k, -WHOLE) | owned(k, -other, everything)
            leads.append(Sum(mine | theirs, -AHEAD, AHEAD))
    return totals + leads


def owned(k: int, count: float, everything: bool) -> dict[str, tuple[float, ...]]:
    """The chips of a participant, as far as they are known (R31, root R18)."""
    hand = f"hand {k}" if everything else "hand" if k == 0 else f"known {k}"
    values = tuple(count * value for value in range(1, VALUES + 1))
    return {hand: values, f"display {k}": values}


def points(f: Facts, k: int, count: float) -> dict[str, tuple[float, ...]]:
    """The points of the rounds before, where they count (root R22)."""
    return {f"score {k}": (count,)} if f.rounds else {}
