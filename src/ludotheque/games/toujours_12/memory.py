"""How players of Toujours 12 forget: the totals that were announced go first."""

from ludotheque.fields import UNKNOWN
from ludotheque.games.toujours_12.view import Sight
from ludotheque.view import View


def fade(view: View, span: float) -> Sight:
    """What is left of a view when totals are remembered for `span` cards laid; one's own hand needs no memory."""
    v: Sight = view.sight.copy()  # type: ignore[assignment]
    if v.laid > span:
        for seat in range(view.game.players):
            v.announced[seat] = UNKNOWN
    return v
