"""A tournament as a picture: the matrix of margins, and ratings with their intervals.

Every cell says its number and has a sign for what its interval says; colours, the darker the further from 0, only help.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.files import unwritable
from ludotheque.i18n import _, language, speaking
from ludotheque.lab.words import cautions, heading, margin_in_cell, said

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, FILL, BELOW, FAINT = "#222222", "#56B4E9", "#E69F00", "#6A6A6A"


def draw(told: dict[str, Any], file: Path, fonts: list[str]) -> None:
    """Draws a report; without a font for the reader's language it speaks English."""
    import matplotlib
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "font.family": fonts or ["DejaVu Sans"], "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT,
        "axes.titlesize": 10, "axes.titlelocation": "left", "svg.fonttype": "path", "svg.hashsalt": "ludotheque",
    }  # fmt: skip
    with matplotlib.rc_context(settings), speaking(language.get() if fonts else "en"):
        size = len(told["entrants"])
        figure = Figure(figsize=(5.5 + 1.6 * size, 2.6 + 0.75 * size), layout="constrained")
        above = [". ".join(heading(told)), *cautions(told["deals"], told["cut"], told["longest"])]
        lines = [line for part in above for line in textwrap.wrap(part, 100)]
        figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=10)
        left, right = figure.subplots(1, 2, width_ratios=[1.5 * size, 5])
        draw_matrix(left, told)
        draw_ratings(right, told)
        try:
            figure.savefig(file, dpi=144, metadata={"Date": None} if file.suffix.lower() == ".svg" else None)
        except OSError as problem:
            raise unwritable(file, problem) from None


def draw_matrix(panel: Axes, told: dict[str, Any]) -> None:
    """Rows are the one, columns the others."""
    from matplotlib.patches import Rectangle

    names = [entrant["name"] for entrant in told["entrants"]]
    panel.set_title(_("Margin of one among others, 95 % interval"))
    for cell in told["matrix"]:
        row, column = names.index(cell["one"]), names.index(cell["others"])
        strength, colour = min(abs(cell["mean"]), 1.0), FILL if cell["mean"] > 0 else BELOW
        panel.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, alpha=0.8 * strength, edgecolor="none"))
        panel.annotate(margin_in_cell(cell), (column, row), ha="center", va="center", fontsize=8)
    panel.set_xlim(-0.5, len(names) - 0.5)
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.set_xticks(range(len(names)), [in_two_lines(name) for name in names])
    panel.set_yticks(range(len(names)), [in_two_lines(name) for name in names])
    panel.set_xlabel(_("others") + "\n" + _("▲ does better, ▼ does worse, · can't be told apart"))
    panel.set_ylabel(_("one"))
    panel.tick_params(length=0)


def draw_ratings(panel: Axes, told: dict[str, Any]) -> None:
    panel.set_title(_("Ratings at mixed tables"))
    for place, entry in enumerate(told["ratings"]):
        panel.plot([entry["low"], entry["high"]], [place, place], color=FILL, linewidth=3, solid_capstyle="butt")
        panel.plot([entry["mean"]], [place], marker="o", color=INK, markersize=5)
        panel.annotate(
            said(entry["mean"], ".2f"), (entry["mean"], place), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=8
        )
    panel.set_yticks(range(len(told["ratings"])), [in_two_lines(entry["name"]) for entry in told["ratings"]])
    panel.set_xlabel(_("OpenSkill; 95 % interval by bootstrap over deals"))
    panel.set_ylim(len(told["ratings"]) - 0.5, -0.7)
    panel.margins(x=0.2)
    panel.spines[["top", "right"]].set_visible(False)


def in_two_lines(name: str) -> str:
    return name.replace("+", "\n+")
