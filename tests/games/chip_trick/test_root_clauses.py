"""Every clause of rulebook-root.md, root's original edition of 12 Chip Trick, by its number."""

from fractions import Fraction

import pytest

from ludotheque import CHANCE, OptionError
from ludotheque.games.chip_trick.scene import scene
from tests.games.chip_trick.tables import (
    DEAL_TO_THREE,
    LONGEST_OF_THREE,
    ROOT,
    SHORTEST_OF_THREE,
    THREE,
    after_round,
    counted,
    dealt,
    fields_of,
    last_trick,
    owned_by,
    refused,
)
from tests.table import at, game, plain_state, play, texts

HANDS = "5.6.1.11 7.8.10.12 4.9.2.3"

RED, BLACK = range(4, 10), [1, 2, 3, 10, 11, 12]


def finished(totals: str, last_round: str) -> list[int]:
    """Who wins with these totals when the last round counted so much."""
    return at(f"{ROOT} | phase=finished round=3 score={totals} last={last_round}").winners()


# --- components and aim -----------------------------------------------------------------------


def test_root_R1_three_players() -> None:
    assert game("chip-trick-root").players == game("chip-trick-root", 3).players == 3
    ruleset = game("chip-trick-root").ruleset
    assert (ruleset.players, ruleset.age, ruleset.minutes) == ((3,), 8, "20")


def test_root_R2_twelve_chips_red_and_black() -> None:
    position = dealt(ROOT, HANDS)
    colours: dict[int, str] = {}
    for seat in range(3):
        hand = next(zone for zone in scene(position.view(seat)).zones if zone.id == f"hand{seat}")
        colours |= {int(thing.face or 0): thing.tone for thing in hand.things}
    assert colours == {value: "red" if value in RED else "black" for value in range(1, 13)}


def test_root_R3_three_rounds() -> None:
    owned = "6.1.2.12 4.3.8.11 5.7.9.10"
    for finished_before in (0, 1):
        position = after_round(ROOT, owned, round=f"{finished_before}", score="60,0,0")  # however far ahead
        assert not position.over
        assert texts(position)[0] == "deal 4"
    assert after_round(ROOT, owned, round="2").over
    assert refused(after_round(ROOT, owned, round="2"), "deal 4").clause == "root R3"


# --- setting up -------------------------------------------------------------------------------


def test_root_R4_anyone_may_start() -> None:
    for seat in range(3):
        assert play(game("chip-trick-root").start(), f"start {seat}", *DEAL_TO_THREE).actor == seat


def test_root_R5_chips_are_shuffled() -> None:
    position = play(game("chip-trick-root").start(), "start 0")
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 6)) for v in RED]
    play(position, "deal 8", "deal 5")
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 6)) for v in BLACK]


def test_root_R6_all_are_dealt_two_and_two() -> None:
    position = play(game("chip-trick-root").start(), "start 0")
    for colour in (RED, RED, BLACK, BLACK) * 3:
        assert {int(text.split()[1]) for text in texts(position)} <= set(colour)
        position.play(texts(position)[0])
    assert plain_state(position).pool == 0
    assert position.view(None).now["hands"] == [{"red": 2, "blue": 2}] * 3


# --- a trick ----------------------------------------------------------------------------------


def test_root_R7_each_plays_a_chip_from_the_leader() -> None:
    position = dealt(ROOT, HANDS, leader=2)
    order = []
    for chip in (4, 5, 7):
        order.append(position.actor)
        assert refused(position, "take 4").clause == "root R7"
        position.play(f"play {chip}")
    assert order == [2, 0, 1]
    assert position.view(None).now["trick"] == [5, 7, 4]
    assert refused(position, "play 6").code == "TAKE_FIRST"
    assert refused(dealt(ROOT, HANDS, leader=2), "play 5").clause == "root R7"  # a chip of seat 0


def test_root_R8_any_colour_may_be_played() -> None:
    position = play(dealt(ROOT, HANDS), "play 5")
    assert texts(position) == ["play 7", "play 8", "play 10", "play 12"]
    assert texts(play(position, "play 12")) == ["play 2", "play 3", "play 4", "play 9"]


@pytest.mark.parametrize(("played", "winner"), [("5 12 2", 1), ("1 7 9", 2), ("11 10 3", 0)])
def test_root_R9_the_highest_number_leads_next(played: str, winner: int) -> None:
    position = play(dealt(ROOT, HANDS), *[f"play {value}" for value in played.split()])
    assert position.view(None).now["trick_winner"] == winner
    while texts(position)[0].startswith("take"):
        position.play(texts(position)[0])
    assert position.actor == winner


