"""Bots and the coach think in processes of their own. What crosses over is plain data: the view of one seat and nothing
else, or a game that is over.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from ludotheque.bots import bot, compile_for
from ludotheque.bots.coach import advise
from ludotheque.bots.solved import has_table
from ludotheque.extras import HAS_ENGINE
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.i18n import speaking
from ludotheque.table.analysis import Choice, Decision, choices, considered
from ludotheque.view import View

T = TypeVar("T")

log = logging.getLogger("ludotheque.bots")

THINKING = ("club", "expert", "champion")  # the levels that search
PATIENCE = 20.0  # seconds, where no clock runs; a bot that takes longer plays at random
QUICK_HINT = 0.1  # of the coach's usual simulations: the first answer, while people wait
HINT = 1.0  # the same for the answer that takes its place
FEELING = "casual"  # the level whose choice is the first answer while a search is being compiled
ANALYSIS = 0.25  # the same for a decision of a game that is over
GETTING_READY = 8.0  # seconds that whoever wants a hint would rather wait for a search than go by a handful of games
MOST_ANALYSIS = 25.0  # for all of them together: long games get less each, as long as every move is tried often enough


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


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move, how often it wins, between what that lies 95 times in 100, and why; and the next best, if any.

    A first answer may be no more than a feeling, which knows no chances."""

    move: str
    chance: float | None
    low: float | None
    high: float | None
    why: str
    next_move: str = ""
    next_chance: float = 0.0
    next_why: str = ""


def question(view: View, level: str, seed: int) -> Question:
    moves = [move.text for move in view.moves()]
    return Question(view.game.spec, level, seed, view.seat, view.actor, view.sight.as_dict(), view.history, moves)


@lru_cache(maxsize=256)
def game_of(spec: str) -> Game:
    return from_spec(spec)


def answer(asked: Question) -> str:
    """Runs in a worker: the bot chooses."""
    view = view_of(asked)
    return bot(asked.level, view.game, asked.seed, engine=asked.engine).choose(view).text


def view_of(asked: Question) -> View:
    """The view, put together again."""
    game = game_of(asked.game)
    sight = game.blank_sight()
    for name, value in asked.sight.items():
        setattr(sight, name, value)
    moves = [game.ruleset.read(move) for move in asked.moves]
    return View(game, asked.seat, asked.actor, sight, asked.history, moves)


def hint(asked: Question, language: str, budget: float) -> Hint:
    """Runs in a worker: the coach's answer, in the language of whoever asks."""
    advice = advise(view_of(asked), asked.seed, budget, asked.engine)
    best, other = advice.chances[advice.best], advice.next_best
    with speaking(language):
        next_best = (other.text, advice.chances[other].mean, advice.why(other)) if other else ()
        return Hint(advice.best.text, best.mean, *best.interval(), advice.why(), *next_best)


def feeling(asked: Question, language: str) -> Hint:
    """Runs in a worker: what somebody would play who does not search."""
    view = view_of(asked)
    move = bot(FEELING, view.game, asked.seed, engine=False).choose(view)
    with speaking(language):
        return Hint(move.text, None, None, None, view.game.ruleset.because(view, move))


def consider(asked: Question, step: int, move: str, budget: float) -> Decision:
    """Runs in a worker: what the coach says of a decision in a game that is over."""
    view = view_of(asked)
    return considered(Choice(step, view, view.game.ruleset.read(move)), budget, asked.engine)


def needs_a_search(game: Game) -> bool:
    """The coach, of a game that is not solved, if there is an engine to search with."""
    return HAS_ENGINE and not has_table(game)


