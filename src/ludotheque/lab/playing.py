"""One game between bots, from the deal to the end."""

from collections.abc import Sequence

from ludotheque.bots import Bot
from ludotheque.game import Game
from ludotheque.lab.duplicate import Deal
from ludotheque.position import CHANCE, OVER

LONGEST = 20_000  # steps, chance included; Chipik has no bound, and random play takes a few hundred

Returns = list[float] | None  # the share of the victory that each seat has; None where a game was cut


def play(game: Game, bots: Sequence[Bot], deal: Deal, longest: int = LONGEST) -> Returns:
    """Who won; nobody, where the game was cut because it did not end."""
    position = game.start()
    while (actor := position.actor) is not OVER:
        if position.steps >= longest:
            return None
        position.play(deal.draw(position) if actor is CHANCE else bots[actor].choose(position.view(actor)))
    return position.returns()
