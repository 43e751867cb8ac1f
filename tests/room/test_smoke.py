"""Whether the house is open at all: the first thing anybody does, in a real browser; part of `make check`."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.room.playing import OVER, my_turn, play_now, touch_something


def test_the_shelf_is_there_and_a_game_begins(visitor: Callable[..., Any]) -> None:
    """At the pace people play at; that the console stays empty is looked at for every page."""
    page = visitor(quick=False)
    play_now(page, "toujours-12")
    rng = Random(1)
    for _ in range(6):
        assert my_turn(page)
        touch_something(page, rng)
    page.wait_for_selector(f".story .line, {OVER}")
