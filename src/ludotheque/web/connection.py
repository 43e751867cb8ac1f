"""One WebSocket at a table: what is asked comes in, what happens goes out.

Nobody waits for a slow reader: frames wait in a short line, and where the line grows too long it
is thrown away and the reader gets the whole table as it is then.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from ludotheque.table import events, requests
from ludotheque.table.deciding import Who, came_late, looks_from
from ludotheque.table.hall import Done, Hall, Live
from ludotheque.table.refusal import No, Refused
from ludotheque.table.stores import StoreFailed
from ludotheque.web import frames, staging
from ludotheque.web.channel import Channel, Send
from ludotheque.web.metrics import Metrics
from ludotheque.web.tickets import Tickets

LONGEST_LINE = 64  # frames that wait
SLOWEST = 20.0  # seconds a frame may take to leave
PROTOCOL = "ludotheque.v1"

Pace = Callable[[Live, int | None], float]  # how long a seat has to wait before it may ask again
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

OF_THE_OPENER = (requests.Begin, requests.Seatbot, requests.Remove, requests.Close)  # no frame bears their ids
HANDS_OVER = (events.Freed, events.Rekeyed, events.Seated)
POST_ONLY = (requests.Sit, requests.Follow)  # they set a cookie


class Connection:
    def __init__(
        self,
        hall: Hall,
        live: Live,
        seat: int | None,
        who: Who,
        send: Send,
        metrics: Metrics,
        pace: Pace,
        tickets: Tickets,
        language: str = "",
    ) -> None:
        self.hall = hall
        self.live = live
        self.seat = seat
        self.who = who
        self._channel = Channel(send)
        self._metrics = metrics
        self._pace = pace
        self._tickets = tickets
        self.shows, self.seen = bool(language), -1
        self.language = language  # of the page at the other end; empty: a program that draws for itself
        self._line: deque[bytes] = deque()
        self._waiting = asyncio.Event()
        self._resync = False
        self._loop = asyncio.get_running_loop()
        self._answered = asyncio.Event()  # nothing of this connection's is on its way
        self._answered.set()
        self._over = False
        self._late = False  # came when the game was over, and was not there
        self._ended = False  # whoever it was has gone
        self._sending: float | None = None  # since when a frame is being sent

    async def run(self, receive: Receive, since: int | None, shown: int | None = None) -> None:
        """Until either side goes away. A page that comes back says which step it has shown last."""
        self._late = came_late(self.live.match, self.who)
        self.say(self.table(since, shown=shown))
        self.hall.listen(self.live, self)
        self._channel.deliver_to(self.take)
        writer, reader = asyncio.create_task(self.write()), asyncio.create_task(self.read(receive))
        try:
            ended: set[asyncio.Task[None]] = set()
            while not ended and not self.stuck():
                ended, _ = await asyncio.wait((reader, writer), timeout=SLOWEST / 4, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()  # a fault of ours is said in the log
        finally:
            self._ended = True
            self._channel.deliver_to(None)
            self.hall.unlisten(self.live, self)
            writer.cancel()
            reader.cancel()  # what is being stored is finished, and the others are told

    # --- coming in --------------------------------------------------------------------------------

    async def read(self, receive: Receive) -> None:
        """What could not be taken at once comes by here, one after the other."""
        while (message := await receive())["type"] == "websocket.receive":
            await self._answered.wait()
            self.asked(message.get("text") or message.get("bytes") or b"")
            await self._answered.wait()
            while len(self._line) > LONGEST_LINE // 2 and not self.stuck():
                await asyncio.sleep(0.005)  # who asks faster than they read waits for the answers

    def take(self, text: bytes) -> bool:
        """A message that comes when nothing else waits is looked at now."""
        if not self._answered.is_set() or self._line:
            return False
        self.asked(text)
        return True

    def asked(self, text: str | bytes) -> None:
        id = ""
        try:
            wait = self._pace(self.live, self.seat)
            if wait:
                raise Refused(No.TOO_FAST, seconds=round(wait, 2))
            try:
                request = requests.decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:  # a ValidationError is one
                raise Refused(No.BAD_REQUEST, problem=str(problem)) from None
            id = request.id
            if isinstance(request, POST_ONLY):
                raise Refused(No.BAD_REQUEST, problem="by POST only")
        except Refused as refused:
            self.refuse(refused, id)
            return
        if isinstance(request, requests.React):
            self.wave(request)
            return
        if isinstance(request, requests.Seen):
            self.hall.seen(self.live, self, request.seq)
            return
        self._answered.clear()
        if isinstance(request, requests.Look):
            self.hall.spawn(self.go(request))
            return
        if request.seat is None and self.seat is not None:
            request.seat = self.seat
        self.hall.ask(self.live.match.id, self.who, request, lambda done: self.answer(request, done))

    def answer(self, request: requests.Request, done: Done | Exception) -> None:
        self._answered.set()
        if isinstance(done, Refused):
            self.refuse(done, request.id)
        elif isinstance(done, StoreFailed):
            self.refuse(Refused(No.NOT_STORED), request.id)
        elif isinstance(done, Exception):
            self._over = True
            self._waiting.set()
            raise done  # a fault of ours is said in the log
        elif done.again or done.gives or request.seat != self.seat or not request.id or isinstance(request, OF_THE_OPENER):
            self.say(frames.encode({"t": "done", "id": request.id, "seq": done.seq, **done.gives}))

    async def go(self, look: requests.Look) -> None:
        """To another table, with the same connection."""
        try:
            who = self._tickets.redeem(look.ticket, look.match) if look.ticket else Who()
            live = await self.hall.live(look.match, look.since)
            seat = looks_from(live.match, who, None)
        except Refused as refused:
            self.refuse(refused, look.id)
        except StoreFailed:
            self.refuse(Refused(No.NOT_STORED), look.id)
        else:
            if not self._ended:
                self.hall.unlisten(self.live, self)
                self.live, self.seat, self.who = live, seat, who
                self._late = came_late(live.match, who)
                self.say(self.table(look.since, look.id))
                self.hall.listen(live, self)
        finally:
            self._answered.set()

    def refuse(self, refused: Refused, id: str) -> None:
        self._metrics.count("refusals", f'code="{refused.code}"')
        said = staging.refusal(refused, id, self.language) if self.language else frames.refusal(refused, id)
        self.say(frames.encode(said))

    def wave(self, request: requests.React) -> None:
        if self.seat is None:
            self.refuse(Refused(No.NOT_SEATED), request.id)
            return
        for listener in self.live.listeners:
            listener.waved(self.seat, request.face)
        self.say(frames.encode({"t": "done", "id": request.id, "seq": self.live.match.seq}))

    # --- going out --------------------------------------------------------------------------------

    def told(self, live: Live, event: events.Event, at: int) -> None:
        if self.is_out(event):  # the seat is somebody else's now, and so is all that is told there
            self._over = True
            self._waiting.set()
        if not self._over and not self._late:  # nothing more happens there, and it would be told with names
            key = (self.seat, self.language)
            frame = live.frames.get(key)
            if frame is None:
                frame = live.frames[key] = (
                    staging.happened(live, event, at, self.seat, self.language)
                    if self.language
                    else frames.happened(live, event, at, self.seat)
                )
            self.say(frame)

    def is_out(self, event: events.Event) -> bool:
        """Whether by this event the seat is lost, or a game began that onlookers may not see."""
        match = self.live.match
        if isinstance(event, HANDS_OVER):
            return event.seat == self.seat and self.seat not in match.seats_of(self.who.tokens)
        if isinstance(event, events.Began) and self.seat is None:
            try:
                looks_from(match, self.who, "onlooker")
            except Refused:
                return True
        return False

    def here(self, live: Live) -> None:
        if self.language:
            self.say(frames.encode({"t": "here", "here": frames.here(live)}))

    def waved(self, seat: int, face: int) -> None:
        if self.language:
            self.say(frames.encode({"t": "react", "seat": seat, "face": face}))

    def table(self, since: int | None = None, id: str = "", shown: int | None = None) -> bytes:
        """All that this seat may know now."""
        if not self.language:
            told = frames.table(self.live, self.seat, since)
            told = frames.unnamed(told) if self._late else told
        else:
            told = staging.table(self.live, self.seat, self.language, shown, self._late)
            told |= {"held": self.live.match.seats_of(self.who.tokens), "opener": self.live.match.opened_by(self.who.tokens)}
        return frames.encode({**told, "id": id} if id else told)

    def say(self, frame: bytes) -> None:
        if not self._line and not self._resync and self._sending is None and self._channel.send_at_once(frame):
            return
        if len(self._line) >= LONGEST_LINE:
            self._line.clear()
            self._resync = True
            self._metrics.count("resyncs")
        if not self._resync:
            self._line.append(frame)
        self._waiting.set()

    async def write(self) -> None:
        """Sends what waits; ends, and with it the connection, when the other side is gone."""
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            while (self._line or self._resync) and not self._over:
                if self._resync:
                    self._resync = False
                    self._line.clear()
                    frame = self.table()
                else:
                    frame = self._line.popleft()
                self._sending = self._loop.time()
                try:
                    await self._channel.send(frame)
                except (OSError, RuntimeError):
                    return
                self._sending = None
            if self._over:
                return

    def stuck(self) -> bool:
        """Whether a frame does not leave."""
        return self._sending is not None and self._loop.time() - self._sending > SLOWEST
