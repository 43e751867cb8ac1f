"""The rules of one game as one flat module of source text, for Numba to compile.

The rules are plain functions in several files that call each other and read facts. Here they are
written out, with everything they call, into one text: facts and constants become numbers, so
that what a variant does not use falls away when it is compiled. The rules themselves stay as they
are, and the text is only ever read by Numba (and by whoever wants to see what is compiled).
"""

import ast
import builtins
import inspect
import textwrap
from enum import IntEnum
from types import FunctionType
from typing import Any

from ludotheque.seats import Seats

FACTS = "f"  # the parameter of the rules that holds the facts


class Flattened:
    """Functions written out for given facts. `slots` are names that stand for functions of this game."""

    def __init__(self, facts: Any, seats: int, slots: dict[str, Any], given: dict[Any, str]) -> None:
        self.facts = facts
        self.seats = seats  # that are taken
        self.slots = slots
        self.names: dict[Any, str] = dict(given)  # those that the header of the module defines
        self.taken = set(given.values()) | set(dir(builtins))
        self.constants: dict[str, str] = {}
        self.functions: list[ast.FunctionDef] = []
        self.loops: set[str] = set()  # the names of those that are the engine's, not the game's

    def add(self, function: FunctionType) -> str:
        """Writes a function out, after everything it calls; returns its name in the text."""
        if function not in self.names:
            name = self.free_name(function.__name__, function.__module__)
            self.names[function] = name
            tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
            assert isinstance(tree, ast.FunctionDef)
            tree = Rewriter(self, function).rewritten(tree)
            tree.name = name
            self.functions.append(ast.fix_missing_locations(tree))
            if function.__module__.startswith("ludotheque.engine."):
                self.loops.add(name)
        return self.names[function]

    def free_name(self, name: str, module: str) -> str:
        if name in self.taken:
            name = f"{module.rsplit('.', 1)[-1]}_{name}"
        self.taken.add(name)
        return name

    def constant(self, name: str, value: tuple[int, ...]) -> str:
        name = name.upper()
        self.constants[name] = repr(tuple(int(number) for number in value))
        return name

    def text(self) -> str:
        constants = [f"{name} = {value}\n" for name, value in self.constants.items()]
        functions = [f"@{'loop' if f.name in self.loops else 'jit'}\n{ast.unparse(f)}\n" for f in self.functions]
        return "".join(constants) + "\n" + "\n".join(functions)


class Rewriter(ast.NodeTransformer):
    def __init__(self, flattened: Flattened, function: FunctionType) -> None:
        self.flattened = flattened
        self.globals = function.__globals__
        self.locals = set(function.__code__.co_varnames)

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        tree.decorator_list, tree.returns = [], None
        if ast.get_docstring(tree):
            tree.body = tree.body[1:] or [ast.Pass()]
        tree.args.args = [ast.arg(arg.arg) for arg in tree.args.args if arg.arg != FACTS]
        tree.body = [self.visit(statement) for statement in tree.body]
        return tree

    def meaning(self, name: str) -> Any:
        """What a global name stands for in this function; None for locals and builtins."""
        if name in self.locals:
            return None
        return self.flattened.slots.get(name, self.globals.get(name))

    def visit_Call(self, call: ast.Call) -> ast.AST:
        if isinstance(call.func, ast.Name):
            called = self.meaning(call.func.id)
            if isinstance(called, FunctionType) and called.__code__.co_varnames[: called.__code__.co_argcount] == (FACTS,):
                return ast.Constant(int(called(self.flattened.facts)))  # what depends on facts alone is a number
            if isinstance(called, FunctionType):
                call.func = ast.Name(self.flattened.add(called), ast.Load())
                call.args = [arg for arg in call.args if not (isinstance(arg, ast.Name) and arg.id == FACTS)]
                call.args = [self.visit(arg) for arg in call.args]
                return call
        return self.generic_visit(call)

    def visit_Attribute(self, attribute: ast.Attribute) -> ast.AST:
        if isinstance(attribute.value, ast.Name):
            name = attribute.value.id
            if name == FACTS:
                return self.number_or_table(f"fact_{attribute.attr}", getattr(self.flattened.facts, attribute.attr))
            owner = self.meaning(name)
            if isinstance(owner, type) and issubclass(owner, IntEnum):
                return ast.Constant(int(owner[attribute.attr]))
        return self.generic_visit(attribute)

    def visit_Name(self, name: ast.Name) -> ast.AST:
        value = self.meaning(name.id)
        if isinstance(value, int | tuple):
            return self.number_or_table(name.id, value)
        return name

    def number_or_table(self, name: str, value: Any) -> ast.AST:
        if isinstance(value, tuple):
            return ast.Name(self.flattened.constant(name, value), ast.Load())
        return ast.Constant(self.flattened.seats if isinstance(value, Seats) else int(value))
