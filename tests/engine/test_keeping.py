"""What is kept on disk may be damaged, and there may be no room or no place: it is compiled again, and no error."""

import resource
import threading
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.engine import keeping, module

SOURCE = """from ludotheque.engine.means.cpu import jit

@jit
def twice(number):
    return 2 * number
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    return tmp_path / "some"


def taken_up() -> bool:
    """Whether a small function works, and whether it had been kept."""
    twice: Any = module.loaded("some", SOURCE).twice
    assert twice(4) == 8
    return bool(sum(twice.stats.cache_hits.values()))


def test_what_is_compiled_is_kept(folder: Path) -> None:
    assert not taken_up()
    assert taken_up()
    assert {file.suffix for file in folder.rglob("*") if file.is_file()} == {".py", ".nbi", ".nbc"}


@pytest.mark.parametrize("suffix", [".py", ".nbi", ".nbc"])
def test_a_damaged_file_is_made_anew(folder: Path, suffix: str) -> None:
    taken_up()
    (file,) = folder.rglob(f"*{suffix}")
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"\x80garbage" * 40):
        file.write_bytes(damaged)
        assert not taken_up() or suffix == ".py"  # which nothing is read from but its date
        assert taken_up()
        assert file.read_bytes() == whole or suffix != ".py"


@pytest.mark.parametrize("room", [0, 100, 1500])
def test_a_full_disk_keeps_nothing(folder: Path, room: int) -> None:
    """Room for nothing, for the text alone, and for the index besides."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        assert not taken_up()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not list(folder.rglob("*.tmp"))
    assert not taken_up()
    assert taken_up()


def test_no_place_to_keep_it_and_nothing_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert not taken_up()
    assert not taken_up()
    assert not list((tmp_path / "temporary").iterdir())


def test_nobody_is_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("LUDOTHEQUE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", home)
    assert keeping.cache_folder() is None
    assert not taken_up()


def test_many_threads_may_begin_at_once(caplog: pytest.LogCaptureFixture) -> None:
    """And it is said once what begins there, for it may take a while. No other test has a game like this one."""
    caplog.set_level("INFO", "ludotheque.engine")
    game = ludotheque.game("chipik", 3).with_facts(tokens=5)
    found: list[Any] = []
    at_once = threading.Barrier(8)

    def ask() -> None:
        at_once.wait()
        found.append(module.module_of(game, "python"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1
    assert [line.getMessage().split(";")[0] for line in caplog.records] == [f"{game.spec}: playouts for python"]
