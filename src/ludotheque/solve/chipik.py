"""Solves Chipik and writes the tables that the champion plays from.

    python -m ludotheque.solve.chipik --players 3 4 5
    python -m ludotheque.solve.chipik --players 6 --device cuda
    python -m ludotheque.solve.chipik --players 7 8 --device cuda --no-table --json solved.json

Every solution that the plan offers is held against its best answer, and the one that leaves least to gain is
written. That is the solver's own estimate; `ludotheque.solve.certificate` then proves what the table is worth.
"""

import argparse
import json
import time
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

import ludotheque
from ludotheque.engine.wishes import how_many_threads
from ludotheque.i18n import _
from ludotheque.solve.chipik_cpu import OnCpu
from ludotheque.solve.chipik_dice import Dice, dice_of
from ludotheque.solve.chipik_plans import PLANS
from ludotheque.solve.chipik_positions import Positions, positions_of
from ludotheque.solve.chipik_results import merge_result
from ludotheque.solve.chipik_solver import Device, Played, Solution, offers
from ludotheque.solve.chipik_table import FINE, TABLES, Table, quantised, write_table


def main() -> None:
    parser = argparse.ArgumentParser(description=_("Solves Chipik and writes the tables that the champion plays from."))
    parser.add_argument("--players", type=int, nargs="+", choices=sorted(PLANS), default=[3, 4, 5, 6])
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=TABLES, help=_("where tables are written"))
    parser.add_argument("--no-table", action="store_true", help=_("solve only"))
    parser.add_argument("--json", type=Path, help=_("a file for the results"))
    wish = parser.parse_args()
    for players in wish.players:
        result = solve(players, wish)
        print(json.dumps(result))
        if wish.json:
            merge_result(wish.json, "solved", players, result)


class Offer(NamedTuple):
    solution: Solution
    chances: list[float]  # from the opening, by place
    gains: list[float]  # what a best answer gains there

    @property
    def most(self) -> float:
        return max(self.gains)


def solve(players: int, wish: Any) -> dict[str, Any]:
    begun = time.perf_counter()
    game = ludotheque.game("chipik", players=players)
    dice = dice_of(game)
    threads = how_many_threads(wish.threads)
    positions = positions_of(game, dice, threads)
    device = prepared(wish.device, positions, dice, threads)
    listed = time.perf_counter() - begun
    plan = PLANS[players]
    tried: list[Offer] = []
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(
            _("Chipik, {players} players").format(players=players), total=sum(stage.rounds for stage in plan.stages)
        )
        for solution in offers(device, players, positions.count, plan, lambda done: bar.update(task, completed=done)):
            tried.append(judged(device, positions, solution))
    kept = min(tried, key=attrgetter("most"))
    if not wish.no_table:
        everywhere = Played(device, players, kept.solution).everywhere()
        table = Table(kept.solution.target_width, kept.solution.dice_width, kept.solution.reckoned, everywhere)
        write_table(wish.out / f"chipik-{players}.bin", game, table)
    about = {"players": players, "positions": positions.count, "device": device.name, "threads": threads}
    about |= {"seconds": time.perf_counter() - begun, "listing_seconds": listed}
    about |= {"rounds": kept.solution.rounds, "residual": kept.solution.residual}
    about |= {"target_width": kept.solution.target_width, "dice_width": kept.solution.dice_width}
    about |= {"tried": [[offer.solution.target_width, offer.solution.rounds, offer.most] for offer in tried]}
    return about | {"chances": kept.chances, "gains": kept.gains}


def judged(device: Device, positions: Positions, solution: Solution) -> Offer:
    """The solution as it would be shipped, against its best answer."""
    shipped = replace(solution, reckoned=quantised(solution.reckoned) / FINE)
    chances, best = (Played(device, positions.players, shipped, best).at(positions.opening) for best in (False, True))
    return Offer(shipped, chances, [high - low for high, low in zip(best, chances, strict=True)])


def prepared(name: str, positions: Positions, dice: Dice, threads: int) -> Device:
    if name == "cpu":
        return OnCpu(positions, dice, threads)
    from ludotheque.solve.chipik_cuda import OnCuda  # only where there is a GPU

    return OnCuda(positions, dice)


if __name__ == "__main__":
    main()
