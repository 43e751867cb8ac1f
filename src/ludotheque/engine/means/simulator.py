"""Numba's CUDA simulator: the text made for a GPU, run by Python, with the cuts to 32 bits where it says so.

Records are plain lists, because NumPy's scalars compute in sizes of their own. There are no warps,
so every lane steps by itself.
"""

from threading import Lock
from typing import Any

import numpy
from numba import cuda

from ludotheque.engine.means import python
from ludotheque.engine.means.python import (
    all_lanes,
    any_lane,
    below,
    count_bits,
    float32,
    int32,
    jit,
    loop,
    lowest_bit,
    open_stream,
    together,
    uint32,
)

__all__ = [
    "all_lanes", "any_lane", "below", "count_bits", "cuda", "float32", "int32", "jit", "loop", "lowest_bit", "open_stream",
    "together", "uint32",
]  # fmt: skip

int8 = int16 = int64 = int

one_at_a_time = Lock()  # a lane is a thread there


def a_lanes_own(size: int | tuple[int, ...], kind: Any) -> Any:
    """Memory of a lane's own."""
    return [0] * size if isinstance(size, int) else numpy.zeros(size, object)


def count(table: Any, entry: int) -> None:
    with one_at_a_time:
        python.count(table, entry)


def add(table: Any, entry: int, number: int) -> None:
    with one_at_a_time:
        python.add(table, entry, number)


def raise_to(table: Any, entry: int, number: int) -> None:
    with one_at_a_time:
        python.raise_to(table, entry, number)
