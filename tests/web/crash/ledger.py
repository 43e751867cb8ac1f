"""Compares what clients were told with what is stored: nothing acknowledged may be lost, doubled or different."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludotheque import gamerecord
from ludotheque.errors import LudothequeError
from ludotheque.table import events
from ludotheque.table.records import verify
from tests.web.crash.players import House, Player, Table

BECOMES: dict[str, tuple[type[events.Event], ...]] = {
    "move": (events.Moved,),
    "undo": (events.TookBack, events.AskedBack),
    "answer": (events.TookBack, events.AnsweredBack),  # the last to agree takes it back for the one who asked
}
Log = list[tuple[int, int, bytes]]  # seq, time, body


@dataclass
class Findings:
    wrong: list[str] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0


def sqlite_logs(file: Path, matches: Iterable[str]) -> dict[str, Log]:
    """What a file holds of these matches; nobody else has it open."""
    logs: dict[str, Log] = {}
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for match in matches:
            rows = connection.execute("SELECT seq, at, body FROM events WHERE match = ? ORDER BY seq", (match,)).fetchall()
            if rows:
                logs[match] = [(seq, at, bytes(body)) for seq, at, body in rows]
    return logs


def copied_logs(file: Path, matches: Iterable[str]) -> dict[str, Log]:
    """The same of files a killed server left, which stay as they are: to look at them is to repair them."""
    with TemporaryDirectory() as folder:
        for name in (file, Path(f"{file}-wal")):
            if name.exists():
                shutil.copy(name, folder)
        return sqlite_logs(Path(folder) / file.name, matches)


async def postgresql_logs(url: str) -> dict[str, Log]:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        logs: dict[str, Log] = {row["id"]: [] for row in await connection.fetch("SELECT id FROM matches")}
        for row in await connection.fetch("SELECT match, seq, at, body FROM events ORDER BY match, seq"):
            logs[row["match"]].append((row["seq"], row["at"], bytes(row["body"])))
    finally:
        await connection.close()
    return logs


def compare(tables: list[Table], logs: dict[str, Log]) -> Findings:
    """Of each match: every acknowledged request is there once, at its place; every event anyone was told is the one stored."""
    found = Findings()
    for table in tables:
        log = logs.get(table.match)
        if log is None:
            found.lost += sum(asked.seq is not None for asked in table.asked)
            found.wrong.append(f"{table.match} is not stored")
        else:
            compare_table(table, log, found)
    return found


def compare_table(table: Table, log: Log, found: Findings) -> None:
    name = f"{table.match} ({table.game})"
    if [seq for seq, _at, _body in log] != list(range(len(log))):
        found.wrong.append(f"{name}: the numbers have gaps: {[seq for seq, _at, _body in log]}")
    stored = {seq: (events.decode(body), at) for seq, at, body in log}
    ids = Counter(own_id(event) for event, _at in stored.values() if event.id)
    for id, times in ids.items():
        if times > 1:
            found.doubled += 1
            found.wrong.append(f"{name}: request {id} was carried out {times} times")
    for asked in table.asked:
        if asked.refused and asked.id in ids:
            found.wrong.append(f"{name}: {asked} was refused and is stored")
        if asked.seq is None:
            continue
        event, _at = stored.get(asked.seq, (None, 0))
        same = isinstance(event, BECOMES[asked.do]) and own_id(event) == asked.id and getattr(event, "move", "") == asked.move
        if not same or (asked.do != "answer" and getattr(event, "seat", None) != asked.seat):
            found.lost += 1
            found.wrong.append(f"{name}: {asked} was acknowledged, but {asked.seq} is {event}")
    for seq, told in table.told.items():
        event, at = stored.get(seq, (None, 0))
        if event is None or (event.__struct_config__.tag, at) != told:
            found.wrong.append(f"{name}: {told} was told as {seq}, stored is {event}")


async def compare_ends(house: House, logs: dict[str, Log]) -> list[str]:
    """Every client's last belief is what the server shows that seat in full; the record can be checked by anyone."""
    wrong = []
    for table in house.tables:
        if table.finished:
            for player in table.players:
                wrong += await compare_end(house, player)
            wrong += await check_record(house, table, logs.get(table.match, []))
            if len({str(result_of(player.state)) for player in table.players}) != 1:
                wrong.append(f"{table.match}: the players disagree about the end")
    return wrong


async def compare_end(house: House, player: Player) -> list[str]:
    shown = (await house.look(player.home, player.path, player.cookie)).json()
    names = ("seq", "stage", "actor", "result", "now")
    return [
        f"{player.table.match}, seat {player.seat}: {name} is {shown.get(name)}, believed was {player.state.get(name)}"
        for name in names
        if shown.get(name) != player.state.get(name)
    ]


def result_of(state: dict[str, Any]) -> tuple[Any, Any]:
    return state["seq"], state["result"]


async def check_record(house: House, table: Table, log: Log) -> list[str]:
    player = table.players[0]
    answer = await house.look(player.home, f"{player.path}/record", player.cookie)
    house.record = answer.text
    try:
        record = gamerecord.read(answer.text)
        verify(record)
    except LudothequeError as problem:
        return [f"{table.match}: its record does not verify: {problem}"]
    return [] if record.position.history == history_of(log) else [f"{table.match}: the record is not what is stored"]


def history_of(log: Log) -> list[str]:
    """What the stored events add up to, without the house's own replaying."""
    steps: list[str] = []
    for _seq, _at, body in log:
        event = events.decode(body)
        if isinstance(event, events.Began | events.Moved):
            steps += ([event.move] if isinstance(event, events.Moved) else []) + list(event.draws)
        elif isinstance(event, events.TookBack):
            del steps[event.step :]
    return steps


def own_id(event: events.Event) -> str:
    """The client's id of the request that the event answers; who asked stands before it."""
    return event.id.partition(":")[2]
