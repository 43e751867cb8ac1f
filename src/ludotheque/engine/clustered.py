"""Random games on the machines of a Ray cluster, counted together."""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import numpy

from ludotheque.cluster import on_ray
from ludotheque.engine import loops
from ludotheque.engine.module import module_of
from ludotheque.game import Game
from ludotheque.games import from_spec

FEWEST, MOST_PIECES = 1 << 12, 1 << 12  # games in a piece, and pieces: enough for a thousand cores


class Piece(NamedTuple):
    game: str
    seed: int
    first: int
    last: int


def pieces_of(game: Game, games: int, seed: int) -> Iterator[Piece]:
    """Every game is in one of them."""
    size = max(FEWEST, -(-games // MOST_PIECES))
    for first in range(0, games, size):
        yield Piece(game.spec, seed, first, min(first + size, games))


def counted(piece: Piece) -> Any:
    """Runs on a worker."""
    module = module_of(from_spec(piece.game), "cpu")
    state = numpy.zeros(1, numpy.dtype(module.STATE, align=True))[0]
    tables = numpy.zeros(loops.ENTRIES, numpy.int64)
    rng, out = numpy.zeros(2, numpy.int64), numpy.zeros(loops.PARTICIPANTS, numpy.int64)
    module.play_games(state, rng, out, piece.seed, piece.first, piece.last, 1, tables, tables)
    return tables


def on_cluster(game: Game, games: int, seed: int, on: str, processes: int | None) -> Generator[tuple[Any, int], None, None]:
    for piece, tables in on_ray(counted, pieces_of(game, games, seed), on, processes):
        yield tables, piece.last - piece.first
