"""Ten thousand random games of every setting, every invariant checked.

    python benchmarks/soak.py [--games 10000] [--every 20] [--only ID] [--workers N]

Checks one step in twenty from a random one on, one replay in twenty, and every end. What has been played is kept in
build/soak.json, so that it can be interrupted and goes on as long as the program is the same.
"""

import argparse
import hashlib
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from pathlib import Path
from random import Random

from resultfile import shown, write_result
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parent.parent))  # the checks of the tests

from ludotheque.games import from_spec
from tests.invariants import play_and_check
from tests.table import every_game, running

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "soak.json"
SIZE = 100  # games that a worker plays at a time


def batch(spec: str, every: int, first: int, number: int) -> int:
    """How many steps so many games had."""
    game = running(from_spec(spec))
    return sum(play_and_check(game, Random(f"{spec} {first + i}"), every) for i in range(number))


@cache
def source() -> str:
    """Games that were played are worth something for the rules they were played with."""
    files = sorted((ROOT / "src" / "ludotheque").rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class Played:
    """How many games of each setting were played, and their steps."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.of: dict[str, tuple[int, int]] = {}
        if KEPT.exists():
            kept = json.loads(KEPT.read_text("utf-8"))
            if (kept["every"], kept["source"]) == (every, source()):
                self.of = kept["games"]

    def games(self, spec: str) -> int:
        return self.of.get(spec, (0, 0))[0]

    def add(self, spec: str, games: int, steps: int) -> None:
        before = self.of.get(spec, (0, 0))
        self.of[spec] = before[0] + games, before[1] + steps
        KEPT.parent.mkdir(exist_ok=True)
        unfinished = KEPT.with_suffix(".unfinished")
        unfinished.write_text(json.dumps({"every": self.every, "source": source(), "games": self.of}), "utf-8")
        os.replace(unfinished, KEPT)


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games of every setting, every invariant checked.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--only", help="one game")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    wish = parser.parse_args()
    specs = [game.spec for game in every_game() if wish.only in (None, game.id)]
    played = Played(wish.every)
    with ProcessPoolExecutor(wish.workers) as pool, Progress() as progress:
        bar = progress.add_task("random games", total=len(specs) * wish.games)
        for spec in specs:
            begun = min(played.games(spec), wish.games)
            progress.advance(bar, begun)
            firsts = range(begun, wish.games, SIZE)
            numbers = [min(SIZE, wish.games - first) for first in firsts]
            for number, steps in zip(numbers, pool.map(batch, repeat(spec), repeat(wish.every), firsts, numbers), strict=False):
                played.add(spec, number, steps)
                progress.advance(bar, number)
    steps = sum(played.of[spec][1] for spec in specs)
    print(f"{len(specs)} settings × {wish.games} games: {steps} steps; one in {wish.every} and every end checked, all held")
    if wish.only is None:
        content = {"games": wish.games, "checked": f"one step in {wish.every}, every end", "played": played.of}
        print(f"written to {shown(write_result('soak', ['ludotheque'], content))}")
        KEPT.unlink()


if __name__ == "__main__":
    main()
