"""When a game is over: its rounds and reasons on one screen, and what might have gone better, as a good friend says it."""

import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest

from ludotheque import gamerecord
from ludotheque.table.analysis import choices
from tests.room.playing import MINE, OVER, play_on
from tests.room.test_everyone import AXE
from tests.size import not_in_check, sized
from tests.web.house import Person, Server, get, play_by_post

pytestmark = not_in_check

OPEN = """async ([game, players, facts]) => {
    const { openTable } = await import(new URL("page.js", document.querySelector("script[type=module]").src).href);
    const seats = [{ kind: "person" }, ...Array.from({ length: players - 1 }, () => ({ kind: "bot", level: "novice" }))];
    return await openTable({ game, players, seats, facts });
}"""
FITS = """() => {
    const box = document.querySelector(".result").getBoundingClientRect();
    const held = document.querySelector(".tell");
    const whole = (part) => part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth;
    return box.top >= 0 && box.bottom <= innerHeight && whole(held) && [...document.querySelectorAll(".sheet th")].every(whole)
        && document.documentElement.scrollWidth <= innerWidth;
}"""
ANSWER: dict[str, Any] = {
    "decisions": [{
        "step": 20, "turn": 2, "seat": 0, "move": "play 4", "chance": 0.38, "low": 0.3, "high": 0.4, "best": "play 8",
        "best_chance": 0.61, "best_low": 0.6, "best_high": 0.7, "gain": 0.23, "turning": True, "learned": 0.0,
        "move_says": "Play the 4", "best_says": "Play the 8", "why": "So.", "why_best": "Thus.",
    }],
    "returns": [1, 0, 0], "turns": [20], "strange": [[1, 9]] * 3, "enough": True, "own": [0],
}  # fmt: skip
LONGEST = """([rounds]) => {
    const sheet = document.querySelector(".sheet tbody");
    while (sheet.children.length < rounds) sheet.append(sheet.lastChild.cloneNode(true));
}"""
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def finished(page: Any, game: str, players: int, **facts: int) -> None:
    page.goto(urljoin(page.url, page.evaluate(OPEN, [game, players, facts])))
    page.wait_for_selector(".felt")
    play_on(page, Random(3))


@pytest.mark.parametrize(
    ("game", "players"), sized([], [("chip-trick", 3)], [("chip-trick", 3), ("chip-trick", 4), ("calcory", 2), ("chipik", 4)])
)
def test_a_result_fits_one_screen_with_all_its_rounds_also_after_a_reload(
    visitor: Callable[..., Any], game: str, players: int
) -> None:
    page = visitor(viewport=DESK)
    finished(page, game, players, **({"tiles": 1} if game == "chip-trick" else {}))
    before = page.inner_text(f"{OVER} .sheet") if game == "chip-trick" else ""
    rounds = players * 2 + 1  # until somebody has three tiles
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.reload()
        page.wait_for_selector(OVER)
        assert page.evaluate(FITS), size
        assert page.locator(".story .line" if size is DESK else ".reasons li").first.is_visible()
        if before:
            page.evaluate(LONGEST, [rounds])
            assert page.evaluate(FITS), size
            page.reload()
            page.wait_for_selector(OVER)
    if game == "chip-trick":
        assert page.inner_text(f"{OVER} .sheet") == before
        tiles = [int(re.findall(r"(\d+) tile", line)[0]) for line in page.locator(".ranking li").all_inner_texts()]
        assert page.locator(".sheet td .won").count() == sum(tiles)
        assert page.locator(".sheet tbody tr").count() >= max(tiles)
    doors = page.locator(".result > .next > *").all_inner_texts()
    assert doors == ["Play again", "Where the game turned", "Replay", "Back to the shelf"]


@pytest.mark.parametrize("scheme", sized([], ["dark"], ["light", "dark"]))
def test_axe_finds_nothing_in_result_and_review(visitor: Callable[..., Any], axe: str, scheme: str) -> None:
    page = visitor(color_scheme=scheme, bypass_csp=True)
    finished(page, "chip-trick", 3, tiles=1)
    page.evaluate(axe)
    assert page.evaluate(AXE) == []
    told = {**ANSWER, "decisions": [{**ANSWER["decisions"][0], "seat": seat} for seat in range(3)]}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.locator(OVER).get_by_role("link", name="Where the game turned").click()
    page.wait_for_selector(".course .turns")
    for summary in page.locator(".course summary").all():
        summary.click()
    page.evaluate(axe)
    assert page.evaluate(AXE) == []


def test_who_shares_a_victory_is_told_so(visitor: Callable[..., Any], house: Server) -> None:
    """Frames as they come, but with two winners."""
    page = visitor()
    page.add_init_script("""
        const parse = JSON.parse;
        JSON.parse = (text) => {
            const said = parse(text);
            if (said?.result) said.result.winners = [0, 1];
            return said;
        };
    """)
    finished(page, "chipik", 3)
    page.wait_for_selector("text=You won together with Blaise!")


