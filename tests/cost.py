"""What each test costs: a pytest plugin that writes a line a test, for `scripts/test_cost.py` to add up.

    pytest -p tests.cost --cost FILE ...

A line holds seconds on the clock, CPU seconds of the test and of the processes it started, seconds spent
compiling, and how many servers, databases, browsers and other processes were started.
"""

import json
import os
import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

TICK = os.sysconf("SC_CLK_TCK")
started = {"browsers": 0, "servers": 0, "databases": 0, "processes": 0}
compiling = {"seconds": 0.0, "functions": 0, "depth": 0, "since": 0.0}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cost", help="append what each test costs to this file")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cost"):
        sys.addaudithook(count_processes)
        watch_compiling()
        watch_browsers()


def count_processes(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "subprocess.Popen":
        return
    said = " ".join(os.fsdecode(part) for part in arguments[1]) if not isinstance(arguments[1], str) else arguments[1]
    kind = "servers" if " serve " in f"{said} " else "databases" if "postgres" in said else "processes"
    started[kind] += 1


def watch_compiling() -> None:
    """Numba says when it begins and ends to compile a function, those it calls included; only the outermost count."""
    try:
        from numba.core import event
    except ImportError:
        return

    class Watch(event.Listener):
        def on_start(self, _event: Any) -> None:
            compiling["functions"] += 1
            if compiling["depth"] == 0:
                compiling["since"] = time.perf_counter()
            compiling["depth"] += 1

        def on_end(self, _event: Any) -> None:
            compiling["depth"] -= 1
            if compiling["depth"] == 0:
                compiling["seconds"] += time.perf_counter() - compiling["since"]

    event.register("numba:compile", Watch())  # type: ignore[no-untyped-call]


def watch_browsers() -> None:
    try:
        from playwright.sync_api import BrowserType
    except ImportError:
        return
    launch = BrowserType.launch

    def counted(self: Any, **how: Any) -> Any:
        started["browsers"] += 1
        return launch(self, **how)

    BrowserType.launch = counted  # type: ignore[method-assign]


def descendants(process: int) -> Iterable[int]:
    for task in Path(f"/proc/{process}/task").glob("*"):
        try:
            children = (task / "children").read_text().split()
        except OSError:
            continue
        for child in children:
            yield int(child)
            yield from descendants(int(child))


def seconds_of_children() -> float:
    """CPU seconds of processes started from here, those that run and those that are over."""
    times = os.times()
    ticks = 0
    for process in descendants(os.getpid()):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(int(field) for field in fields[11:15])
    return times.children_user + times.children_system + ticks / TICK


def read() -> dict[str, float]:
    return {
        "wall": time.perf_counter(),
        "cpu": time.process_time(),
        "children": seconds_of_children(),
        "compiling": compiling["seconds"],
        "compiled": compiling["functions"],
        **started,
    }


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    file = item.config.getoption("--cost")
    if not file:
        return (yield)
    before = read()
    answer = yield
    cost = {name: round(max(0.0, now - before[name]), 4) for name, now in read().items()}  # killed children leave no times
    parameters = getattr(item, "callspec", None)
    specs = [value.spec for value in parameters.params.values() if hasattr(value, "spec")] if parameters else []
    with Path(file).open("a", encoding="utf-8") as out:
        out.write(json.dumps({"test": item.nodeid, **cost, "games": specs}) + "\n")
    return answer
