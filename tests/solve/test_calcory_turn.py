"""The best turn of Calcory: the rules' figures, and what walking every turn through the rules themselves finds."""

from pathlib import Path
from random import Random

import pytest

import ludotheque
from ludotheque.games.calcory.cells import cell_bit
from ludotheque.games.calcory.rules import RETURNING, STOP, UNSEEN, VALUES, State, face_down
from ludotheque.position import CHANCE, Position
from ludotheque.solve.calcory_turn import (
    MARK,
    NOTHING,
    THIRTEEN,
    TURN,
    Table,
    bettering,
    most_by_thirteen,
    plan,
    stopping_at,
    thirteen,
)
from tests.size import not_in_check, sized

DECK = (5, 10, 5, 5, 5, 5, 5, 10, 5, 5)
FRESH = Table(NOTHING, DECK)
SMALL = {"rows": 1, "columns": 8, "deck": (2, 1, 1, 0, 1, 1, 0, 0, 1, 1)}
PAGE = Path(__file__).parents[2] / "docs" / "calcory-turn.md"


@pytest.mark.parametrize(
    ("enough", "expected"),
    [(9, (0.104, 0.273, 0.623)), (10, (0.127, 0.411, 0.462)), (11, (0.142, 0.529, 0.328)), (12, (0.158, 0.660, 0.182))],
)
def test_the_figures_of_the_rules(enough: int, expected: tuple[float, float, float]) -> None:
    assert stopping_at(FRESH, enough) == pytest.approx(expected, abs=0.0006)


def test_blind_turning_makes_thirteen_as_often_as_the_rules_say() -> None:
    assert thirteen(FRESH) == pytest.approx(0.190, abs=0.0006)
    assert stopping_at(FRESH, 13).thirteen == pytest.approx(thirteen(FRESH))


def table_of(position: Position) -> Table:
    """What lies face down before anything was captured: everyone knows what was ever turned."""
    s: State = position.state
    known = [0] * VALUES
    for cell in range(len(s.value)):
        if face_down(s) & cell_bit(cell) and s.value[cell] != UNSEEN:
            known[s.value[cell]] += 1
    return Table(tuple(known), tuple(s.unseen))


def walked(position: Position, seat: int, wins: bool) -> float:
    """The best chance of thirteen, or else of bettering the marks, over every way to play this turn."""
    s: State = position.state
    if position.actor != CHANCE and s.turn != seat:
        return float(not wins and s.marker == seat)
    if s.phase == RETURNING:
        return float(wins)
    chances = []
    for move, odds in position.odds() if position.actor == CHANCE else [(move, 1) for move in position.moves()]:
        after = position.copy()
        after.play(move)
        chances.append(float(odds) * walked(after, seat, wins))
    return sum(chances) if position.actor == CHANCE else max(chances)


def turns(games: int) -> list[Position]:
    """Turns that begin before anything was captured."""
    game = ludotheque.game("calcory", 2).with_facts(**SMALL)
    found = []
    for seed in range(games):
        rng, position = Random(seed), game.start()
        while not position.over and not any(position.state.pile):
            s: State = position.state
            if position.actor >= 0 and not s.turned and s.phase != RETURNING and sum(s.unseen) <= 5:
                found.append(position.copy())
            moves = position.moves() if position.actor >= 0 else []
            stop = [move for move in moves if move.action == STOP]
            position.play(stop[0] if stop and rng.random() < 0.6 else position.draw(rng))
    return found


@not_in_check
def test_nobody_does_better_in_any_order_of_turning() -> None:
    """With marks and without: the unknown first, then the known, is as good as anything."""
    seen, marked = 0, 0
    for position in turns(12)[: sized(5, 5, 10)]:
        s: State = position.state
        assert thirteen(table_of(position)) == pytest.approx(walked(position, s.turn, wins=True))
        seen += 1
        if s.marked:
            marks = (s.marked_sum, s.marked.bit_count())
            assert bettering(table_of(position), marks, fewest=2) == pytest.approx(walked(position, s.turn, wins=False))
            marked += 1
    assert seen >= sized(5, 5, 8)
    assert marked >= sized(1, 1, 3)


def test_a_plan_takes_what_is_certain() -> None:
    """6 and 7 are known, and nothing else lies there: thirteen, and one goes back."""
    known = (0, 0, 0, 0, 0, 0, 1, 1, 0, 0)
    assert plan(Table(known, NOTHING))[NOTHING] == (1.0, THIRTEEN, None)
    assert most_by_thirteen(Table(known, NOTHING)) == 1


def test_a_plan_marks_what_nobody_can_better() -> None:
    """An 8 was turned; with the known 3 it makes 11, and with what is left nobody comes between that and thirteen."""
    three_and_nine = (0, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    found = plan(Table(three_and_nine, (0, 0, 0, 0, 0, 0, 0, 0, 2, 0)))
    assert found[0, 0, 0, 0, 0, 0, 0, 0, 1, 0] == (1.0, MARK, (11, 2))


def test_a_plan_turns_on_where_that_brings_more() -> None:
    """Three 1s turned, and nine 1s left: nothing can bust."""
    found = plan(Table(NOTHING, (0, 12, 0, 0, 0, 0, 0, 0, 0, 0)))
    assert found[0, 3, 0, 0, 0, 0, 0, 0, 0, 0].move == TURN


def test_the_page_has_these_figures() -> None:
    text = PAGE.read_text("utf-8")
    for enough in (9, 10, 11, 12, 13):
        row = " | ".join([f"{enough} or more", *(f"{part:.3f}" for part in stopping_at(FRESH, enough))])
        assert row in text
    assert f"| 0 | {thirteen(FRESH):.1%}" in text
