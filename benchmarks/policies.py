"""Trains the policies that ship, lets somebody learn to beat each, and gathers what came out.

    python benchmarks/policies.py train DIR [--minutes 2] [--exploit 1] [--together 2] [GAME ...]
    python benchmarks/policies.py collect DIR

A GAME is such as 'chip-trick players=3 scoring=halving'; without one, all that ship are trained. `train` needs
PyTorch and a CUDA GPU; games trained together share it, and while one compiles its rules, the others learn.
`collect` adds what came out to the newest result, dated today, and puts the policies where bots find them.
"""

import argparse
import fcntl
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from resultfile import RESULTS, machine, shown, version_of, write_result

from ludotheque.games import from_spec
from ludotheque.policyfile import ENDING, POLICIES, Policy, file_name, fingerprint, read, write
from ludotheque.standingsfile import STANDINGS, standings_name, write_standings

PACKAGES = ("ludotheque", "numba", "numba-cuda", "numpy", "cupy-cuda13x", "torch")
GAMES = ["chip-trick-root players=3"]
GAMES += [f"chip-trick players={players} scoring={scoring}" for players in (2, 3, 4) for scoring in ("explosion", "halving")]
CRITIC = ".critic.pt"
JUDGED_BY = 1_000_000  # fresh games in every seat


def train_one(wish: argparse.Namespace) -> None:
    """In a process of its own: trains, leaves the policy, then lets somebody learn to beat it."""
    from ludotheque.solve.exploiting import SETTINGS, exploit, exploiter_of
    from ludotheque.solve.judging import write_critic
    from ludotheque.solve.lanes import Lanes
    from ludotheque.solve.learning import Settings
    from ludotheque.solve.standings import shares_of_standings
    from ludotheque.solve.training import train

    spec = wish.games[0]
    game = from_spec(spec)
    changes = {name: type(getattr(Settings, name))(value) for name, _, value in (word.partition("=") for word in wish.set)}
    began = time.monotonic()

    def heard(share: float, said: dict[str, float]) -> None:
        nonlocal told_at
        if time.monotonic() > told_at:
            told_at = time.monotonic() + 10
            words = ", ".join(f"{name} {number:.4g}" for name, number in said.items())
            print(f"{time.monotonic() - began:5.0f} s  {spec}  {share:4.0%}  {words}", flush=True)

    told_at = 0.0
    path = wish.folder / file_name(game)
    start, critic, before = going_on(wish.start) if wish.start else (None, None, [])
    settings = replace(Settings(), **changes)
    lanes = Lanes(game, 1, wish.seed, "cuda", settled=settings.settled)  # compiles the rules, while others learn
    with the_gpu():
        policy, critic, told = train(
            game, settings, start=start, critic=critic, minutes=wish.minutes, seed=wish.seed,
            device="cuda", heard=heard,
        )  # fmt: skip
        write(policy, path)
        write_critic(critic, path.with_suffix(CRITIC))
        standings = path.with_name(standings_name(game)) if game.rules.standings else None
        if standings:
            write_standings(game, shares_of_standings(lanes, critic), standings)
        save(path.with_suffix(".training.json"), told | {"before": before, **circumstances()})
        against = told["against_random"]
        print(
            f"{spec}: {told['games']:,} games, {told['decisions']:,} decisions, against random {against['mean']:.3f}", flush=True
        )
        if wish.exploit:
            learned, found = exploit(
                policy, replace(SETTINGS, settled=settings.settled), critic=critic, standings=standings, minutes=wish.exploit,
                games=JUDGED_BY, seed=wish.seed + 1, device="cuda", heard=heard,
            )  # fmt: skip
            write(learned, exploiter_of(path))
            save(path.with_suffix(".exploiting.json"), found | {"exploiter": fingerprint(exploiter_of(path))})
            print(f"{spec}: a deviation gains {found['gain']:.4f} ± {found['give_or_take']:.4f}", flush=True)


def going_on(start: Path) -> tuple[Policy, Any, list[dict[str, Any]]]:
    """The policy that another goes on from, its critic if that is beside it, and what it had learnt from already."""
    from ludotheque.solve.judging import read_critic

    told = json.loads(start.with_suffix(".training.json").read_text("utf-8"))
    this_one = {name: told[name] for name in ("seed", "seconds", "games", "decisions", "rounds", "settings")}
    beside = start.with_suffix(CRITIC)
    critic = read_critic(beside, "cuda") if beside.exists() else None
    return read(start), critic, [*told.get("before", []), this_one]


