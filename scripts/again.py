"""Runs `make test` again and again, to find tests that fail now and then: `make again`.

Each run is kept in benchmarks/results/test-runs.json as it ends, so that it can be interrupted and goes on later; runs of
earlier commits stay there and are told apart. What failed is named.
"""

import argparse
import json
import os
import re
import subprocess
import time
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "test-runs.json"
SUMMARY = re.compile(r"^\d+ (?:passed|failed).* in .*$", re.M)


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def one_run(target: str) -> dict[str, Any]:
    begun, start = datetime.now().astimezone(), time.monotonic()
    done = subprocess.run(["make", target], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603, S607
    return {
        "commit": commit(), "run": f"make {target}", "begun": begun.isoformat(timespec="seconds"), "cores": os.cpu_count(),
        "seconds": round(time.monotonic() - start), "status": done.returncode, "said": SUMMARY.findall(done.stdout),
        "failed": re.findall(r"^(?:FAILED|ERROR) .*$", done.stdout, re.M),
    }  # fmt: skip


def keep(runs: list[dict[str, Any]]) -> None:
    unfinished = RESULT.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(runs, indent=1) + "\n", "utf-8")
    os.replace(unfinished, RESULT)


def main() -> None:
    parser = argparse.ArgumentParser(description="One run of the tests after another, each kept.")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--target", default="test")
    wish = parser.parse_args()
    runs: list[dict[str, Any]] = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else []
    for number in range(1, wish.times + 1):
        run = one_run(wish.target)
        runs.append(run)
        keep(runs)
        print(
            f"{number} of {wish.times}: {'green' if not run['status'] else 'RED'} in {run['seconds']} s", *run["said"], flush=True
        )
        print(*run["failed"], sep="\n", end="\n" if run["failed"] else "")
    raise SystemExit(any(run["status"] for run in runs[-wish.times :]))


if __name__ == "__main__":
    main()
