"""Several processes over one PostgreSQL: what happens through one is seen through the other."""

import json
import secrets
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.size import not_in_check
from tests.web.house import Person, PostgreSQLServer, Server, hear, play_by_post

pytestmark = not_in_check


@pytest.fixture(scope="module")
def two(postgresql: PostgreSQLServer) -> Any:
    with Server(postgresql.url) as one, Server(postgresql.url) as other:
        yield one, other


def spread(people: list[Person], servers: tuple[Server, ...]) -> None:
    for number, person in enumerate(people):
        person.server = servers[number % len(servers)]


def test_a_game_through_two_processes(two: tuple[Server, Server]) -> None:
    people = two[0].full_table("chip-trick-root", 3)
    spread(people, two)
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket()) for person in people]
        play_together(sockets)
    assert len({person.record() for person in people}) == 1


def play_together(sockets: list[ClientConnection]) -> None:
    states = [hear(socket) for socket in sockets]
    rng = Random(1)
    while states[0]["stage"] == "playing":
        turn = states[0]["actor"]
        move = rng.choice(states[turn]["moves"])
        sockets[turn].send(json.dumps({"do": "move", "move": move, "expected": states[turn]["seq"], "id": secrets.token_hex(4)}))
        states = [{"stage": "playing", **hear(socket)} for socket in sockets]
        assert len({state["seq"] for state in states}) == 1


def test_two_at_once_only_one_is_stored(two: tuple[Server, Server]) -> None:
    """The same seat moves through both processes at the same moment: one move counts, the other is told to look again."""
    people = two[0].full_table("chipik", 3)
    for _ in range(10):
        state = people[0].look()
        if state["stage"] != "playing":
            break
        mover = people[state["actor"]]
        moves = mover.look()["moves"]
        answers = []
        with mover.socket() as here:
            mover.server = two[1]
            with mover.socket() as there:
                for number, socket in enumerate((here, there)):
                    hear(socket)
                    wish = {"do": "move", "move": moves[-1], "expected": state["seq"], "id": f"{number}{secrets.token_hex(4)}"}
                    socket.send(json.dumps(wish))
                for number, socket in enumerate((here, there)):
                    while not str(frame := hear(socket)).count("'id'") or frame["id"][:1] != str(number):
                        pass
                    answers.append(frame["t"])
        mover.server = two[0]
        assert sorted(answers) == ["event", "no"]
        assert people[0].look()["seq"] == state["seq"] + 1


def test_bots_play_once_whichever_process_looks_after_them(two: tuple[Server, Server]) -> None:
    seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "bot"}]
    person = two[0].open_table("chipik", 3, seats=seats)
    person.sit(0)
    rng = Random(2)
    with person.socket() as socket:
        person.server = two[1]
        state = hear(socket)
        while state["stage"] == "playing":
            if state["actor"] == 0:
                person.do("move", move=rng.choice(person.look(since=state["seq"])["moves"]), expected=state["seq"])
            state = {"stage": "playing", **hear(socket)}
    assert person.look(since=state["seq"])["stage"] == "over"


def test_two_workers_of_one_command(postgresql: PostgreSQLServer) -> None:
    with Server(postgresql.url, "--workers", "2") as server:
        people = server.full_table("toujours-12", 2)
        assert play_by_post(people, Random(3))["stage"] == "over"
