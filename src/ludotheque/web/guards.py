"""Around every request: where it comes from, how large it is, how fast they come, and what the answer allows a browser."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders

from ludotheque.table.refusal import No, Refused
from ludotheque.web import frames
from ludotheque.web.buckets import Buckets
from ludotheque.web.metrics import Metrics

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MOST_BYTES = 16 << 10
LONGEST_HOST = 260
SLOWEST_BODY = 15  # seconds between two pieces of a body
log = logging.getLogger("ludotheque.web")

HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


ON_A_LAN = {name: value for name, value in HEADERS.items() if name != "cross-origin-opener-policy"}
LOOPBACK = ("127.", "localhost", "[::1]")


class Guards:
    def __init__(self, app: App, metrics: Metrics, addresses: Buckets, origins: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.metrics = metrics
        self.addresses = addresses
        self.origins = origins  # where pages may come from; empty: where the request itself goes

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self.check(scope, headers)
        except Refused as refused:
            self.metrics.count("refusals", f'code="{refused.code}"')
            await refuse(scope, receive, send, refused)
            return
        began = time.perf_counter()
        answer: dict[str, int] = {}

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                answer["status"] = message["status"]
                given = MutableHeaders(scope=message)
                for name, value in headers_for(scope).items():
                    given.setdefault(name, value)
            await send(message)

        if scope["type"] == "websocket":
            scope["ludotheque.send"], scope["ludotheque.receive"] = send, receive  # frames go without the way through here
            await self.app(scope, receive, sending)
            return
        try:
            await self.app(scope, Limited(receive), sending)
        finally:
            route = getattr(scope.get("route"), "path", "?")  # the pattern: no table's id is logged
            status = answer.get("status", 0)
            self.metrics.count("requests", f'route="{route}",status="{status}"')
        log.info("%s %s %s %.1f ms", scope["method"], route, status, (time.perf_counter() - began) * 1e3)

    def check(self, scope: Message, headers: Headers) -> None:
        client = scope.get("client")
        wait = self.addresses.wait(client[0] if client else "")
        if wait:
            raise Refused(No.TOO_FAST, seconds=round(wait, 2))
        if len(headers.get("host", "")) > LONGEST_HOST:
            raise Refused(No.BAD_REQUEST, problem="host")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            raise Refused(No.TOO_LARGE, most=MOST_BYTES)
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            self.check_origin(scope, headers)

    def check_origin(self, scope: Message, headers: Headers) -> None:
        """Browsers say where a page comes from; whoever says nothing is no browser and has no cookie of ours."""
        origin = headers.get("origin")
        if origin is None:
            if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
                raise Refused(No.WRONG_ORIGIN)
            return
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        if origin not in (self.origins or {f"{scheme}://{headers.get('host', '')}"}):
            raise Refused(No.WRONG_ORIGIN)


def headers_for(scope: Message) -> dict[str, str]:
    """Over TLS for good; on a plain address of a LAN without what browsers there would only complain about."""
    if scope["scheme"] in ("https", "wss"):
        return {**HEADERS, "strict-transport-security": "max-age=31536000"}
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return HEADERS if host.startswith(LOOPBACK) else ON_A_LAN


class Limited:
    """A body that is neither too large nor too slow in coming, whatever was announced."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.seen = 0
        self.whole = False

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout(SLOWEST_BODY if not self.whole else None):
                message = await self.receive()
        except TimeoutError:
            raise Refused(No.TOO_SLOW, seconds=SLOWEST_BODY) from None
        self.whole = not message.get("more_body", False)
        self.seen += len(message.get("body", b""))
        if self.seen > MOST_BYTES:
            raise Refused(No.TOO_LARGE, most=MOST_BYTES)
        return message


async def refuse(scope: Message, receive: Receive, send: Send, refused: Refused) -> None:
    body = frames.encode(frames.refusal(refused))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in headers_for(scope).items()]
    if refused.no is No.TOO_FAST:
        headers.append((b"retry-after", str(int(refused.numbers["seconds"]) + 1).encode()))
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket":
        await receive()  # the request to connect
    await send({"type": f"{kind}.start", "status": refused.no.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
