"""Speeds as bars on a logarithmic scale: each says its name and its figure, ours are full, peers hatched."""

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure


def in_short(number: float) -> str:
    """12,345,678 -> 12.3 M"""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"


def draw(bars: dict[str, tuple[float, bool]], title: str, path: Path) -> None:
    """Bars from the fastest down: what is written beside each, its decisions a second, whether it is ours."""
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "ludotheque", "font.size": 9})
    fastest_first = sorted(bars.items(), key=lambda bar: -bar[1][0])
    figure = Figure(figsize=(9, 0.24 * len(bars) + 1.2), layout="constrained")
    axes = figure.subplots()
    for row, (_, (speed, ours)) in enumerate(fastest_first):
        axes.barh(row, speed, color="black" if ours else "white", edgecolor="black", hatch=None if ours else "////")
        axes.text(speed * 1.12, row, in_short(speed), va="center", fontweight="bold" if ours else "normal")
    axes.set_yticks(range(len(bars)), [name for name, _ in fastest_first])
    for label, (_, (_, ours)) in zip(axes.get_yticklabels(), fastest_first, strict=True):
        label.set_fontweight("bold" if ours else "normal")
    slowest = fastest_first[-1][1][0]
    axes.set(xscale="log", xlim=(slowest / 3, fastest_first[0][1][0] * 3), xlabel="decisions a second, one thread")
    axes.set_ylim(len(bars) - 0.4, -0.6)  # the fastest on top
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})