def compile_search(spec: str) -> bool:
    """Runs in a process of its own: what it compiles is kept on disk, where the others find it."""
    return compile_for(game_of(spec))


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
        self._analyst: ProcessPoolExecutor | None = None  # games that are over take long: bots never wait for that
        self._compiled: dict[str, asyncio.Future[bool]] = {}  # by game; done when its search is

    async def choose(self, asked: Question, patience: float = PATIENCE) -> str:
        """The bot's move. One that takes too long, or whose process dies, plays at random."""
        if asked.level == "random":
            return answer(asked)  # nothing to think about, so nothing to wait for
        try:
            async with asyncio.timeout(max(0.05, patience)):
                asked = replace(asked, engine=asked.level in THINKING and self._has_engine(asked.game))
                return await self._ask(answer, asked)
        except Exception as problem:
            log.warning("%s plays at random: %s", asked.level, type(problem).__name__)
            return answer(replace(asked, level="random"))

    async def hint(self, asked: Question, language: str) -> Hint:
        """The coach's answer; where there is a search it waits a while for that."""
        async with asyncio.timeout(PATIENCE):
            if needs_a_search(game_of(asked.game)):
                if not self._has_engine(asked.game):
                    await asyncio.wait([self._compiled[asked.game]], timeout=GETTING_READY)
                asked = replace(asked, engine=self._has_engine(asked.game))
            return await self._ask(hint, asked, language, HINT)

    async def quick_hint(self, asked: Question, language: str) -> Hint:
        """An answer at once, which the better one takes the place of."""
        async with asyncio.timeout(PATIENCE):
            game = game_of(asked.game)
            engine = self._has_engine(asked.game) if needs_a_search(game) else False
            if engine or has_table(game):
                return await self._ask(hint, replace(asked, engine=engine), language, QUICK_HINT)
            return await self._ask(feeling, asked, language)

    def get_ready(self) -> None:
        """Starts a process before somebody waits for it."""
        if self._pool is None:
            self._pool = self._new_pool(self.processes)
            self._pool.submit(os.getpid)

    async def analyse(self, game: Game, texts: list[str]) -> list[Decision]:
        """Every decision of a game that is over, one by one; it waits for the search to be compiled."""
        if needs_a_search(game) and not self._has_engine(game.spec):
            await asyncio.wait([self._compiled[game.spec]])
        engine = needs_a_search(game) and self._has_engine(game.spec)
        share = min(ANALYSIS, MOST_ANALYSIS / max(1, sum(1 for _ in choices(game, texts))))
        found = []
        for step, view, move in choices(game, texts):
            asked = replace(question(view, "coach", step), engine=engine)
            self._analyst = self._analyst or self._new_pool(1)
            try:
                work = asyncio.get_running_loop().run_in_executor(self._analyst, consider, asked, step, move.text, share)
                found.append(await work)
            except BrokenProcessPool:  # it was killed; whoever asks again gets a new one
                self._analyst = None
                raise
        return found

    async def _ask(self, work: Callable[..., T], *about: Any) -> T:
        for attempt in (1, 2):
            pool = self._pool = self._pool or self._new_pool(self.processes)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *about)
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
            self._compiled[spec] = self._compile(spec)
            self._compiled[spec].add_done_callback(self._tell_if_it_failed)
        done = self._compiled[spec]
        return done.done() and not done.cancelled() and done.exception() is None

    def _tell_if_it_failed(self, done: "asyncio.Future[bool]") -> None:
        if not done.cancelled() and (problem := done.exception()):
            log.warning("bots think without the engine: %s", problem)

    def _compile(self, spec: str) -> asyncio.Future[bool]:
        run = asyncio.get_running_loop().run_in_executor
        self._compiler = self._compiler or self._new_pool(1, tasks=1)  # compiling takes memory for good
        try:
            return run(self._compiler, compile_search, spec)
        except BrokenProcessPool:  # it was killed over another game
            self._compiler = self._new_pool(1, tasks=1)
            return run(self._compiler, compile_search, spec)

    def _new_pool(self, processes: int, tasks: int | None = None) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), warm_up, max_tasks_per_child=tasks)

    async def stop(self) -> None:
        for pool in (self._pool, self._compiler, self._analyst):
            if pool:
                await asyncio.to_thread(pool.shutdown, cancel_futures=True)
