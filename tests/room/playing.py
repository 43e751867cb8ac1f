"""What a person does in front of a page: looks for what glows, and touches it."""

import re
from random import Random
from typing import Any

OVER = ".result"
MINE = ".say.mine"
BY_LINK, AT_ONE_DEVICE = "People, by a link", "Together on this device"
LONGEST = 120_000  # milliseconds that a whole game may take on a busy machine
TOUCH = """
    const touch = (pick) => {
        const offers = [...document.querySelectorAll(".offers button")];
        const glowing = [...document.querySelectorAll("button.thing.can:not(.touched)")];
        const chosen = offers.length && (pick < 0.7 || !glowing.length) ? offers : glowing;
        chosen[Math.floor(pick * 7919) % chosen.length]?.click();
        return chosen.length > 0;
    };
"""
CHOOSE = TOUCH.replace("const chosen =", "if (offers.length + glowing.length === 1) return false;\n        const chosen =")
SOMEBODY = f"""
    {TOUCH}
    let drawn = seed;
    const random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647;
    const playing = setInterval(() => {{
        if (document.querySelector("{OVER}")) return clearInterval(playing);
        const curtain = document.querySelector(".curtain button");
        if (curtain) return curtain.click();
        if (document.querySelector("{MINE}")) touch(random());
    }}, 10);
"""


def play_now(page: Any, game: str) -> None:
    page.click(f'[data-play="{game}"]')
    page.wait_for_selector(".felt")


def my_turn(page: Any) -> bool:
    """Waits until something is asked of this seat; False if the game is over."""
    page.wait_for_selector(f"{MINE}, {OVER}")
    return page.query_selector(OVER) is None


def touch_something(page: Any, rng: Random) -> bool:
    """One touch of something that glows, or a move that is offered in words; False where nothing does any more."""
    return bool(page.evaluate(f"(pick) => {{ {TOUCH} return touch(pick); }}", rng.random()))


def play_on(page: Any, rng: Random) -> None:
    """Plays this seat at random until the end; where several share the device, they pass it on."""
    sit_down(page, rng)
    page.wait_for_selector(OVER, timeout=LONGEST)


def play_together(pages: list[Any], rng: Random) -> None:
    """Several people, each at their own page, until all see the result."""
    for page in pages:
        sit_down(page, rng)
    for page in pages:
        page.wait_for_selector(OVER, timeout=LONGEST)


def sit_down(page: Any, rng: Random) -> None:
    """Somebody who touches what glows, and lives in the page itself: to drive each touch from here takes ten times as long."""
    page.evaluate(f"(seed) => {{ {SOMEBODY} }}", rng.randrange(1, 2**31 - 1))


def choose_only(page: Any, rng: Random) -> None:
    """Somebody who touches nothing where there is nothing to choose."""
    page.evaluate(f"(seed) => {{ {SOMEBODY.replace(TOUCH, CHOOSE)} }}", rng.randrange(1, 2**31 - 1))


def code_in(page: Any) -> str:
    return str(page.inner_text(".invite .code")).strip()


def choose_and_open(page: Any, game: str, players: int, who: str, *house_rules: str, name: str = "Ada") -> None:
    """Opens a table by way of the dialog."""
    page.click(f'[data-choose="{game}"]')
    dialog = page.locator("dialog")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("radio", name=re.compile(rf"(^|\W){players}$")).check(force=True)
    dialog.get_by_role("radio", name=who).check(force=True)
    if house_rules:
        dialog.locator("summary").click()
    for rule in house_rules:
        dialog.get_by_role("checkbox", name=rule).check()
    dialog.get_by_role("button", name="Open the table").click()


def open_for_people(page: Any, game: str, players: int, *house_rules: str) -> str:
    """Opens a table for people; says its code."""
    choose_and_open(page, game, players, BY_LINK, *house_rules)
    page.wait_for_selector(".lobby")
    return code_in(page)


def come_in(page: Any, name: str, seat: int) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator(".seats li").nth(seat).get_by_role("button", name="Take a seat").click()
    page.wait_for_selector(".felt, .seats li:has-text('You')")
