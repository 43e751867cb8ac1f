"""What `ludotheque simulate` says and draws of what the engine counted."""

import io
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

import ludotheque
from ludotheque import Game, LudothequeError, extras
from ludotheque.__about__ import __version__
from ludotheque.engine import loops, playouts
from ludotheque.i18n import speaking, translated
from ludotheque.numbers import spoken
from ludotheque.terminal import plot, simulate, waiting
from ludotheque.terminal.app import screen
from tests.size import not_in_check
from tests.terminal.test_app import refused
from tests.terminal.test_app import run as run_command
from tests.terminal.test_waiting import AtOnce

pytestmark = not_in_check  # nearly everything here is about games that compiled rules played
GAMES = 500
BLOCKS = set(simulate.BLOCKS) - {" "}


@pytest.fixture(scope="module")
def game() -> Game:
    return ludotheque.game("chip-trick", 2)


@pytest.fixture(scope="module")
def told(game: Game) -> dict[str, Any]:
    return simulate.report(playouts.simulate(game, GAMES, seed=1, threads=1))


@pytest.fixture
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: Any, **__: Any) -> None:
        raise AssertionError("played before it was known that the picture can be drawn")

    monkeypatch.setattr(playouts, "simulate", played)


def run(game: Game, *, width: int = 90, as_json: bool = False, plain: bool = False, picture: Path | None = None) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False)
    simulate.run(
        console, game, GAMES, seed=1, device="cpu", threads=1, on="", as_json=as_json, plain=plain, picture=picture
    )  # fmt: skip
    return out.getvalue()


# --- the report -----------------------------------------------------------------------------------


def test_the_report_is_one_object_and_adds_up(game: Game, told: dict[str, Any]) -> None:
    assert json.loads(json.dumps(told))["spec"] == game.spec
    assert sum(told["wins"]) == pytest.approx(GAMES)
    assert len(told["scores"]) == len(told["wins"]) == len(told["win_intervals"]) == len(told["mean_scores"]) == 3
    for counts in (told["lengths"], *told["scores"]):
        assert sum(games for _number, games in counts) == GAMES
        assert all(games > 0 for _number, games in counts)
        assert all(one[0] < next[0] for one, next in pairwise(counts))
    assert sum(length * games for length, games in told["lengths"]) == told["moves"]
    assert told["lengths"][-1][0] == told["longest"]
    for counts, mean in zip(told["scores"], told["mean_scores"], strict=True):
        assert sum(score * games for score, games in counts) / GAMES == pytest.approx(mean)
    assert 0 <= told["shared"] < GAMES
    assert told["moves_per_second"] == pytest.approx(told["moves"] / told["seconds"])


def test_shared_victories(game: Game) -> None:
    """Five games of ten moves: three won by seat 0, two by the seats 0 and 1 together, 3 points for all."""
    entries = [0] * loops.ENTRIES
    entries[0b01], entries[0b11], entries[loops.FIRST_LENGTH + 10] = 3, 2, 5
    for seat in range(3):
        entries[loops.FIRST_SCORE + seat * loops.SCORES + 3] = 5
    told = simulate.report(playouts.Tally(game, 5, 1.0, "cpu", 1, entries))
    assert told["wins"] == [4, 1, 0]
    assert told["shared"] == 2
    assert (told["mean_length"], told["length_spread"], told["lengths"]) == (10, 0, [(10, 5)])
    assert told["scores"] == [[(3, 5)]] * 3
    assert (told["score_ranges"], told["score_spreads"]) == ([(3, 3)] * 3, [0] * 3)
    assert not any(told["happenings"].values())


def test_the_report_says_what_was_played(game: Game, told: dict[str, Any]) -> None:
    assert (told["seed"], told["version"], told["facts"]) == (1, __version__, {})
    assert told["win_shares"] == [won / GAMES for won in told["wins"]]
    assert (told["lengths_or_more"], told["scores_or_more"]) == (None, None)


