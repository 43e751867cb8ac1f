"""Plays what comes to mind first: a beginner's habit or an old hand's hunch, from what is remembered."""

from random import Random

from ludotheque.bots.asked import choices
from ludotheque.bots.memory import remembered
from ludotheque.bots.search import felt
from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.view import View


class InstinctBot:
    """What it can't see it guesses once, and acts as if that were so."""

    def __init__(self, game: Game, rng: Random, span: float, beginner: bool = False) -> None:
        self.game, self.rng, self.span, self.beginner = game, rng, span, beginner

    def choose(self, view: View) -> Move:
        choices(self.game, view)
        sight = remembered(view, self.span).sight
        return self.game.ruleset.moves[felt(self.game, sight, self.rng.getrandbits(32), self.beginner)]
