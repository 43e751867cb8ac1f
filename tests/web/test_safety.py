"""What the house refuses, and how: pages from elsewhere, stolen seats, too much, too fast, too slow; over a real server."""

import json
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ludotheque.table.keys import hashed
from ludotheque.web.guards import HEADERS, MOST_BYTES
from ludotheque.web.serve import MOST_FRAME
from tests.size import not_in_check
from tests.web.house import TLS, WAIT, Person, Server, free_port, get, hear, post

pytestmark = not_in_check
GAME = "chip-trick-root"


@pytest.fixture(scope="module")
def people(server: Server) -> list[Person]:
    return server.full_table(GAME, 3)


def code_of(answer: httpx.Response) -> str:
    said: dict[str, Any] = answer.json()
    assert said["t"] == "no"
    return str(said["code"])


def state_of(person: Person) -> dict[str, Any]:
    """The table but for who is connected."""
    state = person.look()
    del state["here"]
    return state


def mover(people: list[Person]) -> Person:
    turn: int = people[0].look()["actor"]
    return people[turn]


# --- where pages come from ----------------------------------------------------------------------------


def elsewhere(server: Server) -> list[str]:
    port = server.port
    return [
        f"http://127.0.0.1:{port + 1}", "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://localhost:{port}",
        f"http://evil.example:{port}", f"http://127.0.0.1.evil.example:{port}", f"http://sub.127.0.0.1:{port}",
        f"http://127.0.0.1:{port}.evil.example", f"http://evil.example/http://127.0.0.1:{port}", f"http://127.0.0.1:{port}/",
        f"http://someone@127.0.0.1:{port}", "null", "", "*", f"127.0.0.1:{port}",
        f"HTTP://127.0.0.1:{port}", f"http://127.0.0.1:{port}, http://evil.example",
    ]  # fmt: skip


def test_a_page_from_elsewhere_may_not_act(server: Server, people: list[Person]) -> None:
    before = state_of(people[0])
    for origin in elsewhere(server):
        answer = people[0].http.post(f"{people[0].path}/resign", json={}, headers={"Origin": origin})
        assert (answer.status_code, code_of(answer)) == (403, "wrong_origin"), origin
        with pytest.raises(InvalidStatus) as refused:
            people[0].socket(origin=origin)
        assert refused.value.response.status_code == 403, origin
    for site in ("cross-site", "same-site"):  # a browser that says no origin still says this
        answer = people[0].http.post(f"{people[0].path}/resign", json={}, headers={"Sec-Fetch-Site": site})
        assert (answer.status_code, code_of(answer)) == (403, "wrong_origin"), site
    assert state_of(people[0]) == before


def test_the_own_page_may_act(server: Server, people: list[Person]) -> None:
    answer = people[0].http.post(f"{people[0].path}/answer", json={"agrees": True}, headers={"Origin": server.url})
    assert code_of(answer) == "not_asked"
    with people[0].socket(origin=server.url) as connection:
        assert hear(connection)["you"] == 0


