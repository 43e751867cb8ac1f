"""Every turn of Chipik, compiled and interpreted.

From each situation below: every first throw, every choice of dice, every second throw, every discard.
Looked at are the steps offered, how likely the throws are, and all fields of the state after each step.

- Compiled rules: every line of every turn, against a model in this file that shares nothing with the
  rules but the layout of a state and the numbers of the actions.
- Interpreted rules against compiled ones: every step from every state that a turn can come to, each
  state once however many lines lead there; what follows depends on the state alone.

Situations: three players and eight; all places in turn order with three, the first, a middle and the
last with eight; one, two or three tokens left; the Chance card with nobody and with each of the seats.
Not varied: the others' tokens, as they are given some and never asked how many they have, and the
turn order, one that is not the order of the seats. Part of `make thorough`.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import lcm
from typing import Any, NamedTuple

import numpy
import pytest

import ludotheque
from ludotheque import Game
from ludotheque.games.chipik.rules import DISCARD, REROLL, ROLL, Phase, State
from ludotheque.seats import NOBODY
from tests.engine.test_every_first_trick import Array, Layer, assert_same_layers, layer
from tests.size import only_thorough

FEW, MANY = ludotheque.game("chipik", 3), ludotheque.game("chipik", 8)
pytestmark = [pytest.mark.compiles("chipik turn"), only_thorough]
GAMES = pytest.mark.parametrize("game", [FEW, MANY], ids=lambda game: f"{game.players} players")
ORDERS = {3: [1, 0, 2], 8: [5, 2, 7, 0, 3, 6, 1, 4]}
PLACES = {3: [0, 1, 2], 8: [0, 3, 7]}
OTHERS = [2, 4, 1, 3, 2, 1, 3]  # their tokens


def situations(game: Game) -> Iterator[State]:
    for place, tokens, lucky in product(PLACES[game.players], (1, 2, 3), (NOBODY, *range(game.players))):
        s = State()
        s.phase, s.at, s.lucky = Phase.FIRST_THROW, place, lucky
        s.order[: game.players] = ORDERS[game.players]
        s.tokens[: game.players - 1] = OTHERS[: game.players - 1]
        s.tokens.insert(s.order[place], tokens)
        s.tokens.pop()
        s.bin = 4 * game.players - sum(s.tokens)
        s.opening[: game.players] = [3 + seat for seat in range(game.players)]  # of no use in a turn, but to stay
        for ahead, seat in enumerate(ORDERS[game.players]):
            s.ahead[seat] = ahead
        assert game.ruleset.faults(game.facts, s) == []
        yield s


class Turn(NamedTuple):
    """All turns from all situations, step by step; each layer follows from those of the one before that go on."""

    start: Array  # the situations
    thrown: Layer
    decided: Layer  # discarded, or dice picked up to be thrown again
    thrown_again: Layer
    decided_again: Layer
    again: Array  # where in `decided` dice were picked up
    good: Array  # where in `thrown_again` a combination lies


@cache
def compiled_turn(game: Game) -> Turn:
    start = numpy.array([state.to_numpy() for state in situations(game)])
    thrown = layer(game.rules, game.facts, start, 56)
    decided = layer(game.rules, game.facts, thrown.states, 7 + 9)
    again = numpy.flatnonzero(decided.states["phase"] == Phase.SECOND_THROW)
    thrown_again = layer(game.rules, game.facts, decided.states[again], 56)
    good = numpy.flatnonzero(thrown_again.states["phase"] == Phase.AFTER_SECOND)
    decided_again = layer(game.rules, game.facts, thrown_again.states[good], 9)
    return Turn(start, thrown, decided, thrown_again, decided_again, again, good)


@GAMES
def test_interpreted_and_compiled_are_the_same(game: Game) -> None:
    goes_on = (Phase.AFTER_FIRST, Phase.SECOND_THROW, Phase.AFTER_SECOND)
    kept = sum(1 for dice in HANDFULS if dice[0] == 0)
    good = sum(1 for dice in HANDFULS if dice[0] and combinations_in(dice))
    for situation in situations(game):
        here: Any = [situation]
        there = numpy.array([situation.to_numpy()])
        different = []
        for most in (56, 7 + 9, 56, 9):
            layers = layer(game.rules, game.facts, here, most), layer(game.rules, game.facts, there, most)
            assert_same_layers(*layers)
            once = {repr(state): place for place, state in enumerate(layers[0].states) if state.phase in goes_on}
            here = [layers[0].states[place] for place in once.values()]
            there = layers[1].states[list(once.values())]
            different.append(len(once))
        assert different == [56, kept, good, 0]


# --- the model ------------------------------------------------------------------------------------

# The numbers of handfuls of up to three dice: 0 0 0, 0 0 1, 0 1 1, 1 1 1, 0 0 2, ...
HANDFULS = sorted(combinations_with_replacement(range(7), 3), key=lambda dice: dice[::-1])
NUMBER = {dice: number for number, dice in enumerate(HANDFULS)}
FACES = numpy.array(HANDFULS)
DISCARDS = (
    "addition bin", "addition lucky", "odds left", "odds right", "run left", "run right",
    "triple left", "triple right", "triple both",
)  # fmt: skip
COMBINATIONS = ("addition", "odds", "run", "triple")

# In how many ways fair dice fall so, by counting all ways in which one, two and three dice fall.
FALLS = Counter(tuple(sorted(dice)) for n in (1, 2, 3) for dice in product(range(1, 7), repeat=n))
WAYS = numpy.array([FALLS[tuple(face for face in dice if face)] for dice in HANDFULS])
SIZES = (FACES > 0).sum(axis=1)


def combinations_in(dice: tuple[int, ...]) -> set[str]:
    """R17 to R20."""
    found = set()
    if sum(dice) >= 13:
        found.add("addition")
    if all(face in (1, 3, 5) for face in dice):
        found.add("odds")
    if dice in {(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6)}:
        found.add("run")
    if len(set(dice)) == 1:
        found.add("triple")
    return found


def possible(dice: tuple[int, ...], dry: bool, several_tokens: bool, lucky_opponent: bool) -> set[int]:
    """A player's actions; every way of picking up dice, equal ones counted once, but only after the first throw."""
    actions = {
        DISCARD + which
        for which, discard in enumerate(DISCARDS)
        if discard.split()[0] in combinations_in(dice)
        and (discard != "addition lucky" or lucky_opponent)  # R22, R30, A14
        and (discard != "triple both" or several_tokens)  # A10
    }
    if dry:
        for n in (1, 2, 3):
            actions |= {REROLL + NUMBER[(*[0] * (3 - n), *some)] for some in combinations(dice, n)}  # type: ignore[index]
    return actions


