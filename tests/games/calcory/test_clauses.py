"""Calcory, clause by clause: every test is named after the clause of rulebook.md that it would catch violated."""

from fractions import Fraction

import pytest

from ludotheque import CHANCE, IllegalMove, OptionError, UnreadableMove
from ludotheque.scene import Scene
from tests.games.calcory.grid import card_on, late, marks, now, started, turn, with_piles
from tests.table import at, game, plain_state, play, texts

ALL_CELLS = [f"{column}{row}" for row in "123456" for column in "abcdefghij"]


# --- components, aim, setting up ---------------------------------------------------------------


def test_R1_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert len(game("calcory", players).start().scores()) == players
    for wish in (None, 0, 1, 5):
        with pytest.raises(OptionError, match="2, 3 or 4"):
            game("calcory", wish)
    ruleset = game("calcory", 2).ruleset
    assert (ruleset.age, ruleset.minutes) == (7, "15")


def test_R2_sixty_cards_five_of_each_number_ten_of_1_and_7() -> None:
    position = play(started(), "turn a1")
    of_sixty = {str(move): chance * 60 for move, chance in position.odds()}
    assert of_sixty == {f"show {value}": 10 if value in (1, 7) else 5 for value in range(10)}


def test_R2_a_value_runs_out() -> None:
    position = started()
    for cell in ("a1", "b1", "c1", "d1", "e1"):
        turn(position, **{cell: 9, f"{cell[0]}2": 8})  # busts
    position.play("turn a3")
    assert not {"show 9", "show 8"} & set(texts(position))
    with pytest.raises(IllegalMove, match="chance can't bring this"):
        position.play("show 9")


def test_R6_nearer_to_13_is_better_and_most_cards_win() -> None:
    position = play(turn(started(), a1=4, b1=5), "stop")
    play(turn(position, c1=4, d1=8), "stop")
    assert marks(position) == (1, {"c1": 4, "d1": 8})  # 12 is nearer than 9
    play(turn(position, e1=3, f1=8), "stop")
    assert marks(position) == (1, {"c1": 4, "d1": 8})  # 11 is not
    last = late("8", (20, 20, 19), "turn=2")
    play(last, "turn a1", "stop")
    assert last.winners() == [0, 1, 2]  # the last card made them level: cards are what counts


def test_R7_a_grid_of_six_rows_and_ten_columns_face_down() -> None:
    position = started()
    assert now(position)["face_down"] == ALL_CELLS
    assert texts(position) == [f"turn {cell}" for cell in ALL_CELLS]
    assert position.view(0).seen["known"] == {}
    for outside in ("turn k1", "turn a7", "turn a0"):
        with pytest.raises(UnreadableMove):
            position.play(outside)


def test_R9_the_player_named_starts() -> None:
    for seat in range(4):
        position = game("calcory", 4).start()
        assert position.actor is CHANCE
        assert position.moves() == []
        position.play(f"start {seat}")
        assert position.actor == seat


# --- a turn ------------------------------------------------------------------------------------


def test_R10_turns_go_clockwise() -> None:
    position = turn(started(4, first=2), a1=9, b1=8)
    acted = []
    for _ in range(5):
        acted.append(position.actor)
        turn(position, a1=9, b1=8)
    assert acted == [3, 0, 1, 2, 3]


def test_R11_one_after_another_for_all_to_see() -> None:
    position = play(started(), "turn c4")
    assert position.actor is CHANCE  # the next card is turned when this one is seen
    with pytest.raises(IllegalMove):
        position.play("turn a1")
    position.play("show 7")
    turn(position, j6=2, a1=1)
    for seat in (0, 1, 2, None):
        assert position.view(seat).now["turned"] == {"a1": 1, "c4": 7, "j6": 2}
        assert position.view(seat).now["sum"] == 10
    assert position.actor == 0
    with pytest.raises(IllegalMove, match="turned already"):
        position.play("turn c4")


def test_R11_a_card_seen_before_shows_no_other_value() -> None:
    position = turn(started(), a1=9, b1=8)
    position.play("turn b1")
    assert position.actor == 1
    assert now(position)["turned"] == {"b1": 8}


def test_R12_above_13_the_cards_go_back() -> None:
    position = turn(started(), a1=6, b1=2, c1=6)
    assert position.actor == 1
    assert now(position)["face_down"] == ALL_CELLS
    assert now(position)["turned"] == {}
    assert now(position)["sum"] == 0
    assert position.scores() == [0, 0, 0]
    assert [card_on(position, cell) for cell in ("a1", "b1", "c1")] == [6, 2, 6]  # in their cells


