"""Plays any legal move, each as likely."""

from random import Random

from ludotheque.bots.asked import choices
from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.view import View


class RandomBot:
    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.rng = game, rng

    def choose(self, view: View) -> Move:
        return self.rng.choice(choices(self.game, view))
