"""Who does the work: this process, several, or the machines of a Ray cluster. It changes nothing in what comes out."""

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from ludotheque import cluster
from ludotheque.engine.wishes import how_many_threads
from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_
from ludotheque.lab.contest import Piece, Rotation, played
from ludotheque.table.thinking import warm_up

Done = Iterator[tuple[Piece, list[Rotation]]]


@dataclass(frozen=True)
class Workers:
    processes: int | None = None  # None: one a core
    on: str = ""  # nothing: this machine; `ray`: a cluster of Ray's own; `ray://host:10001`: one that is there

    def make_sure(self) -> None:
        """That they can be had: asked before anything is played."""
        if self.on:
            cluster.make_sure_of(self.on)

    def do(self, pieces: Iterable[Piece]) -> Done:
        """Every piece with what came out, in the order they get done."""
        if self.on:
            return cluster.on_ray(played, pieces, self.on, self.processes)
        processes = self.processes or how_many_threads(None)
        return in_processes(pieces, processes) if processes > 1 else one_by_one(pieces)


def one_by_one(pieces: Iterable[Piece]) -> Done:
    for piece in pieces:
        yield piece, played(piece)


def in_processes(pieces: Iterable[Piece], processes: int) -> Done:
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), warm_up)
    waiting = iter(pieces)
    running: dict[Future[list[Rotation]], Piece] = {}
    try:
        while True:
            while len(running) < cluster.AHEAD * processes and (piece := next(waiting, None)):
                running[pool.submit(played, piece)] = piece
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
        pool.shutdown()
    except BaseException as problem:  # Ctrl-C, most of all: nobody waits until a champion has thought it over
        for child in set(multiprocessing.active_children()) - set(others):
            child.terminate()
        pool.shutdown(cancel_futures=True)  # waits for the pool's own thread, which leaving Python would stumble over
        if isinstance(problem, BrokenProcessPool):
            raise LudothequeError(
                N_("a process was killed, perhaps for want of memory; fewer --processes need less, and --kept keeps what is done")
            ) from None
        raise
