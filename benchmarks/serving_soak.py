"""Half an hour of everything at once: does the server's memory stay flat, do its open files, is every answer right?

    python benchmarks/serving_soak.py [--minutes 30] [--pace 150] [--tables 48] [--seed …]

A real server on SQLite. About as many moves a second as `--pace` says, in games of all rulesets: by sockets, by
POST alone, against bots, with a clock; connections break and go on, people dawdle, go away, come back, ask to take
moves back, leave, resign, are removed and move their seat to another device; tables are closed, abandoned, and
never begun; onlookers come and go, and one of them sends frames that are no requests. Each table that ends is
replaced by another, its record is verified, looked at again later, and must be gone when its time has passed.

Tables are kept for 15 % of the run, and looked for more often than the hourly look of `ludotheque serve`, so that
as many are deleted as are opened from the second quarter on; nothing else about the server differs. Exits with 1 if
memory, files or database of the last quarter exceed those of the second, or if anything was wrong.
"""

import argparse
import asyncio
import hashlib
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # the servers and clients of the tests
sys.path.insert(0, str(Path(__file__).parent))

import psutil
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque import gamerecord
from ludotheque.errors import LudothequeError
from ludotheque.games import GAMES
from ludotheque.table.records import verify
from tests.web.crash.players import LOST, TRIES, House, Player, Table, Wrong
from tests.web.house import ROOT, WAIT, Server
from tests.web.mutation import mutants, valid_requests

PACKAGES = ("ludotheque", "starlette", "uvicorn", "uvloop", "websockets", "msgspec")
KEPT = "LUDOTHEQUE_SOAK_SECONDS"  # how long the server under test keeps a table
KEPT_SHARE = 0.15  # of the run
LOOKS = 6  # for old tables, in the time a table is kept
SAMPLE = 10.0  # seconds
IDLE = 0.1  # cores of a server without guests
LONGEST_GAME = 600.0  # seconds, from the last one to sit down
ENDED = ("over", "closed")
MAY_BE = ("undo_off", "closed", "resigned", "not_seated", "not_your_seat")  # somebody closed the table or took the seat
QUICK_BOTS = ("chip-trick-root", "chipik")  # whose casual bots think for milliseconds: there is one process for all
MIB = 2**20


# --- the server ---------------------------------------------------------------------------------------


class Hurried(Server):
    """`ludotheque serve` through `serve` below, with its log in a file, so that much of it stops nobody."""

    def __init__(self, folder: Path, kept: float) -> None:
        self.database = folder / "tables.db"
        super().__init__(self.database, module="benchmarks.serving_soak")
        self.path = folder / "log"
        self.kept = kept

    def start(self, **environment: str) -> Server:
        with self.path.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603  # our own
                self.command, stdout=subprocess.DEVNULL, stderr=log, cwd=ROOT,
                env={**os.environ, KEPT: str(self.kept), **environment},
            )  # fmt: skip
        self.wait_until_open()
        return self

    def end(self) -> str:
        assert self.process is not None
        self.process.wait(WAIT)
        return self.path.read_text("utf-8")

    def bytes_stored(self) -> int:
        return sum(path.stat().st_size for path in self.database.parent.glob("tables.db*"))


def serve() -> None:
    """The command as people use it; but tables are deleted after seconds, not days."""
    from ludotheque.command import main as command
    from ludotheque.web.app import Api

    kept = float(os.environ[KEPT])
    usual = Api.keep_house

    async def keep_house(api: Api) -> None:
        async def more_often() -> None:
            while True:
                await asyncio.sleep(kept / LOOKS)
                with suppress(LudothequeError):
                    await api.hall.forget(kept / 86_400)

        await asyncio.gather(usual(api), more_often())

    Api.keep_house = keep_house  # type: ignore[assignment, method-assign]
    command()


# --- the load -----------------------------------------------------------------------------------------


