"""For everyone: any language, keyboard alone, small screens, light and dark, screen readers, and a room without TLS."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludotheque.i18n import LANGUAGES
from tests.room.playing import MINE, my_turn, play_now, touch_something
from tests.size import not_in_check, sized
from tests.web.house import SHELF, Server

pytestmark = not_in_check
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AXE = """axe.run({resultTypes: ['violations']}).then(({violations}) =>
    violations.map(({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 160))]))"""
PLAY = {"en": "Play now", "fr": "Jouer", "de": "Jetzt spielen", "ja": "すぐに遊ぶ"}


@pytest.mark.parametrize("language", sized([], ["ja"], [*LANGUAGES]))
def test_the_browser_chooses_the_language_and_people_can_switch(visitor: Callable[..., Any], language: str) -> None:
    page = visitor(locale=language, quick=False)
    assert page.get_attribute("html", "lang") == language
    assert page.inner_text('[data-play="chipik"]') == PLAY[language]
    other = "fr" if language != "fr" else "de"
    page.get_by_role("link", name=LANGUAGES[other]).click()
    assert page.inner_text('[data-play="chipik"]') == PLAY[other]
    page.goto(page.url.partition("?")[0])
    assert page.get_attribute("html", "lang") == other, "and it stays so"
    play_now(page, "chip-trick-root")
    assert my_turn(page)
    english = ("Play a chip", "Lead a chip", "Take back", "I do the sums")
    assert not any(word in page.inner_text("main") for word in english)


def test_keyboard_alone_from_shelf_to_a_move(visitor: Callable[..., Any]) -> None:
    page = visitor()
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.play") == "toujours-12":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(MINE)
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.you .thing.can')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".touched")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.middle .thing.can')"), "arrows lead to what can be touched next"
    before = page.inner_text(".felt .middle")
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => document.querySelector('.felt .middle').innerText !== before", arg=before)
    page.wait_for_function("() => document.activeElement.closest('.felt')")  # who plays by keyboard is not thrown out
    page.wait_for_function("() => document.querySelector('.story .line')")


@pytest.mark.parametrize("game", sized([], ["calcory"], SHELF))
def test_nothing_scrolls_sideways_on_the_smallest_phone(visitor: Callable[..., Any], game: str) -> None:
    page = visitor(viewport={"width": 320, "height": 640}, has_touch=True)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    play_now(page, game)
    for _ in range(3):
        if my_turn(page):
            touch_something(page, Random(1))
        page.evaluate(DRAWN)
        assert page.evaluate(wide) == 0
    outside = """[...document.querySelectorAll('.felt .thing, .felt button, .felt .name')].filter((thing) => {
        const box = thing.getBoundingClientRect();
        return box.width && (box.left < -1 || box.right > innerWidth + 1);
    }).map((thing) => thing.outerHTML.slice(0, 120))"""
    assert page.evaluate(outside) == []


def test_text_twice_as_large_stays_on_the_page(visitor: Callable[..., Any]) -> None:
    page = visitor(viewport={"width": 900, "height": 800})
    play_now(page, "chip-trick")
    assert my_turn(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_room_without_tls_plays_like_any_other(visitor: Callable[..., Any], house: Server) -> None:
    """As on a LAN: a name that is not localhost, so that the browser takes the origin for insecure."""
    page = visitor(at=f"http://salon.example:{house.port}")
    assert page.evaluate("isSecureContext") is False
    play_now(page, "chipik")
    assert my_turn(page)
    page.locator("button.thing.can").first.click()


def in_the_middle_of(page: Any, game: str) -> bool:
    page.goto(page.url.partition("/")[0] + "//" + page.url.split("/")[2] + "/")
    play_now(page, game)
    for _ in range(3):
        if my_turn(page):
            touch_something(page, Random(1))
    return my_turn(page)


@pytest.mark.parametrize("scheme", sized([], ["dark"], ["light", "dark"]))
@pytest.mark.parametrize("language", sized([], ["en"], [*LANGUAGES]))
def test_axe_finds_nothing(visitor: Callable[..., Any], axe: str, language: str, scheme: str) -> None:
    page = visitor(locale=language, color_scheme=scheme, bypass_csp=True)
    found: dict[str, Any] = {}

    def check(where: str) -> None:
        page.evaluate(axe)
        violations = page.evaluate(AXE)
        if violations:
            found[where] = violations

    check("shelf")
    page.click('[data-choose="chipik"]')
    check("dialog")
    for path in ("/rules/calcory", "/host", "/record", "/table/nowhere"):
        page.goto(page.url.partition("/")[0] + "//" + page.url.split("/")[2] + path)
        check(path)
    for game in SHELF if language == "en" and sized(False, False, True) else SHELF[:1]:
        assert any(in_the_middle_of(page, game) for _ in range(5))  # a short one may be over by then
        check(game)
    assert not found, found
