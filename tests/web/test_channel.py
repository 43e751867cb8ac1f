"""However the bytes of a connection are cut, the same is asked, in the same order; and a connection goes on to other tables."""

import json
import os
import socket
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.table.refusal import No, Refused
from ludotheque.web.channel import are_whole_frames, is_whole_text
from ludotheque.web.tickets import GOOD_FOR, MOST, Tickets
from tests.web.house import Person, Server, hear
from tests.web.test_safety import raw_socket, received

GAME = "chip-trick-root"
FINAL, CONTINUED, TEXT, PING = 0x80, 0x0, 0x1, 0x9


def frame(payload: bytes, opcode: int = TEXT, final: bool = True) -> bytes:
    """A masked frame as a browser sends it."""
    mask = os.urandom(4)
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    return bytes([(FINAL if final else 0) | opcode]) + length + mask + masked


def asking(id: str, padding: int = 0) -> bytes:
    """Something that is always refused, and bears its id in the answer."""
    return json.dumps({"do": "back", "id": id}).encode() + b" " * padding


# --- however it is cut ----------------------------------------------------------------------------------


def whole(rng: Random, id: str) -> list[bytes]:
    return [frame(asking(id))]


def with_a_ping(rng: Random, id: str) -> list[bytes]:
    return [frame(b"?", PING), frame(asking(id))]


def long(rng: Random, id: str) -> list[bytes]:
    return [frame(asking(id, 200))]


def in_fragments(rng: Random, id: str) -> list[bytes]:
    text = asking(id)
    cut = rng.randrange(1, len(text))
    return [frame(text[:cut], TEXT, final=False), frame(b"?", PING), frame(text[cut:], CONTINUED)]


def in_pieces(rng: Random, id: str) -> list[bytes]:
    """One frame, several segments."""
    bytes_ = frame(asking(id))
    cut = rng.randrange(1, len(bytes_))
    return [bytes_[:cut], bytes_[cut:]]


WAYS = (whole, whole, whole, with_a_ping, long, in_fragments, in_pieces)


@pytest.mark.parametrize("ways", [(whole,), (whole, with_a_ping), (whole, in_fragments), (whole, in_pieces), WAYS])
def test_requests_are_answered_in_order_however_their_bytes_are_cut(server: Server, ways: tuple[Any, ...]) -> None:
    rng = Random(len(ways))
    people = server.full_table(GAME, 3)
    ids = [f"{number}" for number in range(60)] + ["last"]
    raw = raw_socket(people[0])
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    answers = received(raw)
    assert next(answers)["t"] == "table"
    waiting: Iterator[str] = iter(ids)
    together: list[bytes] = []
    for number, id in enumerate(ids):
        segments = rng.choice(ways)(rng, id)
        together += segments
        if rng.random() < 0.5 or number == len(ids) - 1:  # now in one go, now one by one
            for segment in [b"".join(together)] if rng.random() < 0.3 else together:
                raw.sendall(segment)
            together = []
            while (said := next(answers))["id"] != id:
                assert said["id"] == next(waiting)
            assert (said["id"], said["code"]) == (next(waiting), "not_away")
    raw.close()


def test_what_is_taken_for_a_whole_message_is_one() -> None:
    text = frame(asking("x"))
    assert is_whole_text(text)
    assert is_whole_text(frame(b""))
    for other in (
        text[:-1],
        text + b"x",
        text + text,
        frame(b"", PING),
        frame(b"x", TEXT, final=False),
        b"",
        b"\x81",
        frame(b"x" * 126),
    ):
        assert not is_whole_text(other)
    assert not is_whole_text(b"\x81\x05hello"), "without a mask it is refused elsewhere"
    assert not is_whole_text(bytes([text[0] | 0x40]) + text[1:]), "so it is with bits that nobody agreed on"
    assert are_whole_frames(text + frame(b"", PING) + text)
    for other in (text[:-1], text + b"x", text + frame(b"x", TEXT, final=False), frame(b"x" * 126), b"\x81"):
        assert not are_whole_frames(other)


# --- to another table -----------------------------------------------------------------------------------


def refused(person: Person, wish: dict[str, Any]) -> str:
    with person.socket() as connection:
        hear(connection)
        connection.send(json.dumps({"do": "look", **wish}))
        said = hear(connection)
        assert said["t"] == "no", said
        code: str = said["code"]
        connection.send(json.dumps({"do": "back", "id": "still there"}))
        assert hear(connection)["id"] == "still there"
        return code


def test_a_connection_goes_on_to_the_next_table_and_hears_nothing_more_of_the_last(server: Server) -> None:
    people = server.full_table(GAME, 3)
    again = server.open_table(GAME, 3)
    others = [Person(server, again.match) for _ in range(2)]
    for seat, other in enumerate(others):
        other.sit(1 + seat)
    with people[0].socket() as connection:
        assert hear(connection)["match"] == people[0].match
        told = again.sit(0)
        connection.send(json.dumps({"do": "look", "match": again.match, "ticket": told["ticket"], "id": "on"}))
        table = hear(connection)
        assert (table["t"], table["match"], table["you"], table["id"]) == ("table", again.match, 0, "on")
        assert table["now"]["hand"] == again.look()["now"]["hand"]
        turn = people[1].look()
        people[turn["actor"]].do("move", move=people[turn["actor"]].look()["moves"][0], expected=turn["seq"])
        seated = [again, *others]
        state = again.look()
        mover = seated[state["actor"]]
        mover.do("move", move=mover.look()["moves"][0], expected=state["seq"])
        said = hear(connection)
        assert (said["seq"], said["seat"]) == (state["seq"] + 1, state["actor"]), "the old table's move is not told here"
        assert not people[0].look()["here"][0]
        assert again.look()["here"][0]


def test_a_ticket_is_good_once_and_for_its_seat_alone(server: Server) -> None:
    people = server.full_table(GAME, 3)
    other = server.open_table(GAME, 3, house={"watch": "nobody"})
    ticket = other.sit(0)["ticket"]
    assert refused(people[0], {"match": people[0].match, "ticket": ticket}) == "bad_ticket", "it is for another table"
    assert refused(people[0], {"match": other.match, "ticket": ticket}) == "bad_ticket", "and was used up by that"
    assert refused(people[0], {"match": other.match, "ticket": "x" * 22}) == "bad_ticket"
    other.do("begin")
    assert refused(people[0], {"match": other.match}) == "no_watching"
    assert refused(people[0], {"match": "nowhere"}) == "no_table"
    with people[1].socket() as connection:  # anyone may look on where anyone may
        hear(connection)
        third = server.open_table(GAME, 3)
        connection.send(json.dumps({"do": "look", "match": third.match}))
        said = hear(connection)
        assert (said["match"], said["you"]) == (third.match, None)


def test_tickets_run_out_and_there_are_only_so_many() -> None:
    clock = [0.0]
    tickets = Tickets(lambda: clock[0])
    ticket = tickets.issue("m", "t")
    clock[0] = GOOD_FOR + 1
    with pytest.raises(Refused) as problem:
        tickets.redeem(ticket, "m")
    assert problem.value.no is No.BAD_TICKET
    issued = [tickets.issue("m", str(number)) for number in range(MOST + 5)]
    assert tickets.redeem(issued[-1], "m").tokens == {str(MOST + 4)}
    with pytest.raises(Refused):
        tickets.redeem(issued[0], "m")
