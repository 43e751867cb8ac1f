"""Line-ups, margins, the matrix, ratings and games that don't end."""

import json
from collections import Counter
from typing import Any

import pytest

import ludotheque
from ludotheque.lab import contest as contests
from ludotheque.lab import lineups, playing
from ludotheque.lab.contest import Contest, Rotation
from ludotheque.lab.duplicate import Deal
from ludotheque.lab.entrants import read_entrants
from ludotheque.lab.kept import Kept
from ludotheque.lab.playing import Returns, play
from ludotheque.lab.running import run
from ludotheque.lab.tournament import Tournament, margin, margins, report, standings
from ludotheque.lab.workers import Workers
from tests.lab.planted import SMALL, First, plant


def small(players: int, bots: str, games: int = 40) -> Tournament:
    game = ludotheque.game("chip-trick", players).with_facts(tiles=1)
    return Tournament(game, read_entrants(bots), games, seed=1, budget=1.0)


def told(tournament: Tournament) -> dict[str, Any]:
    return report(tournament, run(tournament.contests(), Workers(1), Kept(None)))


# --- who sits where -------------------------------------------------------------------------------


def test_one_goes_through_all_seats() -> None:
    assert lineups.one_among(3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


@pytest.mark.parametrize(("players", "entrants"), [(2, 2), (3, 2), (4, 2), (3, 5), (8, 3)])
def test_mixed_tables_are_even(players: int, entrants: int) -> None:
    """At one table nobody has two seats more than another; over many, everyone sits as often, and on every seat."""
    seats: Counter[int] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    for deal in range(600):
        rotation = lineups.mixed(players, entrants, seed=1, deal=deal)
        assert len(rotation) == players
        assert rotation == lineups.mixed(players, entrants, seed=1, deal=deal)
        counts = Counter(rotation[0])
        assert max(counts.values()) - min(counts[number] for number in range(entrants)) <= 1
        assert all(Counter(lineup) == counts for lineup in rotation)
        seats.update(number for lineup in rotation for number in lineup)
        places.update((place, number) for lineup in rotation for place, number in enumerate(lineup))
    even = 600 * players * players / entrants
    assert all(count == pytest.approx(even, rel=0.12) for count in seats.values())
    for number in range(entrants):
        assert len({places[place, number] for place in range(players)}) == 1  # each deal passes round the table


def test_pairs_meet_both_ways_unless_both_are_alone() -> None:
    assert small(2, "a,b,c").pairs == [(0, 1), (0, 2), (1, 2)]
    assert small(3, "a,b").pairs == [(0, 1), (1, 0)]
    assert len(small(4, "a,b,c").contests()) == 7
    assert (small(3, "a,b", 10).deals, small(2, "a,b", 10).deals) == (4, 5)


# --- margins --------------------------------------------------------------------------------------


def test_a_margin_is_the_share_less_the_mean_of_the_others() -> None:
    assert [margin([1.0, 0.0, 0.0], seat) for seat in range(3)] == [1, -0.5, -0.5]
    assert margin([0.5, 0.5, 0.0], 0) == 0.25
    assert margin([0.0, 0.0], 0) == 0  # the ghost won
    assert margin(None, 1) == 0  # cut


def test_equals_that_play_alike_have_no_margin_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rotation of a deal is the same game then, so the interval is a point: that is what duplicates are for."""
    plant(monkeypatch)
    for id, players, bots in (("chip-trick", 3, "first,first"), ("chipik", 4, "last,last")):
        game = ludotheque.game(id, players)
        contest = Contest(game.spec, contests.CROSS, read_entrants(bots), seed=1)
        rotations = run({contest: 6}, Workers(1), Kept(None))[contest]
        assert margins(rotations) == pytest.approx([0] * 6, abs=1e-12)
        assert len({str(rotation[0]) for rotation in rotations}) > 1


def test_the_matrix_of_two_players_is_antisymmetric() -> None:
    cells = {(cell["one"], cell["others"]): cell for cell in told(small(2, "random,random,random+random:0.5"))["matrix"]}
    assert len(cells) == 6
    for (one, others), cell in cells.items():
        mirror = cells[others, one]
        assert (mirror["mean"], mirror["low"], mirror["high"]) == pytest.approx((-cell["mean"], -cell["high"], -cell["low"]))
    assert any(cell["mean"] for cell in cells.values())


# --- the report -----------------------------------------------------------------------------------


def test_the_report_has_all_it_takes_to_play_it_again() -> None:
    first = told(small(3, "random,random+random:0.3"))
    again = json.loads(json.dumps(first))
    assert again == json.loads(json.dumps(told(small(3, "random,random+random:0.3"))))
    game = ludotheque.games.from_spec(again["spec"])
    repeated = Tournament(
        game, read_entrants(",".join(entrant["name"] for entrant in again["entrants"])),
        again["deals"] * game.players, again["seed"], again["budget"],
    )  # fmt: skip
    assert json.loads(json.dumps(told(repeated))) == again
    assert (again["games"], again["cut"], again["deals"]) == (3 * 14 * 3, 0, 14)
    cell = again["matrix"][0]
    assert cell["mean"] == pytest.approx(sum(value * deals for value, deals in cell["margins"]) / 14, abs=1e-5)


def test_ratings_put_bots_of_known_strength_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever never stops goes bust; the less often he stops, the lower he rates."""
    plant(monkeypatch)
    tournament = Tournament(SMALL, read_entrants("first,first+random:0.3,random"), 200, seed=1, budget=1.0)
    found = standings(tournament, run({tournament.mixed: 100}, Workers(1), Kept(None))[tournament.mixed])
    assert [entry["name"] for entry in found] == ["random", "first+random:0.3", "first"]
    best, _middle, worst = found
    assert best["low"] > worst["high"]
    assert best["won"] > worst["won"]
    assert sum(entry["seats"] for entry in found) == 200 * 2
    assert all(0.1 < entry["high"] - entry["low"] < 12 for entry in found)


# --- games that don't end -------------------------------------------------------------------------


def test_a_game_is_cut_at_the_stated_length() -> None:
    game = ludotheque.game("toujours-12", 2)
    steps = 72 + 72  # every card is drawn and laid
    bots = [First(), First()]
    whole = play(game, bots, Deal(1, 0), longest=steps + 1)  # a throw for the start may come on top
    assert whole is not None
    assert sum(whole) == 1
    assert play(game, bots, Deal(1, 0), longest=steps - 1) is None


def test_games_that_were_cut_are_counted_and_rated_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = small(3, "random,random")
    results: dict[Contest, list[Rotation]] = run(tournament.contests(), Workers(1), Kept(None))
    before = report(tournament, results)
    nobody: Returns = None
    results[tournament.mixed] = [[nobody, *rotation[1:]] for rotation in results[tournament.mixed]]
    after = report(tournament, results)
    assert (before["cut"], after["cut"]) == (0, 14)
    assert after["games"] == before["games"]
    assert sum(entry["seats"] for entry in after["ratings"]) == 14 * 2 * 3
    assert after["matrix"] == before["matrix"]
    assert after["longest"] == playing.LONGEST
