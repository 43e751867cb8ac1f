"""What is told of a game of Toujours 12, and that nobody is told of cards they may not know."""

from random import Random

import pytest

from ludotheque import Position
from tests.games.toujours_12.tables import table
from tests.table import game, play, random_step

NAMES = ["Anna", "Ben", "Cleo"]


def told(position: Position, move: str, seat: int | None = None) -> list[str]:
    """Plays the move, and what that seat is told of it."""
    before = position.view(seat)
    after = play(position, move).view(seat)
    return position.game.ruleset.story(before, after, NAMES)


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
    announced = ["The hands total: Anna 12, Ben 3.", "12 is the most. Anna first!"]
    assert told(dealt("60601"), "draw 2", 0) == ["Your hand: 0 + 6 + 6 = 12.", *announced]
    assert told(dealt("60601"), "draw 2", 1) == ["Your hand: 0 + 1 + 2 = 3.", *announced]
    assert told(dealt("60601"), "draw 2", None) == announced


def test_level_hands_draw_lots() -> None:
    position = dealt("11100")
    assert told(position, "draw 3", 1) == [
        "Your hand: 0 + 0 + 3 = 3.",
        "The hands total: Anna 3, Ben 3.",
        "Anna, Ben: 3 each, so lots are drawn for the start.",
    ]
    assert told_all(position, "start 1") == ["Lots were drawn. Ben first!"]


def test_a_hand_of_one_card_is_no_sum() -> None:
    position = play(game("toujours-12", 2).with_facts(hand=1).start(), "draw 4")
    assert told(position, "draw 2", 0)[0] == "Your hand: 4."


# --- cards laid -------------------------------------------------------------------------------


def test_empty_places() -> None:
    assert told_all(table("- - - -", "356 111"), "lay 5 2") == ["Anna: 5 on place 2.", "Tops: 5, and 3 places are empty."]
    assert told_all(table("2 - 4 -", "356 111"), "lay 5 2") == [
        "Anna: 5 on place 2.",
        "Tops: 2 + 5 + 4 = 11, and 1 place is empty.",
    ]


def test_four_tops_that_are_no_take() -> None:
    assert told_all(table("2 1 4 0", "356 111"), "lay 6 1") == ["Anna: 6 on place 1.", "Tops: 6 + 1 + 4 + 0 = 11, not 12."]


def test_the_target_is_that_of_the_game() -> None:
    position = game("toujours-12", 2).with_facts(target=10, refill_at_once=0).start()
    play(position, *[f"draw {digit}" for digit in "666555"], "lay 6 1", "draw 0", "lay 5 2", "draw 0", "lay 6 3", "draw 0")
    assert told(position, "lay 5 4") == ["Ben: 5 on place 4.", "Tops: 6 + 5 + 6 + 5 = 22, not 10."]


def test_a_take_uncovers_what_lay_below() -> None:
    assert told_all(table("2 1 34 0", "356 111", won=(8, 0)), "lay 5 4") == [
        "Anna: 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Anna: 8 + 4 = 12 cards won.",
        "Tops: 3 + 0 = 3, and 2 places are empty.",
        "Anna: one more card to lay.",
    ]


def test_a_take_that_empties_the_tray() -> None:
    assert told_all(table("2 1 4 -", "111 356", turn=1), "lay 5 4") == [
        "Ben: 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Ben: 0 + 4 = 4 cards won.",
        "The tray is empty now.",
        "Ben: one more card to lay.",
    ]


def test_a_chain_of_takes() -> None:
    assert told_all(table("12 21 34 6", "356 111"), "lay 5 4") == [
        "Anna: 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Anna: 0 + 4 = 4 cards won.",
        "Tops: 1 + 2 + 3 + 6 = 12, another take!",
        "Anna: 4 + 4 = 8 cards won.",
        "The tray is empty now.",
        "Anna: one more card to lay.",
    ]


def test_no_chain_where_the_table_plays_without() -> None:
    assert told_all(table("12 21 34 6", "356 111", chain_takes=False), "lay 5 4") == [
        "Anna: 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Anna: 0 + 4 = 4 cards won.",
        "Tops: 1 + 2 + 3 + 6 = 12, but only a card just laid takes.",
        "Anna: one more card to lay.",
    ]


def test_a_take_with_the_last_card_of_the_hand() -> None:
    assert told_all(table("2 1 4 0", "5 66", stock="", won=(0, 4)), "lay 5 4") == [
        "Anna: 5 on place 4.",
        "Tops: 2 + 1 + 4 + 5 = 12, a take!",
        "Anna: 0 + 4 = 4 cards won.",
        "Tops: 0, and 3 places are empty.",
        "Anna: no card left for one more.",
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
        "Anna: 6 on place 1.",
        "Tops: 6 + 2 + 0 + 0 = 8, not 12.",
        "No cards left, so skipped: Ben.",
    ]
    position = table("2 2 40 00", "66 - -", stock="", won=(4, 0, 0))
    assert told_all(position, "lay 6 1")[2:] == ["No cards left, so skipped: Ben, Cleo."]


def test_nobody_is_skipped_while_the_turn_goes_on() -> None:
    assert told_all(table("2 4 42 00", "26 - 5", stock="", won=(4, 0, 0)), "lay 6 3") == [
        "Anna: 6 on place 3.",
        "Tops: 2 + 4 + 6 + 0 = 12, a take!",
        "Anna: 4 + 4 = 8 cards won.",
        "Tops: 2 + 0 = 2, and 2 places are empty.",
        "Anna: one more card to lay.",
    ]


def test_the_end_and_the_winner() -> None:
    assert told_all(table("1 2 3 00", "- 5", turn=1, stock="", won=(4, 0)), "lay 5 1") == [
        "Ben: 5 on place 1.",
        "Tops: 5 + 2 + 3 + 0 = 10, not 12.",
        "All cards are laid.",
        "Cards won: Anna 4, Ben 0.",
        "4 is the most. The winner: Anna.",
    ]


def test_the_end_after_a_last_take_and_a_shared_victory() -> None:
    assert told_all(table("2 2 3 00", "- 5", turn=1, stock="", won=(4, 0)), "lay 5 4") == [
        "Ben: 5 on place 4.",
        "Tops: 2 + 2 + 3 + 5 = 12, a take!",
        "Ben: 0 + 4 = 4 cards won.",
        "Tops: 0, and 3 places are empty.",
        "Ben: no card left for one more.",
        "All cards are laid.",
        "Cards won: Anna 4, Ben 4.",
        "Anna, Ben: 4 each, a shared victory.",
    ]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("refill", "chain_takes"), [("immediate", True), ("end-of-turn", False)])
def test_every_step_of_a_game_can_be_told(refill: str, chain_takes: bool) -> None:
    position, rng = game("toujours-12", 3, refill=refill, chain_takes=chain_takes).start(), Random(12)
    while not position.over:
        before = {seat: position.view(seat) for seat in (None, 0, 1, 2)}
        move = random_step(position, rng)
        for seat, view in before.items():
            sentences = position.game.ruleset.story(view, position.view(seat), NAMES)
            assert sentences or move.startswith("draw")
            assert not any("{" in sentence for sentence in sentences)
