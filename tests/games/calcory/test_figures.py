"""The figures of Calcory that were derived on paper, got here from the game's own moves and odds."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from ludotheque import CHANCE, Position
from tests.games.calcory.grid import now, started, turn, with_piles
from tests.size import sized
from tests.table import game, plain_state, play, random_step

CELLS = [f"{column}{row}" for row in "123456" for column in "abcdefghij"]


# --- the deck ----------------------------------------------------------------------------------


def test_counts_by_value_are_60_cards_of_total_265() -> None:
    deck = plain_state(game("calcory", 2).start()).unseen
    assert deck == [5, 10, 5, 5, 5, 5, 5, 10, 5, 5]
    assert sum(deck) == 60
    assert sum(value * number for value, number in enumerate(deck)) == 265 == 5 * 53


def test_two_card_starts_are_1770_pairs() -> None:
    """13: 4+9 in 25 ways, 5+8 in 25, 6+7 in 50; above 13: 265; two zeros: 10; the rest stays below."""
    pairs: defaultdict[str, Fraction] = defaultdict(Fraction)
    thirteens: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for one, chance in play(started(), "turn a1").odds():
        first = play(started(), "turn a1", str(one), "turn b1")
        for other, then in first.odds():
            second = play(first.copy(), str(other))
            values = sorted(int(str(move).split()[1]) for move in (one, other))
            pairs[outcome(second, values)] += 1770 * chance * then
            if outcome(second, values) == "13":
                thirteens[values[0], values[1]] += 1770 * chance * then
    assert pairs == {"13": 100, "above 13": 265, "two zeros": 10, "below 13": 1395}
    assert thirteens == {(4, 9): 25, (5, 8): 25, (6, 7): 50}
    assert sum(pairs.values()) == 1770 == 60 * 59 // 2


def outcome(position: Position, values: list[int]) -> str:
    """What the game made of the second card of seat 0."""
    if now(position)["step"] == "returning":
        return "13"
    if position.actor == 0:
        return "below 13"
    return "two zeros" if values == [0, 0] else "above 13"


# --- one turn from the full deck ---------------------------------------------------------------


def sets_of_cards() -> Iterator[Position]:
    """Every set of values that can lie turned, or just captured, in one turn from the full deck, each once.

    They are turned in rising order, and a single card may be marked already.
    """
    waiting = [(play(game("calcory", 2).with_facts(first_turns=1).start(), "start 0"), 0)]
    while waiting:
        position, lowest = waiting.pop()
        number = len(now(position)["turned"])
        if number:
            yield position
        position = play(position.copy(), f"turn {CELLS[number]}")
        for value in range(lowest, 10):
            if f"show {value}" in map(str, dict(position.odds())):
                after = play(position.copy(), f"show {value}")
                if now(after)["step"] == "returning":
                    yield after
                elif after.actor == 0:
                    waiting.append((after, value))


@pytest.fixture(scope="module")
def sets() -> list[Position]:
    return list(sets_of_cards())


def test_86_sums_and_counts_can_be_marked(sets: list[Position]) -> None:
    """From (0, 1) to (12, 12), so at most 85 betterings in a row; 26 need more than the six markers of a colour."""
    markable = set()
    for position in sets:
        if position.actor == 0 and now(position)["step"] == "turning":
            after = play(position.copy(), "stop")
            markable.add((now(after)["marked_sum"], len(now(after)["marked"])))
    assert len(markable) == 86
    assert min(markable) == (0, 1)
    assert max(markable) == (12, 12)
    assert sum(1 for _, count in markable if count > 6) == 26


def test_betterings_rise_by_sum_then_count(sets: list[Position]) -> None:
    """Every two markable sets of up to four cards, one after the other: the later stands if (sum, count) is greater."""
    examples: dict[tuple[int, int], list[int]] = {}
    for position in sets:
        table = now(position)
        if table["step"] == "turning" and len(table["turned"]) <= 4:
            examples.setdefault((table["sum"], len(table["turned"])), list(table["turned"].values()))
    tried = 0
    for marked, values in examples.items():
        first = play(game("calcory", 2).with_facts(first_turns=1).start(), "start 0")
        play(turn(first, **dict(zip(CELLS, values, strict=False))), "stop")
        for raised, others in examples.items():
            if all(n <= plain_state(first).unseen[v] for v, n in Counter(others).items()):
                after = play(turn(first.copy(), **dict(zip(CELLS[10:], others, strict=False))), "stop")
                stands = now(after)["marked_by"] == 1
                assert stands == (raised > marked), (marked, raised)
                tried += 1
    assert tried > 1000


def test_captures_from_the_full_deck_are_two_to_twelve_cards(sets: list[Position]) -> None:
    sizes = {len(now(position)["captured"]) for position in sets if now(position)["step"] == "returning"}
    assert sizes == set(range(2, 13))


def test_no_set_below_13_has_more_than_twelve_cards(sets: list[Position]) -> None:
    assert max(len(now(position)["turned"]) for position in sets) == 12


def test_the_largest_capture_adds_eleven_cards() -> None:
    position = turn(started(), **{f"{column}1": 1 for column in "abcdefghij"}, a2=0, b2=3)
    assert len(now(position)["captured"]) == 12
    position.play("return 0 a1")
    assert position.scores() == [11, 0, 0]


@pytest.mark.parametrize(
    ("stop_at", "makes_13", "busts", "marks"),
    [
        (13, 0.190, 0.810, 0.000),
        (9, 0.104, 0.273, 0.623),
        (10, 0.127, 0.411, 0.462),
        (11, 0.142, 0.529, 0.328),
        (12, 0.158, 0.660, 0.182),
    ][: sized(2, 3, 5)],
)
def test_blind_turning(stop_at: int, makes_13: float, busts: float, marks: float) -> None:
    """A turn from the full deck that goes on until the sum is at least so much, exactly."""
    chances = blind_turn(play(game("calcory", 2).start(), "start 0"), stop_at, {})
    assert sum(chances) == 1
    assert [round(float(chance), 3) for chance in chances] == [makes_13, busts, marks]


Chances = tuple[Fraction, Fraction, Fraction]  # of 13, a bust, a mark


def blind_turn(position: Position, stop_at: int, known: dict[tuple[int, ...], Chances]) -> Chances:
    """What may become of this turn; the unseen cards say which are turned, in whatever order they came."""
    if now(position)["step"] == "returning":
        return Fraction(1), Fraction(0), Fraction(0)
    if position.actor == 1:
        return Fraction(0), Fraction(1), Fraction(0)
    if now(position)["sum"] >= stop_at:
        return Fraction(0), Fraction(0), Fraction(1)
    unseen = tuple(plain_state(position).unseen)
    if unseen not in known:
        before = play(position.copy(), f"turn {CELLS[len(now(position)['turned'])]}")
        weighed = [(blind_turn(play(before.copy(), str(m)), stop_at, known), chance) for m, chance in before.odds()]
        thirteen, bust, mark = (sum((then[i] * chance for then, chance in weighed), Fraction(0)) for i in range(3))
        known[unseen] = thirteen, bust, mark
    return known[unseen]


# --- conservation ------------------------------------------------------------------------------


def check_table(position: Position) -> None:
    """Cards on the grid and in the piles are 60, but for one in the hand of who puts it back; marks are one player's."""
    table = now(position)
    on_grid = len(table["face_down"]) + len(table["turned"]) + len(table["marked"])
    assert on_grid + sum(table["piles"]) + (table["step"] == "returning") == 60
    assert len({*table["face_down"], *table["turned"], *table["marked"]}) == on_grid
    assert sum(table["marked"].values()) == table["marked_sum"] <= 12
    assert (table["marked_by"] is None) == (table["marked"] == {})
    state = plain_state(position)
    lying = Counter(value for value in state.value if value >= 0)
    gone = [all - left - lying[v] for v, (all, left) in enumerate(zip(game("calcory", 2).facts.deck, state.unseen, strict=True))]
    assert min(gone) >= 0
    assert sum(gone) == sum(table["piles"]) + (table["step"] == "returning")
    assert position.game.ruleset.faults(position.game.facts, state) == []


