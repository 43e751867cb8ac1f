"""Plays every game with every number of players on five screens, and checks each position of the page.

    python -m tests.walk [--only chipik] [--width 390] [--most 300]     go on from where it was interrupted, with these pages
    python -m tests.walk --again                                        from the beginning
    python -m tests.walk --report                                       what is known so far

The page's clock is turned by hand, so a game that takes a quarter of an hour at the normal pace takes a minute or less.
What is found leaves a picture in build/walk/pictures.
"""

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludotheque.web import files
from tests.walk.kept import FOLDER, keep, kept_of, summarise
from tests.walk.table import SIZES, Found, Walk, all_walks, chromium, gone_through
from tests.web.house import Server, quick_folder

MOST = 300
PICTURES = FOLDER / "pictures"


def go_through(walks: list[Walk], most: int) -> None:
    with TemporaryDirectory(dir=quick_folder()) as folder, Server(Path(folder) / "tables.db") as server, chromium() as browser:
        for number, walk in enumerate(walks, 1):
            begun = time.monotonic()
            found = gone_through(browser, server.url, walk, most, pictures=PICTURES)
            kept = keep(walk, found, time.monotonic() - begun, files.VERSION)
            print(f"{number}/{len(walks)} {walk.name}: {said(found)} in {kept['seconds']} s", flush=True)


def said(found: Found) -> str:
    kinds = len({(one.check, one.what) for one in found.complaints})
    return f"{found.positions} positions{'' if found.over else ', not to the end'}, {kinds} complaints"


def report(summary: dict[str, Any]) -> None:
    """Each complaint once, with the tables it was found at."""
    where: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for one in summary["complaints"]:
        where[one["check"], one["what"]].append(one)
    for (check, what), found in sorted(where.items()):
        tables = " ".join(f"{one['game']}-{one['players']}-{one['width']}" for one in found)
        print(f"{check}: {what} ({sum(one['times'] for one in found)} times; {tables})\n    {found[0]['example']}")
    print(f"{summary['positions']} positions in {summary['walks']} of {summary['of']} walks, {len(where)} complaints")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays every game in a browser and checks each position of the page.")
    parser.add_argument("--only", default="", help="games whose id has this in it, or one table such as chipik-8")
    parser.add_argument("--width", type=int, choices=[*SIZES])
    parser.add_argument("--most", type=int, default=MOST, help="positions of a game")
    parser.add_argument("--again", action="store_true", help="also what is kept already")
    parser.add_argument("--report", action="store_true")
    wish = parser.parse_args()
    every = all_walks()
    chosen = [walk for walk in every if wish.only in walk.name and wish.width in (None, walk.width)]
    try:
        if not wish.report:
            go_through([walk for walk in chosen if wish.again or not kept_of(walk, files.VERSION)], wish.most)
    finally:
        summary = summarise(every, files.VERSION)
        report(summary)
    sys.exit(bool(summary["complaints"]))


if __name__ == "__main__":
    main()
