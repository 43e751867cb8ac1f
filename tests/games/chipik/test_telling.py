"""What is told of a game of Chipik; nothing is hidden, so everyone hears the same."""

from random import Random
from typing import Any

import pytest

from ludotheque import Position
from ludotheque.happened import Happened, seen_by, sentences
from ludotheque.scene import Scene
from tests.games.chipik.positions import first, second, table
from tests.table import NAMES, game, play, told


def told_all(position: Position, move: str) -> list[str]:
    """The same for the actor, the others and an onlooker."""
    heard = [told(position.copy(), move, seat) for seat in (None, 0, 1, 2)]
    assert heard == [heard[0]] * 4
    return heard[0]


def happened(position: Position, move: str) -> dict[str, Happened]:
    """Plays the move; what happened, by its name."""
    return {event.name: event for event in seen_by(position.game, None, position.play_and_tell(move))}


def scene(event: Happened) -> Scene:
    """The table at that moment."""
    return event.view.game.ruleset.scene(event.view)


def lying(event: Happened) -> list[str | None]:
    """The dice that can be seen at that moment."""
    return [thing.face for zone in scene(event).zones if zone.id == "dice" for thing in zone.things]


def tokens(event: Happened) -> list[int]:
    found: list[int] = event.view.now["tokens"]
    return found


# --- the opening throws -----------------------------------------------------------------------


def test_an_opening_throw_and_the_turn_order() -> None:
    position = game("chipik", 3).start()
    assert told(position, "roll 1 3 6") == ["Ada, opening throw: 1 + 3 + 6 = 10."]
    assert told(position, "roll 1 1 2") == ["Bob, opening throw: 1 + 1 + 2 = 4."]
    assert told_all(position, "roll 6 6 5") == [
        "Cleo, opening throw: 5 + 6 + 6 = 17.",
        "Turn order: Cleo, Ada, Bob.",
        "The highest throw begins. Cleo first!",
    ]


def test_level_throws_are_thrown_again() -> None:
    position = play(game("chipik", 3).start(), "roll 1 3 6", "roll 6 6 5")
    assert told(position, "roll 2 2 6") == ["Cleo, opening throw: 2 + 2 + 6 = 10.", "Ada, Cleo: 10 each, so another throw!"]
    assert told(position, "roll 1 1 1") == ["Ada, opening throw: 1 + 1 + 1 = 3."]
    assert told(position, "roll 1 1 1") == ["Cleo, opening throw: 1 + 1 + 1 = 3.", "Ada, Cleo: 3 each, so another throw!"]
    play(position, "roll 1 1 1")
    assert told(position, "roll 1 1 2") == [
        "Cleo, opening throw: 1 + 1 + 2 = 4.",
        "Turn order: Bob, Cleo, Ada.",
        "The highest throw begins. Bob first!",
    ]


def test_the_turn_order_as_seated() -> None:
    position = play(game("chipik", 3, seating="as-seated").start(), "roll 1 1 1", "roll 6 6 6")
    assert told(position, "roll 1 1 1")[1:] == ["Turn order: Bob, Cleo, Ada.", "The highest throw begins. Bob first!"]


# --- throws -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        ("roll 1 2 4", ["Ada threw 1 + 2 + 4 = 7.", "No combination yet."]),
        ("roll 5 5 5", ["Ada threw 5 + 5 + 5 = 15.", "That makes: Addition, Odds, Triple."]),
        ("roll 4 5 6", ["Ada threw 4 + 5 + 6 = 15.", "That makes: Addition, Run."]),
    ],
)
def test_a_first_throw(move: str, sentences: list[str]) -> None:
    assert told_all(table("first_throw"), move) == sentences


def test_what_is_kept_and_thrown_again() -> None:
    assert told_all(first("2.5.5"), "reroll 2") == ["Ada: keeping 5, 5, throwing 2 again."]
    assert told_all(first("2.5.6"), "reroll 2 6") == ["Ada: keeping 5, throwing 2, 6 again."]
    assert told_all(first("2.5.6"), "reroll 2 5 6") == ["Ada: throwing all the dice again."]


def test_a_second_throw() -> None:
    thrown = table("second_throw", "dice=1.3")
    assert told_all(thrown, "roll 2") == ["Ada threw again: 1 + 2 + 3 = 6.", "That makes: Run."]
    assert told_all(thrown, "roll 6") == [
        "Ada threw again: 1 + 3 + 6 = 10.",
        "No combination this time, so no token is handed on.",
    ]


# --- discards ---------------------------------------------------------------------------------


