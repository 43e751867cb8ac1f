"""One at a time: who comes while somebody is inside waits in line.

Like asyncio.Lock, but whoever finds it free goes straight in, without a task: a move takes two
turns of the event loop less.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class Turnstile:
    __slots__ = ("busy", "_waiting")

    def __init__(self) -> None:
        self.busy = False
        self._waiting: deque[Callable[[], Any]] = deque()

    def enter(self, go: Callable[[], Any]) -> None:
        """Calls `go` as soon as nobody else is inside; some time after that somebody has to call `leave`."""
        if self.busy:
            self._waiting.append(go)
        else:
            self.busy = True
            go()

    def leave(self) -> None:
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self.busy = False

    async def __aenter__(self) -> None:
        inside: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.enter(lambda: self.leave() if inside.cancelled() else inside.set_result(None))
        try:
            await inside
        except asyncio.CancelledError:
            if inside.done() and not inside.cancelled():
                self.leave()  # let in at the very moment it gave up
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.leave()
