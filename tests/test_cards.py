"""The cards tell the sizes and versions that the code has."""

import subprocess
import sys
from pathlib import Path

from ludotheque.__about__ import __version__

ROOT = Path(__file__).parent.parent


def test_the_cards_are_up_to_date() -> None:
    command = [sys.executable, "scripts/cards.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
