"""The page of policies says what the result says, and the result speaks of the files that ship."""

import json
import subprocess
import sys
from pathlib import Path

from ludotheque.policyfile import POLICIES

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "benchmarks" / "results"


def test_the_page_is_what_the_script_writes() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "policies.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_result_is_of_the_files_that_ship() -> None:
    result = json.loads(max(RESULTS.glob("policies-*.json")).read_text("utf-8"))
    shipped = {path.stem: path.stat().st_size for path in POLICIES.glob("*.policy")}
    assert {game["name"]: game["bytes"] for game in result["games"]} == shipped
