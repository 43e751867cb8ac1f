"""Random play through Position, side by side with OpenSpiel's games written in Python.

    python benchmarks/positions.py [--seconds 1.0] [--rounds 5]

Both sides are driven by the same loop: at every step what is possible is listed and one is played,
chance by its odds. A step is anything played, a decision is a player's step. Times are CPU
seconds of one thread, rounds are interleaved, and the median of the rounds counts.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  # registers them
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque

PEERS = ("python_kuhn_poker", "python_tic_tac_toe")


def play_ours(game: ludotheque.Game, rng: Random) -> tuple[int, int]:
    position = game.start()
    steps = decisions = 0
    while (actor := position.actor) is not ludotheque.OVER:
        if actor is ludotheque.CHANCE:
            position.play(position.draw(rng))
        else:
            position.play(rng.choice(position.moves()))
            decisions += 1
        steps += 1
    return steps, decisions


def play_theirs(game: Any, rng: Random) -> tuple[int, int]:
    state = game.new_initial_state()
    steps = decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        steps += 1
    return steps, decisions


def speed(play: Callable[[Any, Random], tuple[int, int]], game: Any, seconds: float, rng: Random) -> tuple[float, float]:
    """Steps and decisions per CPU second."""
    begun = time.process_time()
    steps = decisions = 0
    while (spent := time.process_time() - begun) < seconds:
        more, decided = play(game, rng)
        steps += more
        decisions += decided
    return steps / spent, decisions / spent


def copies_per_second(copy: Callable[[], Any], seconds: float) -> float:
    begun = time.process_time()
    number = 0
    while (spent := time.process_time() - begun) < seconds:
        for _ in range(200):
            copy()
        number += 200
    return number / spent


def half_played(game: ludotheque.Game) -> ludotheque.Position:
    """A position in the middle of a game: its history is copied too."""
    rng, position = Random(1), game.start()
    for _ in range(40):
        if not position.over:
            position.play(position.draw(rng) if position.actor is ludotheque.CHANCE else rng.choice(position.moves()))
    return position


def half_played_there(name: str) -> Any:
    state, rng = pyspiel.load_game(name).new_initial_state(), Random(1)
    for _ in range(3):
        legal = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(legal))
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    wish = parser.parse_args()
    sides: dict[str, tuple[Any, Any, Any]] = {
        name: (play_theirs, pyspiel.load_game(name), half_played_there(name).clone) for name in PEERS
    }
    for ruleset in ludotheque.GAMES.values():
        for players in dict.fromkeys((ruleset.players[0], ruleset.players[-1])):
            game = ruleset.game(players)
            sides[f"{ruleset.id}, {players} players"] = play_ours, game, half_played(game).copy
    measured: dict[str, list[tuple[float, float, float]]] = {name: [] for name in sides}
    rng = Random(7)
    for _ in track(range(wish.rounds), description="rounds"):
        for name, (play, game, copy) in sides.items():
            steps, decisions = speed(play, game, wish.seconds, rng)
            measured[name].append((steps, decisions, copies_per_second(copy, wish.seconds / 4)))
    rows = {
        name: dict(zip(("steps", "decisions", "copies"), map(statistics.median, zip(*rounds, strict=True)), strict=True))
        for name, rounds in measured.items()
    }
    report(rows, wish.seconds, wish.rounds)


def report(rows: dict[str, dict[str, float]], seconds: float, rounds: int) -> None:
    best = {kind: max(rows[peer][kind] for peer in PEERS) for kind in ("steps", "decisions", "copies")}
    table = Table("game", "steps/s", "× best peer", "decisions/s", "× best peer", "copies/s", "× best peer")
    for name, row in rows.items():
        cells = [cell for kind in best for cell in (f"{row[kind]:,.0f}", f"{row[kind] / best[kind]:.2f}")]
        table.add_row(name, *cells, style="dim" if name in PEERS else "")
    Console(width=120).print(table)
    settings = {"seconds": seconds, "rounds": rounds, "unit": "per CPU second of one thread, median of rounds"}
    print(f"written: {shown(write_result('positions', ('ludotheque', 'open_spiel'), {**settings, 'rows': rows}))}")


if __name__ == "__main__":
    main()
