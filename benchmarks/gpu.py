"""The engine on one CUDA GPU: playouts and batched steps, what bounds them, and what a game costs when more are played.

    python benchmarks/gpu.py [--rounds 5] [--largest 10000000000] [--counters]

Playouts are timed around `simulate`, launches and counts included, compiling not; batched steps by
CUDA events over the step alone, the choice of actions apart. With --counters, Nsight Compute (ncu)
reads the hardware's counters for one launch of each kernel. Pgx runs beside where it is installed.
"""

import argparse
import csv
import shutil
import statistics
import subprocess
import sys
from typing import Any

import cupy
import numpy
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque
from ludotheque.engine.batch import Batch
from ludotheque.engine.device import cuda_device
from ludotheque.engine.playouts import BLOCKS, LANES, simulate

PACKAGES = ("ludotheque", "numba", "numba-cuda", "numpy", "cupy-cuda13x", "jax", "pgx")
PLAYOUTS = [
    ("chip-trick-root", 3), ("chip-trick", 2), ("chip-trick", 3), ("chip-trick", 4), ("chipik", 3), ("chipik", 8),
    ("toujours-12", 2), ("toujours-12", 6), ("calcory", 2), ("calcory", 4),
]  # fmt: skip
BATCHES = [
    ("chip-trick", 3, "packed", 1 << 23),
    ("chip-trick", 3, "float", 1 << 21),
    ("chip-trick-root", 3, "packed", 1 << 22),
    ("chipik", 3, "packed", 1 << 22),
    ("toujours-12", 2, "packed", 1 << 22),
    ("calcory", 2, "packed", 1 << 20),
]
LOOKED_AT = [f"{game}:playouts" for game in ("chip-trick-root:3", "chipik:8", "toujours-12:2", "calcory:2")]
LOOKED_AT += ["chip-trick:3:packed"]
GAMES_A_LANE = 100
ISSUE = "smsp__inst_executed.avg.per_cycle_active"  # warp instructions a cycle and scheduler; 1 is the limit
COUNTERS = {
    ISSUE: "issued",
    "smsp__thread_inst_executed_per_inst_executed.ratio": "lanes",  # of 32
    "sm__warps_active.avg.pct_of_peak_sustained_active": "occupancy",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "memory",
    "smsp__inst_executed.sum": "instructions",
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio": "waits for memory",
    "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio": "waits for arithmetic",
}


