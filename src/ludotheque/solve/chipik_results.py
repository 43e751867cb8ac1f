"""What was solved, as a file that several runs add to."""

import json
import platform
from datetime import date
from pathlib import Path
from typing import Any


def merge_result(path: Path, part: str, players: int, result: dict[str, Any]) -> None:
    """Puts a result in its place; whatever else the file holds stays."""
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    about = {"date": str(date.today()), "machine": platform.machine(), "python": platform.python_version()}
    held.setdefault(part, {})[str(players)] = about | result
    path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
