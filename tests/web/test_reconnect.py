"""Connections break all the time; every client comes back by itself and ends with the state the server has."""

import asyncio
from pathlib import Path
from random import Random

from tests.web.crash.cuts import cut_connections, cut_connections_to_two
from tests.web.crash.kills import Outcome
from tests.web.house import PostgreSQLServer


def held(outcome: Outcome, games: int) -> None:
    assert outcome.wrong == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
    assert outcome.counts["games"] == games
    assert outcome.counts["cut"] > 5 * games
    assert outcome.counts["sent again"] > 0


def test_connections_are_cut_at_random(tmp_path: Path) -> None:
    held(asyncio.run(cut_connections(tmp_path, 28, Random(4))), 28)


def test_connections_are_cut_and_go_to_the_other_server(postgresql: PostgreSQLServer) -> None:
    held(asyncio.run(cut_connections_to_two(postgresql, 7, Random(5))), 7)
