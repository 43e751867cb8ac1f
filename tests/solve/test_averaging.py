"""The average of what was played, where PyTorch is installed: nothing is forgotten sooner, and it is learnt."""

from dataclasses import replace
from typing import Any

import pytest

import ludotheque
from ludotheque.games import GAMES

torch: Any = pytest.importorskip("torch", reason="PyTorch is not part of the environment that tests are run in")

from ludotheque.solve.averaging import Sample  # noqa: E402
from ludotheque.solve.lanes import Lanes, chances  # noqa: E402
from ludotheque.solve.learning import Learner, Settings  # noqa: E402
from ludotheque.solve.training import train  # noqa: E402

SMALL = Settings(
    lanes=240, steps=48, unjudged=8, size=60_000, critic_width=64, minibatch=2048, rate=3e-3,
    sampled=300, sample=5000, imitated=200,
)  # fmt: skip
GAME = ludotheque.game("chip-trick-root", 3)


def a_learner() -> Learner:
    torch.manual_seed(4)
    learner = Learner(Lanes(GAME, 240, 1, "cpu"), SMALL)
    learner.round(0.0)
    return learner


def test_what_was_first_stays_as_long_as_what_was_last() -> None:
    sample = Sample(a_learner(), 1000)
    for number in range(40):
        sample.learner.memory.numbers.fill_(number)
        sample.keep(100)
        assert sample.held == min(1000, 100 * (number + 1))
    kept = torch.bincount(sample.numbers[:, 0].long(), minlength=40)
    assert kept.sum() == 1000
    assert kept.min() > 5  # of 25 that are expected; 1 in 100,000 has fewer
    assert kept.max() < 50
    assert abs(int(kept[:20].sum()) - 500) < 100


def test_where_two_played_the_opposite_it_plays_both() -> None:
    learner = a_learner()
    learner.memory.judged[1:] = False  # few situations, so that it can't know them one by one
    sample = Sample(learner, SMALL.sample)
    weights, biases = learner.policy[-1]
    with torch.no_grad():
        weights.zero_()
        likes = torch.arange(len(biases)) / 4
        for turn in range(20):
            biases.copy_(likes if turn % 2 else -likes)
            sample.keep(200)
    average = sample.average(learner.mean)
    mask, inputs = sample.mask[:4000], learner.lanes.inputs(sample.numbers[:4000])
    both = sum(torch.softmax(how.masked_fill(~mask, -torch.inf), 1) for how in (likes, -likes)) / 2
    assert (chances(average, inputs, mask) - both).abs().max(1).values.mean() < 0.05
    assert (chances(learner.policy, inputs, mask) - both).abs().max(1).values.mean() > 0.1


def test_training_ends_with_it_if_asked_to() -> None:
    root = GAMES["chip-trick-root"]
    tiny = root.instances[0].game(root)
    hush: dict[str, Any] = {"minutes": 0, "rounds": 4, "seed": 2, "device": "cpu", "heard": lambda share, said: None}
    averaged, last = (train(tiny, replace(SMALL, sampled=number, imitated=5), **hush).policy for number in (300, 0))
    assert averaged.weights != last.weights
