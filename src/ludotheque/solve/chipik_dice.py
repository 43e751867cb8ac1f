"""What three dice of Chipik can lead to, asked of the rules once.

A discard depends on the dice only through the combinations they make. Throws that allow the same
discards are one *hand*; hand 0 allows none. What a second throw brings depends on the dice that
are kept: none, one or two.
"""

from dataclasses import dataclass
from typing import Any

import numpy

from ludotheque.game import Game
from ludotheque.games.chipik.rules import (
    DISCARDS,
    FIRST_OF_THREE,
    MOST_CHOICES,
    REROLL,
    REROLLS,
    ROLL,
    ROLLS,
    WAYS,
    Phase,
    State,
    apply,
    chance,
    dice_of_reroll,
    discards,
    put_dice,
    rerolls,
)
from ludotheque.trios import rest_of

Array = numpy.ndarray[Any, Any]


@dataclass(frozen=True)
class Dice:
    """First throws, hands, and dice that may be kept, each numbered from 0."""

    faces: Array  # [throw, die]
    odds: Array  # [throw]: how likely the first throw is
    hand: Array  # [throw]: the hand it is
    keeps: Array  # [throw, n]: which dice may be kept if others are thrown again; -1 fills the row
    uses: Array  # [hand, n]: the discards of a hand, where tokens and Chance card allow; -1 fills the row
    second: Array  # [kept, hand]: how likely each hand is after the second throw


def dice_of(game: Game) -> Dice:
    hands: dict[tuple[int, ...], int] = {(): 0}
    kept: dict[int, int] = {}
    faces, hand, keeps = [], [], []
    second: dict[int, dict[tuple[int, ...], float]] = {}
    for action in ROLLS[FIRST_OF_THREE:]:
        s = thrown(game, action - ROLL)
        faces.append(s.dice[:])
        hand.append(hands.setdefault(uses_of(game, s), len(hands)))
        again = []
        for which in range(REROLLS):
            if rerolls(s) >> which & 1:
                rest = rest_of(action - ROLL, dice_of_reroll(s, which))
                again.append(kept.setdefault(rest, len(kept)))
                second[rest] = second_throws(game, s, which)
        keeps.append(tuple(again))
    table = numpy.zeros((len(kept), len(hands)))
    for rest, chances in second.items():
        for uses, chance_of_it in chances.items():
            table[kept[rest], hands[uses]] = chance_of_it
    odds = numpy.array(WAYS[FIRST_OF_THREE:]) / sum(WAYS[FIRST_OF_THREE:])
    return Dice(numpy.array(faces), odds, numpy.array(hand, numpy.int32), rows(keeps), rows(list(hands)), table)


def rows(lists: list[tuple[int, ...]]) -> Array:
    """Lists of different lengths as one table, filled up with -1."""
    width = max(map(len, lists)) + 1  # so that every row ends with one
    return numpy.array([[*row, *[-1] * (width - len(row))] for row in lists], numpy.int32)


def uses_of(game: Game, s: State) -> tuple[int, ...]:
    possible = discards(game.facts, s)
    return tuple(which for which in range(DISCARDS) if possible >> which & 1)


def thrown(game: Game, dice: int) -> State:
    """After a first throw by someone who may do everything the dice allow: with tokens, and an opponent who holds the card."""
    s = State()
    s.phase, s.lucky = Phase.AFTER_FIRST, 1
    for seat in range(game.players):
        s.order[seat], s.tokens[seat] = seat, game.facts.tokens + 1
    put_dice(s, dice)
    return s


def second_throws(game: Game, s: State, which: int) -> dict[tuple[int, ...], float]:
    """How likely each list of discards is after throwing these dice again."""
    again = s.copy()
    apply(game.facts, again, REROLL + dice_of_reroll(s, which))
    out, weights = [0] * MOST_CHOICES, [0] * MOST_CHOICES
    n = chance(game.facts, again, out, weights)
    ways: dict[tuple[int, ...], int] = {}
    for action, weight in zip(out[:n], weights[:n], strict=True):
        after = again.copy()
        apply(game.facts, after, action)
        uses = uses_of(game, after)  # none if the turn has passed
        ways[uses] = ways.get(uses, 0) + weight
    return {uses: number / sum(weights[:n]) for uses, number in ways.items()}
