"""Chipik made small: two tokens each, dice with the faces 1 and 2, and the end of a game.

After the opening seat 0 has two tokens and has thrown 1 1 2; the others have one each, so whoever is next wins unless he is
hit, and seat 1, who is, holds the Chance card. Every throw is a combination.
"""

from ludotheque.instance import Instance

FACTS = {"tokens": 2, "faces": 2, "addition": 4}
ORDER = ("roll 2 2 2", "roll 1 2 2", "roll 1 1 2")
FIRST_ROUND = ("roll 2 2 2", "addition bin", "roll 1 2 2", "addition lucky", "roll 1 1 2", "reroll 2", "roll 2", "addition bin")
OPENING = (*ORDER, *FIRST_ROUND, "roll 1 1 2")

INSTANCES = (
    Instance("tiny", players=3, facts=FACTS, opening=OPENING, cut=5),
    Instance("small", players=3, facts=FACTS, opening=OPENING, cut=7),
    Instance("medium", players=3, facts=FACTS, opening=OPENING, cut=9),
)
