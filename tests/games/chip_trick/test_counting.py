"""What playouts of 12 Chip Trick count, counted again from the moves and the scores alone."""

from collections import Counter

import pytest

from ludotheque import Game
from tests.games.playouts import happened, steps_of
from tests.size import sized
from tests.table import game

GAMES = sized(12, 12, 60)
ABOVE = ["no total", "one total", "two totals", "three totals"]
EVERYTHING = {2: 78, 3: 78, 4: 78 + 3 + 4 + 9 + 10}  # all chips added up


def counted(table: Game, games: int) -> Counter[str]:
    """Everyone's chips are followed from the deal on; what the players do not own is the ghost's."""
    found: Counter[str] = Counter()
    limit = table.facts.limit
    for number in range(games):
        own: list[list[int]] = [[] for _ in range(table.players)]
        for was, move, now, _ in steps_of(table, number):
            word, what = move.split()
            if word == "deal":
                own[next(seat for seat in range(table.players) if len(own[seat]) < 4)].append(int(what))
            elif word == "play":
                own[was.actor].remove(int(what))
            elif word == "take":
                own[was.actor].append(int(what))
            if word in ("start", "deal") or now.actor >= 0:
                continue
            if not now.over and not str(now.odds()[0][0]).startswith("deal"):
                continue
            totals = [sum(chips) for chips in own]
            if table.players == 2:
                totals.append(EVERYTHING[2] - sum(totals))
            assert sum(totals) == EVERYTHING[table.players]
            above = sum(points > limit for points in totals)
            every = above == len(totals)
            found[f"round: {'every total' if every else ABOVE[above]} above the limit"] += 1
            found["round: a total exactly at the limit"] += totals.count(limit)
            if table.id == "chip-trick":
                found["round: several earn a tile"] += sum(now.scores()) - sum(was.scores()) > 1
            own = [[] for _ in range(table.players)]
        scores, winners = now.scores(), now.winners()
        if table.id == "chip-trick-root":
            found["end: level, the last round decides"] += scores.count(max(scores)) > len(winners)
        elif table.players == 2 and scores[2] >= 3:
            wins = winners == [2]
            found["end: the ghost has its tiles and wins" if wins else "end: the ghost has its tiles, a player wins"] += 1
    return +found


TABLES = [("chip-trick", 2), ("chip-trick", 3), ("chip-trick", 4), ("chip-trick-root", 3)]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_every_happening_is_counted_exactly(id: str, players: int) -> None:
    table = game(id, players)
    found = counted(table, GAMES)
    assert happened(table, GAMES) == found
    never = {"round: no total above the limit"}  # the chips of all are too many: 78 > 3 × 21, 104 > 4 × 21
    never |= {"round: three totals above the limit"} if players < 4 else set()
    everything = set(table.ruleset.rules.happenings)
    ghost = {name for name in everything if "ghost" in name} if players > 2 else set()
    edition = {"end: level, the last round decides"} if id == "chip-trick" else {"round: several earn a tile"}
    rare = {"round: one total above the limit"} if id == "chip-trick-root" else set()  # 78 - 2 × 20 = 38 in four chips
    assert everything - set(found) - rare == never | ghost | edition


@pytest.mark.parametrize("players", sized([2], [2, 3, 4], [2, 3, 4]))
def test_halved_totals_are_above_the_limit_too(players: int) -> None:
    table = game("chip-trick", players, scoring="halving")
    assert happened(table, GAMES) == counted(table, GAMES)


def test_a_higher_limit() -> None:
    table = game("chip-trick", 3).with_facts(limit=28)
    found = counted(table, GAMES)
    assert happened(table, GAMES) == found
    assert found["round: no total above the limit"] > 0
