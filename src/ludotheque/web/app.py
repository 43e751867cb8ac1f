"""The API: tables over HTTP and WebSocket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import ceil
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludotheque.bots import LEVELS
from ludotheque.errors import LudothequeError
from ludotheque.games import GAMES
from ludotheque.i18n import preferred, speaking, translated
from ludotheque.table import requests
from ludotheque.table.deciding import Who, came_late, looks_from
from ludotheque.table.hall import POLL, Hall, Live
from ludotheque.table.keys import hashed, typed_code
from ludotheque.table.records import record_of
from ludotheque.table.refusal import No, Refused
from ludotheque.table.stores import StoreFailed, open_store
from ludotheque.table.thinking import Thinkers
from ludotheque.web import frames, staging
from ludotheque.web.answers import body_of, json_answer, number
from ludotheque.web.buckets import Buckets
from ludotheque.web.connection import PROTOCOL, Connection
from ludotheque.web.cookies import who, with_cookies
from ludotheque.web.guards import App, Guards
from ludotheque.web.library import Library, language_asked
from ludotheque.web.memory import give_back_memory
from ludotheque.web.metrics import Metrics
from ludotheque.web.openapi import document
from ludotheque.web.pages import Pages
from ludotheque.web.tickets import Tickets

API = "/api/v1"


@dataclass(frozen=True)
class Settings:
    database: str
    days: float = 30.0  # after which a table where nothing happens is cleared away
    thinkers: int = 1  # processes that bots think in
    origins: frozenset[str] = frozenset()
    seat_rate: float = 10.0  # requests a second of one seat; 0: as many as they like
    address_rate: float = 100.0  # of one address: a whole class may share it
    most_tables: int = 100_000
    address: str = ""  # where people find the house, if that is not where a request comes to


class Api:
    """What the endpoints need; the hall is there while the server runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.hall: Hall
        self.tickets = Tickets()
        self.paces = Buckets(settings.seat_rate, 3 * settings.seat_rate)

    # --- the life of the server -------------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with open_store(self.settings.database) as store:
            thinkers = Thinkers(self.settings.thinkers)
            self.hall = Hall(store, thinkers, self.settings.most_tables)
            background = [asyncio.create_task(work()) for work in (self.hall.wake, self.keep_house, self.keep_looking)]
            try:
                yield
            finally:
                for task in background:
                    task.cancel()
                await self.hall.stop()
                await thinkers.stop()

    async def keep_house(self) -> None:
        while True:
            with suppress(LudothequeError):
                await self.hall.forget(self.settings.days)
            for _ in range(60):
                await asyncio.sleep(60)
                self.hall.sweep()
                self.paces.forget()
                give_back_memory()

    async def keep_looking(self) -> None:
        while self.hall.store.shared:
            await asyncio.sleep(POLL)
            with suppress(LudothequeError):
                await self.hall.poll()

    # --- tables -----------------------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        wish = await body_of(request, requests.Open)
        done = await self.hall.open(wish)
        answer = json_answer(frames.table(await self.hall.live(done.match.id), None), 201)
        return with_cookies(request, answer, done)

    async def look(self, request: Request) -> Response:
        since = number(request.query_params.get("since"))
        live = await self.hall.live(request.path_params["match"], since)
        asker = who(request.cookies)
        seat = looks_from(live.match, asker, request.query_params.get("seat"))
        told = frames.table(live, seat, since) | {"held": live.match.seats_of(asker.tokens)}
        return json_answer(frames.unnamed(told) if came_late(live.match, asker) else told)

    async def act(self, request: Request) -> Response:
        """Any action as a plain POST; the answer is the table as the asker sees it then."""
        wish = await body_of(request, requests.ACTIONS[request.url.path.rpartition("/")[2]])
        asker = who(request.cookies)
        live = await self.hall.live(request.path_params["match"])
        seat = self.seat_of(live, asker, wish)
        self.check_pace(live, seat, request)
        done = await self.hall.act(live.match.id, asker, wish)
        seat = int(done.gives["seat"]) if "seat" in done.gives else seat
        told: dict[str, Any] = {"done": {"id": wish.id, "seq": done.seq, "again": done.again}}
        with suppress(Refused):  # where nobody may watch, a stranger who repeats somebody's request sees nothing
            if seat is None:
                looks_from(live.match, asker, "onlooker")
            table = frames.table(live, seat)
            told |= frames.unnamed(table) if came_late(live.match, asker) else table
        if "link" in done.gives:
            told["link"] = done.gives["link"]
        if "token" in done.gives:
            told["ticket"] = self.tickets.issue(live.match.id, hashed(done.gives["token"]))
        return with_cookies(request, json_answer(told), done)

    def seat_of(self, live: Live, asker: Who, wish: requests.Request) -> int | None:
        held = live.match.seats_of(asker.tokens)
        return wish.seat if wish.seat in held else held[0] if len(held) == 1 else None

    def check_pace(self, live: Live, seat: int | None, request: HTTPConnection) -> None:
        wait = self.pace(live, seat, request)
        if wait:
            raise Refused(No.TOO_FAST, seconds=ceil(wait))

    def pace(self, live: Live, seat: int | None, request: HTTPConnection) -> float:
        """How long to wait: a seat has one bucket, however many connections; onlookers have one an address."""
        return self.paces.wait((live.match.id, seat if seat is not None else request.client and request.client.host))

    async def hint(self, request: Request) -> Response:
        live = await self.hall.live(request.path_params["match"])
        asker = who(request.cookies)
        seat = looks_from(live.match, asker, request.query_params.get("seat"))
        if seat is None:
            raise Refused(No.NOT_SEATED)
        self.check_pace(live, seat, request)
        quick = request.query_params.get("quick") == "true"
        return json_answer(await self.hall.hint(live, seat, language_asked(request), quick))

    async def events(self, request: Request) -> Response:
        """What happened, told to the asker's seat; a long game is played again for it, which is no work for the event loop."""
        since = number(request.query_params.get("since")) or 0
        live = await self.hall.live(request.path_params["match"])
        match = live.match
        asker = who(request.cookies)
        seat = looks_from(match, asker, request.query_params.get("seat"))
        self.check_pace(live, seat, request)
        if match.position is None:
            return json_answer({"since": 0, "steps": 0, "events": []})
        with speaking(language_asked(request)):
            names = staging.numbered(match) if came_late(match, asker) else staging.names(match, seat)
            told = await asyncio.to_thread(frames.events_since, match, match.position.copy(), seat, since, names)
        return json_answer(told)

    async def record(self, request: Request) -> Response:
        """The game as a file, once it is over; `ludotheque verify` checks its draws."""
        live = await self.hall.live(request.path_params["match"])
        asker = who(request.cookies)
        looks_from(live.match, asker, request.query_params.get("seat"))
        return Response(record_of(live.match, named=not came_late(live.match, asker)), media_type="text/plain; charset=utf-8")

    async def by_code(self, request: Request) -> Response:
        match = await self.hall.by_code(typed_code(request.path_params["code"]))
        return json_answer({"match": match.id})

    # --- the house --------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        with speaking(preferred(request.query_params.get("lang"))):
            return json_answer({"games": [box(id) for id in GAMES], "bots": list(LEVELS)})

    async def health(self, request: Request) -> Response:
        try:
            well = await self.hall.store.alive()
        except (LudothequeError, OSError):
            well = False
        return json_answer({"ok": well}, 200 if well else 503)

    async def measures(self, request: Request) -> Response:
        listeners = sum(len(live.listeners) for live in self.hall.lives.values())
        text = self.metrics.text(matches=len(self.hall.lives), sockets=listeners)
        return Response(text, media_type="text/plain; version=0.0.4")

    async def openapi(self, request: Request) -> Response:
        return json_answer(document(request.scope.get("root_path", "")))

    # --- the socket -------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        try:
            since = number(socket.query_params.get("since"))
            live = await self.hall.live(socket.path_params["match"], since)
            asker = who(socket.cookies)
            seat = looks_from(live.match, asker, socket.query_params.get("seat"))
        except Refused as refused:
            self.metrics.count("refusals", f'code="{refused.code}"')
            answer = json_answer(frames.refusal(refused), refused.no.status)
            await socket.send_denial_response(answer)
            return
        await socket.receive()  # the request to connect
        offered = socket.scope.get("subprotocols", [])
        await socket.send({"type": "websocket.accept", "subprotocol": PROTOCOL if PROTOCOL in offered else None})
        connection = Connection(
            self.hall, live, seat, asker, socket.scope["ludotheque.send"], self.metrics,
            lambda live, seat: self.pace(live, seat, socket), self.tickets, page_language(socket),
        )  # fmt: skip
        await connection.run(socket.scope["ludotheque.receive"], since, number(socket.query_params.get("shown")))
        with suppress(RuntimeError, OSError):  # most often the other side has closed already
            await socket.scope["ludotheque.send"]({"type": "websocket.close", "code": 1001})


