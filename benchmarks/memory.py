"""What memory is worth in Calcory: a champion who has the last few cards in mind, against one who forgets none.

    python benchmarks/memory.py [--cards 0 3 6 12 24] [--deals 40] [--processes 2]

Both search alike, with a tenth of their thinking at the table. A card that slips his mind might be any that he doesn't
know to lie elsewhere. Two play, on both seats over the same deals; what is told is the share of the victory of who
forgets less the other's, with a 95 % interval over deals.
"""

import argparse
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludotheque.bots import bot
from ludotheque.bots.searcher import SearchBot
from ludotheque.fields import Record
from ludotheque.games import game
from ludotheque.games.calcory.cells import CELLS, cell_bit, cell_name
from ludotheque.games.calcory.memory import forget, last_seen
from ludotheque.lab.duplicate import Deal
from ludotheque.lab.lineups import one_among
from ludotheque.lab.playing import play
from ludotheque.lab.tournament import about, cell, margins
from ludotheque.move import Move
from ludotheque.view import View

PACKAGES = ("ludotheque", "numba", "numpy")
GAME = game("calcory", 2)
SEED, BUDGET = 17, 0.1


class Forgetful:
    """A champion who has the last so many cards in mind that were turned or put back."""

    def __init__(self, champion: SearchBot, cards: int) -> None:
        self.champion, self.cards = champion, cards

    def choose(self, view: View) -> Move:
        known = View(GAME, view.seat, view.actor, in_mind(view, self.cards), view.history, view.moves())
        return self.champion.choose(known)


def in_mind(view: View, cards: int) -> Record:
    sight: Any = view.sight.copy()
    lying = sight.cards & ~sight.turned & ~sight.marked
    ages = last_seen(view.history)
    known = [number for number in range(CELLS) if lying & cell_bit(number) and sight.value[number] >= 0]
    for number in sorted(known, key=lambda number: ages[cell_name(number)][0])[cards:]:
        forget(sight, number)
    return sight  # type: ignore[no-any-return]


def played(cards: int, deal: int) -> list[Any]:
    rotation = []
    for lineup in one_among(GAME.players):
        bots = []
        for seat, number in enumerate(lineup):
            champion = bot("champion", GAME, Random(f"{SEED} {deal} {seat} {number}").getrandbits(32), BUDGET)
            assert isinstance(champion, SearchBot)
            bots.append(champion if number else Forgetful(champion, cards))
        rotation.append(play(GAME, bots, Deal(SEED, deal)))
    return rotation


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[0, 3, 6, 12, 24])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    wish = parser.parse_args()
    console = Console(width=90)
    rows = []
    with ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn")) as pool:
        for cards in wish.cards:
            deals = pool.map(played, [cards] * wish.deals, range(wish.deals))
            rotations = list(track(deals, f"{cards} cards", total=wish.deals, console=console))
            rows.append({"cards": cards, **cell(f"{cards} cards", "all cards", margins(rotations))})
    table = Table("cards in mind", "margin against all", "95 %", title=f"Calcory, {GAME.players} players, {wish.deals} deals")
    for row in rows:
        table.add_row(str(row["cards"]), f"{row['mean']:+.3f}", f"{row['low']:+.3f} to {row['high']:+.3f}")
    console.print(table)
    content = {**about(GAME, SEED, BUDGET), "deals": wish.deals, "rows": rows}
    console.print(f"written: {shown(write_result('memory', PACKAGES, content))}")


if __name__ == "__main__":
    main()
