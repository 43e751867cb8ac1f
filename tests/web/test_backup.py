"""Backup and restore while the house is open, from and into both stores."""

from pathlib import Path
from random import Random

import pytest

from tests.process import run
from tests.size import not_in_check
from tests.web.house import PostgreSQLServer, Server, play_by_post

pytestmark = not_in_check


def check(source: Server, database: str, elsewhere: Server, other: str, tmp_path: Path) -> None:
    """What was backed up from one house goes on in another; and what is missing comes back into the same one."""
    people = source.full_table("chip-trick-root", 3)
    before = play_by_post(people, Random(1), most=20)
    file = str(tmp_path / "copy.backup")
    done = run("backup", file, "--database", database)
    assert done.returncode == 0, done.stderr
    after = play_by_post(people, Random(2), most=5)
    assert after["seq"] == before["seq"] + 5, "the house went on meanwhile"
    done = run("restore", file, "--database", other)
    assert done.returncode == 0, done.stderr
    for person in people:
        person.server = elsewhere
    moved = people[0].look()
    assert moved["seq"] == before["seq"]
    assert play_by_post(people, Random(3))["stage"] == "over"
    for person in people:
        person.server = source
    assert "0 tables" in run("restore", file, "--database", database).stdout, "nothing that is there is changed"
    assert people[0].look()["seq"] == after["seq"]
    assert run("backup", file, "--database", database).returncode == 2, "no file is overwritten"


def test_sqlite_to_sqlite(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.db"), str(tmp_path / "two.db")
    with Server(one) as source, Server(two) as elsewhere:
        check(source, one, elsewhere, two, tmp_path)


def test_sqlite_to_postgresql_and_back(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    file = str(tmp_path / "one.db")
    with Server(file) as here, Server(postgresql.url) as there:
        check(here, file, there, postgresql.url, tmp_path)
        (tmp_path / "copy.backup").unlink()
        check(there, postgresql.url, here, file, tmp_path)


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + bytes(100)])
def test_a_damaged_backup_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.backup"
    file.write_bytes(content)
    done = run("restore", str(file), "--database", str(tmp_path / "new.db"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
