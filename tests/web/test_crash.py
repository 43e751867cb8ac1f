"""Nothing acknowledged is lost: not when the power fails, not when a process is killed at any step of a move."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import psutil
import pytest

from ludotheque.table.hall import replayed
from ludotheque.table.stores import Kept, Line
from tests.web.crash import trace
from tests.web.crash.kills import LAUNCHER, Outcome, kill_one, kill_one_of_two, restart_postgresql
from tests.web.crash.launcher import BROKEN
from tests.web.crash.players import House, play_tables
from tests.web.crash.servers import LoggedServer
from tests.web.house import PostgreSQLServer

TRACED = [("chipik", 3), ("toujours-12", 2), ("chip-trick", 2)]


# --- power ------------------------------------------------------------------------------------------


def play_traced(folder: Path, games: int, module: str = "ludotheque", **environment: str) -> tuple[Path, Path]:
    """A few matches by socket and by POST under strace, side by side; says where the trace and the database are."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    file, database = folder / "trace", folder / "house" / "tables.db"
    database.parent.mkdir()
    server = LoggedServer(database, prefix=trace.prefix(file), module=module)
    server.start(**environment)

    async def play() -> None:
        async with House([server.url], Random(12), cuts=0.01, by_post=0.3) as house:
            await play_tables(house, TRACED, 2, lambda begun: begun < games)
            assert not house.wrong

    try:
        asyncio.run(play())
    finally:
        assert server.process is not None
        for traced in psutil.Process(server.process.pid).children():  # strace itself takes no signals
            traced.kill()
        server.end()
    return file, database


class Recovery:
    """Opens what a power failure left; every row must be the one that is there in the end."""

    def __init__(self, database: Path) -> None:
        self.opened = 0
        self.rows = self.read(database)

    def read(self, database: Path) -> dict[tuple[str, int], tuple[int, bytes]]:
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'events'").fetchall():
                return {}
            rows = connection.execute("SELECT match, seq, at, body FROM events ORDER BY match, seq").fetchall()
            self.opened += 1
            if self.opened % 50 == 1:
                self.replay(connection)
        return {(match, seq): (at, bytes(body)) for match, seq, at, body in rows}

    def replay(self, connection: sqlite3.Connection) -> None:
        for kept in connection.execute("SELECT id, code, secret FROM matches").fetchall():
            lines = connection.execute("SELECT seq, at, body FROM events WHERE match = ? ORDER BY seq", kept[:1]).fetchall()
            assert replayed(Kept(*kept), [Line(*line) for line in lines]).seq == len(lines) - 1

    def __call__(self, database: Path) -> dict[str, int]:
        rows = self.read(database)
        assert rows.items() <= self.rows.items()
        last: dict[str, int] = {}
        for match, seq in rows:
            assert seq == last.get(match, -1) + 1
            last[match] = seq
        return last


@pytest.mark.parametrize("often", ["", "100"])
def test_nothing_is_told_before_it_is_synced_and_a_power_failure_loses_nothing_told(often: str, tmp_path: Path) -> None:
    """The power fails at every sync and before every frame and answer; what was synced is left, and any sectors of the rest."""
    file, database = play_traced(tmp_path, 3, LAUNCHER, CHECKPOINTS=often) if often else play_traced(tmp_path, 3)
    verdict = trace.judged(file, database, tmp_path / "image", Recovery(database), Random(21))
    assert verdict.early == []
    assert verdict.told > 200
    assert verdict.failures > verdict.syncs > 80
    assert not often or verdict.checkpoints > 3
    server = LoggedServer(tmp_path / "image" / "tables.db")
    try:
        server.start()
    finally:
        server.stop()
    assert server.complaints() == []


@pytest.mark.parametrize("how", BROKEN)
def test_a_server_that_breaks_the_promise_is_caught(how: str, tmp_path: Path) -> None:
    file, database = play_traced(tmp_path, 1, LAUNCHER, BROKEN=how)
    verdict = trace.judged(file, database, tmp_path / "image", Recovery(database), Random(13))
    assert verdict.early


# --- kills ------------------------------------------------------------------------------------------


def held(outcome: Outcome, kills: int) -> None:
    assert outcome.wrong == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
    assert outcome.kills.total() == kills
    assert outcome.counts["games"] > 0
    assert outcome.counts["acknowledged"] > 100


def test_a_server_is_killed_at_every_step_of_a_move(tmp_path: Path) -> None:
    held(asyncio.run(kill_one(tmp_path, 12, Random(1))), 12)


def test_one_of_two_servers_is_killed(postgresql: PostgreSQLServer) -> None:
    held(asyncio.run(kill_one_of_two(postgresql, 4, Random(2))), 4)


def test_postgresql_is_restarted(postgresql: PostgreSQLServer) -> None:
    held(asyncio.run(restart_postgresql(postgresql, 2, Random(3))), 2)
