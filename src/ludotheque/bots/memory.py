"""What a bot remembers of what its seat has seen."""

from math import inf

from ludotheque.view import View


def remembered(view: View, span: float) -> View:
    """The view as a player has it in mind who remembers things for about `span` steps."""
    if span == inf:
        return view
    return View(view.game, view.seat, view.actor, view.game.ruleset.fade(view, span), view.history, view.moves())
