"""The command `ludotheque`: what the rooms offer, behind one door. A room is entered only when its command is used."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.games import game
from ludotheque.i18n import _
from ludotheque.terminal.app import Lang, Plain, app, load, main, options_of, screen, speak

__all__ = ["main"]

Database = Annotated[str, typer.Option("--database", help="A file, or postgresql://user@host/name.")]
Kept = Annotated[Path | None, typer.Option("--kept", metavar="FILE", help="Finished work; interrupted, it goes on from there.")]
Processes = Annotated[int | None, typer.Option("--processes", min=1, max=256, help="How many processes; else one a core.")]
On = Annotated[str, typer.Option("--on", help="ray, or ray://address: on many machines.")]


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port; else 8012, or a free one where that is taken.")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Open it to everyone in the local network.")] = False,
    database: Database = "",
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    thinkers: Annotated[int, typer.Option("--thinkers", min=1, max=64, help="Processes that bots think in.")] = 1,
    days: Annotated[float, typer.Option("--days", min=0.01, help="Clear a table away when nothing happened for so long.")] = 30.0,
    root_path: Annotated[str, typer.Option("--root-path", help="The path a proxy serves it under, such as /games.")] = "",
    proxy: Annotated[str, typer.Option("--proxy", help="The proxy whose forwarded address and scheme are believed.")] = "",
    origin: Annotated[list[str] | None, typer.Option("--origin", help="Where pages may come from; else this address.")] = None,
    seat_rate: Annotated[float, typer.Option("--seat-rate", min=0, help="Requests a second of a seat; 0: any number.")] = 10.0,
    address_rate: Annotated[float, typer.Option("--address-rate", min=0, help="The same of a network address.")] = 100.0,
    browser: Annotated[bool, typer.Option("--browser", help="Show it in the browser, where there is one.")] = False,
    lang: Lang = None,
) -> None:
    """Opens tables that people join from their own devices."""
    speak(lang)
    from ludotheque.web.app import Settings
    from ludotheque.web.serve import default_database
    from ludotheque.web.serve import serve as open_house

    settings = Settings(
        database or default_database(), days, thinkers, frozenset(origin or ()), seat_rate=seat_rate, address_rate=address_rate
    )
    open_house(
        settings, "0.0.0.0" if lan else host, port,  # noqa: S104 - asked for
        workers=workers, root_path=root_path.rstrip("/"), proxy=proxy, say=lambda line: print(line, flush=True), browser=browser,
    )  # fmt: skip


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished game, exported from its table.")],
    lang: Lang = None,
) -> None:
    """Computes every draw of a game again and says whether the shuffle was fair."""
    speak(lang)
    from ludotheque.table.records import uncovered
    from ludotheque.table.records import verify as verify_record

    record = load(file)
    draws = verify_record(record)
    if uncovered(record):
        print(_("The first {steps} steps come from another game; this seal does not cover them.").format(steps=uncovered(record)))
    print(_("The shuffle was sealed before the game, and all {draws} draws follow from it.").format(draws=draws))


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    budget: Annotated[float, typer.Option("--budget", min=0.001, help="1: about half a second a decision.")] = 1.0,
    picture: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it too: a .svg or .png file.")] = None,
    result: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write everything there.")] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Looks at a finished game again: how likely each was to win, where it turned, what was better and why."""
    speak(lang)
    from ludotheque.extras import HAS_ENGINE
    from ludotheque.terminal.analyse import run

    if not run(screen(plain), load(file), budget=budget, plain=plain, picture=picture, result=result, engine=HAS_ENGINE):
        raise typer.Exit(130)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = "",
    lang: Lang = None,
) -> None:
    """Copies all tables into one file, also while the house is open."""
    speak(lang)
    from ludotheque.table.backup import backup as copy_tables
    from ludotheque.web.serve import default_database

    with progress_bar(_("copying")) as progress:
        tables = copy_tables(database or default_database(), file, progress)
    print(_("{tables} tables are kept in {file}.").format(tables=tables, file=file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    database: Database = "",
    lang: Lang = None,
) -> None:
    """Brings tables back from a backup: adds what is missing and changes nothing that is there."""
    speak(lang)
    from ludotheque.table.backup import restore as bring_back
    from ludotheque.web.serve import default_database

    with progress_bar(_("restoring")) as progress:
        tables = bring_back(file, database or default_database(), progress)
    print(_("{tables} tables came back from {file}.").format(tables=tables, file=file))


@app.command()
def tournament(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, such as chipik.")],
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="LEVELS",
            help="Who: expert,club,club+random:0.04 (random in 4 of 100 moves); or FILE.policy, a champion who goes by that.",
        ),
    ],
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many sit at the table.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            help="Of everyone among each of the others, and as many at mixed tables; rounded up to whole deals from every seat.",
        ),
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")] = 1,
    budget: Annotated[float, typer.Option("--budget", help="The share of the thinking at the table.")] = 1.0,
    result: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write everything there.")] = None,
    picture: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it too: a .svg or .png file.")] = None,
    kept: Kept = None,
    processes: Processes = None,
    on: On = "",
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Lets bots play one another: seats rotated over duplicate deals, margins and ratings with intervals."""
    speak(lang)
    from ludotheque.lab.command import tournament as play_tournament
    from ludotheque.lab.workers import Workers
    from ludotheque.terminal import plot

    table = game(game_id, players, **options_of(option or []))
    if picture:
        plot.make_sure_of(picture)
    play_tournament(
        screen(plain), table, bots, games=games, seed=seed, budget=budget, workers=Workers(processes, on), plain=plain,
        result=result, picture=picture, fonts=plot.fonts_for_this_language() if picture else [], kept=kept,
    )  # fmt: skip


@app.command()
def ladder(
    game_ids: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Some games; else all.")] = None,
    result: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write everything there.")] = None,
    kept: Kept = None,
    processes: Processes = None,
    on: On = "",
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Shows that each level beats the one below it; exit status 1 where it does not."""
    speak(lang)
    from ludotheque.lab.command import ladder as climb
    from ludotheque.lab.workers import Workers

    if not climb(screen(plain), game_ids or [], workers=Workers(processes, on), plain=plain, result=result, kept=kept):
        raise typer.Exit(1)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """On a terminal; in a pipe nothing is shown."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)
