"""One game compiled: its flat source, kept in a folder of its own, imported as a module.

Numba keeps compiled code beside the source. The folder's name is a hash of everything that went
in, source, versions and flags, so an edited rule never meets code compiled from the old one.
"""

import ast
import hashlib
import importlib.util
import inspect
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
from ludotheque.engine import kernels, loops, lottery
from ludotheque.engine.for_gpu import apart, declared, narrowed
from ludotheque.engine.means import NAMES, python
from ludotheque.engine.source import Flattened
from ludotheque.engine.unread import without_unread
from ludotheque.fields import Field
from ludotheque.game import Game

RULES = ("actor", "apply", "begin", "happened", "scores", "ticket", "tickets", "winners")  # what the loops call of a game
INSTEAD = {
    lottery.below: "below",
    lottery.open_stream: "open_stream",
    bits.count_bits: "count_bits",
    bits.lowest_bit: "lowest_bit",
}


def source_of(game: Game, device: str) -> str:
    """The flat source of a game for python, cpu or cuda."""
    rules = game.ruleset.rules
    slots: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    given = dict(INSTEAD)
    for name in (*NAMES, "clear"):
        if name not in given.values():
            slots[name] = stand_in(name)
            given[slots[name]] = name
    flat = Flattened(game.facts, slots, given)
    flat.add(loops.play_games)  # type: ignore[arg-type]
    flat.functions, left = without_unread(flat.functions, set(rules.State.FIELDS))
    fields = {name: field for name, field in rules.State.FIELDS.items() if name in left}
    flat.functions.insert(0, clear(fields))
    text = [f'"""{game.spec}, for {device}. Made from the rules; not to be edited."""\n']
    text += [f"from ludotheque.engine.means.{device} import {', '.join(NAMES)}\n"]
    if device == "cuda":
        flat.functions = [apart(function, fields) for function in flat.functions]
        if all(field.bits <= 32 for field in fields.values()):
            flat.functions = [narrowed(f) if f.name in flat.rules | {"clear"} else f for f in flat.functions]
        text += ["from collections import namedtuple\n", "from numba import cuda, int8, int16, int32, int64, uint32\n"]
        text += [f"State = namedtuple('State', {list(fields)})\n", flat.text()]
        text += [kernels.PLAYOUTS.format(entries=loops.ENTRIES, longest=loops.LONGEST, state=declared(fields))]
    else:
        text += [flat.text()]
    return "\n".join(text)


def stand_in(name: str) -> FunctionType:
    """A function that stands for one the module defines itself."""

    def stands_in() -> None:
        raise NotImplementedError(name)

    return stands_in  # type: ignore[return-value]


def clear(fields: dict[str, Field]) -> ast.FunctionDef:
    """A function that makes a state blank."""
    lines = ["def clear(s):"]
    for name, field in fields.items():
        lines += [f"    for i in range({field.length}):", f"        s.{name}[i] = 0"] if field.length else [f"    s.{name} = 0"]
    function = ast.parse("\n".join(lines)).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function


def cache_folder() -> Path:
    return Path(
        os.environ.get("LUDOTHEQUE_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    )


def fingerprint(source: str, device: str) -> str:
    means = importlib.import_module(f"ludotheque.engine.means.{device}")
    source += inspect.getsource(means) + inspect.getsource(lottery) + inspect.getsource(python)
    flags = [os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_DISABLE_JIT", "")]
    parts = [source, numba.__version__, numpy.__version__, sys.version, platform.machine(), *flags]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


@cache
def module_of(game: Game, device: str) -> ModuleType:
    """The compiled module of a game; compiled code is kept where that is possible, and no error where it is not."""
    source = source_of(game, device)
    name = f"ludotheque_{game.id.replace('-', '_')}_{fingerprint(source, device)}"
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