def test_addition_into_the_bin() -> None:
    assert told_all(second("4.4.5", "tokens=2,4,4,4 bin=2"), "addition bin") == [
        "Ada: Addition! 4 + 4 + 5 = 13, and 13 is enough.",
        "1 token into the bin: 2 + 1 = 3 there now.",
        "Ada: 2 − 1 = 1 token left.",
    ]


def test_addition_names_the_number_of_this_game() -> None:
    position = game("chipik", 3).with_facts(addition=10).start()
    play(position, "roll 6 6 6", "roll 1 1 1", "roll 1 1 2", "roll 2 4 4")
    assert told(position, "addition bin")[0] == "Ada: Addition! 2 + 4 + 4 = 10, and 10 is enough."


def test_addition_on_the_lucky_one() -> None:
    assert told_all(second("4.4.5", "lucky=2"), "addition lucky") == [
        "Ada: Addition! 4 + 4 + 5 = 13, and 13 is enough.",
        "1 token to the lucky one: Cleo, now 4 + 1 = 5.",
        "Ada: 4 − 1 = 3 tokens left.",
        "The lucky one was hit (Cleo): the Chance card goes back to the centre.",
    ]


def test_odds_to_a_neighbour() -> None:
    assert told_all(second("1.3.5", "lucky=2"), "odds left") == [
        "Ada: Odds! 1, 3, 5 are all odd.",
        "1 token to the left: Bob, now 4 + 1 = 5.",
        "Ada: 4 − 1 = 3 tokens left.",
    ]


def test_a_run_to_the_lucky_neighbour() -> None:
    assert told_all(second("2.3.4", "lucky=3"), "run right") == [
        "Ada: Run! 2, 3, 4 are three in a row.",
        "1 token to the right: Dan, now 4 + 1 = 5.",
        "Ada: 4 − 1 = 3 tokens left.",
        "The lucky one was hit (Dan): the Chance card goes back to the centre.",
    ]


@pytest.mark.parametrize(
    ("move", "tokens"),
    [
        ("triple left", ["2 tokens to the left: Bob, now 4 + 2 = 6."]),
        ("triple right", ["2 tokens to the right: Dan, now 4 + 2 = 6."]),
        ("triple both", ["1 token to the left: Bob, now 4 + 1 = 5.", "1 token to the right: Dan, now 4 + 1 = 5."]),
    ],
)
def test_a_triple(move: str, tokens: list[str]) -> None:
    assert told_all(second("2.2.2"), move) == [
        "Ada: Triple! 2, 2, 2 are three alike.",
        *tokens,
        "Ada: 4 − 2 = 2 tokens left.",
    ]


def test_neighbours_follow_the_turn_order() -> None:
    position = play(game("chipik", 3).start(), "roll 1 1 1", "roll 6 6 6", "roll 5 5 5", "roll 1 3 5")
    assert told(position, "odds right")[:2] == ["Bob: Odds! 1, 3, 5 are all odd.", "1 token to the right: Ada, now 4 + 1 = 5."]


# --- the Chance card and the end --------------------------------------------------------------


@pytest.mark.parametrize(
    ("lucky", "sentence"),
    [
        (-1, "Done on the first throw: the Chance card leaves the centre. Lucky now: Ada."),
        (0, "Done on the first throw: the Chance card stays. Lucky still: Ada."),
        (1, "Done on the first throw: the Chance card moves. Lucky before: Bob. Lucky now: Ada."),
        (2, "Done on the first throw: the Chance card moves. Lucky before: Cleo. Lucky now: Ada."),
    ],
)
def test_the_chance_card_after_a_first_throw(lucky: int, sentence: str) -> None:
    assert told_all(first("1.3.5", f"lucky={lucky}"), "odds left") == [
        "Ada: Odds! 1, 3, 5 are all odd.",
        "1 token to the left: Bob, now 4 + 1 = 5.",
        "Ada: 4 − 1 = 3 tokens left.",
        sentence,
    ]


def test_the_win() -> None:
    assert told_all(second("2.2.2", "tokens=1,5,5,5"), "triple right") == [
        "Ada: Triple! 2, 2, 2 are three alike.",
        "1 token to the right: Dan, now 5 + 1 = 6.",
        "Ada: 1 − 1 = 0 tokens left.",
        "No token left! The winner: Ada.",
    ]


# --- what lies there when it is told ----------------------------------------------------------


