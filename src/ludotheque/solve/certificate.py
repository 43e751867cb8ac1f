"""Certifies the tables that the champion plays Chipik from: what the best answer to its play could gain, place by place.

    python -m ludotheque.solve.certificate --players 3 4 5 6 [--json FILE]

Nothing is taken from the solver's run: the table is read as the champion reads it. Seconds for 3 and 4 players, a
minute for 5, several for 6.
"""

import argparse
import time
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import ludotheque
from ludotheque.i18n import _
from ludotheque.solve.chipik_certificate import Certificate, certify
from ludotheque.solve.chipik_dice import dice_of
from ludotheque.solve.chipik_positions import positions_of
from ludotheque.solve.chipik_results import merge_result
from ludotheque.solve.chipik_table import TABLES, read_table


def main() -> None:
    parser = argparse.ArgumentParser(description=_("Says what the best answer to the champion's Chipik could gain."))
    parser.add_argument("--players", type=int, nargs="+", choices=[3, 4, 5, 6], default=[3, 4, 5, 6])
    parser.add_argument("--tables", type=Path, default=TABLES, help=_("where the tables are"))
    parser.add_argument("--json", type=Path, help=_("a file for the results"))
    wish = parser.parse_args()
    for players in wish.players:
        begun = time.perf_counter()
        found, difference, size = certified(players, wish.tables)
        Console().print(shown(players, found))
        if wish.json:
            about = {"seconds": time.perf_counter() - begun, "bytes": size, "table_error": difference}
            merge_result(wish.json, "certificates", players, about | asdict(found))


def certified(players: int, folder: Path) -> tuple[Certificate, float, int]:
    """The certificate, how far the chances in the table are from those computed here, and how large the file is."""
    game = ludotheque.game("chipik", players=players)
    path = folder / f"chipik-{players}.bin"
    table = read_table(path, game)
    dice = dice_of(game)
    positions = positions_of(game, dice)
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(_("Chipik, {players} players").format(players=players), total=None)
        found = certify(
            positions, dice, table.reckoned, table.target_width, table.dice_width,
            heard=lambda rounds: bar.update(task, completed=rounds),
        )  # fmt: skip
    difference = max(
        abs(float(row[positions.opening]) - chance) for row, chance in zip(table.chances, found.chances, strict=True)
    )
    return found, difference, path.stat().st_size


def shown(players: int, found: Certificate) -> Table:
    table = Table(title=_("Chipik, {players} players").format(players=players))
    for head in (_("place in the turn order"), _("wins"), _("wins at best"), _("gain")):
        table.add_column(head, justify="right")
    for place, (chance, best, gain) in enumerate(zip(found.chances, found.best, found.gains, strict=True), 1):
        table.add_row(str(place), f"{chance:.3%}", f"{best:.3%}", f"{gain:.6f}")
    table.caption = _("largest gain in any position: {gain}").format(gain=f"{found.largest_gain:.6f}")
    return table


if __name__ == "__main__":
    main()
