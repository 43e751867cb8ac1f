"""Interrupted work goes on where it was, and comes out as if it never had been."""

import json
from pathlib import Path

import pytest

import ludotheque
from ludotheque.lab import kept, running, workers
from ludotheque.lab.contest import CROSS, Contest, Piece, Rotation, played
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.kept import Kept
from ludotheque.lab.workers import Workers

CONTEST = Contest(ludotheque.game("chip-trick", 2).with_facts(tiles=1).spec, CROSS, read_entrants("random,random"), seed=1)
DEALS = 30  # six pieces


class Interrupted(Exception):
    pass


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Piece]:
    """Every piece that is really played."""
    pieces: list[Piece] = []

    def watched(piece: Piece) -> list[Rotation]:
        pieces.append(piece)
        return played(piece)

    monkeypatch.setattr(workers, "played", watched)
    return pieces


def run(file: Path | None, stop_after: int = 1000) -> list[Rotation]:
    done = 0

    def progress(games: int) -> None:
        nonlocal done
        done += 1
        if done == stop_after:
            raise Interrupted

    return running.run({CONTEST: DEALS}, Workers(1), Kept(file), progress)[CONTEST]


def test_what_was_interrupted_goes_on_where_it_was(tmp_path: Path, asked: list[Piece]) -> None:
    whole = run(None)
    asked.clear()
    file = tmp_path / "work.jsonl"
    with pytest.raises(Interrupted):
        run(file, stop_after=4)
    assert len(asked) == 4
    assert run(file) == whole
    assert len(asked) == len(set(asked)) == 6
    assert run(file) == whole
    assert len(asked) == 6


def test_a_torn_line_is_played_again_and_harms_no_other(tmp_path: Path, asked: list[Piece]) -> None:
    file = tmp_path / "work.jsonl"
    whole = run(file)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:4]) + lines[4][:50], encoding="utf-8")
    asked.clear()
    assert run(file) == whole
    assert [piece.first for piece in asked] == [20, 25]
    asked.clear()
    assert run(file) == whole
    assert not asked


@pytest.mark.parametrize("line", [b"", b"[]", b"3", b'{"piece": 1}', b'"piece rotations"', b"\x00\x00", b"\x89PNG"])
def test_a_line_that_is_no_work_is_passed_over(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "work.jsonl"
    file.write_bytes(line + b"\n")
    assert not Kept(file).done


def test_work_of_other_code_or_settings_is_not_taken(tmp_path: Path, asked: list[Piece], monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "work.jsonl"
    run(file)
    asked.clear()
    other = Contest(CONTEST.game, CONTEST.seating, CONTEST.entrants, seed=1, budget=0.5)
    running.run({other: 5}, Workers(1), Kept(file))
    assert len(asked) == 1
    monkeypatch.setattr(kept, "fingerprint", lambda: "another")
    run(file)
    assert len(asked) == 7


def test_a_line_says_all_that_decides(tmp_path: Path) -> None:
    file = tmp_path / "work.jsonl"
    run(file)
    entry = json.loads(file.read_text("utf-8").splitlines()[0])
    contest = entry["piece"].pop("contest")
    assert contest["game"] == CONTEST.game
    assert (contest["seed"], contest["budget"], contest["seating"]) == (1, 1.0, "cross")
    assert contest["entrants"] == [["random", "random", 0.0], ["random #2", "random", 0.0]]
    assert set(entry["piece"]) == {"first", "end", "code"}


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        5,
        "x",
        [[1]],
        [[]] * 5,
        [[[9, 9]] * 2] * 5,
        [[["a", "b"]] * 2] * 5,
        [[[float("nan")] * 2] * 2] * 5,
        [[[1.0, 0.0]]] * 5,
        [[[]] * 2] * 5,
    ],
)
def test_what_was_damaged_is_played_again(tmp_path: Path, asked: list[Piece], damaged: object) -> None:
    file = tmp_path / "work.jsonl"
    whole = run(file)
    first, *rest = file.read_text("utf-8").splitlines()
    lines = [json.dumps({**json.loads(first), "rotations": damaged}), *rest, "[" * 100_000]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    asked.clear()
    assert run(file) == whole
    assert len(asked) == 1


def test_a_game_that_was_cut_is_taken_up(tmp_path: Path, asked: list[Piece]) -> None:
    file = tmp_path / "work.jsonl"
    run(file)
    first, *rest = file.read_text("utf-8").splitlines()
    entry = json.loads(first)
    entry["rotations"][0][0] = None
    file.write_text("\n".join([json.dumps(entry), *rest]) + "\n", "utf-8")
    asked.clear()
    run(file)
    assert not asked
