"""One fault in a copy of the repository, and the tests that it meets there."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.faults.fault import Fault
from tests.faults.reach import COMPILED, Learnt

FIRST = 40  # of the tests that reach a statement, the quickest: they catch most faults
NEVER_ENDS = "it never ends"
HOURS = 3 * 3600.0
SLOWER, A_WHILE = 5, 30.0  # so many times as long as usual, and a while, and a test counts as one that never ends
MINUTES = 300.0  # a test of unknown length


class Verdict(NamedTuple):
    caught: str | None  # by check, test or thorough, or by none
    by: str  # the test, the linter, the types
    seconds: float
    why: str = ""  # of one that changes nothing: the reason


class Tree:
    """A copy of the repository, where faults are planted one after another."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        listed = ["git", "ls-files", "-co", "--exclude-standard"]
        files = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
        for name in [*files, *(str(file.relative_to(root)) for file in (root / "src").rglob("*.mo"))]:
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)
        (folder / ".venv").symlink_to(root / ".venv")
        self.cache = folder.parent / f"{folder.name}-cache"  # of compiled games
        self.planted = 0

    # --- planting ---------------------------------------------------------------------------------

    def plant(self, faults: Sequence[Fault]) -> dict[Path, bytes]:
        """Says what the files were before."""
        before: dict[Path, bytes] = {}
        for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):  # so that places stay where they are
            file = self.folder / fault.file
            source = file.read_bytes()
            before.setdefault(file, source)
            self.write(file, fault.planted(source))
        return before

    def restore(self, before: Mapping[Path, bytes]) -> None:
        for file, source in before.items():
            self.write(file, source)

    def write(self, file: Path, source: bytes) -> None:
        """With a time of its own, so that no compiled file of the text before is taken for that of this one."""
        file.write_bytes(source)
        self.planted += 1
        moment = 1_000_000_000 + time.monotonic_ns() // 10**6 + self.planted
        os.utime(file, (moment, moment))

    # --- running ----------------------------------------------------------------------------------

    def environment(self, size: str, compiled: bool = False) -> dict[str, str]:
        more = {
            "LUDOTHEQUE_SIZE": size,
            "PYTHONPATH": f"{self.folder / 'src'}:{self.folder}",
            "LUDOTHEQUE_CACHE": str(self.cache),
        }
        return {**os.environ, **more, **(COMPILED if compiled else {})}

    def run(self, command: Sequence[str], environment: Mapping[str, str], limit: float) -> int | None:
        """The exit status; None where it did not end. Whatever it started ends with it."""
        with (self.folder.parent / f"{self.folder.name}.log").open("w") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
            )
            try:
                return process.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def failures(self, command: Sequence[str], options: str, limit: float, environment: Mapping[str, str]) -> list[str]:
        """The tests that fail, or what else went wrong."""
        failed = self.folder.parent / f"{self.folder.name}-failed"
        failed.unlink(missing_ok=True)
        # Each with its "=": pytest takes a path that stands alone for one of tests, and looks for its root from there.
        options = f"-p no:cacheprovider -p tests.faults.only --failed-tests={failed} {options}"
        status = self.run(command, {**environment, "PYTEST_ADDOPTS": options}, limit)
        if failed.exists():
            return sorted(set(failed.read_text("utf-8").splitlines()))
        if status in (0, 5):
            return []
        return [NEVER_ENDS if status is None else "the tests can't be collected"]

    def failing(self, tests: Mapping[str, float], size: str, compiled: bool = False, more: str = "") -> list[str]:
        """Those of these tests that fail, run in their order; each with the seconds that it usually takes."""
        if not tests:
            return []
        wanted = self.folder.parent / f"{self.folder.name}-wanted.json"
        wanted.write_text(json.dumps({test: A_WHILE + SLOWER * seconds for test, seconds in tests.items()}))
        files = sorted({test.split("::")[0] for test in tests})
        command, limit = [sys.executable, "-m", "pytest", *files], 2 * A_WHILE + SLOWER * sum(tests.values())
        return self.failures(command, f"{more} --only-tests={wanted}", limit, self.environment(size, compiled))

    def first_failure(self, tests: Mapping[str, float], size: str, compiled: bool = False) -> str | None:
        found = self.failing(tests, size, compiled, "-x")
        return found[0] if found else None

    def tried(self, fault: Fault, learnt: Learnt) -> Verdict:
        begun = time.monotonic()
        before = self.plant([fault])
        try:
            caught, by = self.met(fault, learnt)
        finally:
            self.restore(before)
        return Verdict(caught, by, round(time.monotonic() - begun, 1))

    def met(self, fault: Fault, learnt: Learnt) -> tuple[str | None, str]:
        reaching = learnt.tests_of(fault.file, range(fault.line, fault.line + 1 + fault.was.count("\n")))

        def in_order(run: str) -> Iterator[dict[str, float]]:
            """The quickest, then the others."""
            tests = [(test, seconds) for test, seconds in learnt.seconds[run].items() if reaching & {test, test.split("::")[0]}]
            tests.sort(key=lambda test: test[1])
            yield dict(tests[:FIRST])
            yield dict(tests[FIRST:])

        for some in in_order("check"):
            if by := self.first_failure(some, "check"):
                return "check", by
        for name, command in (
            ("ruff", ["ruff", "check", "src"]),
            ("mypy", ["mypy", "--cache-dir", str(self.folder.parent / f"{self.folder.name}-mypy")]),
        ):
            if fault.file.endswith(".py") and self.run([sys.executable, "-m", *command], dict(os.environ), 300):
                return "check", name
        for run, compiled in (("test", False), ("compiled", True)):
            for some in in_order(run):
                if by := self.first_failure(some, "test", compiled):
                    return "test", by
        return None, ""

    # --- many at once -----------------------------------------------------------------------------

    def failing_together(self, faults: Sequence[Fault], size: str, jobs: int) -> list[tuple[str, bool]]:
        """All of them planted, the whole command: the tests that fail, and whether with compiled rules."""
        before = self.plant(faults)
        try:
            return [
                (test, compiled)
                for compiled, run in ((False, "interpreted"), (True, "compiled"))
                for test in self.failures(["make", run, f"CORES={jobs}"], "", HOURS, self.environment(size))
            ]
        finally:
            self.restore(before)

    def failing_unharmed(self, tests: Sequence[tuple[str, bool]], size: str = "test") -> set[str]:
        """Those of these tests that fail where nothing is planted."""
        return {
            test
            for compiled in (False, True)
            for test in self.failing({test: MINUTES for test, run in tests if run == compiled}, size, compiled)
        }

    def failing_alone(self, fault: Fault, tests: Sequence[tuple[str, bool]], size: str) -> str | None:
        """The first of these tests that fails with this fault alone."""
        before = self.plant([fault])
        try:
            for compiled in (False, True):
                some = {test: MINUTES for test, with_compiled in tests if with_compiled == compiled}
                if found := self.first_failure(some, size, compiled):
                    return found
        finally:
            self.restore(before)
        return None


def together(tree: Tree, faults: list[Fault], size: str, jobs: int) -> dict[Fault, Verdict]:
    """All at once under the whole command, again and again until nothing fails that one of them alone makes fail."""
    found: dict[Fault, Verdict] = {}
    left = list(faults)
    while left:
        failing = tree.failing_together(left, size, jobs)
        unharmed = tree.failing_unharmed(failing, size)
        failing = [(test, compiled) for test, compiled in failing if test not in unharmed]
        for fault in left:
            if by := tree.failing_alone(fault, failing, size):
                found[fault] = Verdict(size, by, 0.0)
        if not any(fault in found for fault in left):
            break
        left = [fault for fault in left if fault not in found]
    return found
