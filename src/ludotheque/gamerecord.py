"""A finished or unfinished game as a file that people can read.

    ludotheque 1
    game: chipik players=3 seating=by-roll
    version: 1
    date: 2026-11-15
    seats: Ada, random bot, random bot

    roll 1 3 6
    roll 2 2 5
    ...
    = 0 5 3, won by 0

Headers, a blank line, one step a line with chance included, and a closing line: the scores and
who won, or `= unfinished`. A `#` begins a comment. A file without its closing line was cut.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from ludotheque.errors import DamagedRecord, IllegalMove, LudothequeError, UnreadableMove, shortened
from ludotheque.games import from_spec
from ludotheque.i18n import N_
from ludotheque.position import Position

FORMAT = "ludotheque 1"
UNFINISHED = "unfinished"
LARGEST = 16 << 20  # bytes; the longest games are a few hundred kilobytes


@dataclass(frozen=True)
class GameRecord:
    position: Position  # at the end of the record
    headers: dict[str, str] = field(default_factory=dict)  # other than game and version

    @property
    def seats(self) -> list[str]:
        """The names at the table; empty if nobody wrote them down."""
        return [name.strip() for name in self.headers.get("seats", "").split(",") if name.strip()]


def write(position: Position, **headers: str) -> str:
    game = position.game
    lines = [FORMAT, f"game: {game.spec}", f"version: {game.ruleset.version}"]
    lines += [f"{name}: {' '.join(value.replace('#', ' ').split())}" for name, value in headers.items()]
    lines += ["", *position.history, closing_line(position), ""]
    return "\n".join(lines)


def closing_line(position: Position) -> str:
    if not position.over:
        return f"= {UNFINISHED}"
    return f"= {numbers(position.scores())}, won by {numbers(position.winners())}"


def numbers(some: Sequence[int]) -> str:
    return " ".join(map(str, some))


def read(text: str) -> GameRecord:
    """The game a record tells; DamagedRecord names the line and column where it goes wrong."""
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    if not lines or lines[0] != FORMAT:
        raise DamagedRecord(1, 1, N_("this is not a game record: it should begin with '{format}'"), format=FORMAT)
    headers, body = read_headers(lines)
    position = start_of(lines, headers)
    for number in range(body, len(lines)):
        line = lines[number].strip()
        column = len(lines[number]) - len(lines[number].lstrip()) + 1
        if line.startswith("="):
            check_closing(position, line, number + 1, column)
            check_nothing_follows(lines, number + 1)
            return GameRecord(position, {k: v for k, (v, _) in headers.items() if k not in ("game", "version")})
        if line:
            try:
                position.play(line)
            except (IllegalMove, UnreadableMove) as problem:
                raise DamagedRecord(number + 1, column, N_("{problem}"), problem=problem) from None
    raise DamagedRecord(
        len(lines), len(lines[-1]) + 1,
        N_("the record is cut: after {steps} steps its closing line, such as '= unfinished', is missing"),
        steps=len(position.history),
    )  # fmt: skip


def read_headers(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """Each header with its line, and where the moves begin."""
    headers: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            return headers, number
        name, colon, value = line.partition(":")
        if not colon:
            raise DamagedRecord(
                number, 1, N_("a header should be a name, a colon and a value; this is '{text}'"), text=shortened(line)
            )
        printable = "".join(c for c in value if c.isprintable())  # nothing that could command a terminal
        headers[name.strip().lower()] = printable.strip(), number
    raise DamagedRecord(len(lines), len(lines[-1]) + 1, N_("the record is cut: it ends within its headers"))


def start_of(lines: list[str], headers: dict[str, tuple[str, int]]) -> Position:
    if "game" not in headers:
        raise DamagedRecord(2, 1, N_("the header 'game' is missing"))
    spec, line = headers["game"]
    column = lines[line - 1].find(spec) + 1
    if not spec:
        raise DamagedRecord(line, column, N_("the header 'game' is missing"))
    try:
        game = from_spec(spec)
    except LudothequeError as problem:
        raise DamagedRecord(line, column, N_("{problem}"), problem=problem) from None
    version, line = headers.get("version", ("", line))
    if version != str(game.ruleset.version):
        raise DamagedRecord(
            line, 1, N_("this game was played by version {theirs} of the rules of {game}; this is version {ours}"),
            theirs=shortened(version) or "?", game=game.id, ours=game.ruleset.version,
        )  # fmt: skip
    return game.start()


def check_closing(position: Position, line: str, number: int, column: int) -> None:
    ours, theirs = " ".join(closing_line(position).split()), " ".join(line.split())
    if ours != theirs:
        raise DamagedRecord(
            number, column, N_("the record closes with '{theirs}', but its moves lead to '{ours}'"),
            theirs=shortened(theirs), ours=ours,
        )  # fmt: skip


def check_nothing_follows(lines: list[str], number: int) -> None:
    for later in range(number, len(lines)):
        if lines[later].strip():
            raise DamagedRecord(
                later + 1, 1, N_("something follows the closing line: '{text}'"), text=shortened(lines[later].strip())
            )


def save(path: Path, position: Position, **headers: str) -> None:
    """Writes the whole file or nothing: a crash leaves the old one."""
    with NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8") as file:
        try:
            file.write(write(position, **headers))
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def load(path: Path) -> GameRecord:
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise DamagedRecord(1, 1, N_("this file is too large for a game record"))
    try:
        return read(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        column = problem.start - raw.rfind(b"\n", 0, problem.start)
        raise DamagedRecord(line, column, N_("this is not text (UTF-8)")) from None
