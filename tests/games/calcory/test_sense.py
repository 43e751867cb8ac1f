"""What players of Calcory do by a hunch, and what they forget first."""

from random import Random
from typing import Any

import pytest

from tests.games.calcory.grid import started, turn
from tests.table import at


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
