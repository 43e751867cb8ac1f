"""Intervals hold what they promise: on numbers of which the truth is known."""

from random import Random

import pytest

import ludotheque
from ludotheque.lab.contest import CROSS, Contest
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.intervals import ENOUGH, Estimate, estimate, student
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.tournament import margins
from ludotheque.lab.workers import Workers
from tests.lab.planted import plant
from tests.size import not_in_check, sized

ONE_TILE = ludotheque.game("chip-trick", 2).with_facts(tiles=1)  # a game of one round


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.571), (10, 2.228), (29, 2.045), (100, 1.984), (1000, 1.962)])
def test_student_as_in_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


def test_an_interval_worked_out_by_hand() -> None:
    """Mean 2, spread 1, so 2 ± 3.182 / 2."""
    found = estimate([1.0, 3.0, 1.0, 3.0])
    assert (found.mean, found.deals) == (2, 4)
    assert found.high - 2 == pytest.approx(2 - found.low)
    assert found.high - 2 == pytest.approx(3.182 * (4 / 3) ** 0.5 / 2, abs=0.03)


@pytest.mark.parametrize(("low", "high", "verdict"), [(0.1, 0.3, "above"), (-0.3, -0.1, "below"), (-0.1, 0.1, "open"), (0.0, 0.1, "open")])  # fmt: skip  # noqa: E501
def test_what_an_interval_says(low: float, high: float, verdict: str) -> None:
    assert Estimate(0, low, high, ENOUGH).verdict == verdict
    assert Estimate(0, low, high, ENOUGH - 1).verdict == "open"  # whatever it says


@not_in_check
@pytest.mark.parametrize("chance", [1 / 3, 0.5, 0.8])
def test_19_intervals_of_20_hold_a_planted_margin(chance: float) -> None:
    """Three seats; the one wins each game with a known chance, the three games of a deal not independently."""
    rng = Random(f"planted {chance}")
    truth = chance - (1 - chance) / 2
    held = 0
    for _ in range(1000):
        rotations = []
        for _deal in range(60):
            luck = rng.random()  # shared by half of the games of the deal
            wins = [(luck if rng.random() < 0.5 else rng.random()) < chance for _seat in range(3)]
            rotations.append([winner(seat if won else (seat + 1) % 3) for seat, won in enumerate(wins)])
        found = estimate(margins(rotations))
        held += found.low <= truth <= found.high
    assert 0.93 <= held / 1000 <= 0.97


def winner(seat: int) -> list[float] | None:
    return [float(seat == other) for other in range(3)]


@not_in_check
def test_19_intervals_of_20_hold_0_where_equals_play() -> None:
    """Real games: 900 or 1800 deals of random against random in 30 or 60 tournaments of 30 deals."""
    tournaments = sized(30, 30, 60)
    contest = Contest(ONE_TILE.spec, CROSS, read_entrants("random,random"), seed=3)
    values = margins(run({contest: 30 * tournaments}, Workers(1), Kept(None))[contest])
    found = [estimate(values[first : first + 30]) for first in range(0, 30 * tournaments, 30)]
    held = sum(one.low <= 0 <= one.high for one in found)
    assert 0.86 * tournaments < held <= tournaments
    assert estimate(values).verdict == "open"


@not_in_check
def test_a_known_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much worse the highest chip is than a random one, single games say that share nothing with the lab."""
    plant(monkeypatch)
    contest = Contest(ONE_TILE.spec, CROSS, read_entrants("last,random"), seed=1)
    found = estimate(margins(run({contest: 500}, Workers(1), Kept(None))[contest]))
    truth = margin_of_highest_chips(2000)  # within 0.03, 95 times in 100
    assert found.verdict == "below"
    assert found.low - 0.03 < truth < found.high + 0.03
    assert found.high - found.low < 0.1


def margin_of_highest_chips(games: int) -> float:
    rng, margin = Random(5), 0.0
    for game in range(games):
        position, place = ONE_TILE.start(), game % 2
        while not position.over:
            position.play(position.moves()[-1] if position.actor == place else position.draw(rng))
        returns = position.returns()
        margin += returns[place] - returns[1 - place]
    return margin / games
