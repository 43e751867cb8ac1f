"""Games of other packages: whatever is wrong with one, the shelf stands, and says which was left off and why."""

import dataclasses
import logging
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ludotheque import games
from ludotheque.game import Ruleset
from ludotheque.games import GAMES, bring
from ludotheque.kit.complete import fields_declared_twice
from ludotheque.kit.events import Event
from ludotheque.scene import Scene
from ludotheque.view import View
from tests.sixth_game import SIXTH, treize

GUEST = dataclasses.replace(SIXTH, id="guest")
UNTOLD = dataclasses.replace(GUEST, rules=dataclasses.replace(GUEST.rules, events=(*GUEST.rules.events, Event("R1"))))


def saying(reasons: dict[Any, tuple[str, str]]) -> Ruleset:
    text: Any = SimpleNamespace(Reason=treize.Reason, REASONS=reasons)
    return dataclasses.replace(GUEST, text=text)


def asks_for_what_is_hidden(view: View) -> Scene:
    sight: Any = view.sight
    return sight.roll  # type: ignore[no-any-return]


SECRETIVE = dataclasses.replace(GUEST, scene=asks_for_what_is_hidden)
WORDLESS = saying({treize.Reason.GAME_OVER: ("R5", "it is over")})
LAWLESS = saying(dict.fromkeys(treize.Reason, ("R33", "not now")))
BOOKLESS = dataclasses.replace(GUEST, rulebook=Path("nowhere.md"))
FACTLESS = dataclasses.replace(GUEST, facts=lambda players, cards: ())
NO_RULESET = "a string"


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    for id in list(GAMES):
        monkeypatch.setitem(GAMES, id, GAMES[id])  # as it was, after each test
    monkeypatch.delitem(GAMES, "guest", raising=False)


def brought(name: str, value: str, caplog: pytest.LogCaptureFixture) -> str:
    """What the log says."""
    before = dict(GAMES)
    with caplog.at_level(logging.WARNING):
        bring(EntryPoint(name, f"tests.games.test_guests:{value}", "ludotheque.games"))
    if caplog.messages:
        assert before == GAMES
    return "\n".join(caplog.messages)


def test_a_guest_stands_on_the_shelf(caplog: pytest.LogCaptureFixture) -> None:
    assert brought("guest", "GUEST", caplog) == ""
    assert GAMES.pop("guest") is GUEST


def test_whatever_is_installed_is_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("nowhere", "tests.games.test_guests:NOWHERE", "ludotheque.games")]
    points += [EntryPoint("guest", "tests.games.test_guests:GUEST", "ludotheque.games")]
    monkeypatch.setattr(games, "entry_points", lambda group: [point for point in points if point.group == group])
    games.bring_all()
    assert GAMES.pop("guest") is GUEST
    assert "nowhere" not in GAMES


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("guest", "NOWHERE", "AttributeError: module 'tests.games.test_guests' has no attribute 'NOWHERE'"),
        ("guest", "NO_RULESET", "'str' object has no attribute 'id'"),
        ("guest", "FACTLESS", "TypeError: "),
        (
            "guest",
            "SECRETIVE",
            "'roll' is no field of tests.sixth_game.treize.Sight: in the state it is hidden, unless it says Open",
        ),
        ("guest", "WORDLESS", "treize.py: Reason.NOT_NOW has no entry in REASONS; add its clause and a sentence"),
        ("guest", "LAWLESS", "treize.py: Reason.OK cites R33, and "),
        ("guest", "BOOKLESS", "No such file or directory: 'nowhere.md'"),
        ("guest", "UNTOLD", "is declared and never told; tell it in"),
        ("calcory", "GUEST", "its entry point is called 'calcory' and its ruleset 'guest'; both need one new name"),
        ("treize", "SIXTH", "its entry point is called 'treize' and its ruleset 'treize'; both need one new name"),
    ],
)
def test_what_is_wrong_with_a_guest(name: str, value: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    said = brought(name, value, caplog)
    assert said.startswith(f"the game tests.games.test_guests:{value} is left off the shelf: ")
    assert why in said


def test_a_field_that_is_declared_twice(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("class State:\n    coins: list[int]\n    turn: int\n    coins: int\n\nclass Sight(State):\n    turn: int\n")
    rules = ModuleType("rules")
    rules.__file__ = str(file)
    assert list(fields_declared_twice(rules)) == ["State declares 'coins' twice; rename one of them"]
