"""How things stand between rounds: told apart by who is ahead of whom, and nowhere else."""

from random import Random

import ludotheque
from ludotheque import CHANCE
from ludotheque.games.chip_trick.rules import State, begin_round
from ludotheque.games.chip_trick.standing import NOWHERE, most_points, opener, standing, standings

ROOT = ludotheque.game("chip-trick-root", 3)


def before_a_round(finished: int, starter: int, *points: int) -> State:
    s = State()
    s.round, s.starter = finished, starter
    s.score[: len(points)] = points
    begin_round(ROOT.facts, s)
    return s


def test_each_has_a_number_of_its_own() -> None:
    found = [standing(ROOT.facts, s) for s in standings(ROOT.facts)]
    assert found == list(range((2 * 24 + 1) ** 2 + (2 * 48 + 1) ** 2))


def test_only_differences_matter_seen_from_who_opens_the_round() -> None:
    number = standing(ROOT.facts, before_a_round(2, 0, 30, 25, 27))
    assert number == standing(ROOT.facts, before_a_round(2, 0, 20, 15, 17))
    assert number == standing(ROOT.facts, before_a_round(2, 1, 27, 30, 25))
    assert number != standing(ROOT.facts, before_a_round(2, 1, 30, 25, 27))
    assert number != standing(ROOT.facts, before_a_round(1, 0, 30, 25, 27))
    assert opener(ROOT.facts, before_a_round(2, 1, 27, 30, 25)) == 1


def test_no_round_brings_more_than_it_reckons_with() -> None:
    assert most_points(ROOT.facts) == 24
    assert most_points(ludotheque.game("chip-trick", 3).facts) == 48
    assert most_points(ROOT.facts._replace(limit=40)) == 40


def test_in_a_game_there_is_one_before_each_round_but_the_first() -> None:
    for seed in range(20):
        rng, position, found = Random(seed), ROOT.start(), []
        while not position.over:
            state: State = position.state
            if (number := standing(ROOT.facts, state)) != NOWHERE:
                found.append(number)
                assert position.actor == CHANCE
            position.play(position.draw(rng))
        assert len(found) == 2
        assert standing(ROOT.facts, position.state) == NOWHERE


def test_where_tiles_count_there_is_none() -> None:
    game = ludotheque.game("chip-trick", 3)
    assert game.rules.standing is None
    rng, position = Random(1), game.start()
    while not position.over:
        assert standing(game.facts, position.state) == NOWHERE
        position.play(position.draw(rng))
    assert not list(standings(game.facts))
