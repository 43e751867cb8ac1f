"""A real server in a process of its own, a private PostgreSQL, and clients: how tests of table and web see the world."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from ludotheque.games import GAMES

ROOT = Path(__file__).parent.parent.parent
WAIT = 30.0
SHELF = [id for id in GAMES if id != "treize"]  # what a server has; other tests put one more on the shelf of this process


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`ludotheque serve` as people start it; `stop` and `kill` it as you like, and `start` it again on the same files."""

    def __init__(self, database: str | Path, *arguments: str, prefix: tuple[str, ...] = (), module: str = "ludotheque") -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [
            *prefix, sys.executable, "-m", module, "serve", "--port", str(self.port), "--database", str(database),
            "--seat-rate", "0", "--address-rate", "0", *arguments,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None
        self.log = b""

    def start(self, **environment: str) -> "Server":
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **environment}, cwd=ROOT
        )
        self.wait_until_open()
        return self

    def wait_until_open(self) -> None:
        assert self.process is not None
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(self.end())
            try:
                if httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.end()

    def end(self) -> str:
        assert self.process is not None
        try:
            _out, error = self.process.communicate(timeout=WAIT)
        except subprocess.TimeoutExpired:  # that is one test's failure; a server left alive would be another's
            self.process.kill()
            self.process.communicate()
            raise
        self.log += error
        return error.decode()

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
        self.http = httpx.Client(timeout=WAIT)
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

    def socket(self, since: int | None = None, **options: Any) -> AbstractContextManager[ClientConnection]:
        """To be used in a `with`."""
        headers = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)}
        query = "" if since is None else f"?since={since}"
        address = f"{self.path.replace('http', 'ws', 1)}/socket{query}"
        opened: AbstractContextManager[ClientConnection]
        opened = connect(address, additional_headers=headers, compression=None, **options)
        return opened


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

    def __init__(self) -> None:
        programs = postgresql_programs()
        assert programs is not None
        self.programs = programs
        self.folder = Path(mkdtemp(prefix="ludotheque-postgresql-"))  # pytest's own folders are closed to other users
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "ludotheque", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.url = f"postgresql://ludotheque@127.0.0.1:{self.port}/postgres"

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
def private_postgresql(_folder: Path | None = None) -> Iterator[PostgreSQLServer]:
    server = PostgreSQLServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder)
