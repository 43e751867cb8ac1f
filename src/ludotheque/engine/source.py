"""The rules of one game as one flat module of source text, for Numba to compile.

The rules are plain functions in several files that call each other and read facts. Here they are
written out, with everything they call, into one text: facts and constants become numbers, so
that what a variant does not use falls away when it is compiled. The rules themselves stay as they
are, and the text is only ever read by Numba (and by whoever wants to see what is compiled).

Which parameters are facts, state and view is told by their declared types, or by what a caller hands over. In the text
they are `s` and `v` everywhere, so that later passes know them.
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from types import FunctionType
from typing import Any

from ludotheque.game import Rules
from ludotheque.kit.events import Event
from ludotheque.kit.slots import slot_of
from ludotheque.kit.telling import named, tell
from ludotheque.seats import Seats

FACTS, STATE, SIGHT = "facts", "state", "sight"
IN_TEXT = {FACTS: "f", STATE: "s", SIGHT: "v"}


@dataclass(frozen=True)
class Hearing:
    """What becomes of an event that is told: statements, which need a parameter that everyone on the way hands on."""

    through: str
    does: Callable[["Flattened", Event, list[ast.expr]], list[ast.stmt]]


class Flattened:
    """Functions written out for given facts. `slots` say what the names in loops stand for in this game."""

    def __init__(
        self, facts: Any, seats: int, rules: Rules, slots: dict[str, Any], given: dict[Any, str], hears: Hearing | None
    ) -> None:
        self.facts = facts
        self.seats = seats  # that are taken
        self.kinds: dict[Any, str] = {type(facts): FACTS, rules.State: STATE, rules.Sight: SIGHT}
        self.fleeting = {name for name, field in rules.State.FIELDS.items() if field.fleeting}
        self.slots = slots
        self.given = given  # functions that the header of the module defines, and their names
        self.names: dict[Any, str] = {}  # by function, and by what it is handed
        self.hears = hears
        self.taken = set(given.values()) | set(dir(builtins))
        self.constants: dict[str, str] = {}
        self.functions: list[ast.FunctionDef] = []
        self.loops: set[str] = set()  # the names of those that are the engine's, not the game's
        self.long: set[str] = set()  # and of those that deal with numbers of 64 bits
        self.hearing: set[str] = set()  # and of those that do something with what is told

    def add(self, function: Any, handed: tuple[str, ...] = ()) -> str:
        """Writes a function out, after everything it calls; returns its name in the text. `handed`: what each argument is.

        A question of the rules that is asked of a state and of a view is written twice, for they have not the same fields.
        """
        if function in self.given:
            return self.given[function]
        function = getattr(function, "to_compile", function)
        arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
        kinds = self.declared(function) | {arg: kind for arg, kind in zip(arguments, handed, strict=False) if kind}
        key = function, tuple(kinds.items())
        if key not in self.names:
            name = self.free_name(function.__name__, function.__module__)
            self.names[key] = name
            tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
            assert isinstance(tree, ast.FunctionDef)
            tree = Rewriter(self, function, name, kinds).rewritten(tree)
            tree.name = name
            self.functions.append(ast.fix_missing_locations(tree))
            if function.__module__.startswith("ludotheque.engine."):
                self.loops.add(name)
        return self.names[key]

    def declared(self, function: FunctionType) -> dict[str, str]:
        """Which parameters are facts, state or view by their types."""
        found = {}
        for name, hint in inspect.get_annotations(function, eval_str=True).items():
            kind = self.kind_of(hint)
            if name != "return" and kind:
                found[name] = kind
        return found

    def kind_of(self, hint: Any) -> str:
        kinds = [kind for kind in getattr(hint, "__metadata__", ()) if kind in IN_TEXT]
        for part in (hint, *getattr(hint, "__args__", ())):  # a union with a part of a view is a view
            kinds += [self.kinds[part]] if isinstance(part, type) and part in self.kinds else []
        return str(kinds[0]) if kinds else ""

    def free_name(self, name: str, module: str) -> str:
        free, number = name, 2
        if name in self.taken:
            free = name = f"{module.rsplit('.', 1)[-1]}_{name}"
        while free in self.taken:
            free, number = f"{name}_{number}", number + 1
        self.taken.add(free)
        return free

    def constant(self, name: str, value: tuple[int, ...]) -> str:
        name = name.upper()
        self.constants[name] = repr(tuple(int(number) for number in value))
        return name

    def hand_on_what_hears(self) -> None:
        """Those that hear get what they need from those that call them."""
        if self.hears is None:
            return
        callees = {f.name: {c.func.id for c in ast.walk(f) if is_call(c)} for f in self.functions}  # type: ignore[attr-defined]
        hearing, more = set[str](), set(self.hearing)
        while more:
            hearing |= more
            more = {name for name, called in callees.items() if called & hearing} - hearing
        without = {f.name for f in self.functions if f.name in hearing and self.hears.through not in parameters(f)}
        for function in self.functions:
            for call in ast.walk(function):
                if is_call(call) and call.func.id in without:  # type: ignore[attr-defined]
                    call.args.append(ast.Name(self.hears.through, ast.Load()))  # type: ignore[attr-defined]
            if function.name in without:
                function.args.args.append(ast.arg(self.hears.through))
            ast.fix_missing_locations(function)

    def text(self) -> str:
        constants = [f"{name} = {value}\n" for name, value in self.constants.items()]
        functions = [f"@{'loop' if f.name in self.loops else 'jit'}\n{ast.unparse(f)}\n" for f in self.functions]
        return "".join(constants) + "\n" + "\n".join(functions)


def is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def parameters(function: ast.FunctionDef) -> set[str]:
    return {arg.arg for arg in function.args.args}


class Rewriter(ast.NodeTransformer):
    def __init__(self, flattened: Flattened, function: FunctionType, name: str, kinds: dict[str, str]) -> None:
        self.flattened = flattened
        self.globals = function.__globals__
        self.locals = set(function.__code__.co_varnames)
        self.name = name
        self.kinds = dict(kinds)
        if any(64 in getattr(hint, "__metadata__", ()) for hint in inspect.get_annotations(function, eval_str=True).values()):
            flattened.long.add(name)

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        tree.decorator_list, tree.returns = [], None
        if ast.get_docstring(tree):
            tree.body = tree.body[1:] or [ast.Pass()]
        for statement in ast.walk(tree):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                hint = ast.unparse(statement.annotation)
                kind = self.flattened.kind_of(self.globals.get(hint))
                if kind:
                    self.kinds[statement.target.id] = kind
        tree.args.args = [ast.arg(self.renamed(arg.arg)) for arg in tree.args.args if self.kinds.get(arg.arg) != FACTS]
        tree.body = self.statements(tree.body)
        return tree

    def renamed(self, name: str) -> str:
        """Records have the same name in every function, and nothing else has it."""
        if name in self.kinds:
            return IN_TEXT[self.kinds[name]]
        return f"{name}_" if name in IN_TEXT.values() and name in self.locals else name

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            found += new if isinstance(new, list) else [new] if new is not None else []
        return found or [ast.Pass()]

    def meaning(self, name: str) -> Any:
        """What a global name stands for in this function; None for locals and builtins."""
        if name in self.locals:
            return None
        value = self.globals.get(name)
        slot = slot_of(value)
        return self.flattened.slots[slot] if slot else value

    def kind(self, node: ast.AST) -> str:
        return self.kinds.get(node.id, "") if isinstance(node, ast.Name) else ""

    def is_fleeting(self, node: ast.AST) -> bool:
        """A field that only moments have: there are none where this is compiled."""
        return isinstance(node, ast.Attribute) and self.kind(node.value) == STATE and node.attr in self.flattened.fleeting

    # --- statements -------------------------------------------------------------------------------

    def visit_Expr(self, statement: ast.Expr) -> ast.AST | list[ast.stmt] | None:
        call = statement.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and self.meaning(call.func.id) is tell:
            return self.told(call)
        return self.generic_visit(statement)

    def told(self, call: ast.Call) -> list[ast.stmt]:
        hears = self.flattened.hears
        if hears is None:
            return []
        event = named(call.args[1], self.globals)
        done = hears.does(self.flattened, event, [self.visit(arg) for arg in call.args[2:]])
        if done:
            self.flattened.hearing.add(self.name)
        return done

    def visit_AnnAssign(self, statement: ast.AnnAssign) -> ast.AST | list[ast.stmt] | None:
        if statement.value is None:
            return None
        return self.visit(ast.Assign([statement.target], statement.value))  # type: ignore[no-any-return]

    def visit_Assign(self, statement: ast.Assign) -> ast.AST | None:
        return None if self.is_fleeting(statement.targets[0]) else self.generic_visit(statement)

    def visit_If(self, statement: ast.If) -> ast.AST | list[ast.stmt] | None:
        """An `if` with nothing left in it goes, too: nothing but telling depended on it."""
        test, body = self.visit(statement.test), self.statements(statement.body)
        orelse = self.statements(statement.orelse) if statement.orelse else []
        if orelse and is_nothing(orelse):
            orelse = []
        if is_nothing(body) and not orelse:
            return None
        return ast.If(test, body, orelse)

    def visit_For(self, loop: ast.For) -> ast.AST | None:
        loop.target, loop.iter, loop.body = self.visit(loop.target), self.visit(loop.iter), self.statements(loop.body)
        return None if is_nothing(loop.body) else loop

    def visit_While(self, loop: ast.While) -> ast.AST:
        loop.test, loop.body = self.visit(loop.test), self.statements(loop.body)
        return loop

    # --- expressions ------------------------------------------------------------------------------

    def visit_Call(self, call: ast.Call) -> ast.AST:
        if isinstance(call.func, ast.Name):
            called = self.meaning(call.func.id)
            if isinstance(called, FunctionType):
                kinds = list(self.flattened.declared(called).values())
                if kinds == [FACTS] and called.__code__.co_argcount == 1:
                    return ast.Constant(int(called(self.flattened.facts)))  # what depends on facts alone is a number
                handed = tuple(self.kind(arg) for arg in call.args)
                call.func = ast.Name(self.flattened.add(called, handed), ast.Load())
                call.args = [self.visit(arg) for arg in call.args if self.kind(arg) != FACTS]
                return call
        return self.generic_visit(call)

    def visit_Attribute(self, attribute: ast.Attribute) -> ast.AST:
        if isinstance(attribute.value, ast.Name):
            name = attribute.value.id
            if self.kind(attribute.value) == FACTS:
                return self.number_or_table(f"fact_{attribute.attr}", getattr(self.flattened.facts, attribute.attr))
            if self.is_fleeting(attribute):
                return ast.Constant(0)
            owner = self.meaning(name)
            if isinstance(owner, type) and issubclass(owner, IntEnum):
                return ast.Constant(int(owner[attribute.attr]))
        return self.generic_visit(attribute)

    def visit_Name(self, name: ast.Name) -> ast.AST:
        value = self.meaning(name.id)
        if isinstance(value, int | tuple):
            return self.number_or_table(name.id, value)
        return ast.Name(self.renamed(name.id), name.ctx)

    def number_or_table(self, name: str, value: Any) -> ast.AST:
        if isinstance(value, tuple):
            return ast.Name(self.flattened.constant(name, value), ast.Load())
        return ast.Constant(self.flattened.seats if isinstance(value, Seats) else int(value))


def is_nothing(body: list[ast.stmt]) -> bool:
    return all(isinstance(statement, ast.Pass) for statement in body)
