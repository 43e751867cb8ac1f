"""A real server in a process of its own, a private PostgreSQL, and clients: how tests of table and web see the world."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryFile, mkdtemp
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from ludotheque.games import GAMES
from tests.process import ROOT
from tests.size import sized

WAIT = 30.0
EXCEPTION = re.compile(r"[A-Za-z_.]*(Error|Exception|Disconnect|Disconnected|Failed)(:|$)")
TLS = ssl.create_default_context()  # made once: every client of httpx would make its own, and these tests have hundreds
get = partial(httpx.get, verify=TLS)
post = partial(httpx.post, verify=TLS)
SHELF = [id for id in GAMES if id != "treize"]  # what a server has; other tests put one more on the shelf of this process
MEMORY = Path("/dev/shm")


def quick_folder() -> Path | None:
    """Where files may lie that need not survive a power failure: there, no sync waits for a disk. None: anywhere."""
    return sized(MEMORY, MEMORY, None) if MEMORY.is_dir() else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`ludotheque serve` as people start it; `stop` and `kill` it as you like, and `start` it again on the same files."""

    def __init__(
        self, database: str | Path, *arguments: str, prefix: tuple[str, ...] = (), module: str = "ludotheque",
        environment: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [
            *prefix, sys.executable, "-m", module, "serve", "--port", str(self.port), "--database", str(database),
            "--seat-rate", "0", "--address-rate", "0", *arguments,
        ]  # fmt: skip
        self.environment = environment or {}
        self.process: subprocess.Popen[bytes] | None = None
        self.log = b""

    def start(self, **environment: str) -> "Server":
        """Its log goes to a file, which no number of lines fills."""
        self.errors = TemporaryFile()  # noqa: SIM115 - `end` closes it
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, cwd=ROOT,
            env={**os.environ, **self.environment, **environment},
        )  # fmt: skip
        self.wait_until_open()
        return self

    def wait_until_open(self) -> None:
        assert self.process is not None
        until = time.monotonic() + WAIT
        while self.process.poll() is None and time.monotonic() < until:
            if self.is_open():
                return
            time.sleep(0.02)
        if self.process.poll() is None:
            self.process.kill()
        if self.process.wait(WAIT) != -signal.SIGKILL or time.monotonic() > until:  # else it died as it should, only early
            raise AssertionError(f"the server does not answer: {self.end()}")

    def is_open(self) -> bool:
        with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self.port, timeout=2)) as asking:
            asking.request("GET", "/api/health")
            return asking.getresponse().status == 200
        return False

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.end()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.end()

    def end(self) -> str:
        """Waits for its end; says all that it ever wrote."""
        assert self.process is not None
        try:
            self.process.wait(WAIT)
        except subprocess.TimeoutExpired:  # that is one test's failure; a server left alive would be another's
            self.process.kill()
            self.process.wait()
            raise
        if not self.errors.closed:
            with self.errors:
                self.errors.seek(0)
                self.log += self.errors.read()
        return self.log.decode()

    def complaints(self, *expected: str) -> list[str]:
        """The exceptions in its log, each by its last line, but for those that had to come."""
        lines = self.log.decode().splitlines()
        return [line for line in lines if EXCEPTION.match(line) and not line.startswith(expected)]

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.stop()

    # --- what clients do --------------------------------------------------------------------------

    def open_table(self, game: str, players: int | None = None, **wishes: Any) -> "Person":
        """Opens a table; whoever does may sit down with the others."""
        person = Person(self)
        answer = person.http.post(f"{self.url}/api/v1/matches", json={"game": game, "players": players, **wishes})
        assert answer.status_code == 201, answer.text
        person.match = answer.json()["match"]
        return person

    def full_table(self, game: str, players: int, **wishes: Any) -> list["Person"]:
        """A table where people sit on every seat: the first one opened it."""
        first = self.open_table(game, players, **wishes)
        people = [first, *(Person(self, first.match) for _ in range(players - 1))]
        for seat, person in enumerate(people):
            person.sit(seat)
        return people


class Person:
    """One browser: its cookies, plain requests and a socket."""

    def __init__(self, server: Server, match: str = "") -> None:
        self.server = server
        self.http = httpx.Client(timeout=WAIT, verify=TLS)
        weakref.finalize(self, self.http.close)
        self.match = match
        self.seat: int | None = None
        self.seen = 0
        self.state: dict[str, Any] = {}

    @property
    def path(self) -> str:
        return f"{self.server.url}/api/v1/matches/{self.match}"

    def sit(self, seat: int, name: str = "") -> dict[str, Any]:
        said = self.do("sit", at=seat, name=name or f"Player {seat}", nonce=secrets.token_hex(16))
        self.seat, self.seen = seat, said["seq"]
        return said

    def do(self, action: str, **wish: Any) -> dict[str, Any]:
        answer = self.http.post(f"{self.path}/{action}", json=wish)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def look(self, **parameters: Any) -> dict[str, Any]:
        answer = self.http.get(self.path, params=parameters)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def record(self) -> str:
        answer = self.http.get(f"{self.path}/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    def socket(self, since: int | None = None, query: str = "", **options: Any) -> AbstractContextManager[ClientConnection]:
        """To be used in a `with`."""
        headers = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)}
        query = query or ("" if since is None else f"?since={since}")
        address = f"{self.path.replace('http', 'ws', 1)}/socket{query}"
        opened: AbstractContextManager[ClientConnection]
        opened = connect(address, additional_headers=headers, compression=None, **options)
        return opened

    def page(self, shown: int | None) -> dict[str, Any]:
        """The table as a page is told it that has shown so many steps."""
        with self.socket(query="?page=en" if shown is None else f"?page=en&shown={shown}") as socket:
            return hear(socket)


def play_by_post(people: list[Person], rng: Random, most: int = 10_000) -> dict[str, Any]:
    """Plays at random until the end; says the table as the last mover saw it."""
    state = people[-1].look(since=people[-1].seen)  # another worker may not have heard yet that the last one sat down
    for _ in range(most):
        if state["stage"] != "playing":
            break
        mover = people[state["actor"]]
        state = mover.look(since=state["seq"])
        state = mover.do("move", move=rng.choice(state["moves"]), expected=state["seq"], id=secrets.token_hex(8))
    return state


def hear(socket: ClientConnection, timeout: float = WAIT) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(socket.recv(timeout=timeout))
    return said


# --- PostgreSQL ---------------------------------------------------------------------------------------


@cache
def postgresql_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


class PostgreSQLServer:
    """A PostgreSQL of our own, in a folder that goes away; it never runs as root, which PostgreSQL refuses."""

    def __init__(self, within: Path | None = None) -> None:
        programs = postgresql_programs()
        assert programs is not None
        self.programs = programs
        self.folder = Path(mkdtemp(prefix="ludotheque-postgresql-", dir=within))  # pytest's own are closed to other users
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "ludotheque", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.url = f"postgresql://ludotheque@127.0.0.1:{self.port}/postgres"
        self.databases = 0

    def renew(self) -> None:
        """From now on another database, in which nothing is."""
        self.databases += 1
        name = f"house{self.databases}"
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ludotheque", name)
        self.url = f"postgresql://ludotheque@127.0.0.1:{self.port}/{name}"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")


@contextmanager
def private_postgresql(_folder: Path | None = None, within: Path | None = None) -> Iterator[PostgreSQLServer]:
    server = PostgreSQLServer(within)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder)
