"""Thinks ahead: tries moves in guessed positions, follows up those that do best, and plays the one it came back to most."""

from random import Random

from ludotheque.bots.asked import choices
from ludotheque.bots.memory import remembered
from ludotheque.bots.search import INTERPRETED, WARM, How, searched, warm
from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.view import View

FEWEST = 16  # simulations, whatever the budget


class SearchBot:
    """The same seed gives the same moves: what it may think is counted in simulations, not in seconds."""

    def __init__(self, game: Game, rng: Random, simulations: int, span: float, how: How, engine: bool = True) -> None:
        self.game, self.rng, self.span, self.how = game, rng, span, how
        compiled = engine and (game in WARM or warm(game))
        self.simulations = max(simulations if compiled else simulations // INTERPRETED, FEWEST)

    def choose(self, view: View) -> Move:
        moves = choices(self.game, view)
        if len(moves) == 1:
            return moves[0]
        sight = remembered(view, self.span).sight
        tried = searched(self.game, sight, self.rng.getrandbits(32), self.how, self.simulations)
        return self.game.ruleset.moves[max(tried, key=lambda found: found.times).action]
