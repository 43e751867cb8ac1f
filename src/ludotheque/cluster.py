"""Work for the machines of a Ray cluster: what comes out depends on the pieces alone, not on who does them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ludotheque.errors import LudothequeError, OptionError, shortened
from ludotheque.extras import command_for
from ludotheque.fingerprint import fingerprint
from ludotheque.i18n import N_

AHEAD = 4  # pieces asked for before the first is done, per core: enough that none is ever idle

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def make_sure_of(on: str) -> None:
    """That it can be had: asked before anything is done."""
    if on != "ray" and not on.startswith("ray://"):
        raise OptionError(N_("--on can be ray or ray://address, not {on}"), on=shortened(on))
    ray_module()


def ray_module() -> Any:
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # an optional extra
    except ImportError:
        raise LudothequeError(N_("more than one machine needs Ray; {command} brings it"), command=command_for("ray")) from None
    return ray


def on_ray(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], address: str, processes: int | None
) -> Iterator[tuple[Piece, Result]]:
    """Every piece with what came out, in the order they get done. `address`: `ray`, a cluster of Ray's own on this machine;
    `ray://host:10001`, one that is there. The workers need the same Ludothèque; one with other code refuses.
    """
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
        ask = ray.remote(done_there)
        at_once = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        waiting = iter(pieces)
        running: dict[Any, Piece] = {}
        while True:
            while len(running) < at_once and (piece := next(waiting, None)) is not None:
                running[ask.remote(work, piece, fingerprint())] = piece
            if not running:
                break
            for reference in ray.wait(list(running), num_returns=1)[0]:
                yield running.pop(reference), answer(ray, reference)
    finally:
        ray.shutdown()


def done_there(work: Callable[[Piece], Result], piece: Piece, code: str) -> Result:
    if fingerprint() != code:
        raise LudothequeError(N_("a worker has another version of Ludothèque; install the same everywhere"))
    return work(piece)


def answer(ray: Any, reference: Any) -> Any:
    """What a worker said, or its complaint in its own words."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as problem:
        if isinstance(problem.cause, LudothequeError):
            raise problem.cause from None
        raise
