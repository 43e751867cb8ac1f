"""What is said to somebody who waits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from ludotheque.i18n import N_, _

GETTING_READY = N_("getting ready; the first time, the rules are compiled …")


@contextmanager
def getting_ready(after: float = 2.0, silent: bool = False) -> Iterator[Callable[[], None]]:
    """Says so if it takes longer than that many seconds, unless somebody calls before that it is done."""
    says = Timer(after, print, [_(GETTING_READY)], {"file": sys.stderr})
    says.daemon = True
    if not silent:
        says.start()
    try:
        yield says.cancel
    finally:
        says.cancel()
