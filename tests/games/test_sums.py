"""The sums that judges of 12 Chip Trick are told: those of everyone's chips, and who is ahead."""

from random import Random

import numpy
import pytest

import ludotheque
from ludotheque import CHANCE, Game, Position
from ludotheque.bots.policy import Floats
from ludotheque.games import from_spec
from ludotheque.games.chip_trick.rules import State
from ludotheque.observation import Sum, digits, number
from ludotheque.policyfile import climbs, steps, weights_of
from tests.size import sized
from tests.table import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="what judges are told is never compiled")

LAYOUT = [number("taking", 1), digits("hand", 2, 2, 3), number("score", 127)]


def test_every_step_adds_what_it_counts() -> None:
    weights = weights_of(Sum({"hand": (1.0, 2.0), "score": (0.5,)}, 0, 3), LAYOUT)
    assert weights[:5] == [0, 1, 1, 2, 2]  # two steps for two twins
    assert weights[5:] == [0.5 * step.width for step in steps(LAYOUT)[5:]]
    assert weights_of(Sum({"hand": (1.0,)}, 0, 3), LAYOUT)[:5] == [0, 1, 1, 0, 0]


def test_sums_climb_by_ones() -> None:
    assert climbs([Sum({}, 0, 2), Sum({}, -1, 1)]) == [(0, 0), (0, 1), (1, -1), (1, 0)]


class Judge:
    """What a judge of a game is told beside the position."""

    def __init__(self, game: Game) -> None:
        layout = game.ruleset.rules.layout(game.facts)
        hands = [digits(f"hand {k}", 16, 2, 3) for k in range(game.players)]
        assert game.ruleset.sums
        self.floats = Floats(layout)
        self.most = numpy.array([entry.most for entry in layout for _ in range(entry.digits)])
        self.steps = steps(layout + hands)
        self.sums = game.ruleset.sums(game.facts)
        self.weights = [weights_of(total, layout + hands) for total in self.sums]

    def told(self, position: Position) -> list[float]:
        """The sums, from what the seat to move sees and what everybody holds."""
        seat, players = position.actor, position.game.players
        state: State = position.state
        held = [state.hand[(seat + k) % players] >> 2 * value & 3 for k in range(players) for value in range(16)]
        numbers = [*numpy.round(self.floats(position.view(seat)) * self.most).tolist(), *held]
        inputs = [min(max((numbers[step.place] - step.low) / step.width, 0), 1) for step in self.steps]
        totals = [numpy.dot(weights, inputs) for weights in self.weights]
        return [min(max(float(found), total.low), total.high) for found, total in zip(totals, self.sums, strict=True)]


def reckoned(position: Position) -> list[float]:
    """The same from what a position says in words."""
    players = position.game.players
    places = [(position.actor + k) % players for k in range(players)]
    now = position.view(position.actor).now
    totals = [sum(position.view(seat).now["hand"]) + sum(now["display"][seat]) for seat in places]
    points = [now["scores"][seat] if position.game.facts.rounds else 0 for seat in places]
    counts = (1.0, 0.5) if position.game.facts.halving else (1.0,)
    leads = [
        points[0] + own * totals[0] - points[k] - other * totals[k]
        for k in range(1, players)
        for own in counts
        for other in counts
    ]
    return [*totals, *(min(max(lead, -20.0), 20.0) for lead in leads)]


@pytest.mark.parametrize(
    "spec", ["chip-trick-root players=3", "chip-trick players=3", "chip-trick players=4 scoring=halving"]
)  # with one chip of a value, and with two
def test_they_are_the_sums_of_whole_hands(spec: str) -> None:
    game, looked = from_spec(spec), 0
    judge = Judge(game)
    for seed in range(sized(1, 1, 3)):
        position, rng = game.start(), Random(seed)
        while not position.over:
            if position.actor != CHANCE:
                assert judge.told(position) == reckoned(position)
                looked += 1
            position.play(position.draw(rng))
    assert looked > 50


def test_with_a_ghost_there_are_none() -> None:
    game = ludotheque.game("chip-trick", 2)
    assert game.ruleset.sums
    assert game.ruleset.sums(game.facts) == []
