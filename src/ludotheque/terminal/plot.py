"""What `ludotheque simulate` counted as a picture: who wins, how long games take, scores, what happened.

One colour throughout and a label at everything that is drawn, so nothing depends on seeing colours.
"""

from __future__ import annotations

import textwrap
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.errors import Listed, LudothequeError, OptionError, shortened
from ludotheque.extras import command_for
from ludotheque.files import make_sure_of_files, unwritable
from ludotheque.i18n import N_, _, counted, language, speaking, translated
from ludotheque.numbers import spoken
from ludotheque.terminal.draw import default_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".svg", ".png")
INK, FILL, FAINT = "#222222", "#56B4E9", "#6A6A6A"  # a blue that every eye tells from black, light in print
JAPANESE_FONTS = ("Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "IPAGothic", "TakaoGothic", "Hiragino Sans", "Yu Gothic")
BARS = 60  # the most of a histogram

Counts = list[tuple[int, int]]  # numbers and how many games had them


class Histogram:
    """Bins of equal width, at most so many, over everything that several seats or one table of games counted.

    Scores may come in steps, such as four cards at a time; a bin holds whole steps.
    """

    def __init__(self, tables: list[Counts], most: int) -> None:
        numbers = sorted({number for counts in tables for number, _games in counts})
        self.low, self.high = numbers[0], numbers[-1]
        self.step = gcd(*(number - self.low for number in numbers)) or 1
        steps = (self.high - self.low) // self.step + 1
        self.width = self.step * -(-steps // most)
        self.bins = -(-steps * self.step // self.width)

    def of(self, counts: Counts) -> list[int]:
        games_in = [0] * self.bins
        for number, games in counts:
            games_in[(number - self.low) // self.width] += games
        return games_in

    def edges(self) -> list[float]:
        """Where the bins begin on a line of numbers, so that a number lies in the middle of its own."""
        return [self.low - self.step / 2 + self.width * place for place in range(self.bins)]


def make_sure_of(file: Path) -> None:
    """That a picture can be drawn there: asked before many games are played for it."""
    if file.suffix.lower() not in SUFFIXES:
        raise OptionError(
            N_("a picture is a file that ends in {accepted}, not {file}"), accepted=Listed(SUFFIXES), file=shortened(file)
        )
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise LudothequeError(N_("drawing needs matplotlib; {command} brings it"), command=command_for("plot")) from None
    make_sure_of_files(file)


def draw(told: dict[str, Any], file: Path) -> None:
    """Draws a report; the same report makes the same file."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    fonts = fonts_for_this_language()
    settings: dict[Any, Any] = {
        "font.family": fonts or ["DejaVu Sans"], "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT,
        "axes.titleweight": "bold", "axes.titlesize": 10, "axes.titlelocation": "left", "axes.spines.top": False,
        "axes.spines.right": False, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
        "svg.fonttype": "path", "svg.hashsalt": "ludotheque",
    }  # fmt: skip
    with matplotlib.rc_context(settings), speaking(language.get() if fonts else "en"):
        names = default_names(len(told["wins"]), told["players"])
        shown = [(words, times) for words, times in told["happenings"].items() if times]
        height = max(7.0, 4.2 + 0.32 * max(len(names), len(shown)))
        figure = Figure(figsize=(11, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
        parts: Any = figure.subfigures(2, 2)  # each with margins of its own
        panels = [[part.subplots() for part in row] for row in parts]
        figure.suptitle(heading(told), x=0.01, ha="left", fontsize=10)
        draw_wins(panels[0][0], told, names)
        draw_lengths(panels[0][1], told)
        draw_scores(panels[1][0], told, names)
        draw_happenings(panels[1][1], told, shown)
        try:
            figure.savefig(file, dpi=144, metadata={"Date": None} if file.suffix.lower() == ".svg" else None)
        except OSError as problem:
            raise unwritable(file, problem) from None


def fonts_for_this_language() -> list[str]:
    """None where no font on this machine has its signs; then the picture speaks English."""
    if language.get() != "ja":
        return ["DejaVu Sans"]
    from matplotlib import font_manager

    there = set(font_manager.get_font_names())
    return [font for font in JAPANESE_FONTS if font in there]


def heading(told: dict[str, Any]) -> str:
    games = counted("{n} game at random", "{n} games at random", told["games"]).format(n=spoken(told["games"]))
    return "\n".join(textwrap.wrap(f"{told['spec']}: {games}", 130))


def draw_wins(panel: Axes, told: dict[str, Any], names: list[str]) -> None:
    """A point a seat with the interval its chance lies in, and the share that would be even."""
    panel.set_title(_("Wins, with the range the chance lies in 95 times in 100"))
    even = 100 / len(names)
    panel.axvline(even, color=FAINT, linestyle="--", linewidth=1)
    panel.annotate(_("even"), (even, -0.85), xytext=(3, 0), textcoords="offset points", color=FAINT, va="center", fontsize=8)
    for seat, (won, (low, high)) in enumerate(zip(told["wins"], told["win_intervals"], strict=True)):
        share = 100 * won / told["games"]
        panel.plot([100 * low, 100 * high], [seat, seat], color=FILL, linewidth=3, solid_capstyle="butt")
        panel.plot([share], [seat], marker="o", color=INK, markersize=5)
        panel.annotate(
            f"{spoken(share, '.2f')} %", (share, seat), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )  # fmt: skip
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -1)
    panel.margins(x=0.15)
    panel.set_xlabel(_("% of the games; a shared victory counts in shares"))


def draw_lengths(panel: Axes, told: dict[str, Any]) -> None:
    panel.set_title(_("Moves in a game"))
    histogram = Histogram([told["lengths"]], BARS)
    shares = [100 * games / told["games"] for games in histogram.of(told["lengths"])]
    panel.bar(histogram.edges(), shares, width=histogram.width, align="edge", color=FILL)
    mean = told["mean_length"]
    panel.axvline(mean, color=INK, linestyle="--", linewidth=1)
    says = _("mean {mean}, give or take {spread}").format(mean=spoken(mean, ".1f"), spread=spoken(told["length_spread"], ".1f"))
    left = mean <= (histogram.low + histogram.high) / 2
    panel.annotate(
        says, (mean, 1.0), xycoords=("data", "axes fraction"), xytext=(4 if left else -4, 0), textcoords="offset points",
        ha="left" if left else "right", va="top", fontsize=8,
    )  # fmt: skip
    panel.set_ylim(0, 1.15 * max(shares))
    if histogram.bins == 1:
        panel.set_xlim(mean - 5, mean + 5)
    panel.set_ylabel(_("% of the games"))
    panel.set_xlabel(
        _("moves; the longest game took {longest}").format(longest=spoken(told["longest"])) + last_bar(told["lengths_or_more"])
    )


def draw_scores(panel: Axes, told: dict[str, Any], names: list[str]) -> None:
    """A row of bars a seat, all on the same scale, and its mean."""
    panel.set_title(_("Scores, a row a seat"))
    histogram = Histogram(told["scores"], BARS)
    rows = [histogram.of(counts) for counts in told["scores"]]
    highest = max(map(max, rows))
    for seat, bins in enumerate(rows):
        panel.bar(
            histogram.edges(), [-0.8 * games / highest for games in bins],
            width=histogram.width, bottom=seat + 0.4, align="edge", color=FILL, edgecolor="white", linewidth=0.4,
        )  # fmt: skip
        panel.axhline(seat + 0.4, color=FAINT, linewidth=0.6)
        mean = told["mean_scores"][seat]
        panel.plot([mean, mean], [seat + 0.4, seat - 0.42], color=INK, linewidth=1, linestyle="--")
        says = _("mean {mean}").format(mean=spoken(mean, ".2f"))
        panel.annotate(says, (1.0, seat), xycoords=("axes fraction", "data"), ha="left", va="center", fontsize=8)
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -0.6)
    panel.locator_params(axis="x", integer=True)
    panel.tick_params(axis="y", length=0)
    panel.set_xlabel(_("score; dashed is the mean") + last_bar(told["scores_or_more"]))


def last_bar(or_more: int | None) -> str:
    return "" if or_more is None else _("; the last bar is {number} or more").format(number=or_more)


def draw_happenings(panel: Axes, told: dict[str, Any], shown: list[tuple[str, int]]) -> None:
    panel.set_title(_("What happened, times a game"), loc="right")  # the panel is narrow, and there is room to its left
    rates = [times / told["games"] for _words, times in shown]
    panel.barh(range(len(shown)), rates, height=0.6, color=FILL)
    for place, rate in enumerate(rates):
        panel.annotate(in_few_digits(rate), (rate, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
    panel.set_yticks(range(len(shown)), ["\n".join(textwrap.wrap(translated(words), 44)) for words, _times in shown])
    panel.set_ylim(max(len(shown), 1) - 0.4, -0.6)
    panel.set_xlim(0, 1.15 * max(rates, default=1))
    panel.tick_params(axis="y", length=0)


def in_few_digits(rate: float) -> str:
    """`12.3`, `0.482`, `0.00031`; never an exponent."""
    if rate < 0.01:
        return spoken(rate, ".7f").rstrip("0") if rate >= 1e-7 else "0"
    return spoken(rate, ".2f" if rate >= 1 else ".3f")
