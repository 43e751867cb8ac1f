"""`ludotheque serve` with something wrong with it: it dies at a step of a move, or breaks the promise about syncing.

    DIES_AT="after sync" DIES_ON=17 python -m tests.web.crash.launcher serve --port 8012 ...
    BROKEN="answers first" python -m tests.web.crash.launcher serve ...
    CHECKPOINTS=100 python -m tests.web.crash.launcher serve ...

The server itself knows nothing of this: its parts are wrapped here, before it starts.
"""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from ludotheque.command import main
from ludotheque.table.stores import Append, Line, sqlite
from ludotheque.web import app
from ludotheque.web.channel import Channel

# The steps of a move, in order, and what has happened by then.
POINTS = {
    "before append": "it is decided, nothing is stored",
    "after append": "it is in the open transaction, or on its way to PostgreSQL",
    "after sync": "it is stored, nobody knows",
    "before send": "its frame is made, nobody has it",
    "between sends": "one has its frame, the others do not",
    "before answer": "others may know, whoever asked by POST does not",
}
BROKEN = ("answers first", "never syncs", "syncs at checkpoints")  # and "answers long before", for kills

dies_at, dies_on = os.environ.get("DIES_AT"), int(os.environ.get("DIES_ON", "1"))
passed = 0
counting = threading.Lock()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)  # the signal is on its way; nothing more is done


def passing(point: str) -> None:
    """Dies here, the nth time."""
    global passed
    if point == dies_at:
        with counting:
            passed += 1
            if passed == dies_on:
                die()


def die_in_a_moment_after(point: str) -> None:
    """Nobody can stop inside a statement that is on its way; this leaves it anything from no time to all it needs."""
    global passed
    if dies_at == f"after {point}":
        passed += 1
        if passed == dies_on:
            threading.Timer((dies_on % 8) / 2000, die).start()


def put_points() -> None:
    put_points_in_sqlite()
    put_points_in_postgresql()
    put_points_in_sending()


def put_points_in_sqlite() -> None:
    append, insert, written = sqlite.SQLite.append, sqlite.insert, sqlite.SQLite._written

    def appending(self: sqlite.SQLite, match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
        passing("before append")
        return append(self, match, line, ended)

    def inserting(connection: Any, appends: list[Append]) -> list[bool]:
        die_in_a_moment_after("append")  # the one statement appends and syncs
        return insert(connection, appends)

    def writing(self: sqlite.SQLite, jobs: list[Any], results: list[Any]) -> None:
        passing("after sync")
        written(self, jobs, results)

    sqlite.SQLite.append = appending  # type: ignore[method-assign]
    sqlite.SQLite._written = writing  # type: ignore[method-assign]
    sqlite.insert = inserting


def put_points_in_postgresql() -> None:
    try:
        from ludotheque.table.stores import postgresql
    except ImportError:
        return
    append, store = postgresql.PostgreSQL.append, postgresql.PostgreSQL._store

    def appending(self: postgresql.PostgreSQL, match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
        passing("before append")
        return append(self, match, line, ended)

    async def storing(self: postgresql.PostgreSQL, appends: list[Append]) -> list[bool]:
        die_in_a_moment_after("append")
        result = await store(self, appends)
        passing("after sync")
        return result

    postgresql.PostgreSQL.append = appending  # type: ignore[method-assign]
    postgresql.PostgreSQL._store = storing  # type: ignore[method-assign]


def put_points_in_sending() -> None:
    at_once, later, answer = Channel.send_at_once, Channel.send, vars(app)["json_answer"]

    def sending_at_once(self: Channel, text: bytes) -> bool:
        told = b'"t":"event"' in text
        if told:
            passing("before send")
        sent = at_once(self, text)
        if told and sent:
            passing("between sends")
        return sent

    async def sending(self: Channel, text: bytes) -> None:
        told = b'"t":"event"' in text
        if told:
            passing("before send")
        await later(self, text)
        if told:
            passing("between sends")

    def answering(data: Any, status: int = 200) -> Any:
        if "done" in data:
            passing("before answer")
        return answer(data, status)

    Channel.send_at_once = sending_at_once  # type: ignore[method-assign]
    Channel.send = sending  # type: ignore[method-assign]
    vars(app)["json_answer"] = answering


def break_promise(how: str) -> None:
    """Servers that must be caught."""
    if how in ("answers first", "answers long before"):
        append, insert = sqlite.SQLite.append, sqlite.insert

        def appending(self: sqlite.SQLite, match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
            append(self, match, line, ended)
            done: asyncio.Future[bool] = self._loop.create_future()
            done.set_result(True)
            return done

        def inserting(connection: Any, appends: list[Append]) -> list[bool]:
            if how == "answers long before":
                time.sleep(0.05)
            return insert(connection, appends)

        sqlite.SQLite.append = appending  # type: ignore[method-assign]
        sqlite.insert = inserting
        return
    level = {"never syncs": "OFF", "syncs at checkpoints": "NORMAL"}[how]
    say_when_connected(f"PRAGMA synchronous = {level}")


def say_when_connected(pragma: str) -> None:
    connect: Callable[[Any], Any] = sqlite.connect

    def connecting(path: Any) -> Any:
        connection = connect(path)
        connection.execute(pragma)
        return connection

    sqlite.connect = connecting


if __name__ == "__main__":
    if dies_at:
        assert dies_at in POINTS
        put_points()
    if os.environ.get("BROKEN"):
        break_promise(os.environ["BROKEN"])
    if os.environ.get("CHECKPOINTS"):  # as many pages in the log, and it is carried over into the file: more often than usual
        say_when_connected(f"PRAGMA wal_autocheckpoint = {int(os.environ['CHECKPOINTS'])}")
    main()
