"""Writes docs/figures.md from the newest results of the benchmarks.

python scripts/figures.py            writes it
python scripts/figures.py --check    says whether it is up to date
"""

import json
import sys
from pathlib import Path
from typing import Any

from ludotheque.bots.solved import has_table
from ludotheque.games import from_spec
from ludotheque.policyfile import learned_files

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "figures.md"
RESULTS = ROOT / "benchmarks" / "results"


def newest(benchmark: str) -> tuple[str, dict[str, Any]]:
    path = max(RESULTS.glob(f"{benchmark}-*.json"))
    return path.name, json.loads(path.read_text(encoding="utf-8"))


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] + ["--:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def play_differently_today(result: dict[str, Any]) -> bool:
    """Whether the champions that were measured go by something else today, or search for longer or less long."""
    game = from_spec(result.get("spec") or result["game"])
    if of_today := learned_files(game):
        return bool(result.get("learned") != of_today)
    is_told = has_table(game) or "champion_simulations" in result  # by a solution, or with so many as were asked for
    return not is_told and bool(result.get("simulations") != game.rules.simulations)


def processor() -> list[str]:
    name, result = newest("engine")
    ours = [row for row in result["rows"] if row["family"].startswith("Ludothèque") and not row["failed"]]
    peers = [row for row in result["rows"] if not row["family"].startswith("Ludothèque")]
    rows = [
        [
            row["name"] + (", batch" if row["family"] != "Ludothèque" else ""), f"{row['median'] / 1e6:.1f}",
            f"{row['ratio']:.1f} × {plain(row['reference'])}" if row["ratio"] else "",
            f"{row['rollouts_ratio']:.1f} × {plain(row['rollouts_reference'])}" if row["rollouts_ratio"] else "",
        ]
        for row in ours
    ]  # fmt: skip
    flat = result["flat_cost"]
    costs = ", ".join(f"{step['seconds_a_game'] * 1e6:.2f} µs at {step['games']:,}" for step in flat["steps"])
    memory = max(step["peak_bytes"] for step in flat["steps"]) - flat["peak_bytes_before"]
    return [
        "## One core", "",
        f"{result['cpu']}, {result['date']}, median of {result['rounds']} rounds side by side (`make bench`, {name}). "
        "Decisions of players per CPU second of one thread. The peer is OpenSpiel through `evaluate_bots`: for 12 Chip Trick "
        "with three players its fastest trick-taking game of the run, for the others `leduc_poker`; the batch, with "
        "observations as floats, is held against Pgx. OpenSpiel's own rollouts in C++ are its fastest loop; their deals are "
        "not timed, ours are.",
        "", table(["game", "million a second", "against the peer", "against OpenSpiel's rollouts"], rows), "",
        "The peers: " + ", ".join(said(row) for row in peers) + ".", "",
        f"Two threads over one: {result['two_threads']['median']:.2f}. A game of {flat['game']} costs {costs} games; "
        f"peak memory grew by {memory / 2**20:.1f} MiB.", "",
    ]  # fmt: skip


def said(row: dict[str, Any]) -> str:
    speed = f"not measured ({row['failed']})" if row["failed"] else f"{row['median'] / 1e6:.3g} M"
    return f"{plain(row['name'])} ({row['family']}) {speed}"


def plain(name: str) -> str:
    return name.partition("(")[0]


def gpu() -> list[str]:
    name, result = newest("gpu")
    copied = result["copied_bytes_a_second"]
    playouts = [[row["game"].partition(" deck")[0], f"{row['median'] / 1e9:.1f}"] for row in result["playouts"]]
    batches = [
        [
            f"{row['game'].partition(' deck')[0]}, {row['observation']}", f"{row['steps'] / 1e9:.2f}",
            f"{row['steps_and_choice'] / 1e9:.2f}", f"{row['bytes_a_step']:.0f}", f"{row['bytes_a_second'] / copied:.0%}",
        ]
        for row in result["batches"]
    ]  # fmt: skip
    counters = [
        [what, f"{seen['issued']:.2f}", f"{seen['lanes']:.1f}", f"{seen['occupancy']:.0f} %", f"{seen['memory']:.0f} %"]
        for what, seen in result["counters"].items()
        if "issued" in seen
    ]
    flat = ", ".join(f"{step['ns_a_game']:.2f} ns at {step['games']:,}" for step in result["flat_cost"])
    used = {step["used"] for step in result["flat_cost"]}
    return [
        f"## One {result['gpu']}", "",
        f"{result['date']} (`python benchmarks/gpu.py --counters`, {name}). Thousand millions of players' decisions a second.",
        "", table(["random playouts", "G moves/s"], playouts), "",
        table(["batched steps", "G steps/s", "with the choice of actions", "bytes a step", "of a copy's bandwidth"], batches), "",
        f"A large copy moves {copied / 1e12:.2f} TB/s. A game of chip-trick-root costs {flat} games, memory "
        + ("the same throughout." if len(used) == 1 else f"between {min(used):,} and {max(used):,} bytes."), "",
        "What bounds them, by the hardware's counters:", "",
        table(["kernel", "issued a cycle, of 1", "lanes at work, of 32", "warps there", "memory at work"], counters), "",
    ]  # fmt: skip


def page() -> str:
    lines = ["# Figures", "", "Written by `scripts/figures.py` from the results in `benchmarks/results`; not to be edited.", ""]
    return "\n".join(lines + processor() + gpu()).rstrip() + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else "docs/figures.md is not up to date: run scripts/figures.py")
    PAGE.write_text(page(), encoding="utf-8")
