"""Where a turn of Chipik begins, as one number, and what follows each discard, as the rules have it.

A position between turns is everyone's tokens, from the player to move on around the table, and
where the Chance card lies. The tokens added up one after the other make totals that climb, so they
are a choice of so many numbers as there are players, out of all tokens; and choices can be counted through:

    number = choice × (players + 1) + card        card: 0 with the mover, 1 with the next, ...; players: in the centre

What is not in play lies in the bin. The number after the last stands for the end of the game.
"""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy

from ludotheque.engine.compiling import Compiler
from ludotheque.game import Game
from ludotheque.games.chipik.rules import (
    AFTER_FIRST,
    AFTER_SECOND,
    DICE,
    DISCARDS,
    FINISHED,
    FIRST_THROW,
    Facts,
    State,
    discard,
    discards,
    next_turn,
)
from ludotheque.seats import NOBODY
from ludotheque.solve.chipik_dice import Array, Dice
from ludotheque.solve.threads import shared_out

WET, PASS = DISCARDS, 2 * DISCARDS  # successors: the nine dry discards, the nine on the second throw, the turn that passes
SUCCESSORS = PASS + 1
NOT_ALLOWED = -1


@dataclass(frozen=True)
class Positions:
    """All positions between turns of one game; how many there are is also the number of its end."""

    players: int
    count: int
    opening: int  # everyone has all tokens, the card lies in the centre
    successors: Array  # [successor, position]: the position that follows, seen from the next player


def positions_of(game: Game, dice: Dice, threads: int = 1) -> Positions:
    """Every discard from every position, played by the compiled rules."""
    facts = game.facts
    choose = choices_table(facts)
    count = position_count(facts)
    successors = numpy.full((SUCCESSORS, count), NOT_ALLOWED, numpy.int32)
    examples = dice.faces[[list(dice.hand).index(hand) for hand in range(len(dice.uses))]]  # a throw of every hand
    fill = compiler(fill_successors)

    def work(first: int, last: int) -> None:
        fill(facts, State().to_numpy(), examples, choose, first, last, count, successors)

    shared_out(work, count, threads)
    s = State()
    s.tokens = [facts.tokens] * game.players + [0] * (len(s.tokens) - game.players)
    s.order = list(range(len(s.order)))
    s.lucky = NOBODY
    return Positions(game.players, count, number_of(facts, s, choose), successors)


compiler = Compiler(nogil=True)


def position_count(f: Facts) -> int:
    return comb(f.tokens * f.players, f.players) * (f.players + 1)


def choices_table(f: Facts) -> Array:
    """[of so many][so many]: in how many ways they can be chosen."""
    return numpy.array([[comb(n, k) for k in range(f.players + 1)] for n in range(f.tokens * f.players + 1)], numpy.int64)


def number_of(f: Facts, s: State, choose: Any) -> int:
    """The number of the position in which this turn begins."""
    choice = total = 0
    card = f.players
    for place in range(f.players):
        seat = s.order[(s.at + place) % f.players]
        total += s.tokens[seat]
        choice += choose[total - 1][place + 1]
        if seat == s.lucky:
            card = place
    return int(choice * (f.players + 1) + card)


def put_position(f: Facts, s: State, number: int, choose: Any) -> None:
    """The beginning of the turn with this number; seat 0 moves, and seats are in turn order."""
    s.phase = FIRST_THROW
    s.at = 0
    card = number % (f.players + 1)
    s.lucky = card if card < f.players else NOBODY
    choice = number // (f.players + 1)
    total = f.tokens * f.players
    s.bin = total
    above = 0
    for place in range(f.players - 1, -1, -1):
        while choose[total - 1][place + 1] > choice:
            total -= 1
        choice -= choose[total - 1][place + 1]
        if place < f.players - 1:
            s.tokens[place + 1] = above - total
        else:
            s.bin -= total
        above = total
        total -= 1
        s.order[place] = place
    s.tokens[0] = above


def fill_successors(f: Facts, s: State, examples: Any, choose: Any, first: int, last: int, end: int, out: Any) -> None:
    """Plays every discard that some throw allows, dry and on the second throw, and passes."""
    for number in range(first, last):
        put_position(f, s, number, choose)
        allowed = 0
        s.phase = AFTER_FIRST
        for example in range(len(examples)):
            for die in range(DICE):
                s.dice[die] = examples[example][die]
            allowed |= discards(f, s)
        for which in range(DISCARDS):
            if allowed >> which & 1:
                put_position(f, s, number, choose)
                s.phase = AFTER_FIRST
                discard(f, s, which)
                out[which, number] = end if s.phase == FINISHED else number_of(f, s, choose)
                put_position(f, s, number, choose)
                s.phase = AFTER_SECOND
                discard(f, s, which)
                out[WET + which, number] = end if s.phase == FINISHED else number_of(f, s, choose)
        put_position(f, s, number, choose)
        next_turn(f, s)
        out[PASS, number] = number_of(f, s, choose)
