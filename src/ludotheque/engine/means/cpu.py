"""Compiled for the processor: one lane a thread, without Python's lock."""

import os
from typing import Any

from numba import float32, int32, uint32  # noqa: F401

from ludotheque.engine import lottery
from ludotheque.engine.compiling import Compiler, count_bits_in_one, lowest_bit_in_one
from ludotheque.engine.keeping import kept
from ludotheque.engine.means import python

# No counting of references: nothing is made or kept in there.
HOW: dict[str, Any] = {"nogil": True, "_nrt": False, "boundscheck": bool(os.environ.get("NUMBA_BOUNDSCHECK"))}
compiled = Compiler(**HOW)

jit = kept(**HOW)
loop = kept(forceinline=True, **HOW)  # they hand each other many arrays, which costs a call more than its work
count_bits = compiled(count_bits_in_one)
lowest_bit = compiled(lowest_bit_in_one)
open_stream = compiled(lottery.open_stream)
below = compiled(lottery.below)
count = compiled(python.count)
add = compiled(python.add)
raise_to = compiled(python.raise_to)
any_lane = compiled(python.any_lane)
together = compiled(python.together)
all_lanes = compiled(python.all_lanes)
