"""One game as a learner plays it: actions go in as numbers, and out come who is to move, what is allowed and what is seen.

Chance is drawn from a stream of the table's own. The same stream and the same actions are the same game, interpreted
here or compiled in compiled_table.py, which is the quicker; every number is the same too.
"""

from typing import Any

import numpy

from ludotheque import seats
from ludotheque.bots.policy import Floats
from ludotheque.draws import below
from ludotheque.extras import HAS_ENGINE
from ludotheque.fields import UNKNOWN
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.position import CHANCE, Position
from ludotheque.view import View


class Table:
    """What is the same however the rules are carried out."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stream: list[int] = []  # of the game that is on, as it began; none before the first
        self.played: list[int] = []  # the players' actions so far
        self.seat = seats.OVER  # who is to move
        self.allowed: Any = None  # a byte an action: whether he may do it; made anew at every step, and only told
        self._again: Replay | None = None

    def begin(self, stream: list[int]) -> None:
        """Clears the table; `stream` is a key and a count, see draws.py."""
        self.stream, self.played, self._again = stream, [], None

    def play(self, action: int) -> bool:
        """Plays an action and what chance does then; False if it is not allowed, and then nothing is played."""
        raise NotImplementedError

    def observation(self, seat: int) -> Any:
        """What that seat sees, as floats; made anew at every call."""
        raise NotImplementedError

    def winners(self) -> int:
        """As bits; nobody before the end."""
        raise NotImplementedError

    def returns(self) -> list[float]:
        """One number per player: 1/k for each of the k winners, ghost included, 0.0 for the rest."""
        won = self.winners()
        return [(won >> seat & 1) / max(won.bit_count(), 1) for seat in range(self.game.players)]

    def position(self) -> Position:
        """The same game as a Position, with its history. Learners need none, so it is played again for whoever asks."""
        if self._again is None:
            self._again = Replay(self.game, self.stream[:])
        return self._again.after(self.played).copy()

    def __reduce__(self) -> Any:
        return restored, (self.game.spec, self.compiled, self.stream, self.played)


def table_for(game: Game, engine: bool) -> Table:
    """A table for that game. `engine`: whether its rules may be compiled, which takes some seconds the first time."""
    if engine and HAS_ENGINE:
        from ludotheque.adapters.compiled_table import CompiledTable

        return CompiledTable(game)
    return InterpretedTable(game)


def restored(spec: str, engine: bool, stream: list[int], played: list[int]) -> Table:
    """A table as it was, in another process or as a copy."""
    table = table_for(from_spec(spec), engine)
    if stream:
        table.begin(list(stream))
        for action in played:
            table.play(action)
    return table


class Replay:
    """A table's game played again through Position; when more has been played, it goes on from there."""

    def __init__(self, game: Game, draws: list[int]) -> None:
        self.position, self.draws, self.actions = game.start(), draws, 0
        self.let_chance_play()

    def after(self, played: list[int]) -> Position:
        moves = self.position.game.ruleset.moves
        for action in played[self.actions :]:
            self.position.play(moves[action])
            self.let_chance_play()
        self.actions = len(played)
        return self.position

    def let_chance_play(self) -> None:
        game, state = self.position.game, self.position.state
        while self.position.actor is CHANCE:
            number = below(self.draws, game.rules.tickets(game.facts, state))
            self.position.play(game.ruleset.moves[game.rules.ticket(game.facts, state, number)])


class InterpretedTable(Table):
    """The rules as they stand, over a plain record."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.rules, self.facts = game.ruleset.rules, game.facts
        self.floats = Floats(self.rules.layout(self.facts))
        self.room = [0] * self.rules.most_choices

    def begin(self, stream: list[int]) -> None:
        super().begin(stream)
        self.draws, self.state = stream[:], self.rules.State()
        self.rules.begin(self.facts, self.state)
        self.go_on()

    def play(self, action: int) -> bool:
        if action not in self.choices:
            return False
        self.rules.apply(self.facts, self.state, action)
        self.played.append(action)
        self.go_on()
        return True

    def go_on(self) -> None:
        """Whatever chance does; then who is to move, and what is allowed."""
        rules, f, s = self.rules, self.facts, self.state
        while (seat := rules.actor(f, s)) == seats.CHANCE:
            rules.apply(f, s, rules.ticket(f, s, below(self.draws, rules.tickets(f, s))))
        self.seat = int(seat)
        self.choices = self.room[: rules.legal(f, s, self.room)]
        self.allowed = numpy.zeros(rules.player_actions, numpy.int8)
        self.allowed[self.choices] = 1

    def observation(self, seat: int) -> Any:
        sight = self.rules.Sight(UNKNOWN)
        self.rules.view(self.facts, self.state, seat, sight)
        return self.floats(View(self.game, seat, seat, sight, [], []))

    def winners(self) -> int:
        return int(self.rules.winners(self.facts, self.state))
