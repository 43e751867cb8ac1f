"""What standings are worth, on disk."""

import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotheque
from ludotheque.errors import LudothequeError
from ludotheque.standingsfile import WHOLE, read_standings, shipped_standings, standings_name, write_standings

ROOT = ludotheque.game("chip-trick-root", 3)
assert ROOT.rules.standings
FIRST = [n % 256 / 255 for n in range(sum(1 for _ in ROOT.rules.standings(ROOT.facts)))]
SHARES = [share for first in FIRST for share in (first, (1 - first) / 4, (1 - first) * 3 / 4)]
OTHER = {"little": "big", "big": "little"}[sys.byteorder]


@pytest.mark.parametrize("order", [sys.byteorder, OTHER])
def test_what_was_written_is_read(order: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / standings_name(ROOT)
    monkeypatch.setattr("sys.byteorder", order)
    write_standings(ROOT, SHARES, path)
    assert path.name == "chip-trick-root-3.standings"
    assert read_standings(ROOT, path) == pytest.approx(SHARES, abs=1e-5)


def test_the_lower_byte_comes_first_and_a_machine_that_has_it_otherwise_turns_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(order: str) -> bytes:
        monkeypatch.setattr("sys.byteorder", order)
        write_standings(ROOT, SHARES, tmp_path / "some.standings")
        return (tmp_path / "some.standings").read_bytes().partition(b"\n")[2]

    here, there, shares = sys.byteorder, OTHER, [round(share * WHOLE) for share in SHARES]
    assert written(here) == struct.pack(f"<{len(shares)}H", *shares)
    assert written(there) == struct.pack(f">{len(shares)}H", *shares)


def test_what_was_learned_of_another_game_is_worth_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.standings"
    assert read_standings(ROOT, path) == []
    write_standings(ROOT, SHARES, path)
    assert read_standings(ROOT.with_facts(limit=19), path) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[:-2],
        lambda whole: whole + b"xx",
        lambda _: b"[" * 100_000,
        lambda whole: b"[]" + whole[whole.index(b"\n") :],
        lambda whole: json.dumps({"game": ROOT.spec}).encode() + whole[whole.index(b"\n") :],
        lambda whole: whole[: whole.index(b"\n") + 1] + bytes(len(whole) - whole.index(b"\n") - 1),
        lambda whole: whole[:-8] + bytes(8),
    ],
)
def test_what_is_damaged_is_refused_with_a_sentence(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "some.standings"
    write_standings(ROOT, SHARES, path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(LudothequeError, match="is not a whole table of standings"):
        read_standings(ROOT, path)


def test_roots_ship_and_everyone_shares_one_victory() -> None:
    shares = read_standings(ROOT, shipped_standings(ROOT))
    assert ROOT.rules.standings
    states = list(ROOT.rules.standings(ROOT.facts))
    assert len(shares) == 3 * len(states)
    for n, state in enumerate(states):
        of_all = shares[3 * n : 3 * n + 3]
        assert sum(of_all) == pytest.approx(1, abs=1e-4)
        ahead = [mine - max(o for k, o in enumerate(state.score[:3]) if k != seat) for seat, mine in enumerate(state.score[:3])]
        assert all(share > 0.5 for share, lead in zip(of_all, ahead, strict=True) if lead > 8 * state.round)
