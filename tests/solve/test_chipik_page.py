"""The page about the solution says what the results say, and the results are those of the tables that are shipped."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots.solved import table_for
from ludotheque.solve.chipik_table import read_table, table_path

ROOT = Path(__file__).parent.parent.parent


def test_the_page_is_what_the_script_writes() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "chipik_solved.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_results_are_of_the_shipped_tables(players: int) -> None:
    results = json.loads(max((ROOT / "benchmarks" / "results").glob("chipik-solved-*.json")).read_text("utf-8"))
    proof, solved = results["certificates"][str(players)], results["solved"][str(players)]
    assert proof["bytes"] == table_path(players).stat().st_size
    assert max(proof["gains"]) < 0.001
    assert proof["residual"] < 1e-9
    assert proof["gains"] == pytest.approx(solved["gains"], abs=2e-5)
    table = table_for(players)
    assert table is not None
    read = read_table(table_path(players), ludotheque.game("chipik", players))
    assert (read.target_width, read.dice_width) == (solved["target_width"], solved["dice_width"])
    for number in (0, 1000 % len(read.reckoned), len(read.reckoned) - 1):  # as the champion reads it
        assert table.reckoned(number) == read.reckoned[number]
        assert [table.chance(number, place) for place in range(players)] == pytest.approx(read.chances[:, number])
