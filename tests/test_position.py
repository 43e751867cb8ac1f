"""The face of a position: what it takes, what it refuses, and that it is not touched by a refusal."""

import copy
import pickle
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import CHANCE, OVER, IllegalMove, LudothequeError, Move, UnreadableMove
from tests.table import at, game, play, random_step, texts

DEALT = ["start 0", *(f"deal {v}" for v in (4, 5, 1, 2, 6, 7, 3, 10, 8, 9, 11, 12))]


@pytest.mark.parametrize("text", ["", " ", "\x00", "play", "play 0", "play 13", "play 07", "play ٣", "play 5 5", "x" * 100_000])
def test_gibberish_is_unreadable(text: str) -> None:
    position = game("chip-trick", 3).replay(DEALT)
    with pytest.raises(UnreadableMove, match="is not a move of chip-trick; moves look like 'play 7' or 'take 4'"):
        position.play(text)
    assert position.history == DEALT


@pytest.mark.parametrize("thing", [None, 5, b"play 5", ["play 5"]])
def test_what_is_not_a_move_is_unreadable(thing: Any) -> None:
    with pytest.raises(UnreadableMove):
        game("chip-trick", 3).replay(DEALT).play(thing)


@pytest.mark.parametrize("text", ["play 5", "  PLAY   5\t", "Play 5"])
def test_case_and_white_space_do_not_matter_and_history_is_canonical(text: str) -> None:
    assert play(game("chip-trick", 3).replay(DEALT), text).history[-1] == "play 5"


def test_the_order_of_dice_does_not_matter() -> None:
    position = play(game("chipik", 3).start(), "roll 6 1 3")
    assert position.history == ["roll 1 3 6"]


def test_a_refusal_carries_code_clause_and_numbers() -> None:
    position = play(game("chip-trick", 3).replay(DEALT), "play 4", "play 6", "play 12")
    with pytest.raises(IllegalMove) as refusal:
        position.play("take 12")
    assert refusal.value.code == "RED_FIRST"
    assert refusal.value.clause == "R23"
    assert refusal.value.move == "take 12"
    assert list(refusal.value.numbers["takeable"]) == [4, 6]
    assert str(refusal.value) == "illegal 'take 12': a red chip lies in the trick, take 4 or 6 (R23)"
    assert refusal.value.why == "a red chip lies in the trick, take 4 or 6"


def test_a_refusal_between_moves_does_not_carry_anyones_hand() -> None:
    dealing = play(game("chip-trick", 3).start(), *DEALT[:6])
    with pytest.raises(IllegalMove) as refusal:
        dealing.play("play 6")
    assert not refusal.value.numbers["hand"]


def test_errors_and_positions_can_be_copied() -> None:
    position = game("chip-trick", 3).replay(DEALT)
    with pytest.raises(IllegalMove) as refusal:
        position.play("take 4")
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(copy.deepcopy(refusal.value)) == str(refusal.value)
    for twin in (copy.copy(position), copy.deepcopy(position)):
        twin.play("play 4")
    assert position.history == DEALT


def test_moves_out_of_turn_are_illegal() -> None:
    start = game("chip-trick", 3).start()
    with pytest.raises(IllegalMove, match="chips are being dealt"):
        start.play("play 5")
    with pytest.raises(IllegalMove, match="seat 0 moves"):
        game("chip-trick", 3).replay(DEALT).play("deal 5")


def test_nothing_is_possible_after_the_end() -> None:
    position = at("chipik players=3 seating=by-roll | phase=after_second order=0,1,2 tokens=1,5,6 dice=2.2.2")
    play(position, "triple left")
    assert position.actor is OVER
    assert position.over
    assert texts(position) == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("triple left")
    assert position.winners() == [0]
    assert position.returns() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("id", ["chip-trick", "chipik", "toujours-12", "calcory"])
def test_a_finished_game_has_nothing_to_draw(id: str) -> None:
    rng, position = Random(1), game(id, 3).start()
    while not position.over:
        random_step(position, rng)
    with pytest.raises(LudothequeError, match="the game is over, there is nothing to draw"):
        position.draw(rng)


def test_a_move_of_another_game_is_read_by_its_text() -> None:
    foreign = ludotheque.game("calcory", 2).start().odds()[1][0]
    assert str(foreign) == "start 1"
    position = game("chip-trick", 3).start()
    position.play(foreign)
    assert position.history == ["start 1"]


def test_moves_compare_by_their_text() -> None:
    assert Move(1, "stop") == Move(2, "stop")
    assert Move(1, "stop") != "stop"
    assert len({Move(1, "stop"), Move(2, "stop")}) == 1
    assert repr(Move(1, "stop")) == "Move('stop')"


def test_actors_are_themselves() -> None:
    position = game("chipik", 3).start()
    assert position.actor is CHANCE
    assert not position.over
    assert str(CHANCE) == "-1"
    assert repr(position) == "<Position of chipik, 0 steps, actor -1>"


def test_a_view_belongs_to_a_seat_that_exists() -> None:
    position = game("chipik", 3).start()
    for seat in (3, -1, "0"):
        with pytest.raises(IndexError, match="seats 0 to 2"):
            position.view(seat)  # type: ignore[arg-type]


def test_what_a_view_gives_away_is_a_copy() -> None:
    view = game("chip-trick", 3).replay(DEALT).view(0)
    view.moves().clear()
    view.to_dict()["history"].clear()
    assert view.moves()
    assert view.history
    assert view.to_dict()["history"][1:7] == ["deal 4", "deal 5", "deal 1", "deal 2", "deal ?", "deal ?"]
