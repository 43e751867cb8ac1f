"""Whoever waits is told why, and whoever does not is left alone."""

from typing import Any

import pytest
from rich.console import Console

import ludotheque
from ludotheque.terminal import app, waiting


class AtOnce:
    """A timer without patience."""

    daemon = False
    cancelled = 0

    def __init__(self, seconds: float, says: Any, words: list[str], how: dict[str, Any]) -> None:
        self.start = lambda: says(*words, **how)

    def cancel(self) -> None:
        AtOnce.cancelled += 1


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "Timer", AtOnce)
    monkeypatch.setattr(AtOnce, "cancelled", 0)


def test_it_is_said_once_and_not_any_more_when_all_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.getting_ready() as is_ready:
        assert capsys.readouterr().err == "getting ready; the first time, the rules are compiled …\n"
        is_ready()
        assert AtOnce.cancelled == 1
    assert AtOnce.cancelled == 2


def test_a_failure_ends_the_waiting() -> None:
    with pytest.raises(ZeroDivisionError), waiting.getting_ready():
        raise ZeroDivisionError
    assert AtOnce.cancelled == 1


def test_where_nobody_listens_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.getting_ready(silent=True):
        assert capsys.readouterr().err == ""


def test_it_is_said_while_bots_get_ready(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sat_down: list[Any] = []
    monkeypatch.setattr(app, "run_session", sat_down.append)
    position = ludotheque.game("chipik", 3).start()
    app.start_session(Console(), position, ["novice"], 1, plain=True, pause=False, seed=1)
    assert len(sat_down) == 1
    assert "getting ready" in capsys.readouterr().err
