"""Where matches are kept: SQLite beside the server, or PostgreSQL for several servers at once.

    async with open_store("sqlite:///home/ada/ludotheque.db") as store: ...

An append is done when it is synced; nobody is told of an event before.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from importlib.resources import files
from typing import Any, Protocol

import msgspec

from ludotheque.errors import LudothequeError, shortened
from ludotheque.extras import command_for
from ludotheque.i18n import N_


class Kept(msgspec.Struct, frozen=True):
    """A match as it is stored, beside its events."""

    id: str
    code: str
    secret: bytes


class Line(msgspec.Struct, frozen=True):
    """One event of a match as it is stored."""

    seq: int
    at: int  # milliseconds
    body: bytes


class Append(msgspec.Struct, eq=False):
    """An event on its way to the writer."""

    match: str
    line: Line
    ended: bool  # nothing can follow it
    done: "asyncio.Future[bool]"


class StoreFailed(LudothequeError):
    """The event could not be stored, so it has not happened."""


Heard = Callable[[str, Line | None], None]  # of another process: an event of a match, or that it should be looked up
HeardHere = Callable[[str, str, int, bool], None]  # which process, match, seat, and whether somebody is there
Here = tuple[str, int, bool]  # match, seat, whether somebody is there


class Store(Protocol):
    shared: bool  # whether other processes write, too

    async def create(self, kept: Kept, first: Line) -> bool:
        """Stores a new match; False if its code is taken."""
        ...

    def append(self, match: str, line: Line, ended: bool) -> "asyncio.Future[bool]":
        """Stores one more event; False if there is one of this number already."""
        ...

    async def load(self, match: str) -> tuple[Kept, list[Line]] | None: ...

    async def since(self, match: str, seq: int) -> list[Line]:
        """The events after that one."""
        ...

    async def by_code(self, code: str) -> str | None: ...

    async def unfinished(self) -> list[str]: ...

    async def forget(self, before: int) -> list[str]:
        """Deletes the matches in which nothing happened since then, and says which."""
        ...

    async def alive(self) -> bool: ...

    async def newest(self, matches: list[str]) -> dict[str, int]:
        """The number of the last event of each."""
        ...

    def listen(self, heard: Heard, here: HeardHere, again: Callable[[], None]) -> None:
        """`again` is called when nothing was heard for a while and now is."""
        ...

    async def announce(self, seats: list[Here]) -> None:
        """Tells other processes who looks on here."""
        ...


def migrations(dialect: str) -> Iterable[tuple[int, str]]:
    """The numbered changes of the tables, in order; each is carried out once."""
    folder = files("ludotheque.table.stores") / "migrations"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        number, _, rest = file.name.partition("-")
        if rest.endswith(f".{dialect}.sql") or (rest.endswith(".sql") and rest.count(".") == 1):
            yield int(number), file.read_text("utf-8")


def check_schema(found: int, known: int) -> None:
    if found > known:
        raise LudothequeError(
            N_("this database was made by a newer Ludothèque (its tables are at {found}, known here: {known}); update first"),
            found=found, known=known,
        )  # fmt: skip


def postgresql_module() -> Any:
    """The module that speaks to PostgreSQL, where what it needs is installed."""
    try:
        from ludotheque.table.stores import postgresql
    except ModuleNotFoundError:
        raise LudothequeError(
            N_("what speaks to PostgreSQL is not installed; {command} brings it"), command=command_for("postgresql")
        ) from None
    return postgresql


async def try_out(url: str) -> None:
    """Opens the store and closes it again: a sentence says what is wrong before anybody is let in."""
    async with open_store(url):
        pass


def open_store(url: str) -> AbstractAsyncContextManager[Store]:
    if url.startswith(("postgresql://", "postgres://")):
        opened: AbstractAsyncContextManager[Store] = postgresql_module().PostgreSQL.opened(url)
        return opened
    path = url.removeprefix("sqlite://")
    if "://" in path or not path:
        raise LudothequeError(
            N_("{url} is no database we know; say a file, sqlite:///path/to/file, or postgresql://user@host/name"),
            url=shortened(url),
        )
    from ludotheque.table.stores.sqlite import SQLite

    return SQLite.opened(path)
