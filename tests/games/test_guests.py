"""Games of other packages: whatever is wrong with one, the shelf stands, and says which was left off and why."""

import dataclasses
import logging
from importlib.metadata import EntryPoint

import pytest

from ludotheque.games import GAMES, bring
from ludotheque.kit.events import Event
from tests.sixth_game import SIXTH

GUEST = dataclasses.replace(SIXTH, id="guest")
UNTOLD = dataclasses.replace(GUEST, rules=dataclasses.replace(GUEST.rules, events=(*GUEST.rules.events, Event("R1"))))
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


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("guest", "NOWHERE", "AttributeError: module 'tests.games.test_guests' has no attribute 'NOWHERE'"),
        ("guest", "NO_RULESET", "'str' object has no attribute 'id'"),
        ("guest", "FACTLESS", "TypeError: "),
        ("guest", "UNTOLD", "is declared and never told; tell it in"),
        ("calcory", "GUEST", "its entry point is called 'calcory' and its ruleset 'guest'; both need one new name"),
        ("treize", "SIXTH", "its entry point is called 'treize' and its ruleset 'treize'; both need one new name"),
    ],
)
def test_what_is_wrong_with_a_guest(name: str, value: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    said = brought(name, value, caplog)
    assert said.startswith(f"the game tests.games.test_guests:{value} is left off the shelf: ")
    assert why in said
