"""The command as people use it: real processes, files and pipes, a real terminal."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextvars import copy_context
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from rich.console import Console

import ludotheque
from ludotheque import Position, command, gamerecord
from ludotheque.bots import bot
from ludotheque.bots.coach import Chance
from ludotheque.errors import LudothequeError
from ludotheque.move import Move
from ludotheque.table.analysis import Decision
from ludotheque.terminal import app
from ludotheque.terminal.analyse import Analysis, told
from ludotheque.terminal.draw import described
from ludotheque.terminal.play import Session
from ludotheque.view import View
from tests import process
from tests.games.chip_trick.tables import SHORTEST_OF_THREE
from tests.process import ROOT
from tests.size import not_in_check, sized
from tests.table import random_step


def run(*words: str, typed: str = "", home: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "100", **env}
    environment.pop("LUDOTHEQUE_RULES", None)
    if home:
        environment["XDG_STATE_HOME"] = str(home)
    return process.run(*words, typed=typed, environment=environment)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """What was said on refusal: one sentence, exit status 2, no traceback."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    return done.stderr


def test_the_shelf_shows_every_game() -> None:
    for words in ([], ["--plain"]):
        done = run(*words)
        assert done.returncode == 0
        assert all(id in done.stdout for id in ludotheque.GAMES if id != "treize")


def test_plain_has_no_colour_and_no_box() -> None:
    done = run("play", "chip-trick", "--players", "2", "--plain", "--seed", "1", typed="quit\n")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert not set("│╭╰▶●▌") & set(done.stdout)
    assert "  Hand: blue 1, red 4, red 7, blue 11; with the display 23" in done.stdout
    assert "  Hand: a red chip, face down × 2, a blue chip, face down × 2" in done.stdout


