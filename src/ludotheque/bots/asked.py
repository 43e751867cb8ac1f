"""What a bot is asked: by the view of a seat whose turn it is, in the game that it plays."""

from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.view import View


def choices(game: Game, view: View) -> list[Move]:
    """What there is to choose from."""
    if not isinstance(view, View):
        what = type(view).__name__
        raise OptionError(N_("a bot chooses by the view of a seat, position.view(position.actor), not by a {what}"), what=what)
    if view.game != game:
        raise OptionError(N_("this bot plays {game}, not {other}"), game=game.spec, other=view.game.spec)
    if moves := view.moves():
        return moves
    raise OptionError(N_("there is nothing to choose: it is not the turn of who has this view, or the game is over"))
