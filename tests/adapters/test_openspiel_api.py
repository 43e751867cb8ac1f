"""OpenSpiel's own checks of a game, from its wheel: on whole trees of small instances, on parts of everything else."""

import json
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

import ludotheque
import ludotheque.adapters.openspiel
from ludotheque.adapters.openspiel.game import register, short_name
from ludotheque.solve.saved import FIGURES
from tests.adapters.test_openspiel import EVERYTHING, FEW_AND_MANY, MANY, OURS, compiled, loaded
from tests.sixth_game import SIXTH
from tests.size import sized

ludotheque.GAMES[SIXTH.id] = SIXTH  # as if its package were installed
register(SIXTH)

MOST_POSITIONS = sized(500, 2000, 7000)  # of a tree that is walked a dozen times, with every history looked at from its end


@pytest.mark.parametrize(("ruleset", "players"), OURS, ids=lambda given: getattr(given, "id", given))
def test_random_games_with_serialization(ruleset: Any, players: int) -> None:
    pyspiel.random_sim_test(loaded(ruleset, players), num_sims=1, serialize=True, verbose=False)


class Whole:
    """Classes within a class are not looked at by pytest: these two have no game of their own."""

    class Tree(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]  # OpenSpiel ships no types
        pass


class PartOf:
    class Tree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        """Its states lie near the start and are drawn anew each time; of one game that is always the same, more are added.

        By chance its states may hide nothing. In this game something is hidden after six moves, in Calcory, too.
        """

        @classmethod
        def setUpClass(cls) -> None:
            super().setUpClass()
            rng, state = Random(3), cls.game.new_initial_state()
            while not state.is_terminal() and state.move_number() < 120:
                state = state.child(rng.choice(state.legal_actions()))
                cls.some_states.append(state)


def add_class(base: Any, title: str, game: Any) -> None:
    """A class for a game; pytest finds it among the names of this module."""
    name = f"Test_{title}"
    globals()[name] = type(name, (base,), {"game": game, "game_name": title})


for ruleset, players in sized(MANY, FEW_AND_MANY, EVERYTHING):
    add_class(PartOf.Tree, f"{short_name(ruleset)}_{players}", loaded(ruleset, players))
    if compiled(ruleset, players):
        pytest.mark.compiles(ruleset.id)(globals()[f"Test_{short_name(ruleset)}_{players}"])

for name, figures in json.loads(FIGURES.read_text("utf-8")).items():
    if figures["nodes"] <= MOST_POSITIONS:
        api_test.TOTAL_NUM_STATES[name] = figures["chance"], figures["decisions"], figures["ends"]
        api_test.PERFECT_RECALL_NUM_STATES[name] = sum(figures["information_sets"])
        id, instance = name.split()
        add_class(Whole.Tree, name, pyspiel.load_game(short_name(ludotheque.GAMES[id]), {"instance": instance}))