@pytest.fixture
def beyond(game: Game) -> playouts.Tally:
    """Four games of 5,000 moves, won by seat 0: nobody else scores, he has 7, 300, 400 and 1,000."""
    entries = [0] * loops.ENTRIES
    entries[0b01] = entries[loops.FIRST_LENGTH + loops.LENGTHS - 1] = 4
    entries[loops.LENGTH_SUMS : loops.SCORE_SUMS] = [20_000, 4 * 5_000**2, 5_000, loops.FAR - 5_000]
    entries[loops.FIRST_SCORE + 7], entries[loops.FIRST_SCORE + loops.SCORES - 1] = 1, 3
    entries[loops.SCORE_SUMS : loops.SCORE_SUMS + loops.SUMS] = [1_700, 300**2 + 400**2 + 1_000**2, 1_000, loops.FAR - 300]
    for seat in (1, 2):
        entries[loops.FIRST_SCORE + seat * loops.SCORES] = 4
    return playouts.Tally(game, 4, 1.0, "cpu", 1, entries)


def test_what_lies_beyond_the_tables_is_told_exactly(game: Game, beyond: playouts.Tally, tmp_path: Path) -> None:
    told = simulate.report(beyond)
    assert (told["moves"], told["mean_length"], told["length_spread"]) == (20_000, 5_000, 0)
    assert (told["lengths_or_more"], told["lengths"], told["longest"]) == (4095, [(4095, 4)], 5_000)
    assert (told["scores_or_more"], told["scores"][0], told["score_ranges"][0]) == (255, [(7, 1), (255, 3)], (7, 1_000))
    assert told["mean_scores"][0] == 1_707 / 4
    said = " ".join(simulate.told_plainly(game, told))
    assert "mean score 426.75, scores from 7 to 1,000, half of them from 7 to 255 or more" in said
    all_beyond = {**told, "scores": [[(255, 4)]] * 3}
    assert "scores from 7 to 1,000" in simulate.told_plainly(game, all_beyond)[2]
    assert "half of them" not in simulate.told_plainly(game, all_beyond)[2]
    assert "5000.0 moves a game, give or take 0.0, at most 5,000" in said
    out = io.StringIO()
    simulate.show(Console(file=out, width=100), game, told)
    assert "scores, 0 to 255 or more" in out.getvalue()
    assert plot.last_bar(told["scores_or_more"]) == "; the last bar is 255 or more"
    assert plot.last_bar(None) == ""
    plot.draw(told, tmp_path / "games.svg")


def test_happenings_are_told_in_english_words(game: Game, told: dict[str, Any]) -> None:
    assert tuple(told["happenings"]) == game.ruleset.rules.happenings
    tally = playouts.simulate(game, GAMES, seed=1, threads=1)
    with speaking("fr"):
        assert simulate.report(tally)["happenings"] == told["happenings"]
    rounds = sum(times for words, times in told["happenings"].items() if words.endswith("above the limit"))
    assert rounds >= 3 * GAMES  # nobody has three tiles any sooner
    ghost_won = told["happenings"]["end: the ghost has its tiles and wins"]
    assert ghost_won == pytest.approx(told["wins"][2])


@pytest.mark.parametrize("won", [0, 1, 250, 499, 500])
def test_intervals_hold_the_share_and_stay_between_0_and_1(won: int) -> None:
    low, high = simulate.interval(won, 500)
    assert -1e-12 <= low <= won / 500 + 1e-12
    assert won / 500 - 1e-12 <= high <= 1 + 1e-12


def test_quantiles() -> None:
    counts = [(0, 25), (3, 50), (9, 25)]
    assert [simulate.quantile(counts, share) for share in (0, 0.25, 0.26, 0.75, 0.76, 1)] == [0, 0, 3, 3, 9, 9]


@pytest.mark.parametrize(
    ("counts", "most", "width", "bins"),
    [
        ([(0, 1), (1, 2), (3, 4)], 10, 1, [1, 2, 0, 4]),
        ([(0, 1), (1, 2), (3, 4)], 2, 2, [3, 4]),
        ([(4, 1), (8, 2), (20, 4)], 10, 4, [1, 2, 0, 0, 4]),
        ([(4, 1), (8, 2), (20, 4)], 3, 8, [3, 0, 4]),
        ([(72, 5)], 10, 1, [5]),
    ],
)
def test_bins_hold_whole_steps(counts: plot.Counts, most: int, width: int, bins: list[int]) -> None:
    histogram = plot.Histogram([counts], most)
    assert (histogram.width, histogram.of(counts)) == (width, bins)
    assert len(histogram.edges()) == len(bins)


def test_blocks_show_any_game_at_all() -> None:
    assert simulate.blocks([0, 1, 500, 1000]).plain == " ▁▄█"


