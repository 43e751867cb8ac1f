"""One champion among peers: the games of one deal, the champion on every seat in turn, and how long everybody thought.

At equal simulations both search as often before a move. At equal time the peer may do as many as fit into what the
champion takes, measured in CPU seconds over decisions with a choice. A champion that looks its moves up, or has learned
them, needs no simulations; the peer has as many as a search would have had.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from ludotheque.bots import Bot, bot
from ludotheque.game import Game
from ludotheque.games import GAMES, from_spec, game
from ludotheque.lab.duplicate import Deal
from ludotheque.lab.lineups import one_among
from ludotheque.lab.playing import play
from ludotheque.move import Move
from ludotheque.view import View

PEERS = {"ismcts": ("strength.port", "IsmctsBot"), "pimc": ("strength.pimc", "PimcBot")}
SIMULATIONS, TIME = "simulations", "time"  # what is equal
MODES = (SIMULATIONS, TIME)
SEED = 7
SEARCHED = 100  # simulations a move
TRIALS = 2  # games, on deals that do not count, to find out what fits into the champion's time

# How many deals are played: against ISMCTS and against PIMC at equal simulations, and against either at equal time.
# Settled before anything is known of what comes out of them.
DEALS = {
    ("chip-trick", 2): (60, 100, 100),
    ("chip-trick", 4): (30, 30, 60),
    ("chip-trick-root", 3): (80, 200, 100),
    ("chipik", 3): (100, 200, 100),
    ("chipik", 8): (100, 200, 100),
    ("toujours-12", 2): (30, 40, 40),
    ("toujours-12", 6): (30, 30, 30),
    ("calcory", 2): (40, 40, 40),
    ("calcory", 4): (30, 40, 30),
}


@dataclass(frozen=True)
class Match:
    game: str  # its spec
    peer: str
    mode: str
    champion: int  # simulations a move
    other: int  # the peer's
    seed: int = SEED


@dataclass(frozen=True)
class Played:
    """A deal from every seat: what came out, and decisions with a choice and CPU seconds of both sides."""

    rotation: list[list[float] | None]
    champion: tuple[int, float]
    other: tuple[int, float]


@dataclass
class Timed:
    """A bot with a watch that runs while it has a choice to make."""

    bot: Bot
    decisions: int = 0
    seconds: float = 0.0

    def choose(self, view: View) -> Move:
        if len(view.moves()) == 1:
            return self.bot.choose(view)
        began = process_time()
        move = self.bot.choose(view)
        self.seconds += process_time() - began
        self.decisions += 1
        return move


def settings(ids: list[str]) -> list[str]:
    """Every ruleset with the fewest and the most players, and its usual options."""
    games = [game(id, players=n) for id in ids for n in dict.fromkeys((GAMES[id].players[0], GAMES[id].players[-1]))]
    return [some.spec for some in games]


def deals_of(match: Match) -> int:
    some = game_of(match.game)
    against_ismcts, against_pimc, at_equal_time = DEALS[some.id, some.players]
    if match.mode == TIME:
        return at_equal_time
    return against_ismcts if match.peer == "ismcts" else against_pimc


@cache
def game_of(spec: str) -> Game:
    return from_spec(spec)


def champion(game: Game, rng: Random, simulations: int) -> Bot:
    """As it sits at a table, but for so many simulations."""
    return bot("champion", game, rng.getrandbits(32), simulations / game.rules.simulations)


def peer(name: str) -> Callable[[Game, Random, int], Bot]:
    """Imported when it is needed: OpenSpiel may not be there."""
    module, kind = PEERS[name]
    made: Callable[[Game, Random, int], Bot] = getattr(import_module(module), kind)
    return made


def least(name: str) -> int:
    return int(import_module(PEERS[name][0]).LEAST)


def one_game(match: Match, deal: int, lineup: tuple[int, ...]) -> tuple[list[float] | None, list[Timed]]:
    some = game_of(match.game)
    bots = []
    for seat, number in enumerate(lineup):
        rng = Random(f"{match.seed} {deal} {seat} {match.peer if number else 'champion'}")
        bots.append(Timed(peer(match.peer)(some, rng, match.other) if number else champion(some, rng, match.champion)))
    return play(some, bots, Deal(match.seed, deal)), bots


def played(match: Match, deal: int) -> Played:
    """The same wherever and whenever it is done, but for the seconds."""
    rotation = []
    sides = [[0, 0.0], [0, 0.0]]
    for lineup in one_among(game_of(match.game).players):
        returns, bots = one_game(match, deal, lineup)
        rotation.append(returns)
        for number, timed in zip(lineup, bots, strict=True):
            sides[number][0] += timed.decisions
            sides[number][1] += timed.seconds
    (decided, thought), (theirs, long) = sides
    return Played(rotation, (int(decided), thought), (int(theirs), long))


def as_many_as_fit(match: Match) -> int:
    """Simulations of the peer in the time that the champion takes; asked twice, since a move also takes time without any."""
    lineup = one_among(game_of(match.game).players)[0]
    fewest = least(match.peer)
    one_game(replace(match, other=fewest), -1, lineup)  # compiles
    fit = match.other
    for _ in range(2):
        tried = [one_game(replace(match, other=fit), -2 - number, lineup)[1] for number in range(TRIALS)]
        ours = a_move([bots[0] for bots in tried])
        theirs = a_move([bot for bots in tried for bot in bots[1:]])
        fit = max(round(fit * ours / theirs), fewest)
    return fit


def a_move(bots: list[Timed]) -> float:
    return sum(timed.seconds for timed in bots) / max(sum(timed.decisions for timed in bots), 1)


def what_the_champion_is(spec: str) -> dict[str, Any]:
    some = game_of(spec)
    kind = type(champion(some, Random(0), SEARCHED)).__name__
    return {"champion": kind, "searches": kind == "SearchBot"}
