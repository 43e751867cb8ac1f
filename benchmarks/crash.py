"""Kills, power failures and broken connections by the hundred: what was acknowledged, and what was lost of it.

    python benchmarks/crash.py [--kills 200] [--pairs 60] [--restarts 20] [--games 1000] [--only kills,...]

`make test` does a little of each. Everything runs on this machine alone; PostgreSQL is a private one. Exits with 1
if anything acknowledged was lost, doubled or different, and then says what.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from resultfile import result_path, shown, write_result

sys.path.insert(0, str(Path(__file__).parent.parent))  # the servers and clients of the tests

from tests.web.crash.cuts import cut_connections, cut_connections_to_two
from tests.web.crash.kills import Outcome, kill_one, kill_one_of_two, restart_postgresql
from tests.web.house import postgresql_programs, private_postgresql

PACKAGES = ["ludotheque", "asyncpg", "starlette", "uvicorn", "uvloop", "websockets"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200, help="of one server on SQLite")
    parser.add_argument("--pairs", type=int, default=60, help="of one of two servers on PostgreSQL")
    parser.add_argument("--restarts", type=int, default=20, help="of PostgreSQL under two servers")
    parser.add_argument("--games", type=int, default=1000, help="while connections break")
    parser.add_argument("--only", help="some of: kills, pairs, restarts, games, games of two")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    wish = parser.parse_args()
    runs: dict[str, Callable[[Path, Random], Outcome]] = {
        "kills": lambda folder, rng: asyncio.run(kill_one(folder, wish.kills, rng)),
        "games": lambda folder, rng: asyncio.run(cut_connections(folder, wish.games, rng)),
    }
    if postgresql_programs():
        runs |= {
            "pairs": on_postgresql(kill_one_of_two, wish.pairs),
            "restarts": on_postgresql(restart_postgresql, wish.restarts),
            "games of two": on_postgresql(cut_connections_to_two, wish.games // 5),
        }
    chosen = wish.only.split(",") if wish.only else list(runs)
    print(f"seed {wish.seed}", flush=True)
    results, wrong = {}, []
    for name in chosen:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            outcome = runs[name](Path(folder), Random(f"{wish.seed} {name}"))
        results[name] = outcome.figures() | {"seed": wish.seed, "seconds": round(time.monotonic() - began)}
        wrong += outcome.wrong
        print(line(name, results[name]), flush=True)
    path = write_result("crash", PACKAGES, {"runs": earlier_runs() | results})
    print(f"written to {shown(path)}")
    if wrong:
        sys.exit("\n".join(wrong[:50]))


def earlier_runs() -> dict[str, Any]:
    """Of the same day: the parts can be run one by one."""
    path = result_path("crash", "json")
    runs: dict[str, Any] = json.loads(path.read_text("utf-8"))["runs"] if path.exists() else {}
    return runs


def on_postgresql(run: Any, times: int) -> Callable[[Path, Random], Outcome]:
    def running(folder: Path, rng: Random) -> Outcome:
        with private_postgresql(folder) as postgresql:
            outcome: Outcome = asyncio.run(run(postgresql, times, rng))
        return outcome

    return running


def line(name: str, figures: dict[str, Any]) -> str:
    kills = sum(figures["kills"].values())
    names = ("games", "acknowledged", "lost", "doubled", "wrong", "cut", "sent again", "seconds")
    return f"{name:13} {kills} kills, " + ", ".join(f"{figures.get(key, 0)} {key}" for key in names)


if __name__ == "__main__":
    main()
