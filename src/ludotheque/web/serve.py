"""The command behind `ludotheque serve`."""

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
import segno
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_, _
from ludotheque.table.stores import try_out
from ludotheque.web.app import Settings, build
from ludotheque.web.channel import Straight
from ludotheque.web.guards import App

USUAL_PORT = 8012
MOST_FRAME = 8 << 10  # bytes a client may send at once
SLOWEST_HEAD = 15.0  # seconds until the head of a request is there
SETTINGS = "LUDOTHEQUE_SETTINGS"  # how worker processes get theirs
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only where asked for, with --lan or --host


def serve(
    settings: Settings, host: str, port: int | None, *, workers: int, root_path: str, proxy: str, say: Callable[[str], Any],
    browser: bool = False,
) -> None:  # fmt: skip
    if workers > 1 and not settings.database.startswith(("postgres://", "postgresql://")):
        raise LudothequeError(N_("several workers need PostgreSQL: --database postgresql://user@host/name"))
    listening = bound(host, port) if port is not None else bound_somewhere(host)
    asyncio.run(try_out(settings.database))
    settings = replace(settings, address=public_address(settings, host, listening.getsockname()[1], root_path))
    for line in greeting(host, listening.getsockname()[1], root_path):
        say(line)
    if browser and has_screen():
        Timer(1.0, webbrowser.open, [f"http://127.0.0.1:{listening.getsockname()[1]}{root_path}/"]).start()
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    config = uvicorn.Config(
        "ludotheque.web.serve:from_environment", factory=True, workers=workers,
        ws=Straight, ws_max_size=MOST_FRAME, ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=20,
        http=Impatient, loop="auto", lifespan="on", access_log=False, log_level="warning", server_header=False,
        root_path=root_path, proxy_headers=bool(proxy), forwarded_allow_ips=proxy or None, timeout_graceful_shutdown=5,
        timeout_keep_alive=20, limit_concurrency=20_000,
    )  # fmt: skip
    server = uvicorn.Server(config)
    if workers > 1:
        Multiprocess(config, [listening]).run()
    else:
        server.run([listening])


class Impatient(HttpToolsProtocol):
    """HTTP that does not wait for ever for the head of a request; bodies have their own limit."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait_for_head()

    def wait_for_head(self) -> None:
        self.head = self.loop.call_later(SLOWEST_HEAD, self.transport.close)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head.cancel()
        self.wait_for_head()

    def on_headers_complete(self) -> None:
        self.head.cancel()
        super().on_headers_complete()

    def connection_lost(self, problem: Exception | None) -> None:
        self.head.cancel()
        super().connection_lost(problem)


def from_environment() -> App:
    """The application of one process."""
    sys.setswitchinterval(0.0005)  # the writer thread is heard soon, also when the loop is busy
    gc.collect()
    gc.freeze()  # what is there now stays for good
    # A move makes hundreds of short-lived objects and no cycle; matches stay. But a connection that has closed is a cycle, old
    # enough to be looked at seldom.
    gc.set_threshold(20_000, 3, 5)
    level = os.environ.get("LUDOTHEQUE_LOG", "WARNING").upper()
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=level)
    return build(msgspec.json.decode(os.environ[SETTINGS], type=Settings))


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def bound_somewhere(host: str) -> socket.socket:
    """At the usual port, or at any where somebody else has that one."""
    try:
        return bound(host, USUAL_PORT)
    except LudothequeError:
        return bound(host, 0)


def bound(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        raise LudothequeError(
            N_("nothing can be served at {host}:{port}: {problem}; choose another --port"),
            host=host, port=port, problem=problem.strerror,
        ) from None  # fmt: skip
    return listening


def greeting(host: str, port: int, root_path: str) -> list[str]:
    name = address_in_the_lan() if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}{root_path}/"
    lines = [_("Ludothèque is open: {address}").format(address=address)]
    if host in EVERYWHERE:
        lines += [_("Everyone in this network can come in. Scan the code, or type the address:"), qr_code(address)]
    else:
        lines.append(_("Only this computer can come in; --lan opens it to everyone in the room."))
    lines.append(_("Ctrl-C closes it; games go on when it opens again."))
    return lines


def public_address(settings: Settings, host: str, port: int, root_path: str) -> str:
    """For links and codes; nothing where the address of a request is as good."""
    if settings.origins:
        return min(settings.origins) + root_path
    return f"http://{address_in_the_lan()}:{port}{root_path}" if host in EVERYWHERE else ""


def qr_code(address: str) -> str:
    drawn = StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def address_in_the_lan() -> str:
    """The address others reach this computer at; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def default_database() -> str:
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return str(base / "ludotheque" / "tables.db")
