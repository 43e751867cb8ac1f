"""What a bot is asked: by the view of a seat whose turn it is, in the game that it plays."""

from random import Random
from typing import Any

from ludotheque.errors import OptionError, shortened
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.view import View


def choices(game: Game, view: View) -> list[Move]:
    """What there is to choose from."""
    make_sure_of_view(view)
    if view.game != game:
        raise OptionError(N_("this bot plays {game}, not {other}"), game=game.spec, other=view.game.spec)
    if moves := view.moves():
        return moves
    raise OptionError(N_("there is nothing to choose: it is not the turn of who has this view, or the game is over"))


def make_sure_of_view(given: Any) -> None:
    if not isinstance(given, View):
        what = type(given).__name__
        raise OptionError(N_("a bot chooses by the view of a seat, position.view(position.actor), not by a {what}"), what=what)


def make_sure_of_game(given: Any) -> None:
    if not isinstance(given, Game):
        what = type(given).__name__
        raise OptionError(N_("a bot plays a game such as ludotheque.game('calcory', 2), not a {what}"), what=what)


def drawn_from(seed: Any) -> Random:
    """The luck of a bot; without a seed it is another every time."""
    try:
        return Random(seed)
    except TypeError:
        raise OptionError(N_("a seed should be a number, a text or None, not {seed}"), seed=shortened(seed)) from None
