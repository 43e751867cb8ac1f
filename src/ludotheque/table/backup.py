"""A copy of all tables in one file, made while the house is open; and back into any store.

The file is an SQLite database, whatever the tables came from. Restoring adds what is missing and
changes nothing that is there: a log only ever grows.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_
from ludotheque.table.stores import Kept, Line, open_store, postgresql_module
from ludotheque.table.stores.sqlite import connect, migrate

Progress = Callable[[int, int], None]  # how many of how many
PAGES = 256  # copied at once; writers come in between

MATCH = "INSERT OR IGNORE INTO matches (id, code, secret, ended) VALUES (?, ?, ?, ?)"
EVENT = "INSERT OR IGNORE INTO events (match, seq, at, body) VALUES (?, ?, ?, ?)"


def backup(url: str, target: Path, progress: Progress) -> int:
    """Copies all tables as they are at one moment; says how many. The file is whole or not there."""
    if target.exists():
        raise LudothequeError(N_("{path} is there already; choose another name"), path=target)
    folder = Path(mkdtemp(prefix=".backup-", dir=target.parent))
    copy = folder / "copy.db"
    try:
        if is_postgresql(url):
            asyncio.run(copy_postgresql(url, copy, progress))
        else:
            copy_sqlite(file_of(url), copy, progress)
        with closing(sqlite3.connect(copy)) as made:
            made.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
            (number,) = made.execute("SELECT count(*) FROM matches").fetchone()
        with copy.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(copy, target)
    except sqlite3.Error as problem:
        raise LudothequeError(N_("the tables can't be copied: {problem}"), problem=problem) from None
    finally:
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()
    return int(number)


def is_postgresql(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def file_of(url: str) -> Path:
    path = Path(url.removeprefix("sqlite://"))
    if not path.is_file():
        raise LudothequeError(N_("there is no database {path}; say which with --database"), path=path)
    return path


def copy_sqlite(source: Path, copy: Path, progress: Progress) -> None:
    with closing(sqlite3.connect(source, timeout=30)) as there, closing(sqlite3.connect(copy)) as here:
        there.backup(here, pages=PAGES, progress=lambda _status, left, whole: progress(whole - left, whole), sleep=0.01)


async def copy_postgresql(url: str, copy: Path, progress: Progress) -> None:
    source = await postgresql_module().connected(url)
    here = connect(copy)
    try:
        migrate(here)
        async with source.transaction(isolation="repeatable_read", readonly=True):
            whole = await source.fetchval("SELECT count(*) FROM matches")
            here.execute("BEGIN")
            done = 0
            async for row in source.cursor("SELECT id, code, secret, ended FROM matches", prefetch=500):
                here.execute(MATCH, (row["id"], row["code"], bytes(row["secret"]), row["ended"]))
            async for row in source.cursor("SELECT match, seq, at, body FROM events ORDER BY match, seq", prefetch=2000):
                here.execute(EVENT, (row["match"], row["seq"], row["at"], bytes(row["body"])))
                if row["seq"] == 0:
                    progress(done := done + 1, whole)
            here.execute("COMMIT")
    finally:
        here.close()
        await source.close()


def restore(file: Path, url: str, progress: Progress) -> int:
    """Adds the tables of a backup that are not there, and the rest of those that are there in part; says how many."""
    if not file.is_file():
        raise LudothequeError(N_("there is no backup {path}"), path=file)
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as there:
            if there.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("malformed")
            (whole,) = there.execute("SELECT count(*) FROM matches").fetchone()
            if is_postgresql(url):
                return asyncio.run(restore_postgresql(tables_of(there), url, whole, progress))
            return restore_sqlite(tables_of(there), Path(url.removeprefix("sqlite://")), whole, progress)
    except sqlite3.Error as problem:
        raise LudothequeError(N_("{path} is no backup that can be read: {problem}"), path=file, problem=problem) from None


Table = tuple[Kept, int, list[Line]]  # with whether it has ended


def tables_of(there: sqlite3.Connection) -> Iterator[Table]:
    sql = "SELECT seq, at, body FROM events WHERE match = ? ORDER BY seq"
    for id, code, secret, ended in there.execute("SELECT id, code, secret, ended FROM matches ORDER BY id"):
        yield Kept(id, code, secret), ended, [Line(*row) for row in there.execute(sql, (id,))]


def missing(found: list[Line], kept: list[Line]) -> list[Line]:
    """What the backup has beyond the log that is there; nothing, if that went another way since."""
    return kept[len(found) :] if found == kept[: len(found)] else []


def restore_sqlite(tables: Iterator[Table], path: Path, whole: int, progress: Progress) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    added = 0
    with closing(connect(path)) as here:
        migrate(here)
        for number, (kept, ended, lines) in enumerate(tables, start=1):
            here.execute("BEGIN IMMEDIATE")
            here.execute(MATCH, (kept.id, kept.code, kept.secret, ended))
            found = here.execute("SELECT seq, at, body FROM events WHERE match = ? ORDER BY seq", (kept.id,))
            new = missing([Line(*row) for row in found], lines)
            here.executemany(EVENT, [(kept.id, line.seq, line.at, line.body) for line in new])
            if new and ended:
                here.execute("UPDATE matches SET ended = 1 WHERE id = ?", (kept.id,))
            here.execute("COMMIT")
            added += bool(new)
            progress(number, whole)
    return added


async def restore_postgresql(tables: Iterator[Table], url: str, whole: int, progress: Progress) -> int:
    added = 0
    async with open_store(url) as store:
        for number, (kept, ended, lines) in enumerate(tables, start=1):
            await store.create(kept, lines[0])
            new = missing(await store.since(kept.id, -1), lines)
            for line in new:
                await store.append(kept.id, line, ended=bool(ended) and line is lines[-1])
            added += bool(new) or len(lines) == 1
            progress(number, whole)
    return added
