"""What `ludotheque tournament` says, writes and draws."""

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from ludotheque import Game, LudothequeError, OptionError
from ludotheque.files import make_sure_of_files
from ludotheque.i18n import speaking
from ludotheque.lab import command, words
from ludotheque.lab import contest as contests
from ludotheque.lab.workers import Workers
from tests.lab.planted import SMALL, plant


def run(bots: str, *, game: Game = SMALL, games: int = 80, budget: float = 1.0, **how: Any) -> str:
    out = io.StringIO()
    console = Console(file=out, width=120, highlight=False, markup=False)
    command.tournament(console, game, bots, games=games, seed=1, budget=budget, workers=Workers(1), **how)
    return out.getvalue()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A tournament told, written and drawn, and its words."""
    folder = tmp_path_factory.mktemp("lab")
    named = {name: folder / name for name in ("result.json", "matrix.svg", "matrix.png", "words.txt")}
    with pytest.MonkeyPatch.context() as monkeypatch:
        plant(monkeypatch)
        said = run("first,random,random", result=named["result.json"], picture=named["matrix.svg"], fonts=["DejaVu Sans"])
    named["words.txt"].write_text(said, encoding="utf-8")
    return named


@pytest.fixture
def told(files: dict[str, Path]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(files["result.json"].read_text("utf-8"))
    return read


def test_the_table_says_what_is_significant_and_what_is_not(files: dict[str, Path], told: dict[str, Any]) -> None:
    said = " ".join(files["words.txt"].read_text("utf-8").split())  # lines are broken where the screen ends
    verdicts = {(cell["one"], cell["others"]): cell["verdict"] for cell in told["matrix"]}
    assert verdicts["first", "random"] == "below"
    assert verdicts["random", "first"] == "above"
    assert verdicts["random", "random #2"] == "open"
    for cell in told["matrix"]:
        assert f"{words.SIGNS[cell['verdict']]} {cell['mean']:+.3f}" in said
        assert f"{cell['low']:+.3f} to {cell['high']:+.3f}" in said
    assert "rates above first: their intervals are apart" in said
    assert "can't be told apart: their intervals overlap" in said
    assert "not OpenSkill's sigma" in said
    assert "there are 6 in the table of margins" in said


def test_every_number_of_the_table_is_in_the_sentences(told: dict[str, Any]) -> None:
    lines = "\n".join(words.tournament_plainly(told))
    assert "first among random: margin -" in lines
    assert not set(words.SIGNS.values()) & set(lines)
    for cell in told["matrix"]:
        assert f"margin {cell['mean']:+.3f}, 95 % interval {cell['low']:+.3f} to {cell['high']:+.3f}" in lines
    for entry in told["ratings"]:
        assert f"{entry['name']}: rating {entry['mean']:.2f}, 95 % interval {entry['low']:.2f} to {entry['high']:.2f}" in lines
    with speaking("de"):
        assert f"{told['ratings'][0]['mean']:.2f}".replace(".", ",") in "\n".join(words.tournament_plainly(told))


def test_the_json_says_how_it_was_played(told: dict[str, Any]) -> None:
    assert told["spec"] == SMALL.spec
    assert (told["seed"], told["budget"], told["deals"], told["games"]) == (1, 1.0, 40, 4 * 80)
    assert len(told["code"]) == 16
    assert told["seconds"] > 0
    assert all(sum(deals for _margin, deals in cell["margins"]) == 40 for cell in told["matrix"])


def test_too_few_deals_and_cut_games_are_told(told: dict[str, Any]) -> None:
    assert not words.cautions(30, 0, 20_000)
    few, cut = words.cautions(29, 2, 20_000)
    assert "no interval is to be trusted" in few
    assert "2 games did not end within 20000 steps and were cut" in cut


def test_ratings_are_told_apart_by_enough_deals_alone(told: dict[str, Any]) -> None:
    entry = {"name": "one", "mean": 26.0, "low": 25.5, "high": 26.5, "won": 0.6, "seats": 40}
    lower = {**entry, "name": "other", "mean": 24.0, "low": 23.5, "high": 24.5}
    nobody = {**lower, "name": "nobody", "seats": 0}

    def says(deals: int, *ratings: dict[str, Any]) -> str:
        return "\n".join(words.tournament_plainly({**told, "deals": deals, "ratings": list(ratings)}))

    assert "one rates above other" in says(30, entry, lower)
    assert "rates above" not in says(29, entry, lower)
    assert "rates above" not in says(30, entry, nobody)
    assert "nobody had no seat at a mixed table" in says(30, entry, nobody)


def test_the_picture_says_every_number_and_sign(told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an SVG with letters instead of outlines, so that they can be read."""
    import matplotlib

    from ludotheque.lab import picture

    file = tmp_path / "matrix.svg"
    context = matplotlib.rc_context
    monkeypatch.setattr(matplotlib, "rc_context", lambda settings: context({**settings, "svg.fonttype": "none"}))
    picture.draw(told, file, ["DejaVu Sans"])
    letters = " ".join(ElementTree.parse(file).getroot().itertext())
    for cell in told["matrix"]:
        assert f"{words.SIGNS[cell['verdict']]} {cell['mean']:+.3f}" in letters
        assert f"{cell['low']:+.3f} to {cell['high']:+.3f}" in letters
    for entry in told["ratings"]:
        assert f"{entry['mean']:.2f}" in letters
        assert entry["name"] in letters


def test_the_same_report_makes_the_same_picture(files: dict[str, Path], told: dict[str, Any], tmp_path: Path) -> None:
    from ludotheque.lab.picture import draw

    draw(told, tmp_path / "again.svg", ["DejaVu Sans"])
    assert (tmp_path / "again.svg").read_bytes() == files["matrix.svg"].read_bytes()


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"bots": "random,nobody"}, "there is no bot nobody"),
        ({"bots": "random"}, "between two or more"),
        ({"bots": "random,random+luck:3"}, "can't be read"),
        ({"bots": "random,random", "games": 2}, "2 games are too few: 4 are two deals from every seat"),
        ({"bots": "random,random", "budget": 0.0}, "a budget is a share"),
        ({"bots": "random,random", "budget": 1.5}, "a budget is a share"),
    ],
)
def test_what_can_t_be_played_is_refused_before_the_first_game(
    how: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: Any) -> None:
        raise AssertionError("played")

    monkeypatch.setattr(contests, "play", play)
    with pytest.raises(OptionError, match=says):
        run(**how)


def test_a_file_that_can_t_be_written_is_refused_before_the_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "run", lambda *_: pytest.fail("played"))
    file = tmp_path / "nowhere" / "file"
    with pytest.raises(LudothequeError, match="can't be written: No such file"):
        run("random,random", result=file)
    with pytest.raises(LudothequeError, match="can't be written: No such file"):
        run("random,random", kept=file)


def test_a_file_that_could_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("old")
    make_sure_of_files(new, old, None)
    assert not new.exists()
    assert old.read_text() == "old"
