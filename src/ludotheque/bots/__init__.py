"""Opponents. A bot gets the view of its seat and nothing else, and chooses one of its moves.

bot = ludotheque.bots.bot("simple", game, seed=7)
move = bot.choose(view)
"""

from collections.abc import Callable
from random import Random
from typing import Protocol

from ludotheque.bots.chance_bot import RandomBot
from ludotheque.bots.sampling import SamplingBot
from ludotheque.errors import Listed, OptionError, shortened
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.view import View


class Bot(Protocol):
    def choose(self, view: View) -> Move: ...


LEVELS: dict[str, Callable[[Game, Random], Bot]] = {"simple": SamplingBot, "random": RandomBot}


def bot(level: str, game: Game, seed: int | None = None) -> Bot:
    """A bot of that level; the same seed gives the same moves."""
    if level not in LEVELS:
        raise OptionError(N_("there is no bot {level}; there are {levels}"), level=shortened(level), levels=Listed(LEVELS))
    return LEVELS[level](game, Random(seed))
