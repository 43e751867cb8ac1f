"""`ludotheque simulate`: many random games, counted and told."""

import json
from itertools import accumulate
from math import sqrt
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludotheque.__about__ import __version__
from ludotheque.errors import LudothequeError
from ludotheque.extras import NO_ENGINE, command_for
from ludotheque.game import Game
from ludotheque.i18n import _, counted, translated
from ludotheque.numbers import spoken
from ludotheque.terminal import plot
from ludotheque.terminal.draw import default_names
from ludotheque.terminal.waiting import GETTING_READY, getting_ready

BLOCKS = " ▁▂▃▄▅▆▇█"
NARROW = 76  # columns; where there are fewer, seats are told in sentences instead of a table
SAID_AFTER = {"cpu": 2.0, "cuda": 5.0}  # seconds; what was compiled earlier, or is refused, comes sooner


def run(
    console: Console,
    game: Game,
    games: int,
    *,
    seed: int,
    device: str,
    threads: int | None,
    on: str,
    as_json: bool,
    plain: bool,
    picture: Path | None = None,
) -> None:
    try:
        from ludotheque.engine import playouts
    except ImportError:
        raise LudothequeError(NO_ENGINE, command=command_for("engine")) from None
    if picture:
        plot.make_sure_of(picture)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = as_json or plain or not console.is_terminal
    with (
        getting_ready(SAID_AFTER.get(device, 2.0), silent=as_json or not quiet) as is_ready,
        Progress(*columns, console=console, transient=True, disable=quiet) as progress,
    ):
        bar = progress.add_task(_(GETTING_READY), total=None)

        def step(done: int) -> None:
            is_ready()
            progress.update(bar, total=games, advance=done, description=_("playing"))

        tally = playouts.simulate(game, games, seed=seed, device=device, threads=threads, on=on, progress=step)
    told = report(tally)
    if picture:
        plot.draw(told, picture)
    if as_json:
        print(json.dumps(told))
        return
    for line in told_plainly(game, told) if plain else []:
        console.print(Text(line), soft_wrap=True)
    if not plain:
        show(console, game, told)
    if picture:
        console.print(Text(_("Drawn: {file}").format(file=picture)), soft_wrap=True)
        if not plot.fonts_for_this_language():
            console.print(Text(_("No font here has Japanese signs, so the picture speaks English.")), soft_wrap=True)


def report(tally: Any) -> dict[str, Any]:
    """One object with everything that was counted; `moves` are decisions of players only.

    `lengths`, and `scores` of every seat, are pairs of a number and how many games had it; the pair
    of `lengths_or_more` or `scores_or_more`, if that is a number, stands for all games with as much or
    more. Means, spreads and ranges are exact all the same. The happenings are those of the game, in
    English, in all games together.
    """
    games, moves = tally.games, tally.moves
    wins = tally.wins()
    shared = sum(tally.won_by(seats) for seats in range(256) if seats.bit_count() > 1)
    scores = [tally.score(seat) for seat in range(len(wins))]
    return {
        "game": tally.game.id,
        "players": tally.game.players,
        "options": dict(tally.game.options),
        "facts": dict(tally.game.changes),
        "spec": tally.game.spec,
        "version": __version__,
        "seed": tally.seed,
        "games": games,
        "moves": moves,
        "seconds": tally.seconds,
        "moves_per_second": moves / tally.seconds,
        "device": tally.device,
        "wins": wins,
        "win_shares": [won / games for won in wins],
        "win_intervals": [interval(won, games) for won in wins],
        "shared": shared,
        "mean_length": tally.length.mean,
        "length_spread": tally.length.spread,
        "shortest": tally.length.least,
        "longest": tally.length.greatest,
        "lengths": pairs(tally.length.counts),
        "lengths_or_more": tally.length.or_more,
        "mean_scores": [score.mean for score in scores],
        "score_spreads": [score.spread for score in scores],
        "score_ranges": [(score.least, score.greatest) for score in scores],
        "scores": [pairs(score.counts) for score in scores],
        "scores_or_more": max((score.or_more for score in scores if score.or_more), default=None),
        "happenings": tally.happenings(),
    }


def pairs(counts: list[int]) -> plot.Counts:
    """`0 5 0 2 -> (1, 5) (3, 2)`."""
    return [(number, games) for number, games in enumerate(counts) if games]