class Pace:
    """So many moves a second of all tables together; moves of bots count as well."""

    def __init__(self, rate: float) -> None:
        self.between = 1 / rate
        self.next = 0.0

    def spend(self) -> float:
        """When the next one may move."""
        now = time.monotonic()
        at = max(self.next, now)
        self.next = at + self.between
        return at - now

    async def turn(self) -> None:
        await asyncio.sleep(self.spend())


class Gone(Exception):
    """Whoever sat here has left, or the seat is somebody else's."""


@dataclass
class Plan:
    """What a table is for."""

    game: str
    players: int
    bots: int
    bots_come: str  # with the table, when the opener asks one to sit down, or when the opener begins
    post_only: bool
    fate: str  # to the end, closed, abandoned, never begun; or somebody is removed
    house: dict[str, Any]

    @property
    def people(self) -> int:
        return self.players - self.bots

    def wish(self) -> dict[str, Any]:
        wish: dict[str, Any] = {"game": self.game, "players": self.players, "house": self.house}
        if self.bots and self.bots_come == "with the table":
            bot = {"kind": "bot", "level": self.house["level"]}
            wish["seats"] = [{"kind": "open"}] * self.people + [bot] * self.bots
        return wish


def some_plan(rng: Random, kept: float) -> Plan:
    game = rng.choice(list(GAMES))
    players = rng.choice(GAMES[game].players[:4])
    bots = rng.randrange(1, players) if rng.random() < 0.3 else 0
    fate = rng.choices(["to the end", "closed", "abandoned", "never begun", "removed"], [60, 8, 12, 12, 8])[0]
    seconds = rng.choice([2, 3]) if rng.random() < 0.2 else 0
    if fate == "abandoned" and rng.random() < 0.3:
        seconds = int(2 * kept)  # a clock that runs longer than the table is kept
    return Plan(
        game, players, bots, rng.choice(["with the table", "when asked", "at the beginning"]), rng.random() < 0.12, fate,
        {
            "undo": rng.choice(["own", "consent", "consent", "none"]),
            "hints": rng.random() < 0.5,
            "help": rng.choice(["now", "memory"]),
            "seconds_per_move": seconds,
            "watch": "nobody" if rng.random() < 0.1 else "anyone",
            "seconds_away": rng.choice([0, 1, 3]),
            "level": "casual" if game in QUICK_BOTS and rng.random() < 0.5 else "random",
        },
    )  # fmt: skip


@dataclass
class Past:
    """A table that has ended, or that everybody left."""

    match: str
    at: float
    ended: bool
    record: str = ""  # its hash, if the game was over


