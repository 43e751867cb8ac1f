"""Solves the small instances of every ruleset, keeps their policies, and writes the table of docs/openspiel.md.

python scripts/small.py                solves them all, in some minutes; then the tables
python scripts/small.py --game chipik  those of a ruleset alone
python scripts/small.py --table        the tables alone, from what was found last
python scripts/small.py --check        says whether the tables are up to date
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ludotheque.game import Ruleset
from ludotheque.games import GAMES
from ludotheque.instance import Instance
from ludotheque.solve.regret import PredictiveCFRPlus
from ludotheque.solve.saved import FIGURES, path_of, read, write
from ludotheque.solve.tree import Tree

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "openspiel.md"
RESULTS = ROOT / "benchmarks" / "results"
ROUNDS = 500
MOST_SAVED = 100_000  # positions; the policies of larger trees are not kept


def solved(ruleset: Ruleset, instance: Instance) -> dict[str, Any]:
    """How large an instance is, what it is worth, and how good the policy is that is kept of it."""
    start = instance.start(ruleset)
    tree = Tree(start, instance.cut)
    found: dict[str, Any] = {"game": start.game.spec, "players": tree.players, "cut": instance.cut, **tree.counts()}
    if ruleset.hides:
        solver = PredictiveCFRPlus(tree)
        solver.run(ROUNDS)
        policy, name = solver.average(), f"predictive CFR+, {ROUNDS} rounds"
    else:
        policy, name = tree.backward_induction(), "backward induction"
    values, gains = tree.values(policy), tree.gains(policy)
    found |= {"policy": name, "values": values, "nash_conv": sum(gains), "random": sum(tree.gains(tree.uniform))}
    found["constant_sum"] = not instance.cut and len(start.scores()) == tree.players
    if tree.players == 2 and found["constant_sum"]:
        found["value"] = [1 - values[1] - gains[1], values[0] + gains[0]]  # each is sure of his share against any answer
    if found["nodes"] <= MOST_SAVED:
        write(ruleset, instance, name, tree, policy)
        kept = read(ruleset, instance).as_array(tree)
        found["kept"] = {"nash_conv": sum(tree.gains(kept)), "values": tree.values(kept)}
        found["kept"]["bytes"] = path_of(ruleset, instance).stat().st_size
    return found


def every_instance() -> list[tuple[Ruleset, Instance]]:
    return [(ruleset, instance) for ruleset in GAMES.values() for instance in ruleset.instances]


def solve_all(ids: list[str]) -> None:
    """Those of these rulesets; what was found of the others stays."""
    FIGURES.parent.mkdir(exist_ok=True)
    before = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    figures = {}
    for ruleset, instance in every_instance():
        name = f"{ruleset.id} {instance.name}"
        figures[name] = solved(ruleset, instance) if ruleset.id in ids else before[name]
        print(f"{name}: {figures[name]['nodes']:,} positions, worth {figures[name]['values']}")
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] + ["--:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def instances() -> str:
    heads = ["instance", "players", "positions", "decisions", "chance", "ends", "information sets", "longest"]
    rows = []
    for name, found in json.loads(FIGURES.read_text(encoding="utf-8")).items():
        counts = [f"{found[kind]:,}" for kind in ("nodes", "decisions", "chance", "ends")]
        sets = " + ".join(f"{number:,}" for number in found["information_sets"])
        longest = f"{found['longest']}, cut" if found["cut"] else str(found["longest"])
        rows.append([name, str(found["players"]), *counts, sets, longest, worth(found), f"{found['random']:.3f}", *kept(found)])
    return table([*heads, "worth to seat 0", "NashConv of random play", "of the kept policy", "which is by"], rows)


def worth(found: dict[str, Any]) -> str:
    if "value" not in found:
        return ""
    low, high = found["value"]
    return f"{(low + high) / 2:.6f} ± {(high - low) / 2:.0e}"


def kept(found: dict[str, Any]) -> list[str]:
    if "kept" not in found:
        return ["", ""]
    gain = found["kept"]["nash_conv"]
    return ["0" if gain < 1e-12 else f"{gain:.1e}", found["policy"]]


def speeds() -> str:
    path = max(RESULTS.glob("openspiel-*.json"))
    results = json.loads(path.read_text(encoding="utf-8"))
    kinds = ["steps", "decisions", "decisions with information states", "copies"]
    rows = [[name, *(f"{row[kind]:,.0f}" for kind in kinds)] for name, row in results["rows"].items()]
    says = f"{results['cpu']}, {results['date']}, {results['unit']} ({path.name}); OpenSpiel's own games come first.\n"
    return says + "\n" + table(["a second", *kinds], rows)


PARTS = {"instances": instances, "speeds": speeds}


def page() -> str:
    """The page with what lies between its marks written anew."""
    text = PAGE.read_text(encoding="utf-8")
    for name, part in PARTS.items():
        begin, end = f"<!-- {name}: written by scripts/small.py -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = text.partition(begin)
        text = before + begin + "\n" + part() + "\n" + end + rest.partition(end)[2]
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=list(GAMES), nargs="*", default=list(GAMES))
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check", action="store_true")
    wish = parser.parse_args()
    if wish.check:
        up_to_date = PAGE.read_text(encoding="utf-8") == page()
        sys.exit(0 if up_to_date else f"{PAGE.name} is not up to date: run {Path(__file__).name} --table")
    if not wish.table:
        solve_all(wish.game)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
