"""A random game, every invariant checked along it: what tests/test_every_game.py and benchmarks/soak.py play."""

from fractions import Fraction
from random import Random

import ludotheque
from ludotheque import Game
from tests.table import plain_state

LONGEST = 200_000  # steps; no game comes near


def play_and_check(game: Game, rng: Random, every: int = 1) -> int:
    """One random game; raises AssertionError where something does not hold. Returns its steps.

    With `every`, only one step and one replay in so many are checked, from a random one on, and every end.
    """
    position = game.start()
    steps = 0
    next_check = rng.randrange(every)
    while not position.over:
        if steps == next_check:
            check_step(position)
            next_check += every
        if steps % 50 == 0:
            check_copy(position, str(position.draw(rng)))
        position.play(position.draw(rng))
        if steps == next_check - every or every == 1:
            check_sizes(position)
            faults = game.ruleset.faults(game.facts, plain_state(position))
            assert not faults, f"{faults} after {position.history}"
        steps += 1
        assert steps < LONGEST
    check_end(position)
    if rng.randrange(every) == 0:
        assert plain_state(game.replay(position.history)) == plain_state(position)
    return steps


def check_sizes(position: ludotheque.Position) -> None:
    """A number that is too big for its field would be another one where the rules are compiled."""
    state = plain_state(position)
    for name, field in position.game.ruleset.rules.State.FIELDS.items():
        numbers, most = getattr(state, name), 1 << field.bits - 1
        for number in numbers if field.length else [numbers]:
            assert field.kind == "f" or -most <= number < most, f"{name} is {number}, which {field.bits} bits can't hold"


def check_step(position: ludotheque.Position) -> None:
    game, actor = position.game, position.actor
    odds, moves = position.odds(), position.moves()
    if actor is ludotheque.CHANCE:
        assert not moves
        assert sum(chance for _, chance in odds) == 1
        assert all(isinstance(chance, Fraction) and chance > 0 for _, chance in odds)
    else:
        assert 0 <= actor < game.players
        assert not odds
    choices = [str(move) for move, _ in odds] or [str(move) for move in moves]
    assert choices
    assert len(set(choices)) == len(choices)
    assert position.winners() == []
    assert not any(position.returns())


def check_end(position: ludotheque.Position) -> None:
    game, winners = position.game, position.winners()
    assert not position.moves()
    assert not position.odds()
    assert game.ruleset.faults(game.facts, plain_state(position)) == []
    assert winners
    assert all(0 <= winner < len(position.scores()) for winner in winners)
    assert position.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]


def check_copy(position: ludotheque.Position, move: str) -> None:
    before, history = plain_state(position).copy(), position.history
    position.copy().play(f"  {move.upper()} ")
    assert plain_state(position) == before
    assert position.history == history
