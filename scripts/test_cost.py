"""Where the time of the tests goes, as tables in docs/testing.md: `make test-cost`.

It runs the tests of `make test` once more and measures; `--measured FILE ...` takes files that
`pytest -p tests.cost --cost FILE` wrote.
"""

import argparse
import json
import os
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- made by scripts/test_cost.py -->", "<!-- until here -->"
MOST_FILES = 20
MANY_SETTINGS = 20
RUNS = ("interpreted", "compiled")  # of the Makefile


def measured(folder: Path) -> list[Path]:
    """Runs the tests; what is compiled is compiled anew, as on a machine that has never run them."""
    files = []
    for run in RUNS:
        file = folder / f"{run}.jsonl"
        file.unlink(missing_ok=True)
        options = {"PYTEST_ADDOPTS": f"-p tests.cost --cost={file}", "PYTHONPATH": str(ROOT)}
        environment = {**os.environ, **options, "LUDOTHEQUE_CACHE": str(folder / "compiled")}
        subprocess.run(["make", run], cwd=ROOT, env=environment, check=True)  # noqa: S603, S607
        files.append(file)
    return files


def read(files: Iterable[Path]) -> dict[str, list[dict[str, Any]]]:
    return {file.stem: [json.loads(line) for line in file.read_text("utf-8").splitlines()] for file in files}


def total(costs: Iterable[dict[str, Any]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for cost in costs:
        found.update({name: value for name, value in cost.items() if isinstance(value, int | float)})
        found["waiting"] += max(0.0, cost["wall"] - cost["cpu"] - cost["children"])  # type: ignore[assignment]
        found["tests"] += 1
    return found


def kinds(runs: dict[str, list[dict[str, Any]]]) -> list[str]:
    rows = [
        "| run | tests | on the clock | computing | of that compiling | in processes started | waiting |"
        " servers | databases | browsers |",
        "|---|" + "---:|" * 9,
    ]
    for name, costs in runs.items():
        of = total(costs)
        seconds = " | ".join(f"{of[kind]:.0f} s" for kind in ("wall", "cpu", "compiling", "children", "waiting"))
        counts = " | ".join(f"{of[kind]:.0f}" for kind in ("servers", "databases", "browsers"))
        rows.append(f"| {name} | {of['tests']} | {seconds} | {counts} |")
    return rows


def by_file(runs: dict[str, list[dict[str, Any]]]) -> list[str]:
    of_file: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for name, costs in runs.items():
        for cost in costs:
            file = cost["test"].split("::")[0]
            of_file[file if name == "interpreted" else f"{file}, {name}"].append(cost)
    totals = sorted(((total(costs), file, costs) for file, costs in of_file.items()), key=lambda row: -row[0]["wall"])
    rows = [
        "| file | tests | settings | on the clock | computing | compiling | processes started | waiting |",
        "|---|" + "---:|" * 7,
    ]
    for of, file, costs in totals[:MOST_FILES]:
        settings = len({spec for cost in costs for spec in cost["games"]})
        seconds = " | ".join(f"{of[kind]:.1f}" for kind in ("wall", "cpu", "compiling", "children", "waiting"))
        rows.append(f"| `{file}` | {of['tests']} | {settings or ''} | {seconds} |")
    rest = sum(of["wall"] for of, _file, _costs in totals[MOST_FILES:])
    rows.append(f"| {len(totals) - MOST_FILES} more | | | {rest:.1f} | | | | |")
    return rows


def page(runs: dict[str, list[dict[str, Any]]]) -> str:
    many = [
        file
        for name, costs in runs.items()
        for file in sorted({cost["test"].split("::")[0] for cost in costs})
        if len({spec for cost in costs if cost["test"].startswith(file) for spec in cost["games"]}) >= MANY_SETTINGS
        if name == "interpreted"
    ]
    said = [
        f"Measured on {date.today()}, {os.cpu_count()} cores, nothing compiled before. Seconds of all cores together.",
        "",
        *kinds(runs),
        "",
        f"{len(many)} files run {MANY_SETTINGS} settings of the games or more.",
        "",
        *by_file(runs),
    ]
    return "\n".join(said)


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the time of the tests goes.")
    parser.add_argument("--measured", type=Path, nargs="+", help="files that the plugin tests.cost wrote")
    parser.add_argument("--print", action="store_true", help="print the tables and leave the page as it is")
    wish = parser.parse_args()
    folder = ROOT / "build" / "test-cost"
    folder.mkdir(parents=True, exist_ok=True)
    tables = page(read(wish.measured or measured(folder)))
    if wish.print:
        print(tables)
        return
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
