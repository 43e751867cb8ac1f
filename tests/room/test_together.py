"""People come and go, connections break, houses restart; the table is there again, at the right move."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.room.playing import (
    AT_ONE_DEVICE,
    MINE,
    OVER,
    choose_and_open,
    come_in,
    my_turn,
    open_for_people,
    play_now,
    play_on,
    touch_something,
)
from tests.size import not_in_check, sized
from tests.web.house import Person, Server

pytestmark = not_in_check
GAME = "chip-trick-root"


def trio(visitor: Callable[..., Any], game: str = GAME) -> list[Any]:
    first = visitor()
    code = open_for_people(first, game, 3)
    pages = [first]
    for seat in (1, 2):
        page = visitor(f"/join/{code}")
        come_in(page, f"Guest {seat}", seat)
        pages.append(page)
    for page in pages:
        page.wait_for_selector(".felt")
    return pages


def mover(pages: list[Any]) -> Any:
    while True:
        for page in pages:
            if page.query_selector(MINE):
                return page
        pages[0].wait_for_timeout(10)


def asked(page: Any) -> str:
    return str(page.inner_text(".say"))


def test_an_onlooker_sees_the_game_and_no_hand(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, GAME)
    assert my_turn(page)  # and until it is over nothing moves
    path = "/table/" + page.url.rpartition("/")[2]
    onlooker = visitor(path)
    onlooker.wait_for_selector("text=You watch.")
    assert onlooker.locator("button.thing").count() == 0
    hands = onlooker.locator('[data-zone-box^="hand"] .thing')
    labels = hands.evaluate_all("(things) => things.map((thing) => thing.getAttribute('aria-label'))")
    assert labels
    assert all("face down" in label for label in labels)
    touch_something(page, Random(1))
    onlooker.wait_for_selector(".z-trick .thing")


def take_a_chip(pages: list[Any]) -> Any:
    """Plays until somebody is to take a chip, and takes one; says who."""
    while True:
        page = mover(pages)
        question = asked(page)
        page.evaluate("document.querySelector('button.thing.can').click()")
        # whoever wins a trick with its last chip is asked again at once, but something else
        page.wait_for_function("question => document.querySelector('.say').innerText !== question", arg=question)
        if "ake a chip" in question:
            return page


def test_a_move_is_taken_back_and_beyond_that_everyone_is_asked(visitor: Callable[..., Any]) -> None:
    pages = trio(visitor)
    first = take_a_chip(pages)
    first.get_by_role("button", name="Take back").click()
    for page in pages:
        page.wait_for_selector("text=took a move back")
    take_a_chip(pages)  # the same chip again
    take_a_chip(pages)  # and the next player theirs
    first.get_by_role("button", name="Take back").click()
    first.wait_for_selector("text=You asked the others")
    for page in pages:
        if page is not first:
            page.get_by_role("button", name="Agree").click()
    for page in pages:
        page.wait_for_selector("text=took a move back")
    assert "ake a chip" in asked(first), "and it is their turn again"


def test_lost_connections_come_back_by_themselves(visitor: Callable[..., Any]) -> None:
    away = visitor()
    play_now(away, GAME)
    assert my_turn(away)
    away.add_init_script(
        "window.made = []; const Real = WebSocket;"
        "window.WebSocket = class extends Real { constructor(...about) { super(...about); window.made.push(this); } };"
    )
    away.reload()
    away.wait_for_selector(MINE)
    hand = away.inner_text(".you .z-hand")
    away.evaluate(
        "() => { window.lost = 0; new MutationObserver(() => { if (document.querySelector('.room.lost')) window.lost += 1; })"
        ".observe(document.body, { subtree: true, childList: true, attributes: true }); window.made[0].close(); }"
    )
    away.wait_for_function("() => window.made.length === 2 && window.lost > 0 && document.querySelector('.room:not(.lost)')")
    assert away.inner_text(".you .z-hand") == hand
    touch_something(away, Random(3))
    away.wait_for_function("hand => document.querySelector('.you .z-hand').innerText !== hand", arg=hand)


def test_a_house_that_restarts_goes_on_at_the_same_move(browser: Any, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server:
        context = browser.new_context(reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        page.goto(server.url)
        play_now(page, GAME)
        assert my_turn(page)
        before = page.inner_text(".you .z-hand")
        server.kill()
        page.wait_for_selector("text=The connection is lost")
        assert page.query_selector(".room.lost")
        server.start()
        page.wait_for_selector(".room:not(.lost)")
        page.wait_for_selector(MINE)
        assert page.inner_text(".you .z-hand") == before
        touch_something(page, Random(1))
        page.wait_for_function("before => document.querySelector('.you .z-hand').innerText !== before", arg=before)
        context.close()


def test_a_table_that_is_gone_says_so_and_offers_the_shelf(visitor: Callable[..., Any], house: Server) -> None:
    page = visitor("/table/nowhere")
    page.get_by_role("link", name="Back to the shelf").click()
    page.wait_for_selector(".shelf")
    other = visitor("/join/ZZZZZZ")
    other.wait_for_selector("text=There is no such table")


def test_two_at_one_device_have_a_curtain_between_them(visitor: Callable[..., Any]) -> None:
    page = visitor()
    choose_and_open(page, "chip-trick", 2, AT_ONE_DEVICE)
    seen = set()
    for _ in range(6):
        page.wait_for_selector(".curtain")
        assert not page.locator(".felt").count(), "what the other one saw is not in the page any more"
        assert page.evaluate("document.activeElement.closest('.curtain') !== null")
        page.get_by_role("button", name="It's me").click()
        page.wait_for_selector(MINE)
        seen.add(page.get_attribute(".seat.you", "data-seat"))
        while page.query_selector(MINE):
            touch_something(page, Random(5))
            page.wait_for_timeout(20)
    assert seen == {"0", "1"}


def test_two_at_one_device_play_again(visitor: Callable[..., Any]) -> None:
    page = visitor()
    choose_and_open(page, "calcory", 2, AT_ONE_DEVICE)
    page.wait_for_selector(".curtain")
    if sized(False, False, True):
        play_on(page, Random(4))
    else:
        page.get_by_role("button", name="It's me").click()
        page.locator("summary", has_text="More").click()
        page.get_by_role("button", name="Give up").click()
        page.wait_for_selector(OVER)
    first = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != first)
    page.wait_for_selector(f".curtain, {MINE}")


def test_who_leaves_a_game_by_the_brand_finds_it_on_the_shelf(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, GAME)
    assert my_turn(page)
    table = page.url
    page.click(".bar .brand")
    own = page.locator("#own li").first
    own.get_by_text("Your turn").wait_for()
    own.get_by_role("link", name="Continue").click()
    page.wait_for_selector(MINE)
    assert page.url == table
    stranger = visitor()
    stranger.wait_for_selector("#tables :is(li, p)")
    assert not stranger.locator("#own-part").is_visible()


def test_a_table_that_is_gone_is_forgotten(visitor: Callable[..., Any]) -> None:
    page = visitor()
    page.evaluate("localStorage.setItem('tables', '[\"gone\", 7]')")
    page.reload()
    page.wait_for_function("() => localStorage.getItem('tables') === '[]'")
    assert not page.locator("#own-part").is_visible()


def test_one_against_bots_plays_again_with_one_click(visitor: Callable[..., Any]) -> None:
    page = visitor()
    page.evaluate("localStorage.setItem('name', 'Ada')")
    page.reload()
    play_now(page, "chipik")
    play_on(page, Random(2))
    first = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(f"{MINE}, .felt .seat.turn")
    assert page.url != first
    play_on(page, Random(3))


def test_a_place_for_people_without_onlookers_lets_them_in(visitor: Callable[..., Any]) -> None:
    page = visitor()
    code = open_for_people(page, "calcory", 2, "No onlookers")
    guest, late = visitor(f"/join/{code}"), visitor(f"/join/{code}")
    late.wait_for_selector(".lobby")
    come_in(guest, "Ben", 1)
    guest.wait_for_selector(".felt")
    late.wait_for_selector("text=/not open to onlookers/i")


def test_a_card_is_dragged_onto_its_place(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, "toujours-12")
    assert my_turn(page)
    card = page.locator(".you .z-hand button.thing.can").first
    target = page.locator(".middle button.thing.can").first
    before = page.inner_text(".felt .middle")
    card.drag_to(target)
    page.wait_for_function("(before) => document.querySelector('.felt .middle').innerText !== before", arg=before)


def test_whoever_leaves_is_at_the_shelf(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, GAME)
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector(".shelf")


def test_a_seat_moves_to_another_device(visitor: Callable[..., Any]) -> None:
    page = visitor()
    play_now(page, GAME)
    assert my_turn(page)
    hand = page.inner_text(".you .z-hand")
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Continue on another device").click()
    link = page.get_attribute(".note a", "href")
    phone = visitor(link.removeprefix(page.url.partition("/table/")[0]), viewport={"width": 390, "height": 844})
    phone.wait_for_selector(MINE)
    assert phone.inner_text(".you .z-hand") == hand


def test_a_refused_move_says_why_with_its_clause(visitor: Callable[..., Any]) -> None:
    """What is not possible doesn't glow, but can be tried: the note has the reason, and opens the rules at the clause."""
    page = visitor()
    play_now(page, GAME)
    for _ in range(200):
        assert my_turn(page)
        other = page.query_selector("button.thing:not(.can)")
        if other:
            break
        touch_something(page, Random(2))
    before = page.inner_text(".felt .middle")
    assert other.get_attribute("aria-disabled") == "true", "who does not see the glow hears it"
    other.click(force=True)
    note = page.wait_for_selector(".note")
    assert re.search(r"Rules root R\d+", note.inner_text())
    assert page.inner_text(".felt .middle") == before
    page.locator(".note button").click()
    page.wait_for_selector(".rules .wanted")


