"""This checkout beside another one, such as the commit before: is anything slower?

    python benchmarks/against.py ../before [--rounds 10] [--games chipik calcory] [--device cuda]

Measured are random playouts and batches (compiled, one thread, or a GPU), random play interpreted, and what a watched move
costs the server (two pages of players and one of an onlooker). Each of the two has a process of its own, and they take
turns; what counts is the median of the ratios of neighbouring rounds. The result is kept.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

HERE = Path(__file__).parent.parent
GAMES = {"chip-trick": 3, "chip-trick-root": 3, "chipik": 3, "toujours-12": 3, "calcory": 3}
KINDS = ("playouts", "batch", "interpreted", "watched")
SECONDS = 0.25  # of each measurement, after warming up
TURNS = 8  # measurements a round: a machine that others use, too, is quick and slow by the second


def paced(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> None:
    """How much gets done a second, said whenever a line asks for it."""
    work()
    print("ready", flush=True)
    for _ in sys.stdin:
        done, start = 0, clock()
        while clock() - start < SECONDS:
            done += work()
        print(done / (clock() - start), flush=True)


def playouts(id: str, device: str) -> None:
    import ludotheque
    from ludotheque.engine.playouts import simulate

    game, seeds = ludotheque.game(id, GAMES[id]), iter(range(1 << 30))
    games = 2_000_000 if device == "cuda" else 4_000
    clock = time.perf_counter if device == "cuda" else time.process_time
    paced(lambda: simulate(game, games, seed=next(seeds), threads=1, device=device).games, clock)


def batch(id: str, device: str) -> None:
    import ludotheque
    from ludotheque.engine.batch import Batch

    lanes = 1 << 24 if device == "cuda" else 1 << 10  # many: else starting kernels is what is measured
    made = Batch(ludotheque.game(id, GAMES[id]), lanes, seed=1, device=device, observation="packed")

    def work() -> int:
        for _ in range(50):
            made.choose_at_random()
            made.step()
        if device == "cuda":
            made.done.sum().item()  # the device has finished then
        return 50 * lanes

    paced(work, time.perf_counter if device == "cuda" else time.process_time)


def interpreted(id: str, device: str) -> None:
    import ludotheque

    game, rng = ludotheque.game(id, GAMES[id]), Random(1)

    def work() -> int:
        position = game.start()
        while not position.over:
            position.play(position.draw(rng))
        return position.steps

    paced(work)


def watched(id: str, device: str) -> None:
    """Moves a second that are shown to three pages, as the server does it: chance's steps go with the move before them."""
    import ludotheque
    from ludotheque import CHANCE
    from ludotheque.table import events
    from ludotheque.table.hall import Live
    from ludotheque.table.match import Match
    from ludotheque.web import staging

    game, rng = ludotheque.game(id, GAMES[id]), Random(1)

    def drawn(position: Any) -> tuple[str, ...]:
        texts = []
        while position.actor is CHANCE:
            move = position.draw(rng)
            position.play(move)
            texts.append(str(move))
        return tuple(texts)

    def work() -> int:
        plans = tuple(events.Plan(kind="person") for _ in range(game.players))
        opened = events.Opened(
            game=game.spec, version=game.ruleset.version, seats=plans, house=events.House(), commitment="", opener=""
        )
        live = Live(Match("m", "", b"", opened, 0))
        live.match.apply(events.Began(draws=drawn(game.start())), 0)
        moves = 0
        while not live.match.over and moves < 60:
            position = live.match.position
            assert position is not None
            seat, move, after = live.match.turn, str(position.draw(rng)), position.copy()
            assert seat is not None
            after.play(move)
            event = events.Moved(seat=seat, move=move, draws=drawn(after), by="person")
            live.before = position.copy()
            if hasattr(live, "moments"):  # older ones have none
                live.moments = None
            live.match.apply(event, 0)
            live.frames.clear()
            for viewer in (0, 1, None):
                staging.happened(live, event, 0, viewer, "en")
            moves += 1
        return moves

    paced(work)


class Side:
    """One of the two checkouts, at work in a process of its own."""

    def __init__(self, tree: Path, kind: str, id: str, device: str) -> None:
        command = [sys.executable, __file__, "--one", kind, id, "--device", device]
        paths = os.pathsep.join([str(tree / "src"), str(tree)])
        environment = {**os.environ, "PYTHONPATH": paths}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603

    def hear(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("one side has failed; it says why above")
        return line.strip()

    def measure(self) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write("now\n")
        self.process.stdin.flush()
        return float(self.hear())

    def end(self) -> None:
        self.process.communicate()


def alternating(sides: list[Side], rounds: int) -> list[tuple[float, float]]:
    for side in sides:
        assert side.hear() == "ready"
    pairs = []
    for number in range(rounds):  # each begins every other turn
        found: dict[Side, float] = dict.fromkeys(sides, 0.0)
        for turn in range(TURNS):
            for side in sides if (number + turn) % 2 else sides[::-1]:
                found[side] += side.measure() / TURNS
        pairs.append((found[sides[0]], found[sides[1]]))
    for side in sides:
        side.end()
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description="This checkout beside another one.")
    parser.add_argument("before", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--one", nargs=2)
    parser.add_argument("--called", default="", help="the commit of the one before, if git does not know it there")
    wish = parser.parse_args()
    if wish.one:
        kind, id = wish.one
        if wish.device == "cpu" and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # both on the same core: others may be busier
        {"playouts": playouts, "batch": batch, "interpreted": interpreted, "watched": watched}[kind](id, wish.device)
        return
    kinds = [kind for kind in wish.kinds if wish.device == "cpu" or kind in ("playouts", "batch")]
    rows = []
    for kind in kinds:
        for id in wish.games:
            pairs = alternating([Side(tree, kind, id, wish.device) for tree in (HERE, wish.before)], wish.rounds)
            ratios = sorted(now / before for now, before in pairs)
            ratio = median(ratios)
            now, before = (median(speeds) for speeds in zip(*pairs, strict=True))
            rows.append(
                {
                    "kind": kind, "game": id, "players": GAMES[id], "now": now, "before": before, "ratio": round(ratio, 4),
                    "ratios": [round(one, 4) for one in ratios],
                }
            )  # fmt: skip
            least, most = ratios[0], ratios[-1]
            said = f"{before:14,.0f} a second before, {now:14,.0f} now: {ratio:.3f} times ({least:.3f} to {most:.3f})"
            print(f"{kind:12} {id:16} {said}", flush=True)
    sys.path.insert(0, str(HERE / "benchmarks"))
    from resultfile import write_result

    before = wish.called or commit_of(wish.before)
    content = {"device": name_of(wish.device), "before": before, "rounds": wish.rounds, "rows": rows}
    print("written:", write_result(f"against-{wish.device}", ("ludotheque", "numba", "numba-cuda", "numpy"), content))


def name_of(device: str) -> str:
    if device == "cpu":
        return device
    from numba import cuda

    return str(cuda.get_current_device().name)


def commit_of(tree: Path) -> str:
    command = ["git", "-C", str(tree), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


if __name__ == "__main__":
    main()
