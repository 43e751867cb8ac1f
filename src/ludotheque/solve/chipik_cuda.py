"""The sweeps over all positions that solving Chipik takes, on a CUDA GPU: one position a thread."""

from typing import Any

import numpy

from ludotheque.engine.device import cuda_device
from ludotheque.solve.chipik_dice import Array, Dice
from ludotheque.solve.chipik_positions import PASS, SUCCESSORS, WET, Positions
from ludotheque.solve.chipik_turn import choose_dice, choose_targets, expect, expect_best, look_ahead, weigh_successors

cuda: Any = cuda_device()  # where there is none, a sentence says so
THREADS = 128  # a block


class OnCuda:
    """Holds how everyone plays; arrays of winning chances are on the device."""

    name = "cuda"

    def __init__(self, positions: Positions, dice: Dice) -> None:
        self.kernels = kernels(dice)
        self.count = positions.count
        self.successors = cuda.to_device(positions.successors)
        tables = (single(dice.odds), dice.hand, dice.keeps, dice.uses, single(dice.second))
        self.tables = [cuda.to_device(table) for table in tables]
        self.weights = cuda.device_array((SUCCESSORS, positions.count), numpy.float32)
        self.apart = cuda.to_device(numpy.zeros(1, numpy.float32))

    def chances(self, values: Array) -> Any:
        return cuda.to_device(single(values))

    def host(self, chances: Any) -> Array:
        copied: Array = chances.copy_to_host()
        return copied.astype(numpy.float64)

    def launch(self, name: str, *arguments: Any) -> None:
        self.kernels[name][-(-self.count // THREADS), THREADS](self.count, *arguments)

    def at(self, chances: Any, number: int) -> float:
        return float(chances[number])

    def lean(self, reckoned: Any, target_width: float, dice_width: float) -> None:
        """Everyone leans to what wins, by what they count on after their turn."""
        widths = numpy.float32(target_width), numpy.float32(dice_width)
        self.launch("lean", self.successors, reckoned, *self.tables, *widths, self.weights)

    def before(self, chances: Any, out: Any) -> None:
        """The chances one turn earlier of someone who has these chances after it."""
        self.launch("before", self.successors, self.weights, chances, out)

    def best_before(self, chances: Any, out: Any) -> None:
        """The same for a mover who does what is best for him."""
        self.launch("best_before", self.successors, chances, *self.tables, out)

    def approach(self, slow: Any, fresh: Any, ahead: Any, rate: float, lead: float) -> None:
        """Moves `slow` towards `fresh`, and puts `ahead` further on in that direction."""
        self.launch("approach", slow, fresh, ahead, numpy.float32(rate), numpy.float32(lead))

    def distance(self, slow: Any, fresh: Any) -> float:
        self.apart.copy_to_device(numpy.zeros(1, numpy.float32))
        self.launch("measure", slow, fresh, self.apart)
        return float(self.apart.copy_to_host()[0])


def single(values: Array) -> Array:
    return values.astype(numpy.float32)


def kernels(dice: Dice) -> dict[str, Any]:
    steps = (look_ahead, choose_targets, choose_dice, weigh_successors, expect, expect_best)
    look, target, throw, weigh, expected, expected_best = (cuda.jit(device=True)(step) for step in steps)
    real, hands, all_kept = numpy.float32, len(dice.uses), len(dice.second)

    @cuda.jit
    def lean(count, successors, reckoned, odds, hand, keeps, uses, second, target_width, dice_width, weights):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < count:
            mine = cuda.local.array(SUCCESSORS, real)
            dry_worth = cuda.local.array(hands, real)
            wet_worth = cuda.local.array(hands, real)
            dry_levels = cuda.local.array(hands, real)
            wet_levels = cuda.local.array(hands, real)
            worth = cuda.local.array(all_kept, real)
            used_odds = cuda.local.array(hands, real)
            kept_odds = cuda.local.array(all_kept, real)
            made_odds = cuda.local.array(hands, real)
            look(number, successors, reckoned, mine)
            target(mine, 0, uses, target_width, dry_worth, dry_levels)
            target(mine, WET, uses, target_width, wet_worth, wet_levels)
            wet_worth[0] = mine[PASS]
            throw(odds, hand, keeps, second, dice_width, dry_worth, wet_worth, worth, used_odds, kept_odds)
            weigh(number, mine, uses, second, target_width, dry_levels, wet_levels, used_odds, kept_odds, made_odds, weights)

    @cuda.jit
    def before(count, successors, weights, chances, out):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < count:
            out[number] = expected(number, successors, weights, chances)

    @cuda.jit
    def best_before(count, successors, chances, odds, hand, keeps, uses, second, out):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < count:
            mine = cuda.local.array(SUCCESSORS, real)
            dry_worth = cuda.local.array(hands, real)
            wet_worth = cuda.local.array(hands, real)
            worth = cuda.local.array(all_kept, real)
            look(number, successors, chances, mine)
            out[number] = expected_best(mine, odds, hand, keeps, uses, second, dry_worth, wet_worth, worth)

    @cuda.jit
    def approach(count, slow, fresh, ahead, rate, lead):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < count:
            apart = fresh[number] - slow[number]
            slow[number] += rate * apart
            ahead[number] = min(max(slow[number] + lead * apart, real(0)), real(1))

    @cuda.jit
    def measure(count, slow, fresh, apart):  # type: ignore[no-untyped-def]
        number = cuda.grid(1)
        if number < count:
            cuda.atomic.max(apart, 0, abs(fresh[number] - slow[number]))

    return {"lean": lean, "before": before, "best_before": best_before, "approach": approach, "measure": measure}
