"""How long bots think at the table: every level, every ruleset and number of players, on one core.

    python benchmarks/thinking.py [--games chipik calcory] [--decisions 120]

Games are played by casual bots; at decisions spread over them every level is asked for its move, once it is warm, and the
CPU time of the answer is taken. Exit status 1 where the 99th percentile lies above what the level may take: a second for
a champion and an expert, 50 milliseconds for the others. Where a level has one way of deciding whatever the position,
more decisions would change little; the longest answer is told beside it.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludotheque.bots import bot
from ludotheque.game import Game
from ludotheque.games import GAMES, game
from ludotheque.policyfile import learned_files
from ludotheque.position import CHANCE
from ludotheque.view import View

PACKAGES = ("ludotheque", "numba", "numpy")
MAY_TAKE = {"novice": 0.05, "casual": 0.05, "club": 0.05, "expert": 1.0, "champion": 1.0}  # seconds
SEED = 1
ONE_IN = 5  # decisions of a game that are asked about


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=120)
    wish = parser.parse_args()
    console = Console(width=130)
    settings = [game(id, players) for id in wish.games for players in GAMES[id].players]
    rows = [row for some in track(settings, "games", console=console) for row in thought(some, wish.decisions)]
    console.print(told(rows))
    if wish.games == list(GAMES):
        console.print(f"written: {shown(write_result('thinking', PACKAGES, {'decisions': wish.decisions, 'levels': rows}))}")
    sys.exit(any(row["p99"] > row["may_take"] for row in rows))


def decisions(some: Game, rng: Random) -> Iterator[View]:
    """With a choice, from games that casual players play."""
    while True:
        players = [bot("casual", some, rng.getrandbits(32)) for _ in range(some.players)]
        position = some.start()
        while not position.over:
            if position.actor is CHANCE:
                position.play(position.draw(rng))
                continue
            view = position.view(position.actor)
            if len(view.moves()) > 1 and rng.randrange(ONE_IN) == 0:
                yield view
            position.play(players[position.actor].choose(view))


def thought(some: Game, number: int) -> list[dict[str, Any]]:
    """What every level took, over the same decisions."""
    levels = {level: bot(level, some, SEED) for level in MAY_TAKE}
    seconds: dict[str, list[float]] = {level: [] for level in levels}
    views = decisions(some, Random(SEED))
    for n in range(number + 1):
        view = next(views)
        for level, player in levels.items():
            began = time.process_time()
            player.choose(view)
            if n:  # the first one warms up
                seconds[level].append(time.process_time() - began)
    return [
        {
            "id": some.id, "players": some.players, "learned": learned_files(some), "simulations": some.rules.simulations,
            "level": level,
            "p50": share(taken, 0.5), "p99": share(taken, 0.99), "longest": max(taken), "may_take": MAY_TAKE[level],
        }
        for level, taken in seconds.items()
    ]  # fmt: skip


def share(numbers: list[float], part: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(part * len(numbers)))]


def told(rows: list[dict[str, Any]]) -> Table:
    table = Table("game", "players", "level", title="CPU milliseconds a decision")
    for heading in ("p50", "p99", "longest", "may take"):
        table.add_column(heading, justify="right")
    for row in rows:
        times = (f"{1000 * row[name]:,.1f}" for name in ("p50", "p99", "longest"))
        table.add_row(row["id"], str(row["players"]), row["level"], *times, f"{1000 * row['may_take']:,.0f}")
    return table


if __name__ == "__main__":
    main()
