"""The page of policies says what the result says, and the result speaks of the files that ship."""

import json
import subprocess
import sys
from pathlib import Path

from ludotheque.policyfile import POLICIES, fingerprint

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "benchmarks" / "results"


def test_the_page_is_what_the_script_writes() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "policies.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_result_is_of_the_files_that_ship() -> None:
    result = json.loads(max(RESULTS.glob("policies-*.json")).read_text("utf-8"))
    shipped = {path.stem: (path.stat().st_size, fingerprint(path)) for path in POLICIES.glob("*.policy")}
    assert {game["name"]: (game["bytes"], game["fingerprint"]) for game in result["games"]} == shipped


def test_whoever_learned_to_beat_roots_champion_is_kept_and_was_measured_among_champions() -> None:
    games = json.loads(max(RESULTS.glob("policies-*.json")).read_text("utf-8"))["games"]
    kept = fingerprint(ROOT / "benchmarks" / "exploiters" / "chip-trick-root-3.policy")
    assert next(game for game in games if game["name"] == "chip-trick-root-3")["exploiting"]["exploiter"] == kept
    assert json.loads(max(RESULTS.glob("trained-deviation-*.json")).read_text("utf-8"))["deviator"] == kept
