"""Calcory made small: a row of three or four cards, and little patience.

`longest` was found by walking their trees; a bound that is read off the facts would be far too high.
"""

from ludotheque.instance import Instance

THREE = {"rows": 1, "columns": 3, "target": 3, "first_turns": 1}
FOUR = THREE | {"columns": 4}
ONE_OF_EACH = {"deck": (0, 1, 1, 1, 0, 0, 0, 0, 0, 0)}
TWO_ONES = {"deck": (0, 2, 1, 0, 0, 0, 0, 0, 0, 0)}
TWO_OF_EACH = {"deck": (0, 2, 2, 0, 0, 0, 0, 0, 0, 0)}

INSTANCES = (
    Instance("tiny", players=2, facts=THREE | ONE_OF_EACH | {"patience": 1}, opening=("start 0",), longest=10),
    Instance("small", players=2, facts=THREE | TWO_ONES | {"patience": 2}, opening=("start 0",), longest=22),
    Instance("medium", players=2, facts=FOUR | TWO_OF_EACH | {"patience": 1}, opening=("start 0",), longest=16),
)
