"""A search compiled together with the rules of a game: its records, made once and used again."""

from collections import namedtuple
from typing import Any

import numpy

from ludotheque.engine.module import MOST_SEATS, Work, module_of
from ludotheque.fields import Record
from ludotheque.game import Game

Tree = namedtuple("Tree", ["child", "sibling", "label", "mover", "visits", "possible", "reward", "size"])
Room = namedtuple("Room", ["moves", "found", "path", "points", "reward"])


class CompiledSearch:
    """What `bots.tree` needs, as NumPy's records and arrays."""

    def __init__(self, game: Game, work: Work, nodes: int, deepest: int) -> None:
        rules = game.ruleset.rules
        self.module = module_of(game, "cpu", work)
        self.worlds = numpy.zeros(2, numpy.dtype(self.module.STATE, align=True))
        self.sight = numpy.zeros(1, numpy.dtype(self.module.SIGHT, align=True))
        self.belief = numpy.zeros(1, rules.Belief.dtype())
        links = [numpy.zeros(nodes, numpy.int32) for _ in range(6)]
        self.tree = Tree._make([*links, numpy.zeros(nodes), numpy.array([1, nodes], numpy.int32)])
        room = rules.most_choices, rules.actions + 1, deepest, MOST_SEATS
        self.room = Room._make([*(numpy.zeros(size, numpy.int64) for size in room), numpy.zeros(MOST_SEATS)])
        self.draws = numpy.zeros(2, numpy.int64)
        self.believes = rules.believe is not None

    def look(self, sight: Record) -> None:
        """What is known, and what follows from it; the tree is empty again."""
        fill(self.sight, sight)
        if self.believes:
            self.module.prepare(self.sight[0], self.belief[0])
        self.tree.child[0] = 0
        self.tree.size[0] = 1

    def think(self, key: int, how: Any, simulations: int, even: bool) -> None:
        self.draws[:] = key, 0
        self.module.think(*self._records(), self.tree, self.room, self.draws, how, simulations, int(even))

    def feel(self, key: int, beginner: bool) -> int:
        self.draws[:] = key, 0
        return int(self.module.feel(*self._records(), self.draws, int(beginner)))

    def _records(self) -> tuple[Any, Any, Any]:
        return self.sight[0], self.belief[0], self.worlds


def fill(records: Any, record: Record) -> None:
    """Copies a record into the first of NumPy's."""
    row = records[0]
    for name in records.dtype.names or ():
        value = getattr(record, name)
        row[name] = value[: len(row[name])] if isinstance(value, list) else value
