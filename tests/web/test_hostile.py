"""Hostile input: nothing answers 5xx, nothing crashes, nothing changes that no legal request changed, memory stays flat."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.size import not_in_check, only_thorough, sized
from tests.web.house import WAIT, Person, PostgreSQLServer, Server, get, hear
from tests.web.mutation import Mutant, deep, mutants, valid_requests
from tests.web.test_safety import Logging

pytestmark = not_in_check

GAMES = {"chip-trick-root": 3, "chip-trick": 2, "chipik": 3, "toujours-12": 2, "calcory": 2}
BATCH = 40


# --- frames -------------------------------------------------------------------------------------------


class Attack:
    """The last seat of a table sends mutants; what comes back is held against what was sent."""

    def __init__(self, server: Server, rng: Random) -> None:
        self.server = server
        self.rng = rng
        self.sent = self.refused = self.legal = self.tables = self.hung_up = 0
        self.late = 0  # legal requests that the server may still be at when it has hung up

    def run(self, frames: int) -> None:
        games = list(GAMES.items())
        while self.sent < frames:
            game, players = games[self.tables % len(games)]
            self.tables += 1
            people = self.server.full_table(game, players)
            self.late = 0
            until = min(frames, self.sent + frames // 10 + BATCH)
            while self.sent < until and self.attack(people):
                pass

    def attack(self, people: list[Person]) -> bool:
        """As long as the connection lasts; False when nothing more can happen at this table."""
        mine = people[-1]
        with mine.socket() as socket:
            table = hear(socket)
            for _ in range(20):
                valid = list(valid_requests(table.get("moves") or ["play 1"], table["seq"], self.sent))
                making = mutants(valid, self.rng)
                if not self.batch(people[0], socket, [next(making) for _ in range(BATCH)]):
                    break
                table = mine.look()
                if finished(table):
                    return False
        return not finished(mine.look())

    def batch(self, witness: Person, socket: ClientConnection, batch: list[Mutant]) -> bool:
        """Sends them; every change was made by a legal request. False if the server rightly hung up."""
        before = witness.look()
        ends = next((number for number, mutant in enumerate(batch) if not mutant.readable), None)
        batch = batch if ends is None else batch[: ends + 1]
        self.sent += len(batch)
        heard: list[dict[str, Any]] = []
        marker = f"marker {self.sent}"
        try:
            for mutant in batch:
                socket.send(mutant.data, text=mutant.text)
            if ends is None:
                socket.send(json.dumps({"do": "back", "id": marker}))
            while not (heard and heard[-1].get("id") == marker):
                heard.append(hear(socket))
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            assert ends is not None, f"the server hung up ({code}) on one of {batch}"
            assert code in (1007, 1009), code
            self.hung_up += 1
        after = witness.look()
        changes = after["seq"] - before["seq"]
        events = [said for said in heard if said["t"] == "event"]
        legal = [mutant for mutant in batch if mutant.readable and mutant.legal]
        if finished(after):  # it gave up or left: from then on a bot plays
            assert legal or self.late, batch
            return False
        assert changes <= len(legal) + self.late, batch
        assert len(events) == changes or ends is not None or self.late, (heard, batch)
        self.late = 0 if ends is None else len(legal) + self.late - changes
        if ends is None and not any(said["t"] == "table" for said in heard):  # no answer was dropped
            refused = sum(said["t"] == "no" for said in heard[:-1])
            assert refused >= len(batch) - len(legal), (heard, batch)
        if not changes:
            assert {**after, "here": None} == {**before, "here": None}, batch
        self.legal += changes
        self.refused += sum(said["t"] == "no" for said in heard)
        return ends is None


def finished(table: dict[str, Any]) -> bool:
    return table["stage"] != "playing" or any(seat["level"] for seat in table["seats"])


def memory(server: Server) -> int:
    assert server.process
    return int(psutil.Process(server.process.pid).memory_info().rss)


def test_frames_gone_wrong_change_nothing_and_harm_nobody(tmp_path: Path) -> None:
    server, frames = Logging(tmp_path), sized(0, 1500, 3000)
    with server:
        attack = Attack(server, Random(4))
        attack.run(500)
        before = memory(server)
        attack.run(frames)
        assert memory(server) - before < 16 << 20
        assert attack.refused > 2 * frames / 3
        assert attack.hung_up
        assert get(f"{server.url}/api/health").json() == {"ok": True}
        metrics = get(f"{server.url}/api/metrics").text
        assert 'status="5' not in metrics
    assert "MemoryError" not in server.end()


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_deep_frame_is_refused_like_any_other(server: Server, opening: str) -> None:
    people = server.full_table("chip-trick-root", 3)
    with people[0].socket() as socket:
        hear(socket)
        socket.send(deep(1200 if opening == '{"a":' else 3900, opening, False, {"do": "back"}))
        assert hear(socket)["code"] == "bad_request"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_deep_body_is_refused_like_any_other(server: Server, opening: str) -> None:
    people = server.full_table("chip-trick-root", 3)
    for path in (f"{people[0].path}/back", f"{server.url}/api/v1/matches"):
        answer = people[0].http.post(path, content=deep(2500, opening, False, {"do": "back"}))
        assert answer.status_code == 400, answer.text


def test_a_seat_of_many_digits_is_nobodys(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    answer = people[0].http.get(people[0].path, params={"seat": "9" * 5000})
    assert answer.status_code == 403


def test_thousands_of_small_frames_at_once_change_nothing(server: Server) -> None:
    """Their answers are many: some may be dropped, but never without the whole table in their place."""
    people = server.full_table("chip-trick-root", 3)
    before = people[1].look()
    with people[0].socket(max_queue=None) as socket:
        hear(socket)
        for _ in range(5000):
            socket.send("0")
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1].get("id") != "last":
            socket.send('{"do":"back","id":"last"}')  # its answer may be dropped like the others
            with suppress(TimeoutError):
                heard.append(hear(socket, 1))
                while heard[-1].get("id") != "last":
                    heard.append(hear(socket, 1))
    refused = [said for said in heard if said["t"] == "no" and said["id"] != "last"]
    assert all(said["code"] == "bad_request" for said in refused)
    assert len(refused) == 5000 or any(said["t"] == "table" for said in heard)
    assert {**people[1].look(), "here": None} == {**before, "here": None}


def test_a_table_that_is_none_is_not_found(server: Server) -> None:
    people = server.full_table("chip-trick-root", 3)
    for match in ("none", "%00", "%FF", "..", "x" * 3000, "é", people[0].match[:-1], people[0].match.swapcase()):
        answer = get(f"{server.url}/api/v1/matches/{match}")
        assert answer.status_code == 404, match
        assert "Traceback" not in answer.text


def test_a_table_with_nul_in_its_name_is_none_in_postgresql_either(postgresql: PostgreSQLServer) -> None:
    with Server(postgresql.url) as server:
        for path in ("matches/%00", "codes/%00"):
            answer = get(f"{server.url}/api/v1/{path}", timeout=WAIT)
            assert answer.status_code == 404, answer.text


# --- requests made from the API's own description -----------------------------------------------------


def schemathesis(server: Server, folder: Path, checks: str, *arguments: str) -> None:
    """Its requests go to tables that are there, as somebody who sits at all of them."""
    tables = [server.full_table(game, players) for game, players in GAMES.items() for _ in range(2)]
    tokens = [people[0].http.cookies["seat0"] for people in tables]
    held = "; ".join(f"seat{number}={token}" for number, token in enumerate(tokens))
    document = get(f"{server.url}/api/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] == "match":
                    parameter["schema"] = {"type": "string", "enum": [people[0].match for people in tables]}
    (folder / "openapi.json").write_text(json.dumps(document))
    command = [sys.executable, "-W", "ignore", "-m", "schemathesis.cli", "run", str(folder / "openapi.json"), "-u", server.url]
    command += ["--checks", checks, "--seed", "12", "--no-color", "-H", f"Cookie: {held}", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


ANSWERS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,missing_required_header,use_after_free,ignored_auth"
)


REFUSALS = "negative_data_rejection,unsupported_method,allow_header_conformance"


def test_every_answer_is_as_described_and_what_is_not_is_refused(server: Server, tmp_path: Path) -> None:
    schemathesis(server, tmp_path, f"{ANSWERS},{REFUSALS}", "--phases", "coverage")


@only_thorough
def test_answers_to_made_up_requests_are_as_described(server: Server, tmp_path: Path) -> None:
    schemathesis(server, tmp_path, ANSWERS, "--phases", "coverage,fuzzing", "-n", "5")
