"""The pages as they leave the server, without a browser."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
import ludotheque.rulebook
from ludotheque import lesson
from ludotheque.i18n import LANGUAGES
from ludotheque.web import files, lessons, pages, words
from tests.walk.checks import move_texts
from tests.web.house import SHELF, Person, Server, get

WEB = Path(words.__file__).parent
MOST_STEPS, MOST_WORDS = 12, 20  # of a lesson; of a step


def test_every_word_of_a_page_is_known_and_every_known_word_is_on_a_page() -> None:
    scripts = "".join(path.read_text("utf-8") for path in WEB.glob("static/*.js"))
    templates = "".join(path.read_text("utf-8") for path in WEB.glob("templates/*.html"))
    python = (WEB / "pages.py").read_text("utf-8")
    said = set(re.findall(r'(?:say|sure)\(\s*"(\w+)"', scripts)) | set(re.findall(r"words\.(\w+)", templates))
    assert said <= words.WORDS.keys()
    named = set(re.findall(r'"(\w+)"', scripts + python)) | said
    assert words.WORDS.keys() <= named


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_that_is_wished_for(server: Server, language: str) -> None:
    by_browser = get(server.url, headers={"accept-language": f"xx, {language}-XX;q=0.9, en;q=0.5"})
    by_address = get(server.url, params={"lang": language})
    by_cookie = get(server.url, cookies={"lang": language})
    for answer in (by_browser, by_address, by_cookie):
        assert f'<html lang="{language}">' in answer.text
    assert "lang=" in by_address.headers["set-cookie"]
    assert '<html lang="en">' in get(server.url, params={"lang": "xx"}, headers={"accept-language": "tlh"}).text


def test_scripts_are_kept_for_good_and_packed(server: Server) -> None:
    path = f"{server.url}/static/{files.VERSION}/table.js"
    answer = get(path)
    assert answer.headers["cache-control"] == files.FOR_GOOD
    assert answer.headers["content-encoding"] == "gzip"
    plain = get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content == gzip.decompress(files.FILES["table.js"].packed)
    assert get(f"{server.url}/static/old/table.js").status_code == 404
    for name in ("../pages.py", "%2e%2e/pages.py", "lib", "", "nothing.js"):
        assert get(f"{server.url}/static/{files.VERSION}/{name}").status_code == 404


def test_every_game_has_its_rules_in_every_language(server: Server) -> None:
    for game in SHELF:
        for language in LANGUAGES:
            page = get(f"{server.url}/rules/{game}", params={"lang": language}).text
            book = get(f"{server.url}/api/v1/games/{game}/rules", params={"lang": language}).json()
            clauses = [clause for section in book["sections"] for clause in section["clauses"]]
            assert len(clauses) == len(ludotheque.rulebook.read(ludotheque.GAMES[game].rulebook).clauses)
            assert all(f'id="{clause["id"]}"' in page for clause in clauses)


def test_tables_are_listed_only_where_anyone_may_watch(server: Server) -> None:
    shown = server.open_table("calcory", 2)
    hidden = server.open_table("calcory", 2, house={"watch": "nobody"})
    listed = {table["match"] for table in get(f"{server.url}/api/v1/tables").json()["tables"]}
    assert shown.match in listed
    assert hidden.match not in listed


def test_the_code_on_the_wall_leads_to_the_table(server: Server) -> None:
    person = server.open_table("calcory", 2)
    code = person.look()["code"]
    assert get(f"{server.url}/join/{code.lower()}").headers["location"] == f"/table/{person.match}"
    for path in (f"/table/{person.match}/qr.svg", "/qr.svg"):
        answer = get(server.url + path)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<?xml")


def test_steps_of_a_game_are_shown_only_when_it_is_over(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    for path in ("steps/0", "verified"):
        assert get(f"{people[0].path}/{path}").json()["code"] == "not_over"
    for path, body in (("rematch", {}), ("branch", {"step": 1})):
        assert people[0].http.post(f"{people[0].path}/{path}", json=body).json()["code"] == "not_over"


def test_two_who_ask_for_another_game_meet_at_one_table(server: Server) -> None:
    people = server.full_table("calcory", 2)
    people[0].do("resign")
    tables = {person.http.post(f"{person.path}/rematch", json={}).json()["match"] for person in people}
    assert len(tables) == 1
    onlooker = Person(server, people[0].match)
    assert onlooker.http.post(f"{onlooker.path}/rematch", json={}).json()["code"] == "not_seated"
    seats = Person(server, tables.pop()).look()["seats"]
    assert [seat["for"] for seat in seats] == ["person", "person"]


def own_steps(told: dict[str, Any]) -> list[dict[str, Any]]:
    """What a lesson says before each of one's own moves."""
    return [frame["lesson"] for frame in told["frames"] if "lesson" in frame]


