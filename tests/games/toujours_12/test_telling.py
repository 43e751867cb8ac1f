"""What is told of a game of Toujours 12, and that nobody is told of cards they may not know."""

from random import Random
from typing import Any

import pytest

from ludotheque import Position
from ludotheque.happened import Happened, seen_by, sentences
from ludotheque.told import Told
from tests.games.toujours_12.tables import hand, table
from tests.table import NAMES, events_of, game, play, told


def told_all(position: Position, move: str) -> list[str]:
    """What the actor, another seat and an onlooker all are told."""
    heard = [told(position.copy(), move, seat) for seat in (None, 0, 1)]
    assert heard == [heard[0]] * 3
    return heard[0]


def dealt(digits: str) -> Position:
    """Two players, and these cards dealt one after the other."""
    return play(game("toujours-12", 2).start(), *[f"draw {digit}" for digit in digits])


# --- the deal ---------------------------------------------------------------------------------


def test_nothing_is_told_before_the_deal_is_complete() -> None:
    position = game("toujours-12", 2).start()
    for digit in "60601":
        assert told_all(position, f"draw {digit}") == []
        play(position, f"draw {digit}")


def test_hands_are_announced_and_the_highest_starts() -> None:
    announced = ["The hands total: Ada 12, Bob 3.", "12 is the most. Ada first!"]
    assert told(dealt("60601"), "draw 2", 0) == ["Your hand: 0 + 6 + 6 = 12.", *announced]
    assert told(dealt("60601"), "draw 2", 1) == ["Your hand: 0 + 1 + 2 = 3.", *announced]
    assert told(dealt("60601"), "draw 2", None) == announced


def test_level_hands_draw_lots() -> None:
    position = dealt("11100")
    assert told(position, "draw 3", 1) == [
        "Your hand: 0 + 0 + 3 = 3.",
        "The hands total: Ada 3, Bob 3.",
        "Ada, Bob: 3 each, so lots are drawn for the start.",
    ]
    assert told_all(position, "start 1") == ["Lots were drawn. Bob first!"]


def test_a_hand_of_one_card_is_no_sum() -> None:
    position = play(game("toujours-12", 2).with_facts(hand=1).start(), "draw 4")
    assert told(position, "draw 2", 0)[0] == "Your hand: 4."


# --- cards laid -------------------------------------------------------------------------------


def test_empty_places() -> None:
    assert told_all(table("- - - -", "356 111"), "lay 5 2") == ["Ada laid the 5 on place 2.", "Tops: 5, and 3 places are empty."]
    assert told_all(table("2 - 4 -", "356 111"), "lay 5 2") == [
        "Ada laid the 5 on place 2.",
        "Tops: 2 + 5 + 4 = 11, and 1 place is empty.",
    ]


def test_four_tops_that_are_no_take() -> None:
    assert told_all(table("2 1 4 0", "356 111"), "lay 6 1") == ["Ada laid the 6 on place 1.", "Tops: 6 + 1 + 4 + 0 = 11, not 12."]


def test_the_target_is_that_of_the_game() -> None:
    position = game("toujours-12", 2).with_facts(target=10, refill_at_once=0).start()
    play(position, *[f"draw {digit}" for digit in "666555"], "lay 6 1", "draw 0", "lay 5 2", "draw 0", "lay 6 3", "draw 0")
    assert told(position, "lay 5 4") == ["Bob laid the 5 on place 4.", "Tops: 6 + 5 + 6 + 5 = 22, not 10."]


def test_a_take_uncovers_what_lay_below() -> None:
    assert told_all(table("2 1 34 0", "356 111", won=(8, 0)), "lay 5 4") == [
        "Ada laid the 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Ada got four cards: 8 + 4 = 12.",
        "Tops: 3 + 0 = 3, and 2 places are empty.",
        "Ada must lay one more card.",
    ]


def test_a_take_that_empties_the_tray() -> None:
    assert told_all(table("2 1 4 -", "111 356", turn=1), "lay 5 4") == [
        "Bob laid the 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Bob got four cards: 0 + 4 = 4.",
        "The tray is empty now.",
        "Bob must lay one more card.",
    ]


def test_a_chain_of_takes() -> None:
    assert told_all(table("12 21 34 6", "356 111"), "lay 5 4") == [
        "Ada laid the 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Ada got four cards: 0 + 4 = 4.",
        "Tops: 1 + 2 + 3 + 6 = 12, another take!",
        "Ada got four cards: 4 + 4 = 8.",
        "The tray is empty now.",
        "Ada must lay one more card.",
    ]


def test_no_chain_where_the_table_plays_without() -> None:
    assert told_all(table("12 21 34 6", "356 111", chain_takes=False), "lay 5 4") == [
        "Ada laid the 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Ada got four cards: 0 + 4 = 4.",
        "Tops: 1 + 2 + 3 + 6 = 12, but only a card just laid takes.",
        "Ada must lay one more card.",
    ]


