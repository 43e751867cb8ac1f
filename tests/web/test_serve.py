"""Where a house opens, and what it says when it does."""

import socket
from pathlib import Path

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.web import serve
from ludotheque.web.app import Settings


@pytest.fixture(autouse=True)
def in_a_lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "address_in_the_lan", lambda: "192.0.2.7")


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:8012/"), ("::1", "http://[::1]:8012/"), ("games.example", "http://games.example:8012/")],
)
def test_who_opens_it_for_this_computer_alone_is_told_so(host: str, address: str) -> None:
    lines = serve.greeting(host, 8012, "")
    assert lines[0] == f"Ludothèque is open: {address}"
    assert lines[1] == "Only this computer can come in; --lan opens it to everyone in the room."
    assert len(lines) == 3


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_for_a_whole_room_there_is_a_code_to_scan(host: str) -> None:
    lines = serve.greeting(host, 8012, "/games")
    assert lines[0] == "Ludothèque is open: http://192.0.2.7:8012/games/"
    assert lines[2] == serve.qr_code("http://192.0.2.7:8012/games/")
    assert len(lines[2].splitlines()) > 10


def test_links_name_an_address_that_others_reach() -> None:
    house = Settings(database="tables.db")
    assert serve.public_address(house, "127.0.0.1", 8012, "/games") == ""
    assert serve.public_address(house, "0.0.0.0", 8012, "/games") == "http://192.0.2.7:8012/games"
    named = Settings(database="tables.db", origins=frozenset({"https://b.example", "https://a.example"}))
    assert serve.public_address(named, "0.0.0.0", 8012, "/games") == "https://a.example/games"


def test_where_a_port_is_taken_any_other_will_do() -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        taken = first.getsockname()[1]
        with pytest.raises(LudothequeError, match=f"nothing can be served at 127.0.0.1:{taken}: .*; choose another --port"):
            serve.bound("127.0.0.1", taken)


def test_a_house_opens_beside_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        monkeypatch.setattr(serve, "USUAL_PORT", first.getsockname()[1])
        with serve.bound_somewhere("127.0.0.1") as other:
            assert other.getsockname()[1] not in (0, serve.USUAL_PORT)


def test_tables_lie_where_the_system_keeps_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert serve.default_database() == "/srv/data/ludotheque/tables.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert serve.default_database() == str(Path.home() / ".local/share/ludotheque/tables.db")


@pytest.mark.parametrize(("screen", "there"), [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "wayland-0"}, True)])
def test_a_browser_opens_where_there_is_a_screen(screen: dict[str, str], there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in screen.items():
        monkeypatch.setenv(name, value)
    assert serve.has_screen() == there
