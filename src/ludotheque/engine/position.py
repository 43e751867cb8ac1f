"""A position whose rules are compiled: a step is one call, and whatever else is asked the plain rules answer.

A record of NumPy's stands in for the state; whoever asks for `state` gets it in plain numbers, made when it is asked for.
So views, scores and refusals come from the same functions as ever.
"""

from __future__ import annotations

import ast
from typing import Any

from numpy import int64, uint8, zeros

from ludotheque.engine.module import Work, module_of, record_type
from ludotheque.engine.slots import actor, apply, chance, legal, most_choices, sees
from ludotheque.engine.source import Flattened, Hearing
from ludotheque.kit.events import Event
from ludotheque.kit.slots import AnyFacts, AnyState
from ludotheque.move import Move
from ludotheque.position import Actor, Position
from ludotheque.seats import CHANCE

MOST_NOTED = 16  # numbers, in one step
REFUSED = -(1 << 40)
ACTORS = {int(actor): actor for actor in Actor}
FEW_OUTCOMES = 20  # of chance; dice have more, which come up again and again, and are looked up
MOST_LOTTERIES = 4096  # that are kept
LOTTERIES: dict[tuple[str, bytes], list[tuple[int, float]]] = {}


def play_choice(f: AnyFacts, states: Any, choices: Any, number: int, room: Any, action: int) -> int:
    """Plays one of so many choices; all about it and about what is to come in one number, or REFUSED.

    The room is for the choices to come, their weights where chance is to act, and what is noted: how many numbers, then
    for each its event and itself.
    """
    for n in range(number):
        if choices[n] == action:
            return played(f, states[0], room, action)
    return REFUSED


def played(f: AnyFacts, s: AnyState, room: Any, action: int) -> int:
    """Who saw it, and what is to come."""
    seers = int(sees(f, s, action))
    apply(f, s, action)
    return seers << 20 | to_come(f, s, room)


def note(room: Any, event: int, number: int) -> None:
    """One more number that goes into the history."""
    place = 2 * most_choices
    noted = room[place]
    if noted < MOST_NOTED:
        room[place + 2 * noted + 1] = event
        room[place + 2 * noted + 2] = number
    room[place] = noted + 1


def look_ahead(f: AnyFacts, states: Any, room: Any) -> int:
    return to_come(f, states[0], room)


def to_come(f: AnyFacts, s: AnyState, room: Any) -> int:
    """How many choices there are, and who has them."""
    seat = int(actor(f, s))
    number = int(chance(f, s, room, room[most_choices:]) if seat == CHANCE else legal(f, s, room))
    return number << 4 | seat + 2


def noting(flattened: Flattened, event: Event, numbers: list[ast.expr]) -> list[ast.stmt]:
    """An event with something to note is noted where it happens."""
    if not event.notes:
        return []
    number = ast.unparse(numbers[list(event.numbers).index(event.notes)])
    which = flattened.slots["events"].index(event)
    return ast.parse(f"{flattened.add(note)}(room, {which}, {number})").body


STEPS = Work("steps", (play_choice, look_ahead), {}, whole=True, hears=Hearing("room", noting))


class CompiledPosition(Position):
    __slots__ = ("states", "seat", "_type", "_bytes", "_play", "_most", "_size", "_room", "_number", "_plain")

    def __init__(self, position: Position) -> None:
        """A twin of that position. Its rules are compiled now, if they are not kept from an earlier time."""
        position._hand_on(self)
        module = module_of(self.game, "cpu", STEPS)
        self._play, self._type = module.play_choice, record_type(tuple(module.STATE))
        self._most = self.game.rules.most_choices
        self._size = 2 * self._most + 1 + 2 * MOST_NOTED
        self._bytes = zeros(self._type.itemsize, uint8)  # NumPy copies these at once, and a record field by field
        self.states = self._bytes.view(self._type)
        for name in self._type.names:
            self.states[name][0] = getattr(position.state, name)
        self._room = zeros(self._size, int64)
        told: int = module.look_ahead(self.states, self._room)
        self.seat, self._number = (told & 15) - 2, told >> 4 & 0xFFFF
        self._plain: Any = None  # the state, where somebody has asked for it

    @property
    def state(self) -> Any:
        """In plain numbers, to be read: whoever changes them changes no step."""
        if self._plain is None:
            self._plain = self.game.rules.State()
            for name, value in zip(self._type.names, self.states[0].tolist(), strict=True):
                setattr(self._plain, name, value if isinstance(value, int) else value.tolist())
        return self._plain

    def who(self) -> int:
        return self.seat

    @property
    def actor(self) -> int:
        return self.seat if self.seat >= 0 else ACTORS[self.seat]

    def choices(self) -> list[int]:
        listed: list[int] = self._room[: self._number].tolist() if self.seat >= 0 else []
        return listed

    def outcomes(self) -> tuple[list[int], list[int]]:
        number = self._number if self.seat == CHANCE else 0
        return self._room[:number].tolist(), self._room[self._most : self._most + number].tolist()

    def chances(self) -> list[tuple[int, float]]:
        if self._number <= FEW_OUTCOMES or self.seat != CHANCE:
            return super().chances()
        lottery = self.game.id, self._room[: self._most + self._number].tobytes()
        known = LOTTERIES.get(lottery)
        if known is None:
            if len(LOTTERIES) >= MOST_LOTTERIES:
                LOTTERIES.clear()
            known = LOTTERIES[lottery] = super().chances()
        return known[:]

    def is_silent(self) -> bool:
        return True

    def play(self, move: Move | str) -> None:
        game = self.game
        moves = game.ruleset.moves
        if type(move) is not Move or move.action >= len(moves) or moves[move.action] is not move:
            move = game.ruleset.read(move)
        room = zeros(self._size, int64)  # a new one: twins share the old
        told: int = self._play(self.states, self._room, self._number, room, move.action)
        if told == REFUSED:
            raise self._refusal(move, game.rules.reason(game.facts, self.state, move.action))
        self._room, self._plain = room, None
        self.seat, self._number = (told & 15) - 2, told >> 4 & 0xFFFF
        self._remember(move, told >> 20)

    def play_and_note(self, move: Move) -> str:
        self.play(move)
        noted = self._room[2 * self._most :]
        if not noted[0]:
            return ""
        if noted[0] > MOST_NOTED:
            raise ValueError(f"{self.game.id}: {move} notes {noted[0]} numbers; compiled, a step has room for {MOST_NOTED}")
        events = self.game.ruleset.rules.events
        said = []
        for place in range(1, 1 + 2 * int(noted[0]), 2):
            event = events[noted[place]]
            said.append(event.numbers[event.notes].said(int(noted[place + 1]), ()))
        return " ".join(said)

    def copy(self) -> CompiledPosition:
        twin = object.__new__(CompiledPosition)
        self._hand_on(twin)
        twin._type, twin._bytes = self._type, self._bytes.copy()
        twin.states = twin._bytes.view(self._type)
        twin.seat, twin._number = self.seat, self._number
        twin._play, twin._most, twin._size = self._play, self._most, self._size
        twin._room, twin._plain = self._room, None
        return twin

    def __reduce__(self) -> Any:
        plain = Position(self.game, self.state)
        self._hand_on(plain)
        return CompiledPosition, (plain,)
