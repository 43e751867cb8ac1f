"""How tests set up a game: a game by its id, a position by its text, moves by their words.

The same tests run interpreted and compiled: LUDOTHEQUE_RULES=compiled makes every game here run
on compiled rules, and NUMBA_BOUNDSCHECK=1 beside it checks every index.
"""

import os
from functools import cache
from random import Random
from typing import Any

import ludotheque
from ludotheque import Game, Position, positiontext
from tests.sixth_game import SIXTH

ludotheque.GAMES[SIXTH.id] = SIXTH  # as if its package were installed

COMPILED = os.environ.get("LUDOTHEQUE_RULES") == "compiled"


@cache
def compiler() -> Any:
    from ludotheque.engine.compiling import Compiler

    return Compiler()


@cache
def compiled_rules_of(id: str) -> Any:
    from ludotheque.engine.compiling import compiled_rules

    return compiled_rules(ludotheque.GAMES[id].rules, compiler())


def running(game: Game) -> Game:
    """The game, its rules run the way this test run asks for."""
    return game.with_rules(compiled_rules_of(game.id)) if COMPILED else game


def game(id: str, players: int | None = None, **options: Any) -> Game:
    return running(ludotheque.game(id, players, **options))


def at(text: str) -> Position:
    """The position of a one-line text; it must be one that can be."""
    position = positiontext.read(text)
    if COMPILED:
        there = running(position.game)
        return Position(there, there.rules.from_plain(position.state))
    return position


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position.play(move)
    return position


def texts(position: Position) -> list[str]:
    """What is possible now: a player's moves, or the outcomes of chance."""
    return [str(move) for move in position.moves()] or [str(move) for move, _ in position.odds()]


def plain_state(position: Position) -> Any:
    return position.game.rules.plain(position.game.rules.State, position.state)


def random_step(position: Position, rng: Random) -> str:
    """Plays one step at random and says which."""
    move = position.draw(rng)
    position.play(move)
    return str(move)


def every_game() -> list[Game]:
    """Every ruleset × player count × option of the shelf, each option alone and all together."""
    from itertools import product

    found = []
    for ruleset in ludotheque.GAMES.values():
        choices = [[(option.name, value) for value in option.values] for option in ruleset.options]
        for players in ruleset.players:
            found += [running(ruleset.game(players, **dict(chosen))) for chosen in product(*choices)]
    found.append(running(ludotheque.game("toujours-12", 3, deck=(6, 12, 12, 12, 12, 12, 6))))
    return found
