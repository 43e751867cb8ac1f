"""What is left of a game that one seat knows: what every move is worth to everyone, walked to the end.

Where something was learned of how things stand between rounds, the end of a round will do. What a move is worth is an
estimate then, the same for everyone who goes by it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol

from ludotheque import walk
from ludotheque.bots.binding import bound
from ludotheque.extras import HAS_ENGINE
from ludotheque.fields import Record
from ludotheque.game import Game
from ludotheque.standingsfile import read_standings, shipped_standings
from ludotheque.view import View

MOST_DECISIONS = 100_000  # that are looked at, within a tenth of a second; a tree with more is not the end yet
INTERPRETED = 400  # where nobody has waited for the walk to be compiled
WALKED: set[Game] = set()  # the games whose walk is compiled


class Walk(Protocol):
    room: Any

    def __call__(self, state: Record, most: int) -> int: ...


class Rest:
    """Of the game; with `by_rounds` that of the round, where it is known what the next one is worth."""

    def __init__(self, game: Game, compiled: bool, by_rounds: bool = False) -> None:
        self.walk: Walk = compiled_walk(game, by_rounds) if compiled else interpreted_walk(game, by_rounds)
        self.most, self.seats = MOST_DECISIONS if compiled else INTERPRETED, game.players

    def of_view(self, view: View) -> dict[int, list[float]]:
        """Shares of the victory, by action and seat, where a seat can tell how things are; nothing while it can't."""
        state = known(view)
        return {} if state is None else self(state)

    def __call__(self, state: Record) -> dict[int, list[float]]:
        """Shares of the victory, by action and seat; nothing where it is not the end yet."""
        if self.walk(state, self.most) == walk.NOT_THE_END:
            return {}
        room = self.walk.room
        shares = {int(room.moves[0][n]): [room.found[n, k] for k in range(self.seats)] for n in range(room.choices[0])}
        return {action: [int(share) / walk.WHOLE for share in of_all] for action, of_all in shares.items()}


def known(view: View) -> Record | None:
    """The only state that could have led to this view, if its seat can tell."""
    game, certain = view.game, view.game.rules.certain
    if certain is None:
        return None
    state = game.guess(view, Random(0)).state  # draws of its own, so that looking does not change what is chosen later
    return state if certain(game.facts, state, view.seat) else None


def rest_of(game: Game, engine: bool, by_rounds: bool = False) -> Rest:
    """Compiled where there is an engine and somebody may wait for it."""
    return Rest(game, engine and (game in WALKED or warm_rest(game)), by_rounds)


def warm_rest(game: Game) -> bool:
    """Compiles the walk for a game, or takes up what was compiled before; False where there is no engine."""
    if HAS_ENGINE:
        compiled_walk(game, False)(game.ruleset.rules.State(), 0)  # the same module, whatever it goes by
        WALKED.add(game)
    return HAS_ENGINE


@cache
def compiled_walk(game: Game, by_rounds: bool) -> Walk:
    from ludotheque.engine.walking import CompiledWalk

    return CompiledWalk(game, work_of(game), worth_of(game) if by_rounds else ())


@cache
def work_of(game: Game) -> Any:
    from ludotheque.engine.module import Work

    return Work("walk", (walk.walk,), {"what_follows": what_follows(game)}, deepest=walk.DEEPEST)


@cache
def interpreted_walk(game: Game, by_rounds: bool) -> Walk:
    return InterpretedWalk(game, worth_of(game) if by_rounds else ())


def what_follows(game: Game) -> Callable[..., bool]:
    return walk.by_standing if game.rules.standing else walk.nobody_knows


@cache
def worth_of(game: Game) -> Sequence[int]:
    """What rounds to come are worth, for each standing a share a seat; nothing where that was not learned."""
    return [round(share * walk.WHOLE) for share in read_standings(game, shipped_standings(game))]


class InterpretedWalk:
    """The same functions as they stand, over plain lists."""

    def __init__(self, game: Game, worth: Sequence[int]) -> None:
        rules = game.ruleset.rules
        filled = {name: getattr(rules, name) for name in ("actor", "apply", "legal", "winners", "standing", "opener")}
        filled["what_follows"] = what_follows(game)
        self.facts, self.functions = game.facts, bound(walk, {**filled, "PLAYERS": game.players})
        deep, most, seats = range(walk.DEEPEST + 1), rules.most_choices, game.players
        self.room = SimpleNamespace(**{name: [0] * len(deep) for name in ("choices", "tried", "mover", "alike", "best")})
        self.room.moves, self.room.share = [[0] * most for _ in deep], [0] * seats
        self.room.total, self.room.found = {}, {}  # by row and seat
        self.room.worth = worth

    def __call__(self, state: Record, most: int) -> int:
        return int(self.functions["walk"](self.facts, state.copy(), [None] * walk.DEEPEST, self.room, most))
