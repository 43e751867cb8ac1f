"""Writes docs/strength.md, how strong the bots were found to be, from the newest results of the benchmarks.

python scripts/strength.py            writes it
python scripts/strength.py --check    says whether it is up to date
"""

import json
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from figures import RESULTS, ROOT, newest, play_differently_today, table

from ludotheque.games import GAMES

PAGE = ROOT / "docs" / "strength.md"
PLAYED_BY_GAME = {"ladder": "rungs", "strength": "matches", "handicap": "tables"}
LEVELS = ("novice", "casual", "club", "expert", "champion")


def gathered(benchmark: str) -> tuple[str, dict[str, Any]]:
    """Games may have been played on their own: of each what is newest, in the order of the shelf."""
    part = PLAYED_BY_GAME[benchmark]
    newest_of: dict[str, tuple[str, list[dict[str, Any]]]] = {}
    result: dict[str, Any] = {}
    for path in sorted(RESULTS.glob(f"{benchmark}-*.json"), key=lambda path: path.stem[-len("YYYY-MM-DD") :]):
        result = json.loads(path.read_text(encoding="utf-8"))
        for game in GAMES:
            if rows := [row for row in result[part] if row.get("id", row["game"]) == game]:
                newest_of[game] = path.name, rows
    found = [newest_of[game] for game in GAMES if game in newest_of]
    earlier = [id for id, (_, rows) in newest_of.items() if any(play_differently_today(row) for row in rows)]
    names = ", ".join(dict.fromkeys(name for name, _ in found))
    return names, {**result, part: [row for _, rows in found for row in rows], "earlier": earlier}


def with_earlier_champions(result: dict[str, Any]) -> str:
    """What is to be said where champions were measured before they learned what they go by now."""
    games = " and ".join(result["earlier"])
    return f" Champions of {games} play differently today." if games else ""


def ladder(name: str, result: dict[str, Any]) -> list[str]:
    rungs = {(rung["game"], rung["players"], rung["one"]): rung for rung in result["rungs"]}
    rows = [
        [f"{game}, {players}", *(margin(rungs[game, players, level]) for level in LEVELS[1:])]
        for game, players in dict.fromkeys((game, players) for game, players, _ in rungs)
    ]
    shown = sum(rung["verdict"] == "above" for rung in rungs.values())
    return [
        "## Each level among the one below it", "",
        f"`ludotheque ladder` ({name}), with a part of the thinking at the table: {budgets(result['rungs'])}. {shown} of "
        f"{len(rungs)} intervals lie above 0.", "",
        table(["game, players", *(f"{level} among {lower}" for lower, level in pairwise(LEVELS))], rows), "",
        "Less thinking weakens those who search. The champions of 12 Chip Trick and of Chipik with three do not search, so "
        "their lead over experts is smaller at a table. A first version of the levels showed 31 of 36. Whenever the levels of a "
        f"game were changed since, they were played anew on other deals.{with_earlier_champions(result)}",
    ]  # fmt: skip


def budgets(rungs: list[dict[str, Any]]) -> str:
    """What is usual, and what differs."""
    of = {f"{rung['game']} with {rung['players']}": rung["budget"] for rung in rungs}
    usual = min(of.values())
    return "; ".join([f"{usual:g}", *(f"{budget:g} in {game}" for game, budget in of.items() if budget != usual)])


def margin(found: dict[str, Any]) -> str:
    half = (found["high"] - found["low"]) / 2
    says = f"{found['mean']:+.3f} ± {half:.3f}"
    return says if found["verdict"] != "open" else f"({says})"


def peers(name: str, result: dict[str, Any]) -> list[str]:
    matches = {(row["id"], row["players"], row["peer"], row["mode"]): row for row in result["matches"]}
    kinds = list(dict.fromkeys((peer, mode) for _, _, peer, mode in matches))
    rows = [
        [f"{id}, {players}", *(margin(matches[id, players, *kind]) for kind in kinds)]
        for id, players in dict.fromkeys((id, players) for id, players, _, _ in matches)
    ]
    heads = [f"{peer.upper()}, equal {mode}" for peer, mode in kinds]
    by_time = [row for row in matches.values() if row["mode"] == "time"]
    longer = [row["other_seconds_a_move"] / row["champion_seconds_a_move"] for row in by_time]
    return [
        "## One champion among searches of others", "",
        f"`python benchmarks/strength.py` ({name}), {result['simulations']} simulations a move, seed {result['seed']}."
        f"{with_earlier_champions(result)}", "",
        *(f"- **{what}**: {how}" for what, how in result["how"].items()), "",
        table(["game, players", *heads], rows), "",
        "Where an interval has no width, one side won all of so few deals. "
        f"At equal time peers really took {min(longer):.1f} to {max(longer):.1f} times as long as the champion: who does not "
        "search answers sooner than anybody who does.",
    ]  # fmt: skip


def handicap(name: str, result: dict[str, Any]) -> list[str]:
    rows = [
        [f"{row['game']}, {row['players']}", f"{row['budget']:g}", f"{row['games']:,}", *(rating(one) for one in row["ratings"]),
         "apart" if row["apart"] else "not apart"]
        for row in result["tables"]
    ]  # fmt: skip
    return [
        "## Whether the measuring measures", "",
        f"`python benchmarks/handicap.py` ({name}): a champion, and one who plays four of a hundred moves at random. OpenSkill "
        f"ratings with 95 % intervals; *thinking* is the part of it at the table. Where they are not apart, so many games are "
        f"too few to tell so small a difference.{with_earlier_champions(result)}", "",
        table(["game, players", "thinking", "games", "champion", "held back", "intervals"], rows),
    ]  # fmt: skip


