"""Toujours 12 made small: few cards, all of them low.

The opening deals hands that their totals give away, so nothing is hidden but what is drawn after it, and lays the
first card, as the four places are alike.
"""

from ludotheque.instance import Instance

ONES_AND_TWOS = {"deck": (0, 3, 3, 0, 0, 0, 0), "target": 6, "hand": 1}
UP_TO_THREE = {"deck": (0, 3, 2, 2, 0, 0, 0), "target": 7, "hand": 2}
FROM_ZERO = {"deck": (1, 3, 2, 2, 0, 0, 0), "target": 6, "hand": 2}

INSTANCES = (
    Instance("tiny", players=2, facts=ONES_AND_TWOS, opening=("draw 2", "draw 1", "lay 2 1")),
    Instance("small", players=2, facts=UP_TO_THREE, opening=("draw 1", "draw 2", "draw 1", "draw 1", "lay 2 1")),
    Instance("medium", players=2, facts=FROM_ZERO, opening=("draw 3", "draw 3", "draw 0", "draw 1", "lay 3 1")),
)
