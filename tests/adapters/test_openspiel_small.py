"""Small instances in OpenSpiel: its best responses agree with this house's, and its CFR finds the published values."""

import json
from typing import Any
from zlib import crc32

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import ludotheque
import ludotheque.adapters.openspiel
from ludotheque.adapters.openspiel.game import short_name
from ludotheque.adapters.openspiel.saved import SavedPolicy
from ludotheque.solve.saved import FIGURES, Saved, read
from ludotheque.solve.tree import Tree
from tests.size import not_in_check, sized

PUBLISHED = json.loads(FIGURES.read_text("utf-8"))
MOST_POSITIONS = 25_000  # OpenSpiel's best response, in Python, takes a minute for a hundred thousand
QUICK = [name for name, figures in PUBLISHED.items() if figures["nodes"] <= MOST_POSITIONS]
TINY = [name for name in QUICK if name.endswith("tiny")]
WORTH = [name for name in TINY if "value" in PUBLISHED[name]]
TINIEST = [name for name in TINY if PUBLISHED[name]["nodes"] < 1000]
SOME = sized(TINIEST, [name for name in TINY if PUBLISHED[name]["nodes"] < 2000], TINY)


def loaded(name: str) -> Any:
    id, instance = name.split()
    return pyspiel.load_game(short_name(ludotheque.GAMES[id]), {"instance": instance})


def tree_of(name: str) -> Tree:
    id, instance = name.split()
    small = ludotheque.GAMES[id].instance(instance)
    return Tree(small.start(ludotheque.GAMES[id]), small.cut)


def test_every_ruleset_has_small_instances() -> None:
    for ruleset in ludotheque.GAMES.values():
        if ruleset.id != "treize":
            assert len(ruleset.instances) >= 2
            assert f"{ruleset.id} tiny" in QUICK
    assert {name.split()[0] for name in WORTH} == {"chip-trick", "toujours-12", "calcory"}


@pytest.mark.parametrize("name", sized(TINIEST, [*TINY, "toujours-12 small"], QUICK))
def test_nash_conv_of_the_kept_policy_agrees(name: str) -> None:
    id, instance = name.split()
    game = loaded(name)
    kept = SavedPolicy(game)
    tree = tree_of(name)
    ours = sum(tree.gains(read(ludotheque.GAMES[id], ludotheque.GAMES[id].instance(instance)).as_array(tree)))
    assert exploitability.nash_conv(game, kept) == pytest.approx(ours, abs=1e-6)
    assert ours == pytest.approx(PUBLISHED[name]["kept"]["nash_conv"], abs=1e-9)


def lopsided(tree: Tree) -> Saved:
    """A policy far from any equilibrium: every move by a number made of its names."""
    plays = {}
    for set in tree.sets:
        weights = {move: 1 + crc32(f"{set.name} {move}".encode()) % 100 for move in set.moves}
        plays[set.name] = {move: weight / sum(weights.values()) for move, weight in weights.items()}
    return Saved("lopsided", plays)


@pytest.mark.parametrize("name", SOME)
def test_gains_of_each_player_agree_for_policies_that_can_be_exploited(name: str) -> None:
    game, tree = loaded(name), tree_of(name)
    uneven = SavedPolicy(game)
    uneven.plays = lopsided(tree).plays
    for theirs, ours in ((uneven, lopsided(tree).as_array(tree)), (policies.UniformRandomPolicy(game), tree.uniform)):
        found = exploitability.nash_conv(game, theirs, return_only_nash_conv=False)
        gains = tree.gains(ours)
        assert found.player_improvements == pytest.approx(gains, abs=1e-6)
        assert sum(gains) > 0.05
        values = expected_game_score.policy_value(game.new_initial_state(), [theirs] * game.num_players())
        assert values == pytest.approx(tree.values(ours), abs=1e-6)


@not_in_check
@pytest.mark.parametrize("name", sized(WORTH[1:2], WORTH[1:2], WORTH))
def test_openspiels_cfr_converges_to_the_published_value(name: str) -> None:
    game = loaded(name)
    solver = cfr.CFRPlusSolver(game)
    found = []
    for rounds in (5, 25):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[1] < 0.01
    assert found[1] < found[0] / 10
    low, high = PUBLISHED[name]["value"]
    values = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert values[0] == pytest.approx((low + high) / 2, abs=found[1] + 1e-4)


def test_a_policy_is_kept_of_instances_alone() -> None:
    for text in ("ludotheque_calcory", "ludotheque_calcory(instance=medium)"):
        with pytest.raises(
            ludotheque.OptionError, match="calcory: a policy is kept of tiny or small; load the game with instance="
        ):
            SavedPolicy(pyspiel.load_game(text))
