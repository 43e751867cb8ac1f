"""Whole trees: counted, valued, and best answers to a policy against going through everything a seat could do."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque import Game, Position
from ludotheque.position import CHANCE
from ludotheque.solve.regret import PredictiveCFRPlus
from ludotheque.solve.saved import FIGURES, read
from ludotheque.solve.tree import TooLarge, Tree
from ludotheque.told import Told
from tests.size import sized

PUBLISHED = json.loads(FIGURES.read_text("utf-8"))
QUICK = [name for name, figures in PUBLISHED.items() if figures["nodes"] < sized(5_000, 15_000, 100_000)]


def tree_of(name: str) -> Tree:
    id, instance = name.split()
    ruleset = ludotheque.GAMES[id]
    return Tree(ruleset.instance(instance).start(ruleset), ruleset.instance(instance).cut)


def one_chip_each() -> Game:
    return ludotheque.game("chip-trick", 3).with_facts(tiles=1, chips=0b10101, red=0, reds=0, blues=1, limit=2)


def test_a_round_of_one_chip_each_counted_on_paper() -> None:
    """Three deals in 3! orders, three plays that are forced, and takes of 3, 2 and 1 chips."""
    counts = Tree(one_chip_each().replay(["start 0"])).counts()
    deals = 1 + 3 + 6  # the third chip is what is left, and a step all the same
    takes = 6 * (1 + 3 + 6)
    assert counts == {
        "nodes": deals + 6 * 3 + takes + 6 * 6,
        "decisions": 6 * 3 + takes,
        "chance": deals,
        "ends": 6 * 6,
        # To lead, seat 0 knows its chip (3); seat 1 also what was led (3 × 2), seat 2 both (3 × 2). All chips are
        # open when somebody takes: in two of six deals each has won (2), comes second (2 × 3) or last (2 × 6).
        "information_sets": [3 + 20, 6 + 20, 6 + 20],
        "choices": 6 * 3 - 3 + 6 * (3 + 6 + 6),
        "longest": 3 + 3 + 3,
    }


def everything_a_seat_could_do(tree: Tree, seat: int, policy: Any) -> float:
    """The best of all its pure policies, tried one after another."""
    choices = []
    place = 0
    for set in tree.sets:
        if set.seat == seat and len(set.moves) > 1:
            choices.append((place, len(set.moves)))
        place += len(set.moves)
    best = 0.0
    for chosen in product(*(range(moves) for _, moves in choices)):
        answer = policy.copy()
        for (first, moves), move in zip(choices, chosen, strict=True):
            answer[first : first + moves] = 0
            answer[first + move] = 1
        best = max(best, tree.values(answer)[seat])
    return best


def test_a_best_answer_is_the_best_of_everything() -> None:
    """The end of a Toujours 12 in which neither seat knows what the other drew."""
    game = ludotheque.game("toujours-12", 2).with_facts(hand=1, deck=(0, 3, 3, 0, 0, 0, 0), target=6)
    tree = Tree(game.replay(["draw 1", "draw 2", "lay 2 1", "draw 2", "lay 1 2", "draw 1", "lay 2 4"]))
    assert len(tree.sets) < tree.counts()["decisions"], "something should be hidden"
    rng = numpy.random.default_rng(1)
    for _ in range(3):
        weights = rng.random(len(tree.uniform))
        policy = weights / numpy.bincount(tree.set_of_choice, weights)[tree.set_of_choice]
        for seat in range(2):
            assert tree.best_answer(seat, policy) == pytest.approx(everything_a_seat_could_do(tree, seat, policy), abs=1e-12)


def test_what_is_hidden_can_t_be_reckoned_backwards() -> None:
    tree = tree_of("toujours-12 small")
    assert len(tree.sets) < tree.counts()["decisions"]
    with pytest.raises(ValueError, match="does not know"):
        tree.backward_induction()


def plain_values(position: Position, tree: Tree, policy: dict[str, dict[str, float]], told: Any) -> list[float]:
    """The same as `Tree.values`, by the definition: position for position."""
    if position.over:
        return position.returns()
    values = [0.0] * position.game.players
    if position.actor is CHANCE:
        likely = {str(move): float(odds) for move, odds in position.odds()}
    else:
        likely = policy[told.line(position.actor)]
    for text, chance in likely.items():
        after = told.copy()
        after.play(position.game.ruleset.read(text))
        below = plain_values(after.position, tree, policy, after)
        values = [value + chance * more for value, more in zip(values, below, strict=True)]
    return values


@pytest.mark.parametrize("name", ["chip-trick tiny", "toujours-12 tiny", "calcory tiny"])
def test_values_by_their_definition(name: str) -> None:
    id, instance = name.split()
    tree = tree_of(name)
    weights = numpy.random.default_rng(2).random(len(tree.uniform))
    policy = weights / numpy.bincount(tree.set_of_choice, weights)[tree.set_of_choice]
    by_name, place = {}, 0
    for set in tree.sets:
        by_name[set.name] = dict(zip(set.moves, policy[place : place + len(set.moves)].tolist(), strict=True))
        place += len(set.moves)
    start = ludotheque.GAMES[id].instance(instance).start(ludotheque.GAMES[id])
    assert tree.values(policy) == pytest.approx(plain_values(start, tree, by_name, Told.replayed(start)), abs=1e-12)


def test_a_tree_that_grows_too_large_is_given_up() -> None:
    with pytest.raises(TooLarge):
        Tree(ludotheque.game("chip-trick", 3).start(), most=1000)


@pytest.mark.parametrize("name", QUICK)
def test_published_figures(name: str) -> None:
    """Sizes, and how good the kept policies are."""
    published, tree = PUBLISHED[name], tree_of(name)
    id, instance = name.split()
    counts = tree.counts()
    assert counts == {kind: published[kind] for kind in counts}
    assert ludotheque.GAMES[id].instance(instance).game(ludotheque.GAMES[id]).spec == published["game"]
    kept = read(ludotheque.GAMES[id], ludotheque.GAMES[id].instance(instance))
    policy = kept.as_array(tree)
    assert kept.name == published["policy"]
    assert sum(tree.gains(policy)) == pytest.approx(published["kept"]["nash_conv"], abs=1e-9)
    assert tree.values(policy) == pytest.approx(published["kept"]["values"], abs=1e-9)
    assert min(tree.gains(tree.uniform)) >= 0
    assert sum(tree.gains(tree.uniform)) > 0.05, "what one plays should matter"


def test_every_instance_is_published_and_states_how_long_it_is() -> None:
    instances = {f"{r.id} {i.name}": (r, i) for r in ludotheque.GAMES.values() for i in r.instances}
    assert set(PUBLISHED) == set(instances)
    for name, (ruleset, instance) in instances.items():
        game = instance.game(ruleset)
        bound = instance.cut or instance.longest or sum(ruleset.longest(game.facts)) - len(instance.opening)
        assert PUBLISHED[name]["longest"] <= bound
        if instance.cut or instance.longest:
            assert PUBLISHED[name]["longest"] == bound


@pytest.mark.parametrize("id", ["chip-trick", "toujours-12", "calcory"])
def test_a_two_player_instance_is_worth_what_is_published(id: str) -> None:
    """Regret from nothing: what it finds is certified by the best answers to it."""
    tree = tree_of(f"{id} tiny")
    solver = PredictiveCFRPlus(tree)
    gains = []
    for rounds in (10, 90):
        solver.run(rounds)
        gains.append(sum(tree.gains(solver.average())))
    assert gains[1] < gains[0] / 10
    assert gains[1] < 1e-3
    low, high = PUBLISHED[f"{id} tiny"]["value"]
    assert high - low < 1e-5
    assert tree.values(solver.average())[0] == pytest.approx((low + high) / 2, abs=gains[1] + 1e-5)


@pytest.mark.parametrize("name", [name for name, figures in PUBLISHED.items() if "value" in figures])
def test_published_values_are_within_a_ten_thousandth(name: str) -> None:
    low, high = PUBLISHED[name]["value"]
    assert 0 <= low <= high <= 1
    assert high - low < 1e-4


def test_the_kept_policies_are_small() -> None:
    assert sum(path.stat().st_size for path in FIGURES.parent.iterdir()) < 1_000_000


def test_the_page_is_up_to_date() -> None:
    script = Path(__file__).parent.parent.parent / "scripts" / "small.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
