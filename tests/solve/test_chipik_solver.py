"""The solver: how choices are mixed, that threads and devices agree, that a short run comes near, and its command."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque.solve import certificate, chipik, chipik_solver
from ludotheque.solve.chipik_certificate import Others, certify
from ludotheque.solve.chipik_cpu import OnCpu
from ludotheque.solve.chipik_dice import Dice, dice_of
from ludotheque.solve.chipik_plans import PLANS
from ludotheque.solve.chipik_positions import Positions, positions_of
from ludotheque.solve.chipik_solver import Plan, Played, Solution, Stage, offers
from tests.size import sized

GAME = ludotheque.game("chipik", 3)
pytestmark = pytest.mark.compiles("solver of chipik")
SHORT = Plan(15, 15, [Stage(0.05, 10), Stage(0.02, 20), Stage(0.01, 30)])


@pytest.fixture(scope="module")
def dice() -> Dice:
    return dice_of(GAME)


@pytest.fixture(scope="module")
def positions(dice: Dice) -> Positions:
    return positions_of(GAME, dice)


def reckoned(count: int, spread: float) -> Any:
    """What somebody might count on; the end is certain."""
    return numpy.append(0.3 + spread * numpy.random.default_rng(1).random(count), 1.0)


@pytest.mark.parametrize("spread", sized([0.01], [0.01], [0.001, 0.01, 0.3]))
@pytest.mark.parametrize("threads", sized([1], [1], [1, 3]))
def test_everyone_plays_as_the_certificate_says(positions: Positions, dice: Dice, spread: float, threads: int) -> None:
    device, others = OnCpu(positions, dice, threads), Others(positions, dice)
    device.lean(reckoned(positions.count, spread), 0.005, 0.001)
    others.play_by(reckoned(positions.count, spread), 0.005, 0.001)
    assert numpy.abs(device.weights - others.weights).max() < 1e-11
    assert numpy.abs(device.weights.sum(axis=0) - 1).max() < 1e-11


def test_choices_that_are_equal_are_taken_as_often(positions: Positions, dice: Dice) -> None:
    """Where all positions are worth the same, nobody gains by anything but winning at once."""
    device = OnCpu(positions, dice, 1)
    device.lean(numpy.append(numpy.full(positions.count, 1 / 3), 1.0), 0.005, 0.001)
    odds_left, odds_right = 2, 3
    mover_has_two = positions.successors[odds_left] < positions.count
    assert device.weights[odds_left][mover_has_two] == pytest.approx(device.weights[odds_right][mover_has_two])


def test_a_short_run_comes_near(positions: Positions, dice: Dice) -> None:
    """Each stage leaves less to gain, and the solver's own estimate is what the certificate finds."""
    device = OnCpu(positions, dice, 1)
    found: list[Solution] = list(offers(device, 3, positions.count, SHORT, lambda done: None))
    certificates = [certify(positions, dice, s.reckoned, s.target_width, s.dice_width) for s in found]
    gains = [max(proof.gains) for proof in certificates]
    assert gains[0] > 2 * gains[1] > 3 * gains[2] > 0
    for solution, proof in zip(found, certificates, strict=True):
        assert Played(device, 3, solution).at(positions.opening) == pytest.approx(proof.chances, abs=2e-5)
        assert Played(device, 3, solution, best=True).at(positions.opening) == pytest.approx(proof.best, abs=2e-5)
    everywhere = Played(device, 3, found[-1]).everywhere()
    assert everywhere[:, positions.opening] == pytest.approx(certificates[-1].chances, abs=2e-5)
    assert numpy.abs(everywhere.sum(axis=0) - 1).max() < 1e-4


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(PLANS, 3, SHORT)
    file = tmp_path / "results.json"
    monkeypatch.setattr(sys, "argv", ["chipik", "--players", "3", "--out", str(tmp_path), "--json", str(file)])
    chipik.main()
    monkeypatch.setattr(sys, "argv", ["certificate", "--players", "3", "--tables", str(tmp_path), "--json", str(file)])
    certificate.main()
    results = json.loads(file.read_text("utf-8"))
    solved, proof = results["solved"]["3"], results["certificates"]["3"]
    assert proof["gains"] == pytest.approx(solved["gains"], abs=2e-5)
    assert solved["tried"][-1][2] == max(solved["gains"])  # the narrowest width is kept
    assert proof["table_error"] < 5e-5
    assert f"{max(proof['gains']):.6f}" in capsys.readouterr().out


SMALL = GAME.with_facts(tokens=2)


def found(device: Any, positions: Positions) -> list[float]:
    (solution,) = offers(device, 3, positions.count, Plan(5, 20, [Stage(0.02, 2)]), lambda done: None)
    ways = [Played(device, 3, solution, best).at(positions.opening) for best in (False, True)]
    return [solution.residual, *ways[0], *ways[1], *solution.reckoned.tolist()]


SIMULATED = """
import json, pickle, sys
from ludotheque.solve import chipik_solver
from ludotheque.solve.chipik_cuda import OnCuda
from ludotheque.solve.chipik_dice import dice_of
from tests.solve.test_chipik_solver import SMALL, found

chipik_solver.SETTLED = 0.05
positions = pickle.load(sys.stdin.buffer)
print(json.dumps(found(OnCuda(positions, dice_of(SMALL)), positions)))
"""


def test_the_simulated_gpu_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's simulator, in single precision as on a GPU; positions come from here, so that it compiles nothing."""
    monkeypatch.setattr(chipik_solver, "SETTLED", 0.05)
    dice = dice_of(SMALL)
    positions = positions_of(SMALL, dice)
    on_cpu = found(OnCpu(positions, dice, 1), positions)
    environment, here = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, Path(__file__).parents[2]
    command = [sys.executable, "-c", SIMULATED]
    done = subprocess.run(command, input=pickle.dumps(positions), capture_output=True, check=False, env=environment, cwd=here)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout) == pytest.approx(on_cpu, abs=1e-4)
