"""Policies of the small instances, kept to be measured against.

A file is JSON, packed by gzip: by what a seat has been told, how often it plays which move, in parts of `WHOLE`.
Where there is one move alone, nothing is written.
"""

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludotheque.game import Ruleset
from ludotheque.instance import Instance
from ludotheque.solve.tree import Array, Tree

SMALL = Path(__file__).parent / "small"
FIGURES = SMALL / "figures.json"
WHOLE = 10_000


class Saved(NamedTuple):
    name: str  # how it came about
    plays: dict[str, dict[str, float]]  # by information state: how likely each move is that is played at all

    def as_array(self, tree: Tree) -> Array:
        """As the tree wants policies."""
        policy = numpy.ones(len(tree.uniform))
        place = 0
        for set in tree.sets:
            if len(set.moves) > 1:
                plays = self.plays[set.name]
                policy[place : place + len(set.moves)] = [plays.get(move, 0.0) for move in set.moves]
            place += len(set.moves)
        return policy


def path_of(ruleset: Ruleset, instance: Instance) -> Path:
    return SMALL / f"{ruleset.id}-{instance.name}.json.gz"


def write(ruleset: Ruleset, instance: Instance, name: str, tree: Tree, policy: Array) -> None:
    plays, place = {}, 0
    for set in tree.sets:
        if len(set.moves) > 1:
            parts = numpy.rint(WHOLE * policy[place : place + len(set.moves)]).astype(int).tolist()
            plays[set.name] = {move: part for move, part in zip(set.moves, parts, strict=True) if part}
        place += len(set.moves)
    about = {"game": instance.game(ruleset).spec, "version": ruleset.version, "opening": instance.opening, "policy": name}
    text = json.dumps(about | {"plays": plays}, separators=(",", ":"))
    path_of(ruleset, instance).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def read(ruleset: Ruleset, instance: Instance) -> Saved:
    """FileNotFoundError, where none is kept."""
    content: dict[str, Any] = json.loads(gzip.decompress(path_of(ruleset, instance).read_bytes()))
    plays = {}
    for name, parts in content["plays"].items():
        whole = sum(parts.values())
        plays[name] = {move: part / whole for move, part in parts.items()}
    return Saved(content["policy"], plays)
