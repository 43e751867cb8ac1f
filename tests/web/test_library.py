"""Games that are over: again, on from any step, brought back from a record; and what strangers may not learn by it."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from websockets.sync.client import connect

import ludotheque
from ludotheque import gamerecord
from ludotheque.i18n import speaking, translated
from ludotheque.position import CHANCE
from ludotheque.table import events
from ludotheque.table.analysis import MOST_TURNS, MUCH, turn_of_each_step
from ludotheque.table.records import NotAsSealed, uncovered, verify
from ludotheque.web import staging
from tests.web.house import Person, Server, get, hear, play_by_post, post

GAME = "chipik"
WAYS = "Throw ", "Addition: ", "Odds: ", "Run: ", "Triple: "


@pytest.fixture(scope="module")
def finished(server: Server) -> list[Person]:
    people = server.full_table(GAME, 3)
    play_by_post(people, Random(7))
    return people


def tables_of(server: Server) -> set[str]:
    return {table["match"] for table in get(f"{server.url}/api/v1/tables").json()["tables"]}


def page_of(person: Person, server: Server, match: str) -> Person:
    other = Person(server, match)
    other.http = person.http
    return other


# --- on from a step -------------------------------------------------------------------------------------


def test_a_game_goes_on_from_any_step_chance_included(server: Server, finished: list[Person]) -> None:
    texts = gamerecord.read(finished[0].record()).position.history
    position = ludotheque.game(GAME, 3).start()
    by_chance = []
    for step, text in enumerate(texts):
        if position.actor is CHANCE:
            by_chance.append(step)
        position.play(text)
    for step in (0, *by_chance[3:6], len(texts) - 1):
        answer = finished[0].http.post(f"{finished[0].path}/branch", json={"step": step})
        assert answer.status_code == 201, answer.text
        player = page_of(finished[0], server, answer.json()["match"])
        with player.socket() as connection:
            hear(connection)
            told = player.sit(0)
            assert told["stage"] in ("playing", "over")
            while told["stage"] == "playing" and told["actor"] != 0:
                told = player.look()  # bots play on by themselves
        if step == len(texts) - 1 and told["stage"] == "over":
            record = gamerecord.read(player.record())
            assert record.position.history[:step] == texts[:step]
            assert uncovered(record) == step


def test_a_game_goes_on_as_whichever_seat_one_likes(server: Server, finished: list[Person]) -> None:
    answer = finished[0].http.post(f"{finished[0].path}/branch", json={"step": 3, "seat": 2})
    player = page_of(finished[0], server, answer.json()["match"])
    assert [seat["for"] for seat in player.look()["seats"]] == ["bot", "bot", "open"]
    for seat in (-1, 3):
        answer = finished[0].http.post(f"{finished[0].path}/branch", json={"step": 3, "seat": seat})
        assert answer.json()["code"] == "no_such_seat"


def test_a_page_hears_the_beginning_of_a_game_that_goes_on(server: Server, finished: list[Person]) -> None:
    answer = finished[0].http.post(f"{finished[0].path}/branch", json={"step": 3})
    player = page_of(finished[0], server, answer.json()["match"])
    address = f"{player.path.replace('http', 'ws', 1)}/socket?page=en"
    with connect(address) as connection:
        hear(connection)
        player.sit(0)
        kinds = set()
        while "began" not in kinds:
            kinds.add(hear(connection).get("is"))


def test_what_was_played_before_a_game_goes_on_is_nobodys_to_ask_for(server: Server) -> None:
    """People play Calcory by memory: a card that was turned in the record lies face down again."""
    people = server.full_table("calcory", 2)
    play_by_post(people, Random(3))
    answer = people[0].http.post(f"{people[0].path}/branch", json={"step": 12})
    player = page_of(people[0], server, answer.json()["match"])
    with player.socket() as connection:
        hear(connection)
        player.sit(0)
        while hear(connection).get("is") != "began":
            pass
        told = get(f"{player.path}/events").json()
    assert told["since"] >= 12
    assert min((one["step"] for one in told["events"]), default=12) >= 12
    assert get(f"{people[0].path}/events").json()["events"][0]["step"] == 0


# --- records --------------------------------------------------------------------------------------------


def test_a_record_with_changed_facts_comes_back_with_them(server: Server) -> None:
    game = ludotheque.game(GAME, 3).with_facts(tokens=2)
    rng, position = Random(3), game.start()
    for _ in range(30):
        if position.over:
            break
        position.play(position.draw(rng) if position.actor is CHANCE else rng.choice(position.moves()))
    answer = post(f"{server.url}/api/v1/records", json={"text": gamerecord.write(position)})
    assert answer.status_code == 201, answer.text
    assert "fact.tokens=2" in Person(server, answer.json()["match"]).look()["game"]


@pytest.mark.parametrize(
    "text", ["", "ludotheque 1\n", "ludotheque 1\ngame: chipik players=3\nversion: 1\n\nroll 9 9 9\n= unfinished\n"]
)
def test_a_damaged_record_is_refused_and_leaves_no_table(server: Server, text: str) -> None:
    before = tables_of(server)
    answer = post(f"{server.url}/api/v1/records", json={"text": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert tables_of(server) <= before


def test_a_seal_vouches_only_for_draws_that_it_covers(finished: list[Person]) -> None:
    text = finished[0].record()
    assert verify(gamerecord.read(text)) > 10
    steps = gamerecord.read(text).position.steps
    for said in ("99999 steps", "", "-3", "x"):
        forged = text.replace("\n\n", f"\ngoes-on-from: {said}\n\n", 1)
        with pytest.raises(NotAsSealed):
            verify(gamerecord.read(forged))
    with pytest.raises(NotAsSealed, match="nothing"):
        verify(gamerecord.read(text.replace("\n\n", f"\ngoes-on-from: {steps} steps\n\n", 1)))


def test_names_do_not_change_who_sat_where(server: Server) -> None:
    people = [server.open_table("calcory", 2)]
    people.append(Person(server, people[0].match))
    people[0].sit(0, "Bob, Eve")
    people[1].sit(1, "# 1")
    people[0].do("resign")
    assert gamerecord.read(people[0].record()).seats == ["Bob Eve", "1"]


# --- again ----------------------------------------------------------------------------------------------


def test_two_who_press_again_at_the_same_moment_meet(server: Server) -> None:
    for _ in range(5):
        people = server.full_table("calcory", 2)
        people[0].do("resign")
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda person: person.http.post(f"{person.path}/rematch", json={}).json()["match"], people))
        final = people[0].http.post(f"{people[0].path}/rematch", json={}).json()["match"]
        assert set(answers) == {final}


def test_a_finished_game_is_on_the_shelf_only_where_its_table_allowed_it(server: Server) -> None:
    hidden, shown = (server.full_table("calcory", 2, house=house) for house in ({}, {"shelf": "anyone"}))
    for people in (hidden, shown):
        people[0].do("resign")
    listed = {table["match"]: table for table in get(f"{server.url}/api/v1/tables").json()["tables"]}
    assert hidden[0].match not in listed
    assert listed[shown[0].match]["names"] == []


def test_who_was_not_there_reads_no_names(server: Server) -> None:
    people = [server.open_table("calcory", 2)]
    people.append(Person(server, people[0].match))
    people[0].sit(0, own := "Ada the Great")
    people[1].sit(1)
    people[0].do("resign")
    assert get_json(people[1], "steps/1")["names"][:2] == [own, "You"]
    stranger = get_json(Person(server, people[0].match), "steps/1")
    assert stranger["names"][:2] == ["Player 1", "Player 2"]
    assert own not in json.dumps(stranger)
    late = Person(server, people[0].match)
    with late.socket() as plain, late.socket(query="?page=en") as page:
        told = [json.dumps(hear(plain)), json.dumps(hear(page))]
    told += [late.http.get(f"{late.path}{path}").text for path in ("", "/events", "/record")]
    told += [get(f"{server.url}/{path}/{late.match}").text for path in ("replay", "table")]
    for text in told:
        assert people[0].match in text or "since" in text
        assert own not in text
    assert own in people[0].record()


def test_a_step_says_which_turn_it_belongs_to(finished: list[Person]) -> None:
    position = gamerecord.read(finished[0].record()).position
    turns = turn_of_each_step(position.game, tuple(position.history))
    for step in (0, 7, len(position.history)):
        told = get_json(finished[0], f"steps/{step}")
        assert (told["turn"], told["turns"], told["own"]) == (turns[step], turns[-1], 0)


def get_json(person: Person, path: str, **query: int) -> Any:
    return person.http.get(f"{person.path}/{path}", params=query).json()


def test_oneself_is_called_you_in_the_look_back_from_whatever_seat(server: Server) -> None:
    people = server.full_table("calcory", 2)
    people[0].do("resign")
    for parameters in ({}, {"seat": 0}, {"seat": 1}):
        assert get_json(people[0], "steps/1", **parameters)["names"][:2] == ["You", "Player 1"]


def test_nobody_waits_for_who_left_when_the_others_play_again(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    people[2].do("leave")
    for person in people[:2]:
        person.http.post(f"{person.path}/resign", json={})
    again = people[0].http.post(f"{people[0].path}/rematch", json={}).json()["match"]
    assert [seat["for"] for seat in Person(server, again).look()["seats"]] == ["person", "person", "bot"]


def test_a_table_says_which_seats_a_browser_holds(server: Server) -> None:
    table = server.open_table("calcory", 2)
    assert table.look()["held"] == []
    table.sit(1)
    assert table.look()["held"] == [1]
    table.sit(0)
    assert table.look(seat=0)["held"] == [0, 1]
    table.do("leave", seat=0)
    assert table.look()["held"] == [1]
    assert Person(server, table.match).look()["held"] == []


@pytest.mark.parametrize(("event", "said"), [(events.TakenOver, "You were away"), (events.CameBack, "You are back")])
def test_of_oneself_the_house_speaks_in_whole_sentences(event: Any, said: str) -> None:
    live: Any = None  # no game is asked for it
    own, other = (staging.beats_of(live, event(seat=0), seat, [name, "Bob"]) for seat, name in ((0, "You"), (1, "Ada")))
    assert own[0]["lines"][0]["text"].startswith(said)
    assert other[0]["lines"][0]["text"].startswith("Ada: ")


def test_a_closed_table_has_no_rematch_and_opens_none(server: Server) -> None:
    people = server.full_table("calcory", 2)
    people[1].do("resign")
    people[0].do("close")
    before = tables_of(server)
    assert people[0].http.post(f"{people[0].path}/rematch", json={}).json()["code"] == "closed"
    assert tables_of(server) <= before


# --- strangers --------------------------------------------------------------------------------------------


def test_where_nobody_may_watch_strangers_learn_no_names_and_no_table(server: Server) -> None:
    person = server.open_table("calcory", 2, house={"watch": "nobody"})
    nonce = "0" * 32
    person.do("sit", at=0, name="Ada the Great", nonce=nonce, id="1")
    Person(server, person.match).sit(1)
    stranger = Person(server, person.match)
    again = stranger.http.post(f"{stranger.path}/sit", json={"at": 0, "name": "Eve", "nonce": nonce, "id": "1"})
    assert "seats" not in again.json()
    assert "Ada the Great" not in get(f"{server.url}/table/{person.match}").text


@pytest.mark.parametrize("page", ["", "?page=en"])
def test_onlookers_do_not_hear_by_which_id_somebody_sat_down(server: Server, page: str) -> None:
    """With it and the nonce, which is public, they would get a key to the seat."""
    table = server.open_table("calcory", 2)
    with connect(f"{table.path.replace('http', 'ws', 1)}/socket{page}") as onlooker:
        hear(onlooker)
        person = Person(server, table.match)
        person.do("sit", at=0, name="Ada", nonce="0" * 32, id="f" * 32)
        while (heard := hear(onlooker))["t"] != "event":
            pass
    assert heard["is"] == "seated"
    assert "f" * 32 not in str(heard)


def test_a_game_of_which_nothing_was_drawn_by_its_seal_is_no_fraud(server: Server, finished: list[Person]) -> None:
    text = finished[0].record()
    brought = post(f"{server.url}/api/v1/records", json={"text": text}).json()["match"]
    answer = get(f"{server.url}/api/v1/matches/{brought}/verified", headers={"x-language": "de"})
    with speaking("de"):
        problem = translated("nothing in this record was drawn by its seal")
    assert answer.json() == {"draws": 0, "uncovered": gamerecord.read(text).position.steps, "problem": problem}


def test_others_requests_do_not_push_ones_own_out_of_memory(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    state = people[0].look()
    mover = people[state["actor"]]
    move = {"move": mover.look()["moves"][0], "expected": state["seq"], "id": "mine"}
    mover.do("move", **move)
    other = people[(state["actor"] + 1) % 3]
    for number in range(70):
        other.do("link", id=f"{number}")
    assert mover.do("move", **move)["done"]["again"]


def test_who_is_here_is_told_only_when_it_changes(server: Server) -> None:
    people = server.full_table("calcory", 2)
    address = f"{people[0].path.replace('http', 'ws', 1)}/socket?page=en"
    with connect(address) as first:
        hear(first)
        for _ in range(5):
            with connect(address) as onlooker:
                hear(onlooker)
        with people[1].socket():
            said = [hear(first)]
            while said[-1].get("t") != "here" or not said[-1]["here"][1]:
                said.append(hear(first))
        assert len(said) <= 2, json.dumps(said)


def test_a_host_name_as_long_as_a_novel_is_refused(server: Server) -> None:
    answer = get(f"{server.url}/qr.svg", headers={"host": "a" * 3500})
    assert answer.status_code == 400
    assert re.search(r'requests_total\{route="/api/health",status="200"\}', get(f"{server.url}/api/metrics").text)


# --- where the game turned ------------------------------------------------------------------------------


def test_the_analysis_has_every_decision_of_a_game_that_is_over(finished: list[Person]) -> None:
    position = gamerecord.read(finished[0].record()).position
    answer = finished[0].http.get(f"{finished[0].path}/analysis", params={"lang": "en"}, timeout=90)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["returns"] == position.returns()
    assert told["strange"] == [[0, 0]] * 3, "nobody has learned this game, it is solved"
    assert told["own"] == [0]
    stranger = Person(finished[0].server, finished[0].match)
    assert stranger.http.get(f"{finished[0].path}/analysis").json()["own"] == []
    again = ludotheque.game(GAME, 3).start()
    by_players = []
    for step, text in enumerate(position.history, start=1):
        if again.actor is not CHANCE:
            by_players.append((step, again.actor, text))
        again.play(text)
    assert [(one["step"], one["seat"], one["move"]) for one in told["decisions"]] == by_players
    for one in told["decisions"]:
        assert 0 <= one["chance"] <= one["best_chance"] <= 1
        assert one["gain"] == pytest.approx(one["best_chance"] - one["chance"])
        assert one["turning"] == (one["gain"] > MUCH), "solved, so nothing is noise"
        assert ("why" in one) == ("why_best" in one) == one["turning"]
        assert one["move_says"].startswith(WAYS)
        assert (one["best_says"] == one["move_says"]) == (one["best"] == one["move"])
    turning = sorted((one for one in told["decisions"] if one["turning"]), key=lambda one: -one["gain"])
    assert told["turns"] == sorted(one["step"] for one in turning[:MOST_TURNS])
    assert told["enough"]
    assert finished[1].http.get(f"{finished[1].path}/analysis").json()["decisions"] == told["decisions"], "kept"


def test_there_is_no_analysis_before_the_end(server: Server) -> None:
    people = server.full_table(GAME, 3)
    for person in (*people, Person(server, people[0].match)):
        answer = person.http.get(f"{person.path}/analysis")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
