"""The numbers that learners get of Calcory say what the view says, entry by entry."""

from random import Random
from typing import Any

import pytest

from ludotheque import CHANCE, Position, View
from tests.games.calcory.grid import started, turn
from tests.games.test_observe import layout_of, observed
from tests.size import sized

CELLS = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghij"]


def named(position: Position, seat: int | None) -> dict[str, int]:
    names = [entry.name for entry in layout_of(position.game)]
    return dict(zip(names, observed(position, seat), strict=True))


def expected(view: View) -> dict[str, int]:
    """From what the view says in words."""
    now: dict[str, Any] = view.now
    seen: dict[str, Any] = view.seen
    players = len(now["piles"])
    there = {*now["face_down"], *now["turned"], *now["marked"]}
    told = {
        "putting back": int(now["step"] == "returning"), "sum": now["sum"], "marked sum": now["marked_sum"],
        "zeros": list(now["turned"].values()).count(0), "quiet turns": min(view.sight.quiet, 127),  # type: ignore[attr-defined]
    }  # fmt: skip
    for value in range(10):
        told[f"unseen {value}s"] = seen["unseen"][value]
        told[f"captured {value}s"] = now["captured"].count(value)
    for what, cells in (("cards", there), ("turned", set(now["turned"])), ("marked", set(now["marked"]))):
        for row in range(6):
            told[f"{what} in row {row + 1}"] = sum(
                1 << n for n, cell in enumerate(CELLS[10 * row : 10 * row + 10]) if cell in cells
            )
    for number, cell in enumerate(CELLS):
        values = [now["turned"].get(cell), now["marked"].get(cell), seen["known"].get(cell), *seen["one_of"].get(cell, [])]
        told[f"values at {number % 10 + 1}, {number // 10 + 1}"] = sum({1 << value for value in values if value is not None})
    for k in range(players):
        seat = ((view.seat or 0) + k) % players
        told[f"pile {k}"] = now["piles"][seat]
        told[f"marks {k}"] = int(now["marked_by"] == seat)
    return told


def test_a_card_put_back_is_told_as_what_it_may_be() -> None:
    position = started(2)
    turn(position, a1=6, b1=7)
    position.play("return 7 a1")
    turn(position, c1=3)
    mine, others = (named(position, seat) for seat in (0, 1))
    assert (mine["values at 1, 1"], mine["values at 2, 1"], mine["values at 3, 1"]) == (1 << 7, 0, 1 << 3)
    assert (others["values at 1, 1"], others["cards in row 1"]) == (1 << 6 | 1 << 7, 0b1111111101)
    assert (mine["pile 0"], mine["pile 1"], others["pile 0"], others["pile 1"]) == (1, 0, 0, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_all_numbers_of_whole_games(players: int) -> None:
    """People who play by a hunch: there are marks, captures and cards put back."""
    rng, marked, hidden = Random(players), 0, 0
    for _ in range(sized(2, 4, 40)):
        position = started(players)
        while not position.over:
            for seat in (0, players - 1, None):
                view = position.view(seat)
                told = named(position, seat)
                assert told == expected(view)
                marked += told["marked sum"] > 0
                hidden += bool(view.seen["one_of"])
            rules, game = position.game.ruleset.rules, position.game
            if position.actor is CHANCE:
                position.play(position.draw(rng))
            else:
                state = game.rules.plain(rules.State, position.state).copy()
                assert rules.hunch is not None
                position.play(game.ruleset.moves[rules.hunch(game.facts, state, rules.draws(rng))])
    assert marked > 100
    assert hidden > 100