@pytest.mark.parametrize("id", ["chip-trick", "chip-trick-root", "chipik", "toujours-12"])
def test_a_game_is_played_to_its_end_by_numbers(id: str, tmp_path: Path) -> None:
    words = ["--players", str(ludotheque.GAMES[id].players[0]), "--bot", "random", "--seed", "5", "--plain"]
    done = run("play", id, *words, typed="1\n" * 3000, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "won." in done.stdout or "share the victory" in done.stdout


@pytest.mark.parametrize("id", ["chip-trick", "chip-trick-root", "chipik", "toujours-12", "calcory"])
def test_bots_play_among_themselves(id: str, tmp_path: Path) -> None:
    players = str(ludotheque.GAMES[id].players[-1])
    done = run("play", id, "--players", players, "--people", "0", "--bot", "random", "--seed", "5", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "won." in done.stdout or "share the victory" in done.stdout


@pytest.mark.parametrize(
    ("words", "sit"),
    [
        ((), "You, casual bot 1, casual bot 2"),
        (("--bot", "novice"), "You, novice bot 1, novice bot 2"),
        (("--bot", "random", "--bot", "novice", "--bot", "casual"), "You, random bot 1, novice bot 2, casual bot 3"),
        (("--people", "4"), "Player 1, Player 2, Player 3, Player 4"),
    ],
)
def test_nobody_need_say_how_many_play(words: tuple[str, ...], sit: str, tmp_path: Path) -> None:
    done = run("play", "chipik", *words, "--plain", "--seed", "1", typed="quit\n", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in sit.split(", "))
    assert f"bot {sit.count('bot') + 1}" not in done.stdout


@pytest.mark.parametrize("lang", sized(["ja"], ["ja"], ["fr", "de", "ja"]))
def test_every_language_at_the_table(lang: str, tmp_path: Path) -> None:
    english = run("play", "chipik", "--players", "3", "--seed", "2", "--plain", typed="?\nquit\n", home=tmp_path)
    other = run("play", "chipik", "--players", "3", "--seed", "2", "--plain", "--lang", lang, typed="?\nquit\n", home=tmp_path)
    by_system = run(
        "play", "chipik", "--players", "3", "--seed", "2", "--plain", typed="?\nquit\n", home=tmp_path, LC_ALL=f"{lang}.UTF-8"
    )
    assert other.returncode == 0
    assert other.stdout != english.stdout
    assert by_system.stdout == other.stdout
    assert "reroll" in other.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chpik"], "there is no game chpik"),
        (["play", "chipik", "--players", "9"], "players can be 3, 4, 5, 6, 7 or 8, not 9"),
        (["play", "chipik", "--people", "9"], "say how many players"),
        (["play", "chipik", "--players", "x"], "players"),
        (["play", "toujours-12", "--players", "3", "--option", "deck=1,2,3"], "seven counts"),
        (["play", "toujours-12", "--players", "3", "--option", "deck"], "'deck' should be a name and a value"),
        (["play", "chipik", "--option", "players=3"], "how many play is said with --players"),
        (["play", "chipik", "--players", "3", "--option", "self=3"], "chipik has no option self"),
        (["play", "chipik", "--players", "3", "--people", "4"], "4 people can't sit at a table for 3"),
        (
            ["play", "chipik", "--players", "3", "--bot", "genius"],
            "there is no bot genius; there are novice, casual, club, expert, champion or random",
        ),
        (["play", "chipik", "--players", "3", "--lang", "tlh"], "there is no language tlh"),
        (["rules", "chpik"], "there is no game chpik"),
        (["rules", "chipik", "R99"], "chipik has no clause R99"),
        (["replay", "/no/such/file"], "/no/such/file can't be read"),
        (["resume", "/no/such/file"], "/no/such/file can't be read"),
        (["play", "chipik", "-n", "3", *["--bot", "club"] * 3], "3 bots and 1 people are more than 3 seats"),
        (["no-such-command"], "no-such-command"),
    ],
)
def test_bad_words_are_refused_with_a_sentence(
    words: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All in this process: to start one takes longer than to refuse."""
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
    with pytest.raises(SystemExit) as ended:
        copy_context().run(command.main)
    assert says in refused(subprocess.CompletedProcess(words, int(str(ended.value.code)), *capsys.readouterr()))


def test_refused_moves_say_why_and_the_game_goes_on(tmp_path: Path) -> None:
    typed = "play 13\ntake 1\n99\n? take 1\n? 1\n?\nrules R23\nrules R99\nundo\nsave\nquit\n"
    done = run("play", "chip-trick", "--players", "3", "--seed", "3", "--plain", typed=typed, home=tmp_path)
    assert done.returncode == 0
    for says in (
        "'play 13' is not a move of chip-trick",
        "illegal 'take 1'",
        "There are moves 1 to",
        "R17  ",
        "is possible now.",
        "why it is or is not possible",
        "R23  ",
        "chip-trick has no clause R99; there are R1 to R48 and A1 to A26",
        "Nothing can be taken back",
        "Say where: save FILE.",
        "To go on: python -m ludotheque resume",
    ):
        assert says in done.stdout, says


@pytest.mark.parametrize("game", sized(["chipik"], ["chipik"], ["chipik", "chip-trick"]))  # one is solved, the other is tried
def test_a_hint_names_two_moves(game: str, tmp_path: Path) -> None:
    done = run("play", game, "--players", "3", "--seed", "3", "--plain", typed="hint\nquit\n", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The coach would choose " in done.stdout
    assert "The next best, " in done.stdout


@pytest.mark.parametrize("name", ["~nosuchuser/x", "a\0b", "x" * 5000])
def test_a_name_no_file_can_have_is_refused_and_the_game_goes_on(name: str, tmp_path: Path) -> None:
    done = run("play", "chipik", "--players", "3", "--seed", "1", "--plain", typed=f"save {name}\nquit\n", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "There can't be a file of that name" in done.stdout
    assert "To go on" in done.stdout


def test_numbers_of_thousands_of_digits(tmp_path: Path) -> None:
    many = "9" * 5000
    typed = f"{many}\nsave {tmp_path}/g.txt\nquit\n"
    done = run("play", "chipik", "--players", "3", "--seed", "1", "--plain", typed=typed, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "There are moves 1 to" in done.stdout
    assert run("replay", f"{tmp_path}/g.txt", "--plain", typed=f"{many}\nseat {many}\n").returncode == 0
    assert "there is no seat 999" in refused(run("replay", f"{tmp_path}/g.txt", "--seat", many))


@not_in_check
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_stopped_is_kept(stop: signal.Signals, tmp_path: Path) -> None:
    terminal = Terminal("play", "chipik", "--players", "3", "--seed", "1", "--bot", "random", columns=80, home=tmp_path)
    terminal.until("You > ")
    terminal.signal(stop, "To go on")
    assert terminal.ends() == 130
    assert len(list((tmp_path / "ludotheque").iterdir())) == 1


@not_in_check
def test_no_input_at_all(tmp_path: Path) -> None:
    for words in ("", "play chipik -n 3 --plain --seed 1"):
        command = f"{sys.executable} -m ludotheque {words} <&-"
        env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False, env=env)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def test_rules_in_a_language_and_a_single_clause() -> None:
    french = run("rules", "calcory", "--lang", "fr", "--plain")
    assert french.returncode == 0
    assert len(re.findall(r"^[RA]\d+  ", french.stdout, re.M)) == 63
    assert "Dès que la somme dépasse 13" in french.stdout
    assert run("rules", "calcory", "r13", "--plain").stdout.startswith("R13  ")
    assert "R13" in run("rules", "calcory").stdout


def test_save_resume_and_replay(tmp_path: Path) -> None:
    path = tmp_path / "my game.txt"
    done = run(
        "play", "toujours-12", "--players", "2", "--seed", "1", "--plain", typed=f'1\n1\nsave "{path}"\nquit\n', home=tmp_path
    )
    assert f"Saved as {path}" in done.stdout
    kept = list((tmp_path / "ludotheque").iterdir())
    assert len(kept) == 1
    assert kept[0].read_text() == path.read_text()
    again = run("resume", "--plain", typed="1\n", home=tmp_path)  # and left again: the newer one is kept
    assert "To go on: python -m ludotheque resume" in again.stdout
    assert len(list((tmp_path / "ludotheque").iterdir())) == 1
    again = run("resume", "--plain", typed="1\n" * 80, home=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "won." in again.stdout or "share the victory" in again.stdout
    assert "no game was left" in refused(run("resume", home=tmp_path))
    finished = re.search(r"To see it again: python -m ludotheque replay (\S+)", again.stdout)
    assert finished is not None
    assert "step 0 of" in run("replay", finished[1], "--plain").stdout
    assert f"To see where it turned: python -m ludotheque analyse {finished[1]}" in again.stdout
    assert "is there already" in run("resume", str(path), "--plain", typed=f'save "{path}"\n', home=tmp_path).stdout
    named = run("resume", str(path), "--plain", typed="", home=tmp_path)
    assert named.returncode == 0
    shown = run("replay", str(path), "--plain", "--seat", "0", typed="\n\nb\nseat 1\nseat 9\nonwards\n7\nq\n")
    assert "I don't understand onwards." in shown.stdout
    assert shown.returncode == 0
    assert "step 7 of" in shown.stdout
    assert "there is no seat 9" in shown.stdout
    assert "draw ?" in shown.stdout
    assert "there is no seat 9" in refused(run("replay", str(path), "--seat", "9"))


def test_a_replay_ends_with_the_result(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    position, rng = ludotheque.game("chip-trick", 2).start(), Random(2)
    while not position.over:
        random_step(position, rng)
    gamerecord.save(path, position)
    done = run("replay", str(path), "--plain", typed="99999\n\n")
    assert done.returncode == 0
    assert "won by" in done.stdout
    over = refused(run("resume", str(path)))
    assert "this game is over" in over


def test_a_cut_record_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "chipik", "--players", "3", "--seed", "1", "--plain", typed=f"save {path}\nquit\n", home=tmp_path)
    cut = path.read_text()[:-8]
    path.write_text(cut)
    for verb in ("replay", "resume"):
        said = refused(run(verb, str(path)))
        assert "line " in said
        assert "column " in said
    assert path.read_text() == cut


def test_nothing_was_left(tmp_path: Path) -> None:
    assert "no game was left" in refused(run("resume", home=tmp_path))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "ludotheque").write_text("a file where the folder should be")
    done = run(
        "play", "chipik", "--players", "3", "--plain", "--seed", "1", typed="save /no/such/folder/x\nquit\n", home=tmp_path
    )
    assert done.returncode == 0
    assert done.stdout.count("could not be saved") == 2


def test_two_people_share_a_keyboard_behind_a_curtain(tmp_path: Path) -> None:
    typed = "\n1\n\n1\n" + "1\n\n" * 3 + "quit\n"
    done = run("play", "chip-trick", "--players", "2", "--people", "2", "--seed", "4", "--plain", typed=typed, home=tmp_path)
    assert done.returncode == 0
    assert "is next. Press Enter when only" in done.stdout
    left = run(
        "play", "chip-trick", "--players", "2", "--people", "2", "--seed", "4", "--plain", typed="1\nquit\n", home=tmp_path
    )
    assert "To go on" in left.stdout


def test_a_move_that_reveals_nothing_can_be_taken_back(tmp_path: Path) -> None:
    typed = "1\nundo\n" * 60
    done = run("play", "chipik", "--players", "3", "--pause", "--seed", "1", "--plain", typed=typed + "quit\n", home=tmp_path)
    assert done.returncode == 0
    assert "Taken back." in done.stdout


def test_a_cell_alone_is_a_move(tmp_path: Path) -> None:
    done = run(
        "play", "calcory", "--players", "2", "--seed", "1", "--bot", "random", "--plain", typed="c3\nquit\n", home=tmp_path
    )
    assert "turn a1 … j6 (60 moves)" in done.stdout
    assert "is not a move" not in done.stdout


def test_nothing_is_hidden_where_nothing_is_secret(tmp_path: Path) -> None:
    """Two people play Chipik without a curtain, and each hears what happened."""
    done = run("play", "chipik", "--players", "3", "--people", "2", "--seed", "4", "--plain", typed="1\n" * 20, home=tmp_path)
    assert done.returncode == 0
    assert "Press Enter when only" not in done.stdout


@not_in_check
def test_a_sixth_game_comes_by_entry_point_and_is_playable(tmp_path: Path) -> None:
    """One folder and one line of metadata: shelf, terminal, bots and rules follow."""
    info = tmp_path / "treize-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: treize\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[ludotheque.games]\ntreize = tests.sixth_game:SIXTH\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    assert "treize" in run("--plain", PYTHONPATH=path).stdout
    done = run(
        "play", "treize", "--players", "3", "--seed", "1", "--plain", typed="throw\nstay\n" * 9, home=tmp_path, PYTHONPATH=path
    )
    assert done.returncode == 0, done.stderr
    assert "won." in done.stdout or "share the victory" in done.stdout
    assert "R5  " in run("rules", "treize", "--plain", PYTHONPATH=path).stdout


@not_in_check
def test_output_that_nobody_reads_is_no_error() -> None:
    command = f"{sys.executable} -m ludotheque rules calcory --plain | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""


# --- a real terminal ------------------------------------------------------------------------------


class Terminal:
    def __init__(self, *words: str, columns: int, home: Path) -> None:
        environment = {
            **os.environ,
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(home),
        }
        environment.pop("COLUMNS", None)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it, and passes that on
            os.execve(sys.executable, [sys.executable, "-m", "ludotheque", *words], {**environment, "COLUMNS": str(columns)})
        self.text = ""

    def said(self, says: str, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while says not in self.text and time.monotonic() < end:
            ready, _, _ = select.select([self.fd], [], [], 0.5)
            if ready:
                try:
                    self.text += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return says in self.text

    def until(self, says: str) -> None:
        assert self.said(says, 60), f"never said {says!r}: {self.text[-2000:]}"

    def signal(self, stop: signal.Signals, says: str) -> None:
        """Sent until it is heard: Python keeps one that comes between the prompt and the wait for a line until that line."""
        for _attempt in range(12):
            self.is_asleep()
            os.kill(self.pid, stop)
            if self.said(says, 5):
                return
        self.until(says)

    def is_asleep(self) -> None:
        """Waits until it waits for a line, as far as that can be seen: it has slept for a moment without doing anything."""
        process, spent = psutil.Process(self.pid), -1.0
        until = time.monotonic() + 30
        while time.monotonic() < until:
            now = sum(process.cpu_times()[:2]) + sum(process.num_ctx_switches())
            if now == spent and process.status() == psutil.STATUS_SLEEPING:
                return
            spent = now
            time.sleep(0.05)

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def ends(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


@not_in_check
def test_control_c_keeps_the_game(tmp_path: Path) -> None:
    terminal = Terminal("play", "calcory", "--players", "2", "--seed", "1", "--bot", "random", columns=80, home=tmp_path)
    terminal.until("You > ")
    assert "\x1b[" in terminal.text, "a terminal gets colour"
    terminal.signal(signal.SIGINT, "ludotheque resume")
    assert terminal.ends() == 130
    assert "Traceback" not in terminal.text
    assert len(list((tmp_path / "ludotheque").iterdir())) == 1


@not_in_check
@pytest.mark.parametrize("id", sized([], ["chip-trick", "calcory"], ["chip-trick", "chipik", "toujours-12", "calcory"]))
def test_a_narrow_window(id: str, tmp_path: Path) -> None:
    players = str(ludotheque.GAMES[id].players[-1])
    terminal = Terminal("play", id, "--players", players, "--seed", "1", "--bot", "random", columns=32, home=tmp_path)
    terminal.until("You > ")
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.text).replace("\r", "").split("\n")
    assert max(map(len, lines)) <= 32
    terminal.type("\x04")
    terminal.until("resume")
    assert terminal.ends() == 0


@not_in_check
def test_the_shelf_asks_and_plays(tmp_path: Path) -> None:
    terminal = Terminal(columns=80, home=tmp_path)
    terminal.until("Which game?")
    terminal.type("9\n")
    terminal.until("There are games 1 to")
    terminal.type("3\n")
    terminal.until("How many players")
    terminal.type("77\n\n")
    terminal.until("You > ")
    terminal.type("quit\n")
    terminal.until("ludotheque resume")
    assert terminal.ends() == 0


# --- analyse --------------------------------------------------------------------------------------------


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    position, rng = ludotheque.game("chipik", 3).start(), Random(5)
    while not position.over:
        random_step(position, rng)
    file = tmp_path / "game.txt"
    file.write_text(gamerecord.write(position, seats="Ada, Ben, Cleo"), "utf-8")
    return file


def test_a_finished_game_is_looked_at_again(finished: Path) -> None:
    result, picture = finished.with_name("told.json"), finished.with_name("course.svg")
    done = run("analyse", str(finished), "--json", str(result), "--plot", str(picture), "--budget", "0.01")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Ada +[ ▁▂▃▄▅▆▇█]+ +\d+%$", done.stdout, re.MULTILINE)
    told = json.loads(result.read_text("utf-8"))
    assert told["complete"]
    assert told["names"] == ["Ada", "Ben", "Cleo"]
    position = gamerecord.load(finished).position
    moves = [text for text in position.history if not text.startswith("roll")]
    assert [decision["move"] for decision in told["decisions"]] == moves
    turns = [decision for decision in told["decisions"] if decision["turning"]]
    assert turns
    for number, turn in enumerate(turns, start=1):
        assert f"{number}. Step {turn['step']}, {told['names'][turn['seat']]}: {turn['move']} wins" in done.stdout
        assert f"   {turn['best']}: {turn['why_best']}" in done.stdout
    assert picture.read_text("utf-8").startswith("<?xml")


@not_in_check
def test_who_plays_what_no_champion_would_is_told_so(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="policies need NumPy")
    position, rng, file = ludotheque.game("chip-trick-root", 3).start(), Random(5), tmp_path / "game.txt"
    while not position.over:
        random_step(position, rng)
    file.write_text(gamerecord.write(position, seats="Ada, Ben, Cleo"), "utf-8")
    done = run("analyse", str(file), "--budget", "0.01", "--plain")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Moves that a champion would not play: Ada \([1-9]\d* of \d+\), Ben ", done.stdout, re.MULTILINE)


def test_plainly_there_are_no_blocks(finished: Path) -> None:
    done = run("analyse", str(finished), "--plain", "--budget", "0.01")
    assert done.returncode == 0, done.stderr
    assert not set("▁▂▃▄▅▆▇█\x1b") & set(done.stdout)
    assert re.search(r"^Ada: \d+ decisions, \d+% to win at the first", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("times", [0, 8])
def test_of_many_turns_those_that_lost_most_are_told(times: int, finished: Path) -> None:
    """Exact, or of so few tries that most can't be told; the two that are have a sentence all the same."""
    analysis = Analysis(gamerecord.load(finished))
    best = Chance(0.9, times)
    for step in range(1, 13):
        turning = not times or step > 10
        analysis.decisions.append(
            Decision(step, step % 3, "roll", Chance(0.8 - step / 20, times), "other", best, turning=turning)
        )
    lines = [line.plain for line in told(analysis, 80, plain=False)]
    numbers = [line.partition(":")[0] for line in lines if re.match(r"\d+\. Step", line)]
    few = any("tried a few times only" in line for line in lines)
    if times:
        assert few
        assert numbers == ["1. Step 11, Cleo", "2. Step 12, Ada"]
    else:
        assert not few
        assert "The 9 moves that lost most, of 12 that lost much:" in lines
        assert numbers[0] == "1. Step 4, Ben"
        assert numbers[-1] == "9. Step 12, Ada"


def test_whom_a_combination_goes_to_stands_behind_it() -> None:
    position = ludotheque.game("chipik", 3).start()
    for throw in ("roll 6 6 6", "roll 5 5 5", "roll 1 1 1", "roll 4 5 6"):
        position.play(throw)
    lines = described(position.game.ruleset.scene(position.view(0)), ["Ada", "Ben", "Cleo"])
    combinations = next(line for line in lines if line.startswith("Combinations"))
    assert "Addition: 1 token to the bin, " in combinations
    assert "Run: 1 token to the left (Ben)" in combinations
    assert "Run: 1 token to the right (Cleo)" in combinations


def test_what_is_not_over_is_not_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(gamerecord.write(ludotheque.game("chipik", 3).start()), "utf-8")
    assert "not over" in refused(run("analyse", str(file)))
    assert "can't be read" in refused(run("analyse", str(tmp_path / "none.txt")))


def test_cut_short_it_tells_what_it_has(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    from ludotheque.table.analysis import considered
    from ludotheque.terminal import analyse

    left = [None] * 5

    def interrupted(*what: Any) -> Any:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return considered(*what)

    monkeypatch.setattr(analyse, "considered", interrupted)
    console = Console(file=io.StringIO(), width=80)
    record = gamerecord.load(finished)
    assert not analyse.run(console, record, budget=0.01, plain=True, picture=None, result=None, engine=False)
    assert isinstance(console.file, io.StringIO)
    assert "the first 5 of" in console.file.getvalue()


def session(position: Position, people: int, typed: list[str]) -> tuple[Session, io.StringIO]:
    """A game that is going on, with what is typed at it."""
    out = io.StringIO()
    console = Console(file=out, width=100, highlight=False)
    names = [f"P{seat}" for seat in range(position.game.players)]
    bots = {seat: bot("random", position.game, 1) for seat in range(people, position.game.players)}
    there = Session(console, position, bots, names, plain=True, pause=True, rng=Random(1))
    there.read = lambda question: typed.pop(0) if typed else None  # type: ignore[method-assign, assignment]
    return there, out


def test_the_end_of_a_round_can_not_be_taken_back() -> None:
    """It turns up what everybody holds; to look at that and choose again would be cheating."""
    *moves, last = SHORTEST_OF_THREE
    there, out = session(ludotheque.game("chip-trick", 3).replay(["start 0", *moves]), 3, ["undo"])
    there.shown_to = there.position.actor
    assert there.try_move(last)
    assert there.undoable is None
    assert "Taken back" not in out.getvalue()


def test_what_was_taken_back_is_not_told_to_the_next() -> None:
    position = ludotheque.game("calcory", 2).replay(["start 0", "turn a1", "show 4", "turn b1", "show 5"])
    there, out = session(position, 2, ["undo"])
    there.shown_to = 0
    assert not there.try_move("stop")
    assert not any(there.untold.values())
    assert "Taken back" in out.getvalue()


def test_whatever_a_bot_runs_into_the_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        def choose(self, view: View) -> Move:
            raise LudothequeError("the table is torn")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    there, out = session(ludotheque.game("calcory", 2).replay(["start 0"]), 0, [])
    there.bots = dict.fromkeys(range(2), Lost())
    with pytest.raises(LudothequeError, match="the table is torn"):
        app.run_session(there)
    assert "The game is kept." in out.getvalue()
    assert [gamerecord.load(file).position.history for file in tmp_path.rglob("*.txt")] == [["start 0"]]
