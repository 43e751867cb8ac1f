"""Rules written in plain Python, compiled by Numba as they stand.

A plain function called by another is an untyped global to Numba, so a function is compiled by
cloning it, and what it calls, with their globals rebound to the compiled ones. The rules stay
undecorated.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from types import FunctionType
from typing import Any

import numpy
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from ludotheque import bits
from ludotheque.draws import fresh
from ludotheque.fields import Record
from ludotheque.game import Rules
from ludotheque.kit.telling import is_telling, tell


@intrinsic
def _population(typingctx: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def _trailing_zeros(typingctx: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), code


def count_bits_in_one(word: int) -> int:
    return _population(word)  # type: ignore[call-arg]


def lowest_bit_in_one(word: int) -> int:
    return _trailing_zeros(word)  # type: ignore[call-arg]


# What one machine instruction does better.
INSTEAD: dict[FunctionType, FunctionType] = {bits.count_bits: count_bits_in_one, bits.lowest_bit: lowest_bit_in_one}  # type: ignore[dict-item]


class Untold(ast.NodeTransformer):
    """Takes out what is told: nobody listens to compiled rules."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def visit_Expr(self, statement: ast.Expr) -> ast.stmt:
        return ast.Pass() if is_telling(statement.value, self.names) else statement


def untold(function: FunctionType) -> FunctionType:
    """The same function, silent."""
    if tell not in (function.__globals__.get(name) for name in function.__code__.co_names):
        return function
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    tree = ast.fix_missing_locations(Untold(function.__globals__).visit(tree))
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    names = dict(function.__globals__)
    exec(compile(tree, function.__code__.co_filename, "exec"), names)  # noqa: S102 - a rule of the house
    silent: FunctionType = names[function.__name__]
    return FunctionType(silent.__code__, function.__globals__, function.__name__, function.__defaults__)


class Compiler:
    """Compiles functions and what they call, each once."""

    def __init__(self, **how: Any) -> None:
        self.how = how
        self.done: dict[FunctionType, Any] = {}

    def __call__(self, function: Any) -> Any:
        function = INSTEAD.get(function, function)
        function = getattr(function, "to_compile", function)
        if function not in self.done:
            silent = untold(function)
            names = dict(function.__globals__)
            clone = FunctionType(silent.__code__, names, function.__name__, function.__defaults__, function.__closure__)
            self.done[function] = njit(**self.how)(clone)
            for name in silent.__code__.co_names:
                if isinstance(names.get(name), FunctionType):
                    names[name] = self(names[name])
        return self.done[function]


@dataclass(frozen=True)
class CompiledRules(Rules):
    """The same functions, compiled, over NumPy records."""

    def new(self, kind: type[Record], fill: int = 0) -> Any:
        return kind(fill).to_numpy()

    def room(self, size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    def plain(self, kind: type[Record], some: Any) -> Any:
        return kind.from_numpy(some)

    def from_plain(self, some: Record) -> Any:
        return some.to_numpy()

    def copy(self, some: Any) -> Any:
        twin = numpy.empty(1, some.dtype)
        twin[0] = some
        return twin[0]

    def draws(self, rng: Random) -> Any:
        return numpy.array(fresh(rng), numpy.int64)


def compiled_rules(rules: Rules, compiler: Callable[[Any], Any]) -> CompiledRules:
    """These rules with every function compiled; they compile when first called."""
    parts = {part.name: getattr(rules, part.name) for part in fields(rules)}
    for name, part in parts.items():
        if isinstance(part, FunctionType):
            parts[name] = compiler(part)
    return CompiledRules(**parts)
