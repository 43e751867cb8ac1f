"""Every game, from the shelf to the result, as somebody plays it who has only the page."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import gamerecord
from tests.room.playing import (
    LONGEST,
    MINE,
    OVER,
    choose_and_open,
    choose_only,
    come_in,
    open_for_people,
    play_now,
    play_on,
    play_together,
)
from tests.size import not_in_check, only_thorough, sized
from tests.web.house import SHELF

COUNTS = [(id, players) for id in SHELF for players in ludotheque.GAMES[id].players]
TOGETHER = [("chip-trick", 2), ("chip-trick-root", 3), ("calcory", 2), ("toujours-12", 3)]
NOTATION = re.compile(r"reroll|addition (bin|lucky)|(odds|run|triple) (left|right|both)")
pytestmark = not_in_check


@pytest.mark.parametrize("game", SHELF)
def test_one_click_and_a_game_against_bots_to_its_end(visitor: Callable[..., Any], game: str) -> None:
    page = visitor()
    play_now(page, game)
    play_on(page, Random(1))
    result = page.locator(OVER)
    assert result.locator(".ranking li").count() >= ludotheque.GAMES[game].players[0]
    result.locator("summary").click()
    result.get_by_role("button", name="Check the shuffle").click()
    page.wait_for_selector("text=/All \\d+ draws/")
    with page.expect_download() as kept:
        result.get_by_role("link", name="Keep the record").click()
    text = kept.value.path().read_text("utf-8")
    assert gamerecord.read(text).position.over
    if game in sized([], ["chipik"], SHELF):
        replay_all(page)


def replay_all(page: Any) -> None:
    """The game again, from anyone's seat, and on from the middle of it."""
    page.locator(OVER).get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    steps = int(slider.get_attribute("max"))
    assert steps > 5
    slider.fill(str(steps // 2))
    page.wait_for_selector(f'[data-step="{steps // 2}"]')
    page.get_by_label("As seen by").select_option("1")
    page.get_by_role("button", name="One step on").click()
    page.wait_for_selector(f'[data-step="{steps // 2 + 1}"]')
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(f'[data-step="{steps}"]')
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(".bar")


@only_thorough
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_every_number_of_players_with_bots(visitor: Callable[..., Any], game: str, players: int) -> None:
    page = visitor()
    page.click(f'[data-choose="{game}"]')
    dialog = page.locator("dialog")
    dialog.get_by_role("radio", name=re.compile(rf"(^|\W){players}$")).check(force=True)
    dialog.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".felt")
    assert page.locator(".felt .seat").count() >= players
    play_on(page, Random(players))
    everyone = len(ludotheque.game(game, players).start().scores())  # the ghost too
    assert page.locator(f"{OVER} .ranking li").count() == everyone


def test_forced_moves_are_played_for_who_wants_it(visitor: Callable[..., Any]) -> None:
    """As the menu has it, and by itself after the first game."""
    page = visitor()
    play_now(page, "chip-trick-root")
    page.locator("summary", has_text="More").click()
    box = page.get_by_label("Play for me where there is only one move")
    assert not box.is_checked()
    box.check()
    choose_only(page, Random(1))
    page.wait_for_selector(OVER, timeout=LONGEST)
    page.evaluate("localStorage.removeItem('forced')")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(f"{MINE}, .felt .seat.turn")
    page.locator("summary", has_text="More").click()
    assert box.is_checked()


def test_who_gives_up_is_replaced_and_the_game_goes_on(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, sized("", "chip-trick-root", "chip-trick"))
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Give up").click()
    page.wait_for_selector("text=gave up")
    page.wait_for_selector(OVER)


@pytest.mark.parametrize(("game", "people"), sized([], [("toujours-12", 2)], TOGETHER))
def test_people_at_their_own_screens_play_together(visitor: Callable[..., Any], game: str, people: int) -> None:
    first = visitor()
    code = open_for_people(first, game, people)
    others = []
    for seat in range(1, people):
        other = visitor(f"/join/{code}")
        come_in(other, f"Guest {seat}", seat)
        others.append(other)
    pages = [first, *others]
    for page in pages:
        page.wait_for_selector(".felt")
    play_together(pages, Random(2))
    names = ["Ada", *(f"Guest {seat}" for seat in range(1, people))]
    won = {
        tuple(sorted(names[at] if name == "You" else name for name in page.locator(".ranking .won b").all_inner_texts()))
        for at, page in enumerate(pages)
    }
    assert len(won) == 1
    assert all(won)
    first.get_by_role("button", name="Play again").click()
    first.wait_for_selector(".lobby")
    for other in others:
        other.get_by_role("button", name="A new table is open").click()
    for page, seat in zip(pages, range(people), strict=True):
        page.wait_for_url(first.url)
        page.wait_for_selector(f'.felt .seat.you[data-seat="{seat}"]')


def test_hints_and_the_look_back_speak_of_moves_in_words(visitor: Callable[..., Any]) -> None:
    page = visitor()
    choose_and_open(page, "chipik", 3, "Bots", "Hints allowed")
    page.wait_for_selector(MINE)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("text=My tip: ")
    note = page.locator(".note")
    assert re.search(r"My tip: [A-Z].* How often that wins: (about \d in 10|almost never|almost always)\.", note.inner_text())
    assert "%" not in note.inner_text(), "exact figures are for those who open them"
    assert not NOTATION.search(note.inner_text())
    note.locator("summary").click()
    assert re.search(r"wins \d+%", note.inner_text())
    play_on(page, Random(3))
    page.locator(OVER).get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Where the game turned").click()
    page.wait_for_selector(".course table", state="attached")
    told = page.locator(".course").text_content()
    assert re.search(r"\d+\. (Throw |Addition: |Odds: |Run: |Triple: )", told)
    assert not NOTATION.search(told)
