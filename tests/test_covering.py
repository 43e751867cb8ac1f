"""The settings that tests run with: every pair of values meets, and every number of players is there."""

from itertools import product

import pytest

import ludotheque
from ludotheque import Game
from ludotheque.game import Ruleset
from tests.covering import all_pairs, covered, covering
from tests.table import few_games, more_games, values_of

each = pytest.mark.parametrize("ruleset", ludotheque.GAMES.values(), ids=lambda ruleset: ruleset.id)


def options_of(game: Game) -> dict[str, object]:
    return {name: value for name, value in game.options.items() if name in values_of(game.ruleset)}


@each
def test_every_pair_of_values_and_every_number_of_players_is_tried(ruleset: Ruleset) -> None:
    games = few_games(ruleset)
    assert covered(options_of(game) for game in games) == all_pairs(values_of(ruleset))
    assert {game.players for game in games} == set(ruleset.players)
    assert len({game.spec for game in games}) == len(games)


@each
def test_at_length_every_value_meets_every_number_of_players(ruleset: Ruleset) -> None:
    games = more_games(ruleset)
    values: dict[str, list[object]] = {"players": list(ruleset.players), **values_of(ruleset)}
    assert covered({"players": game.players, **options_of(game)} for game in games) == all_pairs(values)


def test_a_pair_that_is_missing_is_noticed() -> None:
    values = {"a": [1, 2], "b": [1, 2], "c": [1, 2]}
    rows = covering(values)
    assert covered(rows) == all_pairs(values)
    assert len(all_pairs(values)) == 12
    for row in rows:
        assert covered([other for other in rows if other != row]) < all_pairs(values)


def test_of_ten_yes_or_nos_ten_rows_are_enough() -> None:
    values = {name: [True, False] for name in "abcdefghij"}
    rows = covering(values)
    assert covered(rows) == all_pairs(values)
    assert len(rows) <= 10
    assert len(rows) < len(list(product(*values.values()))) / 100


def test_an_option_alone_has_every_value() -> None:
    assert covering({"a": [1, 2, 3]}) == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert covering({}) == [{}]
