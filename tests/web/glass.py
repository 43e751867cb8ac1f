"""A house of glass: the real application in this process, one table in it, and everything about it chosen by the test.

Two such houses can be alike in all that one seat may know, and differ in everything else.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludotheque.game import Game
from ludotheque.table import events
from ludotheque.table.hall import Hall, Live, replayed
from ludotheque.table.keys import hashed
from ludotheque.table.match import Match
from ludotheque.table.seal import commitment
from ludotheque.table.stores import Heard, HeardHere, Here, Kept, Line
from ludotheque.table.thinking import PATIENCE, QUICK_HINT, Hint, Question, Thinkers, answer, feeling, hint
from ludotheque.web.app import Api, Settings, build

ID, CODE, START = "glass-table1", "GLASSY", 1_800_000_000_000


class Forgetful:
    """A store that keeps nothing and always agrees."""

    shared = False

    async def create(self, kept: Kept, first: Line) -> bool:
        return True

    def append(self, match: str, line: Line, ended: bool) -> asyncio.Future[bool]:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        done.set_result(True)
        return done

    async def load(self, match: str) -> tuple[Kept, list[Line]] | None:
        return None

    async def since(self, match: str, seq: int) -> list[Line]:
        return []

    async def by_code(self, code: str) -> str | None:
        return ID if code == CODE else None

    async def unfinished(self) -> list[str]:
        return []

    async def forget(self, before: int) -> list[str]:
        return []

    async def alive(self) -> bool:
        return True

    async def newest(self, matches: list[str]) -> dict[str, int]:
        return {}

    def listen(self, heard: Heard, here: HeardHere, again: Any) -> None: ...

    async def announce(self, seats: list[Here]) -> None: ...


LANGUAGE = "fr"


class HereAndNow(Thinkers):
    """Thinks in this process, and always to the end."""

    async def choose(self, asked: Question, patience: float = PATIENCE) -> str:
        return answer(asked)

    async def hint(self, asked: Question, language: str) -> Hint:
        return hint(asked, language, QUICK_HINT)

    async def quick_hint(self, asked: Question, language: str) -> Hint:
        return feeling(asked, language)

    def get_ready(self) -> None: ...


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@dataclass(frozen=True)
class Keys:
    """What is secret about a match beside its position."""

    secret: bytes
    tokens: list[str]
    opener: str


def log_of(game: Game, house: events.House, keys: Keys, nonces: list[str], played: Iterable[events.Event]) -> list[Line]:
    opened = events.Opened(
        game=game.spec, version=game.ruleset.version, seats=(events.Plan(),) * game.players, house=house,
        commitment=commitment(ID, keys.secret), opener=hashed(keys.opener),
    )  # fmt: skip
    sat = [
        events.Seated(seat=seat, name=f"Player {seat}", token=hashed(token), nonce=nonces[seat])
        for seat, token in enumerate(keys.tokens)
    ]
    told: list[events.Event] = [opened, *sat, *played]
    return [Line(seq, START + 1000 * seq, events.encode(event)) for seq, event in enumerate(told)]


def match_of(lines: list[Line], keys: Keys) -> Match:
    return replayed(Kept(ID, CODE, keys.secret), lines)


class Glass:
    """Ask it over HTTP or by sockets, as `seat` (None: nobody of the table)."""

    def __init__(self, match: Match, keys: Keys) -> None:
        self.match = match
        self.keys = keys
        self.clock = match.touched / 1000 + 1
        self.app = build(Settings("", seat_rate=0, address_rate=0))
        self.sockets: dict[int | None, Socket] = {}
        self.pages: dict[int | None, Socket] = {}  # those of browsers, which get scenes and sentences

    async def open(self) -> None:
        """Everyone of the table and an onlooker connect."""
        scope = self.scope(None, "http", "/api/openapi.json")
        await self._call(scope, b"")
        api: Api = scope["app"].state.api
        self.hall = api.hall = Hall(Forgetful(), HereAndNow(1), now=lambda: self.clock)
        self.hall.lives[ID] = Live(self.match, used=self.clock)
        for seat in (*range(len(self.keys.tokens)), None):
            self.sockets[seat] = Socket(self, seat)
            self.pages[seat] = Socket(self, seat, f"?page={LANGUAGE}")
        await self.rest()

    async def rest(self) -> None:
        """Until everything that was to be done is done: nothing here waits for a thread or the network."""
        for _ in range(12):
            await asyncio.sleep(0)

    async def close(self) -> None:
        everything = [*self.sockets.values(), *self.pages.values()]
        for socket in everything:
            socket.task.cancel()
        self.hall.stopping = True
        for live in self.hall.lives.values():
            if live.timer:
                live.timer.cancel()
        await asyncio.gather(*(socket.task for socket in everything), return_exceptions=True)

    def scope(self, seat: int | None, kind: str, path: str, method: str = "GET") -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"glass.example"), (b"content-type", b"application/json")]
        if seat is not None:
            headers.append((b"cookie", f"seat{seat}={self.keys.tokens[seat]}".encode()))
        return {
            "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "method": method,
            "scheme": "http" if kind == "http" else "ws", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "headers": headers, "client": ("192.0.2.1", 1), "server": ("glass.example", 80), "subprotocols": [],
            "state": {}, "extensions": {"websocket.http.response": {}},
        }  # fmt: skip

    async def ask(self, seat: int | None, method: str, path: str, body: bytes = b"") -> Answer:
        return await self._call(self.scope(seat, "http", path, method), body)

    async def _call(self, scope: dict[str, Any], body: bytes) -> Answer:
        said: list[Any] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return waiting.pop() if waiting else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        whole = b"".join(message.get("body", b"") for message in said[1:])
        return Answer(said[0]["status"], tuple(said[0]["headers"]), whole)


class Socket:
    def __init__(self, house: Glass, seat: int | None, query: str = "") -> None:
        self.asked: asyncio.Queue[Any] = asyncio.Queue()
        self.asked.put_nowait({"type": "websocket.connect"})
        self._said: list[Any] = []
        scope = house.scope(seat, "websocket", f"/api/v1/matches/{ID}/socket{query}")
        self.task: asyncio.Task[None] = asyncio.ensure_future(house.app(scope, self.asked.get, self._hear))

    async def _hear(self, message: Any) -> None:
        self._said.append(message)

    def ask(self, text: bytes) -> None:
        self.asked.put_nowait({"type": "websocket.receive", "text": text.decode()})

    def heard(self) -> list[str]:
        """The frames since the last time."""
        frames = [message.get("text", message["type"]) for message in self._said]
        self._said.clear()
        return frames
