"""Connections break all the time; every client comes back by itself and ends with the state the server has."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.size import not_in_check, sized
from tests.web.crash.cuts import cut_connections, cut_connections_to_two
from tests.web.crash.kills import Outcome
from tests.web.house import WAIT, PostgreSQLServer, Server

pytestmark = [not_in_check, pytest.mark.usefixtures("broken_connections")]


def held(outcome: Outcome, games: int) -> None:
    assert outcome.wrong == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
    assert outcome.counts["games"] == games
    assert outcome.counts["cut"] > 2 * games  # how many depends on who is quicker
    assert outcome.counts["sent again"] > 0


def test_connections_are_cut_at_random(tmp_path: Path) -> None:
    games = sized(0, 14, 28)
    held(asyncio.run(cut_connections(tmp_path, games, Random(4))), games)


def test_connections_are_cut_and_go_to_the_other_server(postgresql: PostgreSQLServer) -> None:
    games = sized(0, 4, 7)
    held(asyncio.run(cut_connections_to_two(postgresql, games, Random(5))), games)


def test_a_client_that_goes_away_is_no_error(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    try:
        person = server.open_table("chip-trick", 2)
        with person.socket() as socket:
            socket.recv(timeout=WAIT)
    finally:
        server.stop()
    assert server.log == b""


def test_a_page_that_comes_back_is_shown_what_it_missed(server: Server) -> None:
    """From the step that it had shown, and nothing twice; nothing at all where nothing happened."""
    people = server.full_table("chip-trick-root", 3)
    first = people[people[0].look()["actor"]]
    came = first.page(shown=None)
    assert "beats" not in came
    before = came["steps"]
    for _ in range(3):
        mover = people[people[0].look()["actor"]]
        state = mover.look()
        mover.do("move", move=state["moves"][0], expected=state["seq"], id=f"{state['seq']}")
    assert plays_in(first.page(shown=before)) == 3
    last = people[(people.index(first) + 2) % 3]
    assert plays_in(last.page(shown=before)) == 1, "what was before one's own last move is to be remembered"
    assert first.page(shown=first.page(shown=None)["steps"])["beats"] == []


def test_a_page_that_is_opened_late_is_shown_how_the_game_began(server: Server) -> None:
    """Bots may move before a page is there; whoever has not moved yet sees all of it, onlookers the last of it."""
    people = server.full_table("chip-trick-root", 3)
    for _ in range(2):
        mover = people[people[0].look()["actor"]]
        state = mover.look()
        mover.do("move", move=state["moves"][0], expected=state["seq"], id=f"{state['seq']}")
    assert plays_in(people[people[0].look()["actor"]].page(shown=0)) == 2
    assert plays_in(mover.page(shown=0)) == 1


def plays_in(table: dict[str, Any]) -> int:
    """How many chips were played in what is to be shown; each with the table as it was then."""
    assert all("scene" in beat for beat in table["beats"])
    texts = [line["text"] for beat in table["beats"] for line in beat["lines"]]
    return sum(" led the " in text or " played the " in text for text in texts)


def test_two_players_may_use_the_same_id(server: Server) -> None:
    """Ids are the client's own: one that counts its requests is as good as one that draws them."""
    people = server.full_table("chip-trick", 2)
    first = people[0].look()["actor"]
    for person in (people[first], people[1 - first]):
        state = person.look()
        said = person.do("move", move=state["moves"][0], expected=state["seq"], id="1")
        assert said["seq"] == state["seq"] + 1
