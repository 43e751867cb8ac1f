"""The result: a file for each walk, so that it can be interrupted and goes on, and a summary that goes into the repository."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

from tests.walk.checks import Complaint
from tests.walk.table import SIZES, Found, Walk

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "build" / "walk"
SUMMARY = ROOT / "benchmarks" / "results" / "walk.json"


def grouped(complaints: list[Complaint]) -> list[dict[str, Any]]:
    """Each complaint once: how many times it came, and its worst example."""
    times = Counter((one.check, one.what) for one in complaints)
    worst = {(one.check, one.what): one for one in sorted(complaints, key=lambda one: one.worst)}
    return [{"check": check, "what": what, "times": number, "example": worst[check, what].example}
            for (check, what), number in sorted(times.items())]  # fmt: skip


def write(file: Path, content: Any) -> None:
    """At once or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
    os.replace(unfinished, file)


def keep(walk: Walk, found: Found, seconds: float, version: str, folder: Path = FOLDER) -> dict[str, Any]:
    about = {"positions": found.positions, "moves": found.moves, "over": found.over, "seconds": round(seconds, 1)}
    kept = {**walk._asdict(), "version": version, **about, "complaints": grouped(found.complaints)}
    write(folder / f"{walk.name}.json", kept)
    return kept


def kept_of(walk: Walk, version: str, folder: Path = FOLDER) -> dict[str, Any] | None:
    """What the walk came to; nothing where the pages were others then."""
    file = folder / f"{walk.name}.json"
    kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return kept if kept.get("version") == version else None


def summarise(walks: list[Walk], version: str, folder: Path = FOLDER, to: Path = SUMMARY) -> dict[str, Any]:
    """Everything that is kept of these pages, in one file."""
    done = [kept for walk in walks if (kept := kept_of(walk, version, folder))]
    complaints = [{name: kept[name] for name in Walk._fields} | one for kept in done for one in kept["complaints"]]
    summary = {
        "version": version, "sizes": [f"{w}x{h}" for w, h in SIZES.items()],
        "walks": len(done), "of": len(walks), "to_the_end": sum(kept["over"] for kept in done),
        "positions": sum(kept["positions"] for kept in done), "complaints": complaints,
    }  # fmt: skip
    write(to, summary)
    return summary
