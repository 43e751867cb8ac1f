"""What is refused before a game begins, and what is said about it."""

import copy
import pickle
from typing import Any

import pytest

import ludotheque
from ludotheque import OptionError
from ludotheque.games import from_spec
from tests.table import game


@pytest.mark.parametrize(
    ("id", "wish", "says"),
    [
        ("no-such-game", {}, "there is no game no-such-game; the shelf holds"),
        ("chipik", {}, "chipik: say how many players: 3, 4, 5, 6, 7 or 8"),
        ("chipik", {"players": 2}, "chipik: players can be 3, 4, 5, 6, 7 or 8, not 2"),
        ("chipik", {"players": True}, "not True"),
        ("chipik", {"players": "3"}, "not 3"),
        ("chipik", {"players": 3.0}, "not 3.0"),
        ("chipik", {"players": 10**5000}, "not int"),
        ("chipik", {"players": 3, "id": 3}, "chipik has no option id"),
        ("chipik", {"players": 3, "self": 3}, "chipik has no option self"),
        ("chipik", {"players": 3, "seating": 10**5000}, "not int"),
        ("chipik", {"players": 3, "seating": ["by-roll"]}, "not ['by-roll']"),
        (["chipik"], {"players": 3}, "there is no game ['chipik']"),
        ("chip-trick-root", {"players": 4}, "chip-trick-root: players can be 3, not 4"),
        ("calcory", {"players": 3, "marks_on_13": "perhaps"}, "calcory: marks_on_13 can be stay or clear, not perhaps"),
        ("calcory", {"players": 3, "colour": "red"}, "calcory has no option colour; there are: marks_on_13"),
        ("chip-trick-root", {"players": 3, "scoring": "halving"}, "chip-trick-root has no option scoring"),
        ("toujours-12", {"players": 3, "chain_takes": 1}, "toujours-12: chain_takes can be True or False, not 1"),
    ],
)
def test_a_bad_wish_names_what_is_accepted(id: Any, wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError) as refusal:
        ludotheque.game(id, **wish)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "deck",
    [(72, 0, 0, 0, 0, 0, 1), (10, 10, 10, 12, 10, 10), "ten", None, 72, (-10, 20, 20, 12, 10, 10, 10), (10.0,) * 7, ("a",) * 7],
)
def test_a_bad_deck_is_told_what_a_deck_is(deck: Any) -> None:
    with pytest.raises(OptionError, match="seven counts, for the digits 0 to 6, that total 72"):
        ludotheque.game("toujours-12", 3, deck=deck)


def test_options_may_come_as_text() -> None:
    assert game("toujours-12", 3, deck="6,12,12,12,12,12,6", chain_takes="false").facts == game(
        "toujours-12", 3, deck=[6, 12, 12, 12, 12, 12, 6], chain_takes=False
    ).facts  # fmt: skip


@pytest.mark.parametrize(
    "spec",
    [
        "chipik players=4 seating=by-roll",
        "chipik players=4 seating=as-seated fact.tokens=3",
        "toujours-12 players=2 deck=6,12,12,12,12,12,6 refill=end-of-turn chain_takes=False fact.target=9",
        "chip-trick-root players=3",
    ],
)
def test_a_spec_reads_back(spec: str) -> None:
    assert from_spec(spec).spec == spec


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("chipik players", "'players' should be a name and a value"),
        ("chipik players=four", "'four' should be a number"),
        ("", "there is no game ;"),
        ("chipik players=٣", "should be a number"),
        ("chipik players=3 players=4", "'players=4' should be a name and a value"),
        ("chipik players=3 fact.self=3", "chipik has no fact self"),
        ("chipik players=3 fact.tokens=99999999999999", "the fact tokens looks like 4"),
        ("chipik players=3 fact.tokens=many", "'many' should be a number"),
        ("chipik players=3 fact.tokens=1,2", "the fact tokens looks like 4"),
        ("chipik players=3 fact.colour=1", "chipik has no fact colour; there are: tokens, addition, by_roll or faces"),
        ("chipik players=3 fact.players=4", "chipik has no fact players"),
        ("chipik players=3 fact.tokens=0", "tokens are 1 to 12"),
    ],
)
def test_a_bad_spec_says_why(spec: str, says: str) -> None:
    with pytest.raises(OptionError) as refusal:
        from_spec(spec)
    assert says in str(refusal.value)


def test_a_game_can_be_pickled() -> None:
    small = ludotheque.game("chipik", 3, seating="as-seated").with_facts(tokens=2)
    assert pickle.loads(pickle.dumps(small)) == small
    assert copy.deepcopy(small) == small


def test_games_are_equal_by_what_is_played() -> None:
    assert ludotheque.game("chipik", 3) == ludotheque.game("chipik", players=3, seating="by-roll")
    assert ludotheque.game("chipik", 3) != ludotheque.game("chipik", 4)
    assert len({ludotheque.game("chipik", 3), ludotheque.game("chipik", 3)}) == 1
    assert repr(ludotheque.game("chip-trick-root")) == "<Game chip-trick-root players=3>"
