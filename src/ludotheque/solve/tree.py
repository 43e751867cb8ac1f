"""A whole game as a tree of positions, and the best that one seat can do while the others play what they play.

Every step is told to everyone, if only as `?`. So positions that a seat can't tell apart are equally many steps
away from the start, and a best answer is found level by level from the ends of the games, with whole levels at once.
Nothing here knows a rule: it asks positions only.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy

from ludotheque.position import CHANCE, OVER, Position
from ludotheque.told import Told
from ludotheque.view import View

Array = Any  # numpy.ndarray
Worth = Callable[[Position], list[float]]
BY_CHANCE = -1  # in place of a choice: nobody chose this step


class InformationSet(NamedTuple):
    """Positions that the seat to move can't tell apart."""

    seat: int
    name: str
    moves: tuple[str, ...]
    view: View  # what he sees there


class TooLarge(Exception):
    """The tree has more positions than it was allowed to have."""


class Rows:
    """A level while the tree is walked: of each position what led to it and what it is."""

    def __init__(self) -> None:
        self.parent: list[int] = []  # its number in the level before
        self.luck: list[float] = []  # how likely chance took this step; 1 where a player did
        self.move: list[int] = []  # which of the player's moves it was
        self.actor: list[int] = []
        self.set: list[int] = []  # the mover's information set, by its number in this level
        self.returns: list[list[float]] = []  # nothing before the end
        self.sets: list[InformationSet] = []
        self.numbers: dict[str, int] = {}  # of these sets, by name


