"""What is told of a game of Chipik; nothing is hidden, so everyone hears the same."""

from random import Random

import pytest

from ludotheque import Position
from tests.games.chipik.positions import first, second, table
from tests.table import game, play, random_step

NAMES = ["Anna", "Ben", "Cleo", "Dan"]


def told(position: Position, move: str, seat: int | None = None) -> list[str]:
    """Plays the move, and what that seat is told of it."""
    before = position.view(seat)
    after = play(position, move).view(seat)
    return position.game.ruleset.story(before, after, NAMES)


def told_all(position: Position, move: str) -> list[str]:
    """The same for the actor, the others and an onlooker."""
    heard = [told(position.copy(), move, seat) for seat in (None, 0, 1, 2)]
    assert heard == [heard[0]] * 4
    return heard[0]


# --- the opening throws -----------------------------------------------------------------------


def test_an_opening_throw_and_the_turn_order() -> None:
    position = game("chipik", 3).start()
    assert told(position, "roll 1 3 6") == ["Anna, opening throw: 1 + 3 + 6 = 10."]
    assert told(position, "roll 1 1 2") == ["Ben, opening throw: 1 + 1 + 2 = 4."]
    assert told_all(position, "roll 6 6 5") == [
        "Cleo, opening throw: 5 + 6 + 6 = 17.",
        "Turn order: Cleo, Anna, Ben.",
        "Cleo first!",
    ]


def test_level_throws_are_thrown_again() -> None:
    position = play(game("chipik", 3).start(), "roll 1 3 6", "roll 6 6 5")
    assert told(position, "roll 2 2 6") == ["Cleo, opening throw: 2 + 2 + 6 = 10.", "Anna, Cleo: 10 each, so another throw!"]
    assert told(position, "roll 1 1 1") == ["Anna, opening throw: 1 + 1 + 1 = 3."]
    assert told(position, "roll 1 1 1") == ["Cleo, opening throw: 1 + 1 + 1 = 3.", "Anna, Cleo: 3 each, so another throw!"]
    play(position, "roll 1 1 1")
    assert told(position, "roll 1 1 2") == [
        "Cleo, opening throw: 1 + 1 + 2 = 4.",
        "Turn order: Ben, Cleo, Anna.",
        "Ben first!",
    ]


def test_the_turn_order_as_seated() -> None:
    position = play(game("chipik", 3, seating="as-seated").start(), "roll 1 1 1", "roll 6 6 6")
    assert told(position, "roll 1 1 1")[1:] == ["Turn order: Ben, Cleo, Anna.", "Ben first!"]


# --- throws -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        ("roll 1 2 4", ["Anna, first throw: 1 + 2 + 4 = 7.", "No combination yet."]),
        ("roll 5 5 5", ["Anna, first throw: 5 + 5 + 5 = 15.", "That makes: Addition, Odds, Triple."]),
        ("roll 4 5 6", ["Anna, first throw: 4 + 5 + 6 = 15.", "That makes: Addition, Run."]),
    ],
)
def test_a_first_throw(move: str, sentences: list[str]) -> None:
    assert told_all(table("first_throw"), move) == sentences


def test_what_is_kept_and_thrown_again() -> None:
    assert told_all(first("2.5.5"), "reroll 2") == ["Anna: keeping 5, 5, throwing 2 again."]
    assert told_all(first("2.5.6"), "reroll 2 6") == ["Anna: keeping 5, throwing 2, 6 again."]
    assert told_all(first("2.5.6"), "reroll 2 5 6") == ["Anna: throwing all the dice again."]


def test_a_second_throw() -> None:
    thrown = table("second_throw", "dice=1.3")
    assert told_all(thrown, "roll 2") == ["Anna, second throw: 1 + 2 + 3 = 6.", "That makes: Run."]
    assert told_all(thrown, "roll 6") == [
        "Anna, second throw: 1 + 3 + 6 = 10.",
        "No combination this time, so no token is handed on.",
    ]


# --- discards ---------------------------------------------------------------------------------


def test_addition_into_the_bin() -> None:
    assert told_all(second("4.4.5", "tokens=2,4,4,4 bin=2"), "addition bin") == [
        "Anna: Addition! 4 + 4 + 5 = 13, and 13 is enough.",
        "1 token into the bin: 2 + 1 = 3 there now.",
        "Anna: 2 − 1 = 1 token left.",
    ]


