"""What a seat could conclude about the hidden, by going through every history that looks the same to it.

Chance counts by its odds, the moves of others as drawn at random among the possible ones, and the
seat's own moves as certain. Nothing here knows a rule: it asks positions and views only.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest

from ludotheque import CHANCE, Game, Position, positiontext
from tests.size import is_part_of
from tests.table import COMPILED, plain_state

not_again_compiled = pytest.mark.skipif(
    COMPILED and not is_part_of("thorough"),
    reason="interpreted rules guess as often, and compiled ones guess the same, step by step",
)

Weighed = dict[Hashable, tuple[Position, Fraction]]


def posterior(
    position: Position, seat: int | None, hidden: Callable[[Position], Any] = positiontext.write
) -> dict[Any, Fraction]:
    """How likely each position is for the seat (None: an onlooker), by its text or by what `hidden` says of it.

    The position must have been played from the start of its game.
    """
    *_, (_, found) = posteriors(position.game, position.history, seat, hidden)
    return found


def posteriors(
    game: Game, history: list[str], seat: int | None, hidden: Callable[[Position], Any] = positiontext.write
) -> Iterator[tuple[Position, dict[Any, Fraction]]]:
    """The same after every step of a history, beside the real position.

    A history is dropped as soon as the seat's view of it differs from the real one, and positions that
    became the same go on as one, so it does not take long.
    """
    real = game.start()
    going: Weighed = {fingerprint(real): (real.copy(), Fraction(1))}
    for text in history:
        real.play(text)
        going = one_step_on(going, seat, look(real, seat))
        everything = sum(weight for _, weight in going.values())
        found: dict[Any, Fraction] = {}
        for possible, weight in going.values():
            what = hidden(possible)
            found[what] = found.get(what, Fraction(0)) + weight / everything
        yield real.copy(), found


def one_step_on(going: Weighed, seat: int | None, real: tuple[Any, ...]) -> Weighed:
    """Every continuation by one step that looks to the seat as the real one did."""
    told: str = real[1]
    after: Weighed = {}
    for possible, weight in going.values():
        for text, chance in ways_on(possible, seat):
            if text == told or "?" in told:
                later = possible.copy()
                later.play(text)
                if look(later, seat) == real:
                    same = fingerprint(later)
                    before = after[same][1] if same in after else Fraction(0)
                    after[same] = later, before + weight * chance
    return after


def ways_on(position: Position, seat: int | None) -> list[tuple[str, Fraction]]:
    if position.actor is CHANCE:
        return [(str(move), chance) for move, chance in position.odds()]
    moves = position.moves()
    chance = Fraction(1) if position.actor == seat else Fraction(1, max(1, len(moves)))
    return [(str(move), chance) for move in moves]


def look(position: Position, seat: int | None) -> tuple[Any, ...]:
    """All that a step changes in the seat's view."""
    view = position.view(seat)
    return view.actor, view.history[-1], view.sight.as_dict(), view.moves()


def fingerprint(position: Position) -> Hashable:
    return tuple(tuple(value) if isinstance(value, list) else value for value in plain_state(position).as_dict().values())


# --- drawn against exact ----------------------------------------------------------------------


def guesses(position: Position, seat: int | None, times: int, seed: int = 12) -> list[Position]:
    """As many guesses as `Game.guess` would make, but the belief they share is only weighed once."""
    game, rng, view = position.game, Random(seed), position.view(seat)
    rules, sight = game.rules, game.rules.from_plain(view.sight)
    if not rules.believe:
        return [game.guess(view, rng) for _ in range(times)]
    belief = rules.new(rules.Belief)
    rules.believe(game.facts, sight, belief)
    found = []
    for _ in range(times):
        state = rules.new(rules.State)
        rules.guess(game.facts, sight, belief, rules.draws(rng), state)
        found.append(Position(game, state, list(view.history)))
    return found


def disagreement(drawn: Counter[str], exact: dict[str, Fraction]) -> str:
    """What makes it incredible that these were drawn by these odds; nothing, if they may have been.

    Nothing impossible may occur; no count may be six standard deviations off; and chi-square may not be
    higher than it is by chance once in a million times. What is expected less than five times is counted as one.
    """
    impossible = set(drawn) - set(exact)
    if impossible:
        return f"{len(impossible)} guesses that can't be, such as {min(impossible)}"
    times = drawn.total()
    cells: dict[str, tuple[int, float]] = {}  # counted, expected
    for what, odds in exact.items():
        cell = what if odds * times >= 5 else "all the rare ones"
        counted, expected = cells.get(cell, (0, 0.0))
        cells[cell] = counted + drawn[what], expected + float(odds * times)
    for what, (counted, expected) in cells.items():
        spread = sqrt(max(expected * (1 - expected / times), 1.0))
        if abs(counted - expected) > 6 * spread:
            return f"{counted} instead of {expected:.1f} times {what}"
    return crooked([cell for cell in cells.values() if cell[1] >= 5])


def crooked(cells: list[tuple[int, float]]) -> str:
    """Chi-square by Wilson and Hilferty's cube root, which is nearly normal; 4.75 is one in a million."""
    freedom = len(cells) - 1
    if freedom < 1:
        return ""
    chi_square = sum((counted - expected) ** 2 / expected for counted, expected in cells)
    deviation = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom))
    return f"chi-square {chi_square:.1f} in {freedom} degrees of freedom" if deviation > 4.75 else ""
