"""What playouts of Chipik count, counted again from the moves and the tokens alone."""

from collections import Counter
from collections.abc import Iterator

import pytest

import ludotheque
from ludotheque import Game
from tests.games.playouts import happened, steps_of
from tests.size import sized
from tests.table import game

GAMES = sized(12, 12, 60)
DISCARDS = {
    "addition bin": "discard: Addition, to the bin",
    "addition lucky": "discard: Addition, to the lucky player",
    "odds left": "discard: Odds",
    "odds right": "discard: Odds",
    "run left": "discard: Run",
    "run right": "discard: Run",
    "triple left": "discard: Triple, to one neighbour",
    "triple right": "discard: Triple, to one neighbour",
    "triple both": "discard: Triple, to both neighbours",
}


def counted(table: Game, games: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(games):
        lucky: int | None = None
        moves: list[str] = []
        for was, move, now, _ in steps_of(table, number):
            moves.append(move)
            again = len(moves) > 2 and moves[-2].startswith("reroll")  # this throw is a second one
            if move.startswith("roll") and again and now.actor is ludotheque.CHANCE:
                found["turn without a combination"] += 1
            if move not in DISCARDS:
                continue
            found[DISCARDS[move]] += 1
            if not moves[-3].startswith("reroll"):
                found["dry discard, on the first throw"] += 1
                lucky = was.actor
            elif lucky is not None and now.scores()[lucky] > was.scores()[lucky]:
                lucky = None
        holder = "nobody" if lucky is None else "the winner" if now.winners() == [lucky] else "another player"
        found[f"end: {holder} holds the Chance card"] += 1
        found["opening: level seats throw again"] += thrown_again(table, iter(moves))
    return +found


def thrown_again(table: Game, moves: Iterator[str]) -> int:
    """How often a group threw again until the order, or at least the first, was settled."""
    sums = (sum(map(int, throw.split()[1:])) for throw in moves)
    threw = {seat: [next(sums)] for seat in range(table.players)}
    number = 0
    while True:
        order = sorted(threw.values(), reverse=True)
        level = [throws for throws in order if order.count(throws) > 1]
        if not level or (table.options["seating"] == "as-seated" and level[0] != order[0]):
            return number
        number += 1
        for seat in [seat for seat, throws in threw.items() if throws == level[0]]:
            threw[seat] = [*threw[seat], next(sums)]


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_every_happening_is_counted_exactly(players: int, seating: str) -> None:
    table = game("chipik", players, seating=seating)
    found = counted(table, GAMES)
    assert happened(table, GAMES) == found
    if players == 8:
        assert set(table.ruleset.rules.happenings) == set(found)
