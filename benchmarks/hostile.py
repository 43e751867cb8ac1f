"""A house under attack: mutated frames without end, clients that never finish, and twins of every game.

python benchmarks/hostile.py [--frames 100000] [--twins 3] [--seed 4]

Each frame is answered or its connection rightly ended; only legal requests change anything; memory
and file handles stay flat. Clients that do not answer pings, stop in the middle of a request or say
nothing are counted again after a minute.
"""

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx
import psutil
from resultfile import shown, write_result

from tests.table import every_game
from tests.web.house import Server
from tests.web.test_hostile import Attack
from tests.web.test_safety import Logging, raw_socket
from tests.web.test_secrets import HOUSES, Twins

PATIENCE = 65.0  # seconds until who does not answer should be gone
HALF = {
    "says nothing": b"",
    "half a head": b"GET /api/health HTTP/1.1\r\nHo",
    "half a body": b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{",
}


def frames(server: Server, number: int, rng: Random) -> dict[str, Any]:
    assert server.process
    process = psutil.Process(server.process.pid)
    attack = Attack(server, rng)
    samples = []
    began = time.perf_counter()
    for share in range(1, 21):
        attack.run(number * share // 20)
        samples.append({"frames": attack.sent, "rss_mb": round(process.memory_info().rss / 2**20, 1), "files": process.num_fds()})
        print(f"  {attack.sent:7,} frames  {samples[-1]['rss_mb']:6.1f} MB  {samples[-1]['files']} files", flush=True)
    counts = {name: getattr(attack, name) for name in ("sent", "refused", "legal", "hung_up", "tables")}
    metrics = httpx.get(f"{server.url}/api/metrics").text
    failures = [line for line in metrics.splitlines() if 'status="5' in line]
    assert not failures, failures
    return {**counts, "seconds": round(time.perf_counter() - began), "server_errors": len(failures), "samples": samples}


def half_open(server: Server) -> dict[str, Any]:
    """How many of ten each are still connected after a while."""
    people = server.full_table("chip-trick-root", 3)
    opened: dict[str, list[socket.socket]] = {"answers no ping": [raw_socket(people[0]) for _ in range(10)]}
    for name, begun in HALF.items():
        opened[name] = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(10)]
        for raw in opened[name]:
            raw.sendall(begun)
    time.sleep(PATIENCE)
    left = {name: sum(connected(raw) for raw in raws) for name, raws in opened.items()}
    for raw in (raw for raws in opened.values() for raw in raws):
        raw.close()
    return {"after_seconds": PATIENCE, "of": 10, "still_connected": left}


def connected(raw: socket.socket) -> bool:
    raw.settimeout(0.2)
    try:
        while raw.recv(1 << 16):
            pass
    except TimeoutError:
        return True
    except OSError:
        return False
    return False


def twins(rounds: int, rng: Random) -> dict[str, Any]:
    """Every game and option from every seat: bytes compared, and at how many moments something was hidden."""
    compared = moments = differ = 0
    for game in every_game():
        for _ in range(rounds):
            for seat in (*range(game.players), None):
                pair = Twins(game, rng.choice(HOUSES), seat, rng)
                asyncio.run(pair.run(steps=4))
                compared += pair.compared
                moments += 1
                differ += pair.differ
        print(f"  {game.spec}: {compared:,} texts so far", flush=True)
    return {"moments": moments, "with_something_hidden": differ, "texts_compared": compared}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--twins", type=int, default=3, help="moments of each game and seat")
    parser.add_argument("--seed", type=int, default=4)
    wish = parser.parse_args()
    rng = Random(wish.seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Logging(Path(folder))
        with server:
            content: dict[str, Any] = {"frames": frames(server, wish.frames, rng)}
            content["half_open"] = half_open(server)
        content["tracebacks_in_log"] = server.end().count("Traceback")
    content["twins"] = twins(wish.twins, rng)
    path = write_result("hostile", ["ludotheque", "starlette", "uvicorn", "websockets", "msgspec"], content)
    print({name: value for name, value in content.items() if name != "frames"})
    print(shown(path))


if __name__ == "__main__":
    main()
