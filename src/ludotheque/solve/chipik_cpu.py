"""The sweeps over all positions that solving Chipik takes, on the processor."""

from typing import Any

import numpy

from ludotheque.engine.compiling import Compiler
from ludotheque.solve.chipik_dice import Array, Dice
from ludotheque.solve.chipik_positions import PASS, SUCCESSORS, WET, Positions
from ludotheque.solve.chipik_turn import choose_dice, choose_targets, expect, expect_best, look_ahead, weigh_successors
from ludotheque.solve.threads import shared_out

compiler = Compiler(nogil=True, fastmath=True, error_model="numpy", boundscheck=False)


class OnCpu:
    """Holds how everyone plays; arrays of winning chances are NumPy's."""

    name = "cpu"

    def __init__(self, positions: Positions, dice: Dice, threads: int) -> None:
        self.positions, self.dice, self.threads = positions, dice, threads
        self.weights = numpy.zeros((SUCCESSORS, positions.count))

    def chances(self, values: Array) -> Any:
        return values.copy()

    def host(self, chances: Any) -> Array:
        copied: Array = chances.copy()
        return copied

    def at(self, chances: Any, number: int) -> float:
        return float(chances[number])

    def lean(self, reckoned: Any, target_width: float, dice_width: float) -> None:
        """Everyone leans to what wins, by what they count on after their turn."""
        dice, sweep = self.dice, compiler(lean_in_all)

        def work(first: int, last: int) -> None:
            sweep(
                first, last, self.positions.successors, reckoned, dice.odds, dice.hand, dice.keeps, dice.uses, dice.second,
                target_width, dice_width, *room_for_a_turn(dice), self.weights,
            )  # fmt: skip

        shared_out(work, self.positions.count, self.threads)

    def before(self, chances: Any, out: Any) -> None:
        """The chances one turn earlier of someone who has these chances after it."""
        sweep = compiler(expect_in_all)

        def work(first: int, last: int) -> None:
            sweep(first, last, self.positions.successors, self.weights, chances, out)

        shared_out(work, self.positions.count, self.threads)

    def best_before(self, chances: Any, out: Any) -> None:
        """The same for a mover who does what is best for him."""
        dice, sweep = self.dice, compiler(expect_best_in_all)

        def work(first: int, last: int) -> None:
            sweep(
                first, last, self.positions.successors, chances, dice.odds, dice.hand, dice.keeps, dice.uses, dice.second,
                *room_for_a_turn(dice)[:3], numpy.zeros(len(dice.second)), out,
            )  # fmt: skip

        shared_out(work, self.positions.count, self.threads)

    def approach(self, slow: Any, fresh: Any, ahead: Any, rate: float, lead: float) -> None:
        """Moves `slow` towards `fresh`, and puts `ahead` further on in that direction."""
        apart = fresh - slow
        slow += rate * apart
        ahead[:] = numpy.clip(slow + lead * apart, 0, 1)

    def distance(self, slow: Any, fresh: Any) -> float:
        return float(numpy.abs(fresh - slow).max())


def room_for_a_turn(dice: Dice) -> list[Array]:
    hands, kept = len(dice.uses), len(dice.second)
    return [numpy.zeros(size) for size in (SUCCESSORS, hands, hands, hands, hands, kept, hands, kept, hands)]


def lean_in_all(
    first: int, last: int, successors: Any, reckoned: Any, odds: Any, hands: Any, keeps: Any, uses: Any, second: Any,
    target_width: float, dice_width: float, mine: Any, dry_worth: Any, wet_worth: Any, dry_levels: Any, wet_levels: Any,
    worth: Any, used_odds: Any, kept_odds: Any, made_odds: Any, weights: Any,
) -> None:  # fmt: skip
    for number in range(first, last):
        look_ahead(number, successors, reckoned, mine)
        choose_targets(mine, 0, uses, target_width, dry_worth, dry_levels)
        choose_targets(mine, WET, uses, target_width, wet_worth, wet_levels)
        wet_worth[0] = mine[PASS]
        choose_dice(odds, hands, keeps, second, dice_width, dry_worth, wet_worth, worth, used_odds, kept_odds)
        weigh_successors(
            number, mine, uses, second, target_width, dry_levels, wet_levels, used_odds, kept_odds, made_odds, weights
        )  # fmt: skip


def expect_in_all(first: int, last: int, successors: Any, weights: Any, chances: Any, out: Any) -> None:
    for number in range(first, last):
        out[number] = expect(number, successors, weights, chances)


def expect_best_in_all(
    first: int, last: int, successors: Any, chances: Any, odds: Any, hands: Any, keeps: Any, uses: Any, second: Any,
    mine: Any, dry_worth: Any, wet_worth: Any, worth: Any, out: Any,
) -> None:  # fmt: skip
    for number in range(first, last):
        look_ahead(number, successors, chances, mine)
        out[number] = expect_best(mine, odds, hands, keeps, uses, second, dry_worth, wet_worth, worth)
