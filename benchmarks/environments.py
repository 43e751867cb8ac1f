"""The games as environments for learners, side by side with PettingZoo's leduc_holdem and with Pgx's.

    python benchmarks/environments.py [--seconds 1.0] [--rounds 5]

Speeds are per CPU second of one thread, pinned to one core where the system can do that; rounds are
interleaved, each library in a process of its own, and the median of the rounds counts. AEC environments are
driven by two loops, the same for all: PettingZoo's own performance_benchmark, which never asks an agent that is
done, and whole games as its documentation plays them, with actions drawn by each environment's own action space. The
peer is as its users get it, with PettingZoo's wrappers. A vector's step is one decision in every game.
"""

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from multiprocessing import get_context
from typing import Any

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sides import BATCH, STEPS, Played, Side, our_names, pgx_batch, pin_to_one_core, repeated

PACKAGES = ("ludotheque", "numba", "numpy", "pettingzoo", "gymnasium", "rlcard", "pgx", "jax")
AEC, INTERPRETED, VECTOR = "Ludothèque AEC", "Ludothèque AEC, interpreted", "Ludothèque vector"
LEDUC, PGX = "leduc_holdem_v4", "leduc_holdem"
BENCHMARK, WHOLE_GAMES, BATCHED = "performance_benchmark", "whole games", "batched steps"
WANTED = {BENCHMARK: 10, WHOLE_GAMES: 10, BATCHED: 5}  # times the peer


# --- the loops --------------------------------------------------------------------------------------


def benchmark_loop(environment: Any) -> Side:
    """pettingzoo.test.performance_benchmark, by the processor's clock; steps."""
    import numpy

    environment.reset(seed=7)

    def cycle() -> int:
        steps = 0
        for _ in range(50):
            for agent in environment.agent_iter(environment.num_agents):
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    action = None
                elif isinstance(observation, dict) and "action_mask" in observation:
                    action = random.choice(numpy.flatnonzero(observation["action_mask"]).tolist())
                else:
                    action = environment.action_space(agent).sample()
                environment.step(action)
                steps += 1
                if all(environment.terminations.values()) or all(environment.truncations.values()):
                    environment.reset()
        return steps

    return repeated(cycle)


def whole_games(environment: Any) -> Side:
    """agent_iter from the beginning to the end, the last look of everyone who is done included; decisions."""
    environment.reset(seed=7)

    def game() -> int:
        environment.reset()
        decisions = 0
        for agent in environment.agent_iter():
            observation, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                environment.step(environment.action_space(agent).sample(mask))
                decisions += 1
        return decisions

    return repeated(game)


# --- the sides --------------------------------------------------------------------------------------


def our_environment(name: str, engine: bool) -> Any:
    from ludotheque.adapters.pettingzoo import env

    game, players = name.removesuffix(" players").split(", ")
    return env(game, players=int(players), mask_in="observation", engine=engine)


def their_environment(name: str) -> Any:
    import importlib

    return importlib.import_module(f"pettingzoo.classic.{name}").env()


def our_vector(name: str) -> Side:
    from ludotheque.adapters.vector import SelfPlay

    game, players, kind = name.replace(" players", "").split(", ")
    games = SelfPlay(game, BATCH, players=int(players), packed=kind == "packed")
    games.reset(seed=7)

    def steps() -> int:
        for _ in range(STEPS):
            games.step(games.random_actions())
        return BATCH * STEPS

    return repeated(steps)


def reference_names() -> tuple[str, ...]:
    """Interpreted, each game with its fewest players is enough."""
    seen = {name.split(",")[0]: name for name in reversed(our_names())}
    return tuple(reversed(seen.values()))


