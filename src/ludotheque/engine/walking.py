"""A walk to the end compiled together with the rules of a game: what it needs room for, made once and used again."""

from collections.abc import Sequence
from typing import Any

import numpy

from ludotheque.engine.kernels import Way, way_sizes
from ludotheque.engine.module import Work, module_of
from ludotheque.engine.search import fill
from ludotheque.fields import Record
from ludotheque.game import Game


class Room:
    """For a walk on a processor: what it came by, and the world of every row, field by field."""

    def __init__(self, game: Game, module: Any, deepest: int, worth: Sequence[int]) -> None:
        """`worth`: of rounds to come, for each standing a share a seat."""
        came_by = [numpy.zeros(size, numpy.int64) for size in way_sizes(game, deepest).values()]
        self.way = Way._make([*came_by, numpy.array(worth, numpy.int64)])
        fields = numpy.dtype(module.STATE)
        kinds = [fields[name] for name in fields.names or ()]
        self.worlds = module.Worlds._make(numpy.zeros((deepest, *(kind.shape or (1,))), kind.base) for kind in kinds)


class CompiledWalk:
    """What `ludotheque.walk` needs."""

    def __init__(self, game: Game, work: Work, worth: Sequence[int] = ()) -> None:
        self.module = module_of(game, "cpu", work)
        self.state = numpy.zeros(1, numpy.dtype(self.module.STATE, align=True))
        self.memory = Room(game, self.module, work.deepest, worth)
        self.room = self.memory.way

    def __call__(self, state: Record, most: int) -> int:
        fill(self.state, state)
        return int(self.module.walk(self.state[0], self.memory.worlds, self.room, most))
