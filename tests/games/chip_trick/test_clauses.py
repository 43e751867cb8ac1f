"""Every clause of rulebook.md, 12 Chip Trick in Mandoo's edition, by its number."""

from fractions import Fraction

import pytest

from ludotheque import CHANCE, OptionError
from tests.games.chip_trick.tables import (
    DEAL_TO_THREE,
    DEAL_TO_TWO,
    FOUR,
    LONGEST_OF_FOUR,
    LONGEST_OF_THREE,
    LONGEST_OF_TWO,
    THREE,
    TWO,
    after_round,
    counted,
    dealt,
    fields_of,
    last_trick,
    owned_by,
    refused,
)
from tests.table import at, game, plain_state, play, texts

# Seat 0, 1 and 2 hold these in most tests: seat 1 has the 12.
HANDS = "5.6.1.11 7.8.10.12 4.9.2.3"

# Four hands with twins: of the 9s in seats 0 and 2, of the 10s there too, of the 3s and 4s elsewhere.
TWINS = "9.5.10.2 8.4.3.11 9.4.10.12 6.7.1.3"

RED, BLUE = range(4, 10), [1, 2, 3, 10, 11, 12]


def all_dealt(players: int) -> list[int]:
    """Every value that the deal of a round brings, always the first that is possible; the ghost's chips are left over."""
    position = play(game("chip-trick", players).start(), "start 0")
    values = []
    while texts(position)[0].startswith("deal"):
        values.append(int(texts(position)[0].split()[1]))
        position.play(texts(position)[0])
    pool = plain_state(position).pool
    return sorted(values + [value for value in range(1, 13) if pool >> 2 * (value - 1) & 1])


# --- components and aim -----------------------------------------------------------------------


def test_R1_one_chip_of_each_value() -> None:
    assert all_dealt(3) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_R2_four_to_nine_are_red() -> None:
    position = play(game("chip-trick", 3).start(), "start 0")
    assert texts(position) == ["deal 4", "deal 5", "deal 6", "deal 7", "deal 8", "deal 9"]  # the reds are dealt first
    assert dealt(THREE, HANDS).view(2).now["hands"][2]["red"] == 2  # 4 and 9, not 2 and 3


def test_R3_the_others_are_blue() -> None:
    position = play(game("chip-trick", 3).start(), "start 0", "deal 4", "deal 9")
    assert texts(position) == ["deal 1", "deal 2", "deal 3", "deal 10", "deal 11", "deal 12"]


def test_R4_extra_chips_for_four_only() -> None:
    extra = all_dealt(4)
    for value in range(1, 13):
        extra.remove(value)
    assert extra == [3, 4, 9, 10]
    assert len(all_dealt(3)) == len(all_dealt(2)) == 12


def test_R6_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert game("chip-trick", players).players == players
    for players in (0, 1, 5):
        with pytest.raises(OptionError, match=f"players can be 2, 3 or 4, not {players}"):
            game("chip-trick", players)
    ruleset = game("chip-trick", 3).ruleset
    assert (ruleset.age, ruleset.minutes) == (8, "20")


def test_R7_rounds_until_somebody_has_three_points() -> None:
    owned = "6.1.2.12 4.3.8.11 5.7.9.10"  # 21, 26 and 31
    second = after_round(THREE, owned, score="1,1,0")
    assert second.scores() == [2, 1, 0]
    assert not second.over
    assert texts(second)[0] == "deal 4"
    third = after_round(THREE, owned, score="2,1,0")
    assert third.scores() == [3, 1, 0]
    assert third.over
    assert third.winners() == [0]


# --- setting up -------------------------------------------------------------------------------


def test_R9_colours_are_shuffled_separately() -> None:
    position = play(game("chip-trick", 3).start(), "start 0")
    assert {chance for _, chance in position.odds()} == {Fraction(1, 6)}
    play(position, "deal 7")
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 5)) for v in (4, 5, 6, 8, 9)]
    play(position, "deal 4")
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 6)) for v in BLUE]


def test_R10_three_use_the_base_chips() -> None:
    assert all_dealt(3) == list(range(1, 13))


def test_R11_four_use_all_sixteen() -> None:
    assert all_dealt(4) == [1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 9, 10, 10, 11, 12]


def test_R12_two_play_with_a_ghost() -> None:
    hands = ["deal 8", "deal 6", "deal 12", "deal 2", "deal 4", "deal 7", "deal 3", "deal 1"]
    two = play(game("chip-trick", 2).start(), "start 0", *hands)
    assert texts(two)[0].startswith("stack")
    three = play(game("chip-trick", 3).start(), "start 0", *hands)
    assert texts(three)[0].startswith("deal")
    assert [len(game("chip-trick", n).start().scores()) for n in (2, 3, 4)] == [3, 3, 4]


