"""Matches served side by side with boardgame.io's own server, both with root's 12 Chip Trick and the same load.

    npm ci --prefix benchmarks/serving/peer      # once
    python benchmarks/serving.py [--matches 200] [--seconds 20] [--rounds 5]
    python benchmarks/serving.py --growth        # besides: more matches, and processes over one PostgreSQL

First both sides play the same games and have to agree. Then, round by round, each serves the same
number of matches, three clients each, who move at random as soon as they may: the server on one
core, the load on another. The median of the rounds counts. Ours tells nobody of a move before
it is synced; boardgame.io keeps its matches in memory, and in a line of its own in files. Where
the microseconds of a move go is measured in a run of its own, with a stopwatch in the server.
"""

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from resultfile import shown, version_of, write_result
from rich.console import Console
from rich.table import Table
from serving.games import random_games
from serving.houses import FLAT_FILE, IN_MEMORY, OURS, PEER, ROOT, House, load, node, node_versions, served

PACKAGES = ("ludotheque", "starlette", "uvicorn", "uvloop", "websockets", "msgspec", "asyncpg")
GAMES = 300  # played on both sides before anything is measured
GROWTH = (50, 200, 1000, 5000)
PACE = 1000  # moves a second of all matches together, where people think
QUIET = 0.1  # cores that others may use

Result = dict[str, Any]
Say = Callable[[str], None]


