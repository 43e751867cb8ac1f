"""Which tests reach which statement, and how long each takes: learnt once by running all of them with coverage."""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

COMPILED = {"LUDOTHEQUE_RULES": "compiled", "NUMBA_BOUNDSCHECK": "1"}


BROWSERS = "tests/room/"
BESIDE = {
    "src/ludotheque/games/": ("tests/games/", "tests/test_"),
    "src/ludotheque/kit/": ("tests/kit/", "tests/games/"),
    "src/ludotheque/table/": ("tests/matches/", "tests/web/"),
    "src/ludotheque/web/": ("tests/web/", "tests/room/"),
    "src/ludotheque/bots/": ("tests/test_", "tests/solve/"),
    "src/ludotheque/engine/": ("tests/engine/", "tests/solve/"),
}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Used as a plugin while learning: processes that a test starts know by this whose they are."""
    os.environ["FAULTS_TEST"] = item.nodeid.split("::")[0]
    return (yield)


class Learnt(NamedTuple):
    """What a run of the tests said: the seconds of each test, and the tests that reach each line of each file."""

    seconds: dict[str, dict[str, float]]  # of runs: check, test, compiled
    reached: dict[str, dict[int, list[str]]]

    def tests_of(self, file: str, lines: Iterable[int]) -> set[str]:
        """Tests that run one of these lines, or files of tests.

        What runs when a module is imported is reached by all that reach the module, and what only runs compiled by all
        tests of its room. Which lines of a page's script run is not known: they are reached by all tests with a browser.
        """
        if file.endswith(".js"):
            return {test for seconds in self.seconds.values() for test in seconds if test.startswith(BROWSERS)}
        known = self.reached.get(file, {})
        found = {test for line in lines for test in known.get(line, ())} or {test for tests in known.values() for test in tests}
        beside = [tests for room, tests in BESIDE.items() if file.startswith(room)]
        return found or {
            test for seconds in self.seconds.values() for test in seconds for room in beside if test.startswith(room)
        }


def learn(root: Path, folder: Path, jobs: int) -> Learnt:
    """Runs everything once, with coverage of the whole product, which takes about twice as long as without."""
    kept = folder / "learnt.json"
    if not kept.exists():
        seconds = {run: costs(root, folder, run, jobs) for run in ("check", "test", "compiled")}
        kept.write_text(json.dumps([seconds, reached(root, folder)]))
    seconds, found = json.loads(kept.read_text())
    return Learnt(seconds, {file: {int(line): tests for line, tests in lines.items()} for file, lines in found.items()})


def costs(root: Path, folder: Path, run: str, jobs: int) -> dict[str, float]:
    file = folder / f"cost-{run}.jsonl"
    file.unlink(missing_ok=True)
    options = f"-p tests.cost --cost={file}"
    environment = {**os.environ, "LUDOTHEQUE_SIZE": "check" if run == "check" else "test", "PYTHONPATH": str(root)}
    if run == "test":
        environment["COVERAGE_FILE"] = str(folder / ".coverage")
        options += " -p tests.faults.reach --cov --cov-config=tests/faults/coverage.ini --cov-context=test --cov-report="
    command = ["make", "compiled" if run == "compiled" else "interpreted", f"CORES={jobs}"]
    subprocess.run(command, cwd=root, env={**environment, "PYTEST_ADDOPTS": options}, check=True)
    return {cost["test"]: cost["wall"] for cost in map(json.loads, file.read_text().splitlines())}


def reached(root: Path, folder: Path) -> dict[str, dict[int, list[str]]]:
    from coverage import CoverageData

    data = CoverageData(str(folder / ".coverage"))
    data.read()
    found: dict[str, dict[int, list[str]]] = {}
    for path in data.measured_files():
        if not Path(path).is_relative_to(root / "src"):  # a test makes copies of the program
            continue
        lines: dict[int, list[str]] = defaultdict(list)
        for line, contexts in data.contexts_by_lineno(path).items():
            lines[line] = sorted({context.rpartition("|")[0] or context for context in contexts if context})
        found[str(Path(path).relative_to(root))] = lines
    return found
