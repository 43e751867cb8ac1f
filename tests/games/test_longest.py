"""How long a game can be at most, where that can be said: never longer, and no longer than need be."""

from random import Random

import pytest

from ludotheque import CHANCE, Game
from tests.games.chip_trick.tables import LONGEST_OF_FOUR, LONGEST_OF_THREE, LONGEST_OF_TWO
from tests.size import sized
from tests.table import chosen_games, game

BOUNDED = [game for game in chosen_games() if any(game.ruleset.longest(game.facts))]


@pytest.mark.parametrize("game", BOUNDED, ids=lambda game: game.spec)
def test_no_random_game_is_longer(game: Game) -> None:
    most_decisions, most_luck = game.ruleset.longest(game.facts)
    for number in range(sized(1, 1, 3)):
        rng, position = Random(number), game.start()
        decisions = 0
        while not position.over:
            decisions += position.actor is not CHANCE
            position.play(position.draw(rng))
        assert decisions <= most_decisions
        assert position.steps - decisions <= most_luck


@pytest.mark.parametrize(("players", "moves"), [(2, LONGEST_OF_TWO), (3, LONGEST_OF_THREE), (4, LONGEST_OF_FOUR)])
def test_the_longest_round_of_chips_is_as_long_as_that(players: int, moves: list[str]) -> None:
    decisions, luck = game("chip-trick", players).ruleset.longest(game("chip-trick", players).with_facts(tiles=1).facts)
    by_chance = [text for text in moves if text.split()[0] in ("deal", "stack", "show")]
    assert len(moves) - len(by_chance) == decisions
    assert len(by_chance) == luck - 1  # somebody was chosen to start


def test_rounds_and_cards() -> None:
    """Three tiles win, so three players can have two each before the last round; a deck is drawn and laid once."""
    three = game("chip-trick", 3)
    assert three.ruleset.longest(three.facts) == (7 * 10 * 6, 1 + 7 * 12)
    root = game("chip-trick-root")
    assert root.ruleset.longest(root.facts) == (3 * 10 * 6, 1 + 3 * 12)
    cards = game("toujours-12", 4)
    assert cards.ruleset.longest(cards.facts) == (72, 73)
    assert game("chipik", 3).ruleset.longest(game("chipik", 3).facts) == (0, 0)  # it may go on for ever
