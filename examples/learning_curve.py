"""The picture that every example ends with."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # into a file, wherever it runs
from matplotlib import pyplot


def draw(
    path: Path, curve: Sequence[tuple[float, float]], across: str, up: str, line: float | None = None, line_says: str = "",
    logarithmic: bool = False,
) -> None:  # fmt: skip
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(*zip(*curve, strict=True), color="#20639b", linewidth=2, marker="o", markersize=4)
    if line is not None:
        axes.axhline(line, color="#888", linestyle="--", linewidth=1)
        axes.annotate(line_says, (curve[-1][0], line), xytext=(0, 4), textcoords="offset points", ha="right", color="#555")
    first, last = curve[0][1], curve[-1][1]
    told = (f"{first:.2g} at first, {last:.2g} at the end") if logarithmic else (f"{first:.1%} at first, {last:.1%} at the end")
    axes.set_title(told, loc="left")
    axes.xaxis.set_major_formatter(matplotlib.ticker.StrMethodFormatter("{x:,.0f}"))
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    if logarithmic:
        axes.set_yscale("log")
    else:
        axes.yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0, decimals=0))
        axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    figure.savefig(path)
    pyplot.close(figure)
    print(f"drawn: {path}")
