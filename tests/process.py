"""`ludotheque` as a person starts it, in a process of its own."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(
    *arguments: str, typed: str = "", environment: Mapping[str, str] | None = None, folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Runs `ludotheque arguments` until it ends: what it was told, what it said."""
    command = [sys.executable, "-m", "ludotheque", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=environment, cwd=folder, timeout=120, check=False
    )  # fmt: skip
