"""A long row of numbers shared out to threads; compiled code lets go of Python's lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

PIECES = 4  # a thread, so that none waits long for the last


def shared_out(work: Callable[[int, int], Result], count: int, threads: int) -> list[Result]:
    """What `work(first, last)` gives for each piece of 0 … count."""
    pieces = min(count, PIECES * threads) if threads > 1 else 1
    edges = [count * piece // pieces for piece in range(pieces + 1)]
    if threads == 1:
        return [work(0, count)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, edges[:-1], edges[1:]))
