"""One game compiled: its flat source, kept in a folder of its own, imported as a module.

Numba keeps compiled code beside the source. The folder's name is a hash of everything that went
in, source, versions and flags, so an edited rule never meets code compiled from the old one.
"""

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy

from ludotheque import bits
from ludotheque.engine import loops
from ludotheque.engine.source import Flattened
from ludotheque.fields import Record
from ludotheque.game import Game

HEADERS = {
    "python": """\
from ludotheque.bits import count_bits, lowest_bit


def jit(function):
    return function


def count(table, entry):
    table[entry] += 1


def add(table, entry, number):
    table[entry] += number


def raise_to(table, entry, number):
    table[entry] = max(table[entry], number)

""",
    "cpu": """\
from numba import njit
from ludotheque.engine.compiling import _population, _trailing_zeros

jit = njit(nogil=True, cache=True, boundscheck={bounds})


@jit
def count_bits(word):
    return _population(word)


@jit
def lowest_bit(word):
    return _trailing_zeros(word)


@jit
def count(table, entry):
    table[entry] += 1


@jit
def add(table, entry, number):
    table[entry] += number


@jit
def raise_to(table, entry, number):
    table[entry] = max(table[entry], number)

""",
    "cuda": """\
import numpy
from numba import cuda, from_dtype, int32, int64

STATE = from_dtype(numpy.dtype({dtype}, align=True))
jit = cuda.jit(device=True)


@jit
def count_bits(word):
    return int64(cuda.popc(word))


@jit
def lowest_bit(word):
    return int64(cuda.ffs(word)) - 1


@jit
def count(table, entry):
    cuda.atomic.add(table, entry, 1)


@jit
def add(table, entry, number):
    cuda.atomic.add(table, entry, number)


@jit
def raise_to(table, entry, number):
    cuda.atomic.max(table, entry, number)

""",
}


FOOTERS = {
    "python": "",
    "cpu": "",
    "cuda": """

@cuda.jit
def kernel(seed, first, last, tables):
    shared = cuda.shared.array({entries}, int32)
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        shared[entry] = 0
    cuda.syncthreads()
    state = cuda.local.array(1, STATE)
    rng = cuda.local.array(2, int64)
    out = cuda.local.array(8, int64)
    play_games(state[0], rng, out, seed, first + cuda.grid(1), last, cuda.gridsize(1), shared)
    cuda.syncthreads()
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        if entry == {longest}:
            cuda.atomic.max(tables, entry, int64(shared[entry]))
        elif shared[entry]:
            cuda.atomic.add(tables, entry, int64(shared[entry]))
""",
}


RULES = ("actor", "apply", "begin", "scores", "ticket", "tickets", "winners")  # of the game
MEANS = ("clear", "count", "add", "raise_to")  # of the device


def source_of(game: Game, device: str) -> str:
    rules = game.ruleset.rules
    slots: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    given = {bits.count_bits: "count_bits", bits.lowest_bit: "lowest_bit"}
    for name in MEANS:
        slots[name] = stand_in(name)
        given[slots[name]] = name
    flat = Flattened(game.facts, slots, given)  # type: ignore[arg-type]
    flat.add(loops.play_games)  # type: ignore[arg-type]
    table = [(n, f.numpy, (f.length,)) if f.length else (n, f.numpy) for n, f in rules.State.FIELDS.items()]
    header = HEADERS[device].format(bounds=bool(os.environ.get("NUMBA_BOUNDSCHECK")), dtype=table)
    footer = FOOTERS[device].format(entries=loops.ENTRIES, longest=loops.LONGEST)
    title = f'"""{game.spec}, for {device}. Made from the rules; not to be edited."""'
    return "\n".join([title, "", header, clear_text(rules.State), flat.text() + footer])


def stand_in(name: str) -> FunctionType:
    """A function that stands for one the module defines itself."""

    def stands_in() -> None:
        raise NotImplementedError(name)

    return stands_in  # type: ignore[return-value]


def clear_text(kind: type[Record]) -> str:
    lines = ["@jit", "def clear(s):"]
    for name, field in kind.FIELDS.items():
        lines += [f"    for i in range({field.length}):", f"        s.{name}[i] = 0"] if field.length else [f"    s.{name} = 0"]
    return "\n".join(lines) + "\n"


def cache_folder() -> Path:
    return Path(
        os.environ.get("LUDOTHEQUE_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    )


def fingerprint(source: str) -> str:
    flags = [os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_DISABLE_JIT", "")]
    parts = [source, numba.__version__, numpy.__version__, sys.version, platform.machine(), *flags]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@cache
def module_of(game: Game, device: str) -> ModuleType:
    """The compiled module of a game; compiled code is kept where that is possible, and no error where it is not."""
    source = source_of(game, device)
    name = f"ludotheque_{game.id.replace('-', '_')}_{fingerprint(source)}"
    path = cache_folder() / name / "game.py"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
                file.write(source)
            os.replace(file.name, path)
        if not os.access(path.parent, os.W_OK):
            raise PermissionError
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="ludotheque-")) / "game.py"
        path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