def circumstances() -> dict[str, Any]:
    return {"machine": machine(), "versions": {name: version_of(name) for name in PACKAGES}}


@contextmanager
def the_gpu() -> Iterator[None]:
    """One learns at a time: taking turns by the millisecond would cost all of them."""
    with (Path(tempfile.gettempdir()) / "ludotheque-gpu.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def save(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def train_all(wish: argparse.Namespace) -> None:
    """So many at a time, each in a process of its own."""
    wish.folder.mkdir(parents=True, exist_ok=True)
    numbers = ["--minutes", str(wish.minutes), "--exploit", str(wish.exploit), "--seed", str(wish.seed)]
    numbers += [word for setting in wish.set for word in ("--set", setting)]

    def in_a_process(spec: str) -> int:
        command = [sys.executable, __file__, "one", str(wish.folder), spec, *numbers]
        return subprocess.run(command, check=False).returncode  # noqa: S603  # our own words

    with ThreadPoolExecutor(wish.together) as pool:
        failed = [spec for spec, code in zip(wish.games, pool.map(in_a_process, wish.games), strict=True) if code]
    if failed:
        sys.exit("failed: " + ", ".join(failed))


def tried(folder: Path) -> list[dict[str, Any]]:
    """What was trained and exploited before and does not ship, so that nobody sees the best of many alone."""
    rows = []
    for file in sorted(folder.glob("*/*.exploiting.json")):
        found = json.loads(file.read_text("utf-8"))
        told = json.loads(file.with_name(file.name.replace("exploiting", "training")).read_text("utf-8"))
        rows.append(row_of_tried(file.name.partition(".")[0], told, found))
    return rows


def row_of_tried(name: str, told: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name, "settings": told["settings"], "before": told.get("before", []),
        "games": told["games"], "decisions": told["decisions"], "seconds": told["seconds"],
        "against_random": told["against_random"]["mean"], "gain": found["gain"], "give_or_take": found["give_or_take"],
        "exploited_by_decisions": found["decisions"], "exploited_for_seconds": found["seconds"],
        "exploited_at_rate": found["settings"]["rate"], "exploited_trembling": found["settings"].get("tremble", 0.0),
        "exploited_settled": found["settings"].get("settled", 0), "exploited_standings": found.get("standings"),
    }  # fmt: skip


def collect(folder: Path) -> None:
    """What a folder holds into the newest result, as of today, and its policies to where they ship.

    Games that the folder does not hold stay as they were; a policy that another replaces joins those that were tried,
    and so does what lies in the folder's `tried`.
    """
    before = json.loads(max(RESULTS.glob("policies-*.json")).read_text("utf-8"))
    del before["date"]
    games = {game["name"]: game for game in before["games"]}
    dropped = []
    for path in sorted(folder.glob("*" + ENDING)):
        told = {what: path.with_suffix(f".{what}.json") for what in ("training", "exploiting")}
        parts = {what: json.loads(file.read_text("utf-8")) if file.exists() else None for what, file in told.items()}
        if (old := games.get(path.stem)) and old["exploiting"]:
            dropped.append(row_of_tried(path.stem, old["training"], old["exploiting"]))
        games[path.stem] = {"name": path.stem, "bytes": path.stat().st_size, "fingerprint": fingerprint(path), **parts}
        for file in (path, path.with_suffix(STANDINGS)):
            if file.exists():
                shutil.copy(file, POLICIES / file.name)
    content = {**before, "games": list(games.values()), "tried": [*before["tried"], *dropped, *tried(folder / "tried")]}
    print(f"written: {shown(write_result('policies', PACKAGES, content))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("train", "one", "collect"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--minutes", type=float, default=2.0, help="to learn for, each")
    parser.add_argument("--exploit", type=float, default=1.0, help="minutes to learn to beat it")
    parser.add_argument("--together", type=int, default=2)
    parser.add_argument("--start", type=Path, help="a policy to go on from; what is told of its training lies beside it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], help="a setting of learning, such as rate=0.001")
    wish = parser.parse_args()
    if wish.what == "collect":
        collect(wish.folder)
    elif wish.what == "one":
        train_one(wish)
    else:
        train_all(wish)


if __name__ == "__main__":
    main()
