"""Ratings by OpenSkill: the Plackett-Luce model of Weng and Lin, with intervals that hold for players who don't change.

OpenSkill's own sigma says how sure it is of someone whose games it has seen in this order, and shrinks whatever they
say. What is told here is how much the rating would move with other deals: deals are drawn again, with replacement, and
rated anew (bootstrap). Rated in another order the same games come out a little differently; so they are gone through
twice in shuffled order, without what OpenSkill does to follow players who learn, and the mean of several orders is told.
Games tell differences alone. Where somebody has several seats, the first games move the level of all ratings, and it stays
there; so the mean of all is put back to where it began.
"""

from collections.abc import Sequence
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from ludotheque.errors import LudothequeError
from ludotheque.extras import command_for
from ludotheque.i18n import N_
from ludotheque.lab.lineups import Lineup

ORDERS = 5  # that the rating is the mean of
ROUNDS = 2  # times that all games are gone through in an order; once, the order moves a rating as much as the deals do
REDRAWN = 100  # times that deals are drawn again for the interval

Played = tuple[Lineup, list[float]]  # who sat where, and their shares of the victory


class Rating(NamedTuple):
    mean: float
    low: float  # 95 % interval, by bootstrap over deals
    high: float


def make_sure() -> None:
    """That ratings can be made: asked before games are played for them."""
    try:
        import openskill.models  # noqa: F401
    except ImportError:
        raise LudothequeError(N_("ratings need OpenSkill; {command} brings it"), command=command_for("lab")) from None


def ratings(deals: Sequence[Sequence[Played]], entrants: int, seed: int) -> list[Rating]:
    """One for each entrant. Whoever always wins is rated by the number of games alone; the interval can't tell."""
    rng = Random(f"{seed} ratings")
    orders = [rated(deals, entrants, rng) for _ in range(ORDERS)]
    again = [rated(rng.choices(deals, k=len(deals)), entrants, rng) for _ in range(REDRAWN)]
    told = []
    for number in range(entrants):
        mean = fmean(order[number] for order in orders)
        half = NormalDist().inv_cdf(0.975) * stdev(rating[number] for rating in again)
        told.append(Rating(mean, mean - half, mean + half))
    return told


def rated(deals: Sequence[Sequence[Played]], entrants: int, rng: Random) -> list[float]:
    """The ratings after all games, in an order drawn now, their mean where it began."""
    model = fixed_players()
    players = [model.rating() for _ in range(entrants)]
    games = [game for deal in deals for game in deal]
    for _ in range(ROUNDS):
        rng.shuffle(games)
        for lineup, returns in games:
            rate(model, players, lineup, returns)
    level = fmean(player.mu for player in players) - model.mu
    return [player.mu - level for player in players]


def fixed_players() -> Any:
    """The model for players who don't change: none forgets (tau), and every game counts in full (gamma)."""
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0, gamma=lambda c, k, mu, sigma_squared, team, rank, weights: 1.0)


def rate(model: Any, players: list[Any], lineup: Lineup, returns: list[float]) -> None:
    """One game; who has several seats learns from all of them at once."""
    before = [(player.mu, player.sigma) for player in players]
    # A rating for each seat: OpenSkill would take one that stands on two seats for a single player.
    seats = [[model.rating(*before[number])] for number in lineup]
    for number, [seat] in zip(lineup, model.rate(seats, ranks=[-share for share in returns]), strict=True):
        mu, sigma = before[number]
        players[number].mu += seat.mu - mu
        players[number].sigma *= seat.sigma / sigma
