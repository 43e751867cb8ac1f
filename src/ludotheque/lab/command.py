"""What `ludotheque tournament` and `ludotheque ladder` do, once it is known what was asked."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ludotheque.errors import OptionError
from ludotheque.files import make_sure_of_files, unwritable
from ludotheque.game import Game
from ludotheque.games import GAMES
from ludotheque.games import game as find_game
from ludotheque.i18n import N_, _
from ludotheque.lab import ladder as rungs_of
from ludotheque.lab import ratings, words
from ludotheque.lab import tournament as meeting
from ludotheque.lab.contest import Contest, Rotation, make_sure_of
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.workers import Workers


def tournament(
    console: Console,
    game: Game,
    bots: str,
    *,
    games: int,
    seed: int,
    budget: float,
    workers: Workers,
    plain: bool = False,
    result: Path | None = None,
    picture: Path | None = None,
    fonts: Sequence[str] = (),
    kept: Path | None = None,
) -> None:
    """Everyone against everyone, told in the terminal, and written and drawn where that was asked for."""
    asked = meeting.Tournament(game, read_entrants(bots), games, seed, budget)
    if asked.deals < 2:
        raise OptionError(
            N_("{games} games are too few: {least} are two deals from every seat"), games=games, least=2 * game.players
        )
    ratings.make_sure()
    make_sure_of_files(result, kept)
    results, seconds = played(console, asked.contests(), workers, kept, quiet=plain)
    with bar(console, _("rating"), None, quiet=plain):
        told = {**meeting.report(asked, results), "date": str(date.today()), "seconds": seconds}
    if plain:
        say(console, words.tournament_plainly(told))
    else:
        words.show_tournament(console, told)
    if result:
        write(result, told)
    if picture:
        from ludotheque.lab.picture import draw

        draw(told, picture, list(fonts))


def ladder(
    console: Console,
    ids: Sequence[str],
    *,
    workers: Workers,
    plain: bool = False,
    result: Path | None = None,
    kept: Path | None = None,
) -> bool:
    """Whether each level beats the one below it in these games, told and written."""
    for id in ids:
        if id not in GAMES:
            find_game(id)  # says what there is
    make_sure_of_files(result, kept)
    results, seconds = played(console, rungs_of.rungs(ids or list(GAMES)), workers, kept, quiet=plain)
    told = rungs_of.report(results)
    if plain:
        say(console, words.ladder_plainly(told))
    else:
        words.show_ladder(console, told)
    if result:
        write(result, {"date": str(date.today()), "seconds": seconds, "rungs": told})
    return all(map(rungs_of.beaten, told))


def played(
    console: Console, contests: dict[Contest, int], workers: Workers, kept: Path | None, *, quiet: bool
) -> tuple[dict[Contest, list[Rotation]], float]:
    """What came out, and how many seconds it took; whatever can be refused is refused before the first game."""
    workers.make_sure()
    for contest in contests:
        make_sure_of(contest)
    games = sum(deals * len(contest.lineups(0)) for contest, deals in contests.items())
    began = perf_counter()
    try:
        with bar(console, _("playing"), games, quiet=quiet) as progress:
            results = run(contests, workers, Kept(kept), progress)
    except KeyboardInterrupt:
        if kept:
            says = _("Stopped. What was finished is kept in {file}; the same command goes on from there.").format(file=kept)
        else:
            says = _("Stopped, and nothing is kept; with --kept FILE the same command could go on from here.")
        console.print(Text(says), soft_wrap=True)
        raise
    return results, perf_counter() - began


@contextmanager
def bar(console: Console, what: str, games: int | None, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """On a terminal; in a pipe nothing is shown."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task(what, total=games)
        yield lambda done: progress.update(task, advance=done)


def write(file: Path, told: dict[str, Any]) -> None:
    try:
        file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as problem:
        raise unwritable(file, problem) from None


def say(console: Console, lines: list[str]) -> None:
    for line in lines:
        console.print(Text(line), soft_wrap=True)
