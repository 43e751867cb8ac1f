"""What a long search gains against champions of root's edition: one who thinks ten times as long as a champion's search may.

    python benchmarks/deviation.py [--deals 60] [--processes 2]

He sits on every seat in turn over the same deals, among two who play the learned policy. All alike, everyone would win a
third; what he wins more is his gain. What somebody gains who learns to beat the policy stands in docs/policies.md. Exit
status 1 where the interval of the gain reaches above 0.02. Finished deals are kept.
"""

import argparse
import os
import sys
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from time import perf_counter

from resultfile import RESULTS, shown, write_result
from rich.console import Console

from ludotheque.bots.policy import POLICIES
from ludotheque.games import game
from ludotheque.lab.command import bar
from ludotheque.lab.contest import CROSS, Contest
from ludotheque.lab.entrants import Entrant
from ludotheque.lab.intervals import estimate
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.tournament import about
from ludotheque.lab.workers import Workers
from ludotheque.policyfile import file_name

PACKAGES = ("ludotheque", "numba", "numpy")
GAME = game("chip-trick-root", 3)
SEED = 13
TIMES = 60.0  # the thinking of an expert, which is a sixth of what a champion's search would do
AIM = 0.02


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, default=RESULTS / "deviation.jsonl", help="where finished deals are kept")
    wish = parser.parse_args()
    console = Console(width=110)
    contest = Contest(GAME.spec, CROSS, (Entrant("search", "expert"), Entrant("champion", "champion")), SEED, TIMES)
    began = perf_counter()
    with bar(console, "playing", wish.deals * GAME.players, quiet=False) as progress:
        rotations = run({contest: wish.deals}, Workers(wish.processes), Kept(wish.kept), progress)[contest]
    wins = [fmean(returns[place] for place, returns in enumerate(rotation) if returns) for rotation in rotations]
    found = estimate([share - 1 / GAME.players for share in wins])
    interval = f"{found.low:+.3f} to {found.high:+.3f}"
    console.print(f"a search of {TIMES / 6:.0f} times the thinking gains {found.mean:+.3f} ({interval})")
    policy = sha256((POLICIES / file_name(GAME)).read_bytes()).hexdigest()
    content = {**about(GAME, SEED, TIMES), "policy": policy, "seconds": perf_counter() - began, **found._asdict(), "wins": wins}
    console.print(f"written: {shown(write_result('deviation', PACKAGES, content))}")
    sys.exit(found.high >= AIM)


if __name__ == "__main__":
    main()
