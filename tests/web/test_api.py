"""The API as a client sees it, over a real server."""

import json
import secrets
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import ludotheque
from ludotheque import gamerecord
from ludotheque.table.records import verify
from tests.process import run
from tests.size import not_in_check
from tests.web.house import SHELF, Person, Server, get, hear, play_by_post


@pytest.mark.parametrize("id", SHELF)
def test_a_whole_game_by_post_and_its_record(server: Server, id: str) -> None:
    players = ludotheque.GAMES[id].players[0]
    people = server.full_table(id, players)
    over = play_by_post(people, Random(1))
    assert over["stage"] == "over"
    assert over["result"]["winners"]
    record = gamerecord.read(people[0].record())
    assert record.position.winners() == over["result"]["winners"]
    assert verify(record) > 0


def events_of(person: Person, **parameters: Any) -> dict[str, Any]:
    answer = person.http.get(f"{person.path}/events", params=parameters)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_what_happened_is_told_to_the_seat_that_asks(server: Server) -> None:
    people = server.full_table("chip-trick", 3)
    told = events_of(people[0], lang="fr")
    assert [one["event"] for one in told["events"]][-1] == "DEALT"
    over = play_by_post(people, Random(1))
    assert over["stage"] == "over"
    whole = [events_of(person) for person in (*people, Person(server, people[0].match))]
    record = gamerecord.read(people[0].record()).position
    for seat, answer in zip((0, 1, 2, None), whole, strict=True):
        expected = [json.loads(json.dumps(one.to_dict())) for one in record.events(seat)]
        assert [{name: value for name, value in one.items() if name != "says"} for one in answer["events"]] == expected
        assert answer["steps"] == record.steps
    assert whole[0] != whole[1]
    late = events_of(people[0], since=record.steps - 1)
    assert late["events"] == [one for one in whole[0]["events"] if one["step"] == record.steps - 1]


def test_while_people_play_by_memory_nothing_is_told_twice(server: Server) -> None:
    """Else whoever asks the server would win Calcory."""
    people = server.full_table("calcory", 2)
    rng = Random(5)
    for _ in range(20):
        table = people[people[0].look()["actor"]].look()
        people[table["actor"]].do("move", move=rng.choice(table["moves"]), expected=table["seq"], id=secrets.token_hex(8))
    steps = events_of(people[0])
    last = max(one["step"] for one in steps["events"])
    assert steps["since"] > 0
    assert last == steps["steps"] - 1


def test_a_whole_game_by_socket_frames_and_deltas_alone(server: Server) -> None:
    """Each client knows only its frames; what it puts together from changes is what the server says in full."""
    people = server.full_table("chip-trick", 3)
    onlooker = Person(server, people[0].match)
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket()) for person in (*people, onlooker)]
        states, deltas = play_by_frames(sockets)
    for person, state in zip((*people, onlooker), states, strict=True):
        whole = person.look()
        assert state["now"] == whole["now"]
        assert state["result"] == whole["result"]
        assert state["seq"] == whole["seq"]
    assert deltas > 100


def play_by_frames(sockets: list[ClientConnection]) -> tuple[list[dict[str, Any]], int]:
    """What each client knows in the end, and how often it was told changes alone."""
    states: list[dict[str, Any]] = [hear(socket) for socket in sockets]
    rng, deltas = Random(3), 0
    while states[0]["stage"] == "playing":
        turn = states[0]["actor"]
        request = {
            "do": "move",
            "move": rng.choice(states[turn]["moves"]),
            "expected": states[turn]["seq"],
            "id": secrets.token_hex(4),
        }
        sockets[turn].send(json.dumps(request))
        for number, socket in enumerate(sockets):
            frame = hear(socket)
            assert frame["t"] == "event", frame
            assert (frame.get("id") == request["id"]) == (number == turn), "only the asker gets the id"
            deltas += "set" in frame
            now = {**states[number]["now"], **frame.pop("set")} if "set" in frame else frame["now"]
            states[number]["now"] = {**now, **frame.pop("own", {})}
            states[number].pop("moves", None)
            states[number] |= {name: value for name, value in frame.items() if name != "now"}
    return states, deltas


def test_an_address_that_leads_nowhere_is_a_page_to_people_and_a_code_to_programs(server: Server) -> None:
    browser = {"accept": "text/html,*/*;q=0.8", "accept-language": "fr"}
    page = get(f"{server.url}/tabel", headers=browser)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert 'lang="fr"' in page.text
    for answer in (get(f"{server.url}/tabel"), get(f"{server.url}/api/v1/tabel", headers=browser)):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_page")


def test_a_move_by_post_is_seen_on_the_sockets(server: Server) -> None:
    people = server.full_table("chipik", 3)
    with people[1].socket() as socket:
        state = hear(socket)
        mover = people[state["actor"]]
        moves = mover.look()["moves"]
        mover.do("move", move=moves[0], expected=state["seq"])
        assert hear(socket)["seat"] == state["actor"]


def test_a_repeated_request_is_answered_and_not_done_again(server: Server) -> None:
    people = server.full_table("chipik", 3)
    state = people[0].look()
    mover = people[state["actor"]]
    wish = {"move": mover.look()["moves"][0], "expected": state["seq"], "id": "again"}
    first, second = mover.do("move", **wish), mover.do("move", **wish)
    assert (first["done"]["again"], second["done"]["again"]) == (False, True)
    assert first["seq"] == second["seq"]


