"""Rules tell what happens while it happens; whoever listens gets it with the table as it stood at that moment.

Nobody listens to compiled rules: there a `tell` is struck out before compiling, or becomes the count it is listened for.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ludotheque.kit.events import Event

Ear = Callable[[Any, Event, tuple[int, ...]], None]
listener: ContextVar[Ear | None] = ContextVar("listener", default=None)
IMPORT = "`from ludotheque.kit.telling import tell`"
whoever_listens = listener.get  # looked up once: every event of plain rules asks


class Moment(NamedTuple):
    """An event, and the state as it stood: to look at, nobody moves in it."""

    step: int  # the step of the game in which it happened
    event: Event
    numbers: tuple[int, ...]
    state: Any


def tell(s: Any, event: Event, *numbers: int) -> None:
    """This happens now."""
    ear = whoever_listens()
    if ear is not None:
        ear(s, event, numbers)


@contextmanager
def listening(step: int) -> Iterator[list[Moment]]:
    """All that is told inside, in its order."""
    moments: list[Moment] = []

    def hear(s: Any, event: Event, numbers: tuple[int, ...]) -> None:
        if len(numbers) != len(event.numbers):
            raise TypeError(wrong_numbers(event, len(numbers)))
        moments.append(Moment(step, event, tuple(map(int, numbers)), s.copy()))

    token = listener.set(hear)
    try:
        yield moments
    finally:
        listener.reset(token)


@contextmanager
def noting() -> Iterator[list[str]]:
    """What is told inside and goes into the history, as everyone may know it."""
    notes: list[str] = []

    def hear(s: Any, event: Event, numbers: tuple[int, ...]) -> None:
        if event.notes:
            notes.append(event.noted(numbers))

    token = listener.set(hear)
    try:
        yield notes
    finally:
        listener.reset(token)


# --- what can be wrong is found when a game is put on the shelf ---------------------------------


def is_telling(call: ast.AST, names: dict[str, Any]) -> bool:
    """Whether this calls `tell`, by whatever name."""
    return isinstance(call, ast.Call) and named(call.func, names) is tell


def check_what_is_told(rules: ModuleType, events: Iterable[Event], facts: Iterable[str] = ()) -> None:
    """Every `tell` of these rules names one of these events and gives its numbers; every event is told, in sentences that fit."""
    declared = {event.name: event for event in events}
    file, facts = rules.__file__, list(facts)
    told: dict[str, set[str]] = {}  # by function
    for name, event in declared.items():
        if vars(rules).get(name, event) is not event:
            raise TypeError(f"{file}: {name} is an event of {event.file} and something else here; rename one of them")
        for problem in event.sentence_problems(facts):
            raise TypeError(f"{event.file}: {name}: {problem}")
    for function in vars(rules).values():
        if isinstance(function, FunctionType) and function.__module__ == rules.__name__:
            told[function.__name__] = told_in(function, declared, file or "")
    for name, event in declared.items():
        if not any(name in names for names in told.values()):
            raise TypeError(f"{event.file}: {name} is declared and never told; tell it in {file}, or take it out")
    at_once = set().union(*(told.get(name, set()) for name in called_from("begin", rules)))
    if at_once:
        raise TypeError(f"{file}: `begin` tells {min(at_once)}, and nobody listens before the first step; tell it in `apply`")


def told_in(function: FunctionType, declared: dict[str, Event], file: str) -> set[str]:
    """The names of the events that a function tells."""
    names, tree = function.__globals__, ast.parse(textwrap.dedent(inspect.getsource(function)))
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and is_telling(node.value, names)]
    found = set()
    for call in ast.walk(tree):
        if is_telling(call, names):
            assert isinstance(call, ast.Call)
            where = f"{file}:{function.__code__.co_firstlineno + call.lineno - 1}"
            if call not in said:
                raise TypeError(f"{where}: `tell` is a statement of its own; here it stands inside another")
            found.add(checked(call, names, declared, where))
        elif isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tell":
            where = f"{file}:{function.__code__.co_firstlineno + call.lineno - 1}"
            raise TypeError(f"{where}: this `tell` is not the one that events are told with; add {IMPORT}, or call it otherwise")
    return found


def called_from(name: str, rules: ModuleType) -> set[str]:
    """The functions of these rules that one of them calls, and those that they call."""
    found, more = set[str](), {name}
    while more:
        found |= more
        functions = [vars(rules).get(one) for one in more]
        called = {other for one in functions if isinstance(one, FunctionType) for other in one.__code__.co_names}
        more = {other for other in called if isinstance(vars(rules).get(other), FunctionType)} - found
    return found


def checked(call: ast.Call, names: dict[str, Any], declared: dict[str, Event], where: str) -> str:
    """The name of the event that is told."""
    if call.keywords or any(isinstance(arg, ast.Starred) for arg in call.args):
        raise TypeError(f"{where}: numbers are told one by one and without names, as in tell(s, EVENT, 1, 2)")
    if len(call.args) < 2:
        raise TypeError(f"{where}: {ast.unparse(call)} lacks the state or the event, as in tell(s, EVENT, 1, 2)")
    event = named(call.args[1], names)
    if not isinstance(event, Event) or event not in declared.values():
        raise TypeError(f"{where}: {why_no_event(call, names)}")
    numbers = len(call.args) - 2
    if numbers != len(event.numbers):
        raise TypeError(f"{where}: {wrong_numbers(event, numbers)}")
    return event.name


def wrong_numbers(event: Event, numbers: int) -> str:
    wanted = ", ".join(event.numbers) or "none"
    return f"{event.name} is told with {numbers} numbers; it has {len(event.numbers)}: {wanted}; tell just these, in this order"


def why_no_event(call: ast.Call, names: dict[str, Any]) -> str:
    """Why it is not one that the game brings, and what to do."""
    what, event = ast.unparse(call.args[1]), named(call.args[1], names)
    brings = "the game's Rules.of(..., events=...) brings"
    if isinstance(named(call.args[0], names), Event):
        return f"{ast.unparse(call)}: the state comes first, as in tell(s, EVENT, 1, 2)"
    if isinstance(event, Event):
        return f"{what} is none of the events that {brings}; bring the module that declares it"
    if event is None:
        return f"{what} is declared nowhere; add {what} = Event(...) to the module that {brings}"
    return f"{what} is {event!r} here, not an event; if the name is there twice, rename one of them"


def named(node: ast.AST | None, names: dict[str, Any]) -> Any:
    """What `BUST` or `events.BUST` stands for."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(names.get(node.value.id), node.attr, None)
    return names.get(node.id) if isinstance(node, ast.Name) else None
