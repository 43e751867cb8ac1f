"""Clients that play at random and go on by themselves: they reconnect, ask again by the same id, and write down what they hear.

What a client believes is put together from frames alone: the table when it connects, one event after
the other, and of what lies open only what changed. `ledger` compares it with what is stored.
"""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PATIENCE = 5.0  # seconds without an answer before a client asks again
SILENCE = 1.5  # the same of a connection that is open, on which others may simply be thinking
TRIES = 1000  # of reaching any server; then nobody is there
PAUSE = 0.1  # seconds between two of them
AGAIN = ("moved_on", "not_your_turn", "no_undo", "not_asked", "over", "illegal")  # the game went on: look again
LATER = ("not_stored", "stopping")  # ask the same again
SAME = ("stage", "actor", "moves", "now", "result", "asking")  # of the whole table and of what events added up to
LOST = (OSError, WebSocketException, httpx.TransportError, TimeoutError, EOFError)


class Wrong(AssertionError):
    """Something a client must never see."""


async def received(socket: ClientConnection, patience: float) -> Any:
    async with asyncio.timeout(patience):  # not wait_for, which Python 3.11 lets swallow that the client itself was cancelled
        return json.loads(await socket.recv())


@dataclass
class Asked:
    """One request of a client and what became of it."""

    id: str
    seat: int
    do: str
    move: str = ""
    seq: int | None = None  # of the event, once it is acknowledged
    refused: str = ""
    sent: int = 0


@dataclass
class Table:
    """A match, and everything its clients were told."""

    match: str
    game: str
    asked: list[Asked] = field(default_factory=list)
    told: dict[int, tuple[str, int]] = field(default_factory=dict)  # by seq: what happened, and when
    players: list["Player"] = field(default_factory=list)
    finished: bool = False


@dataclass
class House:
    """Where clients find a server; while nobody is there, they wait."""

    urls: list[str]
    rng: Random
    cuts: float = 0.0  # how likely a client's connection breaks with each frame
    by_post: float = 0.2  # how likely a move is sent by POST
    undo: float = 0.08  # how likely one would rather take a move back
    shared: bool = False  # several servers, of which one may be a moment behind another
    counts: Counter[str] = field(default_factory=Counter)
    tables: list[Table] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    record: str = ""  # the last one that was looked at
    http: httpx.AsyncClient = field(init=False)

    async def __aenter__(self) -> "House":
        self.http = httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=None))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def post(self, home: int, path: str, wish: dict[str, Any], cookie: str = "") -> httpx.Response:
        """Asks until somebody answers, always the same; 503 is no answer."""
        for attempt in range(TRIES):
            with suppress(*LOST):
                url = self.urls[(home + attempt) % len(self.urls)]
                answer = await self.http.post(url + path, json=wish, headers={"Cookie": cookie})
                self.http.cookies.clear()  # each client sends its own
                if answer.status_code != 503:
                    return answer
            self.counts["asked again"] += 1
            await asyncio.sleep(PAUSE)
        raise Wrong(f"nobody answers {path}")

    async def look(self, home: int, path: str, cookie: str = "") -> httpx.Response:
        for attempt in range(TRIES):
            with suppress(*LOST):
                url = self.urls[(home + attempt) % len(self.urls)]
                answer = await self.http.get(url + path, headers={"Cookie": cookie})
                if answer.status_code != 503:
                    return answer
            await asyncio.sleep(PAUSE)
        raise Wrong(f"nobody answers {path}")

    async def table(self, game: str, seats: int) -> Table | None:
        """One match from opening to the end; None where a seat's answer was lost with its key."""
        home = self.rng.randrange(len(self.urls))
        wish = {"game": game, "players": seats, "house": {"undo": "consent", "seconds_away": 0}}
        opened = await self.post(home, "/api/v1/matches", wish)
        if opened.status_code != 201:
            raise Wrong(opened.text)
        table = Table(opened.json()["match"], game)
        for seat in range(seats):
            player = Player(self, table, seat, self.rng.randrange(len(self.urls)), Random(self.rng.getrandbits(64)))
            if not await player.sit():
                self.counts["seats without a key"] += 1
                return None
            table.players.append(player)
        self.tables.append(table)
        await asyncio.gather(*(player.play() for player in table.players))
        table.finished = True
        self.counts["games"] += 1
        return table