class Walk:
    """Goes to every position once."""

    def __init__(self, start: Position, cut: int, most: int, worth: Worth) -> None:
        self.levels: list[Rows] = []
        self.nothing = [0.0] * start.game.players
        self.cut, self.left, self.worth = cut, most, worth
        self.visit(Told.replayed(start), 0, 0, 1.0, 0)

    def visit(self, told: Told, level: int, parent: int, luck: float, move: int) -> None:
        """Adds a position and all that follow it."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if level == len(self.levels):
            self.levels.append(Rows())
        rows, position = self.levels[level], told.position
        number = len(rows.actor)
        actor = OVER if self.cut and level == self.cut else position.actor
        rows.parent.append(parent)
        rows.luck.append(luck)
        rows.move.append(move)
        rows.actor.append(actor)
        rows.returns.append(self.worth(position) if actor is OVER else self.nothing)
        rows.set.append(self.information_set(rows, told, actor) if actor >= 0 else BY_CHANCE)
        if actor is CHANCE:
            for outcome, odds in position.odds():
                after = told.copy()
                after.play(outcome)
                self.visit(after, level + 1, number, float(odds), 0)
        elif actor is not OVER:
            for which, chosen in enumerate(position.moves()):
                after = told.copy()
                after.play(chosen)
                self.visit(after, level + 1, number, 1.0, which)

    def information_set(self, rows: Rows, told: Told, seat: int) -> int:
        name = told.line(seat)
        if name not in rows.numbers:
            rows.numbers[name] = len(rows.sets)
            rows.sets.append(InformationSet(seat, name, tuple(map(str, told.position.moves())), told.position.view(seat)))
        return rows.numbers[name]


class Level:
    """The positions so many steps away from the start, an entry each; a row of `returns` for every seat."""

    def __init__(self, rows: Rows, above: "Level | None", first_choice: int) -> None:
        sizes = numpy.array([len(set.moves) for set in rows.sets], numpy.int64)
        self.first_choice = first_choice
        self.choices = int(sizes.sum())  # of all its information sets together
        self.set_begins = numpy.cumsum(sizes) - sizes  # where the choices of each begin, counted from the first
        self.set_sizes = sizes
        self.set = numpy.array(rows.set, numpy.int32)
        self.actor = numpy.array(rows.actor, numpy.int8)
        self.returns = numpy.array(rows.returns).T.copy()
        self.parent = numpy.array(rows.parent, numpy.int32)
        self.luck = numpy.array(rows.luck)
        self.mover = above.actor[self.parent] if above else numpy.array([CHANCE], numpy.int8)  # who took the step to it
        self.choice = numpy.full(len(self.actor), BY_CHANCE, numpy.int64)  # the entry of a policy that step is
        if above:
            chosen = self.mover >= 0
            sets = above.set[self.parent[chosen]]
            self.choice[chosen] = above.first_choice + above.set_begins[sets] + numpy.array(rows.move)[chosen]

    def likely(self, policy: Array) -> Array:
        """How likely the step to each position is, once one is before it."""
        return numpy.where(self.choice == BY_CHANCE, self.luck, policy[self.choice])

    def passed_up(self, values: Array, size: int) -> Array:
        """Added up by the positions they follow."""
        return numpy.bincount(self.parent, values, size)

    def best_of(self, worth: Array) -> Array:
        """Of what each choice of the level is worth, the best of every information set; equals share."""
        is_best = worth == numpy.repeat(numpy.maximum.reduceat(worth, self.set_begins), self.set_sizes)
        equals = numpy.add.reduceat(is_best.astype(float), self.set_begins)
        return is_best / numpy.repeat(equals, self.set_sizes)


class Tree:
    """All positions from a start on. A policy is an array with a number for each move of each information set, in the
    order of `sets`: how likely the move is."""

    def __init__(self, start: Position, cut: int = 0, most: int = 3_000_000, worth: Worth = Position.returns) -> None:
        """With `cut`, games end without a winner after so many steps. What an end is worth to each seat, `worth` says."""
        walk = Walk(start, cut, most, worth)
        self.players = start.game.players
        self.sets: list[InformationSet] = []
        self.levels: list[Level] = []
        choices = 0
        for rows in walk.levels:
            self.levels.append(Level(rows, self.levels[-1] if self.levels else None, choices))
            self.sets += rows.sets
            choices += self.levels[-1].choices
        sizes = numpy.array([len(set.moves) for set in self.sets])
        self.set_of_choice = numpy.repeat(numpy.arange(len(sizes)), sizes)
        self.uniform = 1 / numpy.repeat(sizes, sizes)

    def counts(self) -> dict[str, Any]:
        """How large it is: positions by kind, information sets by seat, and steps of the longest game."""
        actor = numpy.concatenate([level.actor for level in self.levels])
        return {
            "nodes": len(actor),
            "decisions": int((actor >= 0).sum()),
            "chance": int((actor == CHANCE).sum()),
            "ends": int((actor == OVER).sum()),
            "information_sets": [sum(1 for set in self.sets if set.seat == seat) for seat in range(self.players)],
            "choices": len(self.uniform),
            "longest": len(self.levels) - 1,
        }

    def values(self, policy: Array) -> list[float]:
        """What each seat wins on average if all play by the policy."""
        values = self.levels[-1].returns
        for level, below in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            weighed = below.likely(policy) * values
            values = level.returns + [below.passed_up(row, len(level.actor)) for row in weighed]
        return [float(value) for value in values[:, 0]]

    def reaches(self, seat: int, steps: list[Array]) -> tuple[list[Array], list[Array]]:
        """Of each level, how likely chance and the other seats lead to each position, and how likely this seat does."""
        others, own = [numpy.ones(1)], [numpy.ones(1)]
        for level, step in zip(self.levels[1:], steps[1:], strict=True):
            chosen = level.mover == seat
            others.append(others[-1][level.parent] * numpy.where(chosen, 1.0, step))
            own.append(own[-1][level.parent] * numpy.where(chosen, step, 1.0))
        return others, own

    def best_answer(self, seat: int, policy: Array) -> float:
        """What the seat could win on average, knowing how the others play; it sees no more than it may."""
        steps = [level.likely(policy) for level in self.levels]
        others, _ = self.reaches(seat, steps)
        values = self.levels[-1].returns[seat]
        for depth in range(len(self.levels) - 2, -1, -1):
            level, below = self.levels[depth], self.levels[depth + 1]
            chosen = below.mover == seat
            step = steps[depth + 1]
            if chosen.any():
                moves = below.choice[chosen] - level.first_choice
                worth = numpy.bincount(moves, others[depth][below.parent[chosen]] * values[chosen], level.choices)
                step[chosen] = level.best_of(worth)[moves]
            values = level.returns[seat] + below.passed_up(step * values, len(level.actor))
        return float(values[0])

    def gains(self, policy: Array) -> list[float]:
        """How much each seat could win more by a best answer; their sum is called NashConv, 0 in an equilibrium."""
        values = self.values(policy)
        return [self.best_answer(seat, policy) - values[seat] for seat in range(self.players)]

    def backward_induction(self) -> Array:
        """What everyone plays who looks ahead to the end: an equilibrium where all is known, and for such games only."""
        policy = numpy.zeros(len(self.uniform))
        values = self.levels[-1].returns
        for level, below in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            chosen = numpy.flatnonzero(below.choice != BY_CHANCE)
            if len(chosen) != level.choices:
                raise ValueError("somebody does not know where in this tree he is")
            step = below.luck.copy()
            if level.choices:
                moves = below.choice[chosen] - level.first_choice
                worth = numpy.zeros(level.choices)
                worth[moves] = values[below.mover[chosen], chosen]
                best = level.best_of(worth)
                policy[level.first_choice : level.first_choice + level.choices] = best
                step[chosen] = best[moves]
            values = level.returns + [below.passed_up(row, len(level.actor)) for row in step * values]
        return policy
