"""A pytest plugin for the campaign: runs the tests that a file names, in its order, and writes down those that failed."""

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-tests", help="a file with the tests to run, one a line, in this order")
    parser.addoption("--failed-tests", help="where to write the tests that failed, one a line")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if file := config.getoption("--only-tests"):
        order = {test: place for place, test in enumerate(json.loads(Path(file).read_text("utf-8")))}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed and FAILED:
        with FAILED[0].open("a", encoding="utf-8") as out:
            out.write(report.nodeid + "\n")


FAILED: list[Path] = []


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--failed-tests"):
        FAILED.append(Path(file))
