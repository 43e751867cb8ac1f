"""One game compiled: its flat source, kept in a folder of its own, imported as a module.

Numba keeps compiled code beside the source. The folder's name is a hash of everything that went
in, source, versions and flags, so an edited rule never meets code compiled from the old one.
"""

import ast
import dataclasses
import hashlib
import importlib
import inspect
import logging
import os
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import RLock
from types import ModuleType
from typing import Any

import numba
import numpy

from ludotheque import bits
from ludotheque.engine import kernels, lanes, loops, lottery, written
from ludotheque.engine.for_gpu import PICKS, apart, narrowed, picking, unrolled
from ludotheque.engine.keeping import written_down
from ludotheque.engine.means import NAMES, python
from ludotheque.engine.source import Flattened, Hearing
from ludotheque.engine.unread import without_unread
from ludotheque.fields import UNKNOWN, Field, numpy_table
from ludotheque.game import Game
from ludotheque.kit.events import By, Event
from ludotheque.observation import Entry

INSTEAD: dict[Any, str] = {  # helpers that every device has in its own form
    bits.count_bits: "count_bits",
    bits.lowest_bit: "lowest_bit",
    lottery.open_stream: "open_stream",
    lottery.below: "below",
}
MOST_SEATS = 8
log = logging.getLogger(__name__)
WRITTEN = ("clear", "blank", "write_seen", "save", "load")  # functions of the module that are written here, from tables


@dataclass(frozen=True, eq=False)
class Work:
    """What a module is made for: the functions that are called from outside, and what they leave to the purpose."""

    name: str
    entrances: tuple[Any, ...]
    slots: Mapping[str, Any]
    write: Callable[[list[Entry], str], tuple[list[str], ast.FunctionDef]] | None = None  # how it writes what is seen
    deepest: int = 0  # rows of a walk to the end, where there is one
    whole: bool = False  # whether the state keeps fields that no entrance reads, and room for empty seats
    hears: Hearing | None = None  # what becomes of what is told; nothing, and it costs nothing


def counting(flattened: Flattened, event: Event, numbers: list[ast.expr]) -> list[ast.stmt]:
    """An event is counted as what it counts as, and where it happens."""
    places = {name: loops.FIRST_HAPPENING + n for n, name in enumerate(flattened.slots["happenings"])}
    if isinstance(event.counts, By):
        value = ast.unparse(numbers[list(event.numbers).index(event.counts.number)])
        *exact, last = ((event.counts.first + n, places[name]) for n, name in enumerate(event.counts.names))
        lines = [f"if ({value}) == {n}: count(tables, {place})" for n, place in exact]
        lines.append(f"if ({value}) >= {last[0]}: count(tables, {last[1]})")
    else:
        lines = [f"count(tables, {places[name]})" for name in event.counts]
    return [statement for line in lines for statement in ast.parse(line).body]


PLAYOUTS = Work("playouts", (loops.play_games,), {}, hears=Hearing("tables", counting))
PACKED = Work(
    "packed",
    (lanes.step_lanes, lanes.choose_lanes),
    {"write_allowed": lanes.write_allowed_in_bits},
    written.write_packed,
)
FLOATS = Work(
    "floats",
    (lanes.step_lanes, lanes.choose_lanes),
    {"write_allowed": lanes.write_allowed_in_bytes},
    written.write_floats,
)


