"""Plants faults in the product and says which of them the tests notice.

    python -m tests.faults [--number 460] [--only games] [--jobs 2]     plant them, one after another
    python -m tests.faults --whole test                                 the survivors, all at once, under the whole command
    python -m tests.faults --report                                     what is known so far

Each fault meets the linter, the types and the tests that reach its statement, those of `make check` first, then
those of `make test`; the first failure ends it. What survives that meets the whole of `make test` and `make thorough`,
together with the other survivors: a test that fails then is run again with each of them alone. The result is kept
after every fault, so that it can be interrupted and goes on.
"""

import argparse
import json
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import Queue

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.faults.drawn import NUMBER, ROOMS, SEED, drawn
from tests.faults.fault import Fault
from tests.faults.reach import Learnt, learn
from tests.faults.trial import Tree, Verdict, together

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "build" / "faults"
RESULT = ROOT / "benchmarks" / "results" / "faults.json"


class Result:
    """What became of each fault, kept in a file that goes into the repository."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.of: dict[str, Verdict] = {}
        if file.exists():
            self.of = {fault: Verdict(**said) for fault, said in json.loads(file.read_text("utf-8"))["faults"].items()}

    def add(self, fault: Fault, verdict: Verdict) -> None:
        self.of[fault.id] = verdict
        self.keep()

    def keep(self) -> None:
        rows = {fault: verdict._asdict() for fault, verdict in sorted(self.of.items())}
        text = json.dumps({"seed": SEED, "faults": rows}, indent=1, ensure_ascii=False) + "\n"
        unfinished = self.file.with_suffix(".unfinished")
        unfinished.write_text(text, "utf-8")
        os.replace(unfinished, self.file)


def plant(faults: list[Fault], result: Result, jobs: int) -> None:
    learnt = learn(ROOT, FOLDER, jobs)
    trees: Queue[Tree] = Queue()
    for number in range(jobs):
        trees.put(Tree(ROOT, FOLDER / f"tree-{number}"))
    waiting = [fault for fault in faults if fault.id not in result.of]

    def one(fault: Fault) -> tuple[Fault, Verdict]:
        tree = trees.get()
        try:
            return fault, tree.tried(fault, learnt)
        finally:
            trees.put(tree)

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with ThreadPoolExecutor(jobs) as pool, Progress(*columns) as progress:
        bar = progress.add_task("faults planted", total=len(faults), completed=len(faults) - len(waiting))
        try:
            for done in as_completed(pool.submit(one, fault) for fault in waiting):
                fault, verdict = done.result()
                result.add(fault, verdict)
                progress.advance(bar)
                progress.console.print(f"{verdict.caught or 'SURVIVED':9} {fault.id}"[:160])
        finally:
            pool.shutdown(cancel_futures=True)  # where it is interrupted, those under way end and no other begins
    control(faults, result, learnt, trees.get())


def control(faults: list[Fault], result: Result, learnt: Learnt, tree: Tree) -> None:
    """Where nothing is planted, the tests that noticed something pass; what only one that fails anyway noticed is tried again."""
    by = {result.of[fault.id].by for fault in faults if fault.id in result.of}
    tests = [(test, run == "compiled") for run in ("test", "compiled") for test in sorted(by & set(learnt.seconds[run]))]
    for test in tree.failing_unharmed(tests):
        print("fails where nothing is planted:", test)
        for fault in faults:
            if fault.id in result.of and result.of[fault.id].by == test:
                del result.of[fault.id]
    result.keep()


def report(faults: list[Fault], result: Result) -> None:
    for room, folder in [*((room, f"/{room}/") for room in ROOMS), ("all", "/")]:
        some = [result.of[fault.id] for fault in faults if folder in fault.file and fault.id in result.of]
        caught = Counter(verdict.caught or "survived" for verdict in some)
        numbers = ", ".join(f"{name} {number}" for name, number in sorted(caught.items()))
        print(f"{room:7} {len(some):4} planted; {numbers}")
    for fault in faults:
        verdict = result.of.get(fault.id)
        if verdict and not verdict.caught:
            print(f"survived: {fault.file}:{fault.line}: {fault.kind}: {fault.was!r} -> {fault.text!r}  {verdict.why}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plants faults and says which of them the tests notice.")
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--only", default="", help="faults in files whose path has this in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="try again those that survived")
    parser.add_argument("--whole", choices=["test", "thorough"], help="all survivors under the whole command")
    parser.add_argument("--report", action="store_true")
    wish = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    faults = [fault for fault in drawn(ROOT, wish.number) if wish.only in fault.file]
    result = Result(RESULT)
    if wish.again:
        for fault in faults:
            if fault.id in result.of and not result.of[fault.id].caught:
                del result.of[fault.id]
    if wish.whole:
        survivors = [fault for fault in faults if fault.id in result.of and not result.of[fault.id].caught]
        for fault, verdict in together(Tree(ROOT, FOLDER / "tree-0"), survivors, wish.whole, wish.jobs).items():
            result.add(fault, verdict)
    elif not wish.report:
        plant(faults, result, wish.jobs)
    report(faults, result)


if __name__ == "__main__":
    main()