def test_R13_a_second_0_ends_the_turn() -> None:
    position = turn(started(), a1=0, b1=5)
    assert position.actor == 0
    turn(position, c1=0)
    assert position.actor == 1
    assert now(position)["turned"] == {}


def test_R13_two_0s_at_once() -> None:
    position = turn(started(), a1=0, b1=0)
    assert position.actor == 1
    assert now(position)["face_down"] == ALL_CELLS


def test_R14_at_13_all_turned_cards_are_captured() -> None:
    position = turn(started(), a1=6, b1=7)
    assert position.actor == 0
    assert now(position)["captured"] == [6, 7]
    assert now(position)["turned"] == {}
    assert not {"a1", "b1"} & set(now(position)["face_down"])


def test_R14_three_cards_with_a_0() -> None:
    position = turn(started(), a1=0, b1=4, c1=9)
    assert now(position)["captured"] == [0, 4, 9]
    position.play("return 9 c1")
    assert position.scores() == [2, 0, 0]


def test_R15_one_captured_card_goes_back_face_down() -> None:
    position = turn(started(), c1=6, d1=2, e1=5)
    assert set(texts(position)) == {f"return {value} {cell}" for value in (2, 5, 6) for cell in ("c1", "d1", "e1")}
    position.play("return 2 e1")
    assert card_on(position, "e1") == 2
    assert "e1" in now(position)["face_down"]
    assert not {"c1", "d1"} & set(now(position)["face_down"])


def test_R15_nothing_else_before_it() -> None:
    position = turn(started(), c1=6, d1=7)
    for other in ("turn a1", "stop", "return 5 c1", "return 6 a1"):
        with pytest.raises(IllegalMove):
            position.play(other)
    assert now(position)["captured"] == [6, 7]


def test_R16_the_others_go_on_the_pile() -> None:
    position = play(turn(started(), c1=6, d1=2, e1=5), "return 2 e1")
    assert position.scores() == [2, 0, 0]
    assert now(position)["piles"] == [2, 0, 0]
    assert len(now(position)["face_down"]) == 58
    play(turn(position, a1=6, b1=7), "return 7 a1")  # vector 1
    assert position.scores() == [2, 1, 0]


def test_R17_after_a_capture_the_turn_passes() -> None:
    position = turn(started(), a1=6, b1=7)
    assert position.actor == 0
    position.play("return 7 a1")
    assert position.actor == 1


def test_R18_below_13_a_player_may_stop_or_go_on() -> None:
    position = turn(started(), a1=5)
    turn(position, b1=7)
    assert "stop" in texts(position)  # at 12
    assert "turn c1" in texts(position)
    position.play("stop")
    assert position.actor == 1


def test_R19_a_marker_on_each_turned_card() -> None:
    position = play(turn(started(), a1=5, b3=0, j6=4), "stop")
    assert marks(position) == (0, {"a1": 5, "b3": 0, "j6": 4})
    assert now(position)["marked_sum"] == 9


def test_R20_marks_stay_face_up_and_the_turn_passes() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    assert position.actor == 1
    turn(position, c1=9, d1=8)  # bust
    for seat in (0, 1, 2, None):
        assert position.view(seat).now["marked"] == {"a1": 5, "b1": 4}
    assert not {"a1", "b1"} & set(now(position)["face_down"])


def test_R21_without_a_pile_at_least_two_cards() -> None:
    position = started()
    assert "stop" not in texts(position)
    with pytest.raises(IllegalMove, match=r"no card is turned yet; turn one \(A7\)"):
        position.play("stop")
    turn(position, a1=9)
    assert "stop" not in texts(position)
    with pytest.raises(IllegalMove, match=r"stopping needs 2 turned cards of someone without a pile, not 1; .* \(R21\)"):
        position.play("stop")
    bust = turn(position.copy(), b1=5)  # 14
    assert bust.actor == 1
    assert marks(bust) == (None, {})
    turn(position, b1=3)  # 12
    assert "stop" in texts(position)
    position.play("stop")
    assert marks(position) == (0, {"a1": 9, "b1": 3})


def test_R21_with_a_pile_one_card_will_do() -> None:
    position = with_piles()
    assert "stop" not in texts(position)
    with pytest.raises(IllegalMove, match=r"no card is turned yet; turn one \(A7\)"):
        position.play("stop")
    play(turn(position, a1=9), "stop")
    assert marks(position) == (0, {"a1": 9})


# --- raising -----------------------------------------------------------------------------------


def test_R22_the_next_player_must_try() -> None:
    position = play(turn(with_piles(), a1=5, b1=4), "stop")
    assert position.actor == 1
    assert texts(position) == [f"turn {cell}" for cell in now(position)["face_down"]]
    with pytest.raises(IllegalMove, match=r"no card is turned yet; turn one \(A7\)"):
        position.play("stop")


