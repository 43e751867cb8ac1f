"""Random play of the compiled engine, side by side with OpenSpiel, Pgx, PettingZoo and RLCard.

    python benchmarks/engine.py [--seconds 1.0] [--rounds 5] [--long]

Speeds are decisions of players per CPU second of one thread, pinned to one core where the system
can do that; rounds are interleaved, and the median of the rounds counts. sides.py says how
each side is driven and how its decisions are counted. Besides: two threads over one by the wall
clock, and what a game costs in time and memory when more of them are played.
"""

import argparse
import os
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from typing import Any

from chart import draw
from resultfile import result_path, shown, write_result
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from sides import BOTS, CPP_ROLLOUTS, FAMILIES, OUR_BATCH, OURS, PGX, TRICK_TAKING, cost, pin_to_one_core, play, wall_clock

from ludotheque.engine.playouts import CHUNK

PACKAGES = ("ludotheque", "numba", "numpy", "open_spiel", "pgx", "jax", "pettingzoo", "rlcard")
TRICK_GAME = "chip-trick, 3 players"  # measured against trick-taking games, the others against leduc_poker
FLAT_GAME = "chip-trick-root, 3 players"


@dataclass
class Row:
    """One side: its speed in every round, and how that compares with two ways of playing OpenSpiel's games."""

    family: str
    name: str
    rounds: list[float] = field(default_factory=list)
    failed: str = ""
    median: float = 0.0
    reference: str = ""
    ratio: float | None = None
    rollouts_reference: str = ""
    rollouts_ratio: float | None = None


class Bar:
    """One progress bar over everything there is to measure."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.task = progress, TaskID(progress.add_task("", total=total))

    def now(self, what: str) -> None:
        self.progress.update(self.task, description=what)

    def done(self) -> None:
        self.progress.advance(self.task)


@contextmanager
def process(pinned: bool = True) -> Iterator[ProcessPoolExecutor]:
    """A process apart: its imports, threads and affinity disturb nobody else's."""
    with ProcessPoolExecutor(1, get_context("spawn"), pin_to_one_core if pinned else None) as pool:
        yield pool


def measured_rows(seconds: float, rounds: int, bar: Bar) -> list[Row]:
    """Everything prepared and compiled first, then one after the other, round by round."""
    rows = [Row(family, name) for family, about in FAMILIES.items() for name in about.names]
    with ExitStack() as stack:
        pools = {family: stack.enter_context(process()) for family in FAMILIES}
        for number in range(rounds + 1):
            for row in rows:
                bar.now(f"round {number} of {rounds}: {row.family}" if number else f"preparing {row.family}")
                if not row.failed:
                    take_part(row, pools[row.family], seconds if number else 0.0)
                bar.done()
            if not number:
                for row in rows:
                    row.rounds.clear()  # warming up does not count
    for row in rows:
        row.median = 0.0 if row.failed else statistics.median(row.rounds)
    return rows


def take_part(row: Row, pool: ProcessPoolExecutor, seconds: float) -> None:
    try:
        played = pool.submit(play, row.family, row.name, seconds).result()
        row.rounds.append(played.decisions / played.seconds)
    except BrokenProcessPool:
        row.failed = "its process crashed"
    except RuntimeError as error:
        row.failed = str(error)


def two_threads(rounds: int, bar: Bar) -> dict[str, Any]:
    """How many times as fast two threads are as one; on a busy machine they don't get two cores, so that is kept too."""
    pairs = []
    with process(pinned=False) as pool:
        pool.submit(wall_clock, TRICK_GAME, 2 * CHUNK, 2).result()  # compiles
        for _ in range(rounds):
            bar.now("two threads over one")
            pairs.append([pool.submit(wall_clock, TRICK_GAME, 8 * CHUNK, threads).result() for threads in (1, 2)])
            bar.done()
    ratios = [two / one for (one, _), (two, _) in pairs]
    return {
        "game": TRICK_GAME,
        "clock": "wall",
        "rounds": [{"one": one, "two": two, "cores_had_by_two": cores} for (one, _), (two, cores) in pairs],
        "ratios": ratios,
        "median": statistics.median(ratios),
        "cores_had_by_two": statistics.median(cores for _, (_, cores) in pairs),
    }


def flat_sizes(long: bool) -> list[int]:
    return [10**power for power in range(3, 8 if long else 7)]


