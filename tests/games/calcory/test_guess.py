"""The guesses of Calcory are honest: they come as often as the hidden cards would, seen from a seat.

The truth is found by playing every history that looks to the seat as this one does, chance weighed
by its odds, the moves of others as if each were as likely, its own as certain.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from math import prod, sqrt
from random import Random
from typing import Any

import pytest

from ludotheque import CHANCE, Game, Move, Position
from tests.games.calcory.grid import card_on, turn
from tests.posterior import not_again_compiled
from tests.size import not_in_check, sized
from tests.table import COMPILED, game, plain_state, play, random_step

GUESSES = sized(200, 200 if COMPILED else 700, 2000)
STEPS = sized(0, 8, 9)
FEW = sized(30, 100, 200)  # where all guesses should be the same


def weighed_steps(position: Position, seat: int | None) -> list[tuple[Move, Fraction]]:
    """What may happen next, and how likely it is to who sits there and knows what it will do itself."""
    if position.actor is CHANCE:
        return position.odds()
    moves = position.moves()
    return [(move, Fraction(1) if position.actor == seat else Fraction(1, len(moves))) for move in moves]


def likelihoods(game: Game, seat: int | None, seen: list[str]) -> list[tuple[Position, Fraction]]:
    """Every position whose history looks like this to the seat, and how likely that history is."""
    alike = [(game.start(), Fraction(1))]
    for words in seen:
        after = []
        for position, weight in alike:
            for move, chance in weighed_steps(position, seat):
                then = play(position.copy(), str(move))
                if then.view(seat).history[-1] == words:
                    after.append((then, weight * chance))
        alike = after
    return alike


def truth(position: Position, seat: int | None) -> dict[str, Fraction]:
    """What the whole table may be, as that seat knows it, and with which probability."""
    view = position.view(seat)
    weights: defaultdict[str, Fraction] = defaultdict(Fraction)
    for other, weight in likelihoods(position.game, seat, view.history):
        if other.view(seat).to_dict() == view.to_dict():
            weights[str(plain_state(other))] += weight
    return {table: weight / sum(weights.values()) for table, weight in weights.items()}


def check_guesses(position: Position, seat: int | None, number: int = GUESSES) -> dict[str, Fraction]:
    """Guesses look to the seat as the position does, are all possible, and come as often as the truth says."""
    view = position.view(seat)
    expected = truth(position, seat)
    assert str(plain_state(position)) in expected
    rng = Random(7)
    found: Counter[str] = Counter()
    for i in range(number):
        guess = position.game.guess(view, rng)
        if i < 20:
            assert guess.view(seat).to_dict() == view.to_dict()
        found[str(plain_state(guess))] += 1
    assert set(found) <= set(expected)
    for table, chance in expected.items():
        spread = sqrt(number * chance * (1 - chance))
        assert abs(found[table] - number * chance) <= 6 * spread, (chance, found[table])
    return expected


def tiny(players: int = 3, **facts: Any) -> Position:
    """One row of four cards, `1 1 2 2`, where 3 is what 13 is else; seat 0 begins."""
    changes = {"rows": 1, "columns": 4, "deck": (0, 2, 2, 0, 0, 0, 0, 0, 0, 0), "target": 3} | facts
    return play(game("calcory", players).with_facts(**changes).start(), "start 0")


HALVES = [Fraction(1, 2)] * 2
QUARTERS = [Fraction(1, 4)] * 4


@pytest.mark.parametrize("seat", [1, 2, None])
@pytest.mark.parametrize("value", [1, 2])
def test_of_two_captured_cards_either_came_back(seat: int | None, value: int) -> None:
    position = play(turn(tiny(), a1=1, b1=2), f"return {value} b1")
    assert sorted(check_guesses(position, seat).values()) == HALVES


@pytest.mark.parametrize("value", [1, 2])
def test_who_put_it_back_is_certain(value: int) -> None:
    position = play(turn(tiny(), a1=1, b1=2), f"return {value} b1")
    assert check_guesses(position, 0, FEW) == {str(plain_state(position)): 1}


def test_of_three_captured_cards_two_alike_are_one_choice() -> None:
    """`return 1 …` is one move however many 1s were captured, so a player at random picks it half the time."""
    for value in (1, 2):
        position = play(turn(tiny(target=4), a1=1, b1=2, c1=1), f"return {value} a1")
        for seat in (1, 2, None):
            assert sorted(check_guesses(position, seat).values()) == HALVES


def test_three_different_cards() -> None:
    start = tiny(columns=5, deck=(0, 2, 1, 2, 0, 0, 0, 0, 0, 0), target=6)
    position = play(turn(start, a1=1, b1=2, c1=3), "return 2 c1")
    assert list(check_guesses(position, 1).values()) == [Fraction(1, 3)] * 3


def two_secrets() -> Position:
    """Seats 0 and 1 have each captured `1 2` and put a card back; the two left are hidden."""
    position = play(turn(tiny(), a1=1, b1=2), "return 2 b1")
    return play(turn(position, c1=1, d1=2), "return 1 a1")


@pytest.mark.parametrize("seat", [2, None])
def test_two_hidden_cards_at_once(seat: int | None) -> None:
    assert list(check_guesses(two_secrets(), seat).values()) == QUARTERS


@pytest.mark.parametrize("seat", [0, 1])
def test_one_hidden_card_is_his_own(seat: int) -> None:
    expected = check_guesses(two_secrets(), seat)
    assert list(expected.values()) == HALVES
    own = "b1" if seat == 0 else "a1"
    for i in range(20):
        guess = two_secrets().game.guess(two_secrets().view(seat), Random(i))
        assert card_on(guess, own) == card_on(two_secrets(), own)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_hidden_card_turned_up_is_known_to_all(seat: int | None) -> None:
    position = play(turn(tiny(), a1=1, b1=2), "return 2 b1")
    turn(position, b1=2, c1=2)  # bust
    assert check_guesses(position, seat, FEW) == {str(plain_state(position)): 1}


def test_one_of_two_hidden_cards_turned_up() -> None:
    position = turn(two_secrets(), b1=2)
    assert sorted(check_guesses(position, None).values()) == HALVES
    assert check_guesses(position, 1, FEW) == {str(plain_state(position)): 1}


@pytest.mark.parametrize("seat", [1, 2, None])
def test_collected_marks_hide_a_card_too(seat: int | None) -> None:
    start = tiny(rows=2, columns=3, deck=(0, 2, 2, 0, 2, 0, 0, 0, 0, 0), target=4)
    position = play(turn(start, a1=1, b1=2), "stop")
    play(turn(position, c1=2, a2=1), "stop")  # as much, as many: fails
    play(turn(position, c1=2, a2=1), "stop")
    position.play("return 1 a1")
    assert sorted(check_guesses(position, seat).values()) == HALVES
    position = play(position, "turn c1")
    assert sorted(check_guesses(position, seat).values()) == HALVES


def test_a_hidden_card_captured_again() -> None:
    """Seat 1 captures the hidden card with another and hides one of them: what it was no longer matters."""
    position = play(turn(tiny(), a1=1, b1=2), "return 2 b1")
    turn(position, b1=2, c1=1)
    position.play("return 2 a1")
    for seat in (0, 2, None):
        assert sorted(check_guesses(position, seat).values()) == HALVES
    assert check_guesses(position, 1, FEW) == {str(plain_state(position)): 1}


def test_cards_captured_alike_leave_no_doubt() -> None:
    start = tiny(2, target=4)
    position = play(turn(start, a1=2, b1=2), "return 2 a1")
    for seat in (0, 1, None):
        assert check_guesses(position, seat, FEW) == {str(plain_state(position)): 1}


def test_a_card_nobody_has_seen_has_no_value_to_guess() -> None:
    position = play(tiny(), "turn a1")
    for seat in (0, 1, None):
        assert check_guesses(position, seat, FEW) == {str(plain_state(position)): 1}


@not_in_check
@not_again_compiled
def test_every_history_of_a_tiny_game_up_to_ten_steps() -> None:
    """No history left out: grouped by what seat 1 saw at every step, the tables are as likely as they are guessed."""
    start = tiny(2)
    alike: defaultdict[tuple[str, ...], defaultdict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    example: dict[tuple[str, ...], Position] = {}
    layer: list[tuple[Position, Fraction, tuple[str, ...]]] = [(start, Fraction(1), ())]
    for _ in range(STEPS):
        following = []
        for position, weight, saw in layer:
            for move, chance in weighed_steps(position, 1):
                then = play(position.copy(), str(move))
                sees = (*saw, str(then.view(1).to_dict()))
                following.append((then, weight * chance, sees))
                alike[sees][str(plain_state(then))] += weight * chance
                example[sees] = then
        layer = following
    doubtful = [saw for saw, tables in alike.items() if len(tables) > 1]
    assert len(doubtful) > (100 if STEPS == 9 else 20)
    for saw, tables in alike.items():
        possible = prod(map(len, example[saw].view(1).seen["one_of"].values()))
        assert len(tables) == possible
        assert len(set(tables.values())) == 1  # each as likely, as `guess` says
    rng = Random(3)
    for saw in doubtful[:: max(1, len(doubtful) // 50)]:
        view = example[saw].view(1)
        assert {str(plain_state(start.game.guess(view, rng))) for _ in range(60)} == set(alike[saw])


def test_guesses_along_random_games_look_the_same() -> None:
    rng = Random(16)
    for _ in range(sized(1, 2, 3)):
        position = game("calcory", 3).start()
        while not position.over and len(position.history) < 250:
            random_step(position, rng)
            seat = rng.choice([0, 1, 2, None])
            view = position.view(seat)
            guess = position.game.guess(view, rng)
            assert guess.view(seat).to_dict() == view.to_dict()
            assert position.game.ruleset.faults(position.game.facts, plain_state(guess)) == []


def test_a_guess_can_be_played_on() -> None:
    position = play(turn(tiny(), a1=1, b1=2), "return 2 b1")
    guess = position.game.guess(position.view(2), Random(1))
    assert guess.history == ["start 0", "turn a1", "show 1", "turn b1", "show 2", "return ? b1"]
    rng = Random(2)
    while not guess.over:
        random_step(guess, rng)
    assert guess.winners()
    assert position.history[-1] == "return 2 b1"  # the position guessed about is untouched
