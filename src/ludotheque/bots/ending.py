"""Plays the end of a game exactly: once nothing is hidden from its seat and nothing left to chance, and the rest is short.

A network that has learned a game in general is not good at sums, and at the end they are all that counts. There
everyone is taken to do what is best for himself; who has several ways that are as good for him goes by what was learned.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol

from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.seats import CHANCE
from ludotheque.view import View

MOST_DECISIONS = 400  # that are looked at; a tree with more is not the end yet
GUESSES = 12  # that must come to the same: where two are as likely, one is missed once in two thousand times
ALIKE = 1e-9

Shares = list[float]  # of the victory, by seat


class Guess(Protocol):
    """What a view may have come from, and what may come of it. A bot has no other way to play on."""

    game: Game
    state: Any

    @property
    def actor(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def moves(self) -> list[Move]: ...
    def play(self, move: Move | str) -> None: ...
    def copy(self) -> Guess: ...
    def view(self, seat: int | None) -> View: ...
    def returns(self) -> list[float]: ...


class Learned(Protocol):
    def choose(self, view: View) -> Move: ...
    def chances(self, view: View) -> dict[Move, float]: ...


class EndingBot:
    def __init__(self, game: Game, rng: Random, learned: Learned) -> None:
        self.game, self.rng, self.learned = game, rng, learned

    def choose(self, view: View) -> Move:
        if len(view.moves()) > 1 and (likely := self.at_the_end(view)):
            return self.rng.choices(list(likely), list(likely.values()))[0]
        return self.learned.choose(view)

    def at_the_end(self, view: View) -> dict[Move, float]:
        """How likely each of the best moves should be; nothing where it is not the end yet."""
        guess = self.known(view)
        if guess is None:
            return {}
        try:
            best, _ = Rest(self.learned).choice(guess)
        except NotTheEnd:
            return {}
        return weighed(best, self.learned.chances(view))

    def known(self, view: View) -> Guess | None:
        """The only one that could have led to this view, if there is but one."""
        rng = Random(len(view.history))  # its own, so that looking does not change what is chosen later
        first = self.game.guess(view, rng)
        if any(self.game.guess(view, rng).state != first.state for _ in range(GUESSES - 1)):
            return None
        return first


class NotTheEnd(Exception):
    """Chance has its say, or there are too many decisions."""


class Rest:
    """What is left of a game that one seat knows."""

    def __init__(self, learned: Learned) -> None:
        self.learned = learned
        self.decisions = 0

    def choice(self, guess: Guess) -> tuple[dict[Move, float], Shares]:
        """How likely the mover takes each of the moves that are best for him, and what that is worth to everyone."""
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            raise NotTheEnd
        seat = guess.actor
        after = {move: self.worth(following(guess, move)) for move in guess.moves()}
        best = max(shares[seat] for shares in after.values())
        as_good = {move: shares for move, shares in after.items() if shares[seat] >= best - ALIKE}
        likely = self.among(guess, as_good)
        return likely, [sum(likely[move] * share[k] for move, share in as_good.items()) for k in range(guess.game.players)]

    def among(self, guess: Guess, as_good: dict[Move, Shares]) -> dict[Move, float]:
        """By what was learned; that is asked only where it makes a difference to somebody."""
        first, *others = as_good.values()
        if all(abs(a - b) < ALIKE for shares in others for a, b in zip(first, shares, strict=True)):
            return dict.fromkeys(as_good, 1 / len(as_good))
        return weighed(as_good, self.learned.chances(guess.view(guess.actor)))

    def worth(self, guess: Guess) -> Shares:
        while not guess.over:
            if guess.actor == CHANCE:
                raise NotTheEnd
            moves = guess.moves()
            if len(moves) > 1:
                return self.choice(guess)[1]
            guess.play(moves[0])
        return guess.returns()


def weighed(moves: Iterable[Move], liked: dict[Move, float]) -> dict[Move, float]:
    """These moves only, as much as they are liked; all alike where none is."""
    likely = {move: liked.get(move, 0.0) for move in moves}
    total = sum(likely.values())
    return {move: chance / total if total else 1 / len(likely) for move, chance in likely.items()}


def following(guess: Guess, move: Move) -> Guess:
    twin = guess.copy()
    twin.play(move)
    return twin
