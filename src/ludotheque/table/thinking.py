"""Bots think in processes of their own. What crosses over is the view of one seat, as plain data, and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludotheque.bots import bot
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.view import View

log = logging.getLogger("ludotheque.bots")

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
    return bot(asked.level, game, asked.seed).choose(view).text


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

    async def choose(self, asked: Question, patience: float = PATIENCE) -> str:
        """The bot's move. One that takes too long, or whose process dies, plays the first thing that comes to mind."""
        try:
            async with asyncio.timeout(max(0.05, patience)):
                return await self._ask(asked)
        except Exception as problem:
            log.warning("%s plays at random: %s", asked.level, type(problem).__name__)
            return answer(Question(asked.game, "random", asked.seed, *(getattr(asked, n) for n in Question.__slots__[3:])))

    async def _ask(self, asked: Question) -> str:
        for attempt in (1, 2):
            pool = self._pool = self._pool or self._new_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, answer, asked)
            except BrokenProcessPool:
                if self._pool is pool:  # a worker was killed: the others go with it, new ones come
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"), warm_up)

    async def stop(self) -> None:
        if self._pool:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