def test_root_R10_one_chip_each_clockwise_from_the_new_leader() -> None:
    position = play(dealt(ROOT, HANDS), "play 5", "play 7", "play 9")
    order = []
    for value in (5, 7, 9):
        order.append(position.actor)
        assert refused(position, "play 1").clause == "root R10"
        position.play(f"take {value}")
    assert order == [2, 0, 1]
    assert texts(position)[0].startswith("play")


def test_root_R11_red_first() -> None:
    """Test vector 5: C must choose the 4 or the 6, A must take the other red, B gets the 12."""
    position = play(dealt(ROOT, "4.5.1.2 6.7.3.10 8.9.11.12"), "play 4", "play 6", "play 12")
    assert (position.actor, texts(position)) == (2, ["take 4", "take 6"])
    assert str(refused(position, "take 12")) == "illegal 'take 12': a red chip lies in the trick, take 4 or 6 (root R11)"
    for first, other in ((4, 6), (6, 4)):
        trick = play(position.copy(), f"take {first}")
        assert trick.view(None).now["display"] == [[], [], [first]]
        assert (trick.actor, texts(trick)) == (0, [f"take {other}"])
        assert (play(trick, f"take {other}").actor, texts(trick)) == (1, ["take 12"])
        assert play(trick, "take 12").view(1).now["hand"] == [3, 7, 10, 12]


def test_root_R12_free_choice_among_reds() -> None:
    position = play(dealt(ROOT, HANDS), "play 6", "play 8", "play 9")
    assert texts(position) == ["take 6", "take 8", "take 9"]
    assert texts(play(position, "take 8")) == ["take 6", "take 9"]


