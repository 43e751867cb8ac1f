"""12 Chip Trick made small: a round of a few chips.

Two players without a ghost know each other's chips by what they lack themselves; what is hidden takes three.
"""

from ludotheque.games.chip_trick.chips import handful_of
from ludotheque.instance import Instance

ONE_ROUND = {"ghost": 0, "tiles": 1}
FOUR = {"chips": handful_of([1, 2, 3, 4]), "red": handful_of([1, 1, 4, 4]), "reds": 1, "blues": 1, "limit": 5}
SIX = {"chips": handful_of([1, 2, 3, 4, 5, 6]), "red": handful_of([2, 2, 5, 5]), "reds": 1, "blues": 2, "limit": 10}
TWINS = {"chips": handful_of([1, 1, 2, 3, 3, 4]), "red": handful_of([1, 1, 2, 2]), "reds": 1, "blues": 1, "limit": 5}
ONE_EACH = {"chips": handful_of([2, 3, 5]), "red": 0, "reds": 0, "blues": 1, "limit": 4}

MANDOO_INSTANCES = (
    Instance("tiny", players=2, facts=ONE_ROUND | FOUR, opening=("start 0",)),
    Instance("small", players=3, facts=ONE_ROUND | TWINS, opening=("start 0",)),
    Instance("medium", players=2, facts=ONE_ROUND | SIX, opening=("start 0",)),
)

ROOT_INSTANCES = (
    Instance("tiny", players=3, facts=ONE_EACH | {"rounds": 2}, opening=("start 0",)),
    Instance("small", players=3, facts=TWINS | {"rounds": 1}, opening=("start 0",)),
)