@pytest.mark.parametrize(
    ("rate", "says"),
    [(12.345, "12.35"), (1.0, "1.00"), (0.4821, "0.482"), (0.00031, "0.00031"), (1e-7, "0.0000001"), (1e-9, "0")],
)
def test_rates_have_no_exponent(rate: float, says: str) -> None:
    assert plot.in_few_digits(rate) == says


# --- on the screen --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 76, 80, 120])
def test_tables_and_histograms(game: Game, told: dict[str, Any], width: int) -> None:
    shown = run(game, width=width)
    assert f"{GAMES} games" in shown
    assert max(map(len, shown.split("\n"))) <= width
    assert set(shown) & BLOCKS
    whole_rows = [line for line in shown.split("\n") if "Seat 0" in line and line.count("%") == 3]
    assert bool(whole_rows) == (width > 40)
    assert ("Seat 0: won" in shown) == (width == 40)
    if width > 40:
        for words, times in told["happenings"].items():
            assert not times or any(words in line and f"{times:,}" in line for line in shown.split("\n")), words
    assert "The limit is 21. Never happened, or can't in this game: round: no total above the limit" in " ".join(shown.split())


def test_what_was_played_is_told_with_its_seed(game: Game, told: dict[str, Any]) -> None:
    assert run(game, plain=True).startswith(f"{game.spec}, cpu, seed 1\n{GAMES} games, ")
    assert run(game).startswith(f"{game.spec}, cpu, seed 1")
    assert simulate.speed_told({**told, "games": 1}).startswith("1 game, ")
    assert plot.heading({**told, "games": 1}).endswith("1 game at random")


def test_the_limit_is_told_where_there_is_one() -> None:
    assert simulate.limit_told(ludotheque.game("chip-trick-root")) == ["The limit is 20."]
    assert simulate.limit_told(ludotheque.game("chipik", 3)) == []


def test_how_to_get_what_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert extras.command_for("plot") == "make engine"
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path)
    assert extras.command_for("plot") == "python -m pip install 'ludotheque[plot]'"


def test_a_fact_is_explained_by_a_fact() -> None:
    assert "such as tokens=3" in refused(run_command("simulate", "chipik", "-n", "3", "--fact", "tokens"))
    assert "such as scoring=halving" in refused(run_command("simulate", "chip-trick", "-n", "3", "--option", "scoring"))


def test_no_colour_is_wished_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert (screen(plain=False).no_color, screen(plain=True).no_color) == (False, True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert screen(plain=False).no_color


def test_plain_is_sentences_without_drawing(game: Game, told: dict[str, Any]) -> None:
    shown = run(game, plain=True)
    assert not set(shown) & (BLOCKS | set("│┃━"))
    assert "Ghost: won" in shown
    for words, times in told["happenings"].items():
        assert (f"{words}: {times:,} time" in shown) == bool(times)


def test_a_game_that_tells_nothing_apart(game: Game, told: dict[str, Any]) -> None:
    out = io.StringIO()
    simulate.show(Console(file=out, width=80), game, {**told, "happenings": {}, "lengths": [(72, GAMES)]})
    assert "what happened" not in out.getvalue()
    assert "Never" not in out.getvalue()


@pytest.mark.parametrize("lang", ["fr", "de", "ja"])
def test_every_language(game: Game, told: dict[str, Any], lang: str) -> None:
    with speaking(lang):
        shown = run(game, plain=True)
        for words, times in told["happenings"].items():
            assert translated(words) != words
            assert not times or translated(words) in shown


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "1,234,567.89"), ("ja", "1,234,567.89"), ("de", "1.234.567,89"), ("fr", "1\u202f234\u202f567,89")]
)
def test_numbers_are_written_as_the_language_does(lang: str, says: str) -> None:
    with speaking(lang):
        assert spoken(1234567.89, ",.2f") == says
        assert plot.in_few_digits(0.00031) == ("0.00031" if lang in ("en", "ja") else "0,00031")


def test_a_report_in_german(game: Game, told: dict[str, Any]) -> None:
    with speaking("de"):
        assert f"{told['moves']:,}".replace(",", ".") in run(game, plain=True)
        assert f"{told['mean_length']:.1f}".replace(".", ",") in run(game, plain=True)


