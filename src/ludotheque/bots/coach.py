"""The coach: for every legal move how often it wins, what the best one gains over it, and a sentence why.

advice = advise(view)
advice.best                  the move that wins most often
advice.chances[move]         how often a move wins, with an interval
advice.gain(move)            what the best one gains over it
advice.is_clear(move)        whether that is more than the noise of the search
advice.why(move)             what speaks for or against it, in the terms of the game

Like any bot it gets the view of a seat and nothing else. Where a game is solved, it says what the solution says, and where
its seat knows the rest of a game, what comes of every move if everyone does what is best for himself; else all moves are
tried equally often, so that what it says of the weak ones is worth as much, and then everyone goes by reflex. No tree
grows below: as it grows, what a move is worth drifts, and no interval would hold it.

Whoever learned a game knows more than the reflex. So where somebody did, the best move is one that he might play, and what
he might play is never clearly worse.
"""

from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from ludotheque.bots import learned
from ludotheque.bots.asked import choices, drawn_from, make_sure_of_view
from ludotheque.bots.rest import rest_of
from ludotheque.bots.search import WARM, How, make_sure_of_budget, searched, warm
from ludotheque.bots.solved import SolvedBot, has_table
from ludotheque.move import Move
from ludotheque.view import View

FEWEST = 4  # tries of a move, whatever the budget; as many as that are bearable even where the search is interpreted
NO_TREE = How(patience=1 << 30)
DOUBT = 0.05  # how often what is said may be wrong


class Chance(NamedTuple):
    """How often a move wins: as far as so many tries tell, or, where there are none, as the solution has it."""

    mean: float
    times: int

    def interval(self, doubt: float = DOUBT) -> tuple[float, float]:
        """What it lies in but for that much doubt (Wilson, 1927; a shared victory is a part of a try won)."""
        if not self.times:
            return self.mean, self.mean
        z2 = NormalDist().inv_cdf(1 - doubt / 2) ** 2
        middle = (self.mean + z2 / (2 * self.times)) / (1 + z2 / self.times)
        half = sqrt(z2 * self.mean * (1 - self.mean) / self.times + (z2 / (2 * self.times)) ** 2) / (1 + z2 / self.times)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Advice:
    view: View
    chances: dict[Move, Chance]  # of every legal move
    different: int  # of these, how many do not come to the same as another
    liked: dict[Move, float] = field(default_factory=dict)  # how likely each is by what was learned; nothing where nobody did
    reckoned: bool = False  # whether that comes of reckoning after all: the rest of the round is known

    @property
    def worth_a_thought(self) -> list[Move]:
        return [move for move in self.chances if not self.liked or self.liked[move]]

    @property
    def best(self) -> Move:
        return max(self.worth_a_thought, key=lambda move: self.chances[move].mean)

    @property
    def next_best(self) -> Move | None:
        """The best of those that win less often, if any do."""
        worse = [move for move in self.worth_a_thought if self.chances[move].mean < self.chances[self.best].mean]
        return max(worse, key=lambda move: self.chances[move].mean, default=None)

    def gain(self, move: Move) -> float:
        """What the best move wins more often than this one."""
        return max(0.0, self.chances[self.best].mean - self.chances[move].mean)

    def noise(self, move: Move) -> float:
        """How large that gain may look by luck (Newcombe, 1998).

        The best is the luckiest of several, so what is doubted is divided among the others.
        """
        doubt = DOUBT / max(1, self.different - 1)
        best, other = self.chances[self.best], self.chances[move]
        return sqrt((best.mean - best.interval(doubt)[0]) ** 2 + (other.interval(doubt)[1] - other.mean) ** 2)

    def is_clear(self, move: Move) -> bool:
        """Whether the best move is better than this one, and that not by luck."""
        return self.gain(move) > self.noise(move) and not self.liked.get(move)

    def why(self, move: Move | None = None) -> str:
        """What speaks for the best move, or for or against another; nothing where the game has no words for it."""
        return self.view.game.ruleset.because(self.view, move or self.best)


def advise(view: View, seed: int | None = 0, budget: float = 1.0, engine: bool = True, fewest: int = FEWEST) -> Advice:
    """What is to be said about the moves of this view's seat; the same view and seed get the same advice.

    `budget`: the share of the simulations that take half a second. `engine`: whether it may wait for the search to be
    compiled; interpreted it tries every move a few times, which takes as long, and says so by wide intervals. `fewest`:
    tries of a move that there are in any case, where the search is compiled.
    """
    make_sure_of_budget(budget)
    make_sure_of_view(view)
    game, rng = view.game, drawn_from(seed)
    choices(game, view)
    if has_table(game):
        chances = {move: Chance(mean, 0) for move, mean in SolvedBot(game, rng).chances(view).items()}
        return Advice(view, chances, len(chances))
    if game.rules.certain and (worth := rest_of(game, engine).of_view(view)):
        chances = {move: Chance(worth[move.action][view.actor], 0) for move in view.moves()}
        return Advice(view, chances, len(chances))
    stands_for = representatives(view, rng)
    different = len(set(stands_for.values()))
    compiled = engine and (game in WARM or warm(game))
    usual = game.rules.simulations * budget * 2 / game.players  # the more play, the longer each takes
    simulations = max(round(usual), fewest * different) if compiled else FEWEST * different
    tried = searched(game, view.sight, rng.getrandbits(32), NO_TREE, simulations, even=True)
    found = {one.action: Chance(min(1.0, one.reward / one.times), one.times) for one in tried}
    return Advice(view, {move: found[action] for move, action in stands_for.items()}, different, *liked(view, engine))


def liked(view: View, engine: bool) -> tuple[dict[Move, float], bool]:
    """How likely each move is of a champion who has learned the game, if anybody has; whether he reckons instead."""
    champion = learned(view.game, Random(0), engine)
    if champion is None:
        return {}, False
    if best := champion.at_the_end(view):
        return {move: best.get(move, 0.0) for move in view.moves()}, True
    return champion.learned.chances(view), False


def representatives(view: View, rng: Random) -> dict[Move, int]:
    """For every legal move the action that the search tries in its stead, where several come to the same.

    Which ones do is the same in whatever the view leaves open, so any guess will do.
    """
    rules = view.game.rules
    if rules.alike is None:
        return {move: move.action for move in view.moves()}
    guessed = view.game.guess(view, rng).state
    return {move: int(rules.alike(view.game.facts, guessed, move.action)) for move in view.moves()}
