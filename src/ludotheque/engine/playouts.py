"""Many random games at once, counted: who won, how long it took, what everyone scored.

The counts depend on the seed and the number of games alone, not on threads or device.
"""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy

from ludotheque.engine import loops
from ludotheque.engine.device import cuda_device
from ludotheque.engine.lottery import as_seed
from ludotheque.engine.module import module_of
from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.i18n import N_

CHUNK = 1 << 14  # games a thread plays before it asks for more


@dataclass(frozen=True)
class Tally:
    """The counts of many games; numbers of any size stay exact."""

    game: Game
    games: int
    seconds: float
    device: str
    entries: list[int]

    @property
    def lengths(self) -> list[int]:
        """How many games took 0, 1, 2, ... decisions; the last entry holds all that took more."""
        return self.entries[loops.FIRST_LENGTH : loops.FIRST_SCORE]

    @property
    def moves(self) -> int:
        """Decisions of players in all games."""
        return self.entries[loops.DECISIONS]

    @property
    def longest(self) -> int:
        return self.entries[loops.LONGEST]

    def won_by(self, seats: int) -> int:
        """How many games were won by exactly this set of seats."""
        return self.entries[seats]

    def wins(self) -> list[float]:
        """Victories of every participant, a shared one in shares."""
        return [
            sum(self.entries[seats] / seats.bit_count() for seats in range(1, loops.FIRST_LENGTH) if seats >> seat & 1)
            for seat in range(self.participants)
        ]

    def happenings(self) -> dict[str, int]:
        """How often each thing happened that is special to the game, in all games together."""
        names = self.game.ruleset.rules.happenings
        return dict(zip(names, self.entries[loops.FIRST_HAPPENING :], strict=False))

    def arrays(self) -> dict[str, Any]:
        """All counts as NumPy arrays: by set of winners, by length, by participant and score, by happening."""
        scores = [self.scores_of(seat) for seat in range(self.participants)]
        return {
            "won_by": numpy.array(self.entries[: loops.FIRST_LENGTH]),
            "lengths": numpy.array(self.lengths),
            "scores": numpy.array(scores),
            "happenings": numpy.array(list(self.happenings().values())),
        }

    @property
    def participants(self) -> int:
        return len(self.game.start().scores())

    def scores_of(self, seat: int) -> list[int]:
        """How many games ended with 0, 1, 2, ... for this participant."""
        first = loops.FIRST_SCORE + seat * loops.SCORES
        return self.entries[first : first + loops.SCORES]


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Plays so many games at random and counts them; `progress` hears how many are done."""
    if not 0 < games <= 1 << 48:
        raise OptionError(N_("between 1 and {most} games can be played, not {games}"), most=1 << 48, games=games)
    prepare = {"cpu": on_cpu, "cuda": on_cuda}.get(device)
    if prepare is None:
        raise OptionError(N_("there is no device {device}; there are cpu and cuda"), device=device)
    played = prepare(game, games, as_seed(seed), threads or os.cpu_count() or 1)
    entries = [0] * loops.ENTRIES
    begun = time.perf_counter()  # compiling does not count
    for tables, done in played:
        for entry in tables.nonzero()[0]:
            number = int(tables[entry])
            entries[entry] = max(entries[entry], number) if entry == loops.LONGEST else entries[entry] + number
        progress(done)
    return Tally(game, games, time.perf_counter() - begun, device, entries)


Chunks = Iterator[tuple[Any, int]]  # tables of counts, and how many games they are of


def on_cpu(game: Game, games: int, seed: int, threads: int) -> Chunks:
    """Chunks of games on threads; compiled code lets go of Python's lock."""
    module = module_of(game, "cpu")
    blank = numpy.zeros(1, numpy.dtype(module.STATE, align=True))

    def chunk(first: int, last: int) -> tuple[Any, int]:
        tables = numpy.zeros(loops.ENTRIES, numpy.int64)
        rng, out = numpy.zeros(2, numpy.int64), numpy.zeros(loops.PARTICIPANTS, numpy.int64)
        module.play_games(blank.copy()[0], rng, out, seed, first, last, 1, tables)
        return tables, last - first

    def chunks() -> Chunks:
        with ThreadPoolExecutor(threads) as pool:
            waiting: list[Any] = []
            for first in range(0, games, CHUNK):
                waiting.append(pool.submit(chunk, first, min(first + CHUNK, games)))
                if len(waiting) > 2 * threads:
                    yield waiting.pop(0).result()
            for done in waiting:
                yield done.result()

    chunk(0, 0)  # compiles
    return chunks()


BLOCKS, LANES = 132 * 2, 1024  # what fills the largest GPUs of today; smaller ones take turns
MOST_AT_ONCE = BLOCKS * LANES * 256  # so that a block's counts stay far below 2**31


def on_cuda(game: Game, games: int, seed: int, threads: int) -> Chunks:
    """One game a lane, and the next one when it is over."""
    cuda = cuda_device()
    kernel = module_of(game, "cuda").kernel

    def chunk(first: int, last: int) -> tuple[Any, int]:
        tables = cuda.to_device(numpy.zeros(loops.ENTRIES, numpy.int64))
        kernel[BLOCKS, LANES](seed, first, last, tables)
        return tables.copy_to_host(), last - first

    chunk(0, 0)  # compiles
    return (chunk(first, min(first + MOST_AT_ONCE, games)) for first in range(0, games, MOST_AT_ONCE))
