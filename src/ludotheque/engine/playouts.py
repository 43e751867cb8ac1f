"""Many random games at once, counted: who won, how long it took, what everyone scored.

The counts depend on the seed and the number of games alone, not on threads or device.
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Any, SupportsIndex

import numpy

from ludotheque.cluster import make_sure_of
from ludotheque.engine import loops
from ludotheque.engine.clustered import on_cluster
from ludotheque.engine.device import cuda_device
from ludotheque.engine.module import module_of
from ludotheque.engine.wishes import as_seed, how_many_threads, whole
from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.i18n import N_

CHUNK = 1 << 14  # games a thread plays before it asks for more
FEW = 16  # games to begin with, while nobody knows how long they are
MOVES_IN_A_CHUNK = 1 << 20  # about a tenth of a second: Ctrl-C waits for as much


@dataclass(frozen=True)
class Numbers:
    """One number a game, such as its length: how many games had which, and sums that are exact whatever its size."""

    counts: list[int]  # games with 0, 1, 2, ...; the last entry holds those with as much or more
    sums: list[int]  # of the games in that last entry, see loops.py

    @property
    def or_more(self) -> int | None:
        """The number from which on games are counted together, where there are any."""
        return len(self.counts) - 1 if self.counts[-1] else None

    @property
    def total(self) -> int:
        return sum(number * games for number, games in enumerate(self.counts[:-1])) + self.sums[loops.TOTAL]

    @property
    def mean(self) -> float:
        return self.total / sum(self.counts)

    @property
    def spread(self) -> float:
        """The standard deviation."""
        games = sum(self.counts)
        squares = sum(number * number * games for number, games in enumerate(self.counts[:-1])) + self.sums[loops.SQUARES]
        return sqrt(squares * games - self.total**2) / games

    @property
    def least(self) -> int:
        below = next((number for number, games in enumerate(self.counts[:-1]) if games), None)
        return loops.FAR - self.sums[loops.LEAST] if below is None else below

    @property
    def greatest(self) -> int:
        below = max((number for number, games in enumerate(self.counts[:-1]) if games), default=0)
        return max(below, self.sums[loops.GREATEST])


@dataclass(frozen=True)
class Tally:
    """The counts of many games; numbers of any size stay exact."""

    game: Game
    games: int
    seconds: float
    device: str
    seed: int
    entries: list[int] = field(repr=False)

    @cached_property
    def length(self) -> Numbers:
        """Decisions of players in a game."""
        return self.numbers(loops.FIRST_LENGTH, loops.LENGTHS, loops.LENGTH_SUMS)

    def score(self, seat: int) -> Numbers:
        """The final score of a participant."""
        return self.numbers(loops.FIRST_SCORE + seat * loops.SCORES, loops.SCORES, loops.SCORE_SUMS + seat * loops.SUMS)

    def numbers(self, first: int, length: int, sums: int) -> Numbers:
        return Numbers(self.entries[first : first + length], self.entries[sums : sums + loops.SUMS])

    @property
    def lengths(self) -> list[int]:
        """How many games took 0, 1, 2, ... decisions; the last entry holds all that took as many or more."""
        return self.length.counts

    @property
    def moves(self) -> int:
        """Decisions of players in all games."""
        return self.length.total

    @property
    def longest(self) -> int:
        return self.length.greatest

    def won_by(self, seats: int) -> int:
        """How many games were won by exactly this set of seats, given as bits: 0b101 are the seats 0 and 2.

        A participant that is no player, such as a ghost, has the bit after the last seat's.
        """
        return self.entries[seats]

    def wins(self) -> list[float]:
        """Victories of every participant, a shared one in shares; the last may be the ghost's."""
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
        """How many games ended with 0, 1, 2, ... for this participant; the last entry holds as many or more."""
        return self.score(seat).counts


