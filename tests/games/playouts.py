"""The engine's random games played through Position, step by step, to count what happens another way."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ludotheque import Game, Position
from ludotheque.engine import loops
from ludotheque.engine.lottery import below, open_stream
from ludotheque.engine.module import module_of
from tests.table import COMPILED

SEED = 1873  # in whose first dozen games everything happens that the tests wait for


class Step(NamedTuple):
    was: Position
    move: str
    now: Position
    marks: int  # what `happened` said


def steps_of(game: Game, number: int) -> Iterator[Step]:
    """One of the engine's games."""
    rng, position = [0, 0], game.start()
    open_stream(rng, SEED, number)
    rules, facts = game.rules, game.facts
    was = position.copy()
    while not was.over:
        action = int(rules.ticket(facts, was.state, below(rng, int(rules.tickets(facts, was.state)))))
        move = game.ruleset.moves[action]
        position.play(move)
        phase = int(was.state["phase"] if COMPILED else was.state.phase)
        marks = rules.happened(facts, position.state, phase, action)
        now = position.copy()
        yield Step(was, move.text, now, int(marks))
        was = now


def happened(game: Game, games: int) -> Counter[str]:
    """What the game's own `happened` says, called after every step; the loop of the engine must count the same."""
    names = game.ruleset.rules.happenings
    found: Counter[str] = Counter()
    for number in range(games):
        for step in steps_of(game, number):
            found.update(name for bit, name in enumerate(names) if step.marks >> bit & 1)
            assert step.marks < 1 << len(names)
    tables = [0] * loops.ENTRIES
    module_of(game, "python").play_games(game.ruleset.rules.State(), [0, 0], [0] * 8, SEED, 0, games, 1, tables, tables)
    assert found == +Counter(dict(zip(names, tables[loops.FIRST_HAPPENING :], strict=False)))
    return found
