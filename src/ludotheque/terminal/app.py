"""The command `ludotheque`."""

import io
import os
import random
import signal
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from shutil import which
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ludotheque import gamerecord
from ludotheque.__about__ import __version__
from ludotheque.bots import bot
from ludotheque.errors import LudothequeError, OptionError, shortened
from ludotheque.game import Ruleset
from ludotheque.games import GAMES, game, read_fact
from ludotheque.i18n import LANGUAGES, N_, _, language, preferred, translated
from ludotheque.notation import number
from ludotheque.position import Position
from ludotheque.terminal.draw import default_names
from ludotheque.terminal.play import Session
from ludotheque.terminal.replay import Replay
from ludotheque.terminal.rules import show_rules
from ludotheque.terminal.simulate import run as run_simulation
from ludotheque.terminal.waiting import getting_ready

app = typer.Typer(
    name="ludotheque",
    help="A shelf of small arithmetic table games.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Plain = Annotated[bool, typer.Option("--plain", help="Plain words without colour: for screen readers and pipes.")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="LANGUAGE", help="en, fr, de or ja; else your system's.")]


def main() -> None:
    """Runs the command; a complaint is a sentence and exit status 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that can't show a sign shows another
    try:
        app()
    except LudothequeError as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
    except OSError as problem:
        if isinstance(problem, BrokenPipeError):  # the reader of our output went away
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        print(_("{problem}").format(problem=problem), file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


def speak(wish: str | None) -> None:
    if wish is None:
        wish = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    elif preferred(wish) == "en" and not wish.lower().startswith("en"):
        raise OptionError(
            N_("there is no language {wish}; there are {languages}"),
            wish=shortened(wish), languages=", ".join(LANGUAGES),
        )  # fmt: skip
    language.set(preferred(wish))


def screen(plain: bool) -> Console:
    """Plain is without colour; else Rich decides, which knows NO_COLOR."""
    no_colour, no_terminal = (True, False) if plain else (None, None)
    return Console(no_color=no_colour, highlight=False, markup=False, emoji=False, force_terminal=no_terminal)


def version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback(invoke_without_command=True)
def shelf(
    context: typer.Context,
    plain: Plain = False,
    lang: Lang = None,
    show_version: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="Say the version.")] = False,
) -> None:
    """Shows the shelf and, at a keyboard, asks what to play."""
    if context.invoked_subcommand:
        return
    speak(lang)
    open_shelf(screen(plain), plain)


def open_shelf(console: Console, plain: bool) -> None:
    show_shelf(console, plain)
    if sys.stdin is None or not sys.stdin.isatty():
        return
    try:
        chosen = choose_game(console)
    except EOFError:
        return
    if chosen:
        ruleset, players = chosen
        start_session(console, ruleset.game(players).start(), ["casual"], 1, plain=plain, pause=False, seed=None)


def show_shelf(console: Console, plain: bool) -> None:
    boxes = list(enumerate(GAMES.values(), start=1))
    if plain:
        for number, box in boxes:
            title = f"{number} {translated(box.title)} ({box.id})"
            console.print(f"{title}: {facts_in_words(box)}. {translated(box.feel)}", soft_wrap=True)
        return
    console.print(Text("  Ludothèque", style="bold"))
    for number, box in boxes:
        console.print(
            Text.assemble(
                ("  ▐ ", "yellow"), (f"{number} ", "bold yellow"), (translated(box.title), "bold"), (f"  {box.id}", "dim")
            )
        )
        console.print(Text(f"      {translated(box.feel)}"))
        console.print(Text(f"      {facts_in_words(box)}", style="cyan"))
    console.print(Text("  " + "▀" * min(48, console.width - 4), style="orange4"))


def facts_in_words(box: Ruleset) -> str:
    players = f"{box.players[0]}-{box.players[-1]}" if len(box.players) > 1 else str(box.players[0])
    return _("{players} players, from age {age}, {minutes} minutes").format(players=players, age=box.age, minutes=box.minutes)


def choose_game(console: Console) -> tuple[Ruleset, int] | None:
    boxes = list(GAMES.values())
    while True:
        line = console.input(Text(_("Which game? A number, or Enter to leave.") + " ")).strip()
        if not line or line.lower() in ("q", "quit"):
            return None
        if line in GAMES or number(line, 1, len(boxes)):
            break
        console.print(_("There are games 1 to {last}.").format(last=len(boxes)))
    box = GAMES[line] if line in GAMES else boxes[int(line) - 1]
    while True:
        if len(box.players) == 1:
            return box, box.players[0]
        fewest, most = box.players[0], box.players[-1]
        line = console.input(
            Text(_("How many players, {fewest} to {most}?").format(fewest=fewest, most=most) + f" [{fewest}] ")
        ).strip()
        if not line:
            return box, fewest
        wish = number(line, fewest, most)
        if wish in box.players and wish is not None:
            return box, wish


@app.command()
def play(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, such as chipik.")],
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many sit at the table; else as few as can.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    people: Annotated[int, typer.Option("--people", min=0, help="How many of them are people at this keyboard.")] = 1,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="LEVEL", help="novice, casual, club, expert, champion; repeat for each bot."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed deals and plays the same.")] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait after each of your moves; undo takes it back.")] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Plays a game against bots."""
    speak(lang)
    seats = fewest(game_id, people + len(bots or [])) if players is None else players
    table = game(game_id, seats, **options_of(option or []))
    start_session(screen(plain), table.start(), bots or ["casual"], people, plain=plain, pause=pause, seed=seed)


def fewest(game_id: str, wanted: int) -> int | None:
    """How many sit down if nobody says: those who were named, and as many bots as the game needs beside them."""
    counts = GAMES[game_id].players if game_id in GAMES else ()
    return min((count for count in counts if count >= wanted), default=None)


def options_of(words: list[str], example: str = "scoring=halving") -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError(
                N_("'{word}' should be a name and a value, such as {example}"), word=shortened(word), example=example
            )
        if name.strip() == "players":
            raise OptionError(N_("how many play is said with --players"))
        options[name.strip()] = value.strip()
    return options


def start_session(
    console: Console, position: Position, levels: list[str], people: int, *, plain: bool, pause: bool, seed: int | None
) -> None:
    players = position.game.players
    if people > players:
        raise OptionError(N_("{people} people can't sit at a table for {players}"), people=people, players=players)
    if len(levels) > max(1, players - people):
        raise OptionError(
            N_("{bots} bots and {people} people are more than {players} seats"), bots=len(levels), people=people, players=players
        )
    rng = random.Random(seed)
    with getting_ready():
        bots = {
            seat: bot(levels[(seat - people) % len(levels)], position.game, rng.getrandbits(32))
            for seat in range(people, players)
        }
    names = [_("You") if people == 1 else _("Player {number}").format(number=seat + 1) for seat in range(people)]
    names += [f"{levels[number % len(levels)]} bot {number + 1}" for number in range(players - people)]
    run_session(Session(console, position, bots, with_ghost(position, names), plain=plain, pause=pause, rng=rng))


def with_ghost(position: Position, names: list[str]) -> list[str]:
    return names + default_names(len(position.scores()), position.game.players)[position.game.players :]


def run_session(session: Session, kept: Path | None = None) -> None:
    """Plays, and keeps the game: to go on with if it was left, to look at again if it ended."""
    finished = interrupted = False
    problem: LudothequeError | None = None
    for stop in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(stop, signal.default_int_handler)  # as Ctrl-C: the game is kept
    try:
        finished = session.run()
        session.console.print()
    except KeyboardInterrupt:
        interrupted = True
    except BrokenPipeError:
        session.console.quiet = True  # nobody reads any more
    except LudothequeError as of_a_bot:
        problem = of_a_bot  # nobody's game is lost by it
    name = f"{session.game.id}-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    path = state_folder() / "finished" / name if finished else state_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        gamerecord.save(path, session.position, **session.headers())
        if kept:
            kept.unlink(missing_ok=True)
    except OSError as full:
        session.say(_("The game could not be saved: {problem}").format(problem=full.strerror), "red")
    else:
        again = f"{command()} replay {path}" if finished else f"{command()} resume"
        session.say(
            (_("To see it again: {command}") if finished else _("The game is kept. To go on: {command}")).format(command=again)
        )
        if finished:
            session.say(_("To see where it turned: {command}").format(command=f"{command()} analyse {path}"))
    if problem:
        raise problem
    if interrupted:
        raise typer.Exit(130)


def command() -> str:
    """The command as it was typed, if it is not found by its name alone."""
    typed = sys.argv[0]
    if typed.endswith("__main__.py"):
        return "python -m ludotheque"
    return "ludotheque" if which("ludotheque") else typed


def state_folder() -> Path:
    try:
        return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ludotheque"
    except RuntimeError:  # nobody's home
        return Path(tempfile.gettempdir()) / "ludotheque"


@app.command()
def resume(
    file: Annotated[Path | None, typer.Argument(help="A saved game; without it, the last one that was left.")] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait after each of your moves; undo takes it back.")] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Goes on with a game that was saved or left."""
    speak(lang)
    last: Path | None = None  # goes away once the game is over or kept anew
    if file is None:
        kept = sorted(state_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime)
        if not kept:
            raise LudothequeError(N_("no game was left; {command} opens the shelf"), command=command())
        file = last = kept[-1]
    record = load(file)
    if record.position.over:
        raise LudothequeError(N_("this game is over; {command} replay {file} shows it"), command=command(), file=file)
    table = record.position.game
    names = (
        record.seats if len(record.seats) == table.players else [_("You")] + [f"casual bot {s}" for s in range(1, table.players)]
    )
    rng = random.Random()
    bots = {seat: bot(name.split()[0], table, rng.getrandbits(32)) for seat, name in enumerate(names) if " bot " in name}
    names = with_ghost(record.position, names)
    run_session(Session(screen(plain), record.position, bots, names, plain=plain, pause=pause, rng=rng), last)


def load(file: Path) -> gamerecord.GameRecord:
    try:
        return gamerecord.load(file)
    except OSError as problem:
        raise LudothequeError(N_("{file} can't be read: {problem}"), file=file, problem=problem.strerror) from None
    except LudothequeError as problem:
        raise LudothequeError(N_("{file}, {problem}"), file=file, problem=problem) from None


@app.command()
def rules(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, such as calcory.")],
    clause: Annotated[str | None, typer.Argument(help="One clause, such as R13.")] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Prints the rules of a game."""
    speak(lang)
    if game_id not in GAMES:
        game(game_id)
    show_rules(screen(plain), GAMES[game_id], clause or "", plain)


@app.command()
def simulate(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, such as chipik.")],
    players: Annotated[int | None, typer.Option("--players", "-n", help="How many sit at the table.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")] = None,
    fact: Annotated[list[str] | None, typer.Option("--fact", metavar="NAME=VALUE", help="A changed fact: tokens=3.")] = None,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 100_000,
    device: Annotated[str, typer.Option("--device", help="cpu or cuda.")] = "cpu",
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="How many threads; else one a core.")] = None,
    on: Annotated[str, typer.Option("--on", help="ray, or ray://address: on many machines.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    picture: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it too: a .svg or .png file.")] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Plays many games at random and says who wins, how long they take, what happens and how fast it was."""
    speak(lang)
    table = game(game_id, players, **options_of(option or []))
    changes = {name: read_fact(value) for name, value in options_of(fact or [], "tokens=3").items()}
    table = table.with_facts(**changes) if changes else table
    run_simulation(
        screen(plain), table, games,
        seed=seed, device=device, threads=threads, on=on, as_json=as_json, plain=plain, picture=picture,
    )  # fmt: skip


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str, typer.Option("--seat", help="From which seat: its number, or 'onlooker'.")] = "onlooker",
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Steps through a saved game from any seat."""
    speak(lang)
    record = load(file)
    Replay(screen(plain), record, plain).run(seat)
