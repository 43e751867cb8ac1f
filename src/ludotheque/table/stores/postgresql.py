"""PostgreSQL: several server processes over one database.

An event is stored and told to the other processes by one statement: NOTIFY carries its body, so
nobody has to ask for it. What is missed is found by its number, or by a slow look at the table.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_
from ludotheque.table.stores import Append, Heard, HeardHere, Here, Kept, Line, StoreFailed, check_schema, migrations

log = logging.getLogger("ludotheque.store")

CHANNEL = "ludotheque"
MOST_NOTIFIED = 7000  # bytes; PostgreSQL carries at most 8000
PATIENCE = 15.0  # seconds that PostgreSQL may be away before a move is refused
LOST = (
    OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.CannotConnectNowError, asyncpg.AdminShutdownError,
)  # fmt: skip
MIGRATING = 1_212_1321  # the advisory lock under which tables are changed

APPEND = f"""
WITH stored AS (
  INSERT INTO events (match, seq, at, body)
  SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])
  ON CONFLICT DO NOTHING
  RETURNING match, seq, at, body
)
SELECT match, seq, pg_notify('{CHANNEL}', concat_ws(' ', 'E', $5::text, match, seq, at,
  CASE WHEN octet_length(body) <= {MOST_NOTIFIED} THEN convert_from(body, 'UTF8') END))