def flat_cost(sizes: list[int], rounds: int, bar: Bar) -> dict[str, Any]:
    """Seconds a game and peak memory, from few games to many, in a process that does nothing else."""
    steps = []
    with process() as pool:
        before = pool.submit(cost, FLAT_GAME, 1).result()[1]
        for games in sizes:
            bar.now(f"{games:,} games")
            costs = [pool.submit(cost, FLAT_GAME, games).result() for _ in range(max(1, min(rounds, 10**6 // games)))]
            each = [spent / games for spent, _ in costs]
            steps.append({"games": games, "rounds": each, "seconds_a_game": statistics.median(each), "peak_bytes": costs[-1][1]})
            bar.done()
    return {"game": FLAT_GAME, "peak_bytes_before": before, "steps": steps}


def compare(rows: list[Row]) -> None:
    """Against OpenSpiel's fastest trick-taking game or its leduc_poker, driven by bots and by its own rollouts.

    A batch, which makes observations as well, is compared with Pgx's batch of leduc_holdem.
    """
    tricks, rollout_tricks = fastest(rows, BOTS, TRICK_TAKING), fastest(rows, CPP_ROLLOUTS, TRICK_TAKING)
    leduc, rollout_leduc = fastest(rows, BOTS, ("leduc_poker",)), fastest(rows, CPP_ROLLOUTS, ("leduc_poker",))
    for row in rows:
        takes_tricks = row.family == OURS and row.name == TRICK_GAME
        if row.family == OUR_BATCH and not row.failed:
            row.reference, row.ratio = against(row, fastest(rows, PGX, ("leduc_holdem",)))
        elif not row.failed:
            row.reference, row.ratio = against(row, tricks if takes_tricks else leduc)
            row.rollouts_reference, row.rollouts_ratio = against(row, rollout_tricks if takes_tricks else rollout_leduc)


def fastest(rows: list[Row], family: str, names: tuple[str, ...]) -> Row | None:
    played = [row for row in rows if row.family == family and row.name in names and not row.failed]
    return max(played, key=lambda row: row.median, default=None)


def short(name: str) -> str:
    """Without OpenSpiel's parameters: bridge(use_double_dummy_result=false) -> bridge"""
    return name.partition("(")[0]


def against(row: Row, other: Row | None) -> tuple[str, float | None]:
    return (other.name, row.median / other.median) if other else ("", None)


def speed_table(rows: list[Row]) -> Table:
    table = Table("driven by", title="Random play, decisions per CPU second of one thread")
    table.add_column("game", no_wrap=True)
    for heading in ("decisions/s", "× peer", "× OpenSpiel rollouts"):
        table.add_column(heading, justify="right")
    table.add_column("which play")
    for row in rows:
        if row.failed:
            table.add_row(row.family, short(row.name), "not measured", "", "", row.failed, style="italic")
        else:
            ratios = [f"{ratio:.2f}" if ratio else "" for ratio in (row.ratio, row.rollouts_ratio)]
            games = " / ".join(dict.fromkeys(short(game) for game in (row.reference, row.rollouts_reference) if game))
            cells = (row.family, short(row.name), f"{row.median:,.0f}", *ratios, games)
            table.add_row(*cells, style="bold" if row.family in (OURS, OUR_BATCH) else "")
    return table


def flat_table(flat: dict[str, Any]) -> Table:
    table = Table(title=f"{flat['game']}: what a game costs when more are played")
    for heading in ("games", "µs a game", "peak memory, MiB"):
        table.add_column(heading, justify="right")
    table.add_row("before", "", f"{flat['peak_bytes_before'] / 2**20:.1f}")
    for step in flat["steps"]:
        table.add_row(f"{step['games']:,}", f"{step['seconds_a_game'] * 1e6:.3f}", f"{step['peak_bytes'] / 2**20:.1f}")
    return table


def threads_line(threads: dict[str, Any]) -> str:
    had = threads["cores_had_by_two"]
    doubt = "" if had > 1.8 else ": the machine was busy or they waited for each other, measure again on a quiet one"
    return f"Two threads over one, {TRICK_GAME}, wall clock: {threads['median']:.2f}; two had {had:.2f} cores{doubt}"


def bars(rows: list[Row]) -> dict[str, tuple[float, bool]]:
    ours = (OURS, OUR_BATCH)
    return {f"{short(row.name)} · {row.family}": (row.median, row.family in ours) for row in rows if not row.failed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of every side in every round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--long", action="store_true", help="up to ten million games for the cost of one")
    wish = parser.parse_args()
    sizes, load_before = flat_sizes(wish.long), os.getloadavg()
    sides = sum(len(family.names) for family in FAMILIES.values())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns) as progress:
        bar = Bar(progress, sides * (wish.rounds + 1) + wish.rounds + len(sizes))
        rows = measured_rows(wish.seconds, wish.rounds, bar)
        threads = two_threads(wish.rounds, bar)
        flat = flat_cost(sizes, wish.rounds, bar)
    compare(rows)
    console = Console(width=120)
    console.print(speed_table(rows), flat_table(flat))
    console.print(threads_line(threads))
    content = {
        "seconds": wish.seconds,
        "rounds": wish.rounds,
        "unit": "decisions per CPU second of one thread pinned to one core, median of rounds",
        "pinned": hasattr(os, "sched_setaffinity"),
        "load_before_and_after": (load_before, os.getloadavg()),
        "how": {family: about.how for family, about in FAMILIES.items()},
        "rows": [asdict(row) for row in rows],
        "two_threads": threads,
        "flat_cost": flat,
    }
    picture = result_path("engine", "svg")
    draw(bars(rows), "Random play, decisions per CPU second of one thread", picture)
    console.print(f"written: {shown(write_result('engine', PACKAGES, content))}, {shown(picture)}")


if __name__ == "__main__":
    main()
