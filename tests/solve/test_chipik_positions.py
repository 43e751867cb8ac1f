"""The tables that Chipik is solved with, against real positions: every throw, every discard, every second throw."""

from collections import defaultdict
from random import Random

import pytest

import ludotheque
from ludotheque.games.chipik.rules import DISCARD, State
from ludotheque.position import Position
from ludotheque.solve.chipik_dice import Dice, dice_of
from ludotheque.solve.chipik_positions import (
    NOT_ALLOWED,
    PASS,
    WET,
    Positions,
    choices_table,
    number_of,
    positions_of,
    put_position,
)
from tests.size import sized
from tests.solve.positions import position_at, tokens_and_card

pytestmark = pytest.mark.compiles("solver of chipik")
NOTHING = "1 2 4"  # no combination

FEW, MANY = ludotheque.game("chipik", 3), ludotheque.game("chipik", 6)


@pytest.fixture(scope="module")
def dice() -> Dice:
    return dice_of(FEW)


@pytest.fixture(scope="module")
def few(dice: Dice) -> Positions:
    return positions_of(FEW, dice)


@pytest.fixture(scope="module")
def many() -> Positions:
    return positions_of(MANY, dice_of(MANY), threads=2)


def played(position: Position, *texts: str) -> Position:
    twin = position.copy()
    for text in texts:
        twin.play(text)
    return twin


def assert_as_played(positions: Positions, dice: Dice, start: Position, number: int) -> None:
    """Every throw, dry and as a second throw: the discards it allows, and the position each leads to."""
    game, choose = start.game, choices_table(start.game.facts)
    successors = positions.successors[:, number]
    passed = played(start, f"roll {NOTHING}", f"reroll {NOTHING}", f"roll {NOTHING}")
    assert successors[PASS] == number_of(game.facts, passed.state, choose)
    for faces, hand in zip(dice.faces, dice.hand, strict=True):
        throw = "roll " + " ".join(map(str, faces))
        for thrown, first in ((played(start, throw), 0), (played(start, f"roll {NOTHING}", f"reroll {NOTHING}", throw), WET)):
            uses = dice.uses[hand][dice.uses[hand] >= 0]
            discards = {move.action - DISCARD: move for move in thrown.moves() if move.action >= DISCARD}
            if hand or first == 0:
                assert set(discards) == {use for use in uses if successors[first + use] != NOT_ALLOWED}
                for which, move in discards.items():
                    after = played(thrown, move.text)
                    expected = positions.count if after.over else number_of(game.facts, after.state, choose)
                    assert successors[first + which] == expected
            else:
                assert number_of(game.facts, thrown.state, choose) == successors[PASS]


def test_every_position_of_three_players(few: Positions, dice: Dice) -> None:
    assert few.count == 220 * 4  # three totals out of twelve; the card with one of three, or in the centre
    for number in range(0, few.count, sized(9, 9, 1)):
        assert_as_played(few, dice, position_at(FEW, number, at=number % 3), number)


def test_positions_of_six_players(many: Positions) -> None:
    assert many.count == 134_596 * 7
    rng = Random(6)
    for number in (many.opening, 0, many.count - 1, *(rng.randrange(many.count) for _ in range(sized(5, 5, 60)))):
        assert_as_played(many, dice_of(MANY), position_at(MANY, number, at=rng.randrange(6)), number)


def test_each_position_has_its_number() -> None:
    s, choose = State(), choices_table(FEW.facts)
    for number in range(220 * 4):
        put_position(FEW.facts, s, number, choose)
        tokens, card = tokens_and_card(FEW, number)
        assert (s.tokens[:3], s.lucky) == (tokens, card if card < 3 else -1)
        assert number_of(FEW.facts, s, choose) == number
        assert FEW.ruleset.faults(FEW.facts, s) == []


def test_the_opening(few: Positions, many: Positions) -> None:
    assert tokens_and_card(FEW, few.opening) == ([4] * 3, 3)
    assert tokens_and_card(MANY, many.opening) == ([4] * 6, 6)


def test_second_throws(dice: Dice) -> None:
    """Which dice may be kept after each throw, and what is likely then, as a real position has it."""
    start = position_at(FEW, 759)
    for faces, keeps, odds in zip(dice.faces, dice.keeps, dice.odds, strict=True):
        thrown = played(start, "roll " + " ".join(map(str, faces)))
        assert odds == pytest.approx(float(dict(start.odds())[FEW.ruleset.read("roll " + " ".join(map(str, faces)))]))
        rerolls = [move for move in thrown.moves() if move.action < DISCARD]
        assert len(rerolls) == (keeps >= 0).sum()
        for move, kept in zip(rerolls, keeps, strict=False):
            again, likely = played(thrown, move.text), defaultdict[tuple[int, ...], float](float)
            for outcome, chance in again.odds():
                after = played(again, outcome.text)
                likely[tuple(action.action - DISCARD for action in after.moves() if action.action != DISCARD + 1)] += float(
                    chance
                )
            table = {
                tuple(u for u in uses if u not in (-1, 1)): p for uses, p in zip(dice.uses, dice.second[kept], strict=True) if p
            }
            assert dict(likely) == pytest.approx(table)  # the card lies in the centre here, so nobody is lucky