def test_R23_marked_cards_are_out() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    assert not {"turn a1", "turn b1"} & set(texts(position))
    with pytest.raises(IllegalMove, match=r"marked cards can't be used \(R23\)"):
        position.play("turn a1")
    turn(position, c1=2, d1=7)
    assert now(position)["sum"] == 9  # the marks are not added
    assert position.actor == 1


def test_R24_below_the_marks_the_cards_go_back() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=2, d1=6), "stop")  # 8
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert {"c1", "d1"} < set(now(position)["face_down"])


def test_R24_above_13_the_cards_go_back() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=8, d1=6)
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert {"c1", "d1"} < set(now(position)["face_down"])


def test_R25_a_higher_sum_takes_the_place_of_the_marks() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=4, d1=6), "stop")  # 10
    assert position.actor == 2
    assert marks(position) == (1, {"c1": 4, "d1": 6})
    assert now(position)["marked_sum"] == 10
    assert {"a1", "b1"} < set(now(position)["face_down"])
    turn(position, a1=5, b1=4)  # the old cards are free again, and 9 is no longer enough
    position.play("stop")
    assert marks(position) == (1, {"c1": 4, "d1": 6})


def test_R26_13_while_raising_is_a_capture() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=4, d1=9)
    assert now(position)["captured"] == [4, 9]
    position.play("return 9 d1")
    assert position.scores() == [0, 1, 0]
    assert position.actor == 2


def test_R27_an_equal_sum_with_more_cards_is_better() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=1, d1=1, e1=7), "stop")  # vector 4
    assert marks(position) == (1, {"c1": 1, "d1": 1, "e1": 7})
    assert {"a1", "b1"} < set(now(position)["face_down"])


def test_R28_marks_that_still_stand_are_captured() -> None:
    position = play(turn(started(), a1=5, b1=4, c1=2), "stop")
    turn(position, d1=8, e1=9)
    turn(position, d1=8, e1=9)
    assert position.actor == 0
    assert now(position)["captured"] == [2, 4, 5]
    assert marks(position) == (None, {})
    assert set(texts(position)) == {f"return {value} {cell}" for value in (2, 4, 5) for cell in ("a1", "b1", "c1")}
    position.play("return 5 b1")
    assert position.scores() == [2, 0, 0]
    assert card_on(position, "b1") == 5


def test_R29_that_capture_is_the_whole_turn() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, d1=8, e1=9)
    turn(position, d1=8, e1=9)
    with pytest.raises(IllegalMove):
        position.play("turn d1")
    position.play("return 4 a1")
    assert position.actor == 1
    assert now(position)["step"] == "turning"


# --- end of the game ---------------------------------------------------------------------------


def test_R30_a_lone_card_that_stands_a_round_ends_the_game() -> None:
    position = play(turn(with_piles(4), a1=8), "stop")  # vector 6
    for _ in range(3):
        assert not position.over
        turn(position, b1=9, c1=7)
    assert position.over
    assert position.scores() == [2, 1, 1, 1]
    assert "a1" not in now(position)["face_down"]  # nothing goes back
    assert len(now(position)["face_down"]) == 55
    assert position.moves() == []


def test_R30_a_pair_does_not_end_it() -> None:
    position = play(turn(with_piles(), a1=8, d1=0), "stop")
    for _ in range(2):
        turn(position, b1=9, c1=7)
    assert not position.over


def test_R30_the_last_card_on_the_grid() -> None:
    position = late("7", (30, 15, 14))  # vector 7
    position.play("turn a1")
    assert texts(position) == ["stop"]
    position.play("stop")  # the others pass
    assert position.over
    assert position.scores() == [31, 15, 14]
    assert now(position)["face_down"] == []


def test_R31_most_cards_win() -> None:
    position = play(late("7", (14, 15, 30)), "turn a1")
    assert position.winners() == []
    assert position.returns() == [0.0, 0.0, 0.0]
    position.play("stop")
    assert position.scores() == [15, 15, 30]
    assert position.winners() == [2]
    assert position.returns() == [0.0, 0.0, 1.0]


def test_R32_all_cards_are_marked() -> None:
    position = late("4 . 5", (20, 18, 20))
    play(position, "turn a1", "turn c1")
    assert texts(position) == ["stop"]
    position.play("stop")
    assert position.actor == 0  # seats 1 and 2 had nothing to turn
    assert now(position)["captured"] == [4, 5]
    assert position.scores() == [21, 18, 20]


# --- rulings -----------------------------------------------------------------------------------


def test_A1_a_second_0_is_a_bust() -> None:
    position = turn(with_piles(), a1=0, b1=5, c1=0)
    assert position.actor == 1
    assert marks(position) == (None, {})
    assert {"a1", "b1", "c1"} < set(now(position)["face_down"])


