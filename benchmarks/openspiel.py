"""The games inside OpenSpiel, side by side with the games that OpenSpiel has in Python.

    python benchmarks/openspiel.py [--seconds 1.0] [--rounds 5]

All are driven by the same loop in Python: at every step what is possible is listed and one is played at random, chance by
its odds. A step is anything played, a decision is a player's step. Once more with every decision asking for the
information state, as a solver would. And copies of a state in the middle of a game. Times are CPU seconds of one
thread, rounds are interleaved, and the median of the rounds counts.
"""

import argparse
import statistics
from functools import partial
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.games import block_dominoes, kuhn_poker, liars_poker, tic_tac_toe  # noqa: F401  # registers them
from positions import copies_per_second, speed
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque.adapters.openspiel

PEERS = ("python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes", "python_liars_poker")
KINDS = ("steps", "decisions", "decisions with information states", "copies")
IN_THE_MIDDLE = 40  # steps


def our_names() -> list[str]:
    """Every game with the fewest and the most players."""
    return [
        f"ludotheque_{ruleset.id.replace('-', '_')}(players={players})"
        for ruleset in ludotheque.GAMES.values()
        for players in dict.fromkeys((ruleset.players[0], ruleset.players[-1]))
    ]


def play(game: Any, rng: Random, informed: bool) -> tuple[int, int]:
    state = game.new_initial_state()
    steps = decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            if informed:
                state.information_state_string()
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        steps += 1
    return steps, decisions


def half_played(game: Any) -> Any:
    """A state that many steps away from the start, or the last before the end."""
    rng, state = Random(1), game.new_initial_state()
    for _ in range(IN_THE_MIDDLE):
        after = state.child(rng.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    wish = parser.parse_args()
    games = {name: pyspiel.load_game(name) for name in (*PEERS, *our_names())}
    states = {name: half_played(game) for name, game in games.items()}
    measured: dict[str, list[tuple[float, ...]]] = {name: [] for name in games}
    rng = Random(7)
    for _ in track(range(wish.rounds), description="rounds"):
        for name, game in games.items():
            plain = speed(partial(play, informed=False), game, wish.seconds, rng)
            _, informed = speed(partial(play, informed=True), game, wish.seconds, rng)
            measured[name].append((*plain, informed, copies_per_second(states[name].clone, wish.seconds / 4)))
    rows = {}
    for name, rounds in measured.items():
        rows[name] = dict(zip(KINDS, map(statistics.median, zip(*rounds, strict=True)), strict=True))
    report(rows, wish.seconds, wish.rounds)


def report(rows: dict[str, dict[str, float]], seconds: float, rounds: int) -> None:
    best = {kind: max(rows[peer][kind] for peer in PEERS) for kind in KINDS}
    table = Table("game", *(cell for kind in KINDS for cell in (f"{kind}/s", "× best peer")))
    for name, row in rows.items():
        cells = [cell for kind in KINDS for cell in (f"{row[kind]:,.0f}", f"{row[kind] / best[kind]:.2f}")]
        table.add_row(name, *cells, style="dim" if name in PEERS else "")
    Console(width=150).print(table)
    about = {"seconds": seconds, "rounds": rounds, "unit": "per CPU second of one thread, median of rounds", "peers": PEERS}
    print(f"written: {shown(write_result('openspiel', ('ludotheque', 'open_spiel'), {**about, 'rows': rows}))}")


if __name__ == "__main__":
    main()
