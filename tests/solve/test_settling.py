"""Games that end for learners where all know all: when, with what everyone gets, and the same in the text made for a GPU."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.rest import InterpretedWalk, Rest, worth_of
from ludotheque.engine.batch import Batch, Buffers
from ludotheque.errors import OptionError
from ludotheque.games.chip_trick.rules import begin_round
from ludotheque.solve.settling import SettledBatch
from ludotheque.standingsfile import read_standings, shipped_standings
from ludotheque.walk import NO_DIFFERENCE, WHOLE
from tests.size import sized

ROOT = ludotheque.game("chip-trick-root", 3)
MOST = 60  # decisions
pytestmark = pytest.mark.compiles("chip-trick-root")
LANES = sized(2, 2, 4)
STEPS = sized(160, 160, 200)
SHARES = read_standings(ROOT, shipped_standings(ROOT))
COARSE = [round(4 * share) / 4 for share in SHARES]  # so that much is as good as other things


def state_of(batch: Batch, lane: int) -> Any:
    state = ROOT.rules.State()
    for name, column in batch.states.items():
        value = column[lane].tolist()
        full = getattr(state, name)
        setattr(state, name, value + full[len(value) :] if isinstance(full, list) else value)
    return state


def worth(shares: dict[int, list[float]], seat: int) -> list[float]:
    """To everyone, where whoever is to move takes any of the best."""
    return [fmean(column) for column in zip(*(shares[action] for action in best_moves(shares, seat)), strict=True)]


@pytest.mark.parametrize("by_rounds", [True, False])
def test_they_end_where_all_know_all_with_what_the_rest_is_worth(by_rounds: bool) -> None:
    """Also where earlier rounds settle, too."""
    rest = Rest(ROOT, compiled=False)
    rest.most = MOST
    early = shared = 0
    for seed in range(12):
        batch = SettledBatch(ROOT, 1, seed=seed, device="cpu", most=MOST, shares=SHARES if by_rounds else (), every=1)
        while not batch.done[0]:
            state = state_of(batch, 0)
            batch.choose_at_random()
            ROOT.rules.apply(ROOT.facts, state, int(batch.action[0]))
            batch.step()
            seat = ROOT.rules.actor(ROOT.facts, state)
            known = seat >= 0 and all(ROOT.rules.certain(ROOT.facts, state, each) for each in range(3))  # type: ignore[misc]
            shares = rest(state) if known else {}  # of the last round alone
            assert bool(batch.done[0]) == (bool(shares) or seat == ludotheque.OVER)
            if shares:
                assert batch.reward[0].tolist() == pytest.approx(worth(shares, seat), abs=1e-5)
        early += bool(shares)
        shared += 0 < batch.reward.max() < 1
    assert early > 8
    assert shared or by_rounds


def test_before_the_last_the_next_round_is_dealt_after_the_best_that_everyone_could_do() -> None:
    rest = Rest(ROOT, compiled=False)
    rest.walk = InterpretedWalk(ROOT, [round(share * WHOLE) for share in COARSE])
    rest.most = 100 * MOST  # where somebody wins alone, the walk that settled looked at fewer
    settled = not_all = 0
    of_several: list[bool] = []

    def best(state: Any) -> list[int]:
        return best_moves(rest(state), ROOT.rules.actor(ROOT.facts, state))

    for seed in range(40):
        batch = SettledBatch(ROOT, 1, seed=seed, device="cpu", most=MOST, shares=COARSE, every=1)
        played = SettledBatch(ROOT, 1, seed=seed, device="cpu", most=0)  # where nothing is ever short enough
        while not batch.done[0] and state_of(batch, 0).round == state_of(played, 0).round:
            batch.choose_at_random()
            played.step(batch.action)
            batch.step()
        before, after = state_of(played, 0), state_of(batch, 0)
        if batch.done[0]:
            continue
        assert after.round == before.round + 1
        assert not batch.reward.any()
        good = set(ends(before, best))
        came_to = ROOT.rules.standing(ROOT.facts, undealt(after))  # type: ignore[misc]
        assert came_to in good
        settled += 1
        if len(good) > 1:
            of_several.append(came_to in ends(before, lambda state: best(state)[:1]))
        not_all += any(end not in good for end in ends(before, legal_moves))  # all of them may be very many
    assert settled > 30
    assert not_all > 20
    assert {True, False} <= set(of_several), "the first of several that are as good, and others"


def ends(state: Any, moves: Callable[[Any], Iterable[int]]) -> Iterator[int]:
    """The standings that a round may come to by these moves of everyone."""
    facts, rules = ROOT.facts, ROOT.rules
    if rules.actor(facts, state) < 0:
        yield rules.standing(facts, state)  # type: ignore[misc]
        return
    for action in moves(state):
        after = state.copy()
        rules.apply(facts, after, action)
        yield from ends(after, moves)


def legal_moves(state: Any) -> list[int]:
    out = ROOT.rules.room(ROOT.rules.most_choices)
    return [int(action) for action in out[: ROOT.rules.legal(ROOT.facts, state, out)]]


def best_moves(shares: dict[int, list[float]], seat: int) -> list[int]:
    best = max(of_all[seat] for of_all in shares.values())
    return [action for action, of_all in shares.items() if of_all[seat] > best - NO_DIFFERENCE]


def undealt(state: Any) -> Any:
    begin_round(ROOT.facts, state)
    return state


PROGRAM = """
import json, sys
import numpy
import ludotheque
from ludotheque.engine.batch import Buffers
from ludotheque.engine.module import module_of
from ludotheque.solve.settling import settled