def test_R13_two_red_and_two_blue_each() -> None:
    for players in (2, 3, 4):
        position = play(game("chip-trick", players).start(), "start 0")
        for _seat in range(players):
            for colour in (RED, RED, BLUE, BLUE):
                assert {int(text.split()[1]) for text in texts(position)} <= set(colour)
                position.play(texts(position)[0])
        if players == 2:
            position.play("stack rbbr")
            assert position.view(None).now["ghost_stack"].count("red") == 2
        else:
            assert plain_state(position).pool == 0  # nothing is left over
        assert position.view(None).now["hands"][:players] == [{"red": 2, "blue": 2}] * players


def test_R14_values_in_hand_are_secret() -> None:
    one = dealt(THREE, "5.6.1.11 7.8.10.12 4.9.2.3")
    other = dealt(THREE, "5.6.1.11 4.8.2.12 7.9.10.3")  # the same for seat 0
    assert one.view(0).to_dict() == other.view(0).to_dict()
    assert one.view(1).to_dict() != other.view(1).to_dict()
    played = play(game("chip-trick", 3).start(), "start 0", *DEAL_TO_THREE)
    assert played.view(1).history == ["start 0", *["deal ?"] * 4, "deal 4", "deal 6", "deal 1", "deal 11", *["deal ?"] * 4]
    assert played.view(None).history == ["start 0", *["deal ?"] * 12]


def test_R15_colours_in_hand_are_public() -> None:
    position = dealt(THREE, HANDS)
    play(position, "play 5", "play 12", "play 3", "take 5", "take 12", "take 3")  # seat 1 won
    hands = [{"red": 1, "blue": 3}, {"red": 2, "blue": 1}, {"red": 2, "blue": 2}]
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).now["hands"] == hands


def test_R16_the_first_starter_is_drawn() -> None:
    start = game("chip-trick", 4).start()
    assert start.actor is CHANCE
    assert [(str(move), chance) for move, chance in start.odds()] == [(f"start {seat}", Fraction(1, 4)) for seat in range(4)]
    for seat in range(3):
        assert play(game("chip-trick", 3).start(), f"start {seat}", *DEAL_TO_THREE).actor == seat


# --- a trick ----------------------------------------------------------------------------------


def test_R17_each_plays_one_chip_clockwise_from_the_leader() -> None:
    position = dealt(THREE, HANDS, leader=1)
    order = []
    for chip in (7, 4, 5):
        order.append(position.actor)
        assert refused(position, "take 7").code == "PLAY_FIRST"
        position.play(f"play {chip}")
    assert order == [1, 2, 0]
    assert position.view(None).now["trick"] == [5, 7, 4]
    assert refused(position, "play 6").code == "TAKE_FIRST"  # one chip each, no more
    assert refused(dealt(THREE, HANDS, leader=1), "play 5").clause == "R17"  # a chip of seat 0, out of turn


def test_R18_any_chip_may_be_played() -> None:
    position = dealt(THREE, HANDS)
    assert texts(position) == ["play 1", "play 5", "play 6", "play 11"]
    assert texts(play(position, "play 5")) == ["play 7", "play 8", "play 10", "play 12"]
    assert texts(play(position, "play 12")) == ["play 2", "play 3", "play 4", "play 9"]


@pytest.mark.parametrize(
    ("hands", "played", "winner"),
    [
        ("5.6.1.11 7.8.10.12 4.9.2.3", "5 12 2", 1),  # a blue one beats the reds
        ("5.6.1.11 7.8.10.12 4.9.2.3", "1 7 9", 2),  # a red one beats the blue
        ("5.6.1.11 7.8.10.12 4.9.2.3", "11 10 3", 0),  # neither the colour led nor the last chip matters
    ],
)
def test_R19_the_highest_value_wins(hands: str, played: str, winner: int) -> None:
    position = play(dealt(THREE, hands), *[f"play {value}" for value in played.split()])
    assert position.view(None).now["trick_winner"] == winner


def test_R20_of_equal_chips_the_earliest_wins() -> None:
    hands = "3.4.9.10 3.4.9.10 5.6.1.11 7.8.2.12"
    first = play(dealt(FOUR, hands, leader=0), "play 10", "play 10", "play 1", "play 2")
    assert first.view(None).now["trick_winner"] == 0
    later = play(dealt(FOUR, hands, leader=1), "play 10", "play 1", "play 2", "play 10")  # seat 0 played last
    assert later.view(None).now["trick_winner"] == 1
    neither_led = play(dealt(FOUR, hands, leader=3), "play 2", "play 10", "play 10", "play 1")
    assert neither_led.view(None).now["trick_winner"] == 0


def test_R21_the_winner_takes_first() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2")
    assert position.actor == 1
    assert all(text.startswith("take") for text in texts(position))


