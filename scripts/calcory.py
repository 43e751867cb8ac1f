"""Writes docs/calcory-turn.md and its picture: the best turn of Calcory for somebody who forgets nothing. Two minutes.

python scripts/calcory.py    the picture needs matplotlib
"""

from collections import defaultdict
from random import Random
from statistics import fmean, stdev

from figures import ROOT, table

from ludotheque.games import game
from ludotheque.solve.calcory_turn import (
    NOTHING,
    TARGET,
    Cards,
    Table,
    bettering,
    completions,
    most_by_thirteen,
    plan,
    stopping_at,
    thirteen,
    total,
    with_one,
    without,
)

PAGE = ROOT / "docs" / "calcory-turn.md"
PICTURE = ROOT / "docs" / "images" / "calcory-turn.svg"
DECK: Cards = tuple(game("calcory", 2).facts.deck)
FRESH = Table(NOTHING, DECK)
FIRST = 2  # the fewest cards of somebody without a pile
SEED = 1
TABLES = 200  # with so many cards known, drawn anew
KNOWN = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)
MOST_CARDS = 6  # columns of a table


def page() -> str:
    return "\n".join(
        [
            "# The best turn of Calcory", "",
            "Written by `scripts/calcory.py`; not to be edited. Exact, by `ludotheque.solve.calcory_turn`: of the cards that lie "
            "face down a player knows some and forgets none.", "",
            "## When to stop", "",
            "The first turn of a game between two: nothing is known. The other player only tries to beat the marks, as well "
            "as possible, turning two cards at least (R21). What then brings the most cards:", "",
            when_to_stop(), "",
            "How likely marks are to stand until the next turn (the mean over the cards that make the sum):", "",
            standing(), "",
            "Whoever just turns cards until the sum is enough:", "",
            habits(), "",
            "## What memory is worth in a turn", "",
            f"So many cards are known, any of them: the mean of {TABLES} tables with its 95 % interval. *Thirteen* is the "
            "highest chance of it in one turn, *cards* what a turn brings to somebody who goes for as many as they can and never "
            "stops below thirteen.", "",
            by_memory(), "",
            "![Chance of thirteen in a turn, by the number of cards known](images/calcory-turn.svg)", "",
            "## What to put back", "",
            "After a thirteen made of known cards, one goes back. If the next player can tell which, their chance of thirteen "
            f"is this, in those of {TABLES} tables in which a thirteen was known:", "",
            put_back(), "",
            "*Where* it goes makes no difference to players who forget nothing: everyone sees the place (A15, A16).", "",
        ]
    )  # fmt: skip


def when_to_stop() -> str:
    moves: dict[tuple[int, int], set[str]] = defaultdict(set)
    for cards, best in plan(FRESH, FIRST).items():
        moves[total(cards), sum(cards)].add(best.move)
    rows = [
        [str(points), *("/".join(sorted(moves[points, cards])) for cards in range(2, MOST_CARDS + 1))]
        for points in range(7, TARGET)
    ]
    return table(["sum", *(f"{cards} cards" for cards in range(2, MOST_CARDS + 1))], rows)


def standing() -> str:
    chances: dict[tuple[int, int], list[float]] = defaultdict(list)
    for cards in completions(Table(DECK, NOTHING), NOTHING):
        marks = (total(cards), sum(cards))
        if 7 <= marks[0] < TARGET and 2 <= marks[1] <= MOST_CARDS:
            chances[marks].append(1 - bettering(Table(NOTHING, without(DECK, cards)), marks, FIRST))
    rows = [
        [str(points), *(f"{fmean(chances[points, cards]):.1%}" for cards in range(2, MOST_CARDS + 1))]
        for points in range(7, TARGET)
    ]
    return table(["sum", *(f"{cards} cards" for cards in range(2, MOST_CARDS + 1))], rows)


def habits() -> str:
    rows = [[f"{enough} or more", *(f"{part:.3f}" for part in stopping_at(FRESH, enough))] for enough in (9, 10, 11, 12, 13)]
    return table(["stops at", "thirteen", "bust", "marks"], rows)


def tables(known: int) -> list[Table]:
    """So many, with that many cards known; the same every time."""
    rng = Random(f"{SEED} {known}")
    cards = [value for value, many in enumerate(DECK) for _ in range(many)]
    found = []
    for _ in range(TABLES):
        seen = rng.sample(cards, known)
        counts = tuple(seen.count(value) for value in range(len(DECK)))
        found.append(Table(counts, without(DECK, counts)))
    return found


def mean(numbers: list[float], form: str) -> str:
    half = 1.96 * stdev(numbers) / len(numbers) ** 0.5
    return f"{fmean(numbers):{form}} ± {half:{form}}"


def by_memory() -> str:
    rows = []
    for known in KNOWN:
        some = tables(known)
        rows.append([str(known), mean(list(map(thirteen, some)), ".1%"), mean(list(map(most_by_thirteen, some)), ".2f")])
    return table(["cards known", "thirteen", "cards"], rows)


def put_back() -> str:
    rows = []
    for known in (4, 6, 8):
        ways: dict[str, list[float]] = {"the lowest": [], "the highest": [], "the best": []}
        for some in tables(known):
            taken = max((cards for cards in completions(some, NOTHING) if total(cards) == TARGET), key=sum, default=None)
            if taken:
                left = without(some.known, taken)
                after = {value: thirteen(Table(with_one(left, value), some.unknown)) for value, many in enumerate(taken) if many}
                for way, chance in zip(ways, (after[min(after)], after[max(after)], min(after.values())), strict=True):
                    ways[way].append(chance)
        rows.append([str(known), *(mean(chances, ".1%") for chances in ways.values())])
    return table(["cards known before", "the lowest", "the highest", "what leaves them least"], rows)


def draw() -> None:
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "ludotheque", "font.size": 9})
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    chances = [fmean(map(thirteen, tables(known))) for known in KNOWN]
    axes.plot(KNOWN, chances, "o-", color="#3A3A3A", linewidth=1.2, markersize=4)
    axes.set_xticks(range(0, max(KNOWN) + 1, 2))
    axes.set(xlabel="cards known", ylabel="chance of thirteen in one turn", ylim=(0, 1.03))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    draw()
