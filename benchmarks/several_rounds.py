"""What a best answer gains in a small edition of root's game played over several rounds, exactly.

What everyone has so far is known to all, and every round deals anew. So for each standing a round is a game of its own,
whose ends are worth what the next round is worth from there, and all are judged backwards from the last: one tree, walked
once, is enough. Seats are counted from the starter of the round; the next is started by the one to his left.
"""

from collections.abc import Callable
from typing import Any

import numpy

from ludotheque.bots.policy import Floats
from ludotheque.game import Game
from ludotheque.games import GAMES
from ludotheque.position import OVER, Position
from ludotheque.recall import remembered
from ludotheque.solve.tree import Array, Tree

ROOT = GAMES["chip-trick-root"]
PLAYERS = 3  # (root R1)

Standing = tuple[int, ...]  # the points of each seat
ByStanding = dict[Standing, list[float]]  # what a round is worth to each seat, by what everyone had before it
PolicyOf = Callable[[Array], Array]  # how likely each choice of the tree is, given what its sets look like, a row each


def game_of(rounds: int, instance: str = "small") -> Game:
    return ROOT.instance(instance).game(ROOT).with_facts(rounds=rounds)


class SeveralRounds:
    def __init__(self, rounds: int, instance: str = "small") -> None:
        self.rounds, self.game = rounds, game_of(rounds, instance)
        layout = self.game.rules.layout(self.game.facts)
        self.tree = Tree(game_of(1, instance).replay(["start 0"]), worth=points)
        self.views = [found.view for found in self.tree.sets]
        floats = Floats(layout)
        self.seen = numpy.array([floats(view) for view in self.views])  # in the first round, when nobody has anything
        self.remembered = numpy.array([remembered(view) for view in self.views], numpy.uint8)  # the same in every round
        self.seat = numpy.array([found.seat for found in self.tree.sets])
        self.most = {entry.name: entry.most for entry in layout}
        names = [entry.name for entry in layout for _ in range(entry.digits)]
        self.column = {name: names.index(name) for name in ("round", *(f"score {k}" for k in range(PLAYERS)))}
        self.over = [level.actor == OVER for level in self.tree.levels]
        ends = [level.returns.T[over].astype(int) for level, over in zip(self.tree.levels, self.over, strict=True)]
        self.results = sorted({tuple(map(int, row)) for rows in ends for row in rows})  # that a round can have
        self.which = [numpy.array([self.results.index(tuple(row)) for row in rows], int) for rows in ends]

    def gain(self, policy_of: PolicyOf) -> float:
        """Of a best answer in one seat while the others play by the policy, the mean over the seats."""
        standings: list[set[Standing]] = [{(0,) * PLAYERS}]
        for _ in range(self.rounds - 1):
            standings.append({after(standing, result) for standing in standings[-1] for result in self.results})
        played: ByStanding = {}
        answered: ByStanding = {}
        for number in reversed(range(self.rounds)):
            is_last = number == self.rounds - 1
            played_here, answered_here = {}, {}
            for standing in standings[number]:
                policy = policy_of(self.seen_at(number, standing))
                self.end_with(standing, None if is_last else played)
                played_here[standing] = self.tree.values(policy)
                self.end_with(standing, None if is_last else answered)
                answered_here[standing] = [self.tree.best_answer(seat, policy) for seat in range(PLAYERS)]
            played, answered = played_here, answered_here
        (plays,), (answers,) = played.values(), answered.values()
        return (sum(answers) - sum(plays)) / PLAYERS

    def seen_at(self, number: int, standing: Standing) -> Array:
        """What every information set looks like in a round that begins with that standing."""
        seen = self.seen.copy()
        seen[:, self.column["round"]] += number / self.most["round"]
        for k in range(PLAYERS):
            name = f"score {k}"
            seen[:, self.column[name]] = numpy.array(standing)[(self.seat + k) % PLAYERS] / self.most[name]
        return seen

    def end_with(self, standing: Standing, worth: ByStanding | None) -> None:
        """Makes the ends of the tree worth what comes after them; without anything, the victory."""
        table = [ended(standing, result) if worth is None else before(worth[after(standing, result)]) for result in self.results]
        for level, over, which in zip(self.tree.levels, self.over, self.which, strict=True):
            level.returns = numpy.zeros(level.returns.shape)
            level.returns[:, over] = numpy.array(table)[which].T if len(which) else 0.0


def points(position: Position) -> list[float]:
    return [float(number) for number in position.scores()]


def after(standing: Standing, result: Standing) -> Standing:
    """What everyone has in the end, from the next starter on."""
    total = [had + got for had, got in zip(standing, result, strict=True)]
    return (*total[1:], total[0])


def before(worth: list[Any]) -> list[Any]:
    """By the seats of the round before."""
    return [worth[-1], *worth[:-1]]


def ended(standing: Standing, result: Standing) -> list[float]:
    """Shares of the victory: the most points, then the most in the last round, else it is shared (root R22 to R24)."""
    best = max((had + got, got) for had, got in zip(standing, result, strict=True))
    won = [(had + got, got) == best for had, got in zip(standing, result, strict=True)]
    return [1 / sum(won) if has else 0.0 for has in won]