def test_R22_the_others_take_clockwise_until_none_is_left() -> None:
    position = play(dealt(THREE, HANDS), "play 11", "play 10", "play 9")  # seat 0 wins
    order = []
    for value in (9, 10, 11):
        order.append(position.actor)
        position.play(f"take {value}")
    assert order == [0, 1, 2]
    assert texts(position)[0].startswith("play")
    ring = play(dealt(FOUR, TWINS, leader=3), "play 7", "play 10", "play 11", "play 12")  # seat 2 wins, seat 3 is next
    order = []
    for value in (7, 10, 11, 12):
        order.append(ring.actor)
        ring.play(f"take {value}")
    assert order == [2, 3, 0, 1]


def test_R23_red_first() -> None:
    """Test vector 1: B must take the 5, then C chooses the 12 or the 2."""
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2")
    assert texts(position) == ["take 5"]
    for blue in (12, 2):
        assert str(refused(position, f"take {blue}")) == f"illegal 'take {blue}': a red chip lies in the trick, take 5 (R23)"
    position.play("take 5")
    assert position.actor == 2
    assert texts(position) == ["take 2", "take 12"]
    position.play("take 12")
    assert position.actor == 0
    assert texts(position) == ["take 2"]
    assert play(position, "take 2").actor == 1


def test_R24_the_winners_chip_lies_open_and_is_not_played_again() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    assert position.view(0).now["display"] == [[], [5], []]
    assert texts(position) == ["play 7", "play 8", "play 10"]
    complaint = refused(position, "play 5")
    assert (complaint.code, complaint.clause) == ("ON_DISPLAY", "R24")


def test_R25_the_others_take_into_the_hand_and_may_play_it() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    assert position.view(2).now["hand"] == [3, 4, 9, 12]
    position.play("play 7")
    assert texts(position) == ["play 3", "play 4", "play 9", "play 12"]
    position.play("play 12")
    assert texts(position) == ["play 1", "play 2", "play 6", "play 11"]


def test_R26_taken_chips_are_not_shown() -> None:
    one = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    other = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 2", "take 12")
    assert one.view(None).now == other.view(None).now  # who has the 12 lies open nowhere
    assert one.view(1).now == other.view(1).now
    assert one.view(0).now["hand"] != other.view(0).now["hand"]


@pytest.mark.parametrize(
    ("players", "moves"),
    [(3, LONGEST_OF_THREE), (4, LONGEST_OF_FOUR), (2, LONGEST_OF_TWO)],
)
def test_R27_four_chips_each_between_tricks(players: int, moves: list[str]) -> None:
    position = play(game("chip-trick", players).start(), "start 0")
    tricks = 0
    for move in moves:
        position.play(move)
        state = plain_state(position)
        if not any(state.trick) and position.actor is not CHANCE:
            assert [owned_by(position, seat) for seat in range(len(position.scores()))] == [4] * len(position.scores())
            tricks += 1
    assert tricks >= 7


def test_R28_the_winner_leads() -> None:
    for played, taken, winner in (
        ("5 12 2", "5 2 12", 1),
        ("5 10 9", "5 9 10", 1),
        ("6 8 9", "6 8 9", 2),
        ("11 7 9", "7 9 11", 0),
    ):
        position = dealt(THREE, HANDS)
        play(position, *[f"play {value}" for value in played.split()], *[f"take {value}" for value in taken.split()])
        assert position.actor == position.view(None).now["leader"] == winner
        play(position, texts(position)[0])
        assert position.actor == (winner + 1) % 3


# --- the end of a round -----------------------------------------------------------------------


def test_R29_an_empty_hand_to_lead_ends_the_round() -> None:
    """Seat 0 has three chips on display; it wins once more and has none to lead. With two it would lead on."""
    position = at(f"{THREE} | phase=playing hand=12,4.5.2.3,8.9.10.11 shown=1.6.7 winner=-1")
    play(position, "play 12", "play 4", "play 8", "take 8", "take 4")
    assert (plain_state(position).round, position.actor) == (0, 2)
    position.play("take 12")
    assert plain_state(position).round == 1
    assert position.actor is CHANCE
    goes_on = at(f"{THREE} | phase=playing hand=12.1,4.5.2.3,8.9.10.11 shown=6.7 winner=-1")
    play(goes_on, "play 12", "play 4", "play 8", "take 8", "take 4", "take 12")
    assert (plain_state(goes_on).round, goes_on.actor) == (0, 0)
    loses = at(f"{THREE} | phase=playing hand=1,4.5.2.3,8.9.10.11 shown=6.7.12 winner=-1")
    play(loses, "play 1", "play 4", "play 8", "take 4", "take 8", "take 1")
    assert (plain_state(loses).round, loses.actor) == (0, 2)  # seat 0 has its one chip, seat 2 leads


