"""The ladder: every game, the fewest and the most players, and an answer that can be no."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ludotheque
from ludotheque import OptionError
from ludotheque.lab import command, ladder
from ludotheque.lab.contest import Contest
from ludotheque.lab.workers import Workers
from tests.lab.planted import plant
from tests.sixth_game import SIXTH


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two levels that play at once, and fewer deals."""
    plant(monkeypatch)
    monkeypatch.setattr(ladder, "LEVELS", ("random", "last"))
    monkeypatch.setattr(ladder, "DEALS", {})
    monkeypatch.setattr(ladder, "USUAL", (60,))


def climb(*ids: str, **how: Any) -> tuple[bool, str]:
    out = io.StringIO()
    console = Console(file=out, width=160, highlight=False, markup=False)
    return command.ladder(console, ids, workers=Workers(1), **how), out.getvalue()


def test_every_level_meets_the_one_below_it_at_every_table() -> None:
    found: dict[Contest, int] = ladder.rungs(list(ludotheque.GAMES))
    tables = {(contest.game.split()[0], contest.game.split()[1]) for contest in found}
    for id, box in ludotheque.GAMES.items():
        assert {(id, f"players={count}") for count in (box.players[0], box.players[-1])} <= tables
    pairs = {tuple(entrant.level for entrant in contest.entrants) for contest in found}
    assert pairs == {("casual", "novice"), ("club", "casual"), ("expert", "club"), ("champion", "expert")}
    assert len(found) == 4 * len(tables)
    assert all(deals >= 30 for deals in found.values())
    assert all(0.1 <= contest.budget <= 1 for contest in found)
    shelf = [box for id, box in ludotheque.GAMES.items() if id != SIXTH.id]
    assert set(ladder.DEALS) == {(box.id, count) for box in shelf for count in (box.players[0], box.players[-1])}


@pytest.mark.usefixtures("short")
def test_a_ladder_that_holds_is_told_and_written(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    holds, text = climb("chip-trick-root", result=file)
    assert holds
    assert "▲ beats it" in text
    assert "1 of 1 rungs are shown" in text
    rung = json.loads(file.read_text("utf-8"))["rungs"][0]
    assert (rung["one"], rung["others"], rung["deals"], rung["games"], rung["verdict"]) == ("last", "random", 60, 180, "above")
    assert 0 < rung["low"] < rung["mean"] < rung["high"]


@pytest.mark.usefixtures("short")
def test_a_ladder_that_does_not_hold_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "LEVELS", ("last", "random"))
    holds, text = climb("chip-trick-root", plain=True)
    assert not holds
    assert "chip-trick-root, 3 players, random among last: margin -0" in text
    assert "not shown" in text


@pytest.mark.usefixtures("short")
def test_a_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "work.jsonl"
    whole = climb("chip-trick-root", plain=True)
    climb("chip-trick-root", kept=kept)
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 12
    kept.write_text("".join(lines[3:8]), encoding="utf-8")
    assert climb("chip-trick-root", plain=True, kept=kept) == whole
    assert len(kept.read_text("utf-8").splitlines()) == 12


def test_a_game_nobody_knows_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no game chess"):
        climb("chip-trick-root", "chess")
