"""Who can tell what everybody holds: then there is one guess only."""

from random import Random

import pytest

from ludotheque import CHANCE, Position
from ludotheque.games import from_spec
from tests.games.chip_trick.tables import FOUR, ROOT, THREE, TWO

GUESSES = 40


def is_certain(position: Position) -> bool:
    rules = position.game.rules
    assert rules.certain
    return rules.certain(position.game.facts, position.state, position.actor)


def is_the_only_guess(position: Position, rng: Random) -> bool:
    """Of the seat to move: whether all its guesses are alike."""
    view = position.view(position.actor)
    states = (position.game.guess(view, rng).state for _ in range(GUESSES))
    first = next(states)
    return all((state.hand, state.pool) == (first.hand, first.pool) for state in states)


@pytest.mark.parametrize("spec", [TWO, THREE, FOUR, ROOT])
def test_who_is_certain_can_guess_in_one_way_only(spec: str) -> None:
    game = from_spec(spec if "players" in spec else f"{spec} players=3")
    certain = uncertain = 0
    for seed in range(5):
        rng, position = Random(seed), game.start()
        while not position.over:
            if position.actor != CHANCE:
                only = is_the_only_guess(position, rng)
                if is_certain(position):
                    assert only
                    certain += 1
                elif only:
                    assert spec in (TWO, FOUR)  # others may hold twins, or nothing but the ghost's stack is unseen
                uncertain += not is_certain(position)
            position.play(position.draw(rng))
    assert certain > 20
    assert uncertain > 20