def test_a_take_with_the_last_card_of_the_hand() -> None:
    assert told_all(table("2 1 4 0", "5 66", stock="", won=(0, 4)), "lay 5 4") == [
        "Ada laid the 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Ada got four cards: 0 + 4 = 4.",
        "Tops: 0, and 3 places are empty.",
        "Ada: no card left for one more.",
    ]


# --- draws ------------------------------------------------------------------------------------


def test_only_ones_own_card_is_told() -> None:
    position = play(table("2 1 4 0", "356 111"), "lay 3 1")
    assert told(position.copy(), "draw 6", 0) == ["Your new card: 6."]
    assert told(position.copy(), "draw 6", 1) == []
    assert told(position.copy(), "draw 6", None) == []


def test_the_end_of_the_stock() -> None:
    position = play(table("2 1 4 0", "356 111", stock="6"), "lay 3 1")
    assert told(position.copy(), "draw 6", 0) == ["Your new card: 6.", "The stock is empty: now the hands are played out."]
    assert told(position.copy(), "draw 6", 1) == ["The stock is empty: now the hands are played out."]


# --- the end of the game ----------------------------------------------------------------------


def test_players_without_cards_are_skipped() -> None:
    position = table("2 2 40 00", "66 - 5", stock="", won=(4, 0, 0))
    assert told_all(position, "lay 6 1") == [
        "Ada laid the 6 on place 1.",
        "Tops: 6 + 2 + 0 + 0 = 8, not 12.",
        "No cards left, so skipped: Bob.",
    ]
    position = table("2 2 40 00", "66 - -", stock="", won=(4, 0, 0))
    assert told_all(position, "lay 6 1")[2:] == ["No cards left, so skipped: Bob, Cleo."]


def test_nobody_is_skipped_while_the_turn_goes_on() -> None:
    assert told_all(table("2 4 42 00", "26 - 5", stock="", won=(4, 0, 0)), "lay 6 3") == [
        "Ada laid the 6 on place 3.",
        "Tops: 2 + 4 + 6 + 0 = 12, a take!",
        "Ada got four cards: 4 + 4 = 8.",
        "Tops: 2 + 0 = 2, and 2 places are empty.",
        "Ada must lay one more card.",
    ]


def test_the_end_and_the_winner() -> None:
    assert told_all(table("1 2 3 00", "- 5", turn=1, stock="", won=(4, 0)), "lay 5 1") == [
        "Bob laid the 5 on place 1.",
        "Tops: 5 + 2 + 3 + 0 = 10, not 12.",
        "All cards are laid.",
        "Cards won: Ada 4, Bob 0.",
        "4 is the most. The winner: Ada.",
    ]


def test_the_end_after_a_last_take_and_a_shared_victory() -> None:
    assert told_all(table("2 2 3 00", "- 5", turn=1, stock="", won=(4, 0)), "lay 5 4") == [
        "Bob laid the 5 on place 4.",
        "Tops: 2 + 2 + 3 + 5 = 12, a take!",
        "Bob got four cards: 0 + 4 = 4.",
        "Tops: 0, and 3 places are empty.",
        "Bob: no card left for one more.",
        "All cards are laid.",
        "Cards won: Ada 4, Bob 4.",
        "Ada, Bob: 4 each, a shared victory.",
    ]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("refill", "chain_takes"), [("immediate", True), ("end-of-turn", False)])
def test_every_step_of_a_game_can_be_told(refill: str, chain_takes: bool) -> None:
    position, rng = game("toujours-12", 3, refill=refill, chain_takes=chain_takes).start(), Random(12)
    while not position.over:
        move = position.draw(rng)
        moments = position.play_and_tell(move)
        for seat in (None, 0, 1, 2):
            found = sentences(seen_by(position.game, seat, moments), NAMES)
            assert found or str(move).startswith("draw")
            assert not any("{" in sentence for sentence in found)


# --- the table at each moment -----------------------------------------------------------------


def happened(position: Position, move: str, seat: int | None = None) -> dict[str, list[Happened]]:
    """Plays the move; what happened, by its name."""
    found: dict[str, list[Happened]] = {}
    for one in seen_by(position.game, seat, position.play_and_tell(move)):
        found.setdefault(one.name, []).append(one)
    return found


def tray_of(one: Happened) -> tuple[list[Any], list[int]]:
    """The tops and the winnings, as they lay there."""
    return one.view.now["tray"], one.view.now["won"]


def test_what_happens_has_an_order() -> None:
    assert events_of(table("12 21 34 6", "356 111"), "lay 5 4") == [
        "LAID", "TAKE", "WON", "ANOTHER_TAKE", "WON", "TAKES_DONE", "TRAY_EMPTY", "ONE_MORE",
    ]  # fmt: skip


