"""The ladder: one seat of each level among the level below it, in every game, with the fewest and the most players.

How many deals are played is settled here, before anything is known of what comes out, and not changed while looking at
it. A level beats the one below where the 95 % interval of its margin lies above 0.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ludotheque.games import GAMES, game
from ludotheque.lab.contest import CROSS, Contest, Rotation, game_of
from ludotheque.lab.entrants import Entrant
from ludotheque.lab.tournament import about, cell, cut, margins

LEVELS = ("novice", "casual", "club", "expert", "champion")
# When a game's levels or numbers of deals change, so does its seed: no deal that was looked at decides again.
SEEDS = {"chip-trick": 4, "chip-trick-root": 4, "chipik": 3, "toujours-12": 4, "calcory": 4}
BUDGET = 0.1  # of the thinking at the table
BUDGETS = {("toujours-12", 6): 0.3}  # where a tenth would be two looks at every move

# Casual among novices, club among casuals, expert among clubs, champion among experts: the higher, the closer they are.
# Dice make the better player win only a little more often, so Chipik takes the most deals.
USUAL = (100, 100, 200, 200)
DEALS = {
    ("chip-trick", 2): (60, 60, 60, 40),
    ("chip-trick", 4): (40, 60, 40, 40),
    ("chip-trick-root", 3): (60, 60, 100, 200),
    ("chipik", 3): (100, 400, 500, 400),
    ("chipik", 8): (60, 200, 250, 400),
    ("toujours-12", 2): (60, 200, 300, 300),
    ("toujours-12", 6): (100, 300, 600, 250),
    ("calcory", 2): (60, 30, 30, 60),
    ("calcory", 4): (30, 30, 30, 40),
}


def rungs(ids: Sequence[str]) -> dict[Contest, int]:
    """Every contest of these games, with its number of deals."""
    contests = {}
    for id in ids:
        counts = GAMES[id].players
        for players in dict.fromkeys((counts[0], counts[-1])):
            for (lower, higher), deals in zip(pairwise(LEVELS), DEALS.get((id, players), USUAL), strict=True):
                entrants = (Entrant(higher, higher), Entrant(lower, lower))
                budget = BUDGETS.get((id, players), BUDGET)
                contests[Contest(game(id, players).spec, CROSS, entrants, SEEDS.get(id, 1), budget)] = deals
    return contests


def report(results: dict[Contest, list[Rotation]]) -> list[dict[str, Any]]:
    """What came out of every rung and all it takes to play it again, as plain data."""
    told = []
    for contest, rotations in results.items():
        higher, lower = (entrant.name for entrant in contest.entrants)
        told.append(
            {
                **about(game_of(contest.game), contest.seed, contest.budget),
                "games": sum(map(len, rotations)),
                "cut": cut(rotations),
                **cell(higher, lower, margins(rotations)),
            }
        )
    return told


def beaten(rung: dict[str, Any]) -> bool:
    return bool(rung["verdict"] == "above")