class Player:
    def __init__(self, house: House, table: Table, seat: int, home: int, rng: Random) -> None:
        self.house = house
        self.table = table
        self.seat = seat
        self.home = home
        self.rng = rng
        self.cookie = ""
        self.seen = -1  # the seq of sitting down
        self.state: dict[str, Any] = {}  # what this client believes
        self.asked: Asked | None = None  # unanswered
        self.wish: dict[str, Any] = {}
        self.answered = -1  # the seq a POST's answer spoke of; the socket may be behind

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.table.match}"

    async def sit(self) -> bool:
        wish = {"at": self.seat, "name": f"Player {self.seat}", "nonce": secrets.token_hex(16), "id": secrets.token_hex(16)}
        answer = await self.house.post(self.home, f"{self.path}/sit", wish)
        if answer.status_code != 200:
            raise Wrong(answer.text)
        self.cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        self.seen = answer.json()["seq"]
        return bool(self.cookie)

    # --- one connection after the other -----------------------------------------------------------

    async def play(self) -> None:
        """Until the game is over, whatever happens to connections."""
        failed = 0
        while self.state.get("stage") not in ("over", "closed"):
            try:
                async with self.connection() as socket:
                    failed = 0
                    await self.follow(socket)
            except LOST:
                self.house.counts["reconnected"] += 1
                failed += 1
                if failed == TRIES:
                    raise Wrong(f"nobody lets seat {self.seat} in") from None
                self.home += 1  # perhaps another one is there
                await asyncio.sleep(min(PAUSE, 0.01 * 2**failed))

    def connection(self) -> connect:
        url = self.house.urls[self.home % len(self.house.urls)].replace("http", "ws", 1)
        since = f"?since={self.state.get('seq', self.seen)}"  # another server may not have heard yet who sits here
        return connect(
            f"{url}{self.path}/socket{since}", additional_headers={"Cookie": self.cookie}, compression=None,
            open_timeout=PATIENCE, close_timeout=0.2, ping_interval=None, proxy=None,
        )  # fmt: skip

    async def follow(self, socket: ClientConnection) -> None:
        self.sync(await received(socket, PATIENCE))
        if self.asked:
            await self.send(socket)
        while self.state["stage"] not in ("over", "closed"):
            if self.may_answer() or self.may_move():
                await self.ask(socket)
                continue
            try:
                frame = await received(socket, SILENCE)
            except TimeoutError:
                self.house.counts["waited in vain"] += 1
                if not self.asked and self.state.get("actor") != self.seat:
                    continue  # somebody else thinks
                raise  # no answer: the connection may be dead
            self.hear(frame)
            self.cut(socket)

    def up_to_date(self) -> bool:
        return self.state["stage"] == "playing" and not self.asked and self.state["seq"] >= self.answered

    def may_move(self) -> bool:
        return self.up_to_date() and self.state["actor"] == self.seat

    def may_answer(self) -> bool:
        """Somebody would like to take a move back."""
        asking: dict[str, Any] = self.state.get("asking") or {"missing": []}
        return self.up_to_date() and self.seat in asking["missing"]

    def cut(self, socket: ClientConnection) -> None:
        """Breaks the connection as the network would: nobody says goodbye."""
        if self.house.cuts and self.rng.random() < self.house.cuts:
            self.house.counts["cut"] += 1
            socket.transport.abort()
            raise ConnectionResetError

    # --- asking -----------------------------------------------------------------------------------

    async def ask(self, socket: ClientConnection) -> None:
        answers = self.may_answer()
        self.asked = Asked(secrets.token_hex(8), self.seat, "move")
        self.wish = {"id": self.asked.id, "expected": self.state["seq"]}
        if answers:
            self.asked.do = "answer"
            self.wish = {"id": self.asked.id, "agrees": self.rng.random() < 0.8}
        elif self.rng.random() < self.house.undo:
            self.asked.do = "undo"
        else:
            self.asked.move = self.wish["move"] = self.rng.choice(self.state["moves"])
        self.table.asked.append(self.asked)
        if self.rng.random() < self.house.by_post:
            await self.by_post()
        else:
            await self.send(socket)

    async def send(self, socket: ClientConnection) -> None:
        assert self.asked
        self.asked.sent += 1
        if self.asked.sent > 1:
            self.house.counts["sent again"] += 1
        await socket.send(json.dumps({"do": self.asked.do, **self.wish}))
        self.cut(socket)

    async def by_post(self) -> None:
        """The answer says the seq of the event; what happened comes over the socket."""
        asked = self.asked
        assert asked
        answer = await self.house.post(self.home, f"{self.path}/{asked.do}", self.wish, self.cookie)
        said = answer.json()
        if answer.status_code == 200:
            self.answered = said["done"]["seq"]
            self.acknowledged(asked.id, self.answered)
        else:
            self.refused(asked.id, said["code"])

    def acknowledged(self, id: str, seq: int) -> None:
        if self.asked and self.asked.id == id:
            self.asked.seq = seq
            self.asked = None
            self.house.counts["acknowledged"] += 1

    def refused(self, id: str, code: str) -> None:
        if self.asked and self.asked.id == id and code not in LATER:
            if code not in AGAIN:
                self.house.wrong.append(f"{self.table.match}: {self.wish} was refused: {code}")
            self.asked.refused = code
            self.asked = None
            self.house.counts["refused"] += 1

    # --- hearing ----------------------------------------------------------------------------------

    def sync(self, frame: dict[str, Any]) -> None:
        """The whole table, when a connection begins or the server gave up a slow one."""
        if frame["t"] != "table":
            self.house.wrong.append(f"{self.table.match}: the first frame is {frame['t']}")
        if self.state and frame["seq"] < self.state["seq"]:
            self.house.counts["saw an older table"] += 1
            if not self.house.shared:
                self.house.wrong.append(f"{self.table.match}: the table went back from {self.state['seq']} to {frame['seq']}")
        if self.state and frame["seq"] == self.state["seq"] and (off := [n for n in SAME if frame.get(n) != self.state.get(n)]):
            self.house.wrong.append(f"{self.table.match}, seat {self.seat}, {frame['seq']}: other than believed are {off}")
        self.state = frame

    def hear(self, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        if kind == "table":
            self.sync(frame)
        elif kind == "event":
            self.happened(frame)
            if "id" in frame:
                self.acknowledged(frame["id"], frame["seq"])
        elif kind == "done":
            self.acknowledged(frame["id"], frame["seq"])
        elif kind == "no":
            later = self.asked and frame["code"] in LATER
            self.refused(frame["id"], frame["code"])
            if later:
                raise ConnectionAbortedError  # a fresh connection asks the same again
        else:
            self.house.wrong.append(f"an unknown frame: {frame}")

    def happened(self, frame: dict[str, Any]) -> None:
        """One event: the next, and of what lies open all or what changed."""
        if frame["seq"] != self.state["seq"] + 1:
            self.house.wrong.append(f"{self.table.match}: after {self.state['seq']} came {frame['seq']}")
        told = self.table.told.setdefault(frame["seq"], (frame["is"], frame["at"]))
        if told != (frame["is"], frame["at"]):
            self.house.wrong.append(f"{self.table.match}: event {frame['seq']} was told as {told} and as {frame['is']}")
        if "actor" in frame:  # the game went on: it says what can be played now, and nobody asks to go back any more
            self.state.pop("moves", None)
            self.state["asking"] = None
        if "actor" in frame and frame["is"] in ("moved", "began", "tookback"):
            now = frame["now"] if "now" in frame else self.state["now"] | frame.pop("set")
            frame["now"] = now | frame.pop("own", {})
        self.state |= frame


async def play_tables(house: House, kinds: list[tuple[str, int]], tables: int, goes_on: Callable[[int], bool]) -> None:
    """So many tables at a time; when one is done the next begins, while `goes_on` with the number of those begun."""
    begun = 0

    async def one_after_the_other() -> None:
        nonlocal begun
        while goes_on(begun):
            begun += 1
            game, seats = kinds[begun % len(kinds)]
            await house.table(game, seats)

    async with asyncio.TaskGroup() as group:
        for _ in range(tables):
            group.create_task(one_after_the_other())