def test_a_card_laid_has_left_the_hand_and_takes_nothing_yet() -> None:
    [laid] = happened(table("2 1 34 0", "356 111"), "lay 5 4", 0)["LAID"]
    assert tray_of(laid) == ([2, 1, 4, 5], [0, 0])
    assert laid.view.now["hand"] == [3, 6]
    assert laid.numbers == {"seat": 0, "digit": 5, "place": 3}


def test_the_four_tops_of_every_take_lie_there() -> None:
    found = happened(table("12 21 34 6", "356 111"), "lay 5 4")
    assert tray_of(found["TAKE"][0]) == ([2, 1, 4, 5], [0, 0])
    assert tray_of(found["ANOTHER_TAKE"][0]) == ([1, 2, 3, 6], [4, 0])
    assert [tray_of(won) for won in found["WON"]] == [([1, 2, 3, 6], [4, 0]), ([None] * 4, [8, 0])]
    ruleset = game("toujours-12", 2).ruleset
    tray = ruleset.scene(found["TAKE"][0].view).zones[0]
    assert [(thing.face, thing.count) for thing in tray.things] == [("2", 2), ("1", 2), ("4", 2), ("5", 2)]
    assert tray.note == "total 12"


@pytest.mark.parametrize(("tray", "takes"), [("2 1 4 -", 1), ("12 21 34 6", 2), ("312 321 334 36", 3), ("3312 3321 3334 336", 4)])
def test_a_chain_is_told_once_by_its_length(tray: str, takes: int) -> None:
    found = happened(table(tray, "356 111"), "lay 5 4")
    assert len(found["WON"]) == takes
    assert [one.numbers for one in found["TAKES_DONE"]] == [{"seat": 0, "takes": takes}]


def test_a_hand_is_announced_when_it_is_dealt() -> None:
    position = dealt("60")
    [announced] = happened(position, "draw 6", 1)["ANNOUNCED"]
    assert announced.numbers == {"seat": 0, "total": 12}
    assert announced.view.seen["announced"] == [12, None]
    assert announced.view.now["hand"] == []
    play(position, "draw 0", "draw 1")
    found = happened(position, "draw 2", 1)
    assert found["TOTALS"][0].view.seen["announced"] == [12, 3]
    assert found["STARTER"][0].clause == "R9"
    assert found["STARTER"][0].sight.turn == 0


def test_what_everybody_heard_is_in_the_history() -> None:
    there = game("toujours-12", 2)
    record = Told(there.start())
    for digit in "606012":
        record.play(there.ruleset.read(f"draw {digit}"))
    assert record.texts(None, 6) == ["draw ?", "draw ?", "draw ? (12)", "draw ?", "draw ?", "draw ? (3)"]


def test_a_card_drawn_is_in_the_hand_of_its_owner_and_nobody_elses_business() -> None:
    position = play(table("2 1 4 0", "356 111"), "lay 3 1")
    [own] = happened(position.copy(), "draw 6", 0)["DRAWN"]
    assert own.numbers == {"seat": 0, "digit": 6}
    assert own.view.now["hand"] == [5, 6, 6]
    for seat in (1, None):
        [other] = happened(position.copy(), "draw 6", seat)["DRAWN"]
        assert other.numbers == {"seat": 0}
        assert other.view.now["hands"] == [3, 3]
        assert other.view.now["hand"] == (None if seat is None else hand(position, seat))


def test_who_is_skipped_lies_between_the_layer_and_the_next() -> None:
    [skipped] = happened(table("2 2 40 00", "66 - 5", stock="", won=(4, 0, 0)), "lay 6 1")["SKIPPED"]
    assert skipped.numbers == {"seat": 0, "next": 2}
    assert skipped.sight.turn == 2


@pytest.mark.parametrize(
    ("tray", "won", "ends"),
    [
        ("1 2 3 00", (4, 0), ["SOME_LEFT", "CARDS_WON", "WINNER"]),
        ("2 2 3 00", (4, 0), ["SOME_LEFT", "CARDS_WON", "SHARED"]),
        ("2 2 3 -", (0, 4), ["NONE_LEFT", "CARDS_WON", "WINNER"]),
    ],
)
def test_the_end_is_told_at_the_table_it_leaves(tray: str, won: tuple[int, ...], ends: list[str]) -> None:
    position = table(tray, "- 5", turn=1, stock="", won=won)
    move = str(position.moves()[-1])
    found = happened(position, move)
    assert list(found)[-3:] == ends
    assert found[ends[-1]][0].view.now["won"] == position.scores()
    assert (found[ends[0]][0].view.now["depth"] == [0, 0, 0, 0]) == (ends[0] == "NONE_LEFT")