@pytest.mark.parametrize("name", ["THROWN_AGAIN", "NOTHING_MADE"])
def test_a_throw_in_vain_still_lies_there(name: str) -> None:
    position = table("second_throw", "dice=1.3")
    event = happened(position, "roll 6")[name]
    assert lying(event) == ["1", "3", "6"]
    assert (event.view.now["turn"], event.numbers["seat"]) == (0, 0)
    assert position.view(None).now["dice"] == []
    assert position.view(None).now["turn"] == 1


def test_a_throw_lies_there_with_what_it_makes() -> None:
    thrown = happened(table("first_throw"), "roll 4 5 6")
    assert list(thrown) == ["THROWN", "MADE"]
    again = happened(table("second_throw", "dice=4.5"), "roll 6")
    assert list(again) == ["THROWN_AGAIN", "MADE"]
    assert all(lying(event) == ["4", "5", "6"] for event in (*thrown.values(), *again.values()))


def test_the_dice_that_are_kept_lie_there() -> None:
    assert lying(happened(first("2.5.6"), "reroll 2 6")["TAKEN"]) == ["5"]


def test_the_dice_lie_there_until_the_discard_is_over() -> None:
    for move in ("addition bin", "odds left", "triple both"):
        told = happened(second("5.5.5", "lucky=1"), move).values()
        assert all(lying(event) == ["5", "5", "5"] for event in told)


def test_tokens_are_handed_on_one_after_the_other() -> None:
    told = happened(second("2.2.2", "lucky=3"), "triple both")
    assert [(name, tokens(event)) for name, event in told.items()] == [
        ("TRIPLE_SHARED", [4, 4, 4, 4]),
        ("TO_LEFT", [3, 5, 4, 4]),
        ("TO_RIGHT", [2, 5, 4, 5]),
        ("KEPT", [2, 5, 4, 5]),
        ("LUCKY_HIT", [2, 5, 4, 5]),
    ]
    assert told["TO_RIGHT"].numbers == {"seat": 3, "n": 1, "now": 5}


@pytest.mark.parametrize(
    ("position", "move", "name", "before", "after"),
    [
        (first("1.3.5"), "odds left", "DRY", None, 0),
        (first("1.3.5", "lucky=2"), "odds left", "DRY", 2, 0),
        (first("4.4.5", "lucky=2"), "addition lucky", "DRY", 2, 0),
        (second("4.4.5", "lucky=2"), "addition lucky", "LUCKY_HIT", 2, None),
    ],
)
def test_the_card_moves_after_the_tokens(position: Position, move: str, name: str, before: Any, after: Any) -> None:
    told = happened(position, move)
    assert [event.view.now["lucky"] for event in told.values()] == [before] * (len(told) - 1) + [after]
    assert list(told)[-1] == name


def test_the_win_is_told_at_its_table() -> None:
    event = happened(second("2.2.2", "tokens=1,5,5,5"), "triple right")["WON"]
    assert (event.view.now["step"], tokens(event), lying(event)) == ("finished", [0, 5, 5, 6], ["2", "2", "2"])


@pytest.mark.parametrize(("lucky", "holder"), [(0, 0), (3, 1), (-1, 2)])
def test_who_holds_the_card_at_the_end(lucky: int, holder: int) -> None:
    event = happened(second("2.2.2", f"tokens=1,5,5,5 lucky={lucky}"), "triple left")["WON"]
    assert event.numbers["holder"] == holder


def test_the_opening_throws_stand_there_when_they_are_told() -> None:
    position = play(game("chipik", 3).start(), "roll 1 3 6", "roll 6 6 5")
    level = happened(position, "roll 2 2 6")
    assert level["OPENING_THROWN"].view.now["to_throw"] == []
    assert level["LEVEL"].view.now["opening"] == [10, 17, 10]
    assert level["LEVEL"].view.now["to_throw"] == [0, 2]
    settled = happened(play(position, "roll 1 1 1"), "roll 6 6 6")
    assert list(settled) == ["OPENING_THROWN", "ORDER", "STARTER"]
    assert settled["OPENING_THROWN"].view.now["order"] is None
    assert settled["ORDER"].view.now["order"] == [1, 2, 0]
    assert scene(settled["STARTER"]).order == (1, 2, 0)


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_every_step_of_a_game_is_told(seating: str) -> None:
    position, rng = game("chipik", 4, seating=seating).start(), Random(12)
    while not position.over:
        moments = position.play_and_tell(position.draw(rng))
        for seat in (None, 0, 1, 2, 3):
            told = sentences(seen_by(position.game, seat, moments), NAMES)
            assert len(told) == len(moments) > 0
            assert not any("{" in sentence for sentence in told)
        for event in seen_by(position.game, None, moments):
            assert event.clause
            assert scene(event).zones
