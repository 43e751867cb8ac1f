"""The dated file a benchmark leaves: the machine, the versions of all sides, how it was measured, what came out."""

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def result_path(benchmark: str, ending: str) -> Path:
    RESULTS.mkdir(exist_ok=True)
    return RESULTS / f"{benchmark}-{date.today()}.{ending}"


def write_result(benchmark: str, packages: Iterable[str], content: dict[str, Any]) -> Path:
    path = result_path(benchmark, "json")
    about = {"date": str(date.today()), **machine(), "versions": {name: version_of(name) for name in packages}}
    path.write_text(json.dumps(about | content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def named(benchmark: str, games: list[str], all_games: list[str]) -> str:
    """What was not done for all games is called after those it was done for."""
    return benchmark if set(games) == set(all_games) else "-".join([benchmark, *games])


def machine() -> dict[str, Any]:
    return {
        "machine": platform.machine(),
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def cpu_model() -> str:
    """Linux knows the names of ARM cores through lscpu alone."""
    if lscpu := shutil.which("lscpu"):
        said = subprocess.run([lscpu], capture_output=True, text=True, env={"LC_ALL": "C"}, check=False).stdout  # noqa: S603  # a fixed command
        for line in said.splitlines():
            if line.startswith("Model name:"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def shown(path: Path) -> str:
    """The path as one would type it here."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