def test_conservation_along_a_scripted_game() -> None:
    """k cards captured are k - 1 more on the pile and k - 1 more free cells; the last capture is one card."""
    position = started(2)
    check_table(position)
    free = 0
    for cells, values, back in [
        ("a1 b1", (6, 7), "6 a1"),
        ("b2 c2 d2", (0, 4, 9), "9 b1"),
        ("a3 b3 c3 d3", (1, 1, 4, 7), "1 a3"),
    ]:
        assert 60 - len(now(position)["face_down"]) == free
        scores = sum(position.scores())
        for cell, value in zip(cells.split(), values, strict=True):
            turn(position, **{cell: value})
            check_table(position)
        position.play(f"return {back}")
        check_table(position)
        assert sum(position.scores()) - scores == len(values) - 1
        free += len(values) - 1
        assert 60 - len(now(position)["face_down"]) == free == sum(position.scores())
    play(turn(position, a5=8), "stop")
    check_table(position)
    turn(position, b5=9, c5=7)
    check_table(position)
    assert position.over
    assert sum(position.scores()) == free + 1 == 7
    assert 60 - len(now(position)["face_down"]) == 7


def bold_step(position: Position, rng: Random) -> str:
    """At random, but it stops when it may every third time, so that games come to captures and to an end."""
    if "stop" in map(str, position.moves()) and rng.random() < 1 / 3:
        position.play("stop")
        return "stop"
    return random_step(position, rng)


@pytest.mark.parametrize("option", ["stay", "clear"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_conservation_and_at_most_60_captures_along_random_games(players: int, option: str) -> None:
    rng = Random(13 * players)
    for _ in range(sized(1, 2, 4)):
        position = game("calcory", players, marks_on_13=option).start()
        captures = 0
        while not position.over:
            scores = sum(position.scores())
            bold_step(position, rng)
            check_table(position)
            captured = len(now(position)["captured"])
            if captured:
                captures += 1
                assert sum(position.scores()) == scores + captured - 1
            elif position.over and sum(position.scores()) > scores:
                captures += 1
                assert sum(position.scores()) == scores + 1  # the lone card
            else:
                assert sum(position.scores()) == scores
        assert captures <= 60
        assert captures <= sum(position.scores())  # each is one card at least


def test_free_cells_before_the_first_capture_are_none() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=6, d1=5), "stop")
    turn(position, e1=9, f1=8)
    assert len(now(position)["face_down"]) + len(now(position)["marked"]) == 60
    assert len(now(with_piles(4))["face_down"]) == 56


def test_a_chance_step_weighs_the_unseen_cards() -> None:
    position = turn(started(), a1=1, b1=1, c1=9)
    position.play("turn d1")
    assert position.actor is CHANCE
    odds = {str(move): chance for move, chance in position.odds()}
    assert odds["show 1"] == Fraction(8, 57)
    assert odds["show 9"] == Fraction(4, 57)
    assert sum(odds.values()) == 1
