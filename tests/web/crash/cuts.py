"""Connections break at random while many games are played; in the end everyone believes the same, and it is so."""

from pathlib import Path
from random import Random

from ludotheque.games import GAMES
from tests.web.crash.kills import Outcome
from tests.web.crash.ledger import compare, compare_ends, copied_logs, postgresql_logs
from tests.web.crash.players import House, play_tables
from tests.web.house import SHELF, PostgreSQLServer, Server

KINDS = [(id, ruleset.players[0]) for id, ruleset in GAMES.items() if id in SHELF] + [("chipik", 5), ("toujours-12", 4)]
TABLES = 12  # at a time


async def cut_connections(folder: Path, games: int, rng: Random, cuts: float = 0.03) -> Outcome:
    """One server on SQLite."""
    file, outcome = folder / "tables.db", Outcome()
    server = Server(file)
    server.start()
    try:
        async with House([server.url], rng, cuts=cuts) as house:
            await play(house, games, outcome)
            logs = copied_logs(file, [table.match for table in house.tables])
            outcome.wrong += await compare_ends(house, logs)
            outcome.add(compare(house.tables, logs))
    finally:
        server.stop()
    outcome.wrong += server.complaints()
    return outcome


async def cut_connections_to_two(postgresql: PostgreSQLServer, games: int, rng: Random, cuts: float = 0.03) -> Outcome:
    """Two servers on one PostgreSQL: whose connection breaks goes to the other one."""
    servers, outcome = [Server(postgresql.url) for _ in range(2)], Outcome()
    try:
        for server in servers:
            server.start()
        async with House([server.url for server in servers], rng, cuts=cuts, shared=True) as house:
            await play(house, games, outcome)
            logs = await postgresql_logs(postgresql.url)
            outcome.wrong += await compare_ends(house, logs)
            outcome.add(compare(house.tables, logs))
    finally:
        for server in servers:
            if server.process:
                server.stop()
    outcome.wrong += [line for server in servers for line in server.complaints()]
    return outcome


async def play(house: House, games: int, outcome: Outcome) -> None:
    await play_tables(house, KINDS, TABLES, lambda begun: begun < games)
    outcome.counts += house.counts
    outcome.wrong += house.wrong
