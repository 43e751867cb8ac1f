"""SQLite: one writer thread, and whatever waits is stored in one transaction and one sync."""

import asyncio
import fcntl
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_
from ludotheque.table.stores import Append, Heard, HeardHere, Here, Kept, Line, StoreFailed, check_schema, migrations

INSERT = "INSERT INTO events (match, seq, at, body) VALUES (?, ?, ?, ?)"
# All events in one statement: Python's lock changes hands around each, which costs more than the statement itself.
INSERT_ALL = "INSERT OR IGNORE INTO events (match, seq, at, body) VALUES "
MOST = 500  # events in one statement


@dataclass(slots=True)
class Job:
    """Anything else the writer does, in a transaction of its own."""

    work: Callable[[sqlite3.Connection], Any]
    done: "asyncio.Future[Any]"


class SQLite:
    shared = False

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._queue: SimpleQueue[list[Append | Job] | None] = SimpleQueue()
        self._gathered: list[Append | Job] = []  # during one turn of the loop, to wake the writer once
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._reading = threading.Lock()
        self._writing = False
        self._stopped = False

    @classmethod
    @asynccontextmanager
    async def opened(cls, path: str) -> AsyncIterator["SQLite"]:
        store = cls(path)
        try:
            store.path.parent.mkdir(parents=True, exist_ok=True)
            lock = lock_file(store.path)
            store._connection = connect(store.path)
            store._connection.execute("PRAGMA cache_size = -4000")  # KiB: the newest pages of thousands of matches
            migrate(store._connection)
            store._reader = connect(store.path)
        except (OSError, sqlite3.Error) as problem:
            raise LudothequeError(
                N_("the database {path} can't be opened: {problem}"),
                path=path,
                problem=getattr(problem, "strerror", None) or problem,
            ) from None
        store._writer.start()
        try:
            yield store
        finally:
            store._stopped = True
            while store._gathered or store._writing:  # what was asked before is still written
                await asyncio.sleep(0.001)
            store._queue.put(None)
            await asyncio.to_thread(store._writer.join)
            store._connection.close()
            store._reader.close()
            os.close(lock)

    _connection: sqlite3.Connection
    _reader: sqlite3.Connection

    # --- writing ----------------------------------------------------------------------------------

    def append(self, match: str, line: Line, ended: bool) -> "asyncio.Future[bool]":
        done: asyncio.Future[bool] = self._loop.create_future()
        self._put(Append(match, line, ended, done))
        return done

    async def create(self, kept: Kept, first: Line) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            row = (kept.id, kept.code, kept.secret)
            made = connection.execute("INSERT OR IGNORE INTO matches (id, code, secret) VALUES (?, ?, ?)", row)
            if made.rowcount:
                connection.execute(INSERT, (kept.id, first.seq, first.at, first.body))
            return bool(made.rowcount)

        return bool(await self._do(work))

    async def forget(self, before: int) -> list[str]:
        """Looked for beside the writer, which is kept from its work for the deletions alone."""
        old = [match for (match,) in await self._read("SELECT match FROM events GROUP BY match HAVING max(at) < ?", before)]
        still_old = "NOT EXISTS (SELECT 1 FROM events WHERE match = id AND at >= ?)"
        sql = f"DELETE FROM matches WHERE id = ? AND {still_old}"  # noqa: S608 - a constant

        def work(connection: sqlite3.Connection) -> list[str]:
            return [match for match in old if connection.execute(sql, (match, before)).rowcount]

        return list(await self._do(work))

    def _do(self, work: Callable[[sqlite3.Connection], Any]) -> "asyncio.Future[Any]":
        done: asyncio.Future[Any] = self._loop.create_future()
        self._put(Job(work, done))
        return done

    def _put(self, job: Append | Job) -> None:
        if self._stopped:
            job.done.set_exception(StoreFailed(N_("the house is about to restart; try again in a moment")))
        else:
            if not self._gathered and not self._writing:
                self._loop.call_soon(self._hand_over)
            self._gathered.append(job)

    def _hand_over(self) -> None:
        """Everything that waits goes to the writer; what comes while it writes is the next round."""
        if self._gathered and not self._writing:
            gathered, self._gathered = self._gathered, []
            self._writing = True
            self._queue.put(gathered)

    def _written(self, jobs: list[Any], results: list[Any]) -> None:
        self._writing = False
        self._hand_over()
        tell(jobs, results)

    def _write(self) -> None:
        """The writer's life: takes what it is handed, stores it, tells the loop."""
        while (jobs := self._queue.get()) is not None:
            appends = [job for job in jobs if isinstance(job, Append)]
            results: dict[int, Any] = {}
            if appends:
                # Where nothing else belongs to it, the one statement is a transaction by itself.
                work = partial(insert, appends=appends)
                stored = (
                    self._transaction(work)
                    if any(append.ended for append in appends) or len(appends) > MOST
                    else self._alone(work)
                )
                results = {id(append): stored if isinstance(stored, Exception) else stored[n] for n, append in enumerate(appends)}
            for job in jobs:
                if isinstance(job, Job):
                    results[id(job)] = self._transaction(job.work)
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                self._loop.call_soon_threadsafe(self._written, jobs, [results[id(job)] for job in jobs])

    def _transaction(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            result = work(self._connection)
            self._connection.execute("COMMIT")
        except sqlite3.Error as problem:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            return StoreFailed(N_("the move could not be stored: {problem}"), problem=problem)
        else:
            return result

    def _alone(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            return work(self._connection)
        except sqlite3.Error as problem:
            return StoreFailed(N_("the move could not be stored: {problem}"), problem=problem)

    # --- reading ----------------------------------------------------------------------------------

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        def work() -> list[Any]:
            with self._reading:
                return self._reader.execute(sql, values).fetchall()

        return await asyncio.to_thread(work)

    async def load(self, match: str) -> tuple[Kept, list[Line]] | None:
        found = await self._read("SELECT id, code, secret FROM matches WHERE id = ?", match)
        return (Kept(*found[0]), await self.since(match, -1)) if found else None

    async def since(self, match: str, seq: int) -> list[Line]:
        rows = await self._read("SELECT seq, at, body FROM events WHERE match = ? AND seq > ? ORDER BY seq", match, seq)
        return [Line(*row) for row in rows]

    async def by_code(self, code: str) -> str | None:
        found = await self._read("SELECT id FROM matches WHERE code = ?", code)
        return found[0][0] if found else None

    async def unfinished(self) -> list[str]:
        return [match for (match,) in await self._read("SELECT id FROM matches WHERE ended = 0")]

    async def alive(self) -> bool:
        return self._writer.is_alive() and bool(await self._read("SELECT 1"))

    async def newest(self, matches: list[str]) -> dict[str, int]:
        return {}

    def listen(self, heard: Heard, here: HeardHere, again: Callable[[], None]) -> None:
        """Nobody else writes."""

    async def announce(self, seats: list[Here]) -> None:
        """Nobody else listens."""


def insert(connection: sqlite3.Connection, appends: list[Append]) -> list[bool]:
    """Stores the events; False for each whose number is taken."""
    stored = 0
    for first in range(0, len(appends), MOST):
        some = appends[first : first + MOST]
        values = [value for row in some for value in (row.match, row.line.seq, row.line.at, row.line.body)]
        stored += connection.execute(INSERT_ALL + ", ".join(["(?, ?, ?, ?)"] * len(some)), values).rowcount
    ended = [(append.match,) for append in appends if append.ended]
    if ended:
        connection.executemany("UPDATE matches SET ended = 1 WHERE id = ?", ended)
    if stored == len(appends):
        return [True] * len(appends)
    sql = "SELECT 1 FROM events WHERE match = ? AND seq = ? AND body = ? AND at = ?"
    return [bool(connection.execute(sql, (row.match, row.line.seq, row.line.body, row.line.at)).fetchone()) for row in appends]


def tell(jobs: list[Any], results: list[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        if job.done.done():
            continue
        if isinstance(result, Exception):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=600)
    connection.execute("PRAGMA page_size = 1024")  # of a new file; every match writes to a page of its own
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 16000")  # pages: written again and again, they are moved once
    connection.execute("PRAGMA synchronous = FULL")  # the log is synced at every commit
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    steps = list(migrations("sqlite"))
    check_schema(found, steps[-1][0])
    for number, sql in steps:
        if number > found:
            connection.executescript(f"BEGIN; {sql}; PRAGMA user_version = {number}; COMMIT;")


def lock_file(path: Path) -> int:
    """One server a file: a second one is told so."""
    lock = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise LudothequeError(
            N_("another server has {path} open; stop it, or give this one another --database"), path=path
        ) from None
    return lock
