"""Opponents. A bot gets the view of its seat and nothing else, and chooses one of its moves.

bot = ludotheque.bots.bot("club", game, seed=7)
move = bot.choose(view)
"""

from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from ludotheque.bots.asked import drawn_from, make_sure_of_game
from ludotheque.bots.chance_bot import RandomBot
from ludotheque.bots.instinct import InstinctBot
from ludotheque.bots.search import How, make_sure_of_budget, warm
from ludotheque.bots.searcher import SearchBot
from ludotheque.bots.solved import SolvedBot, has_table
from ludotheque.errors import Listed, OptionError, named
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.view import View

if TYPE_CHECKING:  # it needs NumPy
    from ludotheque.bots.ending import EndingBot

FEWEST_GUESSES = 40  # that a search goes by, if it has as many simulations


class Bot(Protocol):
    def choose(self, view: View) -> Move: ...


def novice(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """Goes by habit, and has half forgotten what happened a moment ago."""
    return InstinctBot(game, rng, span=6, beginner=True)


def casual(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """Has a feeling for the game, looks one step ahead, and remembers a little."""
    return InstinctBot(game, rng, span=30)


def club(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """Thinks ahead for a moment, and remembers most."""
    number = simulations(game, budget / 16)
    return SearchBot(game, rng, number, 60, by_score(game, 0.7)._replace(practised=40, in_a_world=in_a_world(number)), engine)


def expert(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """Thinks ahead, and forgets nothing."""
    number = simulations(game, budget / 6)
    return SearchBot(game, rng, number, inf, by_score(game, 0.5)._replace(practised=80, in_a_world=in_a_world(number)), engine)


def champion(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """The best there is: where a game is solved or a policy was learned, that; else a longer search."""
    if has_table(game):
        return SolvedBot(game, rng)
    return learned(game, rng, engine) or SearchBot(game, rng, simulations(game, budget), inf, by_score(game, 0.3), engine)


def learned(game: Game, rng: Random, engine: bool) -> "EndingBot | None":
    """Whoever plays what was learned, and reckons at the end, where there is a policy and NumPy to reckon with."""
    try:
        from ludotheque.bots.ending import EndingBot
        from ludotheque.bots.policy import PolicyBot, has_policy
    except ImportError:
        return None
    return EndingBot(game, rng, PolicyBot(game, rng), engine) if has_policy(game) else None


def by_policy(file: Path, game: Game, seed: int | None = None) -> Bot:
    """A champion who goes by the policy in a file."""
    from ludotheque.bots.ending import EndingBot
    from ludotheque.bots.policy import PolicyBot

    rng = drawn_from(seed)
    return EndingBot(game, rng, PolicyBot(game, rng, file))


def compile_for(game: Game) -> bool:
    """Compiles what the bots of a game think with, or takes up what was compiled before; False where there is no engine."""
    if not warm(game):
        return False
    from ludotheque.bots.policy import has_policy
    from ludotheque.bots.rest import warm_rest

    return not has_policy(game) or warm_rest(game)


def at_random(game: Game, rng: Random, budget: float, engine: bool) -> Bot:
    """Any legal move: to measure others by, and where nothing else is at hand."""
    return RandomBot(game, rng)


def simulations(game: Game, share: float) -> int:
    """The more play, the longer a simulation takes."""
    return round(game.rules.simulations * share * 2 / game.players)


def in_a_world(simulations: int) -> int:
    """How many from one guess: guessing may take longer than all else, but a short search needs some guesses too."""
    return max(1, min(How().in_a_world, simulations // FEWEST_GUESSES))


def by_score(game: Game, greed: float) -> How:
    """The shorter a search, the more it goes by the score, where a high one is good all along."""
    return How(greed=greed * game.rules.scoring)


LEVELS: dict[str, Callable[[Game, Random, float, bool], Bot]] = {
    "novice": novice,
    "casual": casual,
    "club": club,
    "expert": expert,
    "champion": champion,
    "random": at_random,
}


def bot(level: str, game: Game, seed: int | None = None, budget: float = 1.0, engine: bool = True) -> Bot:
    """A bot of that level; the same seed gives the same moves.

    `budget`: the share of its usual simulations. `engine`: whether it may wait for its search to be
    compiled; interpreted it makes do with a two-hundredth of them.
    """
    if not isinstance(level, str) or level not in LEVELS:
        raise OptionError(N_("there is no bot {level}; there are {levels}"), level=named(level), levels=Listed(LEVELS))
    make_sure_of_game(game)
    make_sure_of_budget(budget)
    return LEVELS[level](game, drawn_from(seed), budget, engine)
