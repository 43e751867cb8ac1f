"""What playouts of Calcory count, counted again: values from what was shown, captures from the piles."""

from collections import Counter

import pytest

import ludotheque
from ludotheque import Game, Position
from ludotheque.games.calcory.rules import Phase
from tests.games.playouts import happened, steps_of
from tests.size import sized
from tests.table import game, plain_state

HAPPENINGS = ludotheque.GAMES["calcory"].rules.happenings
GAMES = 6
SMALL_GAMES = sized(12, 20, 100)


def counted(table: Game, games: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for number in range(games):
        known: dict[str, int] = {}  # the cards that were shown or put back
        turned: list[int] = []
        cell = ""
        for was, move, now, _ in steps_of(table, number):
            word, *what = move.split()
            grown = sum(now.scores()) - sum(was.scores())
            thirteen = False
            if word == "return":
                known[what[1]] = int(what[0])
            if word == "turn":
                cell = what[0]
            if word == "show":
                known[cell] = int(what[0])
            if word == "show" or (word == "turn" and now.actor is not ludotheque.CHANCE):
                turned.append(known[cell])
                thirteen = sum(turned) == table.facts.target and turned.count(0) < 2
                if turned.count(0) == 2:
                    found["turn: bust by a second zero"] += 1
                elif sum(turned) > table.facts.target:
                    found["turn: bust, the sum too high"] += 1
                elif thirteen:
                    found["turn: thirteen made, cards captured"] += 1
                    assert grown == len(turned) - 1
                if thirteen or turned.count(0) == 2 or sum(turned) > table.facts.target:
                    turned = []
            if word == "stop":
                found["turn: stopped, cards marked" if is_good(table, was, turned) else "turn: stopped in vain"] += 1
                turned = []
            collected = grown > 0 and not thirteen
            found["turn: own marks collected"] += collected
            if word in ("stop", "return") or (word in ("turn", "show") and not turned and now.actor is not ludotheque.CHANCE):
                found["turn: passed, no card to turn"] += passes(was, now, collected)
            if now.over:
                found["end: a lone card collected" if collected else "end: too many turns without mark or capture"] += 1
    return +found


def passes(was: Position, now: Position, collected: bool) -> int:
    """How many seats the turn went over: from one to the next, or round to the owner of the marks."""
    players, before, after = was.game.players, plain_state(was), plain_state(now)
    seats: int = (after.turn - before.turn) % players
    if after.phase == Phase.RETURNING and not collected:
        return 0  # the same turn goes on
    if now.over and not collected:
        return seats  # whose passing was one too many, passed as well
    return (seats or players) - 1


def is_good(table: Game, was: Position, turned: list[int]) -> bool:
    """Enough cards, and more than what is marked."""
    stands = plain_state(was)
    if len(turned) < (1 if was.scores()[was.actor] else table.facts.first_turns):
        return False
    return stands.marker < 0 or (sum(turned), len(turned)) > (stands.marked_sum, stands.marked.bit_count())


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("marks_on_13", ["stay", "clear"])
def test_every_happening_is_counted_exactly(players: int, marks_on_13: str) -> None:
    table = game("calcory", players, marks_on_13=marks_on_13)
    found = counted(table, GAMES)
    assert happened(table, GAMES) == found
    assert {
        name for name in ludotheque.GAMES["calcory"].rules.happenings if name.startswith("turn:") and "passed" not in name
    } <= set(found)


# A few cards: everything may be marked, so that all others pass and the marks are collected within the same step.
SMALL = [
    {"rows": 1, "columns": 3, "deck": (1, 1, 0, 0, 0, 0, 0, 1, 0, 0)},
    {"rows": 2, "columns": 3, "deck": (2, 1, 0, 0, 1, 0, 1, 0, 0, 1)},
    {"rows": 2, "columns": 4, "deck": (2, 2, 1, 1, 0, 0, 0, 0, 1, 1)},
]


@pytest.mark.parametrize("facts", SMALL, ids=lambda facts: str(facts["columns"]))
@pytest.mark.parametrize("patience", [1, 4])
@pytest.mark.parametrize("players", [2, 3])
def test_tables_with_few_cards(facts: dict[str, int], patience: int, players: int) -> None:
    table = game("calcory", players).with_facts(**facts, patience=patience)
    found = counted(table, SMALL_GAMES)
    assert happened(table, SMALL_GAMES) == found
    if patience == 4 and facts["columns"] == 4:
        assert set(HAPPENINGS) == set(found)


def test_a_single_card_may_make_the_target() -> None:
    table = game("calcory", 2).with_facts(rows=1, columns=4, deck=(1, 1, 1, 0, 0, 1, 0, 0, 0, 0), target=5)
    found = happened(table, SMALL_GAMES)
    assert found["turn: thirteen made, cards captured"] > 0
    assert found["turn: bust, the sum too high"] > 0