def test_what_takes_long_at_first_is_said_beside_the_output(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "Timer", AtOnce)
    for plain in (True, False):
        assert "compiled" not in run(game, plain=plain)
        assert capsys.readouterr().err == "getting ready; the first time, the rules are compiled …\n"
    run(game, as_json=True)
    output = capsys.readouterr()
    assert output.err == ""
    assert json.loads(output.out)["games"] == GAMES


# --- the picture ----------------------------------------------------------------------------------


def test_a_picture_as_svg_is_the_same_each_time(game: Game, told: dict[str, Any], tmp_path: Path) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.SVG"]
    for file in files:
        assert str(file) in run(game, width=400, picture=file)
    assert ElementTree.parse(files[0]).getroot().tag.endswith("svg")
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_no_title_is_cut(told: dict[str, Any], lang: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4))
    panel = figure.add_axes((0.7, 0.1, 0.3, 0.8))  # narrow, at the right edge, as in the picture
    with speaking(lang):
        plot.draw_happenings(panel, told, list(told["happenings"].items()))
    title = next(text for text in panel.get_children() if getattr(text, "get_text", str)() == panel.get_title(loc="right") != "")
    panel.apply_aspect()
    assert title.get_window_extent().x1 <= figure.bbox.x1 + 1


def test_a_picture_as_png(told: dict[str, Any], tmp_path: Path) -> None:
    plot.draw(told, tmp_path / "games.png")
    assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")


def test_json_and_a_picture(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(game, as_json=True, picture=tmp_path / "games.svg")
    assert json.loads(capsys.readouterr().out)["game"] == game.id
    assert (tmp_path / "games.svg").exists()


def test_nothing_happened_and_all_games_are_as_long(told: dict[str, Any], tmp_path: Path) -> None:
    nothing = {**told, "happenings": {}, "lengths": [(72, GAMES)], "mean_length": 72.0, "length_spread": 0.0}
    plot.draw(nothing, tmp_path / "games.svg")
    assert (tmp_path / "games.svg").exists()


def test_without_japanese_fonts_a_picture_speaks_english(
    game: Game, told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib import font_manager

    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans"])
    plot.draw(told, tmp_path / "english.svg")
    with speaking("ja"):
        assert plot.fonts_for_this_language() == []
        plot.draw(told, tmp_path / "japanese.svg")
        monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans", "IPAexGothic"])
        assert plot.fonts_for_this_language() == ["IPAexGothic"]
    with speaking("fr"):
        plot.draw(told, tmp_path / "french.svg")
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans"])
    with speaking("ja"):
        assert translated("No font here has Japanese signs, so the picture speaks English.") in run(
            game, picture=tmp_path / "x.svg"
        )
    english = (tmp_path / "english.svg").read_bytes()
    assert (tmp_path / "japanese.svg").read_bytes() == english != (tmp_path / "french.svg").read_bytes()


@pytest.mark.usefixtures("nothing_is_played")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("games.txt", r"a picture is a file that ends in \.svg or \.png, not"),
        ("games", r"a picture is a file that ends in \.svg or \.png, not"),
        ("no/such/folder/games.svg", "can't be written: No such file"),
        ("folder.svg", "can't be written: Is a directory"),
        ("x" * 300 + ".png", "can't be written: File name too long"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_playing(game: Game, name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(LudothequeError, match=says):
        run(game, picture=tmp_path / name)
    assert [file.name for file in tmp_path.iterdir()] == ["folder.svg"]


@pytest.mark.usefixtures("nothing_is_played")
def test_a_missing_matplotlib_is_said_before_playing(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LudothequeError, match="drawing needs matplotlib; make engine brings it"):
        run(game, picture=tmp_path / "games.svg")


def test_a_picture_already_there_stays_until_it_is_drawn_anew(tmp_path: Path) -> None:
    file = tmp_path / "games.svg"
    file.write_text("an older picture")
    plot.make_sure_of(file)
    assert file.read_text() == "an older picture"


def test_a_folder_that_went_away_meanwhile(told: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match="can't be written: No such file"):
        plot.draw(told, tmp_path / "gone" / "games.svg")


@pytest.mark.parametrize("name", ["games.gif", "/no/such/folder/games.png"])
def test_the_command_refuses_with_a_sentence(name: str) -> None:
    assert name in refused(run_command("simulate", "chip-trick", "-n", "2", "--games", "10", "--plot", name))