def box(id: str) -> dict[str, Any]:
    ruleset = GAMES[id]
    options = {
        option.name: {
            "about": translated(option.about), "values": option.values, "says": [translated(says) for says in option.says],
        }
        for option in ruleset.options
    }  # fmt: skip
    return {
        "id": id, "title": translated(ruleset.title), "feel": translated(ruleset.feel), "players": ruleset.players,
        "age": ruleset.age, "minutes": ruleset.minutes, "options": options, "version": ruleset.version,
    }  # fmt: skip


def page_language(socket: WebSocket) -> str:
    """The language of a page, which gets scenes and sentences; programs get none."""
    wish = socket.query_params.get("page")
    return preferred(wish) if wish is not None else ""


def refused_answer(request: Request, problem: Exception) -> Response:
    refused = problem if isinstance(problem, Refused) else Refused(No.NOT_STORED)
    request.app.state.api.metrics.count("refusals", f'code="{refused.code}"')
    language = request.headers.get("x-language")
    told = staging.refusal(refused, "", preferred(language)) if language else frames.refusal(refused)
    return json_answer(told, refused.no.status)


def fault(request: Request, problem: Exception) -> Response:
    """Ours; the log has it."""
    return refused_answer(request, Refused(No.FAULT))


def nobody(request: Request, problem: Exception) -> Response:
    """The asker went away in the middle of the request."""
    return Response(status_code=400)


