"""Servers are killed under load, again and again; clients go on, and nothing they were told is lost."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.web.crash.launcher import POINTS
from tests.web.crash.ledger import Findings, compare, compare_ends, copied_logs, postgresql_logs, sqlite_logs
from tests.web.crash.players import House, play_tables
from tests.web.house import PostgreSQLServer, Server

KINDS = [("chipik", 3), ("chip-trick", 2), ("toujours-12", 3), ("calcory", 2), ("chip-trick-root", 3), ("chipik", 5)]
TABLES = 6  # at a time
AT_RANDOM = "at random"
PLANS = [step for point in POINTS for step in (point, AT_RANDOM)]
LATEST = dict.fromkeys(POINTS, 60) | {"before answer": 12}  # how often a point is passed before the server dies there, at most
WAIT = 60.0
MOST_BETWEEN = 100  # requests that are acknowledged before a server is killed at random, at most
DATABASE_AWAY = ("ConnectionRefusedError", "ConnectionResetError", "asyncpg.exceptions.CannotConnectNowError")  # asyncpg warns
LAUNCHER = "tests.web.crash.launcher"


class Lost(AssertionError):
    """What was told is not what is stored."""


@dataclass
class Outcome:
    """What a run came to."""

    kills: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)
    record: str = ""  # of one of the games

    def add(self, found: Findings) -> None:
        self.lost += found.lost
        self.doubled += found.doubled
        self.wrong += found.wrong

    def figures(self) -> dict[str, Any]:
        return {"kills": dict(self.kills), **self.counts, "lost": self.lost, "doubled": self.doubled, "wrong": len(self.wrong)}


class Doomed:
    """A server that is killed and started again."""

    def __init__(self, database: str | Path, rng: Random, **environment: str) -> None:
        self.server = Server(database, module=LAUNCHER)
        self.rng = rng
        self.environment = environment

    async def start(self, plan: str = AT_RANDOM) -> None:
        point = {} if plan == AT_RANDOM else {"DIES_AT": plan, "DIES_ON": str(self.rng.randint(1, LATEST[plan]))}
        await asyncio.to_thread(self.server.start, **point, **self.environment)

    async def dies(self, plan: str, house: House, load: "asyncio.Task[None]") -> None:
        """As planned: at a point by itself, else when we say."""
        process = self.server.process
        assert process is not None
        if plan == AT_RANDOM:
            await passed(house, "acknowledged", self.rng.randint(1, MOST_BETWEEN), load)
            process.kill()
        until = time.monotonic() + WAIT
        while process.poll() is None:
            assert time.monotonic() < until, f"the server passed '{plan}' too seldom"
            assert not load.done(), load
            await asyncio.sleep(0.01)
        assert process.returncode == -signal.SIGKILL, self.server.end()
        await asyncio.to_thread(self.server.end)

    def stop(self) -> None:
        process = self.server.process
        if process and process.poll() is None:
            self.server.stop()


async def passed(house: House, what: str, times: int, load: "asyncio.Task[None]") -> None:
    """Until that has happened so many times more."""
    until, then = time.monotonic() + WAIT, house.counts[what] + times
    while house.counts[what] < then:
        assert time.monotonic() < until, f"too seldom: {what}"
        assert not load.done(), load
        await asyncio.sleep(0.002)


async def under_load(house: House, outcome: Outcome, harm: Callable[["asyncio.Task[None]"], Awaitable[None]]) -> None:
    """Matches are played and played while `harm` is done; then the last ones are played to the end."""
    harmed = False
    load = asyncio.create_task(play_tables(house, KINDS, TABLES, lambda _begun: not harmed))
    try:
        await harm(load)
        harmed = True
        await load
    finally:
        load.cancel()
        await asyncio.gather(load, return_exceptions=True)
    outcome.counts += house.counts
    outcome.wrong += house.wrong


async def kill_one(folder: Path, kills: int, rng: Random, **environment: str) -> Outcome:
    """One server on SQLite; after every kill the files it left are compared with what everyone was told."""
    file = folder / "tables.db"
    doomed, outcome = Doomed(file, rng, **environment), Outcome()
    try:
        async with House([doomed.server.url], rng) as house:

            async def harm(load: "asyncio.Task[None]") -> None:
                checked: set[str] = set()
                for number in range(kills):
                    plan = PLANS[number % len(PLANS)]
                    await doomed.start(plan)
                    await doomed.dies(plan, house, load)
                    outcome.kills[plan] += 1
                    open_tables = [table for table in house.tables if table.match not in checked]
                    outcome.add(compare(open_tables, copied_logs(file, [table.match for table in open_tables])))
                    checked |= {table.match for table in open_tables if table.finished}
                    if outcome.wrong:
                        raise Lost(outcome.wrong[:5])
                await doomed.start()

            await under_load(house, outcome, harm)
            logs = copied_logs(file, [table.match for table in house.tables])
            outcome.wrong += await compare_ends(house, logs)
            doomed.stop()
            outcome.add(compare(house.tables, sqlite_logs(file, [table.match for table in house.tables])))
            outcome.record = house.record
    finally:
        doomed.stop()
    outcome.wrong += doomed.server.complaints()
    return outcome


async def kill_one_of_two(postgresql: PostgreSQLServer, kills: int, rng: Random) -> Outcome:
    """Two servers on one PostgreSQL; clients of the dead one go to the other."""
    pair, outcome = [Doomed(postgresql.url, rng) for _ in range(2)], Outcome()
    try:
        async with House([doomed.server.url for doomed in pair], rng, shared=True) as house:
            plans = [PLANS[number % len(PLANS)] for number in range(kills)]
            await pair[0].start(plans[0] if plans else AT_RANDOM)
            await pair[1].start(plans[1] if len(plans) > 1 else AT_RANDOM)

            async def harm(load: "asyncio.Task[None]") -> None:
                for number, plan in enumerate(plans):
                    doomed = pair[number % 2]
                    await doomed.dies(plan, house, load)
                    outcome.kills[plan] += 1
                    await doomed.start(plans[number + 2] if number + 2 < len(plans) else AT_RANDOM)

            await under_load(house, outcome, harm)
            logs = await postgresql_logs(postgresql.url)
            outcome.wrong += await compare_ends(house, logs)
            outcome.add(compare(house.tables, logs))
    finally:
        for doomed in pair:
            doomed.stop()
    outcome.wrong += [line for doomed in pair for line in doomed.server.complaints()]
    return outcome


async def restart_postgresql(postgresql: PostgreSQLServer, times: int, rng: Random) -> Outcome:
    """The database under two servers stops in the middle of everything and comes back."""
    pair, outcome = [Doomed(postgresql.url, rng) for _ in range(2)], Outcome()
    try:
        async with House([doomed.server.url for doomed in pair], rng, shared=True) as house:
            for doomed in pair:
                await doomed.start()

            async def harm(load: "asyncio.Task[None]") -> None:
                for _ in range(times):
                    await passed(house, "acknowledged", rng.randint(1, 3 * MOST_BETWEEN), load)
                    await asyncio.to_thread(postgresql.stop, "immediate")
                    await passed(house, "reconnected", rng.randint(1, 5), load)
                    await asyncio.to_thread(postgresql.start)
                    outcome.kills["PostgreSQL"] += 1
                    assert not load.done(), load

            await under_load(house, outcome, harm)
            logs = await postgresql_logs(postgresql.url)
            outcome.wrong += await compare_ends(house, logs)
            outcome.add(compare(house.tables, logs))
    finally:
        for doomed in pair:
            doomed.stop()
    outcome.wrong += [line for doomed in pair for line in doomed.server.complaints(*DATABASE_AWAY)]
    return outcome
