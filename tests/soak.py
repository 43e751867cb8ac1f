"""Random games of everything, every invariant checked.

    python -m tests.soak --games 10000 [--every 20] [--only ID] [--workers N]

`make test` plays 200 of each and checks every step of twenty, every fifth of the others; `make soak` ten
thousand, checking every twentieth step from a random one on, every twentieth replay, and every end.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from random import Random

from rich.progress import Progress

import ludotheque
from ludotheque import Game
from ludotheque.games import from_spec
from tests.table import every_game, plain_state, running

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
            faults = game.ruleset.faults(game.facts, plain_state(position))
            assert not faults, f"{faults} after {position.history}"
        steps += 1
        assert steps < LONGEST
    check_end(position)
    if rng.randrange(every) == 0:
        assert plain_state(game.replay(position.history)) == plain_state(position)
    return steps


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


def batch(spec: str, every: int, first: int, number: int) -> int:
    game = running(from_spec(spec))
    return sum(play_and_check(game, Random(f"{spec} {first + i}"), every) for i in range(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--only")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    wish = parser.parse_args()
    specs = [game.spec for game in every_game() if wish.only in (None, game.id)]
    size = 100
    steps = 0
    with ProcessPoolExecutor(wish.workers) as pool, Progress() as progress:
        bar = progress.add_task("random games", total=len(specs) * wish.games)
        for spec in specs:
            parts = [(first, min(size, wish.games - first)) for first in range(0, wish.games, size)]
            for done in [pool.submit(batch, spec, wish.every, *part) for part in parts]:
                steps += done.result()
                progress.advance(bar, size)
    print(f"{len(specs)} games × {wish.games}: {steps} steps; one in {wish.every} and every end checked, all held")


if __name__ == "__main__":
    main()
