"""The servers that are measured, each a process of its own, and the load on them."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PEER = Path(__file__).parent / "peer"
ROOT = Path(__file__).parent.parent.parent
SERVER_CORE, LOAD_CORE = "0", "1"
WAIT = 30.0

OURS = "Ludothèque, SQLite, synced"
IN_MEMORY = "boardgame.io, in memory"
FLAT_FILE = "boardgame.io, FlatFile"


@dataclass
class House:
    """A server that runs: where it answers, and its process."""

    side: str  # whose protocol the load speaks
    url: str
    pid: int


@contextmanager
def served(name: str, folder: Path, database: str = "", module: str = "ludotheque", pinned: bool = True) -> Iterator[House]:
    """A server in a process of its own, on one core where that is asked for."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    core = ["taskset", "-c", SERVER_CORE] if pinned else []
    if name == OURS:
        database = database or str(folder / "tables.db")
        command = [sys.executable, "-m", module, "serve", "--port", str(port), "--database", database]
        command += ["--seat-rate", "0", "--address-rate", "0"]
        health = f"{url}/api/health"
    else:
        command = [node(), str(PEER / "server.js"), str(port), *([str(folder / "flat")] if name == FLAT_FILE else [])]
        health = f"{url}/games"
    environment = {**os.environ, "NODE_ENV": "production", "WHERE": str(folder / "where.json")}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen([*core, *command], cwd=ROOT, env=environment, stdout=log, stderr=log)  # noqa: S603  # our own
    try:
        wait_for(health, process)
        yield House("ours" if name == OURS else "peer", url, process.pid)
    finally:
        process.send_signal(signal.SIGINT)  # as Ctrl-C does: what runs at the end of the process still runs
        try:
            process.wait(WAIT)
        except subprocess.TimeoutExpired:
            process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310  # the loopback
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise SystemExit(f"the server at {url} does not answer")


def load(
    houses: list[House], matches: int, warmup: float, seconds: float, pace: float = 0, pinned: bool = True, press: bool = False
) -> dict[str, Any]:
    """What the load generator found."""
    command = [
        *(["taskset", "-c", LOAD_CORE] if pinned else []), node(), str(PEER / "load.js"), "--side", houses[0].side,
        "--url", ",".join(house.url for house in houses), "--pids", ",".join(str(house.pid) for house in houses),
        "--matches", str(matches), "--warmup", str(warmup), "--seconds", str(seconds), "--pace", str(pace),
        *(["--press", "1"] if press else []),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if done.returncode:
        raise SystemExit(f"the load failed: {done.stderr[-2000:]}")
    said: dict[str, Any] = json.loads(done.stdout)
    if done.stderr:
        said["complaints"] = done.stderr[:2000]
    return said


def node() -> str:
    found = shutil.which("node")
    if found is None:
        raise SystemExit("boardgame.io runs on Node.js, and there is none here")
    if not (PEER / "node_modules").is_dir():
        raise SystemExit(f"first: npm ci --prefix {PEER.relative_to(ROOT)}")
    return found


def node_versions() -> dict[str, str]:
    versions = {"node": subprocess.run([node(), "--version"], capture_output=True, text=True, check=True).stdout.strip()}  # noqa: S603  # node
    for package in ("boardgame.io", "socket.io", "socket.io-client", "ws"):
        versions[package] = json.loads((PEER / "node_modules" / package / "package.json").read_text("utf-8"))["version"]
    return versions
