"""Game records: they come back as they were, and a damaged one says where."""

from pathlib import Path
from random import Random

import pytest

from ludotheque import DamagedRecord, gamerecord
from tests.size import sized
from tests.table import game, random_step


def finished() -> str:
    rng, position = Random(1), game("chipik", 3).start()
    while not position.over:
        random_step(position, rng)
    return gamerecord.write(position, date="2026-11-15", seats="Ada, Bo # the dog\nx, Cleo")


GOOD = finished()


def test_a_record_reads_back() -> None:
    record = gamerecord.read(GOOD)
    assert record.seats == ["Ada", "Bo the dog x", "Cleo"]
    assert record.headers["date"] == "2026-11-15"
    assert record.position.over
    assert gamerecord.write(record.position, **record.headers) == GOOD


def test_headers_do_not_command_the_terminal() -> None:
    hostile = GOOD.replace("seats: Ada", "seats: \x1b]0;PWNED\x07\x1b[2JMallory")
    assert gamerecord.read(hostile).seats[0] == "]0;PWNED[2JMallory"


def test_comments_blank_lines_and_other_line_ends_are_welcome() -> None:
    noisy = GOOD.replace("\nroll", "  # thrown\n\n   ROLL", 3).replace("\n", "\r\n")
    assert gamerecord.read(noisy).position.history == gamerecord.read(GOOD).position.history


@pytest.mark.parametrize("cut", range(1, len(GOOD.rstrip()), sized(17, 3, 1)))
def test_a_record_cut_anywhere_is_noticed(cut: int) -> None:
    if GOOD[:cut].rstrip() != GOOD.rstrip():
        with pytest.raises(DamagedRecord):
            gamerecord.read(GOOD[:cut])


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "this is not a game record: it should begin with 'ludotheque 1'"),
        ("PGN\n", 1, 1, "this is not a game record"),
        ("ludotheque 1\ngame: chipik players=3", 2, 23, "it ends within its headers"),
        ("ludotheque 1\nwhat is this\n\n", 2, 1, "a header should be a name, a colon and a value; this is 'what is this'"),
        ("ludotheque 1\nversion: 1\n\n", 2, 1, "the header 'game' is missing"),
        ("ludotheque 1\ngame:\nversion: 1\n\n", 2, 1, "the header 'game' is missing"),
        ("ludotheque 1\ngame: chpik players=3\nversion: 1\n\n", 2, 7, "there is no game chpik"),
        ("ludotheque 1\ngame: chipik players=3\n\n", 2, 1, "version ? of the rules of chipik; this is version 1"),
        ("ludotheque 1\ngame: chipik players=3\nversion: 7\n\n", 3, 1, "version 7 of the rules"),
        ("ludotheque 1\ngame: chipik players=3\nversion: 1\n\n", 4, 1, "after 0 steps its closing line"),
        (
            "ludotheque 1\ngame: chipik players=3\nversion: 1\n\nroll 1 1 1\n  roll 7 7 7\n",
            6,
            3,
            "'roll 7 7 7' is not a move of chipik",
        ),
        (
            "ludotheque 1\ngame: chipik players=3\nversion: 1\n\nroll 1 1 1\nroll 1 1\n",
            6,
            1,
            "illegal 'roll 1 1': dice to be thrown now: 3",
        ),
        ("ludotheque 1\ngame: chipik players=3\nversion: 1\n\nroll 1 1 1\n= 4 4 4\n", 6, 1, "its moves lead to '= unfinished'"),
        (
            "ludotheque 1\ngame: chipik players=3\nversion: 1\n\n= unfinished\nroll 1 1 1\n",
            6,
            1,
            "something follows the closing line",
        ),
    ],
)
def test_a_damaged_record_names_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(DamagedRecord) as problem:
        gamerecord.read(text)
    assert (problem.value.line, problem.value.column) == (line, column)
    assert says in str(problem.value)
    assert str(problem.value).startswith(f"line {line}, column {column}: ")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    position = gamerecord.read(GOOD).position
    gamerecord.save(path, position, seats="Ada, Bo, Cleo")
    kept = path.read_text()
    assert gamerecord.load(path).seats == ["Ada", "Bo", "Cleo"]

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        gamerecord.save(path, position, seats="X")
    assert path.read_text() == kept
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"ludotheque 1\ngame: \xff\xfe\n")
    with pytest.raises(DamagedRecord, match="line 2, column 7: this is not text"):
        gamerecord.load(path)
    path.write_bytes(b"x" * (gamerecord.LARGEST + 1))
    with pytest.raises(DamagedRecord, match="too large"):
        gamerecord.load(path)
