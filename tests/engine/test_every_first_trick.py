"""Every first trick of root's 12 Chip Trick, compiled and interpreted.

All deals (8,100), all starters, every chip each may play and every way of taking: 24,300 × 192 =
4,665,600 lines of six steps. Looked at are the steps offered in each of the 24,300 × 397 states before
a step, and all fields of each of the 24,300 × 588 states after one.

- Compiled rules: all of that, against a model in this file that shares nothing with the rules but the
  layout of a state and the numbers of the actions. The deals too: all 518,400 orders of dealing, for
  each starter.
- Interpreted rules against compiled ones: every deal, with one starter; and of the tricks those of some
  deals, so chosen that every three chips meet that can, whoever holds which, whoever starts and however
  they are taken. The other deals differ from these in chips that stay in the hand.
  `python -m tests.engine.test_every_first_trick` compares them all, which takes about ten minutes.

Compiled means by `engine.compiling`, function by function; the flat source that `simulate` runs is
compared in test_playouts.

Part of `make thorough`. `make test` has the games' own tests with compiled rules, and counts whole games in test_playouts.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, factorial
from typing import Any, NamedTuple

import numpy
import pytest

import ludotheque
from ludotheque.engine.compiling import Compiler
from ludotheque.game import Facts, Rules
from ludotheque.games.chip_trick.rules import DEAL, PLAY, START, TAKE, Phase, State
from ludotheque.seats import NOBODY
from tests.size import only_thorough

GAME = ludotheque.game("chip-trick-root")
ON_RULES = pytest.mark.compiles("first trick")
pytestmark = only_thorough

Array = Any  # a NumPy array; of states where it says so


# --- one step further, in every way ---------------------------------------------------------------


class Layer(NamedTuple):
    """What one step makes of some states: every state after it, in the order of those before."""

    states: Any  # an array, or a list where the rules are interpreted
    parents: Array  # which of the states before
    actions: Array  # what was done
    ways: Array  # in how many ways chance does it, 1 for a player


class Copies(list[Any]):
    """A list that keeps a copy of what is put in, as an array does."""

    def __setitem__(self, place: Any, state: Any) -> None:
        super().__setitem__(place, state.copy())


def every_step(
    legal: Any, chance: Any, apply: Any, f: Facts, before: Any,
    after: Any, parents: Any, actions: Any, ways: Any, out: Any, weights: Any,
) -> int:  # fmt: skip
    """Fills in a layer and returns its size, or -1 if it is larger than expected; the same function on both sides."""
    n = 0
    for parent in range(len(before)):
        found = legal(f, before[parent], out)
        by_chance = found == 0
        if by_chance:
            found = chance(f, before[parent], out, weights)
        if n + found > len(after):
            return -1
        for which in range(found):
            after[n] = before[parent]
            apply(f, after[n], out[which])
            parents[n] = parent
            actions[n] = out[which]
            ways[n] = weights[which] if by_chance else 1
            n += 1
    return n


compiler = cache(Compiler)


def layer(rules: Rules, f: Facts, before: Any, most: int) -> Layer:
    """One step on from all these states, at most `most` different ones each; compiled where they are an array."""
    size = len(before) * most
    parents, actions, ways = (numpy.zeros(size, numpy.int64) for _ in range(3))
    if isinstance(before, numpy.ndarray):
        after: Any = numpy.zeros(size, before.dtype)
        functions = [compiler()(function) for function in (every_step, rules.legal, rules.chance, rules.apply)]
        room: Any = numpy.zeros((2, rules.most_choices), numpy.int64)
        n = functions[0](*functions[1:], f, before, after, parents, actions, ways, room[0], room[1])
    else:
        after = Copies([None] * size)
        room = [0] * rules.most_choices, [0] * rules.most_choices
        n = every_step(rules.legal, rules.chance, rules.apply, f, before, after, parents, actions, ways, *room)
    assert n >= 0, "more steps are possible than there should be"
    return Layer(after[:n], parents[:n], actions[:n], ways[:n])


def assert_states(found: Array, expected: dict[str, Array]) -> None:
    """All fields of an array of states; a field that is not named must be 0."""
    for name in found.dtype.names:
        if name not in expected and not found[name].any():
            continue
        differ = found[name] != expected.get(name, 0)
        if differ.any():
            row = numpy.flatnonzero(differ.reshape(len(found), -1).any(axis=1))[0]
            wanted = numpy.broadcast_to(expected.get(name, 0), differ.shape)[row]
            raise AssertionError(f"{name} should be {wanted} in {State.from_numpy(found[row])}")


def assert_same_layers(here: Layer, there: Layer) -> None:
    """An interpreted and a compiled one."""
    for name in there.states.dtype.names:
        assert [getattr(state, name) for state in here.states] == there.states[name].tolist(), name
    for some, other in zip(here[1:], there[1:], strict=True):
        assert numpy.array_equal(some, other)


# --- the model: sets of chips ---------------------------------------------------------------------

SEATS = range(3)
RED = frozenset({4, 5, 6, 7, 8, 9})
BLACK = frozenset({1, 2, 3, 10, 11, 12})
Deal = tuple[frozenset[int], ...]


def pairs_for_three(chips: frozenset[int]) -> Iterator[Deal]:
    for first in combinations(chips, 2):
        for second in combinations(chips.difference(first), 2):
            yield frozenset(first), frozenset(second), chips.difference(first, second)


def every_deal() -> list[Deal]:
    """Two red and two black chips each (root R6)."""
    both = product(pairs_for_three(RED), pairs_for_three(BLACK))
    return [tuple(red | black for red, black in zip(reds, blacks, strict=True)) for reds, blacks in both]


def takeable(lying: frozenset[int]) -> frozenset[int]:
    """A red one if there is one (root R11)."""
    return lying & RED or lying


# A state has handfuls of chips as one number; without twins that is this digit to the base of four.
CHIP = numpy.array([0] + [4 ** (value - 1) for value in range(1, 13)], numpy.int32)


def handful(chips: frozenset[int]) -> int:
    return int(sum(CHIP[value] for value in chips))


def chips_of(some: int) -> frozenset[int]:
    return frozenset(value for value in range(1, 13) if some & CHIP[value])


class Lines(NamedTuple):
    """Lines of play in the model, one a row; with room for a fourth seat, as a state has it."""

    dealt: Array  # handful by seat
    starter: Array
    played: Array  # value by seat, 0 for none yet
    taken: Array

    def at(self, rows: Array) -> "Lines":
        return Lines(*(column[rows] for column in self))

    def winner(self) -> Array:
        """The highest, once all have played (root R9)."""
        return self.played.argmax(axis=1)

    def turn(self, step: int) -> Array:
        """Clockwise from the starter, then from the winner, who leads again (root R7, R10, R15)."""
        return (self.starter + step) % 3 if step < 3 else (self.winner() + step) % 3

    def lying(self) -> Array:
        return CHIP[self.played].sum(axis=1) - CHIP[self.taken].sum(axis=1)

    def offered(self, step: int) -> Array:
        """The chips that may be played or taken, as a handful."""
        if step < 3:
            return self.dealt[numpy.arange(len(self.dealt)), self.turn(step)]  # root R8
        lying, places = numpy.unique(self.lying(), return_inverse=True)
        return numpy.array([handful(takeable(chips_of(some))) for some in lying])[places]

    def fields(self, step: int) -> dict[str, Array]:
        """The states, field by field; what is not named here is 0."""
        taken = CHIP[self.taken]
        to_hand = numpy.where(numpy.arange(4) == self.winner()[:, None], 0, taken)
        return {
            "phase": Phase.TAKING if 3 <= step < 6 else Phase.PLAYING,
            "turn": self.turn(step),
            "starter": self.starter,
            "leader": self.winner() if step == 6 else self.starter,
            "winner": self.winner() if step >= 3 else NOBODY,
            "hand": self.dealt - CHIP[self.played] + to_hand,  # root R14
            "known": to_hand,
            "shown": taken - to_hand,  # root R13
            "trick": self.played if step < 6 else 0,
            "lying": self.lying(),
        }

    def after(self, step: int, parents: Array, values: Array) -> "Lines":
        lines = self.at(parents)
        (lines.played if step < 3 else lines.taken)[numpy.arange(len(parents)), lines.turn(step)] = values
        return lines


def dealt_lines(deals: list[Deal]) -> Lines:
    """Every deal with every starter, nothing played."""
    hands = numpy.array([[*map(handful, deal), 0] for deal in deals], numpy.int32)
    nothing = numpy.zeros((3 * len(deals), 4), numpy.int8)
    return Lines(numpy.repeat(hands, 3, axis=0), numpy.tile(numpy.arange(3), len(deals)), nothing, nothing.copy())


def dealt_states(lines: Lines) -> Array:
    states = numpy.zeros(len(lines.dealt), State.dtype())
    for name, values in lines.fields(0).items():
        states[name] = values
    return states


# --- compiled against the model -------------------------------------------------------------------


def test_the_model_is_what_was_counted_on_paper() -> None:
    deals = every_deal()
    assert len(deals) == len(set(deals)) == (comb(6, 2) * comb(4, 2)) ** 2 == 8100
    assert all(len(hand & RED) == len(hand & BLACK) == 2 for deal in deals for hand in deal)
    assert chips_of(handful(frozenset({1, 4, 12}))) == {1, 4, 12}


@ON_RULES
def test_compiled_every_order_of_dealing() -> None:
    """720 × 720 orders for each starter: each deal comes about in 2⁶ of them, all as likely, with one and the same state."""
    expected = dealt_lines(every_deal())
    starting = layer(GAME.rules, GAME.facts, numpy.array([GAME.start().state.to_numpy()]), 3)
    assert starting.actions.tolist() == [START + seat for seat in SEATS]
    for starter in SEATS:
        states = starting.states[starter : starter + 1]
        for choices in (6, 5, 6, 5, 4, 3, 4, 3, 2, 1, 2, 1):
            found = layer(GAME.rules, GAME.facts, states, choices)
            assert (numpy.bincount(found.parents, minlength=len(states)) == choices).all()
            assert (found.ways == 1).all()
            assert ((found.actions >= DEAL) & (found.actions < DEAL + 12)).all()
            states = found.states
        assert len(states) == factorial(6) ** 2
        lines = expected.at(numpy.flatnonzero(expected.starter == starter))
        places = numpy.lexsort(states["hand"].T)
        assert_states(states[places], lines.at(numpy.repeat(numpy.lexsort(lines.dealt.T), 2**6)).fields(0))


@ON_RULES
def test_compiled_every_line_of_the_first_trick() -> None:
    deals = every_deal()
    steps, lines_played = 0, 0
    for some in range(0, len(deals), 60):
        lines = dealt_lines(deals[some : some + 60])
        states = dealt_states(lines)
        for step in range(6):
            found = layer(GAME.rules, GAME.facts, states, 4)
            values = found.actions - (PLAY if step < 3 else TAKE) + 1
            assert ((values >= 1) & (values <= 12)).all()
            offered = numpy.bincount(found.parents, CHIP[values], minlength=len(states))
            assert numpy.array_equal(offered, lines.offered(step))
            lines = lines.after(step, found.parents, values)
            assert_states(found.states, lines.fields(step + 1))
            states = found.states
            steps += len(states)
        lines_played += len(states)
    # Three chips with r red ones among them are taken in r! (3 - r)! ways, and lie so in C(3, r) × 2³ ways.
    ways = sum(comb(3, r) * 2**3 * factorial(r) * factorial(3 - r) for r in range(4))
    assert ways == 192
    assert lines_played == len(deals) * 3 * ways == 4_665_600
    assert steps == len(deals) * 3 * (4 + 16 + 64 + 120 + 192 + 192) == 14_288_400


# --- interpreted against compiled -----------------------------------------------------------------


@ON_RULES
def test_interpreted_and_compiled_make_every_deal() -> None:
    """After each step one state is kept of those with the same hands; the test above has all of them, and in the end 8,100."""
    here: Any = [GAME.start().state]
    there = numpy.array([here[0].to_numpy()])
    for _step in range(13):
        layers = layer(GAME.rules, GAME.facts, here, 6), layer(GAME.rules, GAME.facts, there, 6)
        assert_same_layers(*layers)
        once = list({tuple(state.hand): place for place, state in enumerate(layers[0].states)}.values())
        here = [layers[0].states[place] for place in once]
        there = layers[1].states[once]
    assert len(here) == 8100


def met_in_tricks(deal: Deal) -> frozenset[tuple[int, ...]]:
    """The chips of seats 0, 1, 2 that can meet in the first trick."""
    return frozenset(product(*deal))


def deals_enough() -> list[Deal]:
    """Deals that let every three chips meet, whoever holds which; of 1,320 such tricks each deal has 64."""
    tricks = {deal: met_in_tricks(deal) for deal in every_deal()}
    missing = set().union(*tricks.values())
    assert len(missing) == 12 * 11 * 10
    chosen = []
    for enough in (64, 48, 32, 16, 8, 4, 2, 1):
        for deal, met in tricks.items():
            if len(met & missing) >= enough:
                chosen.append(deal)
                missing -= met
    assert not missing
    return chosen


def compare_tricks(deals: list[Deal]) -> int:
    """How many steps were compared."""
    there = dealt_states(dealt_lines(deals))
    here: Any = [State.from_numpy(state) for state in there]
    compared = 0
    for _step in range(6):
        layers = layer(GAME.rules, GAME.facts, here, 4), layer(GAME.rules, GAME.facts, there, 4)
        assert_same_layers(*layers)
        here, there = layers[0].states, layers[1].states
        compared += len(here)
    return compared


@ON_RULES
def test_interpreted_and_compiled_play_every_three_chips() -> None:
    assert all(compare_tricks([deal]) == 3 * 588 for deal in deals_enough())


@pytest.mark.parametrize("name", State.FIELDS)
def test_a_difference_in_any_field_is_noticed(name: str) -> None:
    lines = dealt_lines(every_deal()[:2])
    states = dealt_states(lines)
    assert_states(states, lines.fields(0))
    here = [State.from_numpy(state) for state in states]
    states[name][-1] += 1
    with pytest.raises(AssertionError, match=f"{name} should be"):
        assert_states(states, lines.fields(0))
    with pytest.raises(AssertionError, match=name):
        assert_same_layers(Layer(here, 0, 0, 0), Layer(states, 0, 0, 0))


if __name__ == "__main__":
    for number, deal in enumerate(every_deal(), 1):
        assert compare_tricks([deal]) == 3 * 588
        if number % 100 == 0:
            print(f"{number:,} of 8,100 deals: interpreted and compiled are the same", flush=True)