def test_reactions_reach_the_others(visitor: Callable[..., Any]) -> None:
    page = visitor()
    other = visitor(f"/join/{open_for_people(page, 'calcory', 2)}")
    come_in(other, "Ben", 1)
    page.wait_for_selector(".felt")
    page.locator("summary", has_text="More").click()
    page.locator(".menu[open] .faces button").first.click()
    other.wait_for_selector('.seat[data-seat="0"] .face')


def test_the_host_opens_several_tables_and_closes_them(visitor: Callable[..., Any], house: Server) -> None:
    page = visitor("/host")
    page.get_by_label("How many tables?").fill("3")
    page.get_by_role("button", name="Open them").click()
    own = page.locator(".tables li", has=page.get_by_role("button", name="Close"))  # other people's tables are in the list too
    own.nth(2).wait_for()
    guest = visitor()
    guest.get_by_label("The table's code").fill(own.first.locator(".code").inner_text().lower())
    guest.get_by_role("button", name="Go").click()
    guest.wait_for_selector(".lobby")
    page.get_by_role("button", name="Close all").click()
    guest.wait_for_selector("text=This table was closed")


def test_a_record_becomes_a_table_again(visitor: Callable[..., Any], house: Server, tmp_path: Path) -> None:
    from tests.web.house import play_by_post

    people = house.full_table("chip-trick", 2)
    play_by_post(people, Random(4))
    file = tmp_path / "game.txt"
    file.write_text(Person(house, people[0].match).record(), "utf-8")
    page = visitor("/record")
    page.set_input_files("input[type=file]", str(file))
    page.get_by_role("button", name="Go").click()
    page.wait_for_selector(".replay")
    file.write_text("not a record", "utf-8")
    other = visitor("/record")
    other.set_input_files("input[type=file]", str(file))
    other.get_by_role("button", name="Go").click()
    other.wait_for_selector("text=not a game record")
