"""The numbers that learners get of Calcory say what the view says, entry by entry."""

from random import Random
from typing import Any

import pytest

from ludotheque import CHANCE, View
from tests.games.calcory.grid import started, turn
from tests.size import sized
from tests.table import at

CELLS = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghij"]


def observed(view: View) -> dict[str, int]:
    rules = view.game.ruleset.rules
    layout = rules.layout(view.game.facts)
    row = [0] * len(layout)
    assert rules.observe(view.game.facts, view.sight, row) == len(layout)
    return {entry.name: number for entry, number in zip(layout, row, strict=True)}


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
    mine, others = (observed(position.view(seat)) for seat in (0, 1))
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
                told = observed(view)
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


# --- what bots do and forget ------------------------------------------------------------------


def hunch(text: str) -> str:
    position = at(text)
    game, rules = position.game, position.game.ruleset.rules
    assert rules.hunch is not None
    state = game.rules.plain(rules.State, position.state).copy()
    return str(game.ruleset.moves[rules.hunch(game.facts, state, rules.draws(Random(1)))])


ROW = "calcory players=2 marks_on_13=stay | phase=turning cards=a1.b1.c1.d1 unseen=0,0,0,0,0,0,0,0,0,0 pile=30,26"


@pytest.mark.parametrize(
    ("values", "move"),
    [
        ("9,4,8,1", "turn b1"),  # 4 and 9 make 13: the lower one first
        ("9,8,1,5", "turn d1"),  # 5 and 8
        ("9,8,8,2", "turn d1"),  # nothing makes 13: the lowest card
    ],
)
def test_a_hunch_makes_thirteen_of_two_cards_it_knows(values: str, move: str) -> None:
    assert hunch(f"{ROW} value={values}") == move


def test_what_was_turned_last_is_remembered_longest() -> None:
    position = started(2)
    turn(position, a1=9, b1=8)  # too much: both lie face down again
    fade = position.game.ruleset.fade
    view = position.view(0)
    assert view.seen["known"] == {"a1": 9, "b1": 8}
    dim: Any = fade(view, 1e-9)
    assert (dim.value[0], dim.value[1]) == (-1, 8)  # no card was turned since b1
    assert dim.unseen[9] == view.sight.unseen[9] + 1  # type: ignore[attr-defined]