@dataclass
class Soak(House):
    pace: Pace = field(kw_only=True)
    kept: float = field(kw_only=True)
    playing: dict[str, Table] = field(default_factory=dict)
    past: deque[Past] = field(default_factory=deque)
    guests: set[asyncio.Task[None]] = field(default_factory=set)
    verified: int = 0

    def some_table(self) -> Table | None:
        return self.rng.choice(list(self.playing.values())) if self.playing else None

    async def always(self, work: Any, pause: float = 0.0) -> None:
        """One after the other; what goes wrong is written down and does not end the run."""
        while True:
            try:
                await work()
            except (Wrong, LudothequeError, *LOST, KeyError, ValueError, TypeError) as problem:
                self.wrong.append(f"{work.__name__}: {type(problem).__name__} {problem}")
                await asyncio.sleep(1)
            await asyncio.sleep(pause * self.rng.uniform(0.5, 1.5))

    # --- a table from the opening to the end ------------------------------------------------------

    async def one_table(self) -> None:
        plan = some_plan(self.rng, self.kept)
        opened = await self.post(0, "/api/v1/matches", plan.wish())
        if opened.status_code != 201:
            raise Wrong(opened.text)
        told = opened.json()
        table = Table(told["match"], plan.game)
        opener = Opener(self, table, opened.headers["set-cookie"].partition(";")[0])
        self.counts["tables"] += 1
        await opener.find(told["code"])
        table.players = [Guest(self, table, plan, seat, Random(self.rng.getrandbits(64))) for seat in range(plan.people)]
        if plan.fate == "never begun":
            await self.never_begin(table)
            return
        for guest in table.players:
            await guest.sit()
        await opener.bring_bots(plan)
        self.playing[table.match] = table
        try:
            await self.play_out(table, plan, opener)
        finally:
            del self.playing[table.match]

    async def never_begin(self, table: Table) -> None:
        """Some sit down, one leaves again, and everybody forgets about it."""
        sitting = table.players[:-1]
        for guest in sitting:
            await guest.sit()
        if sitting:
            await self.post(0, f"{sitting[0].path}/leave", {}, sitting[0].cookie)
        self.past.append(Past(table.match, time.monotonic(), ended=False))

    async def play_out(self, table: Table, plan: Plan, opener: "Opener") -> None:
        tasks = [asyncio.create_task(guest.play()) for guest in table.players]
        self.guests |= set(tasks)
        try:
            if plan.fate != "to the end":
                await asyncio.wait(tasks, timeout=self.rng.uniform(2, 30))
            if plan.fate == "abandoned":
                self.counts["abandoned"] += 1
                self.past.append(Past(table.match, time.monotonic(), ended=False))
                return
            if plan.fate == "closed":
                await opener.do("close", {}, "closed", "over")
            elif plan.fate == "removed":
                await opener.do("remove", {"at": self.rng.randrange(plan.people)}, "over", "not_seated")
            async with asyncio.timeout(LONGEST_GAME):
                await asyncio.gather(*tasks)
        except TimeoutError:
            raise Wrong(f"{table.match} ({plan}) does not end") from None
        finally:
            await end(tasks)
            self.guests -= set(tasks)
        await self.ended(table, plan, opener)

    async def ended(self, table: Table, plan: Plan, opener: "Opener") -> None:
        """Everyone saw the same end, and the record holds."""
        told = await opener.wait_for_the_end()
        path = f"/api/v1/matches/{table.match}/record"
        answer = await self.look(0, path, opener.cookie)
        if told["stage"] == "closed":
            if "result" not in told and (answer.status_code, answer.json().get("code")) != (409, "not_over"):
                raise Wrong(f"{table.match}: the record of a table closed too early: {answer.text}")
            self.counts["closed"] += 1
            self.past.append(Past(table.match, time.monotonic(), ended=True))
            return
        for guest in table.players:
            if guest.state.get("stage") == "over" and guest.state["result"] != told["result"]:
                self.wrong.append(f"{table.match}: seat {guest.seat} saw another end: {guest.state['result']}")
        if answer.status_code != 200:
            raise Wrong(answer.text)
        record = gamerecord.read(answer.text)
        verify(record)
        if record.position.scores() != told["result"]["scores"]:
            self.wrong.append(f"{table.match}: the record has other scores")
        self.verified += 1
        self.counts["games"] += 1
        self.counts[f"games of {plan.game}"] += 1
        self.past.append(Past(table.match, time.monotonic(), ended=True, record=hashed(answer.text)))

    # --- the others -------------------------------------------------------------------------------

    async def one_onlooker(self) -> None:
        if table := self.some_table():
            onlooker = Onlooker(self, table)
            self.counts["onlookers"] += 1
            with suppress(TimeoutError):  # has seen enough
                async with asyncio.timeout(self.rng.uniform(1, 20)):
                    await onlooker.play()

    async def one_attacker(self) -> None:
        """Every frame is refused or ends the connection: an onlooker may do nothing."""
        table = self.some_table()
        if not table:
            return
        valid = [wish for number in range(3) for wish in valid_requests(["play 1", "take 4"], 5, number)]
        sending = mutants(valid, self.rng)
        with suppress(InvalidStatus, ConnectionClosed, ConnectionResetError):
            async with Onlooker(self, table).connection() as socket:
                for _ in range(30):
                    mutant = next(sending)
                    self.counts["mutated frames"] += 1
                    await socket.send(mutant.data.decode("utf-8", "surrogateescape") if text(mutant) else mutant.data)
                    while (said := json.loads(await asyncio.wait_for(socket.recv(), WAIT)))["t"] != "no":
                        if said["t"] not in ("event", "table"):
                            raise Wrong(f"{mutant} was answered {said}")
                    await asyncio.sleep(0.1)

    async def one_visit(self) -> None:
        """An old table is as it was, read from the store again; an older one is gone."""
        if not self.past:
            return
        past = self.past.popleft()
        path = f"/api/v1/matches/{past.match}"
        age = time.monotonic() - past.at
        answer = await self.look(0, path)
        if age > self.kept * (1 + 1 / LOOKS) + 15:
            if answer.status_code == 404:
                self.counts["deleted tables"] += 1
                return
            if past.ended:
                raise Wrong(f"{past.match} was there {age:.0f} s after its end")
        elif answer.status_code == 404 and past.ended and age < self.kept - 5:
            raise Wrong(f"{past.match} is gone after {age:.0f} s")
        elif past.record:
            again = await self.look(0, f"{path}/record")
            if again.status_code == 200 and hashed(again.text) != past.record:
                raise Wrong(f"{past.match} has another record than before")
            self.counts["records again"] += 1
        self.past.append(past)

    async def one_check(self) -> None:
        for path in ("/api/health", "/api/v1/games?lang=fr", "/api/openapi.json"):
            answer = await self.look(0, path)
            if answer.status_code != 200:
                raise Wrong(answer.text)
        for path, status in (("/api/v1/codes/NOBODY", 404), ("/nothing/here", 404), ("/api/v1/matches/none/socket", 404)):
            if (await self.look(0, path)).status_code != status:
                raise Wrong(path)
        for body in (b"{", b"[]", b'{"game":"none"}', b'{"game":"calcory","players":99}'):
            answer = await self.http.post(f"{self.urls[0]}/api/v1/matches", content=body)
            if answer.status_code != 400:
                raise Wrong(answer.text)


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancels until all have ended: `asyncio.wait_for` of Python 3.11 loses a cancellation that comes with the answer."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=1)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # has been told, or the run is over