def test_A1_a_second_0_leaves_the_marks_of_others() -> None:
    position = play(turn(with_piles(), a1=0, b1=5), "stop")
    turn(position, c1=0, d1=6, e1=0)
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 0, "b1": 5})


def test_A2_a_marked_0_does_not_count() -> None:
    position = play(turn(started(), a1=0, b1=9), "stop")
    turn(position, c1=0, d1=4, e1=5)
    assert position.actor == 1
    position.play("stop")  # one more card for the same sum
    assert marks(position) == (1, {"c1": 0, "d1": 4, "e1": 5})


def test_A2_a_0_of_an_earlier_turn_does_not_count() -> None:
    position = turn(started(2), a1=0, b1=6, c1=8)  # bust
    turn(position, d1=9, e1=8)  # bust
    turn(position, a1=0)
    assert position.actor == 0
    turn(position, b1=6)
    assert now(position)["turned"] == {"a1": 0, "b1": 6}


@pytest.mark.parametrize(
    ("value", "comes"),
    [(0, "bust"), (1, "capture"), *((value, "bust") for value in range(2, 10))],
)
def test_A3_13_and_a_second_0_never_meet(value: int, comes: str) -> None:
    position = turn(started(), a1=0, b1=9, c1=3)  # 12 with a 0
    turn(position, d1=value)
    assert now(position)["step"] == ("returning" if comes == "capture" else "turning")
    assert position.actor == (0 if comes == "capture" else 1)


def test_A3_at_13_no_further_0_can_be_turned() -> None:
    position = turn(started(), a1=0, b1=9, c1=4)
    assert not any(move.startswith("turn") for move in texts(position))


def test_A4_at_13_no_stop_and_no_further_card() -> None:
    position = turn(with_piles(), a1=9, b1=4)
    assert all(move.startswith("return") for move in texts(position))
    for other in ("stop", "turn c1"):
        with pytest.raises(IllegalMove, match=r"first put one of the captured cards back: 4 or 9 \(R15\)"):
            position.play(other)


def test_A5_marks_stay_when_another_makes_13() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")  # vector 5
    play(turn(position, c1=4, d1=9), "return 4 c1")
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert position.actor == 2
    with pytest.raises(IllegalMove, match="R23"):
        position.play("turn a1")
    play(turn(position, e1=1, f1=7), "stop")  # 8 does not better them
    assert position.actor == 0
    assert now(position)["captured"] == [4, 5]
    position.play("return 5 a1")
    assert position.scores() == [1, 1, 0]


def test_A5_marks_that_stayed_can_be_bettered() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=4, d1=9), "return 4 c1")
    play(turn(position, e1=3, f1=7), "stop")
    assert marks(position) == (2, {"e1": 3, "f1": 7})
    assert position.actor == 0
    assert now(position)["step"] == "turning"


def test_A5_a_13_does_not_save_the_game_from_a_lone_card() -> None:
    position = play(turn(with_piles(), a1=8), "stop")
    play(turn(position, b1=4, c1=9), "return 4 b1")
    turn(position, d1=9, e1=9)
    assert position.over
    assert position.scores() == [2, 2, 1]


def test_A5_cleared_marks_are_turned_down() -> None:
    position = play(turn(started(marks_on_13="clear"), a1=5, b1=4), "stop")
    turn(position, c1=4, d1=9)
    assert marks(position) == (None, {})
    assert now(position)["marked_sum"] == 0
    assert {"a1", "b1"} < set(now(position)["face_down"])
    position.play("return 4 c1")
    play(turn(position, a1=5, e1=1), "stop")  # free cards, and no target
    assert marks(position) == (2, {"a1": 5, "e1": 1})
    assert position.actor == 0
    assert now(position)["captured"] == []  # nothing to collect


def test_A5_cleared_lone_card_does_not_end_the_game() -> None:
    position = play(turn(with_piles(marks_on_13="clear"), a1=8), "stop")
    play(turn(position, b1=4, c1=9), "return 4 b1")
    turn(position, d1=9, e1=9)
    assert not position.over
    assert position.actor == 0
    assert "turn a1" in texts(position)


def test_A5_with_clear_a_bust_or_a_lower_stop_leaves_the_marks() -> None:
    position = play(turn(started(marks_on_13="clear"), a1=5, b1=4), "stop")
    turn(position, c1=8, d1=9)
    play(turn(position, e1=1, f1=2), "stop")
    assert position.actor == 0
    assert now(position)["captured"] == [4, 5]


