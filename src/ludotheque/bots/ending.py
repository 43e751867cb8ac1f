"""Reckons at the end of a game, or of a round: once nothing is hidden from its seat, and what is left of it is short.

A network that has learned a game in general is not good at sums, and at the end they are all that counts. What the end of a
round is worth was learned (`ludotheque.standingsfile`), that of the game is known. Everyone is taken to do what is best for
himself, and who has several ways that are as good for him to take any of them, as this bot then does: if he went by
something else, whoever reckons would reckon wrongly with him.
"""

from random import Random
from typing import Protocol

from ludotheque.bots.asked import choices
from ludotheque.bots.rest import rest_of
from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.view import View
from ludotheque.walk import NO_DIFFERENCE


class Learned(Protocol):
    def choose(self, view: View) -> Move: ...
    def chances(self, view: View) -> dict[Move, float]: ...


class EndingBot:
    def __init__(self, game: Game, rng: Random, learned: Learned, engine: bool = True) -> None:
        self.game, self.rng, self.learned = game, rng, learned
        self.rest = rest_of(game, engine, by_rounds=True)

    def choose(self, view: View) -> Move:
        if len(choices(self.game, view)) > 1 and (likely := self.at_the_end(view)):
            return self.rng.choices(list(likely), list(likely.values()))[0]
        return self.learned.choose(view)

    def chances(self, view: View) -> dict[Move, float]:
        """How likely each legal move is."""
        likely = self.at_the_end(view)
        return {move: likely.get(move, 0.0) for move in view.moves()} if likely else self.learned.chances(view)

    def at_the_end(self, view: View) -> dict[Move, float]:
        """How likely each of the best moves should be; nothing where it is not the end yet."""
        worth = self.rest.of_view(view)
        if not worth:
            return {}
        best = max(shares[view.actor] for shares in worth.values())
        as_good = [action for action, shares in worth.items() if shares[view.actor] >= best - NO_DIFFERENCE]
        return {self.game.ruleset.moves[action]: 1 / len(as_good) for action in as_good}