def test_refusals_are_codes_with_arguments(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    state = people[0].look()
    mover = people[state["actor"]]
    answer = mover.http.post(f"{mover.path}/move", json={"move": "take 3", "expected": state["seq"]})
    assert answer.status_code == 409
    said = answer.json()
    assert (said["t"], said["code"], said["args"]["move"]) == ("no", "illegal", "take 3")
    assert said["args"]["clause"]
    with mover.socket() as socket:
        hear(socket)
        socket.send(json.dumps({"do": "move", "move": "take 3", "expected": state["seq"], "id": "x"}))
        assert hear(socket) == {**said, "id": "x"}


def test_what_happened_meanwhile_is_told_but_not_what_one_should_remember(server: Server) -> None:
    """A page that reloads gets the steps since its own last move at most; Calcory's cards of earlier turns are not there."""
    people = server.full_table("calcory", 2)
    first = people[0].look()
    rng = Random(5)
    for _ in range(10):  # a game is not over so soon
        state = people[0].look()
        mover = people[state["actor"]]
        mover.do("move", move=rng.choice(mover.look()["moves"]), expected=state["seq"])
    whole = people[0].look(since=first["seq"])
    assert "seen" not in whole
    assert "history" not in whole
    assert 0 < len(whole["missed"]) < 20
    assert people[0].look(since=whole["seq"])["missed"] == []


def test_undo_is_told_to_everyone(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    for _ in range(4):
        state = people[0].look()
        mover = people[state["actor"]]
        before = mover.look()
        mover.do("move", move=before["moves"][0], expected=state["seq"])
    with people[0].socket() as socket:
        state = hear(socket)
        after = mover.do("undo", expected=state["seq"])
        frame = hear(socket)
        assert frame["is"] == "tookback"
        assert after["moves"] == before["moves"]


def test_a_seat_moves_to_another_device_by_a_link(server: Server) -> None:
    people = server.full_table("chipik", 3)
    link = people[0].do("link")["link"]
    phone = Person(server, people[0].match)
    assert phone.do("follow", link=link)["you"] == 0
    assert people[0].look()["you"] is None
    assert phone.look()["you"] == 0


def test_tables_are_found_by_their_code(server: Server) -> None:
    person = server.open_table("chipik", 3)
    code = person.look()["code"]
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]}"):
        assert get(f"{server.url}/api/v1/codes/{typed}").json() == {"match": person.match}
    assert get(f"{server.url}/api/v1/codes/NOSUCH").json()["code"] == "no_table"


def test_who_may_watch(server: Server) -> None:
    person = server.open_table("chipik", 3, house={"watch": "nobody"})
    guest, stranger = Person(server, person.match), Person(server, person.match)
    assert guest.look()["you"] is None, "who has the link may come in and sit down"
    guest.sit(1)
    assert guest.look()["you"] == 1
    with stranger.socket() as late:
        hear(late)
        person.do("begin")
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(hear(late)["is"])
        assert "began" not in heard
    assert person.look()["you"] is None, "the opener may watch"
    assert stranger.http.get(stranger.path).json()["code"] == "no_watching"
    assert stranger.http.get(f"{stranger.path}?seat=0").json()["code"] == "not_your_seat"


def test_the_opener_removes_a_player_and_closes_the_table(server: Server) -> None:
    person = server.open_table("chipik", 3)
    guest = Person(server, person.match)
    guest.sit(0)
    assert person.do("remove", at=0)["seats"][0]["kind"] == "free"
    assert guest.look()["you"] is None
    assert person.do("close")["stage"] == "closed"


def test_the_house_describes_itself(server: Server) -> None:
    games = get(f"{server.url}/api/v1/games?lang=fr").json()
    assert [game["id"] for game in games["games"]] == SHELF
    document = get(f"{server.url}/api/openapi.json").json()
    assert "/api/v1/matches/{match}/move" in document["paths"]
    assert "ludotheque_matches" in get(f"{server.url}/api/metrics").text


def test_hints_and_help_are_as_the_house_says(server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "bot"}]
    person = server.open_table("chipik", 3, seats=seats, house={"hints": True, "help": "memory"})
    person.sit(0)
    while (state := person.look())["actor"] != 0:
        assert state["stage"] == "playing"
    hint = person.http.get(f"{person.path}/hint", params={"lang": "en"}).json()
    assert set(hint) == {"move", "chance", "low", "high", "why", "next_move", "next_chance", "next_why"}
    assert hint["move"] in state["moves"]
    assert 0 <= hint["low"] <= hint["chance"] <= hint["high"] <= 1
    assert "combination" in hint["why"] or "token" in hint["why"]
    assert person.http.get(f"{person.path}/hint", params={"quick": "true"}).json().keys() == hint.keys()
    assert state["history"]


def test_verify_and_serve_on_the_command_line(server: Server, tmp_path: Path) -> None:
    people = server.full_table("chipik", 3)
    play_by_post(people, Random(2))
    file = tmp_path / "game.txt"
    file.write_text(people[0].record(), "utf-8")
    done = run("verify", str(file))
    assert done.returncode == 0, done.stderr
    assert "draws follow" in done.stdout
    file.write_text(file.read_text("utf-8").replace("secret: ", "secret: 00", 1), "utf-8")
    done = run("verify", str(file))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    done = run("serve", "--port", str(server.port), "--database", str(tmp_path / "other.db"))
    assert done.returncode == 2
    assert "another --port" in done.stderr
    done = run("serve", "--workers", "2", "--database", str(tmp_path / "other.db"))
    assert "PostgreSQL" in done.stderr


@not_in_check
@pytest.mark.parametrize("database", ["/proc/there/is.db", "postgresql://nobody@127.0.0.1:1/none", "mysql://there"])
@pytest.mark.parametrize("command", ["serve", "backup"])
def test_a_database_that_is_not_there_is_said_in_a_sentence(tmp_path: Path, command: str, database: str) -> None:
    arguments = ["--port", "0"] if command == "serve" else [str(tmp_path / "copy")]
    done = run(command, *arguments, "--database", database)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stdout == "", "nobody is told that it is open"
