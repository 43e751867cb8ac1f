"""What a GPU launches, as text that follows the flat source of a game: a lane's records, then the loop."""

from collections import namedtuple
from typing import Any

from ludotheque.engine import loops
from ludotheque.engine.for_gpu import IN_REGISTERS, declared
from ludotheque.fields import Field
from ludotheque.game import Game

HEADER = """\
from collections import namedtuple

from numba import int32 as COUNTER
from ludotheque.engine.means.{device} import cuda, int8, int16, int64
"""

PLAYOUTS = """

@cuda.jit
def kernel(seed, first, last, tables):
    shared = cuda.shared.array({entries}, COUNTER)
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        shared[entry] = 0
    cuda.syncthreads()
    s = State({state})
    rng = cuda.local.array(2, uint32)
    out = cuda.local.array(8, int32)
    play_games(s, rng, out, seed, first + cuda.grid(1), last, cuda.gridsize(1), shared, tables)
    cuda.syncthreads()
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        if shared[entry]:
            cuda.atomic.add(tables, entry, int64(shared[entry]))
"""

IN_A_LANE = """

@cuda.jit
def {name}(states, rngs, b, seed, lanes, {how}):
    lane = cuda.grid(1)
    if lane < lanes:
        s = State({state})
        v = Sight({sight})
        rng = cuda.local.array(2, uint32)
        room = cuda.local.array({choices}, int32)
        row = cuda.local.array({entries}, int32)
{records}{load}
        rng[0] = rngs[lane, 0]
        rng[1] = rngs[lane, 1]
        {call}
{store}
        rngs[lane, 0] = rng[0]
        rngs[lane, 1] = rng[1]
"""

STEPPING = {
    "name": "kernel",
    "how": "fresh",
    "call": "step_lane(s, v, rng, room, row, b, seed, lane, lanes, fresh)",
    "records": "",
}

CHOOSING = """

@cuda.jit
def choose_kernel(b, seed, before):
    lane = cuda.grid(1)
    if lane < b.action.size:
        choose_lane(cuda.local.array(2, uint32), b, seed, lane, before + lane)
"""

SETTLING = {
    "name": "settle_kernel",
    "how": "most, worth",
    "call": "settle_lane(s, v, rng, room, row, worlds, way, b, seed, lane, lanes, most)",
    "records": "        worlds = Worlds({worlds})\n        way = Way({way})\n",
}

Way = namedtuple(
    "Way", ["choices", "tried", "mover", "alike", "best", "moves", "total", "share", "found", "worth"]
)  # the last: of rounds to come


def way_sizes(game: Game, deepest: int) -> dict[str, tuple[int, ...]]:
    """What a walk comes by, row by row; a share, and what every first move was found to be worth. Rounds to come stand apart."""
    rows, most, seats = deepest + 1, game.rules.most_choices, game.players
    of_rows = dict.fromkeys(Way._fields[:5], (rows,))
    return of_rows | {"moves": (rows, most), "total": (rows, seats), "share": (seats,), "found": (most, seats)}


def of(work: Any, game: Game, state: dict[str, Field], sight: dict[str, Field]) -> str:
    text = f"State = namedtuple('State', {list(state)})\nSight = namedtuple('Sight', {list(sight)})\n"
    if work.name == "playouts":
        return text + PLAYOUTS.format(entries=loops.COUNTS, state=declared(state))
    rules = game.ruleset.rules
    parts = {
        "state": declared(state), "sight": declared(sight), "choices": rules.most_choices,
        "entries": len(rules.layout(game.facts)),
        "load": moves(state, "s.{name}[{i}] = int64(states.{name}[lane, {i}])"),
        "store": moves(state, "states.{name}[lane, {i}] = s.{name}[{i}]"),
    }  # fmt: skip
    text += IN_A_LANE.format(**parts, **STEPPING) + CHOOSING
    if work.deepest:
        worlds = ", ".join(f"cuda.local.array(({work.deepest}, {f.length or 1}), int{f.bits})" for f in state.values())
        way = ", ".join(f"cuda.local.array({size}, int32)" for size in way_sizes(game, work.deepest).values())
        text += f"Way = namedtuple('Way', {list(Way._fields)})\n"
        settling = SETTLING | {"records": SETTLING["records"].format(worlds=worlds, way=f"{way}, worth")}
        text += IN_A_LANE.format(**parts, **settling)
    return text


def moves(fields: dict[str, Field], pattern: str) -> str:
    """One line a number, or a loop where a field has many."""
    lines = []
    for name, field in fields.items():
        if field.length > IN_REGISTERS:
            lines += [f"for i in range({field.length}): " + pattern.format(name=name, i="i")]
        else:
            lines += [pattern.format(name=name, i=i) for i in range(field.length or 1)]
    return "\n".join(" " * 8 + line for line in lines)