def check_both_play_the_same() -> str:
    lines = "".join(json.dumps(game) + "\n" for game in random_games(GAMES, seed=12))
    done = subprocess.run([node(), str(PEER / "replay.js")], input=lines, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if done.returncode:
        raise SystemExit(f"the two sides don't play the same game: {done.stderr[-2000:]}")
    return done.stdout.strip()


# --- side by side -------------------------------------------------------------------------------------


def side_by_side(matches: int, warmup: float, seconds: float, rounds: int, say: Say) -> list[Result]:
    sides: dict[str, list[Result]] = {OURS: [], IN_MEMORY: [], FLAT_FILE: []}
    for number in range(rounds):
        for name, found in sides.items():
            say(f"round {number + 1} of {rounds}: {name}")
            with tempfile.TemporaryDirectory() as folder, served(name, Path(folder)) as house:
                found.append(load([house], matches, warmup, seconds))
    return [{"side": name, **medians(found), "rounds": found} for name, found in sides.items()]


def medians(found: list[Result]) -> Result:
    numbers = [name for name, value in found[0].items() if isinstance(value, int | float)]
    return {name: statistics.median(result[name] for result in found) for name in numbers}


def where_it_goes(matches: int, warmup: float, seconds: float) -> Result:
    """With a stopwatch in the server: for the shares, not for the speed."""
    with tempfile.TemporaryDirectory() as folder:
        with served(OURS, Path(folder), module="benchmarks.serving.where") as house:
            found = load([house], matches, warmup, seconds, press=True)
        told: Result = json.loads((Path(folder) / "where.json").read_text("utf-8"))
    return {**told, "load": found}


# --- growth -------------------------------------------------------------------------------------------


def growth(warmup: float, seconds: float, say: Say) -> list[Result]:
    """More and more open matches: as fast as it goes, and at a pace."""
    rows = []
    for matches in GROWTH:
        for pace in (0, PACE):
            say(f"{matches:,} matches" + (f", {pace:,} moves a second" if pace else ""))
            with tempfile.TemporaryDirectory() as folder, served(OURS, Path(folder)) as house:
                found = load([house], matches, warmup, seconds, pace)
            found["bytes_per_match"] = (found["rss_open"] - found["rss_empty"]) / found["tables"]
            rows.append({"matches": matches, "pace": pace, **found})
    return rows


def processes(matches: int, warmup: float, seconds: float, say: Say) -> list[Result]:
    """One and two servers over one PostgreSQL; the seats of a match are spread over both. Nothing is pinned."""
    sys.path.insert(0, str(ROOT))
    from tests.web.house import postgresql_programs, private_postgresql

    if postgresql_programs() is None:
        return []
    rows = []
    for number in (1, 2):
        for pace in (0, PACE // 2):
            say(f"{number} processes on PostgreSQL" + (f", {pace:,} moves a second" if pace else ""))
            with tempfile.TemporaryDirectory() as folder, private_postgresql(Path(folder)) as database, ExitStack() as stack:
                houses: list[House] = []
                for name in range(number):
                    own = Path(folder) / str(name)
                    own.mkdir()
                    houses.append(stack.enter_context(served(OURS, own, database.url, pinned=False)))
                rows.append({"processes": number, "pace": pace, **load(houses, matches, warmup, seconds, pace, pinned=False)})
    return rows


# --- what is shown ------------------------------------------------------------------------------------


COLUMNS = {  # what it is called in a result, its unit, decimals
    "in play": ("in_play", 1, 0),
    "moves/s": ("moves_per_second", 1, 0),
    "p50 ms": ("p50_ms", 1, 1),
    "p99 ms": ("p99_ms", 1, 1),
    "server µs/move": ("server_us_per_move", 1, 0),
    "MiB": ("rss_played", 2**20, 0),
    "server cores": ("server_cores", 1, 2),
    "load cores": ("load_cores", 1, 2),
    "other cores": ("other_cores", 1, 2),
}


def columns(table: Table, *headings: str) -> Table:
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def figures(found: Result) -> list[str]:
    return [f"{found[name] / unit:,.{digits}f}" for name, unit, digits in COLUMNS.values()]


def side_table(sides: list[Result], matches: int) -> Table:
    table = columns(Table("server", title=f"chip-trick-root, {matches} matches of three clients"), *COLUMNS, "×")
    ours = sides[0]["moves_per_second"]
    for side in sides:
        table.add_row(
            side["side"], *figures(side), f"{ours / side['moves_per_second']:.2f}", style="bold" if side is sides[0] else ""
        )
    return table


def where_table(where: Result) -> Table:
    table = columns(Table("where a move's microseconds go", title="with a stopwatch in the server"), "µs", "share")
    spent = where["us_per_move"]
    for what, us in sorted(spent.items(), key=lambda pair: -pair[1]):
        table.add_row(what, f"{us:.1f}", f"{us / sum(spent.values()):.0%}")
    return table


def growth_table(rows: list[Result]) -> Table:
    table = columns(Table("matches", title="More open matches"), "pace", *COLUMNS, "KiB/match")
    for row in rows:
        table.add_row(f"{row['matches']:,}", pace(row), *figures(row), f"{row['bytes_per_match'] / 1024:.1f}")
    return table


def processes_table(rows: list[Result]) -> Table:
    table = columns(Table("processes", title="Processes over one PostgreSQL, all on the same cores"), "pace", *COLUMNS)
    for row in rows:
        table.add_row(str(row["processes"]), pace(row), *figures(row))
    return table


def pace(row: Result) -> str:
    return f"{row['pace']:,}/s" if row["pace"] else "full"


def is_quiet(results: list[Result]) -> bool:
    return all(result["other_cores"] < QUIET for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--warmup", type=float, default=10.0, help="before that")
    parser.add_argument("--seconds", type=float, default=20.0, help="of every side in every round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="also more matches, and processes over one PostgreSQL")
    wish = parser.parse_args()
    console = Console(width=150)
    say = console.print
    load_before = os.getloadavg()
    agreed = check_both_play_the_same()
    say(agreed)
    sides = side_by_side(wish.matches, wish.warmup, wish.seconds, wish.rounds, say)
    say("where the microseconds go")
    where = where_it_goes(wish.matches, wish.warmup, wish.seconds)
    console.print(side_table(sides, wish.matches), where_table(where))
    content: Result = {
        "matches": wish.matches,
        "seconds": wish.seconds,
        "warmup": wish.warmup,
        "rounds": wish.rounds,
        "how": __doc__.split("\n\n")[2].replace("\n", " "),
        "agreed": agreed,
        "other_versions": {**node_versions(), "sqlite": sqlite3.sqlite_version, "rich": version_of("rich")},
        "sides": sides,
        "ratio": sides[0]["moves_per_second"] / sides[1]["moves_per_second"],
        "where": where,
    }
    if wish.growth:
        content["growth"] = growth(wish.warmup, wish.seconds, say)
        content["processes"] = processes(wish.matches, wish.warmup, wish.seconds, say)
        console.print(growth_table(content["growth"]), processes_table(content["processes"]))
    content["load_before_and_after"] = (load_before, os.getloadavg())
    content["quiet"] = is_quiet([result for side in sides for result in side["rounds"]] + content.get("growth", []))
    if not content["quiet"]:
        say("Others used these cores meanwhile (see “other cores”): the figures are rough, measure again on a quiet machine.")
    say(f"written: {shown(write_result('serving', PACKAGES, content))}")


if __name__ == "__main__":
    main()
