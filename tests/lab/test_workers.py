"""Whoever does the work, the numbers are the same."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex

import pytest

import ludotheque
from ludotheque import LudothequeError, OptionError, cluster, extras, fingerprint
from ludotheque.cluster import done_there
from ludotheque.engine.clustered import MOST_PIECES, pieces_of
from ludotheque.engine.playouts import simulate
from ludotheque.lab import workers
from ludotheque.lab.contest import CROSS, MIXED, Contest, Piece, Rotation, played
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.workers import Workers, in_processes

ROOT = Path(__file__).parent.parent.parent
SPEC = ludotheque.game("chip-trick", 3).with_facts(tiles=1).spec
CONTESTS = {
    Contest(SPEC, CROSS, read_entrants("random,random+random:0.5"), seed=1): 12,
    Contest(SPEC, MIXED, read_entrants("random,random,random+random:0.5"), seed=1): 11,
}


@pytest.fixture(scope="module")
def alone() -> dict[Contest, list[Rotation]]:
    return run(CONTESTS, Workers(1), Kept(None))


def test_every_deal_is_played_from_every_seat(alone: dict[Contest, list[Rotation]]) -> None:
    assert [len(rotations) for rotations in alone.values()] == [12, 11]
    assert {len(rotation) for rotations in alone.values() for rotation in rotations} == {3}


def test_two_processes_find_the_same(alone: dict[Contest, list[Rotation]]) -> None:
    heard: list[int] = []
    assert run(CONTESTS, Workers(2), Kept(None), heard.append) == alone
    assert sum(heard) == 23 * 3
    assert not multiprocessing.active_children()


def test_a_contest_is_the_same_whatever_is_played_beside_it(alone: dict[Contest, list[Rotation]]) -> None:
    mixed = list(CONTESTS)[1]
    assert run({mixed: 4}, Workers(1), Kept(None))[mixed] == alone[mixed][:4]


def test_other_seeds_and_deals_come_out_otherwise(alone: dict[Contest, list[Rotation]]) -> None:
    cross = next(iter(CONTESTS))
    other = Contest(cross.game, cross.seating, cross.entrants, seed=2)
    assert run({other: 12}, Workers(1), Kept(None))[other] != alone[cross]
    assert len({str(rotation) for rotation in alone[cross]}) > 3


def test_processes_are_gone_when_the_work_is_stopped() -> None:
    pieces = [piece for contest in CONTESTS for piece in contest.pieces(5000)]
    work = in_processes(pieces, 2)
    assert isinstance(work, Iterator)
    next(work)
    with pytest.raises(KeyboardInterrupt):
        work.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    ends = time.monotonic() + 60
    while multiprocessing.active_children() and time.monotonic() < ends:
        time.sleep(0.02)  # not join: the pool's own thread waits for them too, and only one of the two hears of the end
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("on", ["spark", "rays", "ray:/here"])
def test_workers_nobody_knows(on: str) -> None:
    with pytest.raises(OptionError, match=f"--on can be ray or ray://address, not {on}"):
        Workers(1, on).make_sure()


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path)
    with pytest.raises(LudothequeError, match=r"needs Ray; python -m pip install 'ludotheque\[ray\]' brings it"):
        Workers(1, "ray").make_sure()


def test_a_worker_with_other_code_refuses() -> None:
    piece = next(next(iter(CONTESTS)).pieces(1))
    assert len(done_there(played, piece, fingerprint.fingerprint())) == 1
    with pytest.raises(LudothequeError, match="another version"):
        done_there(played, piece, "0" * 16)


def test_the_fingerprint_changes_with_what_plays_and_with_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fingerprint, "HOUSE", tmp_path)
    prints = []
    for name in (
        "move.py",
        "bots/search.py",
        "bots/policies/learnt.bin",
        "games/a/rules.py",
        "terminal/app.py",
        "games/__pycache__/x",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x = 1")
        prints.append(fingerprint.fingerprint.__wrapped__())
    assert len(set(prints[:4])) == 4
    assert set(prints[4:]) == {prints[3]}


ON_RAY = """
import json
from ludotheque.lab.kept import Kept
from ludotheque.lab.running import run
from ludotheque.lab.workers import Workers
from tests.lab.test_workers import CONTESTS
print(json.dumps(list(run(CONTESTS, Workers(2, "ray"), Kept(None)).values())))
"""


def said_on_ray(code: str) -> str:
    """The last line that a program says which works on a cluster of Ray's own; without Ray nothing is claimed."""
    if not find_spec("ray"):
        pytest.skip("Ray is not installed")
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)}  # else Ray would leave one in the home folder
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | token, cwd=ROOT, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_on_ray_the_same_comes_out(alone: dict[Contest, list[Rotation]]) -> None:
    assert json.loads(said_on_ray(ON_RAY)) == list(alone.values())


SIMULATED = """
import ludotheque
from ludotheque.engine.playouts import simulate
print(simulate(ludotheque.game("chipik", 3), 30_001, seed=5, on="ray", threads=2).entries)
"""


def test_a_simulation_on_ray_counts_the_same() -> None:
    there = json.loads(said_on_ray(SIMULATED))
    assert there == simulate(ludotheque.game("chipik", 3), 30_001, seed=5).entries


def test_a_simulation_on_many_machines_uses_no_gpu() -> None:
    with pytest.raises(OptionError, match="on many machines, games are played on processors"):
        simulate(ludotheque.game("chipik", 3), 10, on="ray", device="cuda")


@pytest.mark.parametrize("games", [1, 7, 30_001, 10**9, 1 << 48])
def test_every_game_is_in_one_piece(games: int) -> None:
    pieces = list(pieces_of(ludotheque.game("chipik", 3), games, 5))
    assert [piece.first for piece in pieces] == [0, *(piece.last for piece in pieces[:-1])]
    assert pieces[-1].last == games
    assert len(pieces) <= MOST_PIECES


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCluster:
        @staticmethod
        def init(**_: object) -> None:
            raise ConnectionError("timeout")

    monkeypatch.setattr(cluster, "ray_module", lambda: NoCluster)
    with pytest.raises(LudothequeError, match="no Ray cluster lets us in at ray://nowhere:1"):
        run(CONTESTS, Workers(1, "ray://nowhere:1"), Kept(None))


def killed(piece: Piece) -> list[Rotation]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_a_process_that_is_killed_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "played", killed)
    with pytest.raises(LudothequeError, match=r"a process was killed.*fewer --processes"):
        run(CONTESTS, Workers(2), Kept(None))


def test_the_fingerprint_changes_with_a_guest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "guest.py").write_text("x = 1")
    monkeypatch.syspath_prepend(tmp_path)
    guest = EntryPoint("guest", "guest:GAME", "ludotheque.games")
    monkeypatch.setattr(fingerprint, "entry_points", lambda group: [guest])
    before = fingerprint.fingerprint.__wrapped__()
    (tmp_path / "guest.py").write_text("x = 2")
    assert fingerprint.fingerprint.__wrapped__() != before