told = json.load(sys.stdin)
module = module_of(ludotheque.game("chip-trick-root", 3), "simulator", settled(True))
dtype = numpy.dtype(module.STATE)
states = module.State(**{n: numpy.zeros((told["lanes"], *(dtype[n].shape or (1,))), dtype[n].base) for n in dtype.names})
b = Buffers(**{name: numpy.zeros(shape, kind) for name, (kind, shape) in told["shapes"].items()})
b.number[:] = range(told["lanes"])
worth = numpy.array(told["worth"], numpy.int32)
rngs = numpy.zeros((told["lanes"], 2), numpy.int64)
module.kernel[1, told["lanes"]](states, rngs, b, 3, told["lanes"], True)
for actions in told["actions"]:
    b.action[:] = actions
    module.kernel[1, told["lanes"]](states, rngs, b, 3, told["lanes"], False)
    module.settle_kernel[1, told["lanes"]](states, rngs, b, 3, told["lanes"], told["most"], worth)
    print(json.dumps([getattr(b, name).tolist() for name in told["compared"]]))
"""


def test_the_text_for_a_gpu_does_the_same() -> None:
    compared = ["done", "reward", "number", "seat", "allowed"]
    batch = SettledBatch(ROOT, LANES, seed=3, device="cpu", most=MOST, shares=SHARES, every=1)
    shapes = {name: (str(buffer.dtype), buffer.shape) for name, buffer in zip(Buffers._fields, batch.buffers, strict=True)}
    actions, wanted, ended = [], [], 0
    for _ in range(STEPS):
        batch.choose_at_random()
        actions.append(batch.action.tolist())
        batch.step()
        wanted.append([getattr(batch.buffers, name).tolist() for name in compared])
        ended += int(batch.done.sum())
    told = {"lanes": LANES, "shapes": shapes, "actions": actions, "most": MOST, "compared": compared, "worth": worth_of(ROOT)}
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    here = Path(__file__).parents[2]
    done = subprocess.run(
        command, input=json.dumps(told), capture_output=True, text=True, env=environment, cwd=here, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert [json.loads(line) for line in done.stdout.splitlines()] == wanted
    assert ended >= LANES


def test_where_nobody_ever_knows_everything_nothing_is_settled() -> None:
    with pytest.raises(OptionError, match="nobody ever knows everything"):
        SettledBatch(ludotheque.game("toujours-12", 3), LANES, seed=1, device="cpu", most=MOST)
