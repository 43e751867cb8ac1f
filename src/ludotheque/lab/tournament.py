"""A tournament: everyone against everyone else one to one, and all together at mixed tables for the ratings.

The number that pairs are compared by is the margin: the share of the victory that one seat has, less the mean share of
its opponents. A deal is played once from every seat, and the mean margin of these games is one observation; intervals
are over deals, since games of one deal are not independent.
"""

import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import fmean
from typing import Any

from ludotheque.__about__ import __version__
from ludotheque.fingerprint import fingerprint
from ludotheque.game import Game
from ludotheque.lab import ratings
from ludotheque.lab.contest import CROSS, MIXED, Contest, Rotation
from ludotheque.lab.entrants import Entrant
from ludotheque.lab.intervals import estimate
from ludotheque.lab.playing import LONGEST, Returns
from ludotheque.policyfile import learned_files


@dataclass(frozen=True)
class Tournament:
    game: Game
    entrants: tuple[Entrant, ...]
    games: int  # of everyone among each of the others, and at mixed tables; rounded up to whole deals
    seed: int
    budget: float

    @property
    def deals(self) -> int:
        return -(-self.games // self.game.players)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who is the one and who the others; of two players each is alone, and both ways are the same games."""
        numbers = range(len(self.entrants))
        return list(combinations(numbers, 2) if self.game.players == 2 else permutations(numbers, 2))

    def cross(self, one: int, others: int) -> Contest:
        return Contest(self.game.spec, CROSS, (self.entrants[one], self.entrants[others]), self.seed, self.budget)

    @property
    def mixed(self) -> Contest:
        return Contest(self.game.spec, MIXED, self.entrants, self.seed, self.budget)

    def contests(self) -> dict[Contest, int]:
        return dict.fromkeys([self.mixed, *(self.cross(*pair) for pair in self.pairs)], self.deals)


def margins(rotations: Sequence[Rotation]) -> list[float]:
    """The mean margin of the one in every deal: its place is the game's number in the rotation."""
    return [fmean(margin(returns, place) for place, returns in enumerate(rotation)) for rotation in rotations]


def margin(returns: Returns, place: int) -> float:
    """`[1, 0, 0]` is 1 for seat 0 and -1/2 for the others; a game that was cut is 0 for all."""
    if returns is None:
        return 0.0
    return returns[place] - (sum(returns) - returns[place]) / (len(returns) - 1)


def report(tournament: Tournament, results: dict[Contest, list[Rotation]]) -> dict[str, Any]:
    """Everything that came out and all it takes to play it again, as plain data."""
    game = tournament.game
    return {
        **about(game, tournament.seed, tournament.budget),
        "entrants": [entrant._asdict() for entrant in tournament.entrants],
        "deals": tournament.deals,
        "games": sum(len(rotation) for rotations in results.values() for rotation in rotations),
        "cut": sum(cut(rotations) for rotations in results.values()),
        "matrix": matrix(tournament, results),
        "ratings": standings(tournament, results[tournament.mixed]),
        "rating_orders": ratings.ORDERS,
        "rating_rounds": ratings.ROUNDS,
        "rating_bootstraps": ratings.REDRAWN,
    }


def about(game: Game, seed: int, budget: float) -> dict[str, Any]:
    return {
        "game": game.id,
        "spec": game.spec,
        "players": game.players,
        "behaviour": game.ruleset.version,
        "version": __version__,
        "code": fingerprint(),
        "learned": learned_files(game),
        "simulations": game.rules.simulations,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "seed": seed,
        "budget": budget,
        "longest": LONGEST,
    }


def cut(rotations: Sequence[Rotation]) -> int:
    """Games that did not end."""
    return sum(returns is None for rotation in rotations for returns in rotation)


def matrix(tournament: Tournament, results: dict[Contest, list[Rotation]]) -> list[dict[str, Any]]:
    """A cell for every ordered pair: the margin of the one among the others."""
    names = [entrant.name for entrant in tournament.entrants]
    cells = []
    for one, others in tournament.pairs:
        values = margins(results[tournament.cross(one, others)])
        cells.append(cell(names[one], names[others], values))
        if tournament.game.players == 2:
            cells.append(cell(names[others], names[one], [-value for value in values]))
    return cells


def cell(one: str, others: str, values: list[float]) -> dict[str, Any]:
    """With how many deals had which margin, so that anybody can compute the interval again."""
    found = estimate(values)
    margins = sorted(Counter(round(value, 6) for value in values).items())
    return {"one": one, "others": others, **found._asdict(), "verdict": found.verdict, "margins": margins}


def standings(tournament: Tournament, rotations: Sequence[Rotation]) -> list[dict[str, Any]]:
    """Highest rating first, with the share of the victory per seat taken."""
    contest = tournament.mixed
    deals: list[list[ratings.Played]] = []
    won: list[list[float]] = [[] for _ in tournament.entrants]
    for deal, rotation in enumerate(rotations):
        ended = [(lineup, shares) for lineup, shares in zip(contest.lineups(deal), rotation, strict=True) if shares is not None]
        deals.append(ended)
        for lineup, shares in ended:
            for number, share in zip(lineup, shares, strict=True):
                won[number].append(share)
    rated = ratings.ratings(deals, len(tournament.entrants), tournament.seed)
    order = sorted(range(len(rated)), key=lambda number: -rated[number].mean)
    return [
        {
            "name": tournament.entrants[number].name,
            **rated[number]._asdict(),
            "seats": len(won[number]),
            "won": fmean(won[number]) if won[number] else 0.0,
        }
        for number in order
    ]
