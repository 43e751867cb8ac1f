"""The engine's random games played through Position, step by step, to count what happens another way."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ludotheque import Game, Position
from ludotheque.engine import loops
from ludotheque.engine.lottery import below, open_stream
from ludotheque.engine.module import module_of
from ludotheque.kit.telling import Moment

SEED = 1873  # in whose first dozen games everything happens that the tests wait for


class Step(NamedTuple):
    was: Position
    move: str
    now: Position
    moments: list[Moment]  # what was told


def steps_of(game: Game, number: int) -> Iterator[Step]:
    """One of the engine's games."""
    rng, position = [0, 0], game.start()
    open_stream(rng, SEED, number)
    rules, facts = game.rules, game.facts
    was = position.copy()
    while not was.over:
        action = int(rules.ticket(facts, was.state, below(rng, int(rules.tickets(facts, was.state)))))
        move = game.ruleset.moves[action]
        moments = position.play_and_tell(move)
        now = position.copy()
        yield Step(was, move.text, now, moments)
        was = now


def happened(game: Game, games: int) -> Counter[str]:
    """What the events count as, step by step; the loop of the engine must count the same."""
    names = game.ruleset.rules.happenings
    found: Counter[str] = Counter()
    for number in range(games):
        for step in steps_of(game, number):
            for moment in step.moments:
                found.update(moment.event.counted(moment.numbers))
    tables = [0] * loops.ENTRIES
    module_of(game, "python").play_games(game.ruleset.rules.State(), [0, 0], [0] * 8, SEED, 0, games, 1, tables, tables)
    assert found == +Counter(dict(zip(names, tables[loops.FIRST_HAPPENING :], strict=False)))
    return found