@pytest.mark.parametrize("id", SHELF)
def test_a_lesson_is_a_game_of_few_steps_with_clauses_that_there_are(server: Server, id: str) -> None:
    ruleset = ludotheque.GAMES[id]
    clauses = {clause.id for clause in ludotheque.rulebook.read(ruleset.rulebook).clauses}
    told = get(f"{server.url}/api/v1/games/{id}/lesson", params={"lang": "de"}).json()
    assert 5 <= len(own_steps(told)) <= MOST_STEPS
    for frame in told["frames"]:
        if "lesson" in frame:
            assert frame["scene"]["turn"] == 0
            assert frame["lesson"]["move"] in frame["scene"]["moves"]
            assert frame["lesson"]["clauses"]
            assert set(frame["lesson"]["clauses"]) <= clauses
    assert set(told["end"]["clauses"]) <= clauses


@pytest.mark.parametrize("id", SHELF)
def test_a_lesson_says_one_short_thing_at_a_time_and_the_aim_first(id: str) -> None:
    told = lessons.told(id, "en")
    own = own_steps(told)
    for step in own:
        assert 0 < len(step["says"].split()) <= MOST_WORDS, step["says"]
        assert len(step["why"].split()) <= MOST_WORDS, step["why"]
    assert 0 < len(told["end"]["says"].split()) <= MOST_WORDS
    line = str(told["frames"][0]["scene"]["line"])
    assert "token" in own[0]["says"] if id == "chipik" else line in own[0]["says"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", SHELF)
def test_a_lesson_speaks_in_words(id: str, language: str) -> None:
    notation = move_texts([move.text for move in ludotheque.GAMES[id].moves])
    told = lessons.told(id, language)
    for frame in told["frames"]:
        if "lesson" in frame:
            move = frame["lesson"]["move"]
            assert move not in frame["scene"]["said"][move]
    said = [text for step in (*own_steps(told), told["end"]) for text in (step["says"], step["why"])]
    for text in [*said, *(tip["says"] for tip in told["tips"])]:
        assert not notation.search(text), text


@pytest.mark.parametrize("id", SHELF)
def test_a_lesson_answers_whatever_else_is_tried(id: str) -> None:
    """What is possible but not meant has its reason in the lesson, what is not possible that of the rules."""
    clauses = {clause.id for clause in ludotheque.rulebook.read(ludotheque.GAMES[id].rulebook).clauses}
    for frame in lessons.told(id, "en")["frames"]:
        if "lesson" in frame:
            step, scene = frame["lesson"], frame["scene"]
            assert step["why"] or len(scene["moves"]) == 1, step["says"]
            tried = {move for zone in scene["zones"] for thing in zone["things"] for move in thing.get("tries", ())}
            assert step["no"].keys() == tried
            assert not tried & set(scene["moves"])
            for no in step["no"].values():
                assert no["says"]
                assert not no["says"][0].islower()
                assert no["clause"].split()[-1] in clauses


@pytest.mark.parametrize("id", SHELF)
def test_every_turn_of_a_first_game_has_its_tip(id: str) -> None:
    kinds = {move.text.split()[0] for move in ludotheque.GAMES[id].moves[: ludotheque.GAMES[id].rules.player_actions]}
    tips = lessons.told(id, "en")["tips"]
    assert {kind for tip in tips for kind in tip["for"]} == kinds


def test_a_lesson_file_is_a_record_whose_comments_are_said(tmp_path: Path) -> None:
    path = tmp_path / "lesson.txt"
    path.write_text("a\n\nstart 0\n# Lead (now). (R1 A2)\n#? Not that.\nplay 4\n# The end.\n= unfinished\n# play take: Try it.\n")
    found = lesson.read(path)
    assert found.steps == (lesson.Step("start 0"), lesson.Step("play 4", "Lead (now).", "Not that.", ("R1", "A2")))
    assert found.end.says == "The end."
    assert found.tips == ((("play", "take"), "Try it."),)
    assert found.messages() == ["Lead (now).", "Not that.", "The end.", "Try it."]


@pytest.mark.parametrize("id", SHELF)
def test_a_choice_on_the_shelf_has_a_heading_and_values_between_which_one_chooses(id: str) -> None:
    told = pages.on_the_shelf(ludotheque.GAMES[id])["options"]
    assert all(len(option["values"]) == len(option["says"]) > 1 for option in told)
    headings = [option["about"] for option in told]
    assert all(headings)
    assert len(set(headings)) == len(headings)
    for option in told:
        for value in option["values"]:
            ludotheque.game(id, ludotheque.GAMES[id].players[-1], **{option["name"]: value})
