"""`ludotheque simulate`: many random games, counted and told."""

import json
from math import sqrt
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ludotheque.errors import LudothequeError
from ludotheque.game import Game
from ludotheque.i18n import N_, _
from ludotheque.terminal.draw import default_names


def run(
    console: Console, game: Game, games: int, *, seed: int, device: str, threads: int | None, as_json: bool, plain: bool
) -> None:
    try:
        from ludotheque.engine import playouts
    except ImportError:
        raise LudothequeError(N_("the engine is not installed; pip install 'ludotheque[engine]' brings it")) from None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = as_json or plain or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        bar = progress.add_task(_("compiling"), total=games)

        def step(done: int) -> None:
            progress.update(bar, advance=done, description=_("playing"))

        tally = playouts.simulate(game, games, seed=seed, device=device, threads=threads, progress=step)
    told = report(tally)
    if as_json:
        print(json.dumps(told))
    else:
        show(console, game, told)


def report(tally: Any) -> dict[str, Any]:
    """One object with everything that was counted; `moves` are decisions of players only."""
    games, moves = tally.games, tally.moves
    mean = moves / games
    squares = sum(number * length * length for length, number in enumerate(tally.lengths))
    wins = tally.wins()
    shared = sum(tally.won_by(seats) for seats in range(256) if seats.bit_count() > 1)
    return {
        "game": tally.game.id,
        "players": tally.game.players,
        "options": dict(tally.game.options),
        "spec": tally.game.spec,
        "games": games,
        "moves": moves,
        "seconds": tally.seconds,
        "moves_per_second": moves / tally.seconds,
        "device": tally.device,
        "wins": wins,
        "win_intervals": [interval(won, games) for won in wins],
        "shared": shared,
        "mean_length": mean,
        "length_spread": sqrt(max(squares / games - mean * mean, 0.0)),
        "longest": tally.longest,
        "mean_scores": [
            sum(score * number for score, number in enumerate(tally.scores_of(seat))) / games for seat in range(len(wins))
        ],
    }


def interval(won: float, games: int) -> tuple[float, float]:
    """Where the chance of winning lies, 95 times in 100 (Wilson)."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def show(console: Console, game: Game, told: dict[str, Any]) -> None:
    console.print(f"{told['spec']}, {told['device']}", highlight=False, markup=False)
    console.print(
        _("{games} games, {moves} moves in {seconds} s: {speed} million moves a second").format(
            games=f"{told['games']:,}", moves=f"{told['moves']:,}", seconds=f"{told['seconds']:.2f}",
            speed=f"{told['moves_per_second'] / 1e6:.2f}",
        ),
        highlight=False,
    )  # fmt: skip
    table = Table(_("seat"), _("won"), _("95 times in 100 between"), _("mean score"))
    for seat, name in enumerate(default_names(len(told["wins"]), game.players)):
        low, high = told["win_intervals"][seat]
        share = told["wins"][seat] / told["games"]
        table.add_row(name, f"{share:.2%}", f"{low:.2%} – {high:.2%}", f"{told['mean_scores'][seat]:.2f}")
    console.print(table)
    console.print(
        _("{mean} moves a game, give or take {spread}, at most {longest}; {shared} of the victories shared").format(
            mean=f"{told['mean_length']:.1f}", spread=f"{told['length_spread']:.1f}", longest=told["longest"],
            shared=f"{told['shared'] / told['games']:.2%}",
        ),
        highlight=False,
    )  # fmt: skip