@cache
def possible_table() -> Array:
    """All of `possible`: [dice, dry, several tokens, lucky opponent, action]."""
    table = numpy.zeros((84, 2, 2, 2, ROLL), bool)
    for number, dice in enumerate(HANDFULS):
        if dice[0]:
            for case in product((0, 1), repeat=3):
                dry, several_tokens, lucky_opponent = case
                table[number][case][sorted(possible(dice, dry == 1, several_tokens == 1, lucky_opponent == 1))] = True
    return table


# The Chance card as the rulebook's table has it: who holds it, then what becomes of it when X discards dry or not.
CARD = {
    "X": ("X", "X"),
    "nobody": ("X", "nobody"),
    "H, not hit": ("X", "H"),
    "H, hit": ("X", "nobody"),
}


def discarded(players: int, before: State, dry: bool, discard: str) -> State:
    """The whole state after a discard, but for the dice of a player who has finished."""
    x = before.order[before.at]
    neighbours = {
        "left": before.order[(before.at + 1) % players],
        "right": before.order[before.at - 1 if before.at else players - 1],
    }
    after = before.copy()
    combination, target = discard.split()
    hit = [*neighbours.values()] if target == "both" else [{"lucky": before.lucky, "bin": NOBODY, **neighbours}[target]]
    if combination == "triple" and target != "both":
        hit = hit * min(2, before.tokens[x])  # A10
    for seat in hit:
        after.tokens[x] -= 1
        if seat == NOBODY:
            after.bin += 1
        else:
            after.tokens[seat] += 1
    if before.lucky == NOBODY:
        holder = "nobody"
    elif before.lucky == x:
        holder = "X"
    else:
        holder = "H, hit" if before.lucky in hit else "H, not hit"
    after.lucky = {"X": x, "nobody": NOBODY, "H": before.lucky}[CARD[holder][0 if dry else 1]]
    if after.tokens[x] == 0:
        after.phase = Phase.FINISHED
    else:
        after.at = (before.at + 1) % players
    return after


# --- compiled against the model -------------------------------------------------------------------


def assert_states(found: Array, expected: Array) -> None:
    for name in State.FIELDS:
        assert numpy.array_equal(found[name], expected[name]), name


@pytest.mark.parametrize("name", State.FIELDS)
def test_a_difference_in_any_field_is_noticed(name: str) -> None:
    states = compiled_turn(FEW).thrown.states
    wrong = states.copy()
    wrong[name][-1] += 1
    assert_states(states, states.copy())
    with pytest.raises(AssertionError, match=name):
        assert_states(wrong, states)


def numbers_of(dice: Array) -> Array:
    """Dice that ascend, each row as the number of its handful."""
    table = numpy.zeros((7, 7, 7), int)
    table[tuple(FACES.T)] = range(84)
    return table[tuple(dice.T)]