def test_R30_the_rest_is_turned_up() -> None:
    before = last_trick(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    assert before.view(None).seen["last_round"] is None
    after = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    for viewer in (0, 1, 2, None):
        chips = [entry["chips"] for entry in after.view(viewer).seen["last_round"]]
        assert chips == [[1, 2, 6, 12], [3, 4, 8, 11], [5, 7, 9, 10]]


def test_R31_four_chips_are_added_up() -> None:
    assert counted(after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")) == [21, 26, 31]
    assert counted(after_round(FOUR, "1.2.3.3 12.4.5.9 11.4.8.9 10.6.7.10")) == [9, 30, 32, 33]


def test_R32_above_21_explodes_and_21_does_not() -> None:
    safe = after_round(THREE, "6.1.2.12 4.3.5.10 7.8.9.11")  # 21, 22 and 35
    assert (counted(safe), safe.scores()) == ([21, 22, 35], [1, 0, 0])
    lower = after_round(THREE, "8.1.2.9 4.3.6.7 5.10.11.12")  # 20, 20 and 38
    assert (counted(lower), lower.scores()) == ([20, 20, 38], [1, 1, 0])


def test_R33_the_highest_that_did_not_explode_wins() -> None:
    position = after_round(THREE, "5.1.2.11 4.3.6.7 8.9.10.12")  # 19, 20 and 39
    assert (counted(position), position.scores()) == ([19, 20, 39], [0, 1, 0])
    vector_5 = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    assert (counted(vector_5), vector_5.scores()) == ([21, 26, 31], [1, 0, 0])


def test_R34_if_all_exploded_the_highest_wins() -> None:
    position = after_round(THREE, "9.1.2.12 4.3.7.11 5.6.8.10")
    assert (counted(position), position.scores()) == ([24, 25, 29], [0, 0, 1])


@pytest.mark.parametrize(
    ("owned", "totals", "tiles"),
    [
        ("5.1.2.12 4.3.6.7 8.9.10.11", [20, 20, 38], [1, 1, 0]),  # test vector 5
        ("1.2.11.12 3.6.8.9 10.4.5.7", [26, 26, 26], [1, 1, 1]),  # test vector 5, all exploded
    ],
)
def test_R35_a_tile_for_everyone_level(owned: str, totals: list[int], tiles: list[int]) -> None:
    position = after_round(THREE, owned)
    assert (counted(position), position.scores()) == (totals, tiles)


def test_R36_all_is_shuffled_and_dealt_again() -> None:
    position = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    state = plain_state(position)
    assert (state.hand, state.shown, state.trick, state.lying) == ([0] * 4, [0] * 4, [0] * 4, 0)
    assert [(str(move), chance) for move, chance in position.odds()] == [(f"deal {v}", Fraction(1, 6)) for v in RED]
    play(position, *DEAL_TO_THREE)
    assert position.view(None).now["hands"] == [{"red": 2, "blue": 2}] * 3
    ghost = play(after_round(TWO, "6.1.2.12 4.3.8.11 5.7.9.10"), *DEAL_TO_TWO)
    assert len(texts(ghost)) == 6  # the ghost's stack is made anew as well


def test_R37_the_last_leader_starts() -> None:
    position = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", leader=1, winner=2, starter=0)
    assert play(position, *DEAL_TO_THREE).actor == 1


# --- the end of the game ----------------------------------------------------------------------


def test_R38_three_tiles_win() -> None:
    position = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", score="2,2,2")  # seat 0 earns the tile
    assert position.over
    assert (position.scores(), position.winners(), position.returns()) == ([3, 2, 2], [0], [1.0, 0.0, 0.0])
    two = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", score="1,2,2")
    assert not two.over
    assert two.winners() == []


def test_R39_reaching_three_together_shares_the_victory() -> None:
    position = after_round(THREE, "5.1.2.12 4.3.6.7 8.9.10.11", score="2,2,0")
    assert (position.scores(), position.winners(), position.returns()) == ([3, 3, 0], [0, 1], [0.5, 0.5, 0.0])


# --- no explosion -----------------------------------------------------------------------------


def test_R40_above_21_counts_half_rounded_down() -> None:
    position = after_round(f"{THREE} scoring=halving", "8.10.11.12 6.1.7.9 4.2.3.5")  # 41, 23 and 14
    assert counted(position) == [20, 11, 14]


def test_R41_with_halving_nobody_is_ruled_out() -> None:
    owned = "8.10.11.12 6.1.7.9 4.2.3.5"  # 41, 23 and 14
    assert after_round(f"{THREE} scoring=halving", owned).scores() == [1, 0, 0]
    assert after_round(f"{THREE} scoring=explosion", owned).scores() == [0, 0, 1]


# --- two players ------------------------------------------------------------------------------

# The ghost's 7 leads, seats 0 and 1 hold the 9 and the 10; all its chips have been seen.
GHOST_LED_7 = f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 trick=0,0,7 lying=7 stack=1,12,4 stacked=3"


def test_R42_the_ghost_counts_as_a_third_player() -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *DEAL_TO_TWO, "stack rrbb")
    play(position, "play 2", "play 4", "show 5")
    assert position.view(None).now["trick"] == [2, 4, 5]  # a trick of three
    assert position.view(None).now["trick_winner"] == 2
    assert position.view(None).now["display"][2] == [4]  # the winner, it took a red one first
    assert len(position.scores()) == 3


def test_R43_a_face_down_stack_in_random_order() -> None:
    position = play(game("chip-trick", 2).start(), "start 2", *DEAL_TO_TWO)
    orders = [(f"stack {order}", Fraction(1, 6)) for order in ("rrbb", "rbrb", "brrb", "rbbr", "brbr", "bbrr")]
    assert [(str(move), chance) for move, chance in position.odds()] == orders
    position.play("stack brbr")
    assert plain_state(position).stack == [-2, -1, -2, -1]  # no value until it is played
    assert [(str(move), chance) for move, chance in position.odds()] == [("show 10", Fraction(1, 2)), ("show 11", Fraction(1, 2))]


def test_R44_the_ghost_plays_its_top_chip() -> None:
    position = play(game("chip-trick", 2).start(), "start 2", *DEAL_TO_TWO, "stack brbr")
    position.play("show 11")  # the top one is blue
    assert position.view(None).now["trick"] == [None, None, 11]
    assert position.view(None).now["ghost_stack"] == ["red", "blue", "red"]
    play(position, "play 2", "play 4", "take 2", "take 11")  # the ghost won and took the 4
    assert texts(position) == ["show 5", "show 9"]  # the next one is red
    seen_chips = at(GHOST_LED_7)
    play(seen_chips, "play 9", "play 10", "take 9", "take 10")
    play(seen_chips, "play 6")  # seat 1 leads, and the ghost's 1 follows by itself
    assert seen_chips.view(None).now["trick"] == [None, 6, 1]


def test_R45_the_ghost_takes_the_lowest_it_may() -> None:
    """Test vector 6: the 10 wins and must take the 7 or the 9; the ghost then takes the red that is left."""
    position = play(at(GHOST_LED_7), "play 9", "play 10")
    assert position.actor == 1
    assert texts(position) == ["take 7", "take 9"]
    left_7 = play(position.copy(), "take 9")
    assert plain_state(left_7).stack == [1, 12, 4, 7]
    left_9 = play(position.copy(), "take 7")
    assert plain_state(left_9).stack == [1, 12, 4, 9]
    two_reds = at(f"{TWO} | phase=playing turn=1 leader=1 hand=9.5.2.11,10.6.8.3 stack=7,1,12,4 stacked=4")
    play(two_reds, "play 10", "play 9")  # the ghost's 7 between them
    play(two_reds, "take 9")
    assert plain_state(two_reds).stack == [1, 12, 4, 7]
    blues = at(f"{TWO} | phase=playing turn=1 leader=1 hand=9.5.2.11,12.6.8.3 stack=10,1,7,4 stacked=4")
    play(blues, "play 12", "play 11", "take 12")  # the ghost chooses among 10 and 11
    assert plain_state(blues).stack == [1, 7, 4, 10]


def test_R46_what_the_ghost_takes_goes_under_its_stack() -> None:
    """Test vector 6, from a stack nobody has looked into."""
    moves = ["deal 9", "deal 5", "deal 2", "deal 11", "deal 6", "deal 8", "deal 3", "deal 10", "stack rbbr", "show 7"]
    position = play(game("chip-trick", 2).start(), "start 2", *moves, "play 9", "play 10", "take 9")
    assert plain_state(position).stacked == 4
    assert position.view(None).now["ghost_stack"] == ["blue", "blue", "red", "red"]
    assert position.view(None).seen["ghost_stack"] == [None, None, None, 7]
    assert position.view(None).now["display"] == [[], [9], []]
    assert texts(play(position, "take 10", "play 3")) == ["show 1", "show 12"]


def test_R47_the_ghost_first_with_three_gives_the_game_to_the_better_human() -> None:
    owned = "9.1.2.12 4.8.10.11 5.3.6.7"  # 24, 33 and the ghost's 21
    for score, winner in (("1,0,2", 0), ("0,2,2", 1)):
        position = after_round(TWO, owned, score=score)
        assert position.over
        assert position.scores()[2] == 3
        assert position.winners() == [winner]
        assert position.returns()[winner] == 1.0


def test_R48_level_humans_leave_it_to_the_ghost() -> None:
    for level in ("0,0,2", "1,1,2", "2,2,2"):
        position = after_round(TWO, "9.1.2.12 4.8.10.11 5.3.6.7", score=level)
        assert (position.winners(), position.returns()) == ([2], [0.0, 0.0])


# --- rulings ----------------------------------------------------------------------------------


def test_A1_two_use_the_twelve() -> None:
    assert all_dealt(2) == list(range(1, 13))


def test_A2_extra_4_and_9_are_red_3_and_10_blue() -> None:
    position = play(game("chip-trick", 4).start(), "start 0")
    assert {str(move): chance * 8 for move, chance in position.odds()} == {
        "deal 4": 2, "deal 5": 1, "deal 6": 1, "deal 7": 1, "deal 8": 1, "deal 9": 2,
    }  # fmt: skip
    play(position, "deal 4", "deal 4")
    assert {str(move): chance * 8 for move, chance in position.odds()} == {
        "deal 1": 1, "deal 2": 1, "deal 3": 2, "deal 10": 2, "deal 11": 1, "deal 12": 1,
    }  # fmt: skip


def test_A3_twins_are_one_choice() -> None:
    position = dealt(FOUR, "9.9.10.10 4.4.3.3 5.6.1.11 7.8.2.12")
    assert texts(position) == ["play 9", "play 10"]
    play(position, "play 9", "play 3", "play 1", "play 2")
    assert position.view(0).now["hand"] == [9, 10, 10]  # its twin is still there
    play(position, "take 9", "take 1", "take 2", "take 3")
    trick = play(dealt(FOUR, TWINS), "play 10", "play 3", "play 10", "play 3")
    assert trick.view(None).now["to_take"] == [3, 3, 10, 10]
    assert texts(trick) == ["take 3", "take 10"]
    assert texts(play(trick, "take 10", "take 10")) == ["take 3"]


@pytest.mark.parametrize("value", [3, 4, 9, 10])
def test_A4_only_twins_tie_and_the_earlier_wins(value: int) -> None:
    hands = "3.4.9.10 3.4.9.10 5.6.1.11 7.8.2.12"  # seats 0 and 1 hold the twins, 1 and 2 are lower
    for leader, winner in ((0, 0), (1, 1), (2, 0), (3, 0)):
        position = dealt(FOUR, hands, leader)
        for turn in range(4):
            position.play(f"play {[value, value, 1, 2][(leader + turn) % 4]}")
        assert position.view(None).now["trick_winner"] == winner


def test_A4_a_tie_of_tens_test_vector_3() -> None:
    position = dealt(FOUR, "5.6.10.1 4.7.3.2 8.9.10.11 4.9.3.12")
    play(position, "play 10", "play 3", "play 10", "play 4")
    assert (position.actor, texts(position)) == (0, ["take 4"])
    assert (play(position, "take 4").actor, texts(position)) == (1, ["take 3", "take 10"])
    assert (play(position, "take 10").actor, texts(position)) == (2, ["take 3", "take 10"])
    assert (play(position, "take 3").actor, texts(position)) == (3, ["take 10"])


def test_A4_a_tie_of_nines_test_vector_4() -> None:
    position = play(dealt(FOUR, TWINS), "play 9", "play 8", "play 9", "play 1")
    assert (position.actor, texts(position)) == (0, ["take 8", "take 9"])
    for first, second, third in ((9, 8, 9), (9, 9, 8), (8, 9, 9)):
        trick = play(position.copy(), f"take {first}")
        assert (trick.actor, refused(trick, "take 1").code) == (1, "RED_FIRST")
        trick.play(f"take {second}")
        assert (trick.actor, texts(trick)) == (2, [f"take {third}"])
        assert (play(trick, f"take {third}").actor, texts(trick)) == (3, ["take 1"])


def test_A5_one_may_take_ones_own_chip() -> None:
    """Test vector 2: no red lies there, and seat 2, then seat 0, may take back what they played."""
    position = play(dealt(THREE, "5.6.1.11 7.8.3.10 4.9.2.12"), "play 11", "play 3", "play 12")
    assert (position.actor, texts(position)) == (2, ["take 3", "take 11", "take 12"])
    own = play(position.copy(), "take 12", "take 11")
    assert own.view(None).now["display"] == [[], [], [12]]
    assert own.view(0).now["hand"] == [1, 5, 6, 11]
    for first in (3, 11, 12):
        trick = play(position.copy(), f"take {first}")
        rest = [value for value in (3, 11, 12) if value != first]
        assert (trick.actor, texts(trick)) == (0, [f"take {value}" for value in rest])
        assert (play(trick, f"take {rest[0]}").actor, texts(trick)) == (1, [f"take {rest[1]}"])


def test_A6_the_duty_binds_everyone() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 4")
    assert (position.actor, texts(position)) == (1, ["take 4", "take 5"])  # a free choice among reds
    position.play("take 4")
    assert (position.actor, texts(position)) == (2, ["take 5"])  # the winner's neighbour must as well
    assert refused(position, "take 12").clause == "R23"
    position.play("take 5")
    assert (position.actor, texts(position)) == (0, ["take 12"])  # the last gets what is left


def test_A7_the_last_leader_starts_whoever_won() -> None:
    """Test vector 7: seat 0 led the last trick and seat 2 won it; seat 1 started the round, seat 1 or 2 wins it."""
    for owned, round_winner in (("4.3.8.11 6.1.2.12 5.7.9.10", 1), ("5.7.9.10 4.3.8.11 6.1.2.12", 2)):
        position = after_round(THREE, owned, leader=0, winner=2, starter=1)
        assert position.scores()[round_winner] == 1
        assert play(position, *DEAL_TO_THREE).actor == 0


def test_A8_the_last_trick_is_finished_first() -> None:
    position = last_trick(THREE, "6.1.2.12 4.3.8.11 5.7.9.10")
    position.play("take 6")
    assert position.view(None).now["display"][0] == [1, 2, 6, 12]
    assert (position.actor, plain_state(position).round) == (1, 0)  # four chips on display, and it goes on
    assert (play(position, "take 4").actor, plain_state(position).round) == (2, 0)
    assert (play(position, "take 5").actor, plain_state(position).round) == (CHANCE, 1)


@pytest.mark.parametrize(
    ("players", "moves"),
    [(3, LONGEST_OF_THREE), (4, LONGEST_OF_FOUR), (2, LONGEST_OF_TWO)],
)
def test_A9_only_the_leader_can_run_out(players: int, moves: list[str]) -> None:
    position = play(game("chip-trick", players).start(), "start 0")
    for move in moves:
        position.play(move)
        hand, shown, trick, stacked = fields_of(position, "hand", "shown", "trick", "stacked")
        if position.actor is not CHANCE and not any(trick):
            sizes = [chips.bit_count() for chips in hand]
            if players == 2:
                sizes[2] = stacked
            for seat in range(len(position.scores())):
                assert sizes[seat] == 4 - shown[seat].bit_count() > 0
    assert plain_state(position).round == 1  # and the round ended with the last of these moves


def test_A10_tiles_are_unlimited() -> None:
    position = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", score="2,2,2")
    assert sum(position.scores()) == 7
    four = after_round(FOUR, "1.3.10.12 2.4.9.11 3.6.8.9 10.4.5.7", score="2,2,2,2")  # 26 each
    assert four.scores() == [3, 3, 3, 3]


def test_A11_all_who_reach_three_win_together() -> None:
    position = after_round(THREE, "1.2.11.12 3.6.8.9 10.4.5.7", score="2,2,1")  # 26 each
    assert position.over
    assert (position.scores(), position.winners()) == ([3, 3, 2], [0, 1])
    four = after_round(FOUR, "1.3.10.12 2.4.9.11 3.6.8.9 10.4.5.7", score="2,2,2,2")
    assert (four.winners(), four.returns()) == ([0, 1, 2, 3], [0.25] * 4)


def test_A12_ties_with_halving() -> None:
    position = after_round(f"{THREE} scoring=halving", "9.10.11.12 5.1.7.8 4.2.3.6")  # 42, 21 and 15
    assert (counted(position), position.scores()) == ([21, 21, 15], [1, 1, 0])


def test_A13_with_halving_nothing_explodes() -> None:
    owned = "1.2.11.12 3.7.8.9 10.4.5.6"  # 26, 27 and 25, all above 21
    position = after_round(f"{THREE} scoring=halving", owned)
    assert (counted(position), position.scores()) == ([13, 13, 12], [1, 1, 0])  # not the 27 alone
    assert after_round(THREE, owned).scores() == [0, 1, 0]


def test_A14_halving_goes_with_two_and_four() -> None:
    two = after_round(f"{TWO} scoring=halving", "4.1.2.8 5.3.6.7 9.10.11.12")  # 15, 21 and the ghost's 42
    assert (counted(two), two.scores()) == ([15, 21, 21], [0, 1, 1])
    four = after_round(f"{FOUR} scoring=halving", "1.3.8.9 2.4.5.9 3.4.6.7 10.10.11.12", winner=3)
    assert (counted(four), four.scores()) == ([21, 20, 20, 21], [1, 0, 0, 1])


def test_A15_the_ghost_sits_third() -> None:
    moves = [*DEAL_TO_TWO, "stack rrbb"]
    from_0 = play(game("chip-trick", 2).start(), "start 0", *moves)
    assert (from_0.actor, play(from_0, "play 2").actor, texts(play(from_0, "play 4"))) == (0, 1, ["show 5", "show 9"])
    from_1 = play(game("chip-trick", 2).start(), "start 1", *moves)
    assert from_1.actor == 1
    assert texts(play(from_1, "play 4")) == ["show 5", "show 9"]
    assert play(from_1, "show 5").actor == 0
    from_ghost = play(game("chip-trick", 2).start(), "start 2", *moves)
    assert (from_ghost.actor, play(from_ghost, "show 5").actor, play(from_ghost, "play 2").actor) == (CHANCE, 0, 1)


def test_A16_the_ghost_may_start() -> None:
    start = game("chip-trick", 2).start()
    assert [(str(move), chance) for move, chance in start.odds()] == [(f"start {seat}", Fraction(1, 3)) for seat in range(3)]
    play(start, "start 2", *DEAL_TO_TWO, "stack rrbb")
    assert texts(start) == ["show 5", "show 9"]


def test_A17_the_ghost_wins_a_trick() -> None:
    """It takes the lowest red, or else the lowest blue, to its display and leads from its stack."""
    red = at(f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 trick=0,0,12 lying=12 stack=1,7,4 stacked=3")
    play(red, "play 9", "play 8")
    assert red.view(None).now["display"] == [[], [], [8]]
    assert (red.actor, texts(red)) == (0, ["take 9"])
    play(red, "take 9", "take 12")
    assert red.view(None).now["leader"] == 2
    assert red.view(None).now["trick"] == [None, None, 1]  # it led by itself
    blue = at(f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 trick=0,0,12 lying=12 stack=1,7,4 stacked=3")
    play(blue, "play 11", "play 3")
    assert blue.view(None).now["display"] == [[], [], [3]]
    ends = at(f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 shown=-,-,1.4.7 trick=0,0,12 lying=12 stacked=0")
    play(ends, "play 9", "play 8", "take 9", "take 12")
    assert plain_state(ends).round == 1
    assert ends.view(None).seen["last_round"][2] == {"chips": [1, 4, 7, 8], "counted": 20}
    assert ends.scores() == [0, 0, 1]


def test_A18_the_ghost_takes_in_its_turn() -> None:
    position = at(f"{TWO} | phase=playing turn=0 leader=0 hand=9.5.2.11,10.6.8.3 stack=7,1,12,4 stacked=4")
    play(position, "play 11", "play 3")  # seat 0 wins over 3 and the ghost's 7
    assert (position.actor, texts(position)) == (0, ["take 7"])
    position.play("take 7")
    assert (position.actor, texts(position)) == (1, ["take 3", "take 11"])
    position.play("take 11")  # the ghost comes last and gets the 3
    assert plain_state(position).stack == [1, 12, 4, 3]
    red_before_lower_blue = at(f"{TWO} | phase=playing turn=1 leader=1 hand=9.5.2.11,10.6.8.3 stack=1,7,12,4 stacked=4")
    play(red_before_lower_blue, "play 8", "play 5", "take 8")  # 1, 5 and 8: the ghost may not have the 1 yet
    assert plain_state(red_before_lower_blue).stack == [7, 12, 4, 5]


def test_A19_colours_in_the_stack_are_public_values_are_not() -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *DEAL_TO_TWO, "stack rbbr")
    for viewer in (0, 1, None):
        view = position.view(viewer)
        assert view.now["ghost_stack"] == ["red", "blue", "blue", "red"]
        assert view.seen["ghost_stack"] == [None] * 4
        assert view.history[-1] == "stack rbbr"


def test_A20_a_taken_chip_is_seen_by_all() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2")
    for viewer in (0, 1, 2, None):
        assert position.view(viewer).history[-3:] == ["take 5", "take 12", "take 2"]
        assert position.view(viewer).seen["hands"] == [[2], [], [12]]
    position.play("play 7")
    position.play("play 12")
    assert position.view(0).seen["hands"] == [[2], [], []]
    ghost = play(at(GHOST_LED_7), "play 9", "play 10", "take 9")
    assert ghost.view(0).seen["ghost_stack"][-1] == 7


def test_A21_the_ghost_clause_holds_in_a_tie_too() -> None:
    tie = "5.1.2.12 8.9.10.11 4.3.6.7"  # 20, 38 and the ghost's 20
    position = after_round(TWO, tie, score="2,1,2")
    assert (position.scores(), position.winners(), position.returns()) == ([3, 1, 3], [0], [1.0, 0.0])
    other = after_round(TWO, tie, score="1,2,2")
    assert (other.scores(), other.winners()) == ([2, 2, 3], [2])  # level humans
    three = after_round(TWO, "1.2.11.12 3.6.8.9 10.4.5.7", score="2,2,2")  # 26 each
    assert (three.scores(), three.winners(), three.returns()) == ([3, 3, 3], [2], [0.0, 0.0])


def test_A22_both_humans_share() -> None:
    position = after_round(TWO, "5.1.2.12 4.3.6.7 8.9.10.11", score="2,2,2")  # 20, 20 and the ghost's 38
    assert (position.scores(), position.winners(), position.returns()) == ([3, 3, 2], [0, 1], [0.5, 0.5])


def test_A23_the_ghost_explodes_and_takes_tiles() -> None:
    assert after_round(TWO, "9.1.2.12 4.8.10.11 5.3.6.7").scores() == [0, 0, 1]  # 24, 33 and the ghost's 21
    assert after_round(TWO, "6.1.2.12 4.3.8.11 5.7.9.10").scores() == [1, 0, 0]  # 21, 26 and the ghost's 31


def test_A24_of_all_exploded_the_highest_not_the_nearest() -> None:
    position = after_round(FOUR, "7.1.11.12 5.2.9.10 9.3.3.10 4.4.6.8", winner=2)
    assert (counted(position), position.scores()) == ([31, 26, 25, 22], [1, 0, 0, 0])


def test_A25_a_new_game_is_a_new_draw() -> None:
    table = game("chip-trick", 3)
    play(table.start(), "start 2")
    assert [str(move) for move, _ in table.start().odds()] == ["start 0", "start 1", "start 2"]
