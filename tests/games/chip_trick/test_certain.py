"""Who can tell what everybody holds: then there is one guess only."""

from random import Random

import pytest

from ludotheque import CHANCE, Position
from ludotheque.games import from_spec
from tests.games.chip_trick.tables import FOUR, ROOT, THREE, TWO
from tests.size import sized
from tests.table import COMPILED

GAMES = sized(1, 1, 5)
ALIKE = sized(6, 12, 40)  # guesses of who is said to be certain: all of them are made, at each of hundreds of decisions
DIFFERENT = 40  # guesses of who is not: nearly always the second is another already


def is_certain(position: Position) -> bool:
    rules = position.game.rules
    assert rules.certain
    return rules.certain(position.game.facts, position.state, position.actor)


def is_the_only_guess(position: Position, rng: Random, guesses: int) -> bool:
    """Of the seat to move: whether all its guesses are alike."""
    view = position.view(position.actor)
    states = (position.game.guess(view, rng).state for _ in range(guesses))
    first = next(states)
    return all((state.hand, state.pool) == (first.hand, first.pool) for state in states)


@pytest.mark.skipif(COMPILED, reason="these rules run as they are written")
@pytest.mark.parametrize("spec", [TWO, THREE, FOUR, ROOT])
def test_who_is_certain_can_guess_in_one_way_only(spec: str) -> None:
    game = from_spec(spec if "players" in spec else f"{spec} players=3")
    certain = uncertain = 0
    for seed in range(GAMES):
        rng, position = Random(seed), game.start()
        while not position.over:
            if position.actor != CHANCE:
                if is_certain(position):
                    assert is_the_only_guess(position, rng, ALIKE)
                    certain += 1
                else:
                    uncertain += 1
                    if spec in (THREE, ROOT):  # else others may hold twins, or nothing but the ghost's stack is unseen
                        assert not is_the_only_guess(position, rng, DIFFERENT)
            position.play(position.draw(rng))
    assert certain > 20
    assert uncertain > 20