def simulate(
    game: Game,
    games: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    device: str = "cpu",
    threads: SupportsIndex | None = None,
    on: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Plays so many games at random and counts them; `progress` hears how many are done.

    `on`: nothing, this machine; `ray` or `ray://address`, the machines of a Ray cluster.
    """
    games, seed = whole("games", games), whole("seed", seed)
    if not 0 < games <= 1 << 48:
        raise OptionError(N_("between 1 and {most} games can be played, not {games}"), most=1 << 48, games=games)
    prepare = {"cpu": on_cpu, "cuda": on_cuda}.get(device)
    if prepare is None:
        raise OptionError(N_("there is no device {device}; there are cpu and cuda"), device=device)
    if on and device != "cpu":
        raise OptionError(N_("on many machines, games are played on processors; leave the device away"))
    if on:
        make_sure_of(on)
        played = on_cluster(game, games, as_seed(seed), on, None if threads is None else how_many_threads(threads))
    else:
        played = prepare(game, games, as_seed(seed), how_many_threads(threads))
    entries = [0] * loops.ENTRIES
    begun = time.perf_counter()  # compiling does not count
    with closing(played):  # an exception, such as Ctrl-C, stops the threads
        for tables, done in played:
            for entry in tables.nonzero()[0].tolist():
                number = int(tables[entry])
                entries[entry] = max(entries[entry], number) if entry in loops.MOST_OF else entries[entry] + number
            progress(done)
    return Tally(game, games, time.perf_counter() - begun, device, seed, entries)


Chunks = Generator[tuple[Any, int], None, None]  # tables of counts, and how many games they are of


class Pace:
    """How many games to play at a stretch: fewer where they are long."""

    def __init__(self, few: int, many: int, moves: int) -> None:
        self.next, self.many, self.most_moves = few, many, moves
        self.games = self.moves = 0

    def heard(self, tables: Any, games: int) -> None:
        self.games += games
        counted = tables[loops.FIRST_LENGTH : loops.FIRST_SCORE - 1]
        self.moves += int(counted @ numpy.arange(len(counted))) + int(tables[loops.LENGTH_SUMS + loops.TOTAL])
        self.next = min(max(self.most_moves * self.games // max(self.moves, 1), 1), self.many)


def on_cpu(game: Game, games: int, seed: int, threads: int) -> Chunks:
    """Chunks of games on threads; compiled code lets go of Python's lock."""
    module = module_of(game, "cpu")
    blank = numpy.zeros(1, numpy.dtype(module.STATE, align=True))

    def chunk(first: int, last: int) -> tuple[Any, int]:
        tables = numpy.zeros(loops.ENTRIES, numpy.int64)
        rng, out = numpy.zeros(2, numpy.int64), numpy.zeros(loops.PARTICIPANTS, numpy.int64)
        module.play_games(blank.copy()[0], rng, out, seed, first, last, 1, tables, tables)
        return tables, last - first

    def chunks() -> Chunks:
        pace, first, waiting = Pace(FEW, CHUNK, MOVES_IN_A_CHUNK), 0, deque[Any]()
        pool = ThreadPoolExecutor(threads)
        try:
            while first < games or waiting:
                while first < games and len(waiting) <= 2 * threads:
                    waiting.append(pool.submit(chunk, first, min(first + pace.next, games)))
                    first += pace.next
                tables, done = waiting.popleft().result()
                pace.heard(tables, done)
                yield tables, done
        finally:
            pool.shutdown(cancel_futures=True)

    chunk(0, 0)  # compiles
    return chunks()


BLOCKS, LANES = 132 * 2, 1024  # what fills the largest GPUs of today; smaller ones take turns
MOST_AT_ONCE = BLOCKS * LANES * 256
MOVES_AT_ONCE = 1 << 32  # less than a second, and a block's counts stay far below 2**31


def on_cuda(game: Game, games: int, seed: int, threads: int) -> Chunks:
    """One game a lane, and the next one when it is over."""
    cuda = cuda_device()
    kernel = module_of(game, "cuda").kernel

    def chunk(first: int, last: int) -> tuple[Any, int]:
        tables = cuda.to_device(numpy.zeros(loops.ENTRIES, numpy.int64))
        kernel[BLOCKS, LANES](seed, first, last, tables)
        return tables.copy_to_host(), last - first

    def chunks() -> Chunks:
        pace, first = Pace(BLOCKS * LANES, MOST_AT_ONCE, MOVES_AT_ONCE), 0
        while first < games:
            tables, done = chunk(first, min(first + pace.next, games))
            pace.heard(tables, done)
            first += done
            yield tables, done

    chunk(0, 0)  # compiles
    return chunks()