def test_root_R13_the_new_leaders_chip_lies_open() -> None:
    position = play(dealt(ROOT, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    assert position.view(0).now["display"] == [[], [5], []]
    assert texts(position) == ["play 7", "play 8", "play 10"]
    assert refused(position, "play 5").clause == "root R13"


def test_root_R14_the_others_take_theirs_into_the_hand() -> None:
    position = play(dealt(ROOT, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    assert position.view(0).now["hand"] == [1, 2, 6, 11]
    assert texts(play(position, "play 7")) == ["play 3", "play 4", "play 9", "play 12"]
    assert position.view(0).now["hands"][2] == {"red": 2, "blue": 2}  # face down: the colours show, no value does


def test_root_R15_a_leader_with_chips_leads_on() -> None:
    position = at(f"{ROOT} | phase=playing hand=12.1,4.5.2.3,8.9.10.11 shown=6.7 winner=-1")
    play(position, "play 12", "play 4", "play 8", "take 8", "take 4", "take 12")
    assert (position.actor, texts(position)) == (0, ["play 1"])


# --- the end of a round -----------------------------------------------------------------------


def test_root_R16_four_open_chips_end_the_round() -> None:
    position = at(f"{ROOT} | phase=playing hand=12,4.5.2.3,8.9.10.11 shown=1.6.7 winner=-1")
    play(position, "play 12", "play 4", "play 8", "take 8", "take 4")
    assert plain_state(position).round == 0
    position.play("take 12")
    assert plain_state(position).round == 1
    three = at(f"{ROOT} | phase=playing hand=1,4.5.2.3,8.9.10.11 shown=6.7.12 winner=-1")
    play(three, "play 1", "play 4", "play 8", "take 4", "take 8", "take 1")
    assert plain_state(three).round == 0  # seat 0 has three still


def test_root_R17_the_rest_is_turned_up() -> None:
    assert last_trick(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10").view(None).seen["last_round"] is None
    position = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10")
    for viewer in (0, 1, 2, None):
        chips = [entry["chips"] for entry in position.view(viewer).seen["last_round"]]
        assert chips == [[1, 2, 6, 12], [3, 4, 8, 11], [5, 7, 9, 10]]


def test_root_R18_the_sum_of_four_chips_is_the_score() -> None:
    position = after_round(ROOT, "4.1.2.3 5.6.7.12 8.9.10.11")
    assert counted(position)[0] == 10  # and 30 and 38, which are halved
    assert position.scores() == [10, 15, 19]


def test_root_R19_21_or_more_counts_half() -> None:
    position = after_round(ROOT, "8.10.11.12 6.1.7.9 4.2.3.5")  # 41, 23 and 14
    assert (counted(position), position.scores()) == ([20, 11, 14], [20, 11, 14])
    assert counted(after_round(ROOT, "6.1.2.12 4.3.5.10 7.8.9.11")) == [10, 11, 17]  # 21, 22 and 35


def test_root_R20_the_player_to_the_left_starts_next() -> None:
    """Test vector 2: 1, 2, 0. The last trick has no say: seat 0 led it and seat 0 won it."""
    owned = "6.1.2.12 4.3.8.11 5.7.9.10"
    second = after_round(ROOT, owned, leader=0, winner=0, starter=1)
    assert play(second, *DEAL_TO_THREE).actor == 2
    third = after_round(ROOT, owned, leader=1, winner=0, starter=2, round="1")
    assert play(third, *DEAL_TO_THREE).actor == 0


def test_root_R21_all_is_gathered_and_dealt_again() -> None:
    position = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10")
    assert fields_of(position, "hand", "shown", "lying") == [[0] * 4, [0] * 4, 0]
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 6)) for v in RED]
    play(position, *DEAL_TO_THREE)
    assert position.view(None).now["hands"] == [{"red": 2, "blue": 2}] * 3


# --- the end of the game ----------------------------------------------------------------------


def test_root_R22_the_highest_total_wins() -> None:
    position = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10", round="2", score="30,26,20")  # and 10, 13 and 15
    assert (position.scores(), position.winners(), position.returns()) == ([40, 39, 35], [0], [1.0, 0.0, 0.0])
    behind = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10", round="1", score="30,26,20")
    assert (behind.winners(), behind.returns()) == ([], [0.0] * 3)


def test_root_R23_a_tie_goes_to_the_better_last_round() -> None:
    """Test vector 3: the second alone; the third, better still in the last round, is not in the tie."""
    assert finished("45,45,40", "12,15,20") == [1]
    played = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10", round="2", score="33,30,20")  # and 10, 13 and 15
    assert (played.scores(), played.winners()) == ([43, 43, 35], [1])


def test_root_R24_level_again_they_share() -> None:
    """Test vector 4."""
    assert finished("45,45,45", "15,15,12") == [0, 1]
    played = after_round(ROOT, "5.1.2.12 4.3.6.7 8.9.10.11", round="2", score="20,20,20")  # and 20, 20 and 19
    assert (played.scores(), played.winners(), played.returns()) == ([40, 40, 39], [0, 1], [0.5, 0.5, 0.0])


# --- rulings ----------------------------------------------------------------------------------


def test_root_A1_twenty_one_is_halved() -> None:
    """Test vector 1 among others: 21 counts 10, and 20 counts 20."""
    assert counted(after_round(ROOT, "9.10.11.12 5.1.7.8 4.2.3.6")) == [21, 10, 15]
    assert counted(after_round(ROOT, "5.3.6.7 4.1.2.8 9.10.11.12"))[0] == 10
    assert counted(after_round(ROOT, "9.1.4.6 5.2.8.11 7.3.10.12"))[0] == 20
    assert counted(after_round(f"{THREE} scoring=halving", "5.3.6.7 4.1.2.8 9.10.11.12"))[0] == 21


def test_root_A2_every_deal_is_as_likely() -> None:
    chances = set()
    for deal in (DEAL_TO_THREE, LONGEST_OF_THREE[:12], DEAL_TO_THREE[8:] + DEAL_TO_THREE[:8]):
        position = play(game("chip-trick-root").start(), "start 0")
        chance = Fraction(1)
        for move in deal:
            chance *= next(share for outcome, share in position.odds() if str(outcome) == move)
            position.play(move)
        chances.add(chance * 2**6)  # either chip of a colour may have come first
    assert chances == {Fraction(1, 8100)}


def test_root_A3_own_values_known_others_hidden() -> None:
    one = dealt(ROOT, "5.6.1.11 7.8.10.12 4.9.2.3")
    other = dealt(ROOT, "5.6.1.11 4.8.2.12 7.9.10.3")
    assert one.view(0).now["hand"] == [1, 5, 6, 11]
    assert one.view(0).to_dict() == other.view(0).to_dict()
    assert one.view(1).now["hand"] != other.view(1).now["hand"]
    position = play(game("chip-trick-root").start(), "start 0", *DEAL_TO_THREE)
    assert position.view(2).history[1:] == ["deal ?"] * 8 + DEAL_TO_THREE[8:]


def test_root_A4_colours_are_public() -> None:
    position = play(dealt(ROOT, HANDS), "play 5", "play 12", "play 3", "take 5", "take 12", "take 3")
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).now["hands"] == [{"red": 1, "blue": 3}, {"red": 2, "blue": 1}, {"red": 2, "blue": 2}]


def test_root_A5_taken_chips_are_seen() -> None:
    position = play(dealt(ROOT, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).history[-3:] == ["take 5", "take 12", "take 2"]
        assert position.view(viewer).seen["hands"] == [[2], [], [12]]
        assert 12 not in position.view(viewer).now["display"][2]


def test_root_A6_no_chip_is_there_twice() -> None:
    position = play(game("chip-trick-root").start(), "start 0")
    dealt_values = []
    while texts(position)[0].startswith("deal"):
        dealt_values.append(int(texts(position)[0].split()[1]))
        position.play(texts(position)[0])
    assert sorted(dealt_values) == list(range(1, 13))


def test_root_A7_play_goes_clockwise() -> None:
    for leader in range(3):
        position = dealt(ROOT, HANDS, leader)
        order = []
        for _ in range(3):
            order.append(position.actor)
            position.play(texts(position)[0])
        assert order == [leader, (leader + 1) % 3, (leader + 2) % 3]


def test_root_A8_the_round_ends_when_all_have_taken() -> None:
    position = last_trick(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10")
    position.play("take 6")
    assert position.view(None).now["display"][0] == [1, 2, 6, 12]
    assert (position.actor, plain_state(position).round) == (1, 0)
    assert (play(position, "take 4").actor, plain_state(position).round) == (2, 0)
    assert (play(position, "take 5").actor, plain_state(position).round) == (CHANCE, 1)


@pytest.mark.parametrize("moves", [SHORTEST_OF_THREE, LONGEST_OF_THREE])
def test_root_A9_no_chips_means_four_on_display(moves: list[str]) -> None:
    position = play(game("chip-trick-root").start(), "start 0")
    for move in moves:
        position.play(move)
        hand, shown, trick = fields_of(position, "hand", "shown", "trick")
        if position.actor is not CHANCE and not any(trick):
            assert [owned_by(position, seat) for seat in range(3)] == [4, 4, 4]
            for seat in range(3):
                assert hand[seat].bit_count() == 4 - shown[seat].bit_count() > 0
    assert plain_state(position).round == 1


def test_root_A10_ten_tricks_at_the_most() -> None:
    """Nine tricks, three for each, are possible; whoever wins the tenth has four."""
    position = play(game("chip-trick-root").start(), "start 0", *LONGEST_OF_THREE[:-6])
    shown, ended = fields_of(position, "shown", "round")
    assert ([display.bit_count() for display in shown[:3]], ended) == ([3, 3, 3], 0)
    for first in position.moves():
        trick = play(position.copy(), str(first))
        while not plain_state(trick).round:
            trick.play(texts(trick)[-1])
        assert len(trick.history) - len(position.history) == 6  # one trick of three plays and three takes


def test_root_A11_halved_in_each_round() -> None:
    position = after_round(ROOT, "8.10.11.12 6.1.7.9 4.2.3.5", score="13,14,15", round="1")  # 41, 23 and 14
    assert position.scores() == [33, 25, 29]  # totals above 20 are not halved again


def test_root_A12_the_last_round_counts_after_halving() -> None:
    """Seats 0 and 1 level at 40: 38 counted 19, 20 counted 20, so seat 1 is better in the last round."""
    position = after_round(ROOT, "5.10.11.12 8.1.2.9 4.3.6.7", round="2", score="21,20,15")
    assert (position.scores(), position.winners()) == ([40, 40, 35], [1])


def test_root_A13_only_the_best_of_the_tied_share() -> None:
    assert finished("45,45,45", "15,12,15") == [0, 2]
    assert finished("45,45,45", "12,12,15") == [2]
    assert finished("45,45,45", "15,15,15") == [0, 1, 2]
    assert finished("45,44,45", "12,20,12") == [0, 2]


def test_root_A14_the_first_starter_is_drawn_and_each_starts_once() -> None:
    start = game("chip-trick-root").start()
    assert [(str(move), chance) for move, chance in start.odds()] == [(f"start {seat}", Fraction(1, 3)) for seat in range(3)]
    for first in range(3):
        starters, position = [], play(start.copy(), f"start {first}")
        while not position.over:
            play(position, *DEAL_TO_THREE)
            starters.append(position.actor)
            finished_before = plain_state(position).round
            while plain_state(position).round == finished_before:
                position.play(texts(position)[0])
        assert starters == [first, (first + 1) % 3, (first + 2) % 3]


def test_root_A15_left_is_the_next_seat() -> None:
    for starter in range(3):
        position = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10", starter=starter)
        assert plain_state(position).starter == (starter + 1) % 3


@pytest.mark.parametrize("players", [1, 2, 4, 5])
def test_root_A16_no_other_number(players: int) -> None:
    with pytest.raises(OptionError, match=f"chip-trick-root: players can be 3, not {players}"):
        game("chip-trick-root", players)
