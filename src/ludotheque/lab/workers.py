"""Who does the work: this process, several, or the machines of a Ray cluster. It changes nothing in what comes out."""

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from ludotheque.errors import LudothequeError, OptionError, shortened
from ludotheque.extras import command_for
from ludotheque.i18n import N_
from ludotheque.lab.code import fingerprint
from ludotheque.lab.contest import Piece, Rotation, played
from ludotheque.table.thinking import warm_up

AHEAD = 4  # pieces asked for before the first is done, per process: enough that none is ever idle

Done = Iterator[tuple[Piece, list[Rotation]]]


def cores() -> int:
    """Those this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Workers:
    processes: int | None = None  # None: one a core
    on: str = ""  # nothing: this machine; `ray`: a cluster of Ray's own; `ray://host:10001`: one that is there

    def make_sure(self) -> None:
        """That they can be had: asked before anything is played."""
        if self.on and self.on != "ray" and not self.on.startswith("ray://"):
            raise OptionError(N_("--on can be ray or ray://address, not {on}"), on=shortened(self.on))
        if self.on:
            ray_module()

    def do(self, pieces: Iterable[Piece]) -> Done:
        """Every piece with what came out, in the order they get done."""
        if self.on:
            return on_ray(pieces, self.on, self.processes)
        processes = self.processes or cores()
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
            while len(running) < AHEAD * processes and (piece := next(waiting, None)):
                running[pool.submit(played, piece)] = piece
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
        pool.shutdown()
    except BaseException:  # Ctrl-C, most of all: nobody waits until a champion has thought it over
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - set(others):
            child.terminate()
        raise


def ray_module() -> Any:
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # an optional extra
    except ImportError:
        raise LudothequeError(N_("more than one machine needs Ray; {command} brings it"), command=command_for("ray")) from None
    return ray


def on_ray(pieces: Iterable[Piece], address: str, processes: int | None) -> Done:
    """The workers need the same Ludothèque; one with other code refuses."""
    ray = ray_module()
    here = {"address": "local", "num_cpus": processes} if address == "ray" else {"address": address}
    try:
        ray.init(**here, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except ConnectionError:
        raise LudothequeError(
            N_("no Ray cluster lets us in at {address}; is it running, and is RAY_AUTH_TOKEN set where it asks for a token?"),
            address=shortened(address),
        ) from None
    try:
        ask = ray.remote(played_there)
        at_once = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        waiting = iter(pieces)
        running: dict[Any, Piece] = {}
        while True:
            while len(running) < at_once and (piece := next(waiting, None)):
                running[ask.remote(piece, fingerprint())] = piece
            if not running:
                break
            for reference in ray.wait(list(running), num_returns=1)[0]:
                yield running.pop(reference), answer(ray, reference)
    finally:
        ray.shutdown()


def played_there(piece: Piece, code: str) -> list[Rotation]:
    if fingerprint() != code:
        raise LudothequeError(N_("a worker has another version of Ludothèque; install the same everywhere"))
    return played(piece)


def answer(ray: Any, reference: Any) -> list[Rotation]:
    """What a worker said, or its complaint in its own words."""
    try:
        rotations: list[Rotation] = ray.get(reference)
    except ray.exceptions.RayTaskError as problem:
        if isinstance(problem.cause, LudothequeError):
            raise problem.cause from None
        raise
    return rotations
