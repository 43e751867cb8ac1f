"""One page at a table against bots: opened, gone through, and measured in each position."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ludotheque.games import GAMES
from tests.walk.checks import CHECKS, Complaint, Measured, focus_is_kept, move_texts, no_notation_is_shown
from tests.walk.shown import everything_told_is_shown

# The first is the same browser without windows, which takes a third less.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")
SIZES = {320: 640, 390: 844, 768: 1024, 1440: 900, 1920: 1080}
OPEN = """async ([game, players, level]) => {
    const { openTable } = await import(new URL("page.js", document.querySelector("script[type=module]").src).href);
    const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
    return openTable({ game, players, seats: [{ kind: "person" }, ...bots], house: { hints: true, seconds_away: 0 } });
}"""
POSITION = "walk.next().then(() => walk.measured())"
LEVEL = "novice"
ENDS = ("over", "stuck")
BY_KEYBOARD = 0.3  # the share of moves


class Walk(NamedTuple):
    """Which game is gone through, by how many, on a screen how wide."""

    game: str
    players: int
    width: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.width}"


class Found(NamedTuple):
    """What a walk came to."""

    positions: int
    moves: int
    over: bool
    complaints: list[Complaint]


def all_walks() -> list[Walk]:
    return [Walk(game.id, players, width) for width in SIZES for game in GAMES.values() for players in game.players]


@contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *root])
        yield browser
        browser.close()


@cache
def notation_of(game: str) -> re.Pattern[str]:
    return move_texts([move.text for move in GAMES[game].moves])


def gone_through(browser: Any, house: str, walk: Walk, most: int, planted: str = "", pictures: Path | None = None) -> Found:
    """Plays one game, or as much of it as `most` positions; `planted` is a script that spoils the page."""
    size = {"width": walk.width, "height": SIZES[walk.width]}
    context = browser.new_context(viewport=size, locale="en-GB", reduced_motion="reduce", service_workers="block")
    try:
        page = context.new_page()
        page.set_default_timeout(30_000)
        problems: list[Complaint] = []
        page.on("pageerror", lambda problem: problems.append(Complaint("page error", str(problem)[:80], str(problem))))
        page.goto(house)
        address = page.evaluate(OPEN, [walk.game, walk.players, LEVEL])
        context.add_init_script(MEASURE + planted)
        page.goto(house + address)
        page.wait_for_selector(".felt")
        found = played(page, walk, most, pictures)
        return found._replace(complaints=found.complaints + problems)
    finally:
        context.close()


def played(page: Any, walk: Walk, most: int, pictures: Path | None) -> Found:
    rng = Random(walk.name)
    complaints: list[Complaint] = []
    by_keyboard, position, moves, doing = False, 0, 0, ""
    while position < most and doing not in ENDS:
        measured = page.evaluate(POSITION)
        position, doing = position + 1, measured["doing"]
        found = [*complaints_about(measured, walk.game), *(focus_is_kept(measured) if by_keyboard else ())]
        if pictures:
            take_pictures(page, found, complaints, pictures / walk.name)
        complaints += found
        if doing == "stays":
            go_on(page, by_keyboard)
        if doing == "mine":
            by_keyboard, moves = rng.random() < BY_KEYBOARD, moves + 1
            doing = doing if touch(page, by_keyboard, rng) else "stuck"
    if doing == "stuck":
        complaints.append(Complaint("stuck", measured["doing"], page.inner_text(".tell")))
    complaints += everything_told_is_shown(page.evaluate("walk.log()"), doing == "over")
    return Found(position, moves, doing == "over", complaints)


def take_pictures(page: Any, found: list[Complaint], before: list[Complaint], folder: Path) -> None:
    """The page as it was when something was found for the first time."""
    known = {one[:2] for one in before}
    for check, what in {one[:2] for one in found} - known:
        name = re.sub(r"[^a-z0-9]+", "-", f"{check} {what}".lower())[:90]
        page.screenshot(path=folder / f"{name}.png")


def complaints_about(measured: Measured, game: str) -> Iterator[Complaint]:
    for check in CHECKS:
        yield from check(measured)
    yield from no_notation_is_shown(measured, notation_of(game))


def go_on(page: Any, by_keyboard: bool) -> None:
    if by_keyboard:
        page.evaluate("walk.went()")
        page.keyboard.press("Enter")
    else:
        page.evaluate("walk.goOn()")


def touch(page: Any, by_keyboard: bool, rng: Random) -> bool:
    """One touch of something that glows, or a move that is offered in words; False where nothing does."""
    found = page.evaluate(f"(pick) => walk.{'aim' if by_keyboard else 'touch'}(pick)", rng.random())
    if found and by_keyboard:
        page.keyboard.press("Enter")
    return bool(found)
