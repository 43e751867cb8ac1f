"""The matches of one server process, and the one door through which anything happens at them.

Whoever acts, a person, a bot or the clock, comes through `act`: it decides, stores, and only when
the event is synced changes the match and tells those who look on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Protocol

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.games import game as find_game
from ludotheque.kit.telling import Moment
from ludotheque.position import Position
from ludotheque.table import events, requests
from ludotheque.table.analysis import Decision
from ludotheque.table.deciding import Decided, Who, asked_by, beginning, decide, good_level, repeated
from ludotheque.table.keys import hashed, new_code, new_match, new_token
from ludotheque.table.match import Match, played
from ludotheque.table.refusal import No, Refused
from ludotheque.table.seal import commitment, new_secret
from ludotheque.table.showing import paced, still_showing
from ludotheque.table.stores import Kept, Line, Store, StoreFailed
from ludotheque.table.thinking import PATIENCE, Hint, Thinkers, question
from ludotheque.table.turnstile import Turnstile

log = logging.getLogger("ludotheque.table")

OTHERS_DRIVE = 3.0  # seconds after which a process plays the bots of a match that another one seemed to look after
LONGEST_CLOCK = 7 * 24 * 3600
POLL = 5.0  # seconds between looks at the store for what was not heard
TRY_AGAIN = 1.0  # seconds after which a bot moves again when its move could not be stored
STILL_THERE = 40.0  # seconds for which another process is believed that somebody looks on there
IDLE = 60.0  # seconds after which a match nobody looks at leaves the memory
ATTENTION = 15.0  # seconds after a look for which bots among themselves play on; then they wait for somebody to look again
WAITING = 3600.0  # seconds for which a table that waits for people stays in memory, and in the list of tables
RECENT = 12
MOST_ANALYSES = 64  # kept in memory
MOST_WAITING = 8  # of these, how many may be waited for
BRINGS_SOMEBODY = (requests.Sit, requests.Seatbot)


class Listener(Protocol):
    """Somebody who looks at a match."""

    seat: int | None
    shows: bool  # to eyes, which take their time
    seen: int  # the last event that they have seen

    def told(self, live: Live, event: events.Event, at: int) -> None: ...

    def here(self, live: Live) -> None:
        """Somebody came or went."""
        ...

    def waved(self, seat: int, face: int) -> None: ...


@dataclass(eq=False, slots=True)
class Live:
    """A match in memory, and those who look at it."""

    match: Match
    door: Turnstile = field(default_factory=Turnstile)
    listeners: list[Listener] = field(default_factory=list)
    left: dict[int, float] = field(default_factory=dict)  # when the last listener of a seat went away
    timer: asyncio.TimerHandle | None = None
    mine: bool = True  # the last event was written here: this process drives the bots
    thinking: int = -1  # the event on which the house is thinking what to play
    used: float = 0.0  # when anything happened here, bots' moves too
    looked: float = 0.0  # when somebody asked for it
    elsewhere: dict[tuple[str, int], float] = field(default_factory=dict)  # by process and seat: when somebody was there
    before: Position | None = None  # what the last move was played on
    moments: list[Moment] | None = None  # what happened in the last event; None: nobody asked yet
    present: list[bool] = field(default_factory=list)  # who was here when that was told last
    told: dict[str, Any] | None = None  # what lay open to everyone when the last event was told; None: nobody listened
    frames: dict[Any, Any] = field(default_factory=dict)  # of the event being told, made once a seat

    def here(self, seat: int) -> bool:
        for listener in self.listeners:
            if listener.seat == seat:
                return True
        if not self.elsewhere:
            return False
        fresh = time.time() - STILL_THERE
        return any(number == seat and at > fresh for (_process, number), at in self.elsewhere.items())


class Done(msgspec.Struct, frozen=True):
    """What the asker gets: where the match stands now, and what is for them alone."""

    seq: int
    match: Match
    gives: dict[str, str] = {}
    again: bool = False  # it had been done already


Answer = Callable[[Done | Exception], None]


@dataclass(eq=False, slots=True)
class Errand:
    """Something that is asked at a table, on its way through the door: decided, stored, and then told and answered."""

    hall: Hall
    live: Live
    deciding: Callable[[], Decided | None]
    answer: Answer
    key: str
    decided: Decided | None = None
    at: int = 0

    def decide(self) -> None:
        match = self.live.match
        try:
            decided = self.decided = paced(self.live, self.deciding())
            if decided is not None:
                self.at = self.hall.milliseconds()
                line = Line(match.seq + 1, self.at, events.encode(decided.event))
                self.hall.store.append(match.id, line, decided.ends).add_done_callback(self.stored)
                return
        except Exception as problem:  # why not; or a fault of ours, which is said where the answer is waited for
            self.end(problem)
            return
        self.end(Done(match.done.get(self.key, match.seq), match, again=self.key in match.done))

    def stored(self, result: asyncio.Future[bool]) -> None:
        live, decided = self.live, self.decided
        assert decided is not None
        try:
            if not result.result():
                self.hall.spawn(self.decide_again())  # another process was faster, most likely
                return
            live.before = live.match.position
            live.match.apply(decided.event, self.at, decided.position)
        except Exception as problem:  # it is not stored, so it has not happened
            self.end(problem)
            return
        live.mine, live.used = True, self.at / 1000
        live.door.leave()
        done = Done(live.match.seq, live.match, decided.gives)
        try:
            self.hall.tell(live, decided.event, self.at)
        finally:
            self.answer(done)

    async def decide_again(self) -> None:
        seq = self.live.match.seq
        try:
            await self.hall.catch_up(self.live)
            if self.live.match.seq == seq:  # nobody was: another process has cleared the table away
                self.hall.lives.pop(self.live.match.id, None)
                raise Refused(No.NO_TABLE)
        except LudothequeError as problem:
            self.end(problem)
        else:
            self.decide()

    def end(self, answer: Done | Exception) -> None:
        self.live.door.leave()
        self.answer(answer)


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, most: int = 100_000, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.thinkers = thinkers
        self.most = most
        self.now = now
        self.lives: dict[str, Live] = {}
        self.stopping = False
        self.recent: deque[Match] = deque(maxlen=RECENT)  # games that ended here
        self.analyses: dict[str, asyncio.Future[list[Decision]]] = {}  # by match
        self.rng = Random(secrets.randbits(64))
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        store.listen(self.heard, self.heard_here, lambda: self.spawn(self.poll()))

    # --- opening and finding ----------------------------------------------------------------------

    async def open(self, wish: requests.Open, texts: tuple[str, ...] = ()) -> Done:
        """A new table, perhaps one that goes on from steps of another game; the opener gets a token to begin, remove, close."""
        if self.stopping:
            raise Refused(No.STOPPING)
        if len(self.lives) >= self.most:
            raise Refused(No.FULL)
        try:
            game = find_game(wish.game, wish.players, **wish.options)
            game = game.with_facts(**wish.facts) if wish.facts else game
            game.replay(texts)
        except (LudothequeError, TypeError) as problem:
            raise Refused(No.NO_SUCH_GAME, problem=problem) from None
        seats = wish.seats or (events.Plan(),) * game.players
        if len(seats) != game.players:
            raise Refused(No.BAD_SEATS, players=game.players)
        for level in (wish.house.level, *(plan.level for plan in seats)):
            good_level(level)
        if not (0 <= wish.house.seconds <= LONGEST_CLOCK and 0 <= wish.house.away <= LONGEST_CLOCK):
            raise Refused(No.BAD_REQUEST, problem="seconds")
        token, at = new_token(), self.milliseconds()
        while True:
            kept = Kept(new_match(), new_code(), new_secret())
            opened = events.Opened(
                game=game.spec, version=game.ruleset.version, seats=seats, house=wish.house,
                commitment=commitment(kept.id, kept.secret), opener=hashed(token),
                texts=texts,
            )  # fmt: skip
            if await self.store.create(kept, Line(0, at, events.encode(opened))):
                break
        live = self.lives[kept.id] = Live(Match(kept.id, kept.code, kept.secret, opened, at), used=self.now(), looked=self.now())
        await answered(partial(self.begin_if_full, live))
        return Done(live.match.seq, live.match, {"opener": token})

    async def live(self, id: str, seen: int | None = None) -> Live:
        """The match of that id, from memory or from the store; at least as far as the asker has seen it."""
        live = self.lives.get(id)
        if "\0" in id:  # PostgreSQL has no such text
            raise Refused(No.NO_TABLE)
        if live is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._load(id))
                loading.add_done_callback(lambda _task: self._loading.pop(id, None))
            live = await asyncio.shield(loading)
        if seen is not None and seen > live.match.seq and self.store.shared:
            await self.look(live)  # they heard of it from another process
        self.attend(live)
        return live

    def attend(self, live: Live) -> None:
        """Somebody looks: bots that waited for it play on."""
        live.used = live.looked = self.now()
        if live.timer is None:
            self.drive(live)

    async def _load(self, id: str) -> Live:
        found = await self.store.load(id)
        if found is None:
            raise Refused(No.NO_TABLE)
        kept, lines = found
        live = Live(replayed(kept, lines), mine=not self.store.shared)
        self.lives[id] = live
        self.drive(live)
        self.begin_if_full(live, quietly)  # a server died between the last to sit down and the first draw
        return live

    async def by_code(self, code: str) -> Match:
        id = await self.store.by_code(code) if "\0" not in code else None
        if id is None:
            raise Refused(No.NO_TABLE)
        return (await self.live(id)).match

    # --- the door ---------------------------------------------------------------------------------

    async def act(self, id: str, who: Who, request: requests.Request) -> Done:
        """Does what is asked, or says why not. When this returns, it is stored."""
        return await answered(lambda answer: self.ask(id, who, request, answer))

    def ask(self, id: str, who: Who, request: requests.Request, answer: Answer) -> None:
        """The same for whoever doesn't wait: `answer` is called with what was done or with why not, perhaps at once."""
        live = self.lives.get(id)
        if live is None or (self.store.shared and getattr(request, "expected", 0) > live.match.seq):
            self.spawn(self._ask_later(id, who, request, answer))
        else:
            self._ask(live, who, request, answer)

    async def _ask_later(self, id: str, who: Who, request: requests.Request, answer: Answer) -> None:
        try:
            live = await self.live(id, getattr(request, "expected", None))
        except LudothequeError as problem:
            answer(problem)
        else:
            self._ask(live, who, request, answer)

    def _ask(self, live: Live, who: Who, request: requests.Request, answer: Answer) -> None:
        if isinstance(request, BRINGS_SOMEBODY):
            answer = partial(self._begin_then, live, answer)
        try:
            if self.stopping:
                raise Refused(No.STOPPING)
            key = f"{asked_by(live.match, who, request)}:{request.id}" if request.id else ""
        except Refused as refused:
            answer(refused)
            return

        def deciding() -> Decided | None:
            if key in live.match.done:
                return repeated(live.match, request, new_token)
            return decide(live.match, who, request, key, new_token)

        self.settle(live, deciding, answer, key)

    def _begin_then(self, live: Live, answer: Answer, done: Done | Exception) -> None:
        if isinstance(done, Done):
            self.begin_if_full(live, lambda began: answer(began if isinstance(began, Exception) else done))
        else:
            answer(done)

    def begin_if_full(self, live: Live, answer: Answer) -> None:
        match = live.match
        ready = not match.other_rules and not match.ended and all(seat.taken for seat in match.seats)
        if ready and match.position is None:
            self.settle(live, lambda: beginning(match) if match.position is None else None, answer)
        else:
            answer(Done(match.seq, match))

    def settle(self, live: Live, deciding: Callable[[], Decided | None], answer: Answer, key: str = "") -> None:
        """One at a time: decide, store, and only then let it happen and tell of it."""
        live.door.enter(Errand(self, live, deciding, answer, key).decide)

    def tell(self, live: Live, event: events.Event, at: int) -> None:
        live.frames.clear()
        if not live.listeners:
            live.told = None
        for listener in live.listeners[:]:
            try:
                listener.told(live, event, at)
            except Exception:  # a fault of ours at one screen; the others and the bots go on
                log.exception("somebody could not be told of an event")
        if live.match.over and live.match.changed == live.match.seq and not live.match.texts:
            self.recent.append(live.match)
        self.drive(live)

    # --- other processes --------------------------------------------------------------------------

    def heard(self, id: str, line: Line | None) -> None:
        """Another process wrote an event; with a gap, or none said, the store is asked."""
        live = self.lives.get(id)
        if live is None:
            return
        if line and line.seq == live.match.seq + 1 and not live.door.busy:
            self.take_in(live, line)
        elif line is None or line.seq > live.match.seq:
            self.spawn(self.look(live))

    def heard_here(self, process: str, id: str, seat: int, there: bool) -> None:
        live = self.lives.get(id)
        if live is None:
            return
        if there:
            live.elsewhere[process, seat] = self.now()
        else:
            live.elsewhere.pop((process, seat), None)
            live.left[seat] = self.now()
        if live.match.turn == seat:
            self.drive(live)
        self.tell_who_is_here(live)

    async def look(self, live: Live) -> None:
        async with live.door:
            await self.catch_up(live)

    async def catch_up(self, live: Live) -> None:
        for line in await self.store.since(live.match.id, live.match.seq):
            self.take_in(live, line)

    def take_in(self, live: Live, line: Line) -> None:
        event = events.decode(line.body)
        live.before, live.moments = live.match.position, None
        after = played(live.before.copy(), event) if live.before and isinstance(event, events.Moved) else None
        live.match.apply(event, line.at, after)
        live.mine = False
        self.tell(live, event, line.at)

    # --- bots and clocks --------------------------------------------------------------------------

    def drive(self, live: Live) -> None:
        """Sees to it that a bot thinks or a clock runs for whoever is to move."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        turn = live.match.turn
        if turn is None or live.match.other_rules or self.stopping or live.thinking == live.match.changed:
            return
        if live.match.seats[turn].player(live.match.house):
            if self.attended(live):
                self.after(live, still_showing(live, self.now()) + (0.0 if live.mine else OTHERS_DRIVE), "bot")
            return
        deadline = live.match.deadline()
        if deadline is not None:
            self.after(live, deadline / 1000 - self.now() + (0.0 if live.mine else OTHERS_DRIVE), "clock")
        elif live.match.house.away and not live.here(turn):
            left = max(live.left.get(turn, 0.0), live.match.since / 1000)
            self.after(live, left + live.match.house.away - self.now() + (0.0 if live.mine else OTHERS_DRIVE), "away")

    def attended(self, live: Live) -> bool:
        """Whether somebody sits at the table, looks on, or asked for it a moment ago."""
        return bool(live.listeners) or any(seat.token for seat in live.match.seats) or self.now() - live.looked < ATTENTION

    def after(self, live: Live, seconds: float, what: str) -> None:
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(max(0.0, seconds), lambda: self.spawn(self.play_for(live, what)))

    def seen(self, live: Live, listener: Listener, seq: int) -> None:
        """Somebody's page has shown all up to there."""
        listener.seen = max(listener.seen, min(seq, live.match.seq))
        if live.timer and live.match.turn is not None and live.match.seats[live.match.turn].player(live.match.house):
            self.drive(live)

    async def play_for(self, live: Live, what: str) -> None:
        """The house moves for a seat: its bot, one that stands in when the time is up, or for someone who is away."""
        match = live.match
        turn, changed = match.turn, match.changed
        if turn is None:
            return
        seat = match.seats[turn]
        if what == "away":
            if not live.here(turn) and not seat.player(match.house):
                self.settle(live, lambda: self.taken_over(live, turn, changed), quietly)
            return
        level = seat.player(match.house) or match.house.level
        deadline = match.deadline()
        patience = PATIENCE if deadline is None or what == "clock" else deadline / 1000 - self.now() - 0.2
        assert match.position is not None
        asked = question(match.position.view(turn), level, self.rng.getrandbits(32))
        live.thinking = changed
        try:
            chosen = await self.thinkers.choose(asked, patience)
        finally:
            if live.thinking == changed:
                live.thinking = -1
        if what == "bot" and not seat.player(match.house):
            self.drive(live)  # they came back meanwhile
        elif match.changed == changed and match.turn == turn:
            try:
                by = "clock" if what == "clock" else "bot"
                await self.act(match.id, Who(plays=turn, by=by), requests.Move(move=chosen, expected=changed))
            except Refused as refused:
                if refused.no is not No.NO_TABLE:
                    self.drive(live)  # someone came back or moved meanwhile
            except StoreFailed:
                self.after(live, TRY_AGAIN, what)

    def taken_over(self, live: Live, turn: int, changed: int) -> Decided | None:
        if live.match.changed != changed or live.match.seats[turn].player(live.match.house) or live.here(turn):
            return None
        return Decided(events.TakenOver(seat=turn))

    # --- the coach --------------------------------------------------------------------------------

    async def hint(self, live: Live, seat: int, language: str = "en", quick: bool = False) -> Hint:
        """What the coach would play, knowing what this seat knows; the same question gets the same hint.

        A quick one is there at once, and is worth less.
        """
        match = live.match
        if not match.house.hints:
            raise Refused(No.HINTS_OFF)
        if match.turn != seat or match.position is None:
            raise Refused(No.NOT_YOUR_TURN)
        view = match.position.view(seat)
        asked = question(view, "coach", Random(f"{match.id} {view.history}").getrandbits(32))
        try:
            return await (self.thinkers.quick_hint if quick else self.thinkers.hint)(asked, language)
        except (TimeoutError, BrokenExecutor):
            raise Refused(No.BUSY) from None

    async def analysis(self, live: Live) -> list[Decision]:
        """What the coach says of every decision of a game that is over; worked out once, and kept for a while."""
        match = live.match
        match.check_rules()
        if match.position is None or not match.over:
            raise Refused(No.NOT_OVER)
        work = self.analyses.pop(match.id, None)
        if work is None:
            if sum(not other.done() for other in self.analyses.values()) >= MOST_WAITING:
                raise Refused(No.BUSY)
            work = asyncio.ensure_future(self.thinkers.analyse(match.game, match.position.history))
        self.analyses[match.id] = work  # the last asked for comes last
        while len(self.analyses) > MOST_ANALYSES:
            del self.analyses[next(iter(self.analyses))]
        try:
            return await asyncio.shield(work)  # whoever asks may go away, and others wait for it too
        except Exception as problem:  # nothing to keep
            self.analyses.pop(match.id, None)
            raise (Refused(No.BUSY) if isinstance(problem, BrokenExecutor) else problem) from None

    # --- who looks --------------------------------------------------------------------------------

    def listen(self, live: Live, listener: Listener) -> None:
        live.listeners.append(listener)
        self.attend(live)
        self.presence(live, listener)
        if live.match.house.hints and not live.match.ended:
            self.thinkers.get_ready()
        if listener.seat is not None and live.match.seats[listener.seat].away:
            self.come_back(live, listener.seat)

    def come_back(self, live: Live, seat: int) -> None:
        """Whoever is there again plays again."""
        away = live.match.seats[seat]
        back = Decided(events.CameBack(seat=seat))
        self.settle(live, lambda: back if away.away and not live.match.ended else None, quietly)

    def unlisten(self, live: Live, listener: Listener) -> None:
        live.listeners.remove(listener)
        if listener.seat is not None and not live.here(listener.seat):
            live.left[listener.seat] = self.now()
        self.presence(live, listener)

    def presence(self, live: Live, listener: Listener) -> None:
        live.used = self.now()
        if listener.seat is not None and self.store.shared:
            there = any(other.seat == listener.seat for other in live.listeners)
            self.spawn(self.store.announce([(live.match.id, listener.seat, there)]))
        if listener.seat is not None and listener.seat == live.match.turn:
            self.drive(live)
        self.tell_who_is_here(live)

    def tell_who_is_here(self, live: Live) -> None:
        """Where that changed."""
        here = [live.here(seat) for seat in range(len(live.match.seats))]
        if here != live.present:
            live.present = here
            for listener in live.listeners:
                listener.here(live)

    # --- housekeeping -----------------------------------------------------------------------------

    async def wake(self) -> None:
        """After a start: matches that wait for a bot or a clock go on by themselves."""
        for id in await self.store.unfinished():
            try:
                await self.live(id)
            except LudothequeError:
                continue

    async def poll(self) -> None:
        """What was never heard: a slow look at the store; and a word about who is here."""
        newest = await self.store.newest([id for id, live in self.lives.items() if not live.match.ended])
        for id, seq in newest.items():
            live = self.lives.get(id)
            if live and seq > live.match.seq:
                await self.look(live)
        looking = [(id, listener.seat) for id, live in self.lives.items() for listener in live.listeners]
        await self.store.announce([(id, seat, True) for id, seat in looking if seat is not None])

    def sweep(self) -> None:
        """Matches nobody looks at and that wait for nothing leave the memory; the store has them."""
        for id, live in list(self.lives.items()):
            idle = not live.listeners and not live.door.busy and (live.timer is None or live.match.ended)
            waits = live.match.position is None and not live.match.ended
            if idle and self.now() - live.used > (WAITING if waits else IDLE):
                del self.lives[id]

    async def forget(self, days: float) -> None:
        for id in await self.store.forget(self.milliseconds() - int(days * 86_400_000)):
            live = self.lives.pop(id, None)
            if live and live.timer:
                live.timer.cancel()

    def milliseconds(self) -> int:
        return int(self.now() * 1000)

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Runs beside. When the store is away, a later look or move mends it."""

        async def working() -> None:
            try:
                await work
            except StoreFailed as problem:
                log.warning("%s", problem)

        task = asyncio.create_task(working())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Nothing new begins; what is being written is finished."""
        self.stopping = True
        for live in self.lives.values():
            if live.timer:
                live.timer.cancel()
        for work in self.analyses.values():
            work.cancel()
        for live in list(self.lives.values()):
            async with live.door:
                pass


def answered(asking: Callable[[Answer], None]) -> Awaitable[Done]:
    """Waits for the answer."""
    answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()

    def take(done: Done | Exception) -> None:
        if answer.done():
            return  # whoever asked has gone
        if isinstance(done, Exception):
            answer.set_exception(done)
        else:
            answer.set_result(done)

    asking(take)
    return answer


def quietly(done: Done | Exception) -> None:
    """The house asked: when the store is away, a later look or move mends it."""
    if isinstance(done, StoreFailed):
        log.warning("%s", done)
    elif isinstance(done, Exception):
        log.error("the house could not do what it wanted to", exc_info=done)


def replayed(kept: Kept, lines: Iterable[Line]) -> Match:
    first, *rest = lines
    opened = events.decode(first.body)
    assert isinstance(opened, events.Opened)
    match = Match(kept.id, kept.code, kept.secret, opened, first.at)
    for line in rest:
        match.apply(events.decode(line.body), line.at)
    return match
