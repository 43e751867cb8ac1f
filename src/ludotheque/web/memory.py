"""Freed memory goes back to the system. glibc keeps what was freed between blocks still in use, more with every hour."""

import ctypes
from contextlib import suppress
from functools import cache
from typing import Any


@cache
def _trim() -> Any:
    with suppress(OSError, AttributeError):
        return ctypes.CDLL("libc.so.6").malloc_trim
    return lambda kept: 0  # another libc, which has its own ways


def give_back_memory() -> None:
    _trim()(0)