SIDES: dict[tuple[str, str], tuple[tuple[str, ...], Callable[[str], Side]]] = {}
for loop, drive in ((BENCHMARK, benchmark_loop), (WHOLE_GAMES, whole_games)):
    SIDES["PettingZoo", loop] = (LEDUC,), lambda name, drive=drive: drive(their_environment(name))  # type: ignore[misc]
    SIDES[AEC, loop] = our_names(), lambda name, drive=drive: drive(our_environment(name, True))  # type: ignore[misc]
    SIDES[INTERPRETED, loop] = reference_names(), lambda name, drive=drive: drive(our_environment(name, False))  # type: ignore[misc]
SIDES["Pgx", BATCHED] = (PGX,), pgx_batch
SIDES[VECTOR, BATCHED] = ("chip-trick, 3 players, floats", "chip-trick, 3 players, packed"), our_vector


@cache
def prepared(family: str, loop: str, name: str) -> Side:
    return SIDES[family, loop][1](name)


def play(family: str, loop: str, name: str, seconds: float) -> Played:
    """What a family's process is asked to do; the clock is of the whole process, so nothing of it is left out."""
    return prepared(family, loop, name)(seconds)


# --- measuring --------------------------------------------------------------------------------------


@dataclass
class Row:
    family: str
    loop: str
    name: str
    rounds: list[float] = field(default_factory=list)
    median: float = 0.0
    ratio: float | None = None  # to the peer of its loop


def measured(seconds: float, rounds: int) -> list[Row]:
    """Everything prepared and compiled first, then one after the other, round by round."""
    rows = [Row(family, loop, name) for (family, loop), (names, _) in SIDES.items() for name in names]
    with ExitStack() as stack:
        pools = {
            family: stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), pin_to_one_core))
            for family in dict.fromkeys(row.family for row in rows)
        }
        for number in track(range(rounds + 1), description="preparing, then rounds"):
            for row in rows:
                played = pools[row.family].submit(play, row.family, row.loop, row.name, seconds if number else 0.0).result()
                if number:
                    row.rounds.append(played.decisions / played.seconds)
    for row in rows:
        row.median = statistics.median(row.rounds)
    peers = {row.loop: row.median for row in rows if row.family in ("PettingZoo", "Pgx")}
    for row in rows:
        row.ratio = row.median / peers[row.loop]
    return rows


def report(rows: list[Row]) -> Table:
    table = Table("driven by", "environment", title="Environments, per CPU second of one thread")
    for heading in ("steps/s", "× peer", "wanted"):
        table.add_column(heading, justify="right")
    for loop in WANTED:
        for row in (row for row in rows if row.loop == loop):
            peer = row.family in ("PettingZoo", "Pgx")
            wanted = "" if peer or row.family == INTERPRETED else f"{WANTED[loop]}"
            style = "dim" if peer else "bold" if wanted else ""
            table.add_row(f"{row.family}: {loop}", row.name, f"{row.median:,.0f}", f"{row.ratio:.2f}", wanted, style=style)
        table.add_section()
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of every side in every round")
    parser.add_argument("--rounds", type=int, default=5)
    wish = parser.parse_args()
    load_before, begun = os.getloadavg(), time.perf_counter()
    rows = measured(wish.seconds, wish.rounds)
    console = Console(width=120)
    console.print(report(rows))
    content = {
        "seconds": wish.seconds,
        "rounds": wish.rounds,
        "unit": "steps per CPU second of one thread pinned to one core, median of rounds",
        "pinned": hasattr(os, "sched_setaffinity"),
        "load_before_and_after": (load_before, os.getloadavg()),
        "took_seconds": time.perf_counter() - begun,
        "loops": {
            BENCHMARK: benchmark_loop.__doc__,
            WHOLE_GAMES: whole_games.__doc__,
            BATCHED: f"{BATCH:,} games, {STEPS} steps a call, random legal actions, observations, masks, rewards, auto reset",
        },
        "wanted_times_the_peer": WANTED,
        "rows": [asdict(row) for row in rows],
    }
    console.print(f"written: {shown(write_result('environments', PACKAGES, content))}")


if __name__ == "__main__":
    main()
