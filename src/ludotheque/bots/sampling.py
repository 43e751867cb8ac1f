"""Tries each move in guessed positions, lets chance and everyone play on at random, and takes what won most.

It knows no game: it guesses what is hidden from its own view, and the rules do the rest.
"""

from random import Random
from typing import Any

from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.seats import CHANCE, OVER
from ludotheque.view import View

TRIES = 64  # games played on for one decision
CANDIDATES = 8  # moves looked at, where there are more


class SamplingBot:
    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> Move:
        moves = self.candidates(view.moves())
        if len(moves) == 1:
            return moves[0]
        won = [0.0] * len(moves)
        tries = TRIES // len(moves)
        for move in self.winning(view, moves):
            return move
        for _ in range(tries):
            guessed = self.game.guess(view, self.rng)
            for number, move in enumerate(moves):
                won[number] += self.played_on(guessed.copy().state, move.action, view)
        best = max(won)
        return moves[won.index(best)]

    def winning(self, view: View, moves: list[Move]) -> list[Move]:
        """The moves that end the game at once in this seat's favour, whatever is hidden; in one guess, at least."""
        rules, facts, found = self.game.rules, self.game.facts, []
        guessed = self.game.guess(view, self.rng)
        for move in moves:
            state = guessed.copy().state
            rules.apply(facts, state, move.action)
            if rules.winners(facts, state) == 1 << (view.seat or 0):
                found.append(move)
        return found

    def candidates(self, moves: list[Move]) -> list[Move]:
        """At most a handful, with at least one of every kind of move."""
        if len(moves) <= CANDIDATES:
            return moves
        kinds: dict[str, list[Move]] = {}
        for move in moves:
            kinds.setdefault(move.text.split()[0], []).append(move)
        chosen = [self.rng.choice(kind) for kind in kinds.values()]
        rest = [move for move in moves if move not in chosen]
        return chosen + self.rng.sample(rest, CANDIDATES - len(chosen))

    def played_on(self, state: Any, action: int, view: View) -> float:
        """The share of the victory that this seat has after playing the action and then at random."""
        rules, facts = self.game.rules, self.game.facts
        out, weights = rules.room(rules.most_choices), rules.room(rules.most_choices)
        rules.apply(facts, state, action)
        while (actor := rules.actor(facts, state)) != OVER:
            if actor == CHANCE:
                n = rules.chance(facts, state, out, weights)
                action = self.rng.choices(out[:n], weights[:n])[0]
            else:
                action = out[int(self.rng.random() * rules.legal(facts, state, out))]
            rules.apply(facts, state, action)
        won = int(rules.winners(facts, state))
        return (won >> (view.seat or 0) & 1) / won.bit_count()