def test_only_the_origins_that_were_named_may_act(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", "--origin", "https://play.example") as server:
        for origin, status in (("https://play.example", 201), (server.url, 403), ("https://play.example:8443", 403)):
            answer = post(f"{server.url}/api/v1/matches", json={"game": "chipik", "players": 3}, headers={"Origin": origin})
            assert answer.status_code == status, origin


# --- what an answer allows a browser ------------------------------------------------------------------


def every_kind_of_answer(server: Server, people: list[Person]) -> list[tuple[int, httpx.Response]]:
    http, path, api = people[0].http, people[0].path, f"{server.url}/api"
    return [
        (200, http.get(path)),
        (200, http.get(f"{api}/health")),
        (200, http.get(f"{api}/metrics")),
        (200, http.get(f"{api}/openapi.json")),
        (200, http.get(f"{api}/v1/games")),
        (200, http.head(f"{api}/v1/games")),
        (201, http.post(f"{api}/v1/matches", json={"game": "chipik", "players": 3})),
        (400, http.post(f"{api}/v1/matches", content=b"{")),
        (400, http.post(f"{api}/v1/matches", json={"game": "chess"})),
        (404, http.post(f"{path}/dance", json={})),
        (403, http.get(path, params={"seat": "1"})),
        (403, http.post(f"{path}/resign", json={}, headers={"Origin": "http://evil.example"})),
        (404, http.get(f"{server.url}/static/none/table.js")),
        (404, http.get(f"{server.url}/api/v1/matches/none")),
        (404, http.get(f"{server.url}/api/v1/codes/none")),
        (404, http.get(f"{server.url}/.env")),
        (405, http.delete(path)),
        (405, http.get(f"{path}/move")),
        (405, http.put(f"{api}/v1/matches", json={})),
        (409, http.get(f"{path}/record")),
        (409, http.get(f"{path}/hint")),
        (413, http.post(f"{api}/v1/matches", content=b" " * (MOST_BYTES + 1))),
    ]


def test_every_answer_has_the_headers_that_bind_a_browser(server: Server, people: list[Person]) -> None:
    for number, (status, answer) in enumerate(every_kind_of_answer(server, people)):
        assert answer.status_code == status, (number, answer.text)
        assert HEADERS.items() <= dict(answer.headers).items(), (number, status)
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


def test_pages_may_load_what_is_ours_and_nothing_else(server: Server, people: list[Person]) -> None:
    paths = ("/", f"/table/{people[0].match}", "/rules/calcory", "/host", "/record", "/table/none", "/rules/none", "/none")
    for path in paths:
        answer = get(f"{server.url}{path}", headers={"accept": "text/html,*/*;q=0.8"})
        assert answer.status_code == (404 if path.endswith("none") else 200)
        others = {name: value for name, value in HEADERS.items() if name != "content-security-policy"}
        assert others.items() <= dict(answer.headers).items(), path
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy.pop("default-src") == policy.pop("frame-ancestors") == policy.pop("base-uri") == "'none'"
        assert (policy.pop("require-trusted-types-for"), policy.pop("trusted-types")) == ("'script'", "ludotheque")
        assert set(policy.values()) == {"'self'"}, policy
        assert "<script>" not in answer.text
        assert " style=" not in answer.text
        assert not re.search(r" on[a-z]+=", answer.text)


def test_a_refused_socket_has_them_too(server: Server, people: list[Person]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        people[0].socket(origin="http://evil.example")
    assert HEADERS.items() <= {name.lower(): value for name, value in refused.value.response.headers.raw_items()}.items()


def test_a_socket_of_no_table_or_of_another_seat_has_them_too(server: Server, people: list[Person]) -> None:
    for path in (f"{people[0].path}x/socket", f"{people[0].path}/socket?seat=1"):
        with pytest.raises(InvalidStatus) as refused:
            connect(path.replace("http", "ws", 1))
        answer = refused.value.response
        assert json.loads(answer.body)["code"] in ("no_table", "not_your_seat")
        assert HEADERS.items() <= {name.lower(): value for name, value in answer.headers.raw_items()}.items()


# --- cookies ------------------------------------------------------------------------------------------


def cookie_of(answer: httpx.Response) -> dict[str, str]:
    """The attributes of the one cookie that an answer sets, its name under `name`."""
    (text,) = answer.headers.get_list("set-cookie")
    first, *rest = text.split("; ")
    return {"name": first.partition("=")[0], **{a.partition("=")[0].lower(): a.partition("=")[2] for a in rest}}


def sat_down(http: httpx.Client, url: str, headers: dict[str, str] | None = None) -> tuple[str, list[dict[str, str]]]:
    """Opens a table and sits down: its id and the attributes of both cookies."""
    opened = http.post(f"{url}/api/v1/matches", json={"game": "chipik", "players": 3}, headers=headers)
    assert opened.status_code == 201, opened.text
    match = opened.json()["match"]
    wish = {"at": 0, "name": "Ada", "nonce": "0" * 32}
    sat = http.post(f"{url}/api/v1/matches/{match}/sit", json=wish, headers=headers)
    assert sat.status_code == 200, sat.text
    return match, [cookie_of(opened), cookie_of(sat)]


def test_cookies_are_for_this_table_alone_and_not_for_scripts(server: Server) -> None:
    with httpx.Client(verify=TLS) as http:
        match, cookies = sat_down(http, server.url)
    for cookie, name in zip(cookies, ("opener", "seat0"), strict=True):
        expected = {"name": name, "httponly": "", "samesite": "strict", "path": f"/api/v1/matches/{match}"}
        expected["max-age"] = str(30 * 24 * 3600)  # as long as the table is kept
        assert cookie == expected  # no domain: this host alone


def test_only_a_proxy_that_was_named_is_believed(server: Server, tmp_path: Path) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    with httpx.Client(verify=TLS) as http:
        _match, cookies = sat_down(http, server.url, headers)
    assert not any("secure" in cookie for cookie in cookies)
    behind = Server(tmp_path / "tables.db", "--proxy", "127.0.0.1", "--root-path", "/games/")
    with behind, httpx.Client(verify=TLS) as http:
        match, cookies = sat_down(http, behind.url, headers)
        for cookie in cookies:
            assert "secure" in cookie
            assert cookie["path"] == f"/games/api/v1/matches/{match}"
        answer = get(f"{behind.url}/api/health", headers=headers)
        assert "strict-transport-security" in answer.headers


NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
OPENSSL = shutil.which("openssl")

CONFIGURATION = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location /games/ {{
      proxy_pass {url}/;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
      proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""


@contextmanager
def nginx(server: Server, folder: Path) -> Iterator[str]:
    assert NGINX
    assert OPENSSL
    folder.mkdir()
    port = free_port()
    making = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    subprocess.run([*making, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=port, url=server.url))
    process = subprocess.Popen([NGINX, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"https://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(WAIT)


@pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed")
def test_a_game_is_played_behind_nginx_with_tls_under_a_path(tmp_path: Path) -> None:
    arguments = ("--proxy", "127.0.0.1", "--root-path", "/games")
    with (
        Server(tmp_path / "tables.db", *arguments) as server,
        nginx(server, tmp_path / "nginx") as outside,
        ExitStack() as entered,
    ):
        believing = ssl.create_default_context(cafile=str(tmp_path / "nginx" / "cert.pem"))
        believing.check_hostname = False
        http = entered.enter_context(httpx.Client(verify=believing, headers={"Origin": outside}))
        match, cookies = sat_down(http, f"{outside}/games")
        assert all("secure" in cookie and cookie["path"] == f"/games/api/v1/matches/{match}" for cookie in cookies)
        answer = http.get(f"{outside}/games/api/v1/matches/{match}")
        assert answer.json()["you"] == 0
        assert "strict-transport-security" in answer.headers
        wrong = http.post(f"{outside}/games/api/v1/matches/{match}/leave", json={}, headers={"Origin": server.url})
        assert code_of(wrong) == "wrong_origin"
        assert http.get(f"{outside}/games/api/openapi.json").json()["servers"] == [{"url": "/games"}]
        held = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
        address = f"{outside.replace('https', 'wss')}/games/api/v1/matches/{match}/socket"
        with connect(
            address, ssl=believing, origin=Origin(outside), additional_headers={"Cookie": held}, compression=None
        ) as seat:
            assert hear(seat)["you"] == 0
            for number in (1, 2):
                seat.send(json.dumps({"do": "seatbot", "at": number, "id": f"bot {number}"}))
            while (said := hear(seat)).get("is") != "began":
                assert said["t"] != "no", said


# --- too much -----------------------------------------------------------------------------------------


def test_a_large_body_is_refused_announced_or_not(server: Server, people: list[Person]) -> None:
    answer = people[0].http.post(f"{people[0].path}/resign", content=b" " * (MOST_BYTES + 1))
    assert (answer.status_code, code_of(answer)) == (413, "too_large")
    full = people[0].http.post(f"{people[0].path}/answer", content=b'{"agrees":true' + b" " * (MOST_BYTES - 15) + b"}")
    assert code_of(full) == "not_asked"


def test_a_large_body_in_pieces_is_refused(server: Server, people: list[Person]) -> None:
    answer = people[0].http.post(f"{people[0].path}/resign", content=iter([b" " * 1024] * 64))
    assert (answer.status_code, code_of(answer)) == (413, "too_large")


def test_a_large_frame_ends_its_connection_and_nothing_else(server: Server, people: list[Person]) -> None:
    before = state_of(people[0])
    with people[1].socket() as other:
        hear(other)
        for frames in ([b" " * (MOST_FRAME + 1)], [b" " * 1000] * 20, [b" " * (1 << 20)]):
            with people[0].socket() as connection:
                hear(connection)
                with suppress(ConnectionClosed):
                    connection.send(iter(frames)) if len(frames) > 1 else connection.send(frames[0])
                with pytest.raises(ConnectionClosed) as closed:
                    connection.recv(timeout=WAIT)
                # where the rest of the frame was still on its way, the reset overtakes the reason
                assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        other.send('{"do":"back","id":"still here"}')
        assert hear(other)["code"] == "not_away"
    assert state_of(people[0]) == before


# --- too fast -----------------------------------------------------------------------------------------


def bursts(person: Person, most: int = 20) -> int:
    """How many requests of a seat are let through at once."""
    for number in range(most):
        answer = person.http.post(f"{person.path}/back", json={})
        if answer.status_code == 429:
            assert code_of(answer) == "too_fast"
            return number
        assert code_of(answer) == "not_away"
    return most


@pytest.fixture(scope="module")
def tolerant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tolerant") / "tables.db", "--seat-rate", "1.5") as server:
        yield server


def test_a_seat_that_asks_too_fast_is_told_so_and_the_others_are_not(tolerant: Server) -> None:
    people = tolerant.full_table(GAME, 3)
    assert 0 < bursts(people[0]) < 20
    assert 0 < bursts(people[1]) < 20
    with people[2].socket() as connection:
        hear(connection)
        for _ in range(20):
            connection.send('{"do":"back","id":"me"}')
        codes = [hear(connection)["code"] for _ in range(20)]
        assert codes.count("not_away") < 20
        assert set(codes) == {"not_away", "too_fast"}


def test_cookies_made_up_do_not_make_a_seat_faster(tolerant: Server) -> None:
    people = tolerant.full_table(GAME, 3)
    bursts(people[0])
    held = "; ".join(f"{cookie.name}={cookie.value}" for cookie in people[0].http.cookies.jar)
    with httpx.Client(verify=TLS) as http:
        low = [token for token in map(str, range(20_000)) if hashed(token) < "01"]  # before any that is held
        headers = [{"Cookie": f"{held}; seat9={token}"} for token in low[:40]]
        asked = [http.post(f"{people[0].path}/back", json={}, headers=each) for each in headers]
    assert sum(answer.status_code != 429 for answer in asked) < 20


def test_more_sockets_do_not_make_a_seat_faster(tolerant: Server) -> None:
    people = tolerant.full_table(GAME, 3)
    codes = []
    for _ in range(8):
        with people[0].socket() as connection:
            hear(connection)
            for _ in range(4):
                connection.send('{"do":"back","id":"me"}')
            codes += [hear(connection)["code"] for _ in range(4)]
    assert codes.count("too_fast") > 16


def refusal(table: str) -> str:
    """The code with which a socket is refused."""
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{table.replace('http', 'ws', 1)}/socket")
    return str(json.loads(refused.value.response.body)["code"])


def test_an_address_that_asks_too_fast_is_told_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", "--address-rate", "0.5") as server, httpx.Client(verify=TLS) as http:
        asked = [http.get(f"{server.url}/api/v1/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(40)]
        refused = [answer for answer in asked if answer.status_code == 429]
        assert len(refused) > 20
        for answer in refused:
            assert code_of(answer) == "too_fast"
            assert int(answer.headers["retry-after"]) >= 1
            assert HEADERS.items() <= dict(answer.headers).items()
        codes = [refusal(f"{server.url}/api/v1/matches/none") for _ in range(5)]
        assert "too_fast" in codes


# --- somebody else's seat -----------------------------------------------------------------------------


def test_a_seat_number_is_no_key(server: Server, people: list[Person]) -> None:
    before = state_of(people[0])
    stranger = Person(server, people[0].match)
    turn = before["actor"]
    thief = people[(turn + 1) % 3]
    wish = {"move": "play 1", "expected": before["seq"], "seat": turn}
    for person, code in ((thief, "not_your_seat"), (stranger, "not_your_seat")):
        for action, body in (("move", wish), ("resign", {"seat": turn}), ("leave", {"seat": turn}), ("link", {"seat": turn})):
            answer = person.http.post(f"{person.path}/{action}", json=body)
            assert (answer.status_code, code_of(answer)) == (403, code), action
        for door in ("", "/hint", "/record"):
            answer = person.http.get(f"{person.path}{door}", params={"seat": turn})
            assert code_of(answer) == "not_your_seat"
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{person.path.replace('http', 'ws', 1)}/socket?seat={turn}")
        assert json.loads(refused.value.response.body)["code"] == "not_your_seat"
    with thief.socket() as connection:
        hear(connection)
        connection.send(json.dumps({"do": "move", "id": "theft", **wish}))
        said = hear(connection)
        assert (said["id"], said["code"]) == ("theft", "not_your_seat")
    assert state_of(people[0]) == before


def test_a_token_is_of_one_seat_at_one_table(server: Server, people: list[Person]) -> None:
    others = server.full_table(GAME, 3)
    token = others[1].http.cookies["seat1"]
    for match, name, you in ((others[0].match, "seat0", 1), (people[0].match, "seat1", None), (people[0].match, "seat0", None)):
        said = get(f"{server.url}/api/v1/matches/{match}", headers={"Cookie": f"{name}={token}"}).json()
        assert said["you"] == you  # whatever the cookie is called, the token counts
    for made_up in ("", token[:-1], token + "A", "0" * 22, "x" * 5000):
        said = get(others[0].path, headers={"Cookie": f"seat1={made_up}"}).json()
        assert said["you"] is None


def test_nobody_but_the_opener_may_do_what_openers_do(server: Server) -> None:
    opener = server.open_table(GAME, 3)
    guest = Person(server, opener.match)
    guest.sit(1)
    for action, body in (("begin", {}), ("seatbot", {"at": 0}), ("remove", {"at": 1}), ("close", {})):
        assert code_of(guest.http.post(f"{guest.path}/{action}", json=body)) == "opener_only"
    assert opener.look()["seq"] == 1


def test_a_link_moves_a_seat_once(server: Server) -> None:
    people = server.full_table(GAME, 3)
    link = people[0].do("link")["link"]
    new = Person(server, people[0].match)
    assert new.do("follow", link=link)["you"] == 0
    again = Person(server, people[0].match)
    assert code_of(again.http.post(f"{again.path}/follow", json={"link": link})) == "bad_link"
    assert people[0].look()["you"] is None  # the old device has lost it
    assert code_of(people[0].http.post(f"{people[0].path}/resign", json={})) == "not_seated"


# --- the same request again ---------------------------------------------------------------------------


def test_a_request_sent_twice_happens_once(server: Server) -> None:
    people = server.full_table(GAME, 3)
    with people[0].socket() as watching:
        hear(watching)
        actor = mover(people)
        state = actor.look()
        wish = {"move": state["moves"][0], "expected": state["seq"], "id": "once"}
        first, again = actor.do("move", **wish), actor.do("move", **wish)
        assert (first["done"]["again"], again["done"]["again"]) == (False, True)
        assert first["done"]["seq"] == again["done"]["seq"] == state["seq"] + 1
        with actor.socket() as connection:
            hear(connection)
            connection.send(json.dumps({"do": "move", **wish}))
            assert hear(connection) == {"t": "done", "id": "once", "seq": state["seq"] + 1}
            connection.send(json.dumps({"do": "resign", "id": "once"}))  # the same id with something else in it
            assert hear(connection) == {"t": "done", "id": "once", "seq": state["seq"] + 1}
        assert not actor.look()["seats"][state["actor"]]["resigned"]
        assert hear(watching)["seq"] == state["seq"] + 1
        assert actor.look()["seq"] == state["seq"] + 1


def test_two_seats_may_number_their_requests_alike(server: Server) -> None:
    people = server.full_table(GAME, 3)
    for seq in (4, 5):
        actor = mover(people)
        state = actor.look()
        assert state["seq"] == seq
        done = actor.do("move", move=state["moves"][0], expected=seq, id="1")["done"]
        assert not done["again"], "the move of a second seat was taken for the first one's and is lost"
    assert people[0].look()["seq"] == 6


def test_an_id_opens_no_table_that_is_closed_to_onlookers(server: Server) -> None:
    people = server.full_table(GAME, 3, house={"watch": "nobody"})
    actor = mover(people)
    state = actor.look()
    actor.do("move", move=state["moves"][0], expected=state["seq"], id="1")
    stranger = Person(server, actor.match)
    assert code_of(stranger.http.get(stranger.path)) == "no_watching"
    answer = stranger.http.post(f"{stranger.path}/leave", json={"id": "1"})
    assert answer.status_code == 403, answer.text


def test_an_old_request_is_not_carried_out_late(server: Server) -> None:
    people = server.full_table(GAME, 3)
    actor = mover(people)
    state = actor.look()
    wish = {"move": state["moves"][0], "expected": state["seq"] - 1}
    assert code_of(actor.http.post(f"{actor.path}/move", json=wish)) == "moved_on"
    assert code_of(actor.http.post(f"{actor.path}/move", json={**wish, "expected": state["seq"] + 1})) == "moved_on"
    assert actor.look()["seq"] == state["seq"]


# --- slow, half open, gone ----------------------------------------------------------------------------


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A masked frame as a client sends it; its mask is all zeros."""
    assert 126 <= len(payload) < 65536
    return bytes([0x80 | opcode, 0x80 | 126]) + len(payload).to_bytes(2, "big") + bytes(4) + payload


def raw_socket(person: Person) -> socket.socket:
    """Shaken hands; nothing is read beyond the answer's head."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    raw.settimeout(WAIT)
    raw.connect(("127.0.0.1", person.server.port))
    held = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
    raw.sendall(
        f"GET /api/v1/matches/{person.match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{person.server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\nCookie: {held}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += raw.recv(1)
    assert head.startswith(b"HTTP/1.1 101 ")
    return raw


def received(raw: socket.socket) -> Iterator[dict[str, Any]]:
    """What the server sent, frame by frame, until it refuses the request whose id is `last` or ends the connection."""
    with raw.makefile("rb") as stream:
        while head := stream.read(2):
            length = head[1]
            if length >= 126:
                length = int.from_bytes(stream.read(2 if length == 126 else 8), "big")
            body = stream.read(length)
            if head[0] != 0x81:  # a ping, or the end
                continue
            said: dict[str, Any] = json.loads(body)
            yield said
            if said.get("id") == "last":
                return


def memory(server: Server) -> int:
    assert server.process
    return int(psutil.Process(server.process.pid).memory_info().rss)


def resyncs(server: Server) -> bool:
    return "ludotheque_resyncs_total" in get(f"{server.url}/api/metrics").text


def move_once(people: list[Person], rng: Random) -> None:
    actor = mover(people)
    state = actor.look()
    actor.do("move", move=rng.choice(state["moves"]), expected=state["seq"])


def test_who_does_not_read_costs_little_and_delays_nobody(tmp_path: Path) -> None:
    """Frames are dropped instead of kept; who reads again gets the table as it is then, or is sent away."""
    long = frame(b'{"do":"back","' + b"x" * 8000 + b'":1}')  # refused, with the long name in the answer
    with Server(tmp_path / "tables.db") as server:
        people = server.full_table("chip-trick", 3)  # a long one
        before = memory(server)
        slow = raw_socket(people[0])
        stop, sent = threading.Event(), 0

        def ask() -> None:
            nonlocal sent
            with suppress(OSError):  # sent away
                while not stop.is_set():
                    slow.sendall(long)
                    sent += 1
                slow.sendall(frame(b'{"do":"back","id":"last"}' + b" " * 200))

        asking = threading.Thread(target=ask)
        asking.start()
        until = time.monotonic() + WAIT
        rng, before_now = Random(4), -1
        while not resyncs(server):
            assert time.monotonic() < until, "nothing was dropped"
            if is_stopped := sent == before_now:  # nobody takes its requests any more; what others do fills the line
                move_once(people, rng)
            before_now = sent
            time.sleep(0 if is_stopped else 0.05)
        for _ in range(12):
            move_once(people, rng)
        assert memory(server) - before < 32 << 20
        stop.set()
        now = people[0].look()["seq"]
        for said in received(slow):  # or the end: it may have been sent away
            if said["t"] in ("table", "event") and said["seq"] == now:
                break
            assert said.get("id") != "last", "the answer to the last request came, but never the table as it is"
        slow.shutdown(socket.SHUT_RDWR)
        asking.join()
        slow.close()


class Logging(Server):
    """A server in a folder, whose log is looked at."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        super().__init__(folder / "tables.db", *arguments, environment=environment)


def test_who_vanishes_or_never_finishes_delays_nobody(tmp_path: Path) -> None:
    """Connections that say nothing, half a request, half a body, half a frame, or are reset in the middle."""
    with Logging(tmp_path) as server:
        people = server.full_table(GAME, 3)
        vanish(server, people)


def test_who_vanishes_leaves_no_traceback_in_the_log(tmp_path: Path) -> None:
    server = Logging(tmp_path)
    with server:
        vanish(server, server.full_table(GAME, 3))
    assert "Traceback" not in server.end()


def vanish(server: Server, people: list[Person]) -> None:
    before = state_of(people[1])
    opened = []
    for begun in (b"", b"GET /api/health HTTP/1.1\r\nHo", b"POST /api/v1/matches HTTP/1.1\r\nContent-Length: 90\r\n\r\n{"):
        for _ in range(20):
            raw = socket.create_connection(("127.0.0.1", server.port))
            raw.sendall(begun)
            opened.append(raw)
    for _ in range(20):
        raw = raw_socket(people[0])
        raw.sendall(frame(b" " * 300)[:100])
        opened.append(raw)
        reset = raw_socket(people[0])
        reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        reset.close()
    assert state_of(people[1]) == before
    for raw in opened:
        raw.close()
    with people[0].socket() as connection:
        assert hear(connection)["seq"] == before["seq"]


# --- closing ------------------------------------------------------------------------------------------


def test_what_was_acknowledged_survives_closing_time(tmp_path: Path) -> None:
    """SIGTERM while moves are made by POST and by socket: every acknowledged one is there after the next start."""
    server = Server(tmp_path / "tables.db").start()
    acknowledged: dict[str, int] = {}
    moves = count()

    def by_post(people: list[Person], rng: Random) -> None:
        state = people[0].look()
        while True:
            actor = people[state["actor"]]
            try:
                state = actor.http.get(actor.path).json()
                answer = actor.http.post(
                    f"{actor.path}/move",
                    json={"move": rng.choice(state["moves"]), "expected": state["seq"], "id": f"{next(moves)}"},
                )
            except httpx.HTTPError:
                return
            if answer.status_code != 200:
                assert code_of(answer) == "stopping"
                return
            state = answer.json()
            acknowledged[actor.match] = state["done"]["seq"]
            if state["stage"] != "playing":
                return

    def by_socket(people: list[Person], rng: Random) -> None:
        with ExitStack() as entered, suppress(ConnectionClosed):
            sockets = [entered.enter_context(person.socket()) for person in people]
            states = [hear(connection) for connection in sockets]
            while True:
                turn = states[0]["actor"]
                if turn == "over":
                    return
                wish = {
                    "do": "move",
                    "move": rng.choice(states[turn]["moves"]),
                    "expected": states[turn]["seq"],
                    "id": f"{next(moves)}",
                }
                sockets[turn].send(json.dumps(wish))
                states = [hear(connection) for connection in sockets]
                acknowledged[people[0].match] = states[turn]["seq"]

    tables = [server.full_table("chipik", 3) for _ in range(6)]
    threads = [
        threading.Thread(target=(by_post, by_socket)[number % 2], args=(people, Random(number)))
        for number, people in enumerate(tables)
    ]
    for thread in threads:
        thread.start()
    while next(moves) < 150 and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    server.stop()
    for thread in threads:
        thread.join(WAIT)
    assert server.process
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert acknowledged
    with server:
        for people in tables:
            state = people[0].look()
            assert state["seq"] >= acknowledged.get(people[0].match, 0)
