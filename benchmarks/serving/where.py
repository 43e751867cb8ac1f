"""`ludotheque serve` with a stopwatch: what rules, views, storing and sending take of a move.

    WHERE=where.json python -m benchmarks.serving.where serve --port 8012 …   (SIGUSR1 starts and stops the watch)

Functions are wrapped from outside when the server starts; the time inside each counts for what it
does, less what is counted inside it for something else, by the processor clock. The stopwatch itself costs some
microseconds a move, so the sum is larger than without. Written to $WHERE when it stops.
"""

import gc
import json
import os
import signal
import threading
import time
import types
from collections import defaultdict
from collections.abc import Callable, Generator
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

RECEIVING, DOOR, RULES, VIEWS, FRAMES = "receiving", "the door", "rules", "views", "frames as JSON"
STORAGE, WRITER, SENDING = "storage, in the loop", "storage, writer thread", "sending"
OPENING, GARBAGE = "opening tables, connections", "garbage collection"
REST = "event loop, system calls, the rest"

PLACES = {
    "ludotheque.web.channel:Straight.data_received": RECEIVING,
    "ludotheque.table.requests:decode": RECEIVING,
    "ludotheque.web.connection:Connection.read": DOOR,
    "ludotheque.web.connection:Connection.asked": DOOR,
    "ludotheque.table.hall:Errand.decide": DOOR,
    "ludotheque.table.hall:Errand.stored": DOOR,
    "ludotheque.table.hall:decide": RULES,
    "ludotheque.table.match:Match.apply": RULES,
    "ludotheque.table.events:encode": STORAGE,
    "ludotheque.table.stores.sqlite:SQLite.append": STORAGE,
    "ludotheque.table.stores.sqlite:tell": STORAGE,
    "ludotheque.table.stores.postgresql:PostgreSQL.append": STORAGE,
    "ludotheque.table.stores.postgresql:PostgreSQL._write": STORAGE,
    "ludotheque.web.frames:happened": FRAMES,
    "ludotheque.position:Position.view": VIEWS,
    "ludotheque.position:Position.now": VIEWS,
    "ludotheque.web.connection:Connection.write": SENDING,
    "ludotheque.web.connection:Connection.say": SENDING,
    "ludotheque.web.guards:Guards.__call__": OPENING,
}


class Stopwatch:
    """Of the thread that runs the event loop."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.since = 0.0
        self.thread = threading.get_ident()
        self.writer: int | None = None  # the processor clock of the writer thread
        self.runs = False
        self.reset()

    def reset(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.moves = self.tables = 0
        self.began, self.writer_began = time.process_time(), self.writer_time()

    def writer_time(self) -> float:
        return time.clock_gettime(self.writer) if self.writer is not None else 0.0

    def press(self, *_: Any) -> None:
        """The first time it starts, the second time it says what it found."""
        if self.runs:
            self.write()
        else:
            self.reset()
        self.runs = not self.runs

    def enter(self, what: str) -> None:
        now = time.thread_time()
        if self.inside:
            self.spent[self.inside[-1]] += now - self.since
            if self.inside[0] == OPENING:  # whatever a new table needs
                what = OPENING
        self.inside.append(what)
        self.since = now

    def leave(self) -> None:
        now = time.thread_time()
        self.spent[self.inside.pop()] += now - self.since
        self.since = now

    def collected(self, phase: str, _about: dict[str, int]) -> None:
        if threading.get_ident() == self.thread:
            if phase == "start":
                self.enter(GARBAGE)
            else:
                self.leave()

    def write(self) -> None:
        took = time.process_time() - self.began
        told = {**self.spent, WRITER: self.writer_time() - self.writer_began}
        told[REST] = took - sum(told.values())
        each = {what: 1e6 * seconds / max(1, self.moves) for what, seconds in told.items()}
        about = {"moves": self.moves, "tables": self.tables, "us_per_move": each}
        Path(os.environ["WHERE"]).write_text(json.dumps(about, indent=1, ensure_ascii=False), "utf-8")


watch = Stopwatch()


def timed(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def inside(*args: Any, **kwargs: Any) -> Any:
        watch.enter(what)
        try:
            return function(*args, **kwargs)
        finally:
            watch.leave()

    return inside


def timed_coroutine(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    """Counts while it runs, not while it waits."""

    @types.coroutine
    def steps(coroutine: Any) -> Generator[Any, Any, Any]:
        resume, value = coroutine.send, None
        while True:
            watch.enter(what)
            try:
                waits_for = resume(value)
            except StopIteration as done:
                return done.value
            finally:
                watch.leave()
            try:
                resume, value = coroutine.send, (yield waits_for)
            except BaseException as problem:
                resume, value = coroutine.throw, problem

    @wraps(function)
    async def inside(*args: Any, **kwargs: Any) -> Any:
        return await steps(function(*args, **kwargs))

    return inside


def wrap(place: str, what: str) -> None:
    module, _, path = place.partition(":")
    try:
        owner: Any = import_module(module)
        *outer, name = path.split(".")
        for step in outer:
            owner = getattr(owner, step)
        function = getattr(owner, name)
    except (ImportError, AttributeError):
        print(f"there is no {place}: it is not counted apart")
        return
    is_coroutine = isinstance(function, types.FunctionType) and function.__code__.co_flags & 0x80
    setattr(owner, name, timed_coroutine(function, what) if is_coroutine else timed(function, what))


def count() -> None:
    from ludotheque.table import events
    from ludotheque.table.match import Match

    apply = Match.apply

    def counted(self: Match, event: Any, *rest: Any) -> None:
        watch.moves += isinstance(event, events.Moved)
        watch.tables += isinstance(event, events.Began)
        apply(self, event, *rest)

    Match.apply = counted  # type: ignore[method-assign]


def time_the_writer() -> None:
    """The writer thread has a processor clock of its own."""
    from ludotheque.table.stores.sqlite import SQLite

    write = SQLite._write

    def inside(self: SQLite) -> None:
        watch.writer = time.pthread_getcpuclockid(threading.get_ident())
        write(self)
        watch.writer = None

    SQLite._write = inside  # type: ignore[method-assign]


def main() -> None:
    for place, what in PLACES.items():
        wrap(place, what)
    count()
    time_the_writer()
    gc.callbacks.append(watch.collected)
    signal.signal(signal.SIGUSR1, watch.press)
    from ludotheque.command import main as command

    command()


if __name__ == "__main__":
    main()
