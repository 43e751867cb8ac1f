"""A deal that can be dealt again: the same cards and dice come up whoever sits where, as far as the play allows.

Every kind of chance step (the rules' phases: dealing, a first throw, a second one) has a stream of its own, and one
number of it is used for each step. So the fifth card of the stock is the same card whoever draws it, and the throw of
the seventh turn does not depend on how many dice were thrown again before.
"""

from random import Random

from ludotheque.move import Move
from ludotheque.position import Position


class Deal:
    """The chance of one game; every game of a rotation gets a fresh one of the same number."""

    def __init__(self, seed: int, number: int) -> None:
        self.name = f"{seed} {number}"
        self.streams: dict[int, Random] = {}

    def draw(self, position: Position) -> Move:
        """The outcome of a chance step; playing it is up to the caller."""
        game, state = position.game, position.state
        kind = int(state.phase)
        if kind not in self.streams:
            self.streams[kind] = Random(f"{self.name} {kind}")
        tickets = game.rules.tickets(game.facts, state)
        # One number a step, not `randrange`: that draws again at times, and two games would fall out of step.
        number = int(self.streams[kind].random() * tickets)
        return game.ruleset.moves[game.rules.ticket(game.facts, state, number)]
