"""What a page shows, and when: its showing, driven by a clock that the test turns."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ludotheque.web import files
from tests.size import not_in_check
from tests.web.house import Server

pytestmark = not_in_check

# Frames come in at their times; touches are at theirs. Says what was shown, and when.
DRIVE = """async ([module, pace, you, frames, touches, until]) => {
    const { arrived, due, goOn, hold, letGo, next, nothing } = await import(module);
    const acts = { goOn, hold, letGo };
    const showing = nothing(pace);
    const todo = [...frames.map(([at, frame]) => [at, () => arrived(showing, frame, you)]),
                  ...touches.map(([at, act]) => [at, () => acts[act](showing, at)])].sort(([a], [b]) => a - b);
    const shown = [];
    for (let now = 0; now <= until; ) {
        while (todo.length && todo[0][0] <= now) todo.shift()[1]();
        for (let item = next(showing, now); item; item = next(showing, now))
            shown.push([now, item.beat?.event ?? "rest", item.beat?.scene ?? null]);
        const times = [due(showing), todo[0]?.[0]].filter((at) => at !== null && at !== undefined);
        if (!times.length) break;
        now = Math.max(now, Math.min(...times));
    }
    return shown;
}"""
Drive = Callable[..., list[tuple[float, str]]]


@pytest.fixture(scope="module")
def clock(browser: Any, house: Server) -> Iterator[Callable[..., list[Any]]]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(house.url)
    module = f"/static/{files.VERSION}/showing.js"

    def drive(*frames: Any, pace: str = "normal", you: int | None = 0, touches: Any = (), until: float = 60_000) -> list[Any]:
        timed = [[*frame] if isinstance(frame, tuple) else [0, frame] for frame in frames]
        return list(page.evaluate(DRIVE, [module, pace, you, timed, [[*touch] for touch in touches], until]))

    yield drive
    context.close()


@pytest.fixture
def drive(clock: Callable[..., list[Any]]) -> Drive:
    return lambda *frames, **about: [(at, what) for at, what, _scene in clock(*frames, **about)]


def beat(event: str, lasts: int = 1000, stays: str = "", seat: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "event": event,
        "lasts": lasts,
        "stays": stays,
        "seat": seat,
        "turn": 1,
        "begins": False,
        "lines": [{"text": event}],
        **more,
    }


def frame(*beats: dict[str, Any], seat: int = 1, by: str = "bot") -> dict[str, Any]:
    return {"seat": seat, "by": by, "names": ["You", "Bo"], "seats": [], "beats": list(beats)}


def test_one_thing_after_another_and_then_the_table_at_rest(drive: Drive) -> None:
    one, two = frame(beat("LED", 1000), beat("WON", 1500)), frame(beat("TOOK", 500))
    assert drive(one, two) == [(0, "LED"), (1000, "WON"), (2500, "rest"), (2500, "TOOK"), (3000, "rest")]


def test_what_comes_later_waits_for_what_is_being_shown(drive: Drive) -> None:
    assert drive(frame(beat("LED")), (300, frame(beat("PLAYED")))) == [
        (0, "LED"),
        (1000, "rest"),
        (1000, "PLAYED"),
        (2000, "rest"),
    ]


@pytest.mark.parametrize(("pace", "lasts"), [("calm", 1700), ("normal", 1000), ("quick", 450), ("once", 0), ("strange", 1000)])
def test_each_pace(drive: Drive, pace: str, lasts: int) -> None:
    assert drive(frame(beat("LED"), beat("WON")), pace=pace) == [(0, "LED"), (lasts, "WON"), (2 * lasts, "rest")]


def test_a_result_stays_until_each_goes_on(drive: Drive) -> None:
    told = frame(beat("RESULT", 4000, "each"), beat("DEALT"))
    assert drive(told) == [(0, "RESULT")]
    assert drive(told, touches=[(9000, "goOn")]) == [(0, "RESULT"), (9000, "DEALT"), (10_000, "rest")]
    assert drive(told, touches=[(500, "goOn")])[1] == (500, "DEALT"), "also sooner"


def test_an_onlooker_is_not_asked_to_go_on(drive: Drive) -> None:
    assert drive(frame(beat("RESULT", 4000, "each")), you=None) == [(0, "RESULT"), (4000, "rest")]


def test_what_stays_for_its_own_seat_passes_for_others(drive: Drive) -> None:
    assert drive(frame(beat("BUST", 4000, "own", seat=0)), you=0) == [(0, "BUST")]
    assert drive(frame(beat("BUST", 4000, "own", seat=1)), you=0) == [(0, "BUST"), (4000, "rest")]


def test_at_once_nothing_stays_and_nothing_is_left_out(drive: Drive) -> None:
    assert drive(frame(beat("BUST", 4000, "own", seat=0), beat("RESULT", 4000, "each")), pace="once") == [
        (0, "BUST"), (0, "RESULT"), (0, "rest"),
    ]  # fmt: skip


def test_as_long_as_it_is_held_it_stays(drive: Drive) -> None:
    assert drive(frame(beat("LED")), touches=[(400, "hold"), (5000, "letGo")]) == [(0, "LED"), (5600, "rest")]
    assert drive(frame(beat("LED")), touches=[(400, "hold")]) == [(0, "LED")]


def test_going_on_with_nothing_shown_skips_nothing(drive: Drive) -> None:
    later = [(100, "goOn"), (200, "letGo"), (300, "hold"), (350, "letGo")]
    assert drive((500, frame(beat("LED"))), touches=later) == [(500, "LED"), (1500, "rest")]


def test_what_one_did_oneself_is_known_already(drive: Drive) -> None:
    """Its first beat passes quickly; what follows from it doesn't."""
    assert drive(frame(beat("LED", seat=0), beat("WON"), seat=0, by="person")) == [(0, "LED"), (300, "WON"), (1300, "rest")]


def test_where_much_waits_it_passes_more_quickly_and_all_of_it_is_shown(drive: Drive) -> None:
    shown = drive(*(frame(beat(f"B{number}")) for number in range(20)))
    assert [what for _, what in shown if what != "rest"] == [f"B{number}" for number in range(20)]
    times = [at for at, what in shown if what != "rest"]
    assert times[1] - times[0] == 500
    assert times[-1] - times[-2] == 1000


def test_zones_that_lie_as_before_are_filled_in(clock: Callable[..., list[Any]]) -> None:
    hand, trick = {"id": "hand0", "things": [4]}, {"id": "trick", "things": []}
    scenes = [{"zones": [hand, trick]}, {"zones": ["hand0", {"id": "trick", "things": [7]}]}, {"zones": ["hand0", "trick"]}]
    shown = clock(frame(*(beat(f"B{number}", scene=scene) for number, scene in enumerate(scenes))))
    drawn = [scene["zones"] for _, what, scene in shown if what != "rest"]
    assert drawn == [[hand, trick], [hand, {"id": "trick", "things": [7]}], [hand, {"id": "trick", "things": [7]}]]