def rating(one: dict[str, Any]) -> str:
    return f"{one['mean']:.2f} ({one['low']:.2f} to {one['high']:.2f})"


def deviation(name: str, result: dict[str, Any]) -> list[str]:
    return [
        "## A long search against root's champion", "",
        f"`python benchmarks/deviation.py --deals {result['deals']}` ({name}): one who thinks ten times as long as a "
        f"champion's search would, on every seat over these deals among champions, who play the learned policy and "
        f"reckon at the end, gains {result['mean']:+.3f} of winning chance, 95 % interval {result['low']:+.3f} to "
        f"{result['high']:+.3f}."
        f"{since_then(result)}",
    ]  # fmt: skip


def trained_deviation(name: str, result: dict[str, Any]) -> list[str]:
    return [
        "## Somebody who learned to beat root's champion", "",
        f"`python benchmarks/deviation.py --trained benchmarks/exploiters/chip-trick-root-3.policy --deals {result['deals']}` "
        f"({name}): whoever learned to beat it, [as far as anybody did](policies.md#how-good-they-are), on every seat over these "
        f"deals among champions, gains **{result['mean']:+.4f}** of winning chance, 95 % interval {result['low']:+.4f} to "
        f"{result['high']:+.4f}.{since_then(result)} The aim is less than 0.02. He learned where all reckon once everybody knows "
        "every chip and few decisions of a round are left; champions do so earlier, once they know it themselves, so he may "
        "find less to gain.",
    ]  # fmt: skip


def since_then(result: dict[str, Any]) -> str:
    return " Champions play differently today." if play_differently_today(result) else ""


def thinking(name: str, result: dict[str, Any]) -> list[str]:
    rows = []
    for level in LEVELS:
        slowest = max((row for row in result["levels"] if row["level"] == level), key=lambda row: row["p99"])
        where = f"{slowest['id']}, {slowest['players']}"
        took = (f"{slowest[what] * 1000:.1f}" for what in ("p50", "p99"))
        rows.append([level, *took, where, f"{slowest['may_take'] * 1000:.0f}"])
    champions = [row for row in result["levels"] if row["level"] == "champion"]
    earlier = dict.fromkeys(
        row["id"] for row in champions if play_differently_today({**row, "spec": f"{row['id']} players={row['players']}"})
    )
    return [
        "## How long they think", "",
        f"`python benchmarks/thinking.py` ({name}), one core of {result['cpu']}: the median and the 99th percentile of "
        f"{result['decisions']} decisions, in milliseconds, in the game and with the number of players where the latter is "
        f"longest, and what a level may take.{with_earlier_champions({'earlier': earlier})}", "",
        table(["level", "median", "99th percentile", "in", "may take"], rows),
    ]  # fmt: skip


def memory(name: str, result: dict[str, Any]) -> list[str]:
    rows = [[str(row["cards"]), margin(row)] for row in result["rows"]]
    return [
        "## What memory is worth in Calcory", "",
        f"`python benchmarks/memory.py` ({name}): two champions who search alike, one with the last few cards in mind that were "
        f"turned or put back, the other with all; {result['deals']} deals from both seats, "
        f"{result['budget']:g} of the thinking.{since_then(result)}", "",
        table(["cards in mind", "margin against who forgets none"], rows),
    ]  # fmt: skip


def endgames(name: str, result: dict[str, Any]) -> list[str]:
    rows = [
        [row["level"], f"{row['decisions']:,}", str(row["wrong"]), f"{row['mean']:.4f} ± {(row['high'] - row['low']) / 2:.4f}"]
        for row in result["rows"]
    ]
    return [
        "## Endgames", "",
        f"`python benchmarks/endgames.py` ({name}): Toujours 12 between two, once the stock is empty. Nothing is hidden then "
        f"from somebody who counts, so every decision of {result['games']} games is held against the exact solution; *given "
        "away* is a share of the victory, by one player in a game. The search plays them out as they stand; a solver beside it "
        "would bring no more than that.", "",
        table(["level", "decisions", "wrong", "given away"], rows),
    ]  # fmt: skip


PARTS: dict[str, Callable[[str, dict[str, Any]], list[str]]] = {
    "ladder": ladder, "strength": peers, "handicap": handicap, "deviation": deviation,
    "trained-deviation": trained_deviation, "endgames": endgames, "memory": memory, "thinking": thinking,
}  # fmt: skip


def page() -> str:
    lines = [
        "# How strong the bots are", "",
        "Written by `scripts/strength.py` from the results in `benchmarks/results`; not to be edited. Seats are rotated over "
        "duplicate deals. A margin is the share of the victory of one seat less the mean of its opponents', with a 95 % "
        "interval over deals, whose number was settled beforehand; one that holds 0 stands in brackets. "
        "[bots.md](bots.md) says how they play.",
    ]  # fmt: skip
    for benchmark, part in PARTS.items():
        if any(RESULTS.glob(f"{benchmark}-*.json")):
            lines += ["", *part(*(gathered if benchmark in PLAYED_BY_GAME else newest)(benchmark))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        up_to_date = PAGE.read_text(encoding="utf-8") == page()
        sys.exit(0 if up_to_date else "docs/strength.md is not up to date: run scripts/strength.py")
    PAGE.write_text(page(), encoding="utf-8")
