"""A real house and a real browser: Debian's Chromium, driven by Playwright. Without either, these tests say so and wait."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.walk.table import CHROMIUM
from tests.web.house import Server, quick_folder

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

QUIET = (
    "--disable-gpu", "--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--host-resolver-rules=MAP salon.example 127.0.0.1",
)  # fmt: skip
EXPECTED = re.compile(
    r"WebSocket connection to|ERR_CONNECTION_REFUSED|status of 4\d\d"
)  # what a browser itself says of a lost connection


QUICK = "try { localStorage.setItem('pace', 'once') } catch {}"  # others' moves pass as quickly as they come


@pytest.fixture(scope="session")
def house() -> Iterator[Server]:
    with TemporaryDirectory(prefix="ludotheque-", dir=quick_folder()) as folder, Server(Path(folder) / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """No longer than a module: while Playwright runs, its event loop does, and no other test in this process could start one."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *root])
        yield browser
        browser.close()


@pytest.fixture
def visitor(browser: Any, house: Server) -> Iterator[Callable[..., Any]]:
    """A person with a browser of their own; nothing may be said in its console, and nothing asked of anyone else."""
    opened: list[Any] = []
    complaints: list[str] = []

    def come(path: str = "/", at: str = "", quick: bool = True, **wishes: Any) -> Any:
        context = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **wishes})
        opened.append(context)
        if quick:
            context.add_init_script(QUICK)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.on("dialog", lambda dialog: dialog.accept())
        address = at or house.url
        page.on("request", lambda asked: complaints.append(f"asked {asked.url}") if not is_own(asked.url, address) else None)
        page.goto(address + path)
        return page

    yield come
    for context in opened:
        context.close()
    strange = [text for text in complaints if not EXPECTED.search(text)]
    assert not strange, strange


def is_own(url: str, house: str) -> bool:
    return url.startswith((house, house.replace("http", "ws", 1), "data:", "blob:"))


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script to put into pages."""
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")
