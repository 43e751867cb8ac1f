"""The text made for a GPU, run in Numba's CUDA simulator: the same games as interpreted, every game and option."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import Game, games
from ludotheque.engine.batch import Batch
from tests.engine.test_batch import BOTH_KINDS, KINDS, SHORT
from tests.engine.test_playouts import LONG, interpreted
from tests.size import not_in_check, sized
from tests.table import chosen_games

ROOT = Path(__file__).parent.parent.parent
GAMES_EACH, LANES, STEPS = sized(2, 2, 4), 4, sized(30, 30, 60)
SPECS = [game.spec for game in chosen_games() if game.id != "treize"]

PROGRAM = """
import json, sys
import numpy
from ludotheque import games
from ludotheque.engine import loops
from ludotheque.engine.batch import Buffers
from ludotheque.engine.module import FLOATS, PACKED, module_of

def counts(game):
    tables = numpy.zeros(loops.ENTRIES, numpy.int64)
    module_of(game, "simulator").kernel[2, 2](3, 0, {games}, tables)
    return {{int(entry): int(tables[entry]) for entry in tables.nonzero()[0]}}

def steps(game, work):
    module = module_of(game, "simulator", work)
    dtype = numpy.dtype(module.STATE)
    states = module.State(**{{n: numpy.zeros(({lanes}, *(dtype[n].shape or (1,))), dtype[n].base) for n in dtype.names}})
    told = json.loads(sys.argv[2])
    b = Buffers(**{{name: numpy.zeros(shape, kind) for name, (kind, shape) in told["shapes"][work.name].items()}})
    b.number[:] = range({lanes})
    rngs = numpy.zeros(({lanes}, 2), numpy.int64)
    module.kernel[2, 2](states, rngs, b, 3, {lanes}, True)
    seen = []
    for actions in told["actions"]:
        b.action[:] = actions
        module.kernel[2, 2](states, rngs, b, 3, {lanes}, False)
        seen.append({{name: getattr(b, name).tolist() for name in Buffers._fields}})
    return seen

if sys.argv[1] == "playouts":
    for spec in json.loads(sys.argv[2]):
        print(json.dumps(counts(games.from_spec(spec))))
else:
    game = games.from_spec(sys.argv[1])
    works = [work for work in (PACKED, FLOATS) if work.name in json.loads(sys.argv[2])["shapes"]]
    print(json.dumps({{work.name: steps(game, work) for work in works}}))
"""


def simulated(*words: str) -> list[str]:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    program = PROGRAM.format(games=GAMES_EACH, lanes=LANES)
    command = [sys.executable, "-W", "ignore", "-c", program, *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@not_in_check
@pytest.mark.parametrize("share", range(2))
def test_playouts_count_the_same_games(share: int) -> None:
    specs = SPECS[share::2]
    for spec, line in zip(specs, simulated("playouts", json.dumps(specs)), strict=True):
        entries = interpreted(games.from_spec(spec), GAMES_EACH, 3)
        assert {int(entry): number for entry, number in json.loads(line).items()} == {
            entry: number for entry, number in enumerate(entries) if number
        }, spec


@not_in_check
def test_numbers_beyond_their_table_are_summed_there_too() -> None:
    counted = {int(entry): number for entry, number in json.loads(simulated("playouts", json.dumps([LONG.spec]))[0]).items()}
    entries = interpreted(LONG, GAMES_EACH, 3)
    assert counted == {entry: number for entry, number in enumerate(entries) if number}
    assert max(counted.values()) > 1 << 26  # squares of lengths and scores


FEW = [*BOTH_KINDS, SHORT]


@pytest.mark.compiles
@pytest.mark.parametrize("game", sized(FEW, FEW, list(dict(KINDS))), ids=lambda game: game.spec)
def test_batches_step_alike(game: Game) -> None:
    """Root's 12 Chip Trick is stepped in the simulator in tests/solve/test_settling.py, too."""
    kinds = [kind for stepped, kind in KINDS if stepped == game]
    batches = {kind: Batch(game, LANES, seed=3, observation=kind) for kind in kinds}
    actions, expected = [], {kind: [] for kind in batches}  # type: ignore[var-annotated]
    for number in range(STEPS):
        batches[kinds[0]].choose_at_random()
        played = batches[kinds[0]].action.tolist()
        played[number % LANES] = -1 if number % 10 == 9 else played[number % LANES]  # is refused
        actions.append(played)
        for kind, batch in batches.items():
            batch.step(played)
            expected[kind].append({name: buffer.tolist() for name, buffer in batch.buffers._asdict().items()})
    shapes = {
        {"packed": "packed", "float": "floats"}[kind]: {
            name: (buffer.dtype.str, buffer.shape) for name, buffer in batch.buffers._asdict().items()
        }
        for kind, batch in batches.items()
    }
    seen = json.loads(simulated(game.spec, json.dumps({"shapes": shapes, "actions": actions}))[0])
    assert seen.get("packed") == expected.get("packed")
    for step, wanted in zip(seen.get("floats", []), expected.get("float", []), strict=True):
        assert step.pop("observation") == [pytest.approx(row) for row in wanted.pop("observation")]
        assert [pytest.approx(row) for row in step.pop("reward")] == wanted.pop("reward")
        assert step == wanted
