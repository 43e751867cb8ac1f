"""The walk finds what is planted in a page, and its checks what is drawn wrong; at length, that all that is told is shown."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from tests.size import not_in_check, only_thorough, sized
from tests.walk.checks import Complaint, Measured, move_texts, no_notation_is_shown, nothing_lies_over_something_else
from tests.walk.kept import keep, kept_of, summarise
from tests.walk.shown import Entry, everything_told_is_shown
from tests.walk.table import CHROMIUM, Found, Walk, chromium, gone_through
from tests.web.house import SHELF, Server

pytestmark = [
    not_in_check,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here"),
]
POSITIONS = 25
ROUND = 90  # until one ends
REWRITTEN = """{
    const Own = window.WebSocket;
    window.WebSocket = class extends Own {
        set onmessage(hear) {
            super.onmessage = ({ data }) => {
                const frame = JSON.parse(data);
                const beats = frame.beats ?? [];
                %s
                hear({ data: JSON.stringify(frame) });
            };
        }
    };
}"""
SWAPPED = """const [one, other] = beats;
                if (other) [one.event, one.lines, other.event, other.lines] = [other.event, other.lines, one.event, one.lines];"""
STYLED = "{ const sheet = new CSSStyleSheet(); sheet.replaceSync('%s'); document.adoptedStyleSheets = [sheet]; }"
PLANTED = {
    "dropped": REWRITTEN % "if (beats.length > 1) beats.pop();",
    "out of order": REWRITTEN % SWAPPED,
    "too short": REWRITTEN % "for (const beat of beats) beat.lasts /= 2;",
    "did not wait": REWRITTEN % "for (const beat of beats) beat.stays = '';",
    "shown and not told": REWRITTEN % "for (const beat of beats) beat.lines = [{ text: 'No!' }];",
    "covered": STYLED % ".felt::after { content: \"\"; position: absolute; inset: 0; z-index: 9 }",
    "overlap": STYLED % ".seat.you { translate: 0 -60px }",
    "cut off": STYLED % ".seat.you { translate: 0 60px }",
    "text left out": STYLED % ".goal { width: 5em; overflow: hidden; white-space: nowrap; display: block }",
    "small chip": STYLED % ".seat.you .thing.chip svg { width: 80px !important }",
    "small text": STYLED % ".goal { font-size: 12px !important }",
    "small text that a move needs": STYLED % ".say { font-size: 15px !important }",
    "scrolls sideways": STYLED % ".room { width: 110vw }",
    "page scrolls": STYLED % ".room { height: 110vh }",
    "small to press": STYLED % ".tools button { min-height: 30px !important; height: 30px }",
    "gold and not to be pressed": STYLED % ".goal { background: var(--gold) }",
    "focus lost": "addEventListener('keyup', () => document.activeElement.blur());",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("walk") / "tables.db") as server:
        yield server.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """No longer than a module: while Playwright runs, no other test in this process could start an event loop."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with chromium() as browser:
        yield browser


def checks_of(found: Found) -> set[str]:
    return {complaint.check for complaint in found.complaints}


@pytest.mark.parametrize("fault", sized([], ["dropped", "too short", "covered"], [*PLANTED]))
def test_what_is_planted_is_found(browser: Any, house: str, fault: str) -> None:
    walk = Walk("chip-trick-root", 3, 1440)
    assert fault in checks_of(gone_through(browser, house, walk, ROUND if fault == "did not wait" else POSITIONS, PLANTED[fault]))


FULL = [Walk(game, ludotheque.GAMES[game].players[-1], width) for game in SHELF for width in (390, 1440)]
TOLD = {"dropped", "out of order", "too short", "did not wait", "shown and not told", "notation"}


@only_thorough
@pytest.mark.parametrize("walk", FULL, ids=lambda walk: walk.name)
def test_all_that_is_told_is_shown_in_the_pages_as_they_are(browser: Any, house: str, walk: Walk) -> None:
    """What lies where, and how large, `make walk` looks at."""
    assert not checks_of(gone_through(browser, house, walk, POSITIONS)) & TOLD


