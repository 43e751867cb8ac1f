"""A game in play with what every seat has been told of it, as a line of text: the seat's information state.

    seat 1; start 0; deal ?; deal 5; play 4; take 4 (4.5 1.2)

Every step is there as the seat knows it, the unknown as `?`, and in brackets what the step showed to everyone beside
what it says. So two positions have the same line exactly if the seat could not tell them apart even if it forgot
nothing, and a later line begins with the earlier ones.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ludotheque.move import Move
from ludotheque.position import Position

BETWEEN = "; "


class Guessed(NamedTuple):
    """Where a game goes on from a guess: nobody made up how it came about."""

    state: Any
    told: tuple[tuple[str, ...], ...]  # to every seat, and last to an onlooker, up to there
    lines: tuple[str, ...]


class Told:
    __slots__ = ("position", "guessed", "_notes", "_lines")

    def __init__(self, position: Position, guessed: Guessed | None = None) -> None:
        """A game that begins, or one that goes on from a guess."""
        self.position = position
        self.guessed = guessed
        self._notes: tuple[tuple[int, str], ...] = ()  # the steps that showed more than they say, and what
        lines = guessed.lines if guessed else [f"seat {seat}" for seat in range(position.game.players)]
        self._lines = [(position.steps, line) for line in lines]  # how many steps each tells

    @classmethod
    def replayed(cls, position: Position) -> Told:
        """A game in play from its start on, so that it is known what everyone was told."""
        told = cls(position.game.start())
        for text in position.history:
            told.play(position.game.ruleset.read(text))
        return told

    def play(self, move: Move) -> None:
        position = self.position
        note = position.play_and_note(move)
        if note:
            self._notes += ((position.steps - 1, note),)

    def texts(self, seat: int | None, number: int) -> list[str]:
        """The last so many steps as the seat, or an onlooker, knows them."""
        position = self.position
        first = position.steps - number
        if self.guessed:
            earlier = self.guessed.told[-1 if seat is None else seat][first:]
            first += len(earlier)
        else:
            earlier = ()
        texts = position.told(seat, position.steps - first)
        for step, note in reversed(self._notes):
            if step < first:
                break
            texts[step - first] += f" ({note})"
        return [*earlier, *texts] if earlier else texts

    def line(self, seat: int) -> str:
        """The seat's information state."""
        steps, line = self._lines[seat]
        number = self.position.steps - steps
        if number:
            line = BETWEEN.join((line, *self.texts(seat, number)))
            self._lines[seat] = self.position.steps, line
        return line

    def copy(self) -> Told:
        twin = object.__new__(Told)
        twin.position = self.position.copy()
        twin.guessed = self.guessed
        twin._notes = self._notes
        twin._lines = self._lines[:]
        return twin

    def resampled(self, seat: int, rng: Random) -> Told:
        """The same game as far as the seat can tell, what it can't know guessed anew.

        How the guess came about is not made up. So the lines of the others tell what an onlooker was told, and then
        what they see; from there on everyone is told everything again.
        """
        position = self.position
        players = position.game.players
        guess = position.game.guess(position.view(seat), rng)
        public = tuple(self.texts(None, position.steps))
        told = [public] * (players + 1)
        told[seat] = tuple(self.texts(seat, position.steps))
        lines = [BETWEEN.join((f"seat {other}", *public, f"sees {private(guess, other)}")) for other in range(players)]
        lines[seat] = self.line(seat)
        return Told(guess, Guessed(guess.game.rules.copy(guess.state), tuple(told), tuple(lines)))

    def __deepcopy__(self, memo: Any) -> Told:
        return self.copy()


def private(position: Position, seat: int) -> str:
    """What the seat sees and an onlooker does not, such as `hand[0]=1040`; usually little."""
    own, public = position.sight(seat).as_dict(), position.sight(None).as_dict()
    own.pop("seat", None)
    words = []
    for name, value in own.items():
        if isinstance(value, list):
            words += [f"{name}[{n}]={one}" for n, one in enumerate(value) if one != public[name][n]]
        elif value != public[name]:
            words.append(f"{name}={value}")
    return " ".join(words)
