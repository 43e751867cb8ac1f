"""What somebody gains against champions of root's edition who does not play as they do.

    python benchmarks/deviation.py [--deals 60] [--processes 2]   # who thinks ten times as long as a champion's search may
    python benchmarks/deviation.py --trained benchmarks/exploiters/chip-trick-root-3.policy --deals 6000   # who learned it

He sits on every seat in turn over the same deals, among two champions. All alike, everyone would win a third; what he wins
more is his gain. Who has learned to beat champions (`ludotheque.solve.exploiting --settled`) reckons at the end of rounds, as
they do. Exit status 1 where the interval of the gain reaches above 0.02. Finished deals are kept.
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import fmean
from time import perf_counter

from resultfile import RESULTS, shown, write_result
from rich.console import Console
from wishes import at_least_one

from ludotheque.bots import by_policy
from ludotheque.errors import OptionError
from ludotheque.games import game
from ludotheque.lab.command import bar
from ludotheque.lab.contest import CROSS, Contest
from ludotheque.lab.entrants import Entrant, read_entrant
from ludotheque.lab.intervals import estimate
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.tournament import about
from ludotheque.lab.workers import Workers
from ludotheque.policyfile import fingerprint

PACKAGES = ("ludotheque", "numba", "numpy")
GAME = game("chip-trick-root", 3)
SEED = 13
TIMES = 60.0  # the thinking of an expert, which is a sixth of what a champion's search would do
AIM = 0.02
ENOUGH = 12  # deals


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--trained", type=Path, help="the policy of who has learned to beat champions, instead of a search")
    parser.add_argument("--processes", type=at_least_one, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, default=RESULTS / "deviation.jsonl", help="where finished deals are kept")
    wish = parser.parse_args()
    if wish.deals < ENOUGH:
        parser.error(f"--deals should be at least {ENOUGH}: fewer tell nothing")
    if not wish.kept.parent.is_dir():
        parser.error(f"there is no folder {wish.kept.parent} for --kept")
    console = Console(width=110)
    try:
        deviator = read_entrant(str(wish.trained)) if wish.trained else Entrant("search", "expert")
        if wish.trained:
            by_policy(wish.trained, GAME)
    except OptionError as problem:
        parser.error(str(problem))
    contest = Contest(GAME.spec, CROSS, (deviator, Entrant("champion", "champion")), SEED, TIMES)
    began = perf_counter()
    with bar(console, "playing", wish.deals * GAME.players, quiet=False) as progress:
        rotations = run({contest: wish.deals}, Workers(wish.processes), Kept(wish.kept), progress)[contest]
    wins = [fmean(returns[place] for place, returns in enumerate(rotation) if returns) for rotation in rotations]
    found = estimate([share - 1 / GAME.players for share in wins])
    interval = f"{found.low:+.4f} to {found.high:+.4f}"
    who = "whoever learned to beat champions" if wish.trained else f"a search of {TIMES / 6:.0f} times the thinking"
    console.print(f"{who} gains {found.mean:+.4f} ({interval})")
    content = {**about(GAME, SEED, TIMES), "seconds": perf_counter() - began, **found._asdict(), "wins": wins}
    if wish.trained:
        content["deviator"] = fingerprint(wish.trained)
    name = "trained-deviation" if wish.trained else "deviation"
    console.print(f"written: {shown(write_result(name, PACKAGES, content))}")
    sys.exit(found.high >= AIM)


if __name__ == "__main__":
    main()