@GAMES
def test_compiled_throws(game: Game) -> None:
    """Every throw of the dice picked up, in all the ways they can fall: 216 of the first, then 6, 36 or 216."""
    turns = compiled_turn(game)
    thrown = turns.thrown
    assert thrown.parents.tolist() == [number for number in range(len(turns.start)) for _ in range(56)]
    dice = thrown.actions - ROLL
    assert [set(some) for some in dice.reshape(-1, 56)] == [{n for n in range(84) if SIZES[n] == 3}] * len(turns.start)
    assert numpy.array_equal(thrown.ways, WAYS[dice])
    assert (thrown.ways.reshape(-1, 56).sum(axis=1) == 216).all()
    expected = turns.start[thrown.parents]
    expected["dice"] = FACES[dice]
    expected["phase"] = Phase.AFTER_FIRST
    assert_states(thrown.states, expected)

    kept = turns.decided.states[turns.again]
    number = 3 - (kept["dice"] > 0).sum(axis=1)  # of dice picked up
    thrown = turns.thrown_again
    dice = thrown.actions - ROLL
    assert numpy.array_equal(SIZES[dice], number[thrown.parents])
    assert len(set(zip(thrown.parents.tolist(), dice.tolist(), strict=True))) == len(dice)
    assert numpy.array_equal(numpy.bincount(thrown.parents), numpy.array([0, 6, 21, 56])[number])
    # Of the first throws 20 have three faces, 30 two and 6 one; one, two or three of their dice are picked up.
    lines = 20 * (3 * 6 + 3 * 21 + 56) + 30 * (2 * 6 + 2 * 21 + 56) + 6 * (6 + 21 + 56)
    assert len(dice) == len(turns.start) * lines
    assert numpy.array_equal(thrown.ways, WAYS[dice])
    assert numpy.array_equal(numpy.bincount(thrown.parents, thrown.ways), 6**number)
    expected = kept[thrown.parents]
    lying = numpy.sort(numpy.concatenate([expected["dice"], FACES[dice]], axis=1), axis=1)[:, 3:]
    good = numpy.array([bool(dice[0]) and bool(combinations_in(dice)) for dice in HANDFULS])[numbers_of(lying)]
    expected["dice"] = numpy.where(good[:, None], lying, 0)
    expected["at"] = numpy.where(good, expected["at"], (expected["at"] + 1) % game.players)  # R16
    expected["phase"] = numpy.where(good, Phase.AFTER_SECOND, Phase.FIRST_THROW)
    assert_states(thrown.states, expected)


@GAMES
def test_compiled_decisions(game: Game) -> None:
    """What may be picked up and discarded, and what comes of it, after the first throw and after the second."""
    turns = compiled_turn(game)
    situation = turns.thrown.parents
    check_decisions(game, turns.thrown.states, turns.decided, situation, dry=True)
    situation = situation[turns.decided.parents][turns.again][turns.thrown_again.parents][turns.good]
    check_decisions(game, turns.thrown_again.states[turns.good], turns.decided_again, situation, dry=False)


def check_decisions(game: Game, before: Array, decided: Layer, situation: Array, dry: bool) -> None:
    starts = list(situations(game))
    several = numpy.array([start.tokens[start.order[start.at]] > 1 for start in starts], int)[situation]
    opponent = numpy.array([start.lucky not in (NOBODY, start.order[start.at]) for start in starts], int)[situation]
    offered = numpy.zeros((len(before), ROLL), bool)
    offered[decided.parents, decided.actions] = True
    assert offered.sum() == len(decided.actions)  # none twice
    assert numpy.array_equal(offered, possible_table()[numbers_of(before["dice"]), int(dry), several, opponent])

    expected = before[decided.parents]
    again = decided.actions < DISCARD
    expected["dice"][again] = rest_table()[numbers_of(expected["dice"][again]), decided.actions[again] - REROLL]
    expected["phase"][again] = Phase.SECOND_THROW
    outcomes = numpy.array([[after.to_numpy() for after in every_discard(game, start, dry)] for start in starts])
    which = decided.actions[~again] - DISCARD
    after = outcomes[situation[decided.parents[~again]], which]
    after["dice"] = numpy.where((after["phase"] == Phase.FINISHED)[:, None], expected["dice"][~again], 0)
    expected[~again] = after
    assert_states(decided.states, expected)


def every_discard(game: Game, start: State, dry: bool) -> list[State]:
    """Of the nine; one that is not possible from here is the situation itself, and never asked for."""
    alone = start.tokens[start.order[start.at]] == 1
    impossible = {"triple both"} if alone else set()
    if start.lucky in (NOBODY, start.order[start.at]):
        impossible.add("addition lucky")
    return [start if discard in impossible else discarded(game.players, start, dry, discard) for discard in DISCARDS]


