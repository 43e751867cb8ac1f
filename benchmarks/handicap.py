"""Whether the measuring measures: a champion who plays four of a hundred moves at random must rate below one who doesn't.

    python benchmarks/handicap.py [--games chip-trick] [--processes 2]

Both sit at mixed tables over duplicate deals, as in `ludotheque tournament`; where champions search, with a tenth of their
thinking. Exit status 1 unless the ratings' intervals are apart in three games, or in all of fewer. Finished deals are kept.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from resultfile import RESULTS, named, shown, write_result
from rich.console import Console
from rich.table import Table
from wishes import at_least_one

from ludotheque.games import game
from ludotheque.lab.command import played
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.tournament import Tournament, about, standings
from ludotheque.lab.workers import Workers

PACKAGES = ("ludotheque", "openskill", "numba", "numpy")
SEED = 11
ENOUGH = 3  # games
# How many games are played with so many players, and how much of the thinking; settled before anything is known.
TABLES = {
    "chip-trick": (2, 800, 1.0),
    "chip-trick-root": (3, 4500, 1.0),
    "toujours-12": (2, 600, 0.1),
    "calcory": (2, 120, 0.1),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--processes", type=at_least_one, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, default=RESULTS / "handicap.jsonl", help="where finished deals are kept")
    wish = parser.parse_args()
    console = Console(width=110)
    rows = [row(id, wish, console) for id in wish.games]
    console.print(told(rows))
    benchmark = named("handicap", wish.games, list(TABLES))
    console.print(f"written: {shown(write_result(benchmark, PACKAGES, {'tables': rows}))}")
    sys.exit(sum(row["apart"] for row in rows) < min(ENOUGH, len(rows)))


def row(id: str, wish: argparse.Namespace, console: Console) -> dict[str, Any]:
    players, games, budget = TABLES[id]
    asked = Tournament(game(id, players), read_entrants("champion,champion+random:0.04"), games, SEED, budget)
    results, _ = played(console, {asked.mixed: asked.deals}, Workers(wish.processes), wish.kept, quiet=False)
    ratings = {rated["name"]: rated for rated in standings(asked, results[asked.mixed])}
    whole, held_back = (ratings[entrant.name] for entrant in asked.entrants)
    apart = whole["low"] > held_back["high"]
    return {**about(asked.game, SEED, budget), "games": games, "ratings": [whole, held_back], "apart": apart}


def told(rows: list[dict[str, Any]]) -> Table:
    table = Table("game", "games", "champion", "with 4 % random moves", "", title="OpenSkill ratings with 95 % intervals")
    for row in rows:
        rated = [f"{one['mean']:.2f} ({one['low']:.2f} to {one['high']:.2f})" for one in row["ratings"]]
        table.add_row(f"{row['game']}, {row['players']}", f"{row['games']}", *rated, "apart" if row["apart"] else "not apart")
    return table


if __name__ == "__main__":
    main()