def test_what_is_kept_counts_for_the_same_pages_alone(tmp_path: Path) -> None:
    walk, twice = Walk("chipik", 3, 390), [Complaint("cut off", "die", "3 px", 3), Complaint("cut off", "die", "9 px", 9)]
    keep(walk, Found(7, 2, True, twice), 1.0, "these", tmp_path)
    assert kept_of(walk, "others", tmp_path) is None
    summary = summarise([walk], "these", tmp_path, tmp_path / "summary.json")
    about = {"game": "chipik", "players": 3, "width": 390}
    assert summary["complaints"] == [about | {"check": "cut off", "what": "die", "times": 2, "example": "9 px"}]
    assert summarise([walk], "others", tmp_path, tmp_path / "summary.json")["walks"] == 0


# --- the checks by themselves ------------------------------------------------------------------------


def told(event: str, lasts: int = 1000, at: float = 0, stays: bool = False, own: bool = False) -> Entry:
    return {"is": "told", "at": at, "event": event, "text": event, "lasts": lasts, "stays": stays, "own": own}


def shown(event: str, at: float) -> Entry:
    return {"is": "shown", "at": at, "event": event, "text": event}


def gone(at: float) -> Entry:
    return {"is": "gone", "at": at}


def complaints(*log: Entry, at_rest: bool = True) -> list[tuple[str, str]]:
    return [(one.check, one.what) for one in everything_told_is_shown([*log], at_rest)]


def test_what_is_shown_in_its_order_for_its_time_is_fine() -> None:
    assert complaints(told("LED"), told("WON"), shown("LED", 0), gone(1000), shown("WON", 1000), gone(2000)) == []
    assert complaints(told("LED", own=True), shown("LED", 0), gone(300)) == []


def test_what_is_left_out_or_moved_or_made_up_is_not() -> None:
    assert complaints(told("LED"), told("WON"), shown("LED", 0), gone(1000)) == [("dropped", "WON")]
    assert complaints(told("LED"), told("WON"), shown("LED", 0), gone(1000), at_rest=False) == []
    swapped = complaints(told("LED"), told("WON"), shown("WON", 0), gone(1000), shown("LED", 1000), gone(2000))
    assert {check for check, _ in swapped} == {"out of order"}
    assert complaints(shown("LED", 0), gone(1000)) == [("shown and not told", "LED")]


def test_what_goes_too_soon_is_not() -> None:
    assert complaints(told("LED"), shown("LED", 0), gone(900)) == [("too short", "LED")]
    waits = told("WON", stays=True)
    assert complaints(waits, shown("WON", 0), gone(1000)) == [("did not wait", "WON")]
    assert complaints(waits, shown("WON", 0), {"is": "went on", "at": 200}, gone(200)) == []


def test_the_same_twice_running_looks_like_once() -> None:
    found = complaints(told("LED"), told("LED"), shown("LED", 0), gone(2000))
    assert found == [("looks like the one before", "LED")]


def test_much_that_waits_may_pass_twice_as_quickly() -> None:
    many = [told(f"B{n}") for n in range(12)]
    passed = [entry for n in range(12) for entry in (shown(f"B{n}", n * 500), gone(n * 500 + 500))]
    assert {what for _, what in complaints(*many, *passed)} == {f"B{n}" for n in range(1, 12)}


def a_part(kind: str, box: tuple[int, int, int, int], zone: str = "", **more: Any) -> Measured:
    about = {"is": kind, "box": box, "zone": zone, "thing": "", "round": False, "inside": "", "of": "own", "kind": kind}
    return {**about, "says": kind, "where": "", **more}


def test_things_of_one_zone_may_overlap_and_others_may_not() -> None:
    hand = a_part("thing", (0, 0, 50, 50), "hand0", thing="a")
    fanned, trick = hand | {"thing": "b"}, hand | {"thing": "c", "zone": "trick"}
    assert not [*nothing_lies_over_something_else({"parts": [hand, fanned]})]
    assert [*nothing_lies_over_something_else({"parts": [hand, trick]})]
    assert [*nothing_lies_over_something_else({"parts": [hand, a_part("say", (40, 40, 90, 60))]})]


def test_notation_is_found_as_a_phrase() -> None:
    notation = move_texts(["play 4", "play 11", "pass"])
    for says, count in (("play 4", 1), ("Now play 11!", 1), ("play 42", 0), ("pass", 0), ("display 4", 0)):
        assert len([*no_notation_is_shown({"texts": [{"says": says, "where": ""}]}, notation)]) == count