def no_page(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    answer = refused_answer(request, Refused(No.WRONG_METHOD if problem.status_code == 405 else No.NO_PAGE))
    answer.headers.update(problem.headers or {})  # which methods there are
    return answer


def build(settings: Settings) -> App:
    api = Api(settings)
    pages = Pages(lambda: api.hall, settings.address)
    matches = f"{API}/matches"

    def lost(request: Request, problem: Exception) -> Response:
        """Programs get a code, people who mistyped an address a page."""
        by_a_person = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if by_a_person and isinstance(problem, HTTPException) and problem.status_code == 404:
            return pages.nowhere(request)
        return no_page(request, problem)

    routes = [
        Route(matches, api.open, methods=["POST"]),
        Route(f"{matches}/{{match}}", api.look),
        Route(f"{matches}/{{match}}/hint", api.hint),
        Route(f"{matches}/{{match}}/events", api.events),
        Route(f"{matches}/{{match}}/record", api.record),
        WebSocketRoute(f"{matches}/{{match}}/socket", api.socket),
        *(Route(f"{matches}/{{match}}/{action}", api.act, methods=["POST"]) for action in requests.ACTIONS),
        Route(f"{API}/codes/{{code}}", api.by_code),
        Route(f"{API}/games", api.games),
        Route("/api/openapi.json", api.openapi),
        Route("/api/health", api.health),
        Route("/api/metrics", api.measures),
        *Library(lambda: api.hall, API).routes(),
        *pages.routes(),
    ]
    app = Starlette(
        routes=routes, lifespan=api.lifespan,
        exception_handlers={
            Refused: refused_answer, StoreFailed: refused_answer, HTTPException: lost, ClientDisconnect: nobody,
            Exception: fault,
        },
    )  # fmt: skip
    app.router.redirect_slashes = False
    app.state.api = api
    addresses = Buckets(settings.address_rate, 10 * settings.address_rate)
    return Guards(app, api.metrics, addresses, settings.origins)
