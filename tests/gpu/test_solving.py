"""Solving and learning on a GPU come to what they come to on the processor."""

import numpy
import pytest

import ludotheque
from ludotheque.solve.chipik_cpu import OnCpu
from ludotheque.solve.chipik_dice import dice_of
from ludotheque.solve.chipik_positions import positions_of
from ludotheque.solve.chipik_solver import Plan, Played, Stage, offers
from ludotheque.solve.settling import SettledBatch
from ludotheque.standingsfile import read_standings, shipped_standings


def test_chipik_is_solved_alike() -> None:
    """Single precision there, double here."""
    from ludotheque.solve.chipik_cuda import OnCuda

    game = ludotheque.game("chipik", 3)
    dice = dice_of(game)
    positions = positions_of(game, dice)
    found = []
    for device in (OnCpu(positions, dice, 1), OnCuda(positions, dice)):
        (solution,) = offers(device, 3, positions.count, Plan(5, 20, [Stage(0.02, 20)]), lambda _done: None)
        ways = [Played(device, 3, solution, best).at(positions.opening) for best in (False, True)]
        found.append([solution.residual, *ways[0], *ways[1], *solution.reckoned.tolist()])
    assert found[1] == pytest.approx(found[0], abs=1e-4)


def test_rounds_are_settled_alike() -> None:
    game = ludotheque.game("chip-trick-root", 3)
    shares = read_standings(game, shipped_standings(game))
    here, there = (SettledBatch(game, 100, seed=3, device=device, most=60, shares=shares) for device in ("cpu", "cuda"))
    ended = 0
    for _ in range(300):
        here.choose_at_random()
        there.choose_at_random()
        here.step()
        there.step()
        for name, one, two in zip(here.buffers._fields, here.buffers, there.buffers, strict=True):
            if name != "reward":
                assert numpy.array_equal(one, two.get()), name
        assert there.reward.get() == pytest.approx(here.reward, abs=1e-6)
        ended += int(here.done.sum())
    assert ended >= 100
