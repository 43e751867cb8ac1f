"""What playouts of Toujours 12 count, counted again: a take is four cards won, the tray holds what was laid and not won."""

from collections import Counter

import pytest

from ludotheque import Game
from tests.games.playouts import happened, steps_of
from tests.size import sized
from tests.table import game

TAKES = {1: "one take", 2: "a chain of two takes"}


def counted(table: Game, games: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(games):
        laid = 0
        for was, move, now, _ in steps_of(table, number):
            found["start: by lot"] += move.startswith("start")
            laid += move.startswith("lay")
            tray = laid - sum(now.scores())
            takes, rest = divmod(sum(now.scores()) - sum(was.scores()), 4)
            assert rest == 0
            if takes:
                found[f"card laid: {TAKES.get(takes, 'a chain of three takes or more')}"] += 1
                found["card laid: a take empties the tray"] += tray == 0
        found["end: cards left in the tray" if tray else "end: no card left in the tray"] += 1
    return +found


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("refill", ["immediate", "end-of-turn"])
@pytest.mark.parametrize("chain_takes", [True, False])
def test_every_happening_is_counted_exactly(players: int, refill: str, chain_takes: bool) -> None:
    table = game("toujours-12", players, refill=refill, chain_takes=chain_takes)
    games = sized(3, 10, 30)
    assert happened(table, games) == counted(table, games)


def test_chains_and_an_empty_tray() -> None:
    """Cards that are much alike make long chains, and few of them are soon gone."""
    table = game("toujours-12", 2).with_facts(deck=(0, 0, 10, 20, 10, 0, 0))
    games = sized(12, 12, 120)
    found = counted(table, games)
    assert happened(table, games) == found
    assert set(table.ruleset.rules.happenings) == set(found)
