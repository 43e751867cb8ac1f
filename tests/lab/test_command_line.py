"""The commands as people type them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.process import ROOT
from tests.size import not_in_check, sized
from tests.terminal.test_app import refused, run

pytestmark = not_in_check
SHORT = ("--bots", "random,random+random:0.5", "--games", "64", "--processes", "1")
REFUSED = [
    (("tournament", "chess", *SHORT), "there is no game chess"),
    (("tournament", "chipik", *SHORT), "say how many players"),
    (("tournament", "chipik", "-n", "3", *SHORT, "--on", "spark"), "--on can be ray"),
    (("tournament", "chipik", "-n", "3", *SHORT, "--budget", "2"), "a budget is a share"),
    (("tournament", "chipik", "-n", "3", *SHORT, "--option", "seating=on-the-floor"), "seating can be"),
    (("tournament", "chipik", "-n", "3", "--bots", "random,grandmaster"), "there is no bot grandmaster"),
    (("tournament", "chipik", "-n", "3", *SHORT, "--plot", "matrix.doc"), "a picture is a file that ends in"),
    (("ladder", "chess"), "there is no game chess"),
]


def test_a_tournament_is_told_written_and_drawn(tmp_path: Path) -> None:
    result, picture = tmp_path / "result.json", tmp_path / "matrix.png"
    words = ("tournament", "chipik", "--players", "3", *SHORT, "--seed", "7", "--option", "seating=as-seated")
    done = run(*words, "--plain", "--json", str(result), "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    assert "random among random+random:0.5: margin" in done.stdout
    told = json.loads(result.read_text("utf-8"))
    assert (told["spec"], told["seed"], told["deals"]) == ("chipik players=3 seating=as-seated", 7, 22)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_table_has_a_line_for_each_entrant() -> None:
    done = run("tournament", "chipik", "--players", "3", *SHORT)
    assert done.returncode == 0, done.stderr
    assert "│ random+random:0.5 │" in done.stdout


@pytest.mark.parametrize(("words", "says"), sized([], REFUSED[::3], REFUSED))
def test_refusals_are_one_kind_sentence(words: tuple[str, ...], says: str) -> None:
    assert says in refused(run(*words))


def test_control_c_stops_at_once_and_the_work_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "work.jsonl"
    words = ["tournament", "calcory", "-n", "2", "--bots", "random,random", "--processes", "2", "--kept", str(kept), "--plain"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *words, "--games", "100000"],
        cwd=ROOT, env={**os.environ, "LANG": "C.UTF-8"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs tests in the background ignores it
    )  # fmt: skip
    until = time.monotonic() + 60
    while (not kept.exists() or kept.read_text("utf-8").count("\n") < 3) and time.monotonic() < until:
        time.sleep(0.02)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    try:
        out, said = process.communicate(timeout=60)  # a machine may be busy; the games that are left would take far longer
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert f"is kept in {kept}; the same command goes on from there" in out
    assert len(children) >= 2
    _gone, alive = psutil.wait_procs(children, timeout=60)
    assert not alive
    assert kept.read_text("utf-8").count("\n") >= 3
