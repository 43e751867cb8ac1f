"""Hints as a good friend gives them: one at once, a better one while one waits; and where they are usual."""

import re
from collections.abc import Callable
from typing import Any

from tests.room.playing import AT_ONE_DEVICE, BY_LINK, MINE, my_turn, play_now
from tests.size import not_in_check

pytestmark = not_in_check

FIRST = {"chance": None, "low": None, "high": None, "why": "A feeling.", "next_move": "", "next_chance": 0, "next_why": ""}
BETTER = {**FIRST, "chance": 0.38, "low": 0.32, "high": 0.44, "why": "A reason."}


def held_back(page: Any) -> list[Any]:
    """The better answers, which come when the test lets them; the first ones come at once."""
    waiting: list[Any] = []

    def answer(route: Any) -> None:
        if "quick=true" in route.request.url:
            route.fulfill(json={"move": first_move(page), **FIRST})
        else:
            waiting.append(route)

    page.route("**/hint?*", answer)
    return waiting


def first_move(page: Any) -> str:
    table = page.request.get(f"{page.url.replace('/table/', '/api/v1/matches/')}").json()
    return str(table["moves"][0])


def asked(page: Any) -> list[Any]:
    play_now(page, "calcory")
    assert my_turn(page)
    waiting = held_back(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("text=My first idea: Turn card")
    return waiting


def test_a_hint_is_there_at_once_and_gets_better(visitor: Callable[..., Any]) -> None:
    page = visitor()
    waiting = asked(page)
    note = page.locator(".note")
    assert "A feeling." in note.inner_text()
    assert "The coach is thinking." in note.inner_text()
    play = note.get_by_role("button", name="Play it")
    assert not play.is_visible(), "it would change under the finger"
    waiting[0].fulfill(json={"move": first_move(page), **BETTER})
    page.wait_for_selector("text=A reason.")
    assert play.is_visible()
    assert re.search(r"My tip: Turn card \w+\. How often that wins: about 4 in 10\.", note.inner_text())
    assert "thinking" not in note.inner_text()
    assert "%" not in note.inner_text()
    note.locator("summary").click()
    assert "38%" in note.inner_text()
    assert "32%" in note.inner_text()


def test_a_hint_that_few_tries_speak_for_names_no_chance(visitor: Callable[..., Any]) -> None:
    page = visitor()
    waiting = asked(page)
    waiting[0].fulfill(json={"move": first_move(page), **BETTER, "low": 0.05, "high": 0.7})
    page.wait_for_selector("text=But I am not sure.")
    assert "in 10" not in page.inner_text(".note")


def test_a_hint_that_was_put_away_does_not_come_back(visitor: Callable[..., Any]) -> None:
    page = visitor()
    waiting = asked(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(".note", state="detached")
    waiting[0].fulfill(json={"move": first_move(page), **BETTER})
    page.wait_for_timeout(200)
    assert page.locator(".note").count() == 0


def test_hints_are_usual_against_bots_alone(visitor: Callable[..., Any]) -> None:
    page = visitor()
    page.click('[data-choose="calcory"]')
    dialog = page.locator("dialog")
    dialog.locator("summary").click()
    box = dialog.get_by_role("checkbox", name="Hints allowed")
    assert box.is_checked()
    for who in (BY_LINK, AT_ONE_DEVICE):
        dialog.get_by_role("radio", name=who).check(force=True)
        assert not box.is_checked(), who
    box.check()
    dialog.get_by_role("radio", name="Bots").check(force=True)
    dialog.get_by_role("radio", name=BY_LINK).check(force=True)
    assert box.is_checked(), "what was chosen stays chosen"
    box.uncheck()
    dialog.get_by_role("radio", name=AT_ONE_DEVICE).check(force=True)
    dialog.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="It's me").click()
    page.wait_for_selector(MINE)
    assert page.get_by_role("button", name="Hint").count() == 0
