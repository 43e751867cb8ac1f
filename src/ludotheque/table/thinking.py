"""Bots think in processes of their own. What crosses over is the view of one seat, as plain data, and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ludotheque.bots import bot
from ludotheque.bots.search import HAS_ENGINE, warm
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.view import View

log = logging.getLogger("ludotheque.bots")

THINKING = ("club", "expert", "champion")  # the levels that search
PATIENCE = 20.0  # seconds, where no clock runs; a bot that takes longer plays at random


@dataclass(frozen=True, slots=True)
class Question:
    """What would you play here?"""

    game: str
    level: str
    seed: int
    seat: int | None
    actor: int
    sight: dict[str, Any]
    history: list[str]
    moves: list[str]
    engine: bool = False  # whether its search is compiled by now; else it is interpreted, and shorter


def question(view: View, level: str, seed: int) -> Question:
    moves = [move.text for move in view.moves()]
    return Question(view.game.spec, level, seed, view.seat, view.actor, view.sight.as_dict(), view.history, moves)


@lru_cache(maxsize=256)
def game_of(spec: str) -> Game:
    return from_spec(spec)


def answer(asked: Question) -> str:
    """Runs in a worker: the view is put together again, and the bot chooses."""
    game = game_of(asked.game)
    sight = game.blank_sight()
    for name, value in asked.sight.items():
        setattr(sight, name, value)
    moves = [game.ruleset.read(move) for move in asked.moves]
    view = View(game, asked.seat, asked.actor, sight, asked.history, moves)
    return bot(asked.level, game, asked.seed, engine=asked.engine).choose(view).text


def compile_search(spec: str) -> bool:
    """Runs in a process of its own: what it compiles is kept on disk, where the others find it."""
    return warm(game_of(spec))


def warm_up() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it ends its workers
    threading.Thread(target=leave_with_the_server, daemon=True).start()


def leave_with_the_server() -> None:
    """A server that was killed can't end its workers."""
    server = multiprocessing.parent_process()
    if server:
        server.join()
        os._exit(0)


class Thinkers:
    """A few processes that bots think in, started when the first bot does."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._compiler: ProcessPoolExecutor | None = None
        self._compiled: dict[str, asyncio.Future[bool]] = {}  # by game; done when its search is

    async def choose(self, asked: Question, patience: float = PATIENCE) -> str:
        """The bot's move. One that takes too long, or whose process dies, plays the first thing that comes to mind."""
        try:
            async with asyncio.timeout(max(0.05, patience)):
                return await self._ask(replace(asked, engine=asked.level in THINKING and self._has_engine(asked.game)))
        except Exception as problem:
            log.warning("%s plays at random: %s", asked.level, type(problem).__name__)
            return answer(replace(asked, level="random"))

    async def _ask(self, asked: Question) -> str:
        for attempt in (1, 2):
            pool = self._pool = self._pool or self._new_pool(self.processes)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, answer, asked)
            except BrokenProcessPool:
                if self._pool is pool:  # a worker was killed: the others go with it, new ones come
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _has_engine(self, spec: str) -> bool:
        """Whether the search for this game is compiled; the first to ask has it done, and nobody waits for it."""
        if not HAS_ENGINE:
            return False
        if spec not in self._compiled:
            self._compiler = self._compiler or self._new_pool(1)
            self._compiled[spec] = asyncio.get_running_loop().run_in_executor(self._compiler, compile_search, spec)
        done = self._compiled[spec]
        return done.done() and not done.cancelled() and done.exception() is None

    def _new_pool(self, processes: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), warm_up)

    async def stop(self) -> None:
        for pool in (self._pool, self._compiler):
            if pool:
                await asyncio.to_thread(pool.shutdown, cancel_futures=True)
