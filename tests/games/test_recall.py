"""What learners remember of a round: in a short one, all that a player could tell apart."""

from random import Random

import numpy
import pytest

import ludotheque
from ludotheque import Game, View
from ludotheque.bots.policy import Floats, FloatsAndRecall
from ludotheque.games import GAMES, from_spec
from ludotheque.recall import recall_layout, remembered
from ludotheque.solve.tree import Tree
from tests.games.chip_trick.tables import LONGEST_OF_FOUR, LONGEST_OF_THREE
from tests.size import not_in_check, sized
from tests.table import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="what learners remember is never compiled")

ROOT = GAMES["chip-trick-root"]
DEALT = ["start 1", "deal 4", "deal 5", "deal 1", "deal 2", "deal 6", "deal 7", "deal 3", "deal 10"]
DEALT += ["deal 8", "deal 9", "deal 11", "deal 12"]


def by_name(view: View) -> dict[str, int]:
    """What is remembered at all."""
    layout = recall_layout(view.game)
    return {entry.name: number for entry, number in zip(layout, remembered(view), strict=True) if number}


@not_in_check
def test_with_it_no_two_information_sets_look_alike() -> None:
    """Of the small edition: without it most of them do."""
    tree = Tree(ROOT.instance("small").game(ROOT).replay(["start 0"]))
    game = tree.sets[0].view.game
    views = [found.view for found in tree.sets if len(found.moves) > 1]
    floats, all_floats = Floats(game.ruleset.rules.layout(game.facts)), FloatsAndRecall(game)
    assert len({all_floats(view).tobytes() for view in views}) == len(views)
    assert len({floats(view).tobytes() for view in views}) < len(views) / 2


def test_it_tells_who_led_who_played_what_and_who_took_it_from_ones_own_place() -> None:
    position = ludotheque.game("chip-trick-root", 3).replay(
        [*DEALT, "play 6", "play 11", "play 1", "take 6", "take 1", "take 11"]
    )
    assert by_name(position.view(2)) == {
        "played in trick 0: 0": 11, "played in trick 0: 1": 1, "played in trick 0: 2": 6,
        "took in trick 0: 0": 6, "took in trick 0: 1": 1, "took in trick 0: 2": 11, "led in trick 0: 2": 1,
    }  # fmt: skip
    position.play("play 12")  # by the winner of the trick
    assert by_name(position.view(0)).items() >= {"led in trick 1: 2": 1, "played in trick 1: 2": 12}.items()


def test_it_begins_anew_with_every_round() -> None:
    position, rng = ludotheque.game("chip-trick", 4).start(), Random(2)
    assert not any(remembered(position.view(None)))
    while position.view(0).now["round"] == 1:
        position.play(position.draw(rng))
    while position.actor is ludotheque.CHANCE:
        assert not any(remembered(position.view(1)))
        position.play(position.draw(rng))
    position.play(position.draw(rng))
    assert sum(number > 0 for number in remembered(position.view(1))) == 2  # a chip, and who led


@pytest.mark.parametrize(
    ("spec", "moves"), [("chip-trick-root players=3", LONGEST_OF_THREE), ("chip-trick players=4", LONGEST_OF_FOUR)]
)
def test_the_longest_round_is_remembered_to_its_end(spec: str, moves: list[str]) -> None:
    """Everyone takes three tricks and one a fourth: with four chips each (root A10), as many as there are rows for.

    One such round is written down; some of the random ones are as long.
    """
    game = from_spec(spec)
    rows = len(recall_layout(game)) // (3 * game.players)
    assert rows == 3 * game.players + 1
    longest = 0
    for seed in range(sized(20, 60, 400)):
        position, rng, written = game.start(), Random(seed), ["start 0", *moves] if seed == 0 else []
        while position.now(0)["round"] == 1:
            before = position.copy()
            position.play(written.pop(0) if written else position.draw(rng))
        assert not written
        taken = [name for name in by_name(before.view(0)) if name.startswith("took")]
        tricks = 1 + max(int(name.split()[3].rstrip(":")) for name in taken)
        assert len(taken) == tricks * game.players - 1  # all but the very last
        longest = max(longest, tricks)
    assert longest == rows


@pytest.mark.parametrize("spec", ["chip-trick players=2", "calcory players=2", "chipik players=3", "toujours-12 players=3"])
def test_where_there_is_nothing_to_remember_there_are_no_numbers(spec: str) -> None:
    game: Game = from_spec(spec)
    assert recall_layout(game) == []
    assert remembered(game.start().view(0)) == []


def test_its_floats_come_after_those_of_the_observation() -> None:
    position = ludotheque.game("chip-trick-root", 3).replay([*DEALT, "play 6"])
    view = position.view(2)
    seen = FloatsAndRecall(view.game)(view)
    before = Floats(view.game.ruleset.rules.layout(view.game.facts))(view)
    assert seen.dtype == numpy.float32
    assert seen[: len(before)].tobytes() == before.tobytes()
    assert seen[len(before) :].tolist() == pytest.approx(
        [0, 0, 6 / 12] + [0] * 3 + [0, 0, 1] + [0] * (len(seen) - len(before) - 9)
    )