FROM stored
"""  # noqa: S608 - constants


class PostgreSQL:
    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.origin = secrets.token_hex(6)  # tells this process's notifications from the others'
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._heard: Heard | None = None
        self._here: HeardHere | None = None
        self._again: Callable[[], None] | None = None
        self._stopped = False

    _pool: "asyncpg.Pool[Any]"

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str) -> AsyncIterator["PostgreSQL"]:
        store = cls(url)
        try:
            store._pool = await asyncpg.create_pool(url, min_size=1, max_size=4, command_timeout=30)
            await migrate(store._pool)
        except (*LOST, asyncpg.PostgresError, ValueError) as problem:
            raise LudothequeError(N_("the database can't be reached: {problem}"), problem=problem) from None
        writer, listener = asyncio.create_task(store._write()), asyncio.create_task(store._listen())
        try:
            yield store
        finally:
            store._stopped = True
            store._wake.set()
            await writer  # what was queued is still written
            listener.cancel()
            with suppress(asyncio.CancelledError):
                await listener
            await store._pool.close()

    # --- writing ----------------------------------------------------------------------------------

    def append(self, match: str, line: Line, ended: bool) -> "asyncio.Future[bool]":
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._stopped:
            done.set_exception(StoreFailed(N_("the house is about to restart; try again in a moment")))
        else:
            self._waiting.append(Append(match, line, ended, done))
            self._wake.set()
        return done

    async def _write(self) -> None:
        """The writer's life: whatever waits is stored in one transaction."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            appends, self._waiting = self._waiting, []
            if appends:
                try:
                    results: list[bool] = await patiently(lambda appends=appends: self._store(appends))
                except (*LOST, asyncpg.PostgresError, TimeoutError) as problem:
                    log.error("%d events could not be stored: %s", len(appends), type(problem).__name__)
                    for append in appends:
                        if not append.done.done():
                            append.done.set_exception(StoreFailed(N_("the move could not be stored")))
                else:
                    for append, result in zip(appends, results, strict=True):
                        if not append.done.done():
                            append.done.set_result(result)
            if self._stopped and not self._waiting:
                return

    async def _store(self, appends: list[Append]) -> list[bool]:
        columns = [list(column) for column in zip(*((a.match, a.line.seq, a.line.at, a.line.body) for a in appends), strict=True)]
        ended = [append.match for append in appends if append.ended]
        try:
            async with self._pool.acquire() as connection:
                if ended:
                    async with connection.transaction():
                        rows = await connection.fetch(APPEND, *columns, self.origin)
                        await connection.execute("UPDATE matches SET ended = 1 WHERE id = ANY($1::text[])", ended)
                else:
                    rows = await connection.fetch(APPEND, *columns, self.origin)
        except asyncpg.ForeignKeyViolationError:  # a table was cleared away meanwhile; the others go on
            if len(appends) == 1:
                return [False]
            return [(await self._store([append]))[0] for append in appends]
        stored = {(row["match"], row["seq"]) for row in rows}
        return [(a.match, a.line.seq) in stored or await self._is_mine(a) for a in appends]

    async def _is_mine(self, append: Append) -> bool:
        """Whether an event that was there already is this very one: stored just before a connection broke."""
        sql = "SELECT at, body FROM events WHERE match = $1 AND seq = $2"
        row = await self._pool.fetchrow(sql, append.match, append.line.seq)
        return row is not None and (row["at"], bytes(row["body"])) == (append.line.at, append.line.body)

    async def create(self, kept: Kept, first: Line) -> bool:
        async def work() -> bool:
            async with self._pool.acquire() as connection, connection.transaction():
                sql = "INSERT INTO matches (id, code, secret) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id"
                if not await connection.fetchval(sql, kept.id, kept.code, kept.secret):
                    return bool(await connection.fetchval("SELECT 1 FROM matches WHERE id = $1", kept.id))
                sql = "INSERT INTO events (match, seq, at, body) VALUES ($1, $2, $3, $4)"
                await connection.execute(sql, kept.id, first.seq, first.at, first.body)
                return True

        return bool(await self._or_refuse(work))

    async def forget(self, before: int) -> list[str]:
        async def work() -> list[str]:
            old = "SELECT match FROM events GROUP BY match HAVING max(at) < $1"
            rows = await self._pool.fetch(f"DELETE FROM matches WHERE id IN ({old}) RETURNING id", before)  # noqa: S608 - constant
            return [row["id"] for row in rows]

        return list(await self._or_refuse(work))

    # --- reading ----------------------------------------------------------------------------------

    async def _or_refuse(self, work: Any) -> Any:
        try:
            return await patiently(work)
        except (*LOST, asyncpg.PostgresError, TimeoutError) as problem:
            raise StoreFailed(N_("the database can't be reached: {problem}"), problem=type(problem).__name__) from None

    async def load(self, match: str) -> tuple[Kept, list[Line]] | None:
        row = await self._or_refuse(lambda: self._pool.fetchrow("SELECT id, code, secret FROM matches WHERE id = $1", match))
        return (Kept(row["id"], row["code"], bytes(row["secret"])), await self.since(match, -1)) if row else None

    async def since(self, match: str, seq: int) -> list[Line]:
        sql = "SELECT seq, at, body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq"
        rows = await self._or_refuse(lambda: self._pool.fetch(sql, match, seq))
        return [Line(row["seq"], row["at"], bytes(row["body"])) for row in rows]

    async def newest(self, matches: list[str]) -> dict[str, int]:
        sql = "SELECT match, max(seq) AS seq FROM events WHERE match = ANY($1::text[]) GROUP BY match"
        rows = await self._or_refuse(lambda: self._pool.fetch(sql, matches))
        return {row["match"]: row["seq"] for row in rows}

    async def by_code(self, code: str) -> str | None:
        found: str | None = await self._or_refuse(lambda: self._pool.fetchval("SELECT id FROM matches WHERE code = $1", code))
        return found

    async def unfinished(self) -> list[str]:
        return [row["id"] for row in await self._or_refuse(lambda: self._pool.fetch("SELECT id FROM matches WHERE ended = 0"))]

    async def alive(self) -> bool:
        try:
            async with asyncio.timeout(2):
                return bool(await self._pool.fetchval("SELECT 1"))
        except (*LOST, asyncpg.PostgresError, TimeoutError):
            return False

    # --- the other processes ----------------------------------------------------------------------

    def listen(self, heard: Heard, here: HeardHere, again: Callable[[], None]) -> None:
        self._heard, self._here, self._again = heard, here, again

    async def announce(self, seats: list[Here]) -> None:
        """Tells the other processes who looks on here."""
        said = [f"{match} {seat} {int(there)}" for match, seat, there in seats]
        with suppress(*LOST, asyncpg.PostgresError, TimeoutError):
            for first in range(0, len(said), 100):
                text = " ".join(("H", self.origin, *said[first : first + 100]))
                await self._pool.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    async def _listen(self) -> None:
        while True:
            with suppress(*LOST, asyncpg.PostgresError, TimeoutError):
                connection = await asyncpg.connect(self.url, timeout=5)
                broken = asyncio.Event()
                connection.add_termination_listener(lambda _connection, broken=broken: broken.set())
                try:
                    await connection.add_listener(CHANNEL, self._notified)
                    if self._again:
                        self._again()  # what was told before is in the tables
                    await broken.wait()
                finally:
                    connection.terminate()
            await asyncio.sleep(0.5)

    def _notified(self, _connection: Any, _pid: int, _channel: str, text: Any) -> None:
        kind, origin, rest = str(text).split(" ", 2)
        if origin == self.origin:
            return
        if kind == "H" and self._here:
            words = rest.split(" ")
            for match, seat, there in zip(words[::3], words[1::3], words[2::3], strict=True):
                self._here(origin, match, int(seat), there == "1")
        elif kind == "E" and self._heard:
            match, seq, at, *body = rest.split(" ", 3)
            self._heard(match, Line(int(seq), int(at), body[0].encode()) if body else None)


async def connected(url: str) -> "asyncpg.Connection[Any]":
    """One connection, or a sentence."""
    try:
        return await asyncpg.connect(url, timeout=10)
    except (*LOST, asyncpg.PostgresError, ValueError, TimeoutError) as problem:
        raise LudothequeError(N_("the database can't be reached: {problem}"), problem=problem) from None


async def patiently(work: Any) -> Any:
    """Tries again while PostgreSQL restarts."""
    until = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await work()
        except LOST:
            if asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(0.2)


async def migrate(pool: "asyncpg.Pool[Any]") -> None:
    """One process at a time brings the tables to what is known here."""
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number INTEGER NOT NULL)")
        found = await connection.fetchval("SELECT max(number) FROM schema_version") or 0
        steps = list(migrations("postgresql"))
        check_schema(found, steps[-1][0])
        for number, sql in steps:
            if number > found:
                await connection.execute(sql)
                await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