@pytest.fixture
def over(house: Server) -> list[Person]:
    """Long enough that there is something to say of everyone."""
    while True:
        people = house.full_table("chipik", 3)
        play_by_post(people, Random(5))
        position = gamerecord.read(people[0].record()).position
        own = [choice.view.actor == 0 for choice in choices(position.game, position.history)]
        if own.count(True) >= 3 and own.count(False) >= 7:
            return people


def looks_at(page: Any, person: Person) -> None:
    """The page is that person's."""
    kept = person.http.cookies.jar
    page.context.add_cookies(
        [{"name": one.name, "value": one.value, "domain": one.domain.removesuffix(".local"), "path": one.path} for one in kept]
    )


def turning(person: Person, own: int, others: int) -> dict[str, Any]:
    """The analysis of a game, as if so many of one's own moves, and of the others', had cost much."""
    told: dict[str, Any] = get(f"{person.path}/analysis?lang=en", cookies=dict(person.http.cookies), timeout=90).json()
    left = {True: own, False: others}
    for one in told["decisions"]:
        mine = one["seat"] == 0
        one["turning"] = left[mine] > 0
        if one["turning"]:
            left[mine] -= 1
            one |= {"chance": 0.38, "best_chance": 0.61, "gain": 0.23, "why": "So.", "why_best": "Thus."}
    assert left == {True: 0, False: 0}
    return told


@pytest.mark.parametrize("held", [True, False])
def test_the_review_begins_with_ones_own_moves(visitor: Callable[..., Any], over: list[Person], held: bool) -> None:
    page = visitor()
    if held:
        looks_at(page, over[0])
    told = turning(over[0], own=3, others=7) | {"own": [0] if held else []}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{over[0].server.url}/replay/{over[0].match}#turns")
    page.wait_for_selector(".course .chart")
    assert "Each player's chance of winning, turn by turn" in page.inner_text(".course figcaption")
    listed = page.locator(".course > .turns > li")
    if held:
        assert listed.count() == 3
        assert page.locator(".course details .turns > li").count() == 5, "a handful"
        assert not page.locator(".course details .turns").is_visible()
        assert re.match(r"Turn \d+\. You chose: \w.*\. Better: \w.*\.\n+", listed.first.inner_text())
        assert "So." in listed.first.inner_text()
    else:
        assert listed.count() == 5
        assert re.match(r"Turn \d+\. Player \d: \w.*\. Better: \w.*\.\n+", listed.first.inner_text())
        assert "So." not in listed.first.inner_text(), "it speaks to who played"
    assert "That wins about 4 in 10 instead of 6 in 10." in listed.first.inner_text()
    assert not re.search(r"%|[Ss]tep", page.inner_text(".course")), "figures are for those who open them"
    page.locator("summary", has_text="In numbers").click()
    assert "%" in page.inner_text(".course")


def test_each_move_of_the_review_is_played_on_from(visitor: Callable[..., Any], over: list[Person]) -> None:
    page = visitor()
    looks_at(page, over[0])
    told = turning(over[0], own=2, others=1)
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{over[0].server.url}/replay/{over[0].match}#turns")
    mistakes = page.locator(".course > .turns > li")
    second = [one for one in told["decisions"] if one["turning"] and one["seat"] == 0][1]
    assert f"#step-{second['step']}" in str(mistakes.nth(1).locator("a").get_attribute("href"))
    mistakes.nth(1).get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(MINE)
    table = page.evaluate("async (path) => (await fetch(path)).json()", f"/api/v1/matches/{page.url.rpartition('/')[2]}")
    assert second["move"] in table["moves"], "it is one's own turn, as it was"
    assert page.get_attribute(".seat.you", "data-seat") == "0"


def test_others_moves_are_played_on_from_in_their_place(visitor: Callable[..., Any], over: list[Person]) -> None:
    page = visitor()
    looks_at(page, over[0])
    told = turning(over[0], own=0, others=1)
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{over[0].server.url}/replay/{over[0].match}#turns")
    page.wait_for_selector("text=None of your moves cost you much.")
    page.locator("summary", has_text="what the others missed").click()
    page.locator(".course details").get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(MINE)
    other = next(one for one in told["decisions"] if one["turning"])
    assert page.get_attribute(".seat.you", "data-seat") == str(other["seat"])


def test_a_replay_calls_one_you_and_counts_turns(visitor: Callable[..., Any], over: list[Person]) -> None:
    page = visitor()
    looks_at(page, over[0])
    page.goto(f"{over[0].server.url}/replay/{over[0].match}")
    page.wait_for_selector(".seat.you:has-text('You')")
    assert "The start" in page.inner_text(".replay")
    page.get_by_role("button", name="To the end").click()
    page.wait_for_function("() => /Turn (\\d+) of \\1\\b/.test(document.querySelector('.replay').innerText)")
    stranger = visitor(f"/replay/{over[0].match}")
    stranger.wait_for_selector("text=Player 1")
    assert stranger.locator(".seat.you").count() == 0
