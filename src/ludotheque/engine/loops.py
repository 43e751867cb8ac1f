"""Random play without Python: the loops that are compiled together with the rules of a game."""

from typing import Any

from ludotheque.engine.lottery import below, open_stream
from ludotheque.engine.slots import (
    PHASES,
    actor,
    add,
    all_lanes,
    any_lane,
    apply,
    begin,
    clear,
    count,
    raise_to,
    scores,
    ticket,
    tickets,
    together,
    winners,
)
from ludotheque.fields import Int64
from ludotheque.kit.slots import AnyFacts, AnyState, Long
from ludotheque.seats import OVER

LENGTHS = 4096  # entries of the table of lengths; longer games share the last one
SCORES = 256  # entries of the table of scores of one participant; higher ones share the last one
PARTICIPANTS = 8
HAPPENINGS = 24  # the most that a game may tell apart


def play_games(
    f: AnyFacts, s: AnyState, rng: Any, out: Any, seed: Int64, first: int, last: int, stride: int, tables: Any, sums: Long
) -> None:
    """Plays the games first, first + stride, ... below last at random and counts how they end.

    `tables` takes the counts and `sums` what does not fit them; they may be one.

    One step a turn of the loop, whichever game it belongs to: on a GPU lanes whose game is over
    go on with their next one while others still play.
    """
    game = first
    decisions = 0
    if game < last:
        open_stream(rng, seed, game)
        clear(s)
        begin(f, s)
    while any_lane(game < last):
        phase = s.phase if game < last else PHASES
        lanes = together(phase, PHASES)
        going = lanes != 0
        while going:
            who = actor(f, s)
            if who == OVER:
                count(tables, winners(f, s))
                count(tables, FIRST_LENGTH + min(decisions, LENGTHS - 1))
                if decisions >= LENGTHS - 1:
                    sum_up(sums, LENGTH_SUMS, decisions)
                for seat in range(scores(f, s, out)):
                    count(tables, FIRST_SCORE + seat * SCORES + min(out[seat], SCORES - 1))
                    if out[seat] >= SCORES - 1:
                        sum_up(sums, SCORE_SUMS + seat * SUMS, out[seat])
                game += stride
                decisions = 0
                open_stream(rng, seed, game)
                clear(s)
                begin(f, s)
            else:
                if who >= 0:
                    decisions += 1
                apply(f, s, ticket(f, s, below(rng, tickets(f, s))))
            going = all_lanes(lanes, s.phase == phase)


def sum_up(sums: Long, at: int, number: int) -> None:
    """The last entry of a table holds numbers of any size: of these there are sums, so that means and spreads are exact."""
    add(sums, at + TOTAL, number)
    add(sums, at + SQUARES, number * number)
    raise_to(sums, at + GREATEST, number)
    raise_to(sums, at + LEAST, FAR - number)


# Counts: who won (a set of seats), how many decisions it took, what everyone scored, what is special to the game.
FIRST_LENGTH = 1 << PARTICIPANTS
FIRST_SCORE = FIRST_LENGTH + LENGTHS
FIRST_HAPPENING = FIRST_SCORE + PARTICIPANTS * SCORES
COUNTS = FIRST_HAPPENING + HAPPENINGS

# Then the sums of lengths and of everyone's scores, of games in the last entry of their table alone.
TOTAL, SQUARES, GREATEST, LEAST, SUMS = range(5)
FAR = 1 << 40  # beyond any number; the least is kept as what it lacks of that, so that 0 is none at all
LENGTH_SUMS = COUNTS
SCORE_SUMS = LENGTH_SUMS + SUMS
ENTRIES = SCORE_SUMS + PARTICIPANTS * SUMS
MOST_OF = frozenset(at + part for at in range(LENGTH_SUMS, ENTRIES, SUMS) for part in (GREATEST, LEAST))  # the others add up
