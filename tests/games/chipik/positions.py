"""Tables of Chipik for tests: the opening is over, seat 0 is at turn, everything else as at the start unless said.

The left neighbour of seat 0 is seat 1, the right one the last seat; with four players seat 2 sits across.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement

from ludotheque import Position
from tests.table import at

# Every throw of three dice, in whatever order they fell: `1.1.1`, `1.1.2`, …
THROWS = [".".join(map(str, dice)) for dice in combinations_with_replacement(range(1, 7), 3)]


def table(step: str, fields: str = "", players: int = 4) -> Position:
    """`table("second_throw", "dice=1.3 tokens=3,5,4,4 lucky=2")`; fields said twice count as said last."""
    each = range(players)
    opening = (
        f"order={listed(each)} opening={listed(18 - seat for seat in each)} ahead={listed(each)} "
        f"throwing={listed(0 for _ in each)} level={listed(0 for _ in each)}"
    )
    return at(f"chipik players={players} seating=by-roll | phase={step} {opening} {fields}")


def listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def first(dice: str, fields: str = "", players: int = 4) -> Position:
    """Seat 0 has thrown all three dice, and they show this."""
    return table("after_first", f"dice={dice} {fields}", players)


def second(dice: str, fields: str = "", players: int = 4) -> Position:
    """Seat 0 has thrown twice, and the dice show this; they must show a combination."""
    return table("after_second", f"dice={dice} {fields}", players)


def discards(position: Position) -> list[str]:
    """The discards that are possible now."""
    return [str(move) for move in position.moves() if not str(move).startswith("reroll")]


def combinations(position: Position) -> set[str]:
    """What the dice can be used for now: addition, odds, run, triple."""
    return {move.split()[0] for move in discards(position)}


def rerolls(position: Position) -> list[str]:
    return [str(move) for move in position.moves() if str(move).startswith("reroll")]


def holder(position: Position) -> int | None:
    """Who holds the Chance card; None: it lies in the centre."""
    found: int | None = position.view(None).now["lucky"]
    return found


def turn(position: Position) -> int | None:
    """Whose turn it is, also while dice are thrown."""
    found: int | None = position.view(None).now["turn"]
    return found


def binned(position: Position) -> int:
    found: int = position.view(None).now["bin"]
    return found
