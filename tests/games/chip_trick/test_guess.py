"""Guesses of what is hidden, against every history that looks the same (tests/posterior.py).

Twins are what makes it hard: a play of one of two chips alike is a play of either. So most of these games have
few chips and many twins; the two others have none, one of them the ghost's stack instead.
"""

from collections import Counter
from random import Random

import pytest

from ludotheque import Position
from ludotheque.draws import COUNT
from ludotheque.games.chip_trick.chips import handful_of as handful
from ludotheque.games.chip_trick.view import Sight
from tests.games.chip_trick.tables import FOUR, LONGEST_OF_FOUR, LONGEST_OF_TWO, SHORTEST_OF_THREE, TWO, after_round, round_of
from tests.posterior import disagreement, guesses, not_again_compiled, posterior
from tests.size import not_in_check, sized
from tests.table import at, game, plain_state, play

GUESSES = sized(0, 600, 1500)

SIX_PAIRS = game("chip-trick", 3).with_facts(chips=handful([4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]), reds=4, blues=0)

PLAYED = {
    "two reds each": (
        game("chip-trick", 4).with_facts(chips=handful([4, 4, 5, 6, 7, 8, 9, 9]), reds=2, blues=0),
        [
            "start 1",
            *round_of(
                """5.7 6.9 4.8 9.4
6 8 4 5 > 6 8 4 5
4 8 7 9 > 4 8 9 7
5 8 9 7 > 5 9 7 8
9 4 7 8 > 7 9 8 4"""
            ),
        ],
    ),
    "two reds and a blue": (
        game("chip-trick", 4).with_facts(chips=handful([4, 4, 5, 6, 7, 8, 9, 9, 3, 3, 10, 12]), reds=2, blues=1),
        [
            "start 1",
            *round_of(
                """5.7.3 9.4.10 8.9.12 4.6.3
9 12 6 7 > 6 9 7 12
9 4 7 4 > 7 9 4 4
8 9 5 10 > 5 8 9 10"""
            ),
        ],
    ),
    "six pairs of twins": (
        SIX_PAIRS,
        [
            "start 1",
            *round_of(
                """4.6.5.9 8.8.9.4 7.7.6.5
9 6 6 > 9 6 6
4 5 4 > 5 4 4
6 9 4 > 6 9 4
5 8 4 > 8"""
            ),
        ],
    ),
    "twins held back": (
        SIX_PAIRS,
        [
            "start 1",
            *round_of(
                """4.7.9.4 6.8.6.8 7.5.9.5
6 9 9 > 9 9 6
5 9 8 > 9 8 5
4 6 7 > 7 4 6
5 7 8 > 8"""
            ),
        ],
    ),
    "three": (
        game("chip-trick", 3).with_facts(chips=handful([2, 3, 5, 6, 7, 12]), reds=1, blues=1),
        ["start 0", *round_of("5.12 6.2 7.3\n5 2 7 > 5 7 2\n3 7 12 > 7 3 12")],
    ),
    "with a ghost": (game("chip-trick", 2), ["start 0", *LONGEST_OF_TWO]),
}


def after(name: str, steps: int) -> Position:
    there, told = PLAYED[name]
    return there.replay(told[:steps])


def hidden(position: Position) -> str:
    state = plain_state(position)
    return f"{state.hand} {state.pool}"


@not_in_check
@not_again_compiled
@pytest.mark.parametrize(
    ("name", "steps", "seat"),
    [
        ("two reds each", 6, 3),  # during the deal
        ("two reds each", 9, 0),
        ("two reds each", 13, 0),  # was the second 9 beside the first, or beside the 4?
        ("two reds each", 16, 0),  # three have taken
        ("two reds and a blue", 14, 0),
        ("two reds and a blue", 17, 0),
        ("two reds and a blue", 23, 2),  # a 9 was played again
        ("six pairs of twins", 16, 2),
        ("six pairs of twins", 29, 0),  # after three tricks, all that was played before still tells something
        ("six pairs of twins", 35, 0),
        ("twins held back", 26, 1),
        ("twins held back", 35, 0),
        ("three", 4, 2),  # during the deal
        ("three", 8, None),
        ("three", 11, 1),
        ("with a ghost", 9, 0),  # before the stack is made
        ("with a ghost", 14, 1),  # during its first trick
        ("with a ghost", 22, 0),
    ],
)
def test_a_guess_comes_as_often_as_what_it_guesses(name: str, steps: int, seat: int | None) -> None:
    position = after(name, steps)
    exact = posterior(position, seat, hidden)
    assert len(exact) > 1
    assert disagreement(Counter(map(hidden, guesses(position, seat, GUESSES))), exact) == ""


def moments() -> list[Position]:
    """One position of every kind, those of the whole game among them."""
    four = ["start 0", *LONGEST_OF_FOUR]
    return [
        game("chip-trick", 4).start(),
        play(game("chip-trick", 4).start(), *four[:7]),
        play(game("chip-trick", 3).start(), "start 0", *SHORTEST_OF_THREE[:20]),
        play(game("chip-trick-root").start(), "start 0", *SHORTEST_OF_THREE),
        after("with a ghost", 12),
        after("with a ghost", 40),
        at(f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 trick=0,0,7 lying=7 stack=1,12,4 stacked=3"),
        after_round(FOUR, "6.1.2.12 7.3.3.11 4.4.10.10 5.8.9.9", score="2,0,0,0"),
    ]


@pytest.mark.parametrize("moment", range(8))
def test_a_guess_looks_the_same_and_can_be(moment: int) -> None:
    position = moments()[moment]
    for seat in (None, *range(position.game.players)):
        for times in range(4):
            guess = position.game.guess(position.view(seat), Random(times))
            assert guess.view(seat).to_dict() == position.view(seat).to_dict()
            assert guess.view(seat).sight == position.view(seat).sight
            assert plain_state(guess).pool.bit_count() == plain_state(position).pool.bit_count()
            assert position.game.ruleset.faults(position.game.facts, plain_state(guess)) == []


def test_a_guess_does_not_know_better() -> None:
    """Seat 0 sees neither of the hands that seats 1 and 2 exchanged a chip of."""
    position = play(game("chip-trick", 3).start(), "start 0", *SHORTEST_OF_THREE[:12])
    found = {hidden(guess) for guess in guesses(position, 0, 200)}
    assert hidden(position) in found
    assert len(found) == 36  # 4 reds and 4 blues, two of each to either


def test_after_a_long_round_a_guess_is_found_as_soon() -> None:
    """No deal fits 38 moves as well as each could fit on its own: measured by that, hundreds are thrown away for one."""
    position = play(game("chip-trick", 4).start(), "start 0", *LONGEST_OF_FOUR[:-66])
    rules, sight = position.game.ruleset.rules, Sight()
    rules.view(position.game.facts, plain_state(position), 0, sight)
    draws = [12, 0]
    for _ in range(100):
        rules.guess(position.game.facts, sight, draws, rules.State())
    assert draws[COUNT] < 100 * 200