def text(mutant: Any) -> bool:
    """The library that plays the client sends no text that is none; the hostile tests do."""
    with suppress(UnicodeDecodeError):
        mutant.data.decode()
        return bool(mutant.text)
    return False


def hashed(record: str) -> str:
    return hashlib.sha256(record.encode()).hexdigest()


@dataclass
class Opener:
    """Whoever opened the table and sits elsewhere."""

    house: Soak
    table: Table
    cookie: str

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.table.match}"

    async def find(self, code: str) -> None:
        answer = await self.house.look(0, f"/api/v1/codes/{code[:3].lower()}-{code[3:]}")
        if answer.json().get("match") != self.table.match:
            raise Wrong(f"the code {code} leads to {answer.text}")

    async def do(self, action: str, wish: dict[str, Any], *may_be: str) -> None:
        answer = await self.house.post(0, f"{self.path}/{action}", {"id": secrets.token_hex(8), **wish}, self.cookie)
        if answer.status_code != 200 and answer.json()["code"] not in may_be:
            raise Wrong(f"{action} {wish}: {answer.text}")
        self.house.counts[action] += answer.status_code == 200

    async def bring_bots(self, plan: Plan) -> None:
        if plan.bots and plan.bots_come == "when asked":
            for seat in range(plan.people, plan.players):
                await self.do("seatbot", {"at": seat, "level": plan.house["level"]})
        elif plan.bots and plan.bots_come == "at the beginning":
            await self.do("begin", {})

    async def wait_for_the_end(self) -> dict[str, Any]:
        """Bots finish what people left."""
        for _ in range(120):
            told: dict[str, Any] = (await self.house.look(0, self.path, self.cookie)).json()
            if told["stage"] in ENDED:
                return told
            await asyncio.sleep(1)
        raise Wrong(f"{self.table.match} is not finished by its bots: seats {told['seats']}, to move {told['actor']}")


