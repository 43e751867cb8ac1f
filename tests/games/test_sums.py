"""The sums that learners of 12 Chip Trick are told: those of the chips that their seat knows, and who is ahead."""

from random import Random

import numpy
import pytest

import ludotheque
from ludotheque import CHANCE, View
from ludotheque.bots.policy import Floats, Sums
from ludotheque.games import from_spec
from ludotheque.observation import Sum, digits, number
from ludotheque.policyfile import climbs, steps, weights_of

LAYOUT = [number("taking", 1), digits("hand", 2, 2, 3), number("score", 127)]


def test_every_step_adds_what_it_counts() -> None:
    weights = weights_of(Sum({"hand": (1.0, 2.0), "score": (0.5,)}, 0, 3), LAYOUT)
    assert weights[:5] == [0, 1, 1, 2, 2]  # two steps for two twins
    assert weights[5:] == [0.5 * step.width for step in steps(LAYOUT)[5:]]
    assert weights_of(Sum({"hand": (1.0,)}, 0, 3), LAYOUT)[:5] == [0, 1, 1, 0, 0]


def test_sums_climb_by_ones() -> None:
    assert climbs([Sum({}, 0, 2), Sum({}, -1, 1)]) == [(0, 0), (0, 1), (1, -1), (1, 0)]


def told(view: View) -> list[float]:
    """The sums of a view, read off the inputs of a network."""
    game = view.game
    layout = game.ruleset.rules.layout(game.facts)
    assert game.ruleset.sums
    sums = game.ruleset.sums(game.facts, False)
    most = numpy.array([entry.most for entry in layout for _ in range(entry.digits)])
    numbers = numpy.round(Floats(layout)(view) * most)
    found = steps(layout)
    inputs = numpy.array([min(max((numbers[step.place] - step.low) / step.width, 0), 1) for step in found], numpy.float32)
    climbed = Sums(layout, sums)(inputs)
    return [
        total.low + float(sum(one for (which, _), one in zip(climbs(sums), climbed, strict=True) if which == n))
        for n, total in enumerate(sums)
    ]


def reckoned(view: View) -> list[float]:
    """The same from what a view says in words."""
    now, players = view.now, view.game.players
    places = [((view.seat or 0) + k) % players for k in range(players)]
    hands = [now["hand"], *(view.seen["hands"][seat] for seat in places[1:])]
    totals = [sum(hand) + sum(now["display"][seat]) for hand, seat in zip(hands, places, strict=True)]
    points = [now["scores"][seat] if view.game.facts.rounds else 0 for seat in places]
    counts = (1.0, 0.5) if view.game.facts.halving else (1.0,)
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
def test_they_are_the_sums_of_what_a_seat_knows(spec: str) -> None:
    game, looked = from_spec(spec), 0
    for seed in range(3):
        position, rng = game.start(), Random(seed)
        while not position.over:
            if position.actor != CHANCE:
                view = position.view(position.actor)
                assert told(view) == reckoned(view)
                looked += 1
            position.play(position.draw(rng))
    assert looked > 100


def test_with_a_ghost_there_are_none() -> None:
    game = ludotheque.game("chip-trick", 2)
    assert game.ruleset.sums
    assert game.ruleset.sums(game.facts, False) == []


def test_whoever_sees_everything_is_told_of_whole_hands() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    assert game.ruleset.sums
    seen, everything = (game.ruleset.sums(game.facts, whole) for whole in (False, True))
    assert len(seen) == len(everything)
    assert [sorted(total.parts) for total in seen[:3]] == [
        ["display 0", "hand"],
        ["display 1", "known 1"],
        ["display 2", "known 2"],
    ]
    assert [sorted(total.parts) for total in everything[:3]] == [[f"display {k}", f"hand {k}"] for k in range(3)]
