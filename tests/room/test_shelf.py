"""The shelf and the lobby: choosing, coming in by a code, going back to one's games, playing again."""

import json
from collections.abc import Callable
from typing import Any

import ludotheque
from tests.room.playing import BY_LINK, MINE, OVER, choose_and_open, come_in, my_turn, open_for_people, play_now
from tests.size import not_in_check, sized
from tests.web.house import SHELF, Server

pytestmark = not_in_check
PHONE, SIDEWAYS = {"width": 390, "height": 844}, {"width": 844, "height": 390}
BOX = "(what) => { const { top, bottom } = document.querySelector(what).getBoundingClientRect(); return [top, bottom]; }"


def give_up(page: Any) -> None:
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Give up").click()


def tables_now(page: Any) -> None:
    """Waits until the shelf has asked which tables there are."""
    page.goto(page.url.partition("/table/")[0])
    page.wait_for_selector("#tables :is(li, p)")


# --- choosing -------------------------------------------------------------------------------------


def test_each_choice_says_what_it_is_about_and_the_rare_ones_are_behind_more(visitor: Callable[..., Any]) -> None:
    page = visitor()
    for game in SHELF:
        page.click(f'[data-choose="{game}"]')
        dialog = page.locator("dialog")
        first = dialog.locator("form > fieldset legend").all_inner_texts()
        assert first == ["How many play?", "Who else plays?", "How strong are the bots?"]
        assert not dialog.locator("details legend").first.is_visible()
        dialog.locator("summary").click()
        rare = dialog.locator("details legend").all_inner_texts()
        options = [option.about for option in ludotheque.GAMES[game].options if len(option.values) > 1]
        assert rare == [*options, "At this table"]
        assert len(set(rare)) == len(rare)
        dialog.get_by_role("button", name="Cancel").click()


def test_what_was_chosen_is_played(visitor: Callable[..., Any], house: Server) -> None:
    page = visitor()
    page.click('[data-choose="chip-trick"]')
    page.locator("dialog summary").click()
    page.get_by_role("radio", name="A total above 21 counts half").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".felt")
    game = page.evaluate("fetch('/api/v1/matches/' + location.pathname.split('/').pop()).then((answer) => answer.json())")["game"]
    assert game == "chip-trick players=3 scoring=halving"


# --- coming in ------------------------------------------------------------------------------------


def test_on_a_phone_a_code_is_the_first_thing_on_the_shelf(visitor: Callable[..., Any]) -> None:
    code = open_for_people(visitor(), "calcory", 2)
    phone = visitor(viewport=PHONE, has_touch=True)
    top, bottom = phone.evaluate(BOX, "#join")
    assert bottom < 200
    for other in (".tagline", ".game", "#own-part"):
        above = phone.evaluate(BOX, other)[0]
        assert above == 0 or top < above, "where there is nothing to show, it is nowhere"
    phone.get_by_label("The table's code").fill(code.lower())
    phone.keyboard.press("Enter")
    come_in(phone, "Ben", 1)
    phone.wait_for_selector(".felt")


def test_the_lobby_fits_a_phone(visitor: Callable[..., Any]) -> None:
    page = visitor(viewport=PHONE, has_touch=True)
    choose_and_open(page, "chipik", 8, BY_LINK)
    page.wait_for_selector(".lobby")
    for what in (".lobby .code", ".lobby img", ".seats li:last-child", ".sitting .gold.big"):
        top, bottom = page.evaluate(BOX, what)
        assert 0 <= top < bottom <= PHONE["height"], what
    shapes = page.locator(".seats .shape").all_inner_texts()
    assert len(set(shapes)) == 8
    page.click(".lobby .brand")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_selector(".lobby")


def test_in_the_lobby_bots_have_levels_and_the_last_seat_begins(visitor: Callable[..., Any]) -> None:
    page = visitor()
    code = open_for_people(page, "chipik", 4)
    seats = page.locator(".seats li")
    assert seats.nth(0).locator("b").inner_text() == "You Ada"
    page.get_by_label("How strong are the bots?").last.select_option("expert")
    seats.nth(2).get_by_role("button", name="Put a bot here").click()
    seats.nth(2).locator("select").wait_for()
    assert seats.nth(2).locator("select").input_value() == "expert"
    seats.nth(2).locator("select").select_option("novice")
    guest = visitor(f"/join/{code}")
    guest.locator(".seats small", has_text="Novice").wait_for()
    come_in(guest, "Ben", 1)
    page.locator(".seats b", has_text="Ben").wait_for()
    assert page.locator(".felt").count() == 0
    seats.nth(3).get_by_role("button", name="Put a bot here").click()
    for somebody in (page, guest):
        somebody.wait_for_selector(".felt")


def test_who_opened_a_table_without_a_name_gives_it_in_the_lobby(visitor: Callable[..., Any]) -> None:
    page = visitor()
    choose_and_open(page, "calcory", 2, BY_LINK, name="")
    page.wait_for_selector(".lobby")
    guest = visitor(f"/join/{page.inner_text('.lobby .code')}")
    assert "Player 1" not in page.inner_text(".lobby")
    page.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Enter")
    guest.locator(".seats b", has_text="Ada").wait_for()
    page.locator(".seats b", has_text="You Ada").wait_for()
    assert page.locator(".naming").count() == 0
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".felt")


def test_who_waits_in_vain_begins_with_bots(visitor: Callable[..., Any]) -> None:
    page = visitor()
    open_for_people(page, "chip-trick", 4)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".felt")


# --- back to one's games ----------------------------------------------------------------------------