@cache
def rest_table() -> Array:
    """The dice kept, by the numbers of those that lie there and of those picked up."""
    table = numpy.zeros((84, 84, 3), int)
    for (number, dice), (picked_number, picked) in product(enumerate(HANDFULS), repeat=2):
        kept = sorted((Counter(dice) - Counter(picked)).elements())
        table[number, picked_number] = [0] * (3 - len(kept)) + kept
    return table


# --- how likely everything is ---------------------------------------------------------------------


@GAMES
def test_the_probabilities_of_all_turns_sum_to_one(game: Game) -> None:
    """A player who decides by lot: the ways out of a turn, in whole parts of a common denominator."""
    turns = compiled_turn(game)
    choices = lcm(*range(1, 17))
    whole = 216**2 * choices**2
    assert whole < 2**62
    likely = turns.thrown.ways * (whole // 216)
    situation = turns.thrown.parents
    out = numpy.zeros(len(turns.start), numpy.int64)

    def decide(likely: Array, decided: Layer) -> Array:
        number = numpy.bincount(decided.parents)[decided.parents]
        assert (likely[decided.parents] % number == 0).all()
        return likely[decided.parents] // number

    likely, situation = decide(likely, turns.decided), situation[turns.decided.parents]
    over = numpy.ones(len(likely), bool)
    over[turns.again] = False
    numpy.add.at(out, situation[over], likely[over])
    likely, situation = likely[turns.again], situation[turns.again]
    ways = numpy.bincount(turns.thrown_again.parents, turns.thrown_again.ways).astype(numpy.int64)
    assert (likely % ways == 0).all()
    likely = (likely // ways)[turns.thrown_again.parents] * turns.thrown_again.ways
    situation = situation[turns.thrown_again.parents]
    over = numpy.ones(len(likely), bool)
    over[turns.good] = False
    numpy.add.at(out, situation[over], likely[over])
    likely = decide(likely[turns.good], turns.decided_again)
    numpy.add.at(out, situation[turns.good][turns.decided_again.parents], likely)
    assert [Fraction(int(some), whole) for some in out] == [Fraction(1)] * len(turns.start)


def good_for(combination: str, decided: Layer, size: int) -> Array:
    """Which of the states before a decision have a discard of this combination, or of any."""
    numbers = [DISCARD + which for which, discard in enumerate(DISCARDS) if discard.startswith(combination)]
    found = numpy.zeros(size, numpy.int64)
    found[decided.parents[numpy.isin(decided.actions, numbers)]] = 1
    return found


FIGURES = {
    "": (Fraction(99, 216), Fraction(515, 648)),
    "addition": (Fraction(56, 216), Fraction(761, 1296)),
    "odds": (Fraction(27, 216), Fraction(27, 64)),
    "run": (Fraction(24, 216), Fraction(571, 1944)),
    "triple": (Fraction(6, 216), Fraction(73, 648)),
}
ANY_WHEN_ALWAYS_THROWING_AGAIN = Fraction(10819, 15552)


@GAMES
@pytest.mark.parametrize("combination", FIGURES)
def test_figures_derived_on_paper(game: Game, combination: str) -> None:
    """In every situation: with the first throw, and within the turn if the best dice are thrown again."""
    turns = compiled_turn(game)
    ways = turns.thrown.ways.reshape(-1, 56)
    first = good_for(combination, turns.decided, len(turns.thrown.states))
    second = numpy.zeros(len(turns.thrown_again.states), numpy.int64)
    second[turns.good] = good_for(combination, turns.decided_again, len(turns.good))
    size = len(turns.again)
    all_ways = numpy.bincount(turns.thrown_again.parents, turns.thrown_again.ways, size)
    good_ways = numpy.bincount(turns.thrown_again.parents, turns.thrown_again.ways * second, size)
    of_216 = (good_ways * 216 / all_ways).astype(numpy.int64)
    assert numpy.array_equal(of_216 * all_ways, good_ways * 216)
    best = numpy.zeros(len(turns.thrown.states), numpy.int64)
    numpy.maximum.at(best, turns.decided.parents[turns.again], of_216)

    def figure(value: Array) -> set[Fraction]:
        """What it is in each of the situations."""
        return {Fraction(int(total), 216**2) for total in (ways * value.reshape(-1, 56)).sum(axis=1)}

    at_once, within_the_turn = FIGURES[combination]
    assert figure(first * 216) == {at_once}
    assert figure(numpy.where(first, 216, best)) == {within_the_turn}
    if not combination:
        assert figure(best) == {ANY_WHEN_ALWAYS_THROWING_AGAIN}