class Guest(Player):
    """Plays at random, and now and then does what people do."""

    house: Soak

    def __init__(self, house: Soak, table: Table, plan: Plan, seat: int, rng: Random) -> None:
        super().__init__(house, table, seat, 0, rng)
        self.plan = plan
        self.resigned = False
        self.dawdles = -1  # at this seq
        self.away = 0.0  # seconds until the next connection

    async def play(self) -> None:
        with suppress(Gone):
            await (self.play_by_post() if self.plan.post_only else self.play_by_socket())

    async def play_by_socket(self) -> None:
        failed = 0
        while self.state.get("stage") not in ENDED:
            try:
                async with self.connection() as socket:
                    failed = 0
                    await self.follow(socket)
            except InvalidStatus as refused:
                if refused.response.status_code == 403 and self.plan.house["watch"] == "nobody":
                    raise Gone from None
                raise Wrong(f"{self.table.match}: seat {self.seat} is not let in: {refused}") from None
            except LOST:
                self.house.counts["reconnected"] += 1
                failed += 1
                if failed == TRIES:
                    raise Wrong(f"nobody lets seat {self.seat} in") from None
                await asyncio.sleep(self.away or 0.05 * failed)
                self.away = 0.0

    async def play_by_post(self) -> None:
        while self.state.get("stage") not in ENDED:
            since = f"?since={self.state['seq']}" if self.state else ""
            answer = await self.house.look(0, self.path + since, self.cookie)
            if answer.status_code == 403 and self.plan.house["watch"] == "nobody":
                raise Gone
            if answer.status_code != 200:
                raise Wrong(answer.text)
            self.sync(answer.json())
            if self.may_answer() or self.may_move():
                await self.ask(None)  # type: ignore[arg-type]
            else:
                await asyncio.sleep(self.rng.uniform(0.2, 0.6))

    def may_move(self) -> bool:
        if self.resigned or not super().may_move():
            return False
        if 0 < self.plan.house["seconds_per_move"] < 10 and self.rng.random() < 0.03:
            self.dawdles = self.state["seq"]
            self.house.counts["dawdled"] += 1
        return bool(self.dawdles != self.state["seq"])

    async def ask(self, socket: ClientConnection) -> None:
        await self.house.pace.turn()
        chance = self.rng.random()
        if chance < 0.001:
            await self.act("leave")
            raise Gone
        if chance < 0.002:
            await self.act("resign")
            self.resigned = True
        elif chance < 0.006:
            await self.move_seat()
        elif chance < 0.010 and socket:
            self.house.counts["went away"] += 1
            self.away = self.rng.uniform(1, 6)
            socket.transport.abort()
            raise ConnectionResetError
        elif chance < 0.03 and self.plan.house["hints"]:
            await self.hint()
        else:
            await super().ask(socket)

    async def send(self, socket: ClientConnection) -> None:
        await (super().send(socket) if socket else self.by_post())

    async def act(self, action: str) -> dict[str, Any]:
        answer = await self.house.post(0, f"{self.path}/{action}", {"id": secrets.token_hex(8)}, self.cookie)
        said: dict[str, Any] = answer.json()
        if answer.status_code != 200:
            if said["code"] not in (*MAY_BE, "over"):
                raise Wrong(f"{self.table.match}: {action}: {answer.text}")
            raise Gone
        self.house.counts[action] += 1
        return said

    async def move_seat(self) -> None:
        """To another device; the old one is shown the door."""
        link = (await self.act("link"))["link"]
        wish = {"link": link, "id": secrets.token_hex(16)}
        answer = await self.house.post(0, f"{self.path}/follow", wish)
        if answer.status_code != 200:
            if answer.json()["code"] not in (*MAY_BE, "bad_link", "over"):
                raise Wrong(f"{self.table.match}: follow: {answer.text}")
            raise Gone
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        self.house.counts["seats moved"] += 1
        if not self.plan.post_only:
            raise ConnectionResetError

    async def hint(self) -> None:
        answer = await self.house.look(0, f"{self.path}/hint", self.cookie)
        said = answer.json()
        if answer.status_code != 200:
            if said["code"] not in (*MAY_BE, "not_your_turn", "over"):
                raise Wrong(f"{self.table.match}: hint: {answer.text}")
            return
        self.house.counts["hints"] += 1
        if (
            self.plan.house["undo"] == "none"
            and not self.plan.house["seconds_per_move"]
            and said["move"] not in self.state["moves"]
        ):
            self.house.wrong.append(f"{self.table.match}: the hint is {said['move']}, of {self.state['moves']}")

    def acknowledged(self, id: str, seq: int) -> None:
        if self.plan.post_only and self.asked and self.asked.id == id and self.asked.do == "move":
            self.house.counts["moves"] += 1
            self.house.counts["moves by POST alone"] += 1
        super().acknowledged(id, seq)

    def refused(self, id: str, code: str) -> None:
        if code in MAY_BE and self.asked and self.asked.id == id:
            self.asked = None
            self.house.counts[f"refused: {code}"] += 1
        else:
            super().refused(id, code)

    def sync(self, frame: dict[str, Any]) -> None:
        if frame["you"] != self.seat:
            raise Gone
        super().sync(frame)

    def happened(self, frame: dict[str, Any]) -> None:
        if frame["is"] == "moved" and frame["seq"] not in self.table.told:
            self.house.counts["moves"] += 1
            if frame["by"] != "person":
                self.house.counts[f"moves by {frame['by']}"] += 1
                self.house.pace.spend()
        elif frame["is"] in ("tookback", "takenover", "cameback") and frame["seq"] not in self.table.told:
            self.house.counts[frame["is"]] += 1
        super().happened(frame)