def test_A6_an_equal_sum_with_as_many_cards_fails() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    play(turn(position, c1=2, d1=7), "stop")  # vector 4
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert {"c1", "d1"} < set(now(position)["face_down"])
    assert position.actor == 2


def test_A6_an_equal_sum_with_fewer_cards_fails() -> None:
    position = play(turn(with_piles(), a1=5, b1=4), "stop")
    play(turn(position, c1=9), "stop")  # vector 4
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert position.actor == 2


def test_A6_at_an_equal_sum_he_may_go_on() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=2, d1=7)
    assert {"stop", "turn e1"} < set(texts(position))
    play(turn(position, e1=1), "stop")
    assert marks(position) == (1, {"c1": 2, "d1": 7, "e1": 1})


def test_A6_a_higher_sum_with_fewer_cards_is_better() -> None:
    position = play(turn(with_piles(), a1=5, b1=2, c1=1), "stop")
    play(turn(position, d1=9), "stop")
    assert marks(position) == (1, {"d1": 9})


def test_A7_a_player_may_give_up_after_one_card() -> None:
    position = play(turn(with_piles(), a1=5, b1=4), "stop")
    assert "stop" not in texts(position)
    with pytest.raises(IllegalMove, match=r"no card is turned yet; turn one \(A7\)"):  # he must try
        position.play("stop")
    turn(position, c1=1)
    position.play("stop")
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert now(position)["turned"] == {}


def test_A7_without_a_pile_after_two() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=1)
    with pytest.raises(IllegalMove, match="R21"):
        position.play("stop")
    turn(position, d1=1)
    position.play("stop")
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 5, "b1": 4})


def test_A8_to_stop_is_to_mark() -> None:
    for cards in ({"a1": 0, "b1": 1}, {"a1": 5, "b1": 7}):
        position = turn(started(), **cards)
        assert [move for move in texts(position) if not move.startswith("turn")] == ["stop"]
        position.play("stop")
        assert marks(position) == (0, cards)


def test_A9_he_may_go_on_after_bettering_at_his_risk() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=4, d1=6)  # 10
    assert position.actor == 1
    assert "turn e1" in texts(position)
    turn(position, e1=8)  # bust
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 5, "b1": 4})
    assert {"c1", "d1", "e1"} < set(now(position)["face_down"])


def test_A10_two_cards_also_when_raising() -> None:
    position = play(turn(started(), a1=5, b1=2), "stop")
    turn(position, c1=9)  # higher already
    assert "stop" not in texts(position)
    with pytest.raises(IllegalMove, match="R21"):
        position.play("stop")
    bust = turn(position.copy(), d1=8)
    assert bust.actor == 2
    thirteen = turn(position.copy(), d1=4)
    assert now(thirteen)["captured"] == [4, 9]
    play(turn(position, d1=0), "stop")
    assert marks(position) == (1, {"c1": 9, "d1": 0})


def test_A11_the_minimum_ends_with_the_first_capture() -> None:
    position = started(2)
    play(turn(position, a1=6, b1=7), "return 6 a1")
    assert position.scores() == [1, 0]
    turn(position, c1=9)
    assert "stop" not in texts(position)  # the other has won nothing
    turn(position, d1=8)  # bust
    turn(position, c1=9)
    assert "stop" in texts(position)


def test_A11_collected_marks_are_a_first_capture_too() -> None:
    position = play(turn(started(2), a1=6, b1=6), "stop")
    turn(position, c1=9, d1=8)
    play(position, "return 6 a1")
    turn(position, c1=9, d1=8)
    turn(position, c1=9)
    assert "stop" in texts(position)


def test_A11_marks_alone_are_no_win() -> None:
    position = play(turn(started(2), a1=6, b1=3), "stop")
    play(turn(position, c1=9, d1=1), "stop")
    turn(position, e1=2)
    assert "stop" not in texts(position)


def test_A12_without_a_pile_and_one_card_to_turn() -> None:
    position = late("8", (30, 29, 0), "turn=2")
    assert texts(position) == ["turn a1"]
    position.play("turn a1")
    assert texts(position) == ["stop"]
    position.play("stop")
    assert marks(position) == (None, {})
    assert now(position)["face_down"] == ["a1"]
    assert position.actor == 0
    assert position.scores() == [30, 29, 0]


def test_A12_the_marks_of_others_stand() -> None:
    position = late("8 9", (58, 0), "turn=1 marked=a1 marker=0 marked_sum=8")
    play(position, "turn b1", "stop")  # 9 is higher, but one card is too few
    assert position.over  # seat 0 took the lone 8
    assert position.scores() == [59, 0]
    assert now(position)["face_down"] == ["b1"]


