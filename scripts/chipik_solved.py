"""Writes docs/chipik-solved.md from the newest results of the solver and of the certificate.

python scripts/chipik_solved.py            writes it
python scripts/chipik_solved.py --check    says whether it is up to date
"""

import sys
from pathlib import Path
from typing import Any

from figures import ROOT, newest, table

PAGE = ROOT / "docs" / "chipik-solved.md"


def certified(results: dict[str, Any]) -> str:
    rows = []
    for players, found in results["certificates"].items():
        for place, (chance, gain) in enumerate(zip(found["chances"], found["gains"], strict=True), 1):
            rows.append([players if place == 1 else "", str(place), f"{chance:.2%}", f"{gain:.5f}"])
    return table(["players", "place", "wins", "a best answer gains"], rows)


def by_machine(results: dict[str, Any]) -> str:
    rows = []
    for players, solved in results["solved"].items():
        proof = results["certificates"].get(players)
        rows.append([
            players, f"{solved['positions']:,}", f"{solved['rounds']:,}", f"{solved['target_width']:g}",
            "one H200" if solved["device"] == "cuda" else "one core", f"{solved['seconds']:.0f} s",
            f"{proof['bytes'] / 1000:,.0f} kB" if proof else "not shipped",
            f"{max(proof['gains']):.5f}" if proof else "", f"{proof['largest_gain']:.5f}" if proof else "",
        ])  # fmt: skip
    heads = ["players", "positions", "rounds", "width", "solved on", "in", "table", "largest gain, opening", "anywhere"]
    return table(heads, rows)


def estimated(results: dict[str, Any]) -> str:
    found = {players: solved for players, solved in results["solved"].items() if players not in results["certificates"]}
    if not found:
        return ""
    rows = [
        [players, ", ".join(f"{chance:.2%}" for chance in solved["chances"]), f"{max(solved['gains']):.5f}"]
        for players, solved in found.items()
    ]
    return f"""
## Too large to ship

Solved on a GPU in the same way. The gain is the solver's own estimate: the same best answer from the opening, for
every place, but by the solver's kernels in single precision.

{table(["players", "wins, by place", "largest gain"], rows)}
"""


def page() -> str:
    name, results = newest("chipik-solved")
    worst = max(max(found["gains"]) for found in results["certificates"].values())
    settled = max(found["residual"] for found in results["certificates"].values())
    counts = list(results["certificates"])
    assert all(found["chances"][0] == max(found["chances"]) for found in results["certificates"].values())
    return f"""# Chipik solved

Written by `scripts/chipik_solved.py` from {name}; not to be edited.

With {counts[0]} to {counts[-1]} players the champion plays from a table. Whoever knows that table by heart, and answers it in
the best possible way for a whole game, raises their chance of winning by at most {worst:.5f} over playing like everybody: an
equilibrium, but for that. Places are those in the turn order; the first to play is best off.

{certified(results)}

## What was solved

A position between turns is everyone's tokens, seen from the player to move, and the place of the Chance card. Nothing
else matters: what lies in the bin follows, and nobody has thrown yet. From each position the compiled rules play all
nine discards, dry and on the second throw. The decisions of a turn then depend only on what its player counts on in
the positions it can lead to, so one number a position says how everyone plays.

Best answers to best answers run in circles in this game: whom to hit depends on whom the others hit. So choices that
are nearly as good are mixed. Each is taken in proportion to how far it lies above a level, such that all lie above it
by one *width* together; what is a width behind the best is never chosen. The width for whom to hit is five
times that for the dice, as the circles come from there. What people count on moves slowly towards what their play is
really worth, decisions look a little ahead of that movement, which damps the circles, and the widths shrink from stage
to stage (`solve/chipik_plans.py`). Of the solutions that came of it, the one is kept that leaves least to gain.

{by_machine(results)}

The last column is the most that anybody could gain from any position on, however rarely it comes up.

## How it is certified

`python -m ludotheque.solve.certificate` reads a table as the champion does, fixes everyone but one player to it, and
solves the Markov decision problem that is left to that one, in double precision, round by round; the last round
changed no chance by more than {settled:.0e}. It shares no code with the solver but the numbering of the positions and what
the rules say of the dice; these are tested against real positions, all of them for three players. For three players
a test finds the same gains in another way: it walks every turn from every position through `moves()`, `odds()` and
`play()`, asks the champion itself how often it plays each move, and finds the best answer by policy iteration, with
linear equations.
{estimated(results)}
## Again

```sh
python -m ludotheque.solve.chipik --players 3 4 5 6            # on one core; --device cuda on a GPU
python -m ludotheque.solve.chipik --players 7 8 --device cuda --no-table --json solved.json
python -m ludotheque.solve.certificate --players 3 4 5 6
python scripts/chipik_solved.py                                # this page
```

Nothing is drawn, so the same machine finds the same again. Another rounds differently, may take another turn in
a circle, and is certified anew.
"""


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is not up to date: run {Path(__file__).name}")
    PAGE.write_text(page(), encoding="utf-8")
