"""How a connection goes on to another table without being made anew, as after "again with the same people".

The cookie that holds a seat came with the answer to a POST, and a connection that is open already can't show it. So
that answer also bears a ticket: good once, for a minute, at this process, and for looking from that seat alone.
"""

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from ludotheque.table.deciding import Who
from ludotheque.table.refusal import No, Refused

GOOD_FOR = 60.0  # seconds
MOST = 10_000


class Issued(NamedTuple):
    match: str
    token: str  # hashed
    until: float


class Tickets:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._issued: dict[str, Issued] = {}  # the oldest first

    def issue(self, match: str, token: str) -> str:
        while self._issued and (len(self._issued) >= MOST or next(iter(self._issued.values())).until < self.now()):
            del self._issued[next(iter(self._issued))]
        ticket = secrets.token_urlsafe(16)
        self._issued[ticket] = Issued(match, token, self.now() + GOOD_FOR)
        return ticket

    def redeem(self, ticket: str, match: str) -> Who:
        issued = self._issued.pop(ticket, None)
        if issued is None or issued.match != match or issued.until < self.now():
            raise Refused(No.BAD_TICKET)
        return Who(frozenset([issued.token]))
