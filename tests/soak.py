"""Random games of everything, every invariant checked at every step.

    python -m tests.soak --games 10000 [--only ID] [--workers N]

`make test` plays 200 of each, `make soak` ten thousand.
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


def play_and_check(game: Game, rng: Random) -> int:
    """One random game; raises AssertionError where something does not hold. Returns its steps."""
    position = game.start()
    participants = len(position.scores())
    steps = 0
    while (actor := position.actor) is not ludotheque.OVER:
        odds, moves = position.odds(), position.moves()
        if actor is ludotheque.CHANCE:
            assert not moves
            assert sum(chance for _, chance in odds) == 1
            assert all(isinstance(chance, Fraction) and chance > 0 for _, chance in odds)
            choices = [move for move, _ in odds]
            move = position.draw(rng)
        else:
            assert 0 <= actor < game.players
            assert not odds
            choices = moves
            move = rng.choice(choices)
        assert choices
        assert len({str(choice) for choice in choices}) == len(choices)
        assert position.winners() == []
        assert not any(position.returns())
        if steps % 50 == 0:
            check_copy(position, str(move))
        position.play(move)
        faults = game.ruleset.faults(game.facts, plain_state(position))
        assert not faults, f"{faults} after {position.history}"
        steps += 1
        assert steps < LONGEST
    assert not position.moves()
    assert not position.odds()
    assert position.over
    winners = position.winners()
    assert winners
    assert all(0 <= winner < participants for winner in winners)
    assert position.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]
    again = game.replay(position.history)
    assert plain_state(again) == plain_state(position)
    return steps


def check_copy(position: ludotheque.Position, move: str) -> None:
    before, history = plain_state(position).copy(), position.history
    position.copy().play(f"  {move.upper()} ")
    assert plain_state(position) == before
    assert position.history == history


def batch(spec: str, first: int, number: int) -> int:
    game = running(from_spec(spec))
    return sum(play_and_check(game, Random(f"{spec} {first + i}")) for i in range(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    wish = parser.parse_args()
    specs = [game.spec for game in every_game() if wish.only in (None, game.id)]
    size = 100
    steps = games = 0
    with ProcessPoolExecutor(wish.workers) as pool, Progress() as progress:
        bar = progress.add_task("random games", total=len(specs) * wish.games)
        for spec in specs:
            parts = [(first, min(size, wish.games - first)) for first in range(0, wish.games, size)]
            for done in [pool.submit(batch, spec, *part) for part in parts]:
                steps += done.result()
                games += size
                progress.advance(bar, size)
    print(f"{len(specs)} games × {wish.games}: {steps} steps, every invariant held")


if __name__ == "__main__":
    main()