def test_A12_the_card_was_seen() -> None:
    position = at("calcory players=2 marks_on_13=stay | phase=turning turn=1 cards=j6 unseen=0,0,0,0,0,0,0,0,1,0 pile=59,0")
    position.play("turn j6")
    assert texts(position) == ["show 8"]  # a chance step with one outcome is still a step
    play(position, "show 8", "stop")
    assert position.view(0).seen["known"] == {"j6": 8}
    assert position.view(1).seen["known"] == {"j6": 8}


def test_A13_all_turned_and_below_the_marks_fails() -> None:
    position = late("9 2 3", (20, 20, 17), "turn=1 marked=a1 marker=0 marked_sum=9")
    play(position, "turn b1", "turn c1")
    assert texts(position) == ["stop"]
    position.play("stop")
    assert position.actor == 2
    assert marks(position) == (0, {"a1": 9})
    assert now(position)["face_down"] == ["b1", "c1"]


def test_A13_all_turned_and_better_must_mark() -> None:
    position = late("4 2 3", (20, 20, 17), "turn=1 marked=a1 marker=0 marked_sum=4")
    play(position, "turn b1", "turn c1")
    assert texts(position) == ["stop"]
    position.play("stop")
    assert marks(position) == (1, {"b1": 2, "c1": 3})
    assert position.actor == 2
    assert texts(position) == ["turn a1"]


def test_A13_all_turned_without_marks_must_mark() -> None:
    position = late("4 2", (20, 20, 18), "turn=1")
    play(position, "turn b1", "turn a1")
    assert texts(position) == ["stop"]
    position.play("stop")
    assert position.actor == 1  # the others passed, and he collects
    assert now(position)["captured"] == [2, 4]


def test_A14_no_limit_to_the_marks() -> None:
    position = started()
    ones = {f"{column}1": 1 for column in "abcdefghij"}
    turn(position, **ones, a2=2, b2=0)
    position.play("stop")
    assert marks(position) == (0, {**ones, "a2": 2, "b2": 0})
    assert now(position)["marked_sum"] == 12
    turn(position, c2=9, d2=8)
    turn(position, c2=9, d2=8)
    position.play("return 1 a1")
    assert position.scores() == [11, 0, 0]


def test_A15_every_empty_cell_is_free() -> None:
    position = play(turn(with_piles(), a1=3, b1=5), "stop")  # b6, d6, f6 are empty
    turn(position, c1=4, d1=9)
    assert set(texts(position)) == {f"return {value} {cell}" for value in (4, 9) for cell in ("b6", "d6", "f6", "c1", "d1")}
    for taken in ("return 4 e1", "return 4 a6", "return 4 a1"):  # a card, one put back, a marked one
        with pytest.raises(IllegalMove, match=r"choose an empty cell \(A15\)"):
            position.play(taken)
    for outside in ("return 4 k1", "return 4 a7"):
        with pytest.raises(UnreadableMove):
            position.play(outside)
    position.play("return 4 f6")
    assert card_on(position, "f6") == 4


def test_A16_only_who_put_it_back_knows_the_card() -> None:
    position = play(turn(started(), a1=6, b1=2, c1=5), "return 2 b1")
    assert position.view(0).seen["known"] == {"b1": 2}
    assert position.view(0).seen["one_of"] == {}
    assert position.view(0).history[-1] == "return 2 b1"
    for seat in (1, 2, None):
        view = position.view(seat)
        assert view.seen["known"] == {}
        assert view.seen["one_of"] == {"b1": [2, 5, 6]}
        assert view.history[-1] == "return ? b1"
        assert "b1" in view.now["face_down"]


def test_A16_the_views_of_the_others_are_the_same_whichever_it_is() -> None:
    taken = turn(started(), a1=6, b1=7)
    six, seven = play(taken.copy(), "return 6 a1"), play(taken.copy(), "return 7 a1")
    for seat in (1, 2, None):
        assert six.view(seat).to_dict() == seven.view(seat).to_dict()
        assert six.view(seat).sight == seven.view(seat).sight
    assert six.view(0).to_dict() != seven.view(0).to_dict()


def test_A16_once_turned_up_everyone_knows_it() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 7 a1")
    position.play("turn a1")
    assert position.actor == 1  # it is known which card this is, so chance has no say
    turn(position, c1=8)
    for seat in (0, 1, 2, None):
        assert position.view(seat).seen["known"] == {"a1": 7, "c1": 8}
        assert position.view(seat).seen["one_of"] == {}


def test_A17_the_taker_chooses_the_card() -> None:
    for value in (1, 4, 8):
        position = turn(started(), a1=8, b1=1, c1=4)
        position.play(f"return {value} c1")
        assert card_on(position, "c1") == value
        assert position.scores() == [2, 0, 0]