def test_addition_names_the_number_of_this_game() -> None:
    position = game("chipik", 3).with_facts(addition=10).start()
    play(position, "roll 6 6 6", "roll 1 1 1", "roll 1 1 2", "roll 2 4 4")
    assert told(position, "addition bin")[0] == "Anna: Addition! 2 + 4 + 4 = 10, and 10 is enough."


def test_addition_on_the_lucky_one() -> None:
    assert told_all(second("4.4.5", "lucky=2"), "addition lucky") == [
        "Anna: Addition! 4 + 4 + 5 = 13, and 13 is enough.",
        "1 token to the lucky one: Cleo, now 4 + 1 = 5.",
        "Anna: 4 − 1 = 3 tokens left.",
        "The lucky one was hit (Cleo): the Chance card goes back to the centre.",
    ]


def test_odds_to_a_neighbour() -> None:
    assert told_all(second("1.3.5", "lucky=2"), "odds left") == [
        "Anna: Odds! 1, 3, 5 are all odd.",
        "1 token to the left: Ben, now 4 + 1 = 5.",
        "Anna: 4 − 1 = 3 tokens left.",
    ]


def test_a_run_to_the_lucky_neighbour() -> None:
    assert told_all(second("2.3.4", "lucky=3"), "run right") == [
        "Anna: Run! 2, 3, 4 are three in a row.",
        "1 token to the right: Dan, now 4 + 1 = 5.",
        "Anna: 4 − 1 = 3 tokens left.",
        "The lucky one was hit (Dan): the Chance card goes back to the centre.",
    ]


@pytest.mark.parametrize(
    ("move", "tokens"),
    [
        ("triple left", ["2 tokens to the left: Ben, now 4 + 2 = 6."]),
        ("triple right", ["2 tokens to the right: Dan, now 4 + 2 = 6."]),
        ("triple both", ["1 token to the left: Ben, now 4 + 1 = 5.", "1 token to the right: Dan, now 4 + 1 = 5."]),
    ],
)
def test_a_triple(move: str, tokens: list[str]) -> None:
    assert told_all(second("2.2.2"), move) == [
        "Anna: Triple! 2, 2, 2 are three alike.",
        *tokens,
        "Anna: 4 − 2 = 2 tokens left.",
    ]


def test_neighbours_follow_the_turn_order() -> None:
    position = play(game("chipik", 3).start(), "roll 1 1 1", "roll 6 6 6", "roll 5 5 5", "roll 1 3 5")
    assert told(position, "odds right")[:2] == ["Ben: Odds! 1, 3, 5 are all odd.", "1 token to the right: Anna, now 4 + 1 = 5."]


# --- the Chance card and the end --------------------------------------------------------------


@pytest.mark.parametrize(
    ("lucky", "sentence"),
    [
        (-1, "Done on the first throw: the Chance card leaves the centre. Lucky now: Anna."),
        (0, "Done on the first throw: the Chance card stays. Lucky still: Anna."),
        (1, "Done on the first throw: the Chance card moves. Lucky before: Ben. Lucky now: Anna."),
        (2, "Done on the first throw: the Chance card moves. Lucky before: Cleo. Lucky now: Anna."),
    ],
)
def test_the_chance_card_after_a_first_throw(lucky: int, sentence: str) -> None:
    assert told_all(first("1.3.5", f"lucky={lucky}"), "odds left") == [
        "Anna: Odds! 1, 3, 5 are all odd.",
        "1 token to the left: Ben, now 4 + 1 = 5.",
        "Anna: 4 − 1 = 3 tokens left.",
        sentence,
    ]


def test_the_win() -> None:
    assert told_all(second("2.2.2", "tokens=1,5,5,5"), "triple right") == [
        "Anna: Triple! 2, 2, 2 are three alike.",
        "1 token to the right: Dan, now 5 + 1 = 6.",
        "Anna: 1 − 1 = 0 tokens left.",
        "No token left! The winner: Anna.",
    ]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_every_step_of_a_game_is_told(seating: str) -> None:
    position, rng = game("chipik", 4, seating=seating).start(), Random(12)
    while not position.over:
        before = {seat: position.view(seat) for seat in (None, 0, 1, 2, 3)}
        random_step(position, rng)
        for seat, view in before.items():
            sentences = position.game.ruleset.story(view, position.view(seat), NAMES)
            assert sentences
            assert not any("{" in sentence for sentence in sentences)
