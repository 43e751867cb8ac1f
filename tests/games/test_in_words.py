"""Every move is said in words, in every language: no page shows notation."""

from collections.abc import Iterator
from random import Random

import pytest

import ludotheque
from ludotheque import Game, Position
from ludotheque.i18n import LANGUAGES, speaking
from tests.sixth_game import SIXTH
from tests.table import chosen_games, game, play, random_step

GAMES = [game for game in chosen_games() if game.id != SIXTH.id]
OTHERS = [code for code in LANGUAGES if code != "en"]
EACH = 17  # words of other languages are looked at now and then


def said(position: Position, language: str = "en") -> dict[str, str]:
    with speaking(language):
        return position.game.ruleset.scene(position.view(position.actor)).said


def decisions(game: Game) -> Iterator[Position]:
    position, rng = game.start(), Random(f"in words {game.spec}")
    while not position.over:
        if position.actor >= 0:
            yield position
        random_step(position, rng)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_every_move_has_words_of_its_own_in_every_language(game: Game) -> None:
    for number, position in enumerate(decisions(game)):
        moves = [str(move) for move in position.moves()]
        english = said(position)
        for language in LANGUAGES if number % EACH == 0 else ("en",):
            words = said(position, language)
            assert list(words) == moves
            assert len(set(words.values())) == len(moves), words
            for move, text in words.items():
                assert text
                assert "{" not in text
                assert move not in text, f"{move} in {language}: {text}"
                assert language == "en" or text != english[move], f"{move} is said in English to those who read {language}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_who_is_not_to_move_is_told_of_no_moves(game: Game) -> None:
    position = next(decisions(game))
    for seat in (None, *range(game.players)):
        scene = position.game.ruleset.scene(position.view(seat))
        assert bool(scene.said) == (seat == position.actor)


def test_a_chip_is_led_played_and_taken_to_where_it_goes() -> None:
    position = game("chip-trick", 3, scoring="explosion").start()
    play(position, "start 0", *(f"deal {value}" for value in (4, 8, 10, 12, 5, 6, 11, 2, 9, 7, 1, 3)))
    assert said(position) == {
        "play 4": "Lead the 4", "play 8": "Lead the 8", "play 10": "Lead the 10", "play 12": "Lead the 12",
    }  # fmt: skip
    assert said(play(position, "play 12"))["play 5"] == "Play the 5"
    assert said(play(position, "play 5", "play 7")) == {
        "take 5": "Take the 5 to your display",
        "take 7": "Take the 7 to your display",
    }
    assert said(play(position, "take 5")) == {"take 7": "Take the 7 into your hand"}


CHIPIK = ("roll 3 3 5", "roll 3 3 6", "roll 3 6 6")  # the opening


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        (
            "1 4 6",
            {
                "reroll 1": "Throw the 1 again", "reroll 4": "Throw the 4 again", "reroll 6": "Throw the 6 again",
                "reroll 1 4": "Throw the 1 and the 4 again", "reroll 1 6": "Throw the 1 and the 6 again",
                "reroll 4 6": "Throw the 4 and the 6 again", "reroll 1 4 6": "Throw all the dice again",
            },
        ),
        (
            "1 4 4",
            {
                "reroll 1": "Throw the 1 again", "reroll 4": "Throw one 4 again", "reroll 1 4": "Throw the 1 and the 4 again",
                "reroll 4 4": "Throw two 4s again", "reroll 1 4 4": "Throw all the dice again",
            },
        ),
        (
            "2 2 2",
            {
                "reroll 2": "Throw one 2 again", "reroll 2 2": "Throw two 2s again", "reroll 2 2 2": "Throw all the dice again",
                "triple left": "Triple: 2 tokens to the left", "triple right": "Triple: 2 tokens to the right",
                "triple both": "Triple: 1 token each way",
            },
        ),
    ],
)  # fmt: skip
def test_each_die_that_is_thrown_again_is_named(dice: str, words: dict[str, str]) -> None:
    assert said(play(game("chipik", 3).start(), *CHIPIK, f"roll {dice}")) == words


def test_a_card_is_laid_on_a_place() -> None:
    position = next(decisions(game("toujours-12", 2)))
    digit = str(position.moves()[0]).split()[1]
    assert said(position)[f"lay {digit} 3"] == f"Lay the {digit} on place 3"


def test_cards_are_turned_and_put_back() -> None:
    position = play(game("calcory", 2).start(), "start 0", "turn a1", "show 6", "turn b1", "show 5")
    words = said(position)
    assert (words["turn c4"], words["stop"]) == ("Turn card c4", "Stop here")
    words = said(play(position, "stop", "turn c1", "show 9", "turn d1", "show 7"))
    assert words == {
        "return 5 a1": "Put the 5 back on a1", "return 5 b1": "Put the 5 back on b1",
        "return 6 a1": "Put the 6 back on a1", "return 6 b1": "Put the 6 back on b1",
    }  # fmt: skip


def test_a_game_of_another_package_may_have_no_words() -> None:
    position = play(ludotheque.game(SIXTH.id, 2).start(), "deal 1", "deal 1")
    assert said(position) == {}
