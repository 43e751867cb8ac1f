"""A table whose rules are compiled: one call a step."""

from typing import Any

import numpy
from numpy import empty, float32, int8

from ludotheque import seats
from ludotheque.adapters import steps
from ludotheque.adapters.steps import REFUSED
from ludotheque.adapters.table import Table
from ludotheque.engine.module import Work, module_of, record_type
from ludotheque.engine.written import write_floats
from ludotheque.game import Game
from ludotheque.observation import floats_of

TABLE = Work("table", (steps.step_table, steps.look_at_table, steps.winners_at_table), {}, write_floats)


class CompiledTable(Table):
    compiled = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        rules = game.ruleset.rules
        layout = rules.layout(game.facts)
        self.module = module_of(game, "cpu", TABLE)
        self.step = self.module.step_table
        self.states = numpy.zeros(1, record_type(tuple(self.module.STATE)))
        self.sights = numpy.zeros(1, record_type(tuple(self.module.SIGHT)))
        self.notes = numpy.zeros(steps.DRAWS + 2, numpy.int64)
        self.room = numpy.zeros(rules.most_choices, numpy.int64)
        self.row = numpy.zeros(len(layout), numpy.int32)
        self.actions, self.floats = rules.player_actions, (1, floats_of(layout))
        self.seen: Any = None  # by whoever is to move, until it is handed out
        self.compile()

    def compile(self) -> None:
        """All at once, so that the first game does not have to wait."""
        self.begin([0, 0])
        self.observation(seats.ONLOOKER)
        self.winners()
        self.stream, self.seat = [], seats.OVER

    def begin(self, stream: list[int]) -> None:
        super().begin(stream)
        self.notes[steps.DRAWS :] = stream
        self.play(steps.BEGIN)
        self.played.clear()

    def play(self, action: int) -> bool:
        seen, allowed = empty(self.floats, float32), empty(self.actions, int8)
        seat = self.step(self.states, self.sights, self.notes, self.room, self.row, seen, allowed, action)
        if seat == REFUSED:
            return False
        self.seat, self.seen, self.allowed = seat, seen, allowed
        self.played.append(action)
        return True

    def observation(self, seat: int) -> Any:
        """Of whoever is to move it is there already; whoever asks again gets another, so that nobody shares an array."""
        if seat == self.seat and self.seen is not None:
            seen, self.seen = self.seen, None
        else:
            seen = empty(self.floats, float32)
            self.module.look_at_table(self.states, self.sights, self.row, seen, seat)
        return seen[0]

    def winners(self) -> int:
        return int(self.module.winners_at_table(self.states))