def test_A17_two_alike_are_one_choice() -> None:
    position = turn(started(), a1=1, b1=1, c1=4, d1=7)
    assert len(texts(position)) == len(set(texts(position))) == 3 * 4


def test_A18_own_marks_are_captured_by_themselves() -> None:
    position = play(turn(started(2), a1=5, b1=4), "stop")
    turn(position, c1=8, d1=9)
    assert position.history[-1] == "show 9"  # no move was needed
    assert now(position)["captured"] == [4, 5]
    with pytest.raises(IllegalMove, match="R15"):
        position.play("turn c1")
    position.play("return 4 b1")
    assert position.scores() == [1, 0]
    assert position.actor == 1


def test_A18_of_three_cards_two_are_kept() -> None:
    position = play(turn(started(2), a1=5, b1=4, c1=0), "stop")
    turn(position, d1=8, e1=9)
    position.play("return 0 c1")
    assert position.scores() == [2, 0]


def test_A18_a_single_card_ends_the_game() -> None:
    position = play(turn(with_piles(2), a1=0), "stop")
    turn(position, b1=9, c1=8)
    assert position.over
    assert position.scores() == [2, 1]


def test_A19_a_lone_card_that_bettered_marks_ends_the_game_too() -> None:
    position = play(turn(with_piles(), a1=5, b1=3), "stop")
    play(turn(position, c1=9), "stop")
    turn(position, d1=8, e1=8)
    turn(position, d1=8, e1=8)
    assert position.over
    assert position.scores() == [1, 2, 1]


def test_A19_two_cards_that_bettered_a_lone_one_do_not() -> None:
    position = play(turn(with_piles(), a1=8), "stop")
    play(turn(position, b1=4, c1=5), "stop")
    turn(position, d1=8, e1=8)
    turn(position, d1=8, e1=8)
    assert not position.over
    assert position.actor == 1
    assert now(position)["captured"] == [4, 5]


def test_A20_a_full_round_is_until_his_next_turn() -> None:
    position = play(turn(with_piles(4), a1=5, b1=4), "stop")
    for seat in (1, 2, 3):
        assert position.actor == seat
        assert marks(position) == (0, {"a1": 5, "b1": 4})
        assert position.scores() == [1, 1, 1, 1]
        turn(position, c1=9, d1=8)
    assert position.actor == 0
    assert now(position)["captured"] == [4, 5]


def test_A20_a_bettering_begins_a_round_of_its_own() -> None:
    position = play(turn(with_piles(), a1=5, b1=4), "stop")
    turn(position, c1=9, d1=8)
    play(turn(position, e1=3, f1=8), "stop")
    turn(position, c1=9, d1=8)
    assert position.actor == 1  # seat 0 had no marks left to collect
    turn(position, c1=9, d1=8)
    assert position.actor == 2
    assert now(position)["captured"] == [3, 8]


def test_A21_one_set_of_marks_at_a_time() -> None:
    position = play(turn(started(4), a1=2, b1=1), "stop")
    play(turn(position, c1=3, d1=1), "stop")
    play(turn(position, e1=4, f1=1), "stop")
    assert marks(position) == (2, {"e1": 4, "f1": 1})
    play(turn(position, a1=2, c1=3, b1=1), "stop")  # all of them were turned down
    assert marks(position) == (3, {"a1": 2, "b1": 1, "c1": 3})
    assert plain_state(position).marked.bit_count() == 3


def test_A24_level_players_share_the_victory() -> None:
    position = play(late("7", (19, 20, 20)), "turn a1", "stop")
    assert position.scores() == [20, 20, 20]
    assert position.winners() == [0, 1, 2]
    position = play(late("7 1", (19, 20, 19)), "turn a1", "stop", "turn b1", "stop", "turn b1", "stop")
    assert position.winners() == [0, 1]
    assert position.returns() == [0.5, 0.5, 0.0]


def test_A25_cards_left_on_the_table_count_for_nobody() -> None:
    position = play(late("7 9 9", (20, 19, 18)), "turn a1", "stop", "turn b1", "turn c1", "turn b1", "turn c1")
    assert position.over
    assert now(position)["face_down"] == ["b1", "c1"]
    assert position.scores() == [21, 19, 18]


def test_A26_every_player_is_as_likely_to_start() -> None:
    for players in (2, 3, 4):
        odds = game("calcory", players).start().odds()
        assert [(str(move), chance) for move, chance in odds] == [
            (f"start {seat}", Fraction(1, players)) for seat in range(players)
        ]


