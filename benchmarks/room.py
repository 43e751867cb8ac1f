"""How quick the pages are: from a click to the other player's screen, and from an address to a page that can be used.

    python benchmarks/room.py [--moves 200]

A real house on SQLite, synced as always, and two people in Chromium, each with a window of their own. Both windows
read one clock. A move counts from the click until the other's window has drawn it. Then a first visit, with nothing
kept, on a processor slowed down four times: what comes over the wire, and when the shelf can be used.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from resultfile import shown, write_result
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.room.playing import come_in, open_for_people
from tests.web.house import Server

GAME = "chip-trick"
THINKING = 700  # milliseconds between two moves: people, not a load
SLOWED = 4
CLOCK = "performance.timeOrigin + performance.now()"
WATCH = f"""() => {{
    window.seen = [];
    new MutationObserver(() => requestAnimationFrame(() => window.seen.push({CLOCK})))
        .observe(document.querySelector(".felt"), {{subtree: true, childList: true, attributes: true, characterData: true}});
}}"""
CLICK = f"""() => {{
    const offers = [...document.querySelectorAll(".offers button")];
    const glowing = [...document.querySelectorAll("button.thing.can:not(.touched)")];
    const at = {CLOCK};
    (offers.length ? offers : glowing)[0].click();
    return at;
}}"""


def share(numbers: list[float], part: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(part * len(numbers)))]


def clicks(browser: Any, house: Server, moves: int) -> list[float]:
    """Milliseconds from a click in one window to the other's next picture."""
    pages = [browser.new_context(locale="en-GB").new_page() for _ in range(2)]
    taken: list[float] = []
    while len(taken) < moves:
        pages[0].goto(house.url)
        code = open_for_people(pages[0], GAME, 2)
        pages[1].goto(f"{house.url}/join/{code}")
        come_in(pages[1], "Bo", 1)
        for page in pages:
            page.wait_for_selector(".felt")
            page.evaluate(WATCH)
        taken += one_game(pages, moves - len(taken))
    return taken


def one_game(pages: list[Any], moves: int) -> list[float]:
    taken: list[float] = []
    while len(taken) < moves and not pages[0].query_selector(".result"):
        turn = next((number for number, page in enumerate(pages) if page.query_selector(".say.mine")), None)
        if turn is None:
            pages[0].wait_for_timeout(20)
            continue
        other = pages[1 - turn]
        other.evaluate("window.seen = []")
        at = pages[turn].evaluate(CLICK)
        other.wait_for_function("() => window.seen.length > 0")
        taken.append(other.evaluate("window.seen[0]") - at)
        pages[0].wait_for_timeout(THINKING)
    return taken


def first_visit(browser: Any, house: Server) -> dict[str, float]:
    """With nothing kept, slowed down: bytes over the wire, and when a click on a box would be heard."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    came: list[float] = []
    wire.on("Network.loadingFinished", lambda about: came.append(about["encodedDataLength"]))
    page.goto(house.url)
    page.wait_for_selector("html[data-ready]")
    ready = page.evaluate("Number(document.documentElement.dataset.ready)")
    page.wait_for_timeout(500)
    shelf = sum(came)
    page.click('[data-play="calcory"]')
    page.wait_for_selector(".say.mine")
    page.wait_for_timeout(500)
    whole = sum(came)
    context.close()
    return {"ready_ms": ready, "shelf_bytes": shelf, "shelf_and_table_bytes": whole}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    wish = parser.parse_args()
    console = Console(width=120)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "tables.db") as house, sync_playwright() as driver:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        visits = [first_visit(browser, house) for _ in range(5)]
        taken = clicks(browser, house, wish.moves)
        version = browser.version
    visit = {name: statistics.median(one[name] for one in visits) for name in visits[0]}
    found = {"p50_ms": share(taken, 0.5), "p99_ms": share(taken, 0.99), "max_ms": max(taken), "moves": len(taken), **visit}
    table = Table("what", "found", "at most")
    table.add_row("click to the other's screen, p50", f"{found['p50_ms']:.1f} ms", "30 ms")
    table.add_row("p99", f"{found['p99_ms']:.1f} ms", "100 ms")
    table.add_row(f"a shelf that can be used, processor slowed {SLOWED} times", f"{found['ready_ms']:.0f} ms", "1,000 ms")
    table.add_row("first visit of the shelf", f"{found['shelf_bytes'] / 1000:.0f} kB", "150 kB")
    table.add_row("shelf and table", f"{found['shelf_and_table_bytes'] / 1000:.0f} kB", "")
    console.print(table)
    content = {"how": __doc__.split("\n\n")[2].replace("\n", " "), "chromium": version, **found, "taken_ms": taken}
    console.print(f"written: {shown(write_result('room', ('ludotheque', 'playwright', 'starlette', 'uvicorn'), content))}")


if __name__ == "__main__":
    main()
