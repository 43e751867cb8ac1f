"""The course of a finished game as a picture: a line a player, with dashes and marks of its own and the name at its end."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.files import unwritable
from ludotheque.i18n import _, language, speaking, translated
from ludotheque.terminal.plot import FAINT, INK, fonts_for_this_language

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ludotheque.terminal.analyse import Analysis

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8A6D00", "#222222", "#56B4E9", "#7A3E9D")
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 1)), (0, (8, 3)), (0, (4, 1, 1, 1, 1, 1)))
MARKS = "os^DvPX*"


def draw(analysis: Analysis, file: Path) -> None:
    """Draws it; the same analysis makes the same file."""
    import matplotlib
    from matplotlib.figure import Figure

    fonts = fonts_for_this_language()
    settings: dict[Any, Any] = {
        "font.family": fonts or ["DejaVu Sans"], "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT,
        "axes.spines.top": False, "axes.spines.right": False, "svg.fonttype": "path", "svg.hashsalt": "ludotheque",
    }  # fmt: skip
    with matplotlib.rc_context(settings), speaking(language.get() if fonts else "en"):
        figure = Figure(figsize=(10, 4.5), layout="constrained")
        title = f"{translated(analysis.game.ruleset.title)}: {', '.join(analysis.names)}"
        figure.suptitle("\n".join(textwrap.wrap(title, 120)), x=0.01, ha="left", fontsize=10)
        draw_lines(figure.subplots(), analysis)
        try:
            figure.savefig(file, dpi=144, metadata={"Date": None} if file.suffix.lower() == ".svg" else None)
        except OSError as problem:
            raise unwritable(file, problem) from None


def draw_lines(panel: Axes, analysis: Analysis) -> None:
    last = len(analysis.texts) + 1
    for seat, name in enumerate(analysis.names):
        decisions = analysis.of(seat)
        steps = [decision.step for decision in decisions]
        chances = [100 * decision.chance.mean for decision in decisions]
        if analysis.is_complete:
            steps, chances = [*steps, last], [*chances, 100 * analysis.returns[seat]]
        look: dict[str, Any] = {"color": COLOURS[seat], "linestyle": DASHES[seat], "marker": MARKS[seat], "markersize": 4}
        panel.plot(steps, chances, label=name, linewidth=1.5, **look)
    for number, decision in enumerate(analysis.turns, start=1):
        panel.annotate(
            str(number), (decision.step, 100 * decision.chance.mean), xytext=(0, -14), textcoords="offset points", ha="center",
            va="center", fontweight="bold", bbox={"boxstyle": "circle", "facecolor": "white", "edgecolor": INK},
        )  # fmt: skip
    panel.set_ylim(-12, 104)
    panel.set_ylabel(_("% to win, whenever they were to move"))
    panel.set_xlabel(_("step; numbers are where the game turned"))
    panel.grid(axis="y", color=FAINT, alpha=0.2)
    panel.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
