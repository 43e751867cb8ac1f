"""How tests set up a game: a game by its id, a position by its text, moves by their words.

The same tests run interpreted and compiled: LUDOTHEQUE_RULES=compiled makes every game here run
on compiled rules, and NUMBA_BOUNDSCHECK=1 beside it checks every index.
"""

import os
from functools import cache
from itertools import product
from random import Random
from typing import Any

import ludotheque
from ludotheque import Game, Position, positiontext
from ludotheque.game import Ruleset
from ludotheque.happened import seen_by, sentences
from tests.covering import covering
from tests.sixth_game import SIXTH
from tests.size import sized

ludotheque.GAMES[SIXTH.id] = SIXTH  # as if its package were installed

# Values of options that are more than a choice.
MORE_VALUES: dict[str, dict[str, list[object]]] = {"toujours-12": {"deck": [(6, 12, 12, 12, 12, 12, 6)]}}

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


NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


def told(position: Position, move: str, seat: int | None = None, names: list[str] = NAMES) -> list[str]:
    """Plays the move; what that seat is told of it, in sentences."""
    return sentences(seen_by(position.game, seat, position.play_and_tell(move)), names)


def events_of(position: Position, move: str) -> list[str]:
    """Plays the move; the names of what happened."""
    return [moment.event.name for moment in position.play_and_tell(move)]


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


def values_of(ruleset: Ruleset) -> dict[str, list[object]]:
    """What each option is tried with."""
    found: dict[str, list[object]] = {option.name: list(option.values) for option in ruleset.options}
    for name, more in MORE_VALUES.get(ruleset.id, {}).items():
        found[name] = [*found.get(name, []), *more]
    return {name: values for name, values in found.items() if values}


def few_games(ruleset: Ruleset) -> list[Game]:
    """Every pair of values meets, and every number of players is there."""
    rows, counts = covering(values_of(ruleset)), ruleset.players
    number = max(len(rows), len(counts))
    return [ruleset.game(counts[n % len(counts)], **rows[n % len(rows)]) for n in range(number)]


def more_games(ruleset: Ruleset) -> list[Game]:
    """Every value meets every number of players, too."""
    return [ruleset.game(**row) for row in covering({"players": list(ruleset.players), **values_of(ruleset)})]  # type: ignore[arg-type]


def chosen_games() -> list[Game]:
    """The settings that tests of every game run: chosen so that every pair of values meets."""
    of = sized(few_games, few_games, more_games)
    return [running(game) for ruleset in ludotheque.GAMES.values() for game in of(ruleset)]


def every_game() -> list[Game]:
    """Every ruleset × number of players × value of each option, for campaigns that take long."""
    found = []
    for ruleset in ludotheque.GAMES.values():
        values: dict[str, list[object]] = {"players": list(ruleset.players), **values_of(ruleset)}
        found += [running(ruleset.game(**dict(zip(values, row, strict=True)))) for row in product(*values.values())]  # type: ignore[arg-type]
    return found
