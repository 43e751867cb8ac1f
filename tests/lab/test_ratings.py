"""Ratings follow results, not the order of games or the number of seats somebody has."""

import sys
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest

from ludotheque import LudothequeError, extras
from ludotheque.lab import ratings
from ludotheque.lab.ratings import Played, fixed_players, rate, rated
from tests.size import not_in_check, sized


def duels(chance: float, deals: int, seed: int) -> list[list[Played]]:
    """Two players on both seats; entrant 0 wins with that chance."""
    rng = Random(f"{seed} duels")
    return [[duel(rng.random() < chance, first=place == 0) for place in range(2)] for _ in range(deals)]


def duel(won: bool, *, first: bool) -> Played:
    returns = [1.0, 0.0] if won == first else [0.0, 1.0]
    return ((0, 1) if first else (1, 0)), returns


def test_one_game_as_openskill_rates_it() -> None:
    model = fixed_players()
    players = [model.rating() for _ in range(3)]
    expected = [seat.mu for [seat] in model.rate([[player] for player in players], ranks=[2, 1, 2])]
    rate(model, players, (0, 1, 2), [0.0, 1.0, 0.0])
    assert [player.mu for player in players] == expected
    assert expected[1] > expected[0] == expected[2]


def test_a_shared_victory_is_a_tie() -> None:
    model = fixed_players()
    players = [model.rating() for _ in range(2)]
    rate(model, players, (0, 1), [0.5, 0.5])
    assert players[0].mu == players[1].mu == pytest.approx(25)


def test_who_has_two_seats_learns_from_both() -> None:
    """The others lose to one of his seats, and so does his other one."""
    model = fixed_players()
    players = [model.rating() for _ in range(2)]
    rate(model, players, (0, 0, 1), [1.0, 0.0, 0.0])
    seats = [seat.mu - 25 for [seat] in model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])]
    assert players[0].mu - 25 == pytest.approx(seats[0] + seats[1])
    assert players[1].mu - 25 == pytest.approx(seats[2])


def test_the_order_of_games_hardly_matters() -> None:
    """Much less, in any case, than other deals would."""
    deals = duels(0.7, 60, seed=1)
    by_order = stdev(rated(deals, 2, Random(seed))[0] for seed in range(20))
    by_deals = stdev(rated(duels(0.7, 60, seed), 2, Random(seed))[0] for seed in range(20))
    assert by_order < by_deals / 2
    told, turned = (ratings.ratings(games, 2, seed=1)[0] for games in (deals, deals[::-1]))
    assert turned.mean == pytest.approx(told.mean, abs=0.1 * (told.high - told.low))


def test_who_sits_twice_at_a_table_does_not_move_the_level() -> None:
    """Tables of three with two entrants: the order of games must not matter there either."""
    rng = Random(3)
    lineups = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1))
    deals = [[(lineup, [float(seat == winner) for seat in range(3)])] for lineup in lineups * 40 for winner in [rng.randrange(3)]]
    again = [rated(deals, 2, Random(seed)) for seed in range(10)]
    assert all(sum(levels) == pytest.approx(50) for levels in again)
    assert stdev(levels[0] for levels in again) < 0.1


def test_a_rating_says_how_likely_a_victory_is() -> None:
    """In this model the chance of beating another is that of a logistic curve over their difference."""
    deals = duels(0.7, 600, seed=1)
    won = sum(returns[lineup.index(0)] for deal in deals for lineup, returns in deal) / 1200
    one, other = rated(deals, 2, Random(1))
    model = fixed_players()
    assert 1 / (1 + exp((other - one) / (model.beta * sqrt(2)))) == pytest.approx(won, abs=0.01)


@not_in_check
def test_intervals_hold_what_a_rating_is_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty or forty tournaments of the same two: 19 intervals of 20 should hold the mean of their ratings."""
    tournaments = sized(20, 20, 40)
    monkeypatch.setattr(ratings, "ORDERS", 2)
    found = [ratings.ratings(duels(0.65, 20, seed), 2, seed)[0] for seed in range(tournaments)]
    mean = sum(one.mean for one in found) / tournaments
    assert sum(one.low <= mean <= one.high for one in found) >= 0.85 * tournaments


def test_the_same_seed_gives_the_same_ratings() -> None:
    deals = duels(0.6, 20, seed=2)
    assert ratings.ratings(deals, 2, seed=5) == ratings.ratings(deals, 2, seed=5)
    assert ratings.ratings(deals, 2, seed=5) != ratings.ratings(deals, 2, seed=6)


def test_without_openskill_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path)
    with pytest.raises(LudothequeError, match=r"ratings need OpenSkill; python -m pip install 'ludotheque\[lab\]' brings it"):
        ratings.make_sure()