def interval(won: float, games: int) -> tuple[float, float]:
    """Where the chance of winning lies, 95 times in 100 (Wilson)."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def quantile(counts: plot.Counts, share: float) -> int:
    """The number that this share of the games does not exceed."""
    enough = share * sum(games for _number, games in counts)
    up_to = accumulate(games for _number, games in counts)
    return next(number for (number, _games), so_far in zip(counts, up_to, strict=True) if so_far >= enough)


# --- in words and in blocks -------------------------------------------------------------------


def blocks(bins: list[int]) -> Text:
    """A small histogram: `▁▃█▅▂`; any game at all shows."""
    full = max(bins)
    return Text("".join(BLOCKS[-(-games * 8 // full)] for games in bins), style="cyan")


def told_number(number: int, or_more: int | None) -> str:
    """`1,024`, or `255 or more` where a table ends."""
    return _("{number} or more").format(number=spoken(number)) if number == or_more else spoken(number)


def played_told(told: dict[str, Any]) -> str:
    return _("{spec}, {device}, seed {seed}").format(spec=told["spec"], device=told["device"], seed=told["seed"])


def speed_told(told: dict[str, Any]) -> str:
    return counted(
        "{n} game, {moves} moves in {seconds} s: {speed} million moves a second",
        "{n} games, {moves} moves in {seconds} s: {speed} million moves a second",
        told["games"],
    ).format(
        n=spoken(told["games"]), moves=spoken(told["moves"]), seconds=spoken(told["seconds"], ".2f"),
        speed=spoken(told["moves_per_second"] / 1e6, ".2f"),
    )  # fmt: skip


def length_told(told: dict[str, Any]) -> str:
    return _("{mean} moves a game, give or take {spread}, at most {longest}; {shared} of the victories shared").format(
        mean=spoken(told["mean_length"], ".1f"), spread=spoken(told["length_spread"], ".1f"), longest=spoken(told["longest"]),
        shared=spoken(told["shared"] / told["games"], ".2%"),
    )  # fmt: skip


def never_told(told: dict[str, Any]) -> list[str]:
    never = [translated(words) for words, times in told["happenings"].items() if not times]
    return [_("Never happened, or can't in this game: {words}.").format(words="; ".join(never))] if never else []


def limit_told(game: Game) -> list[str]:
    """The number that happenings call the limit."""
    limit = getattr(game.facts, "limit", None)
    return [] if limit is None else [_("The limit is {limit}.").format(limit=limit)]


def told_plainly(game: Game, told: dict[str, Any]) -> list[str]:
    """The report in sentences, for screen readers and pipes."""
    lines = [played_told(told), speed_told(told), *seats_told(game, told), length_told(told), *limit_told(game)]
    for words, times in told["happenings"].items():
        if times:
            rate = plot.in_few_digits(times / told["games"])
            says = counted("{what}: {n} time, {rate} a game", "{what}: {n} times, {rate} a game", times)
            lines.append(says.format(what=translated(words), n=spoken(times), rate=rate))
    return lines + never_told(told)


def seats_told(game: Game, told: dict[str, Any]) -> list[str]:
    lines = []
    says = _("{name}: won {share}, 95 times in 100 between {low} and {high}; mean score {mean}, scores from {least} to {most}, half of them from {lower} to {upper}")  # fmt: skip  # noqa: E501
    says_less = _(
        "{name}: won {share}, 95 times in 100 between {low} and {high}; mean score {mean}, scores from {least} to {most}"
    )
    for seat, name in enumerate(default_names(len(told["wins"]), game.players)):
        low, high = told["win_intervals"][seat]
        scores, (least, most) = told["scores"][seat], told["score_ranges"][seat]
        lower, upper = (quantile(scores, share) for share in (0.25, 0.75))
        beyond = lower == told["scores_or_more"]  # and so is the upper one: nobody knows where they are
        lines.append(
            (says_less if beyond else says).format(
                name=name, share=spoken(told["win_shares"][seat], ".2%"), low=spoken(low, ".2%"), high=spoken(high, ".2%"),
                mean=spoken(told["mean_scores"][seat], ".2f"), least=spoken(least), most=spoken(most),
                lower=spoken(lower), upper=told_number(upper, told["scores_or_more"]),
            )
        )  # fmt: skip
    return lines


def seat_table(console: Console, game: Game, told: dict[str, Any]) -> Table:
    scores = plot.Histogram(told["scores"], max(console.width // 4, 8))
    table = Table(_("seat"), _("won"), _("95 times in 100 between"), _("mean score"))
    high = told_number(scores.high, told["scores_or_more"])
    table.add_column(_("scores, {low} to {high}").format(low=scores.low, high=high), no_wrap=True)
    for seat, name in enumerate(default_names(len(told["wins"]), game.players)):
        low, high = (spoken(end, ".2%") for end in told["win_intervals"][seat])
        bars = blocks(scores.of(told["scores"][seat]))
        share, mean = spoken(told["win_shares"][seat], ".2%"), spoken(told["mean_scores"][seat], ".2f")
        table.add_row(name, share, f"{low} – {high}", mean, bars)
    return table


def show(console: Console, game: Game, told: dict[str, Any]) -> None:
    console.print(Text(played_told(told)))
    console.print(Text(speed_told(told)))
    if console.width < NARROW:
        for line in seats_told(game, told):
            console.print(Text(line))
    else:
        console.print(seat_table(console, game, told))
    console.print(Text(length_told(told)))
    lengths = plot.Histogram([told["lengths"]], max(console.width - 24, 8))
    if lengths.bins > 1:
        high = told_number(lengths.high, told["lengths_or_more"])
        console.print(Text.assemble(f"{spoken(lengths.low):>8} ", blocks(lengths.of(told["lengths"])), f" {high}"))
    if any(told["happenings"].values()):
        table = Table(_("what happened"))
        table.add_column(_("times"), justify="right")
        table.add_column(_("a game"), justify="right")
        for words, times in told["happenings"].items():
            if times:
                table.add_row(translated(words), spoken(times), plot.in_few_digits(times / told["games"]))
        console.print(table)
    for line in limit_told(game) + never_told(told):
        console.print(Text(line))
