"""The house: imports point one way, numbers are crunched in three rooms, a bot has nothing to cheat with."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "ludotheque"

# A room may import the rooms below it, itself, and nothing above. What lies outside a room is the ground floor.
FLOORS = [["web", "terminal", "adapters", "lab"], ["table"], ["bots", "solve"], ["engine"], ["games"], [""]]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
# The shelf itself is part of the public face; these two read and write whole games, so they may ask it.
MAY_ASK_THE_SHELF = {"__init__.py", "positiontext.py", "gamerecord.py"}


def room_of(parts: tuple[str, ...]) -> str:
    return parts[0] if parts and parts[0] in FLOOR else ""


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_arrows_point_one_way(file: Path) -> None:
    here = room_of(file.relative_to(SOURCE).parts)
    for name in imports(file):
        if name.startswith("ludotheque."):
            there = room_of(tuple(name.split(".")[1:]))
            allowed = FLOOR[there] > FLOOR[here] or there == here
            if here == "" and there == "games" and file.name in MAY_ASK_THE_SHELF:
                allowed = True
            if here == "" and file.name in ("__main__.py", "command.py"):
                allowed = True
            assert allowed, f"{file.relative_to(SOURCE)} imports {name}"
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            on_demand = file.name in ("fields.py", "policy.py")  # loaded where NumPy is there, and asked for
            assert here in ("engine", "solve", "adapters") or on_demand, f"{file.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("file", [f for f in FILES if "bots" in f.parts], ids=lambda file: file.name)
def test_bots_do_not_know_positions(file: Path) -> None:
    assert not any("osition" in name for name in imports(file))


@pytest.mark.parametrize("file", [f for f in FILES if "games" in f.parts], ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_game_imports_no_other_game(file: Path) -> None:
    parts = file.relative_to(SOURCE).parts
    if len(parts) > 2:
        others = [
            n for n in imports(file) if n.startswith("ludotheque.games.") and not n.startswith(f"ludotheque.games.{parts[1]}.")
        ]
        assert not [n for n in others if n != f"ludotheque.games.{parts[1]}"]


def test_importing_ludotheque_brings_neither_numba_nor_numpy() -> None:
    code = "import sys, ludotheque; print([m for m in ('numba', 'numpy', 'rich', 'typer') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
