"""Nothing acknowledged is lost: not when the power fails, not when a process is killed at any step of a move."""

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil
import pytest

from ludotheque.table.hall import replayed
from ludotheque.table.stores import Kept, Line
from tests.process import run
from tests.size import not_in_check, sized
from tests.web.crash import trace
from tests.web.crash.kills import LAUNCHER, Lost, Outcome, kill_one, kill_one_of_two, restart_postgresql
from tests.web.crash.launcher import BROKEN
from tests.web.crash.players import House, play_tables
from tests.web.house import WAIT, Person, PostgreSQLServer, Server

pytestmark = [not_in_check, pytest.mark.usefixtures("broken_connections")]
TRACED = [("chipik", 3), ("toujours-12", 2), ("chip-trick", 2)]


# --- power ------------------------------------------------------------------------------------------


def play_traced(folder: Path, games: int, module: str = "ludotheque", **environment: str) -> tuple[Path, Path]:
    """A few matches by socket and by POST under strace, side by side; says where the trace and the database are."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    file, database = folder / "trace", folder / "house" / "tables.db"
    database.parent.mkdir()
    server = Server(database, prefix=trace.prefix(file), module=module)
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


@pytest.mark.parametrize("often", sized([], ["100"], ["", "100"]))
def test_nothing_is_told_before_it_is_synced_and_a_power_failure_loses_nothing_told(often: str, tmp_path: Path) -> None:
    """The power fails at every sync and before every frame and answer; what was synced is left, and any sectors of the rest."""
    games = sized(0, 2, 3)
    file, database = play_traced(tmp_path, games, LAUNCHER, CHECKPOINTS=often) if often else play_traced(tmp_path, games)
    verdict = trace.judged(file, database, tmp_path / "image", Recovery(database), Random(21))
    assert verdict.early == []
    assert verdict.told > 60 * games
    assert verdict.failures > verdict.syncs > 25 * games
    assert not often or verdict.checkpoints > 3
    server = Server(tmp_path / "image" / "tables.db")
    try:
        server.start()
    finally:
        server.stop()
    assert server.complaints() == []


@pytest.mark.parametrize("how", sized(BROKEN, BROKEN[-1:], BROKEN))
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
    outcome = asyncio.run(kill_one(tmp_path, 12, Random(1)))
    held(outcome, 12)
    file = tmp_path / "record.txt"
    file.write_text(outcome.record)
    done = run("verify", str(file))
    assert done.returncode == 0, done.stderr


def test_a_server_that_answers_before_it_stores_loses_moves_when_it_is_killed(tmp_path: Path) -> None:
    with pytest.raises(Lost):
        asyncio.run(kill_one(tmp_path, 6, Random(6), BROKEN="answers long before"))


def test_one_of_two_servers_is_killed(postgresql: PostgreSQLServer) -> None:
    kills = sized(0, 3, 4)
    held(asyncio.run(kill_one_of_two(postgresql, kills, Random(2))), kills)


def test_postgresql_is_restarted(postgresql: PostgreSQLServer) -> None:
    times = sized(0, 1, 2)
    held(asyncio.run(restart_postgresql(postgresql, times, Random(3))), times)


# --- what a killed server leaves half done ------------------------------------------------------------


def restarted(server: Server) -> None:
    """It died where it was told to; now it runs undisturbed."""
    server.end()
    server.start()


def wish_to_sit(seat: int) -> dict[str, Any]:
    return {"at": seat, "name": f"Player {seat}", "nonce": f"{seat:032x}", "id": f"the request of seat {seat}"}


def test_who_sat_down_and_heard_nothing_asks_again_and_has_the_seat(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", module=LAUNCHER)
    server.start(DIES_AT="before answer", DIES_ON="1")
    try:
        person = server.open_table("chip-trick", 2)
        with pytest.raises(httpx.TransportError):
            person.http.post(f"{person.path}/sit", json=wish_to_sit(0))
        restarted(server)
        person.do("sit", **wish_to_sit(0))
        assert person.look()["you"] == 0
    finally:
        server.stop()


def test_a_table_that_was_full_when_the_server_died_begins_by_itself(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", module=LAUNCHER)
    server.start(DIES_AT="before append", DIES_ON="3")  # two sit down, and before the third event, the beginning, it dies
    try:
        first = server.open_table("chip-trick", 2)
        first.sit(0)
        second = Person(server, first.match)
        with pytest.raises(httpx.TransportError):
            second.http.post(f"{second.path}/sit", json=wish_to_sit(1))
        restarted(server)
        until = time.monotonic() + WAIT
        while first.look()["stage"] != "playing":
            assert time.monotonic() < until
            time.sleep(0.02)
    finally:
        server.stop()


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    table = server.open_table("chipik", 3, seats=[{"kind": "bot"}] * 3)
    until_bots_play(table)
    assert server.process is not None
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert children
    server.kill()
    _gone, left = psutil.wait_procs(children, timeout=WAIT)
    for child in left:
        child.kill()
    assert left == []


def test_bots_go_on_after_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    children: list[psutil.Process] = []
    try:
        table = server.open_table("chip-trick", 4, seats=[{"kind": "bot", "level": "random"}] * 4)
        until_bots_play(table)
        assert server.process is not None
        children = psutil.Process(server.process.pid).children(recursive=True)
        server.kill()
        server.start()
        assert until_bots_play(table, table.look()["seq"])
    finally:
        server.stop()
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()


def until_bots_play(table: Person, after: int = 2) -> bool:
    """Until something has happened; a bot's process takes a moment to start."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        state = table.look()
        if state["seq"] > after or state["stage"] == "over":
            return True
        time.sleep(0.05)
    return False
