"""Rounds judged one by one, backwards, come to the same as the tree of the whole game."""

import sys
from pathlib import Path

import numpy
import pytest

from ludotheque.bots.policy import Floats
from ludotheque.solve.tree import Array, Tree
from tests.size import sized

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from several_rounds import SeveralRounds, ended  # type: ignore[import-not-found]


def by_what_is_seen(tree: Tree, seen: Array) -> Array:
    """A policy that is different wherever anything looks different, and in no order."""
    looks = (seen * 127).round().astype(int) @ (1 + numpy.arange(seen.shape[1]) ** 2)
    choices = numpy.arange(len(tree.set_of_choice)) - numpy.searchsorted(tree.set_of_choice, tree.set_of_choice)
    weights = 1.5 + numpy.sin(looks[tree.set_of_choice] * (2.0 + choices))
    return weights / numpy.bincount(tree.set_of_choice, weights)[tree.set_of_choice]


FEW = [(1, "tiny"), (2, "tiny")]


@pytest.mark.parametrize(("rounds", "instance"), sized(FEW[:1], FEW, [*FEW, (1, "small")]))
def test_the_gain_is_that_in_the_whole_tree(rounds: int, instance: str) -> None:
    several = SeveralRounds(rounds, instance)
    game = several.game
    whole = Tree(game.replay(["start 0"]))
    floats = Floats(game.rules.layout(game.facts))
    policy = by_what_is_seen(whole, numpy.array([floats(found.view) for found in whole.sets]))
    gains = whole.gains(policy)
    assert min(gains) > 0.001
    assert several.gain(lambda seen: by_what_is_seen(several.tree, seen)) == pytest.approx(sum(gains) / 3)


@pytest.mark.parametrize(
    ("standing", "result", "shares"),
    [
        ((0, 0, 0), (5, 4, 3), [1, 0, 0]),
        ((4, 5, 0), (5, 4, 3), [1, 0, 0]),  # level, but more in the last round (root R23)
        ((4, 4, 5), (5, 5, 4), [1 / 2, 1 / 2, 0]),  # level in that, too (root R24)
    ],
)
def test_who_has_most_in_the_end_wins(standing: tuple[int, ...], result: tuple[int, ...], shares: list[float]) -> None:
    assert ended(standing, result) == shares
