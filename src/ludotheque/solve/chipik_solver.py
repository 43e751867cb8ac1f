"""The search for an equilibrium of Chipik: everyone counts on chances, plays by them, and learns what they really are.

What people count on (`slow`) moves towards what their play is really worth (`fresh`), a little each round of the
table, while the widths in which choices count as equally good shrink from stage to stage. Learning alone would
run in circles: hit by one neighbour, one hits back, and that changes whom the other should hit. So decisions look
ahead, to where the learning leads; that damps the circles as long as the widths are not too small.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy

from ludotheque.solve.chipik_dice import Array

NARROWER = 5  # the width for dice is so much smaller than that for targets: circles come from whom one hits
FASTEST, FURTHEST = 0.5, 0.2  # however wide
SETTLED = 1e-6  # a round that changes no chance by more is the last, where they are evaluated in single precision


class Stage(NamedTuple):
    width: float
    rounds: int
    offered: bool = True  # as a solution when it is over


class Plan(NamedTuple):
    rate: float  # how much is learned in a round, by the width: the narrower, the more careful
    lead: float  # how far ahead of that decisions look, likewise
    stages: list[Stage]


class Device(Protocol):
    """`chipik_cpu` or `chipik_cuda`."""

    name: str

    def chances(self, values: Array) -> Any: ...
    def host(self, chances: Any) -> Array: ...
    def at(self, chances: Any, number: int) -> float: ...
    def lean(self, reckoned: Any, target_width: float, dice_width: float) -> None: ...
    def before(self, chances: Any, out: Any) -> None: ...
    def best_before(self, chances: Any, out: Any) -> None: ...
    def approach(self, slow: Any, fresh: Any, ahead: Any, rate: float, lead: float) -> None: ...
    def distance(self, slow: Any, fresh: Any) -> float: ...


@dataclass(frozen=True)
class Solution:
    """What everyone counts on after their turn, in all positions, and the widths they choose by."""

    reckoned: Array
    target_width: float
    dice_width: float
    rounds: int
    residual: float  # how far that is from what their play is really worth, at most


class Rounds:
    """Arrays of chances, with a last entry for the end of the game: whoever has just moved has won."""

    def __init__(self, device: Device, players: int, count: int) -> None:
        self.device, self.players, self.count = device, players, count
        self.turns = [device.chances(numpy.zeros(count + 1)) for _ in range(2)]  # written in turn

    def start(self, value: float | Array) -> Any:
        values = numpy.ones(self.count + 1)
        values[:-1] = value
        return self.device.chances(values)

    def back(
        self, last: Any, out: Any, best: bool = False, each: Callable[[int, Any], None] = lambda place, chances: None
    ) -> None:
        """From the chances of whoever has just moved, a round of the table back; `each` hears those of all places.

        All move as they are used to, or one of them, whose chances these are, does what is best for him.
        """
        chances = last
        for place in range(self.players):
            into = out if place == self.players - 1 else self.turns[place % 2]
            if place == 0 and best:
                self.device.best_before(chances, into)
            else:
                self.device.before(chances, into)
            each(place, into)
            chances = into

    def settled(self, values: Any, change: float, best: bool = False) -> Any:
        """The chances of whoever has just moved, when rounds change them by less."""
        last, out = self.start(values), self.start(0)
        while True:
            self.back(last, out, best)
            apart = self.device.distance(last, out)
            last, out = out, last
            if apart < change:
                return last


def offers(device: Device, players: int, count: int, plan: Plan, heard: Callable[[int], None]) -> Iterator[Solution]:
    """A solution after each stage that offers one; they come nearer to an equilibrium as long as the circles stay small."""
    rounds = Rounds(device, players, count)
    slow, ahead = rounds.start(1 / players), rounds.start(1 / players)
    fresh, previous = rounds.start(1 / players), rounds.start(1 / players)
    done = 0
    for width, number, offered in plan.stages:
        rate, lead = min(FASTEST, plan.rate * width), min(FURTHEST, plan.lead * width)
        for _ in range(number):
            device.lean(ahead, width, width / NARROWER)
            fresh, previous = previous, fresh
            rounds.back(previous, fresh)
            device.approach(slow, fresh, ahead, rate, lead)
            done += 1
            heard(done)
        if offered:
            yield Solution(device.host(slow)[:-1], width, width / NARROWER, done, device.distance(slow, fresh))


class Played:
    """Everyone's winning chances, if all play by the solution, or if one of them, whose chances these are, answers it best."""

    def __init__(self, device: Device, players: int, solution: Solution, best: bool = False) -> None:
        self.device, self.players, self.best = device, players, best
        self.rounds = Rounds(device, players, len(solution.reckoned))
        device.lean(self.rounds.start(solution.reckoned), solution.target_width, solution.dice_width)
        self.last = self.rounds.settled(solution.reckoned, SETTLED, best)

    def at(self, number: int) -> list[float]:
        """In one position, by place."""
        chances: list[float] = []
        self.each(lambda place, row: chances.append(self.device.at(row, number)))
        return chances

    def everywhere(self) -> Array:
        """[place, position]."""
        rows: list[Array] = []
        self.each(lambda place, row: rows.append(self.device.host(row)[:-1]))
        return numpy.stack(rows)

    def each(self, hear: Callable[[int, Any], None]) -> None:
        self.rounds.back(self.last, self.rounds.start(0), self.best, hear)
