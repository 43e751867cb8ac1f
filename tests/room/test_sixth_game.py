"""A game that the pages have never heard of is played in the browser without a line of JavaScript."""

from pathlib import Path
from random import Random
from typing import Any

from tests.room.playing import OVER, play_now, play_on
from tests.size import not_in_check
from tests.web.house import Server


@not_in_check
def test_a_game_of_somebody_elses_is_played_to_its_end(browser: Any, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", module="tests.room.with_sixth") as server:
        context = browser.new_context(reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        page.goto(server.url)
        page.evaluate("localStorage.setItem('pace', 'once')")
        play_now(page, "treize")
        play_on(page, Random(1))
        assert page.locator(f"{OVER} .ranking li").count() >= 2
        context.close()
