"""The champion against OpenSpiel's ISMCTS and against PIMC, at equal simulations and at equal time a move.

    python benchmarks/strength.py [--games chipik calcory] [--peer ismcts] [--mode simulations] [--quick]

One champion among peers, on every seat in turn over duplicate deals, every ruleset with the fewest and the most players;
what is told is its share of the victory less the mean of its opponents', with a 95 % interval over deals. Exit status 1
where one at equal simulations does not lie above 0. Finished deals are kept: started again, it goes on where it was.
A result is written when all peers and modes are asked for, of some games under their names; what was played before is
not played again.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from resultfile import RESULTS, named, shown, write_result
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from strength.kept import Kept, code
from strength.match import (
    MODES,
    PEERS,
    SEARCHED,
    SEED,
    SIMULATIONS,
    TIME,
    TRIALS,
    Match,
    Played,
    as_many_as_fit,
    deals_of,
    game_of,
    played,
    settings,
    what_the_champion_is,
)
from wishes import at_least_one

from ludotheque.games import GAMES
from ludotheque.lab.tournament import cell, cut, margins
from ludotheque.policyfile import learned_files

PACKAGES = ("ludotheque", "open_spiel", "numba", "numpy")
HOW = {
    "ismcts": "OpenSpiel's own ISMCTSBot (open_spiel.python.algorithms.ismcts) with set_resampler, over a port of the position "
    "whose rules are compiled: UCT, constant 0.7 (its authors name none; Cowling, Powley and Whitehouse's for returns between 0 "
    "and 1), move with the most visits, world samples unlimited, every legal move. Its RandomRolloutEvaluator (one rollout, "
    "uniform moves) is replaced by the same random play compiled. Its tree is Python, which counts at equal time alone.",
    "pimc": "guessed worlds, as many as the root of the simulations (one where nothing is hidden); in each plain UCT with "
    "perfect information (constant 0.7, every legal move, uniform rollouts, chance stays chance); the move with the most "
    "visits over all worlds. Compiled.",
    "both": "guess what is hidden with the same function as the champion; returns 1/k for each of k winners, as in the contest.",
    "champion": "bots.bot('champion') with so many simulations; where it goes by a solution or a policy it does not search. Its "
    "search knows the hunches of a game and which moves come to the same.",
    "time": f"CPU seconds of choose() in decisions with a choice. At equal time the peer's simulations were settled by {TRIALS} "
    "trial games on other deals; what both really took in the match is told beside it.",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--peer", nargs="+", choices=list(PEERS), default=list(PEERS))
    parser.add_argument("--mode", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--quick", type=at_least_one, nargs="?", const=2, metavar="DEALS", help="few deals each")
    parser.add_argument("--processes", type=at_least_one, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, default=RESULTS / "strength.jsonl", help="where finished deals are kept")
    wish = parser.parse_args()
    if "ismcts" in wish.peer and not find_spec("pyspiel"):
        parser.error("this needs OpenSpiel; make openspiel brings it")
    console = Console(width=130)
    matches = [
        Match(spec, peer, mode, SEARCHED, SEARCHED) for spec in settings(wish.games) for peer in wish.peer for mode in wish.mode
    ]
    rows = [row(match, deals) for match, deals in run(matches, wish, console).items()]
    console.print(told(rows))
    if not wish.quick and len(matches) == len(settings(wish.games)) * len(PEERS) * len(MODES):
        content = {"how": HOW, "seed": SEED, "simulations": SEARCHED, "code": code(), "matches": rows}
        console.print(f"written: {shown(write_result(named('strength', wish.games, list(GAMES)), PACKAGES, content))}")
    sys.exit(any(row["mode"] == SIMULATIONS and row["verdict"] != "above" for row in rows))


def run(matches: list[Match], wish: argparse.Namespace, console: Console) -> dict[Match, list[Played]]:
    """Every deal of every match, done by several processes; whatever was done before is taken up."""
    kept = Kept(wish.kept)
    pool = ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn"))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        try:
            matches = list(in_the_same_time(matches, kept, pool, progress))
            numbers = {match: range(wish.quick or deals_of(match)) for match in matches}
            bar = progress.add_task("deals", total=sum(map(len, numbers.values())))
            play_them(numbers, kept, pool, progress, bar)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    pool.shutdown()
    return {match: [Played(**kept.find(match, deal)) for deal in deals] for match, deals in numbers.items()}


def in_the_same_time(matches: list[Match], kept: Kept, pool: ProcessPoolExecutor, progress: Progress) -> Iterator[Match]:
    """The matches, those at equal time with as many simulations of the peer as fit."""
    timed = [match for match in matches if match.mode == TIME]
    new = [match for match in timed if kept.find(match, None) is None]
    bar = progress.add_task("what fits into the champion's time", total=len(new), visible=bool(new))
    futures = {pool.submit(as_many_as_fit, match): match for match in new}
    for future in as_completed(futures):
        kept.add(futures[future], None, future.result())
        progress.advance(bar)
    for match in matches:
        yield replace(match, other=kept.find(match, None)) if match.mode == TIME else match


def play_them(
    numbers: dict[Match, range], kept: Kept, pool: ProcessPoolExecutor, progress: Progress, bar: TaskID
) -> None:  # fmt: skip
    missing = [(match, deal) for match, deals in numbers.items() for deal in deals if kept.find(match, deal) is None]
    progress.advance(bar, sum(map(len, numbers.values())) - len(missing))
    futures = {pool.submit(played, *each): each for each in missing}
    for future in as_completed(futures):
        kept.add(*futures[future], future.result())
        progress.advance(bar)


def row(match: Match, deals: list[Played]) -> dict[str, Any]:
    """What came out of a match and all it takes to play it again, as plain data."""
    rotations = [deal.rotation for deal in deals]
    some = game_of(match.game)
    found = cell("champion", match.peer, margins(rotations))
    return {
        "id": some.id, "players": some.players, "behaviour": some.ruleset.version, "learned": learned_files(some),
        **what_the_champion_is(match.game),
        **{f"{name}_simulations" if name in ("champion", "other") else name: value for name, value in asdict(match).items()},
        "champion_seconds_a_move": a_move([deal.champion for deal in deals]),
        "other_seconds_a_move": a_move([deal.other for deal in deals]),
        "games": sum(map(len, rotations)), "cut": cut(rotations), **found,
    }  # fmt: skip


def a_move(spent: list[tuple[int, float]]) -> float:
    return sum(seconds for _, seconds in spent) / max(sum(decisions for decisions, _ in spent), 1)


def told(rows: list[dict[str, Any]]) -> Table:
    table = Table(
        "game", "champion", "peer", "equal", title="One champion among peers: share of the victory less the others' mean"
    )
    for heading in ("simulations", "ms a move", "deals", "margin", "95 %"):
        table.add_column(heading, justify="right")
    for row in rows:
        ours = f"{row['champion_simulations']}" if row["searches"] else "–"
        table.add_row(
            f"{row['id']}, {row['players']}", row["champion"], row["peer"], row["mode"],
            f"{ours} : {row['other_simulations']}",
            f"{row['champion_seconds_a_move'] * 1000:.2f} : {row['other_seconds_a_move'] * 1000:.2f}",
            str(row["deals"]), f"{row['mean']:+.3f}", f"{row['low']:+.3f} to {row['high']:+.3f}",
            style="" if row["verdict"] == "above" else "bold",
        )  # fmt: skip
    return table


if __name__ == "__main__":
    main()
