"""A pytest plugin for the campaign: runs the tests that a file names, in its order, and writes down those that failed.

With each stands how long it may take.
"""

import json
import signal
from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-tests", help="a file with the tests to run, in this order, and the seconds that each may take")
    parser.addoption("--failed-tests", help="where to write the tests that failed, one a line")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if file := config.getoption("--only-tests"):
        LIMITS.update(json.loads(Path(file).read_text("utf-8")))
        order = {test: place for place, test in enumerate(LIMITS)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    def enough(*_: object) -> None:
        pytest.fail("it never ends")

    if item.nodeid not in LIMITS:
        return (yield)
    before = signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, LIMITS[item.nodeid], 5)  # and again, where the first is swallowed
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed and FAILED:
        with FAILED[0].open("a", encoding="utf-8") as out:
            out.write(report.nodeid + "\n")


FAILED: list[Path] = []
LIMITS: dict[str, float] = {}


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--failed-tests"):
        FAILED.append(Path(file))
