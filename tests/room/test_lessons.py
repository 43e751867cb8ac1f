"""Lessons: played along, answered with why, and a first game after them."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.room.playing import MINE, come_in, open_for_people
from tests.size import not_in_check, sized
from tests.web.house import SHELF

pytestmark = not_in_check
DO_AS_TOLD = """() => (document.querySelector(".offers .hinted") ?? document.querySelector(".hinted:not(.touched)"))?.click()"""


def do_as_told(page: Any) -> None:
    """Until the lesson is over."""
    for _ in range(100):
        page.wait_for_selector(".learning, .learnt")
        if page.query_selector(".learnt"):
            return
        page.evaluate(DO_AS_TOLD)
        page.wait_for_timeout(20)
    raise AssertionError(page.inner_text(".learning"))


def chip(page: Any, zone: str, value: int) -> Any:
    return page.locator(f'.z-{zone} button.thing[data-look$=" {value}"]')


@pytest.mark.parametrize("game", sized([], ["chipik"], SHELF))
def test_a_lesson_is_played_along_and_a_first_game_with_tips_begins(visitor: Callable[..., Any], game: str) -> None:
    page = visitor()
    page.locator(f".game.{game} .learn").click()
    do_as_told(page)
    seats = page.locator(".seat").count()
    page.get_by_role("button", name="Play my first game").click()
    page.wait_for_url("**/table/**")
    page.wait_for_selector(MINE)
    page.wait_for_selector(".tip")
    assert page.inner_text(".tip").startswith("Tip: ")
    assert page.get_by_role("button", name="Hint").is_visible()
    assert page.locator(".seat").count() == seats
    page.goto(f"{page.url.partition('/table/')[0]}/")
    page.locator(f'[data-play="{game}"]').click()
    page.wait_for_selector(MINE)
    assert not page.query_selector(".tip")


def test_something_else_than_the_lesson_is_about_is_answered_with_why(visitor: Callable[..., Any]) -> None:
    page = visitor("/learn/chip-trick")
    page.wait_for_selector(".learning")
    chip(page, "hand", 5).click()
    note = page.wait_for_selector(".note")
    assert "try this first: Lead the 4" in note.inner_text()
    assert "With a low one you see how a trick is lost." in note.inner_text()
    chip(page, "hand", 4).click()
    page.wait_for_selector(".learning:has-text('Red goes before blue')")
    assert not page.query_selector(".note")
    chip(page, "trick", 11).click(force=True)  # it does not glow, but can be tried
    note = page.wait_for_selector(".note")
    assert "A red chip lies in the trick" in note.inner_text()
    note.query_selector("button").click()
    assert page.wait_for_selector(".rules .wanted dt").inner_text() == "R23"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules R19").click()
    assert page.wait_for_selector(".rules .wanted dt").inner_text() == "R19"


def test_who_is_invited_and_new_learns_the_game_and_keeps_the_seat(visitor: Callable[..., Any]) -> None:
    first = visitor()
    code = open_for_people(first, "calcory", 3)
    guest = visitor(f"/join/{code}")
    come_in(guest, "Grace", 1)
    offer = guest.wait_for_selector(".new-here")
    assert "New to this game?" in offer.inner_text()
    assert not first.query_selector(".new-here"), "who opens a table knows the game"
    with guest.context.expect_page() as opened:
        offer.query_selector("a").click()
    learner = opened.value
    do_as_told(learner)
    assert not learner.get_by_role("button", name="Play my first game").count(), "others wait"
    learner.get_by_role("link", name="Back to the table").last.click()
    learner.wait_for_selector(".seats li:has-text('You Grace')")
    assert not learner.query_selector(".new-here")
