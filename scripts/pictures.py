"""Takes the pictures of docs/images/room: shelf, every table in mid-game, result and replay; light and dark, desktop and phone.
And two film strips: how a round of 12 Chip Trick ends, and a bust at Calcory, one picture for each thing that happens.

    python scripts/pictures.py [films]          # needs Chromium and the dev environment

A house of its own is opened for it and a browser plays; look at what comes out.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.walk.table import MEASURE, OPEN

FOLDER = Path(__file__).parent.parent / "docs" / "images" / "room"
GAMES = ("chip-trick", "chip-trick-root", "chipik", "toujours-12", "calcory")
SIZES = {"desktop": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
QUICK = "localStorage.setItem('pace', 'once'); localStorage.setItem('name', 'Nina')"
TURNS = {"chipik": 9, "calcory": 6}  # of one's own before the picture is taken; else 5
MINE, OVER = ".say.mine", ".result"
FILMS = {"round-end": ("chip-trick", 3, "TILE", 6), "bust": ("calcory", 2, "BUST", 4)}  # up to which event, how many pictures
FRAME = 480  # pixels that a picture of a film is wide


@contextmanager
def house() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--database", f"{folder}/tables.db"]
        process = subprocess.Popen([*command, "--seat-rate", "0", "--address-rate", "0"], stdout=subprocess.DEVNULL)  # noqa: S603 - our own
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{url}/api/health", timeout=2)  # noqa: S310 - the loopback
                    break
                except (urllib.error.URLError, OSError):
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def touch(page: Any, rng: Random) -> None:
    page.evaluate(
        """(pick) => {
            const offers = [...document.querySelectorAll(".offers button")];
            const glowing = [...document.querySelectorAll("button.thing.can:not(.touched)")];
            const chosen = offers.length ? offers : glowing;
            chosen[Math.floor(pick * chosen.length)]?.click();
        }""",
        rng.random(),
    )


def play(page: Any, rng: Random, turns: int) -> None:
    """So many touches of one's own, or until the end."""
    for _ in range(turns):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            return
        touch(page, rng)
    page.wait_for_selector(f"{MINE}, {OVER}")
    page.keyboard.press("Escape")


def take(browser: Any, url: str, scheme: str, size: str) -> None:
    def shoot(name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=FOLDER / f"{name}-{scheme}-{size}.jpg", type="jpeg", quality=82)

    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.evaluate(QUICK)
    page.reload()
    page.wait_for_timeout(600)
    shoot("shelf")
    for game in GAMES:
        page.goto(url)
        page.click(f'[data-play="{game}"]')
        play(page, Random(12), TURNS.get(game, 5))
        shoot(game)
    play(page, Random(3), 4000)
    page.wait_for_selector(OVER)
    page.locator(OVER).scroll_into_view_if_needed()
    shoot("result")
    page.locator(OVER).get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max")) // 2))
    page.wait_for_timeout(500)
    shoot("replay")
    context.close()


def film(browser: Any, url: str, name: str) -> None:
    """The table at the last things that happen up to an event; the page's clock is turned by hand."""
    game, players, last, number = FILMS[name]
    context = browser.new_context(viewport=SIZES["desktop"], locale="en-GB", reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.goto(url)
    address = page.evaluate(OPEN, [game, players, "novice"])
    context.add_init_script(MEASURE)
    page.goto(url + address)
    page.wait_for_selector(".felt")
    rng = Random(12)
    frames: list[Image.Image] = []
    event = None
    while event != last:
        doing = page.evaluate("walk.next().then(() => walk.measured().doing)")
        beat = page.query_selector(".beat")
        event = beat and beat.get_attribute("data-event")
        if event:
            picture = Image.open(BytesIO(page.locator(".table").screenshot()))
            frames = [*frames[-number + 1 :], picture.resize((FRAME, picture.height * FRAME // picture.width))]
        if doing == "stays":
            page.evaluate("walk.goOn()")
        if doing == "mine":
            touch(page, rng)
    strip = Image.new("RGB", (FRAME * len(frames), frames[0].height))
    for place, picture in enumerate(frames):
        strip.paste(picture, (FRAME * place, 0))
    strip.save(FOLDER / f"film-{name}.jpg", quality=82)
    context.close()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium here")
    FOLDER.mkdir(parents=True, exist_ok=True)
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with house() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium, args=["--disable-gpu", "--disable-background-networking", *root]
        )
        for name in FILMS:
            film(browser, url, name)
            print(f"{name}: done")
        for scheme in () if sys.argv[1:] == ["films"] else ("light", "dark"):
            for size in SIZES:
                take(browser, url, scheme, size)
                print(f"{scheme}, {size}: done")


if __name__ == "__main__":
    main()
