"""Connections break all the time; every client comes back by itself and ends with the state the server has."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.web.crash.cuts import cut_connections, cut_connections_to_two
from tests.web.crash.kills import Outcome
from tests.web.crash.servers import LoggedServer
from tests.web.house import WAIT, PostgreSQLServer, Server

pytestmark = pytest.mark.usefixtures("broken_connections")


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


def test_a_client_that_goes_away_is_no_error(tmp_path: Path) -> None:
    server = LoggedServer(tmp_path / "tables.db")
    server.start()
    try:
        person = server.open_table("chip-trick", 2)
        with person.socket() as socket:
            socket.recv(timeout=WAIT)
    finally:
        server.stop()
    assert server.log == b""


def test_two_players_may_use_the_same_id(server: Server) -> None:
    """Ids are the client's own: one that counts its requests is as good as one that draws them."""
    people = server.full_table("chip-trick", 2)
    first = people[0].look()["actor"]
    for person in (people[first], people[1 - first]):
        state = person.look()
        said = person.do("move", move=state["moves"][0], expected=state["seq"], id="1")
        assert said["seq"] == state["seq"] + 1