def playouts(rounds: int) -> list[dict[str, Any]]:
    rows = []
    for id, players in track(PLAYOUTS, "playouts"):
        game = ludotheque.game(id, players)
        games = BLOCKS * LANES * GAMES_A_LANE
        simulate(game, games // 10, device="cuda")  # compiles and warms up
        tallies = [simulate(game, games, seed=seed, device="cuda") for seed in range(rounds)]
        speeds = [tally.moves / tally.seconds for tally in tallies]
        rows.append({"game": game.spec, "games": games, "rounds": speeds, "median": statistics.median(speeds)})
    return rows


def batches(rounds: int) -> list[dict[str, Any]]:
    rows = []
    for id, players, kind, lanes in track(BATCHES, "batches"):
        batch = Batch(ludotheque.game(id, players), lanes, device="cuda", observation=kind)
        for _ in range(200):  # so that lanes are anywhere in their games
            batch.choose_at_random()
            batch.step()
        steps, both = [], []
        for _ in range(10 * rounds):
            before, between, after = (cupy.cuda.Event() for _ in range(3))
            before.record()
            batch.choose_at_random()
            between.record()
            batch.step()
            after.record()
            after.synchronize()
            steps.append(lanes / cupy.cuda.get_elapsed_time(between, after) * 1e3)
            both.append(lanes / cupy.cuda.get_elapsed_time(before, after) * 1e3)
        assert not bool(batch.refused.any())
        moved = bytes_a_step(batch)
        rows.append(
            {
                "game": batch.game.spec, "observation": kind, "lanes": lanes, "steps": statistics.median(steps),
                "steps_and_choice": statistics.median(both), "bytes_a_step": moved,
                "bytes_a_second": moved * statistics.median(steps),
            }
        )  # fmt: skip
        del batch
    return rows


def bytes_a_step(batch: Batch) -> float:
    """Read and written once each: the state and its draws; the buffers written, the action and the mask read."""
    states, rngs, _ = batch._means.launched_with
    state = sum(array.size * array.dtype.itemsize for array in (*states, rngs))
    return float(2 * state + sum(buffer.nbytes for buffer in batch.buffers) + batch.mask.nbytes) / batch.lanes


def copied_bytes_a_second() -> float:
    """What the memory does at best: a large copy, bytes read and written."""
    source = cupy.zeros(1 << 30, numpy.uint8)
    target = cupy.empty_like(source)
    best = 0.0
    for _ in range(10):
        before, after = cupy.cuda.Event(), cupy.cuda.Event()
        before.record()
        cupy.copyto(target, source)
        after.record()
        after.synchronize()
        best = max(best, 2 * source.nbytes / cupy.cuda.get_elapsed_time(before, after) * 1e3)
    return best


def flat_cost(largest: int) -> list[dict[str, Any]]:
    """Nanoseconds a game and memory in use, from ten million games up; moves must stay exact."""
    game, steps, games = ludotheque.game("chip-trick-root", 3), [], 10**7
    while games <= largest:
        tally = simulate(game, games, seed=1, device="cuda")
        assert sum(tally.lengths) == games == sum(tally.won_by(seats) for seats in range(256))
        assert tally.moves == sum(length * number for length, number in enumerate(tally.lengths))
        free, all_there_is = cupy.cuda.runtime.memGetInfo()
        steps.append(
            {"games": games, "moves": tally.moves, "ns_a_game": tally.seconds / games * 1e9, "used": all_there_is - free}
        )
        games *= 10
    return steps


def same_as_cpu() -> list[str]:
    """The games whose counts differ between GPU and CPU: none."""
    different = []
    for id, players in track(PLAYOUTS, "the same on the CPU"):
        game = ludotheque.game(id, players)
        if simulate(game, 20_000, seed=5, device="cuda").entries != simulate(game, 20_000, seed=5).entries:
            different.append(game.spec)
    return different


def pgx_steps() -> dict[str, Any]:
    try:
        from sides import PGX, play

        played = play(PGX, "leduc_holdem", 1.0)
    except RuntimeError as error:
        return {"failed": str(error)}
    return {"leduc_holdem": played.decisions / played.seconds}


# --- the hardware's counters ----------------------------------------------------------------------


def one_launch(what: str) -> None:
    """What ncu looks at: a kernel launched once to compile and once to be measured."""
    id, players, kind = what.split(":")
    game = ludotheque.game(id, int(players))
    if kind == "playouts":
        simulate(game, BLOCKS * LANES * 10, device="cuda")
        return
    batch = Batch(game, 1 << 21, device="cuda", observation=kind)
    for _ in range(60):
        batch.choose_at_random()
        batch.step()


def counters_of(what: str) -> dict[str, Any]:
    ncu = shutil.which("ncu")
    if not ncu:
        return {"failed": "ncu is not installed"}
    skip = "1" if what.endswith("playouts") else "50"
    kernel = ["--kernel-name", "regex:kernel", "--launch-skip", skip, "--launch-count", "1"]
    command = [ncu, "--csv", "--clock-control", "none", "--metrics", ",".join(COUNTERS), *kernel]
    command += [sys.executable, __file__, "--one", what]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603  # our own words
    rows = list(csv.DictReader(line for line in said.splitlines() if line.startswith('"')))
    found = {row["Metric Name"]: row["Metric Value"] for row in rows if row.get("Metric Name") in COUNTERS}
    return {COUNTERS[name]: float(value.replace(",", "")) for name, value in found.items() if value[:1].isdigit()}


# --- what is shown --------------------------------------------------------------------------------


def show(console: Console, content: dict[str, Any]) -> None:
    table = Table("playouts", "G moves/s", title=content["gpu"])
    for row in content["playouts"]:
        table.add_row(row["game"], f"{row['median'] / 1e9:.1f}")
    console.print(table)
    table = Table("batched steps", "G steps/s", "with choice", "bytes a step", "of what a copy moves")
    for row in content["batches"]:
        share = row["bytes_a_second"] / content["copied_bytes_a_second"]
        cells = (
            f"{row['steps'] / 1e9:.2f}",
            f"{row['steps_and_choice'] / 1e9:.2f}",
            f"{row['bytes_a_step']:.0f}",
            f"{share:.0%}",
        )
        table.add_row(f"{row['game']}, {row['observation']}", *cells)
    console.print(table)
    for what, counters in content["counters"].items():
        console.print(what, counters)
    for step in content["flat_cost"]:
        console.print(f"{step['games']:,} games: {step['ns_a_game']:.3f} ns a game, {step['used'] / 2**20:.0f} MiB in use")
    console.print("Pgx on the same GPU:", content["pgx"])
    console.print("differs from the CPU:", content["different_from_cpu"] or "nothing")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=10**10, help="games for the cost of one")
    parser.add_argument("--counters", action="store_true", help="read the hardware's counters with ncu")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    cuda_device()
    if wish.one:
        one_launch(wish.one)
        return
    console = Console(width=120)
    content: dict[str, Any] = {
        "gpu": cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(),
        "copied_bytes_a_second": copied_bytes_a_second(),
        "playouts": playouts(wish.rounds),
        "batches": batches(wish.rounds),
        "flat_cost": flat_cost(wish.largest),
        "pgx": pgx_steps(),
        "counters": {what: counters_of(what) for what in track(LOOKED_AT, "counters")} if wish.counters else {},
    }
    path = write_result("gpu", PACKAGES, content)  # should the last part fail
    content["different_from_cpu"] = same_as_cpu()
    write_result("gpu", PACKAGES, content)
    show(console, content)
    console.print(f"written: {shown(path)}")


if __name__ == "__main__":
    main()