class Onlooker(Player):
    """Believes what it is told as players do, and asks for nothing."""

    def __init__(self, house: Soak, table: Table) -> None:
        super().__init__(house, table, -9, 0, Random(house.rng.getrandbits(64)))  # a seat nobody has: never its turn

    async def play(self) -> None:
        with suppress(*LOST):  # also where nobody may watch
            async with self.connection() as socket:
                await self.follow(socket)


# --- what is measured ---------------------------------------------------------------------------------


FIGURES = ("rss", "files", "files_beside_sockets", "threads", "children", "children_rss", "database", "matches", "sockets")


async def sample(soak: Soak, server: Hurried, process: psutil.Process) -> dict[str, Any]:
    metrics = (await soak.look(0, "/api/metrics")).text
    children = process.children(recursive=True)
    with process.oneshot():
        found = {"rss": process.memory_info().rss, "files": process.num_fds(), "threads": process.num_threads()}
    gauges = {name: int(gauge(metrics, name)) for name in ("matches", "sockets")}
    return {
        **found, **gauges,
        "files_beside_sockets": found["files"] - gauges["sockets"],
        "children": len(children), "children_rss": sum(child.memory_info().rss for child in children),
        "database": server.bytes_stored(), "moves": soak.counts["moves"], "tables": soak.counts["tables"],
        "cpu": cpu(process), "wrong": len(soak.wrong),
        "server_errors": sum(int(float(n)) for n in re.findall(r'^\S*status="5\d\d"\S* (\S+)$', metrics, re.MULTILINE)),
        "not_stored": sum(int(float(n)) for n in re.findall(r'^\S*code="not_stored"\S* (\S+)$', metrics, re.MULTILINE)),
    }  # fmt: skip


def cpu(process: psutil.Process) -> float:
    """Seconds, with those of the bots."""
    return float(sum(sum(one.cpu_times()[:2]) for one in (process, *process.children(recursive=True))))


async def cores_at_rest(process: psutil.Process) -> float:
    """When the bots have finished what was left to them: the least of some while."""
    least = float("inf")
    for _ in range(12):
        before = cpu(process)
        await asyncio.sleep(5)
        least = min(least, (cpu(process) - before) / 5)
        if least < IDLE:
            break
    return least


def gauge(metrics: str, name: str) -> float:
    found = re.search(rf"^ludotheque_{name} (\S+)$", metrics, re.MULTILINE)
    return float(found[1]) if found else 0.0