def source_of(game: Game, device: str, work: Work = PLAYOUTS) -> str:
    """The flat source of a game for python, cpu or cuda, or for the simulator of the last."""
    rules = game.ruleset.rules
    slots = {part.name: getattr(rules, part.name) for part in dataclasses.fields(rules)}
    assert len(rules.happenings) <= loops.HAPPENINGS, f"{game.id} counts more than {loops.HAPPENINGS} happenings"
    slots |= {"ACTIONS": rules.player_actions, "PLAYERS": game.players, "PHASES": len(rules.Phase), **work.slots}
    given = dict(INSTEAD)
    for name in (*NAMES, *WRITTEN):
        if name not in given.values():
            slots[name] = stand_in(name)
            given[slots[name]] = name
    seats = rules.scores(game.facts, rules.State(), rules.room(MOST_SEATS))
    flat = Flattened(game.facts, seats, rules, slots, given, work.hears)
    for entrance in work.entrances:
        flat.add(entrance)
    flat.hand_on_what_hears()
    flat.functions, sight = without_unread(flat.functions, "v", seated(rules.Sight.FIELDS, seats))
    state = {name: field for name, field in rules.State.FIELDS.items() if not field.fleeting}
    if not work.whole:
        flat.functions, state = without_unread(flat.functions, "s", seated(state, seats))
    flat.functions += [written.filling("clear", "s", state, 0), written.filling("blank", "v", sight, UNKNOWN)]
    if work.deepest:
        flat.functions += [written.saving("s", state), written.loading("s", state)]
    text = [f'"""{game.spec}, {work.name} for {device}. Made from the rules; not to be edited."""\n']
    text += ["from math import log, sqrt", f"from ludotheque.engine.means.{device} import {', '.join(NAMES)}\n"]
    text += [f"STATE = {numpy_table(state)}", f"SIGHT = {numpy_table(sight)}\n"]
    if work.deepest:
        text += [f"from collections import namedtuple\n\nWorlds = namedtuple('Worlds', {list(state)})\n"]
    if work.write:
        tables, write = work.write(rules.layout(game.facts), device)
        text += ["from ludotheque.engine.written import floats_in_byte\n", *tables, ""]
        flat.functions.append(write)
        flat.loops.add(write.name)
    if device in ("cuda", "simulator"):
        text += [PICKS]
        narrow = all(field.bits <= 32 for field in (*state.values(), *sight.values()))
        for record, fields in (("s", state), ("v", sight)):
            if work is not PLAYOUTS:
                flat.functions = [picking(function, record, fields) for function in flat.functions]
            flat.functions = [apart(function, record, fields) for function in flat.functions]
        flat.functions = [unrolled(function) if function.name == "observe" else function for function in flat.functions]
        flat.functions = [narrowed(f) if narrow and f.name not in flat.long else f for f in flat.functions]
        text += [kernels.HEADER.format(device=device), flat.text(), kernels.of(work, game, state, sight)]
        if device == "simulator":
            text = [part.replace("cuda.local.array", "a_lanes_own") for part in text]
            text.insert(1, "from ludotheque.engine.means.simulator import a_lanes_own\n")
    else:
        text += [flat.text()]
    return "\n".join(text)


def seated(fields: dict[str, Field], seats: int) -> dict[str, Field]:
    """The fields with room for the seats that are taken."""
    return {n: field._replace(length=seats) if field.each_seat else field for n, field in fields.items()}


@cache
def record_type(fields: tuple[Any, ...]) -> Any:
    """The very same wherever it is used: Numba knows a type it has met at once, and compares at length one that is only equal."""
    return numpy.dtype(list(fields), align=True)


def stand_in(name: str) -> Any:
    """A function that stands for one the module defines itself."""

    def stands_in() -> None:
        raise NotImplementedError(name)

    return stands_in


def fingerprint(source: str, device: str) -> str:
    means = importlib.import_module(f"ludotheque.engine.means.{device}")
    source += inspect.getsource(means) + inspect.getsource(lottery) + inspect.getsource(python)
    flags = [os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_DISABLE_JIT", "")]
    parts = [source, numba.__version__, numpy.__version__, sys.version, platform.machine(), *flags]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


building = RLock()  # reading rules and writing them out is nothing that threads may do side by side


def module_of(game: Game, device: str, work: Work = PLAYOUTS) -> ModuleType:
    """The compiled module of a game; compiled code is kept where that is possible, and no error where it is not."""
    with building:
        return built(game, device, work)


@cache
def built(game: Game, device: str, work: Work) -> ModuleType:
    log.info("%s: %s for %s; what is not kept yet is compiled when it is first called", game.spec, work.name, device)
    source = source_of(game, device, work)
    return loaded(f"ludotheque_{game.id.replace('-', '_')}_{fingerprint(source, device)}", source)


def loaded(name: str, source: str) -> ModuleType:
    """Run from here and not from its file, which only Numba needs, and whoever wants to read it."""
    module = ModuleType(name)
    module.__file__ = written_down(name, source)
    sys.modules[name] = module  # where Numba finds it again when it takes up what it has kept
    exec(compile(source, module.__file__, "exec"), module.__dict__)  # noqa: S102  # our own text
    return module
