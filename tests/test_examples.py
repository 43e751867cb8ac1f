"""The learning examples run, say what they learned and draw it; those whose libraries are not installed are not tried."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.size import not_in_check

EXAMPLES = Path(__file__).parent.parent / "examples"


@not_in_check
@pytest.mark.parametrize(
    ("name", "needs", "short"),
    [
        ("cfr_small_game", "pyspiel", ["--rounds", "3", "--points", "2"]),
        ("ppo_selfplay", "torch", ["--rounds", "2", "--every", "1"]),
        ("masked_ppo", "sb3_contrib", ["--steps", "2048", "--points", "1", "--games", "5", "--opponents", "random"]),
    ],
)
def test_an_example(name: str, needs: str, short: list[str], tmp_path: Path) -> None:
    if not find_spec(needs):
        pytest.skip(f"{needs} is not installed")
    picture = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *short, "--picture", str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "at first" in done.stdout
    assert picture.read_text(encoding="utf-8").rstrip().endswith("</svg>")