def by_quarter(samples: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """Medians; moves and processor time as they grew."""
    quarters = []
    for number in range(4):
        some = [one for one in samples if number * seconds / 4 < one["at"] <= (number + 1) * seconds / 4 + 1] or samples[-1:]
        span = max(1e-9, some[-1]["at"] - some[0]["at"])
        quarters.append(
            {name: statistics.median(one[name] for one in some) for name in FIGURES}
            | {
                "moves_per_second": (some[-1]["moves"] - some[0]["moves"]) / span,
                "server_cores": (some[-1]["cpu"] - some[0]["cpu"]) / span,
                "tables_opened": some[-1]["tables"] - some[0]["tables"],
            }
        )
    return quarters


def verdict(quarters: list[dict[str, Any]], rest: dict[str, Any], soak: Soak, log: str) -> list[tuple[bool, str]]:
    second, last = quarters[1], quarters[3]

    def flat(name: str, share: float, slack: float, unit: float = 1, called: str = "") -> tuple[bool, str]:
        most = second[name] * (1 + share) + slack
        says = f"{called or name}: {second[name] / unit:,.1f}, then {last[name] / unit:,.1f}, at most {most / unit:,.1f}"
        return last[name] <= most, says

    tracebacks, counts = log.count("Traceback"), soak.counts
    files, errors = (rest["files"], rest["files_at_first"]), (rest["server_errors"], rest["not_stored"])
    return [
        flat("rss", 0.05, 4 * MIB, MIB, "memory, MiB"),
        flat("children_rss", 0.05, 4 * MIB, MIB, "memory of the bots' process, MiB"),
        flat("files_beside_sockets", 0.0, 10, called="open files beside sockets"),
        flat("threads", 0.0, 4),
        flat("children", 0.0, 0, called="child processes"),
        flat("matches", 0.10, 20, called="matches in memory"),
        flat("database", 0.10, 2 * MIB, MIB, "database, MiB"),
        (rest["sockets"] == 0, f"sockets when all have gone: {rest['sockets']}"),
        (files[0] <= files[1] + 16, f"open files when all have gone: {files[0]}, at first {files[1]}"),
        (rest["cores"] < IDLE, f"cores in use when all have gone: {rest['cores']:.2f}, at most {IDLE}"),
        (errors == (0, 0), f"server errors: {errors[0]}, moves not stored: {errors[1]}"),
        (tracebacks == 0, f"tracebacks in the log: {tracebacks}"),
        (0 < counts["games"] == soak.verified, f"records verified: {soak.verified} of {counts['games']} games"),
        (counts["deleted tables"] > 0, f"tables found deleted in time: {counts['deleted tables']}"),
        (not soak.wrong, f"contradictions found by clients: {len(soak.wrong)}"),
    ]


COLUMNS = {
    "moves/s": ("moves_per_second", 1, 0),
    "cores": ("server_cores", 1, 2),
    "tables opened": ("tables_opened", 1, 0),
    "in memory": ("matches", 1, 0),
    "sockets": ("sockets", 1, 0),
    "MiB": ("rss", MIB, 1),
    "bots MiB": ("children_rss", MIB, 1),
    "files": ("files", 1, 0),
    "beside sockets": ("files_beside_sockets", 1, 0),
    "threads": ("threads", 1, 0),
    "children": ("children", 1, 0),
    "database MiB": ("database", MIB, 1),
}


def quarter_table(quarters: list[dict[str, Any]], minutes: float) -> Grid:
    grid = Grid("minutes", title="The server by quarter of the run (medians)")
    for heading in COLUMNS:
        grid.add_column(heading, justify="right")
    for number, quarter in enumerate(quarters):
        figures = [f"{quarter[name] / unit:,.{digits}f}" for name, unit, digits in COLUMNS.values()]
        grid.add_row(f"{number * minutes / 4:g} to {(number + 1) * minutes / 4:g}", *figures)
    return grid


# --- the run ------------------------------------------------------------------------------------------


def wake_bots(server: Hurried) -> None:
    """The processes in which bots think start with the first of them, and stay: they are no growth."""
    table = server.open_table(QUICK_BOTS[1], 3, seats=[{"kind": "bot", "level": "casual"}] * 3)
    while table.look()["stage"] != "over":
        time.sleep(0.1)


async def run(
    server: Hurried, soak: Soak, tables: int, seconds: float, console: Console
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    assert server.process
    process = psutil.Process(server.process.pid)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[figures]}"))
    samples: list[dict[str, Any]] = []
    async with soak:
        first = await sample(soak, server, process)
        load = [asyncio.create_task(soak.always(soak.one_table)) for _ in range(tables)]
        load += [asyncio.create_task(soak.always(soak.one_onlooker, 1)) for _ in range(8)]
        load += [asyncio.create_task(soak.always(work, pause)) for work, pause in (
            (soak.one_attacker, 1), (soak.one_visit, 0.2), (soak.one_visit, 0.2), (soak.one_check, 5),
        )]  # fmt: skip
        began = time.monotonic()
        every = min(SAMPLE, seconds / 40)
        with Progress(*columns, console=console) as bar:
            task = bar.add_task("soaking", total=seconds, figures="")
            while (passed := time.monotonic() - began) < seconds and server.process.poll() is None:
                await asyncio.sleep(min(every, seconds - passed))
                samples.append({"at": round(time.monotonic() - began, 1), **await sample(soak, server, process)})
                now = samples[-1]
                bar.update(task, completed=now["at"], figures=figures(now))
                if broken := [task for task in load if task.done()]:
                    broken[0].result()
        await end(load)
        await end(list(soak.guests))  # of tables that were being ended themselves
    cores = await cores_at_rest(process)
    async with soak:  # a new client: the other's connections are closed
        rest = {**await sample(soak, server, process), "files_at_first": first["files"], "cores": cores}
    return samples, rest


def figures(now: dict[str, Any]) -> str:
    rate = now["moves"] / now["at"]
    return f"{rate:.0f} moves/s, {now['rss'] / MIB:.0f} MiB, {now['files']} files, {now['matches']} matches, {now['wrong']} wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pace", type=float, default=150.0, help="moves a second, in all")
    parser.add_argument("--tables", type=int, default=48, help="open at a time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    wish = parser.parse_args()
    console = Console(width=150)
    console.print(f"seed {wish.seed}")
    seconds = 60 * wish.minutes
    kept = KEPT_SHARE * seconds
    with tempfile.TemporaryDirectory() as folder:
        server = Hurried(Path(folder), kept)
        soak = Soak([server.url], Random(wish.seed), cuts=0.002, pace=Pace(wish.pace), kept=kept)
        with server:
            wake_bots(server)
            samples, rest = asyncio.run(run(server, soak, wish.tables, seconds, console))
        log = server.end()
    quarters = by_quarter(samples, seconds)
    found = verdict(quarters, rest, soak, log)
    console.print(quarter_table(quarters, wish.minutes))
    for well, says in found:
        console.print(("[green]yes[/] " if well else "[red]NO[/]  ") + says, highlight=False)
    content = {
        "minutes": wish.minutes, "pace": wish.pace, "tables": wish.tables, "seed": wish.seed, "seconds_kept": kept,
        "how": __doc__.split("\n\n")[2].replace("\n", " "), "well": all(well for well, _ in found),
        "verdict": [{"well": well, "says": says} for well, says in found], "quarters": quarters,
        "counts": dict(sorted(soak.counts.items())), "wrong": soak.wrong[:50], "at_rest": rest, "samples": samples,
    }  # fmt: skip
    console.print(content["counts"])
    console.print(f"written to {shown(write_result('serving-soak', PACKAGES, content))}")
    for problem in soak.wrong[:30]:
        console.print(problem, markup=False, highlight=False)
    if "Traceback" in log or log.count("\n") > 100:
        console.print(log[-6000:], markup=False, highlight=False)
    sys.exit(0 if content["well"] else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve()
    else:
        main()