def test_A27_without_a_card_to_turn_a_player_passes() -> None:
    position = play(late("4 3", (20, 20, 18), "turn=1"), "turn a1", "turn b1")
    assert position.actor == 1
    position.play("stop")
    assert position.actor == 1  # seats 2 and 0 passed, and he collects
    assert position.history == ["turn a1", "turn b1", "stop"]  # a pass is no move
    assert now(position)["captured"] == [3, 4]
    assert position.scores() == [20, 21, 18]
    assert plain_state(position).quiet == 0


def test_A27_with_a_single_card_to_turn_nobody_passes() -> None:
    position = late("9 3", (20, 20, 18), "turn=2 marked=b1 marker=1 marked_sum=3")
    assert position.actor == 2
    assert texts(position) == ["turn a1"]
    play(position, "turn a1", "stop")
    assert marks(position) == (2, {"a1": 9})
    assert position.actor == 0
    assert texts(position) == ["turn b1"]


def test_A28_every_capture_but_the_last_leaves_a_card() -> None:
    position = late("5 8", (20, 20, 18))
    play(position, "turn a1", "turn b1", "return 5 j6")
    assert now(position)["face_down"] == ["j6"]
    play(position, "turn j6", "stop")
    assert position.over
    assert now(position)["face_down"] == []
    assert now(position)["marked"] == {}
    assert position.scores() == [21, 21, 18]


def test_A29_two_hundred_turns_without_mark_or_capture_end_the_game() -> None:
    position = started(2)
    turn(position, a1=9, b1=8)
    for turns in range(1, 200):
        assert not position.over, turns
        turn(position, a1=9, b1=8)
    assert position.over
    assert position.scores() == [0, 0]
    assert position.winners() == [0, 1]  # nobody scored, so all share
    assert now(position)["turned"] == {}


def test_A29_failed_raises_and_short_turns_are_counted() -> None:
    position = late("7 9", (58, 0), "turn=1 marked=a1 marker=0 marked_sum=7 quiet=199")
    play(position, "turn b1", "stop")
    assert position.over
    assert position.scores() == [58, 0]  # the piles as they are


def test_A29_passes_are_counted() -> None:
    some = game("calcory", 3).with_facts(patience=2)
    position = some.with_facts(rows=1, columns=2, deck=(0, 0, 0, 1, 1, 0, 0, 0, 0, 0)).start()
    turn(play(position, "start 0"), a1=3, b1=4)
    position.play("stop")
    assert position.over
    assert position.scores() == [0, 0, 0]


def test_A29_a_mark_begins_the_count_anew() -> None:
    position = late("7 9 8", (19, 19, 19), "quiet=199")
    play(position, "turn a1", "stop")
    assert plain_state(position).quiet == 0
    play(position, "turn b1", "turn c1")
    assert not position.over


def test_A29_a_capture_begins_the_count_anew() -> None:
    position = late("4 9 8", (19, 19, 19), "quiet=199")
    play(position, "turn a1", "turn b1", "return 9 a1")
    play(position, "turn a1", "turn c1")
    assert not position.over
    assert plain_state(position).quiet == 1


def test_A29_targets_rise_strictly() -> None:
    position = play(turn(with_piles(2), a1=0), "stop")
    rising = [{"b1": 1}, {"a1": 0, "c1": 1}, {"d1": 2}, {"b1": 1, "c1": 1}, {"e1": 8}, {"b1": 1, "f1": 7}, {"g1": 9}]
    for cards in rising:
        play(turn(position, **cards), "stop")
        assert now(position)["marked"] == cards
    play(turn(position, e1=8), "stop")  # 8 is no answer to 9 any more
    assert position.over  # and the lone 9 stood for a round


def test_A30_a_single_0_is_a_mark() -> None:
    position = play(turn(with_piles(), a1=0), "stop")
    assert marks(position) == (0, {"a1": 0})
    assert now(position)["marked_sum"] == 0
    another = play(turn(position.copy(), c1=0), "stop")
    assert marks(another) == (0, {"a1": 0})  # another single 0 does not better it
    play(turn(position, b1=1), "stop")
    assert marks(position) == (1, {"b1": 1})


def test_A30_not_without_a_pile() -> None:
    position = turn(started(), a1=0)
    with pytest.raises(IllegalMove, match="R21"):
        position.play("stop")


def test_A31_cards_turned_back_and_piles_show_nothing() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 6 a1")
    turn(position, c1=9, d1=8)
    for seat in (0, 1, 2, None):
        view = position.view(seat)
        assert {"a1", "c1", "d1"} < set(view.now["face_down"])
        assert view.now["turned"] == view.now["marked"] == {}
        assert view.now["captured"] == []
        assert view.now["piles"] == [1, 0, 0]  # how many, not which
        scene: Scene = view.game.ruleset.scene(view)
        assert all(thing.face is None for zone in scene.zones for thing in zone.things if thing.kind == "card")
