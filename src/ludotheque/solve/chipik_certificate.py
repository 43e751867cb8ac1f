"""What the best answer to a way of playing Chipik could gain: exact, and by other means than the solver's.

Everyone plays as the champion does, from the chances a table gives them after their turn. One player deviates: where
he moves he takes what is best for him, elsewhere the others move. That is a plain Markov decision problem; it is
solved round by round, each array from the one a turn later, until nothing changes any more:

    chance(first to move) = best of his choices over chance(last to move)
    chance(next place)    = average over the mover's play of chance(this place)

All in whole arrays over positions, in double precision, with nothing of the solver but the numbering of positions and
what the rules say of the dice.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy

from ludotheque.solve.chipik_dice import Array, Dice
from ludotheque.solve.chipik_positions import PASS, SUCCESSORS, WET, Positions

AT_ONCE = 1 << 13  # positions looked at together: what they need stays near the processor
SETTLED = 1e-10  # a round that changes no chance by more is the last
MOST_ROUNDS = 2000
HOPELESS = -1e6  # worse than any chance


@dataclass(frozen=True)
class Certificate:
    """By place in the turn order, from the opening position."""

    chances: list[float]  # of winning, if all play by the table
    best: list[float]  # of the one who deviates in the best way
    gains: list[float]
    largest_gain: float  # in any position, for anybody
    error: float  # how far what they count on is from the chances they really have, at most
    residual: float  # the last round's change
    rounds: int


def certify(
    positions: Positions, dice: Dice, reckoned: Array, target_width: float, dice_width: float,
    settled: float = SETTLED, heard: Callable[[int], None] = lambda rounds: None,
) -> Certificate:  # fmt: skip
    """`reckoned`: what everyone counts on after their turn, in all positions."""
    others = Others(positions, dice)
    reckoned = ending_with(reckoned, 1.0)
    others.play_by(reckoned, target_width, dice_width)
    played, rounds, _ = others.settle(reckoned, others.before, settled, heard)
    best, more, residual = others.settle(played[-1], others.best_before, settled, heard)
    chances = [float(row[positions.opening]) for row in played]
    best_chances = [float(row[positions.opening]) for row in best]
    return Certificate(
        chances=chances,
        best=best_chances,
        gains=[high - low for high, low in zip(best_chances, chances, strict=True)],
        largest_gain=max(float((high - low).max()) for high, low in zip(best, played, strict=True)),
        error=float(abs(played[-1] - reckoned).max()),
        residual=residual,
        rounds=rounds + more,
    )


def ending_with(chances: Array, end: float) -> Array:
    """Chances in all positions, and behind them what the end of the game is worth."""
    return numpy.append(chances, end)


class Others:
    """How everyone plays who does not deviate."""

    def __init__(self, positions: Positions, dice: Dice) -> None:
        self.players, self.count = positions.players, positions.count
        self.successors = positions.successors
        self.second = dice.second
        self.weights = numpy.zeros((SUCCESSORS, self.count))  # how likely each successor is
        uses = [row[row >= 0] for row in dice.uses]
        self.dry = uses[1:]  # the successors that each hand can lead to on the first throw, from hand 1 on
        self.wet = [numpy.array([PASS]), *(WET + row for row in uses[1:])]  # and on the second, where hand 0 passes
        first = zip(dice.odds, dice.hand, dice.keeps, strict=True)
        self.throws = [(float(odds), int(hand), keeps[keeps >= 0]) for odds, hand, keeps in first]

    def pieces(self) -> list[slice]:
        return [slice(first, first + AT_ONCE) for first in range(0, self.count, AT_ONCE)]

    def mine(self, chances: Array, piece: slice) -> Array:
        """[successor, position]: the chances there; what is not allowed is worse than anything."""
        after = self.successors[:, piece]
        return numpy.where(after < 0, HOPELESS, chances[after])

    def play_by(self, reckoned: Array, target_width: float, dice_width: float) -> None:
        """Everybody's decisions: how likely each successor is, in all positions."""
        for piece in self.pieces():
            mine = self.mine(reckoned, piece)
            dry = [leaning(mine[targets], target_width) for targets in self.dry]
            wet = [leaning(mine[targets], target_width) for targets in self.wet]
            used = [(mine[targets] * shares).sum(axis=0) for targets, shares in zip(self.dry, dry, strict=True)]
            made = [(mine[targets] * shares).sum(axis=0) for targets, shares in zip(self.wet, wet, strict=True)]
            kept = self.second @ numpy.stack(made)
            kept_odds = numpy.zeros_like(kept)
            for odds, hand, keeps in self.throws:
                choices = kept[keeps] if hand == 0 else numpy.concatenate([kept[keeps], used[hand - 1][None]])
                shares = odds * leaning(choices, dice_width)
                kept_odds[keeps] += shares[: len(keeps)]
                if hand:
                    self.weights[self.dry[hand - 1], piece] += shares[-1] * dry[hand - 1]
            for targets, shares, odds in zip(self.wet, wet, self.second.T @ kept_odds, strict=True):
                self.weights[targets, piece] += shares * odds

    def before(self, chances: Array) -> Array:
        """The chances a turn earlier, if the mover plays like everybody."""
        out = numpy.empty(self.count)
        for piece in self.pieces():
            out[piece] = (self.weights[:, piece] * chances[self.successors[:, piece]]).sum(axis=0)
        return out

    def best_before(self, chances: Array) -> Array:
        """The chances a turn earlier, if the mover does what is best for him."""
        out = numpy.zeros(self.count)
        for piece in self.pieces():
            mine = self.mine(chances, piece)
            used = [mine[targets].max(axis=0) for targets in self.dry]
            kept = self.second @ numpy.stack([mine[targets].max(axis=0) for targets in self.wet])
            for odds, hand, keeps in self.throws:
                best = kept[keeps].max(axis=0)
                out[piece] += odds * (numpy.maximum(best, used[hand - 1]) if hand else best)
        return out

    def settle(
        self, last: Array, first_step: Callable[[Array], Array], settled: float, heard: Callable[[int], None]
    ) -> tuple[list[Array], int, float]:
        """Round by round, until the chances of whoever has just moved stay; those of all places, the mover's first."""
        for rounds in range(1, MOST_ROUNDS):
            rows = [ending_with(first_step(last), 0.0)]
            while len(rows) < self.players:
                rows.append(ending_with(self.before(rows[-1]), 0.0))
            rows[-1][-1] = 1.0  # whoever has just moved has won when the game ends
            residual = float(abs(rows[-1] - last).max())
            last = rows[-1]
            heard(rounds)
            if residual < settled:
                return rows, rounds, residual
        raise RuntimeError(f"not settled after {MOST_ROUNDS} rounds: {residual}")


def leaning(worths: Array, width: float) -> Array:
    """How often each of these is chosen: as far as it lies above the level that all lie above by one width together.

    With the best n above it, the level would be their sum less the width, divided by n; it is the highest of these.
    """
    levels = []
    for worth in worths:
        as_good = worths >= worth
        levels.append((numpy.where(as_good, worths, 0.0).sum(axis=0) - width) / as_good.sum(axis=0))
    shares: Array = numpy.maximum(worths - numpy.stack(levels).max(axis=0), 0.0) / width
    return shares
