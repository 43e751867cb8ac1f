"""What a learner remembers: what everyone has done since the hands were dealt.

An observation says how things stand. What somebody did before that, and what he could have done instead, tells more
about what he hides. A game says in which rows it is written down, one number a seat; the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.observation import Entry

if TYPE_CHECKING:
    from ludotheque.game import Game
    from ludotheque.view import View


class Recall(NamedTuple):
    rows: Callable[[Any], list[Entry]]  # of these facts; none where nothing is remembered
    notes: Callable[[Any, Any, Any], list[tuple[Any, Any]]]  # facts, which step of the round, action: the rows, what is written
    done: Callable[[View], list[tuple[int, int]]]  # in this round so far: who, and which action
    until: str = ""  # the field of the state that changes when hands are dealt again; the game's end, if there is none


def recall_layout(game: Game) -> list[Entry]:
    """Every row from the seat's own place, like an observation."""
    recall = game.ruleset.recall
    rows = recall.rows(game.facts) if recall else []
    return [row._replace(name=f"{row.name} {k}") for row in rows for k in range(game.players)]


def remembered(view: View) -> list[int]:
    """The numbers of that layout. Of several in one place the highest stays."""
    game, recall = view.game, view.game.ruleset.recall
    if recall is None:
        return []
    numbers = [0] * (len(recall.rows(game.facts)) * game.players)
    if numbers:
        for step, (seat, action) in enumerate(recall.done(view)):
            for row, number in recall.notes(game.facts, step, action):
                place = row * game.players + (seat - (view.seat or 0)) % game.players
                numbers[place] = max(numbers[place], number)
    return numbers
