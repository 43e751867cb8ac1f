"""The page about the bots' strength says what the results say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_page_is_what_the_script_writes() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "strength.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
