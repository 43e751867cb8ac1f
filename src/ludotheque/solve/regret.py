"""Equilibria of whole trees by regret: everyone plays in proportion to what he regrets not having done.

This is predictive CFR+ (Farina, Kroer and Sandholm, arXiv 2007.14358): regrets never fall below zero, everyone
expects to regret next what he regretted last, and later rounds count more in the average. Of two players who share a
constant sum the average plays an equilibrium in the end; with more players it need not, so what comes out is judged
by `Tree.gains`.
"""

from typing import Any

import numpy

from ludotheque.solve.tree import Array, Tree


class PredictiveCFRPlus:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.rounds = 0
        self.regrets = numpy.zeros(len(tree.uniform))
        self.latest = numpy.zeros(len(tree.uniform))  # regrets of the last round alone
        self.played = numpy.zeros(len(tree.uniform))  # how often, weighed by the round
        self.first = first_positions(tree)

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.rounds += 1
            for seat in range(self.tree.players):
                self.look_back(seat)

    def policy(self) -> Array:
        """What is played now."""
        return shares(self.tree, numpy.maximum(self.regrets + self.latest, 0))

    def average(self) -> Array:
        """What was played on average: the result."""
        return shares(self.tree, self.played)

    def look_back(self, seat: int) -> None:
        """What every move of the seat would have been worth, against what it played."""
        tree, policy = self.tree, self.policy()
        steps = [level.likely(policy) for level in tree.levels]
        others, own = tree.reaches(seat, steps)
        values = tree.levels[-1].returns[seat]
        for depth in range(len(tree.levels) - 2, -1, -1):
            level, below = tree.levels[depth], tree.levels[depth + 1]
            there = level.returns[seat] + below.passed_up(steps[depth + 1] * values, len(level.actor))
            chosen = below.mover == seat
            if chosen.any():
                parents = below.parent[chosen]
                missed = others[depth][parents] * (values[chosen] - there[parents])
                regret = numpy.bincount(below.choice[chosen] - level.first_choice, missed, level.choices)
                self.remember(depth, seat, regret, own[depth][self.first[depth]], policy)
            values = there

    def remember(self, depth: int, seat: int, regret: Array, reach: Array, policy: Array) -> None:
        """Adds a round's regret, and what was played, in the information sets of the seat among those of a level."""
        level = self.tree.levels[depth]
        of_seat = numpy.repeat(level.actor[self.first[depth]] == seat, level.set_sizes)
        places = level.first_choice + numpy.flatnonzero(of_seat)
        self.latest[places] = regret[of_seat]
        self.regrets[places] = numpy.maximum(self.regrets[places] + regret[of_seat], 0)
        self.played[places] += self.rounds**2 * numpy.repeat(reach, level.set_sizes)[of_seat] * policy[places]


def first_positions(tree: Tree) -> list[Any]:
    """A position of each information set, level by level: its seat came to all of them by the same moves of its own."""
    found = []
    for level in tree.levels:
        first = numpy.zeros(len(level.set_sizes), numpy.int64)
        deciding = numpy.flatnonzero(level.set >= 0)
        first[level.set[deciding]] = deciding
        found.append(first)
    return found


def shares(tree: Tree, weights: Array) -> Array:
    """Each move of an information set by its weight; all alike where none has any."""
    whole = numpy.bincount(tree.set_of_choice, weights)[tree.set_of_choice]
    return numpy.where(whole > 0, weights / numpy.where(whole > 0, whole, 1), tree.uniform)