def test_each_open_game_of_this_browser_can_be_continued_until_it_is_over(visitor: Callable[..., Any]) -> None:
    page = visitor()
    for game in ("chip-trick-root", "toujours-12"):
        play_now(page, game)
        assert my_turn(page)
        page.click(".bar .brand")
    page.reload()
    page.wait_for_selector("#own li")
    assert page.locator("#own b").all_inner_texts()[::2] == ["Toujours 12", "12 Chip Trick, the original"], "the newest first"
    listed = page.locator("#tables").inner_text()
    assert "Player 1" not in listed
    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_selector(MINE)
    give_up(page)
    page.wait_for_selector("text=gave up")
    tables_now(page)
    page.wait_for_selector("#own li")
    assert page.locator("#own li").count() == 1
    page.get_by_role("link", name="Continue").click()
    page.wait_for_selector(MINE)
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector("#tables :is(li, p)")
    assert not page.locator("#own-part").is_visible(), "who left a table does not sit there any more"


def ended(visitor: Callable[..., Any], *house_rules: str) -> tuple[Any, Any]:
    """Two people at their own screens, after a game of Calcory that one of them gave up."""
    first = visitor()
    second = visitor(f"/join/{open_for_people(first, 'calcory', 2, *house_rules)}")
    come_in(second, "Ben", 1)
    first.wait_for_selector(".felt")
    give_up(first)
    for page in (first, second):
        page.wait_for_selector(OVER)
    return first, second


def test_two_play_again_with_one_click_each_and_keep_seats_and_names(visitor: Callable[..., Any]) -> None:
    first, second = ended(visitor)
    old = first.url
    second.get_by_role("button", name="Play again").click()
    first.get_by_role("button", name="A new table is open").click()
    for page, seat, other in ((first, 0, "Ben"), (second, 1, "Ada")):
        page.wait_for_url(lambda url: url != old)
        page.wait_for_selector(f'.felt .seat.you[data-seat="{seat}"]')
        assert page.inner_text(f'.seat[data-seat="{1 - seat}"] .name b') == other
    assert first.url == second.url != old


def test_who_left_is_not_waited_for_when_the_others_play_again(visitor: Callable[..., Any]) -> None:
    first = visitor()
    second = visitor(f"/join/{open_for_people(first, 'calcory', 2)}")
    come_in(second, "Ben", 1)
    first.wait_for_selector(".felt")
    second.locator("summary", has_text="More").click()
    second.get_by_role("button", name="Leave").click()
    give_up(first)
    first.wait_for_selector(OVER)
    old = first.url
    first.get_by_role("button", name="Play again").click()
    first.wait_for_url(lambda url: url != old)
    first.wait_for_selector(".felt .seat.you")
    assert first.locator(".lobby").count() == 0


def test_others_find_a_finished_game_only_where_its_table_allowed_it_and_without_names(visitor: Callable[..., Any]) -> None:
    (hidden, _), (shown, _) = ended(visitor), ended(visitor, "Others may look at it when it is over")
    stranger = visitor()
    stranger.wait_for_selector("#recent li")
    links = stranger.locator("#recent a").evaluate_all("(links) => links.map((link) => link.href.split('/').pop())")
    assert shown.url.rpartition("/")[2] in links
    assert hidden.url.rpartition("/")[2] not in links
    said = json.dumps(stranger.evaluate("fetch('/api/v1/tables').then((answer) => answer.json())"))
    assert "Ada" not in stranger.inner_text("#recent")
    assert not any(table["names"] for table in json.loads(said)["tables"] if table["stage"] == "over")
    tables_now(hidden)
    hidden.wait_for_selector("#recent li")
    own = hidden.locator("#recent li", has_text="with Ben")
    assert own.count() == 1, "who was there finds it"
    own.get_by_role("link", name="Replay").click()
    hidden.wait_for_selector(".felt")
    names = hidden.locator(".felt .name b").all_inner_texts()
    assert sorted(names) == ["Ben", "You"]


# --- one small menu, any way up -----------------------------------------------------------------------


def test_dark_is_chosen_on_the_shelf_and_holds_at_the_table(visitor: Callable[..., Any]) -> None:
    page = visitor()
    page.locator("summary", has_text="More").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(23, 22, 29)"
    page.click("h1")
    assert page.locator(".menu[open]").count() == 0
    play_now(page, "chipik")
    assert page.evaluate(paper) == "rgb(23, 22, 29)"
    page.locator("summary", has_text="More").click()
    assert page.get_by_role("radio", name="Dark").is_checked()


def test_a_phone_held_sideways_needs_no_scrolling_for_a_turn(visitor: Callable[..., Any]) -> None:
    for game in sized([], ["chip-trick", "calcory"], SHELF):
        page = visitor(viewport=SIDEWAYS, has_touch=True)
        assert page.evaluate("document.documentElement.scrollWidth") == SIDEWAYS["width"]
        assert page.evaluate(BOX, "#join")[1] < SIDEWAYS["height"] / 2
        play_now(page, game)
        assert my_turn(page)
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [SIDEWAYS["width"], SIDEWAYS["height"]]
        outside = f"""[...document.querySelectorAll('button.can, {MINE}, .tools button')].filter((thing) => {{
            const {{ top, bottom, left, right }} = thing.getBoundingClientRect();
            return top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        }}).map((thing) => thing.outerHTML.slice(0, 120))"""
        assert page.evaluate(outside) == []


def test_the_host_page_calls_oneself_you(visitor: Callable[..., Any]) -> None:
    page = visitor()
    open_for_people(page, "calcory", 2)
    page.goto(page.url.partition("/table/")[0] + "/host")
    page.locator(".tables li", has_text="You, A free seat").first.wait_for()
