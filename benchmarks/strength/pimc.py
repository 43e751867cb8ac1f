"""Perfect-information Monte Carlo: guesses some worlds, searches each as if it were known, and adds up what came out.

The old baseline of card games (Ginsberg 2001; Long, Sturtevant, Buro and Furtak 2010). It believes that it will know
later what it has guessed now.
"""

from math import isqrt
from random import Random

from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.view import View
from strength.compiled import Sight, blank_states, compiled, stream, tables

DARING = 0.7  # UCT's constant for returns between 0 and 1 (Cowling, Powley and Whitehouse 2012)
LEAST = 1
OPEN = {"chipik"}  # nothing is hidden, so all worlds are one and its search need not be shared out


class PimcBot:
    def __init__(self, game: Game, rng: Random, simulations: int, daring: float = DARING) -> None:
        self.game, self.rng, self.daring = game, rng, daring
        self.worlds = 1 if game.id in OPEN else isqrt(simulations)
        self.tries = simulations // self.worlds
        self.module = compiled(game)
        self.state = blank_states(game, 1)[0]

    def choose(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        sight = Sight(self.game, view.sight)
        tree, room = tables(self.game)
        room.times[:] = 0
        room.reward[:] = 0.0
        draws = stream(self.rng)
        self.module.ponder(
            sight.known, sight.belief, self.state, tree, room, draws, self.worlds, self.tries, self.daring
        )  # fmt: skip

        def merit(move: Move) -> tuple[int, float]:
            return room.times[move.action], room.reward[move.action]

        return max(moves, key=merit)
