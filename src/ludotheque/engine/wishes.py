"""Numbers that callers wish for, looked at before anything is done with them."""

import operator
import os
from typing import Any

from ludotheque.errors import OptionError, shortened
from ludotheque.i18n import N_


def whole(name: str, wish: Any) -> int:
    """A whole number of any kind, NumPy's too, as Python's."""
    try:
        return operator.index(wish)
    except TypeError:
        raise OptionError(N_("{name} should be a whole number, not {wish}"), name=name, wish=shortened(wish)) from None


def as_seed(wish: Any) -> int:
    """Any whole number as a seed of 64 bits."""
    return (whole("seed", wish) + (1 << 63)) % (1 << 64) - (1 << 63)


def how_many_threads(wish: Any) -> int:
    """None: one for every core that this process may use."""
    if wish is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = whole("threads", wish)
    if threads < 1:
        raise OptionError(N_("threads should be 1 or more, or None for one a core, not {threads}"), threads=threads)
    return threads
