"""12 Chip Trick at the table: views, scenes, position texts, notation, refusals and other facts."""

import json
import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ludotheque import OptionError, Position, UnreadableMove, UnreadablePosition, positiontext
from ludotheque.games.chip_trick import text
from ludotheque.games.chip_trick.chips import added, copies, dropped, lowest, merged, nth_chip, size, total, values, without
from ludotheque.games.chip_trick.chips import handful_of as handful
from ludotheque.games.chip_trick.rules import Reason
from ludotheque.games.chip_trick.scene import scene
from ludotheque.rulebook import cited
from ludotheque.scene import Scene, Thing, Zone
from tests.games.chip_trick.tables import (
    DEAL_TO_THREE,
    DEAL_TO_TWO,
    FOUR,
    LONGEST_OF_FOUR,
    LONGEST_OF_THREE,
    LONGEST_OF_TWO,
    ROOT,
    SHORTEST_OF_THREE,
    THREE,
    TWO,
    after_round,
    counted,
    dealt,
    fields_of,
    last_trick,
    refused,
)
from tests.table import at, game, plain_state, play, texts

HANDS = "5.6.1.11 7.8.10.12 4.9.2.3"

# The ghost, whose 7 leads; all its chips have been seen.
GHOST_LED_7 = f"{TWO} | phase=playing turn=0 leader=2 hand=9.5.2.11,10.6.8.3 trick=0,0,7 lying=7 stack=1,12,4 stacked=3"


# --- handfuls ---------------------------------------------------------------------------------


def test_a_handful_holds_up_to_two_of_each_value() -> None:
    chips = handful([9, 3, 9, 12])
    assert values(chips) == [3, 9, 9, 12]
    assert [copies(chips, value) for value in (2, 3, 9, 12)] == [0, 1, 2, 1]
    assert (size(chips), total(chips), lowest(chips)) == (4, 33, 3)
    assert [nth_chip(chips, n) for n in range(4)] == [3, 9, 9, 12]
    assert values(dropped(chips, 9)) == [3, 9, 12]
    assert values(dropped(dropped(chips, 9), 9)) == [3, 12]
    assert values(added(chips, 3)) == [3, 3, 9, 9, 12]
    assert values(merged(handful([1, 9]), handful([9, 12]))) == [1, 9, 9, 12]
    assert values(without(chips, handful([9, 12]))) == [3, 9]
    assert without(chips, chips) == 0
    assert handful([3, 9, 12, 9]) == chips  # in whatever order they came


# --- views ------------------------------------------------------------------------------------


def test_now_and_seen_before_anything_happened() -> None:
    view = game("chip-trick", 3).start().view(0)
    assert view.now == {
        "step": "starting",
        "round": 1,
        "leader": 0,
        "trick_winner": None,
        "hand": [],
        "hands": [{"red": 0, "blue": 0}] * 3,
        "display": [[], [], []],
        "trick": [None, None, None],
        "to_take": [],
        "ghost_stack": None,
        "scores": [0, 0, 0],
    }
    assert view.seen == {"hands": [[], [], []], "ghost_stack": None, "last_round": None}


def test_now_and_seen_in_a_trick() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5", "take 12", "take 2", "play 7")
    assert position.view(2).now == {
        "step": "playing",
        "round": 1,
        "leader": 1,
        "trick_winner": None,
        "hand": [3, 4, 9, 12],
        "hands": [{"red": 1, "blue": 3}, {"red": 1, "blue": 1}, {"red": 2, "blue": 2}],
        "display": [[], [5], []],
        "trick": [None, 7, None],
        "to_take": [],
        "ghost_stack": None,
        "scores": [0, 0, 0],
    }
    assert position.view(2).seen == {"hands": [[2], [], [12]], "ghost_stack": None, "last_round": None}
    assert position.view(None).now == position.view(2).now | {"hand": None}
    assert [str(move) for move in position.view(2).moves()] == ["play 3", "play 4", "play 9", "play 12"]
    assert position.view(1).moves() == position.view(None).moves() == []


def test_now_in_the_taking() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2", "take 5")
    now = position.view(0).now
    assert (now["step"], now["trick_winner"], now["to_take"], now["trick"]) == ("taking", 1, [2, 12], [5, 12, 2])


def test_now_and_seen_with_a_ghost() -> None:
    position = play(game("chip-trick", 2).start(), "start 2", *DEAL_TO_TWO, "stack brbr", "show 11", "play 12", "play 4")
    assert position.view(0).now["hands"] == [{"red": 2, "blue": 1}, {"red": 1, "blue": 2}, {"red": 0, "blue": 0}]
    assert position.view(0).now["ghost_stack"] == ["red", "blue", "red"]
    assert position.view(0).seen["ghost_stack"] == [None, None, None]
    play(position, "take 4", "take 12")
    assert position.view(0).now["ghost_stack"] == ["red", "blue", "red", "blue"]
    assert position.view(1).seen["ghost_stack"] == [None, None, None, 11]
    red_below = play(at(GHOST_LED_7), "play 9", "play 10", "take 9")
    assert red_below.view(0).now["ghost_stack"] == ["blue", "blue", "red", "red"]
    assert red_below.view(0).seen["ghost_stack"] == [1, 12, 4, 7]


def test_now_and_seen_after_a_round_and_at_the_end() -> None:
    owned = "6.1.2.12 4.3.8.11 5.7.9.10"
    after = after_round(THREE, owned, score="1,0,0")
    now, seen = after.view(1).now, after.view(1).seen
    assert (now["step"], now["round"], now["display"], now["scores"]) == ("dealing", 2, [[], [], []], [2, 0, 0])
    assert seen["last_round"][1] == {"chips": [3, 4, 8, 11], "counted": 26}
    finished = after_round(THREE, owned, score="2,0,0")
    over = finished.view(1).now
    assert (over["hand"], over["hands"]) == ([], [{"red": 0, "blue": 0}] * 3)  # turned up, not in hand any more
    known = play(last_trick(THREE, owned, score="2,0,0"), "take 6", "take 4", "take 5")
    assert known.view(1).seen["hands"] == [[], [], []]
    assert (over["step"], over["round"], over["scores"]) == ("finished", 1, [3, 0, 0])
    assert over["display"] == [[1, 2, 6, 12], [3, 4, 8, 11], [5, 7, 9, 10]]


def test_a_chip_played_again_is_no_longer_known() -> None:
    """Of twins in one hand, one of them seen, a play leaves the other one unknown."""
    at_first = f"{FOUR} | phase=playing turn=0 leader=0 hand=9.9.1.11,4.4.3.3,5.6.10.10,7.8.2.12"
    position = at(f"{at_first} known=9")
    assert position.view(1).seen["hands"][0] == [9]
    position.play("play 9")
    assert position.view(1).seen["hands"][0] == []
    unseen = play(at(f"{at_first} known=1"), "play 9")
    assert unseen.view(1).seen["hands"][0] == [1]


def test_a_view_is_data_and_an_onlooker_has_no_hand() -> None:
    for position in (dealt(FOUR, "9.9.1.11 4.4.3.3 5.6.10.10 7.8.2.12"), at(GHOST_LED_7), game("chip-trick-root").start()):
        for seat in (None, *range(position.game.players)):
            data = position.view(seat).to_dict()
            assert json.loads(json.dumps(data)) == data
        assert position.view(None).now["hand"] is None


def test_moves_and_odds_are_there_only_in_their_steps() -> None:
    player, chance = dealt(THREE, HANDS), game("chip-trick", 3).start()
    end = after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", score="2,0,0")
    assert [len(position.moves()) for position in (player, chance, end)] == [4, 0, 0]
    assert [len(position.odds()) for position in (player, chance, end)] == [0, 3, 0]


@pytest.mark.parametrize(
    "moves",
    [
        [],
        ["start 2"],
        ["start 2", "deal 4"],
        ["start 2", *DEAL_TO_TWO],
        ["start 2", *DEAL_TO_TWO, "stack rbbr"],
        ["start 2", *DEAL_TO_TWO, "stack rbbr", "show 5"],
        ["start 2", *DEAL_TO_TWO, "stack rbbr", "show 5", "play 6", "play 4"],
    ],
)
def test_a_random_step_is_drawn_by_its_odds(moves: list[str]) -> None:
    """Every ticket of the lottery once: what it holds are the odds, or every move a player has."""
    position = play(game("chip-trick", 2).start(), *moves)
    there, rules, state = position.game, position.game.rules, position.state
    number = rules.tickets(there.facts, state)
    drawn = Counter(str(there.ruleset.move(int(rules.ticket(there.facts, state, n)))) for n in range(number))
    expected = dict(position.odds()) or dict.fromkeys(position.moves(), Fraction(1, len(position.moves()) or 1))
    assert {move: Fraction(times, number) for move, times in drawn.items()} == {str(m): odds for m, odds in expected.items()}


def test_the_ghost_has_no_view() -> None:
    with pytest.raises(IndexError, match="seats 0 to 1"):
        at(GHOST_LED_7).view(2)


def test_only_a_played_chip_reveals_something() -> None:
    ruleset = game("chip-trick", 3).ruleset
    revealed = [ruleset.sight.reveals(ruleset.read(move).action) for move in ("play 1", "play 12", "take 1", "take 12")]
    assert revealed == [True, True, False, False]


def test_what_happened_is_hidden_only_in_the_deal() -> None:
    position = play(game("chip-trick", 2).start(), "start 0", *LONGEST_OF_TWO)
    for seat in (0, 1, None):
        view = position.view(seat)
        for step, (told, played) in enumerate(zip(view.history, position.history, strict=True)):
            secret = 1 <= step <= 8 and (step - 1) // 4 != seat
            assert told == ("deal ?" if secret else played)


# --- scenes -----------------------------------------------------------------------------------


def zones(of: Scene) -> dict[str, Zone]:
    return {zone.id: zone for zone in of.zones}


def faces(zone: Zone) -> list[str | None]:
    return [thing.face for thing in zone.things]


def looks(thing: Thing) -> tuple[str | None, str, str]:
    return thing.face, thing.tone, thing.name


def test_scene_of_the_leader() -> None:
    shown = scene(dealt(THREE, HANDS).view(0))
    assert [zone.id for zone in shown.zones] == ["trick", "display0", "hand0", "display1", "hand1", "display2", "hand2"]
    assert (shown.ask, shown.turn, shown.participants) == ("Lead a chip.", 0, 3)
    assert shown.moves == ("play 1", "play 5", "play 6", "play 11")
    assert [looks(thing) for thing in zones(shown)["hand0"].things] == [
        ("1", "blue", "blue 1"), ("5", "red", "red 5"), ("6", "red", "red 6"), ("11", "blue", "blue 11"),
    ]  # fmt: skip
    assert [thing.moves for thing in zones(shown)["hand0"].things] == [("play 1",), ("play 5",), ("play 6",), ("play 11",)]
    red, blue = (None, "red", "a red chip, face down"), (None, "blue", "a blue chip, face down")
    assert [looks(thing) for thing in zones(shown)["hand1"].things] == [red, red, blue, blue]
    assert shown.scores == ((0, "0 tiles"),) * 3


def test_scene_of_those_who_follow_and_wait() -> None:
    position = play(dealt(THREE, HANDS, leader=2), "play 4", "play 11")
    follower = scene(position.view(1))
    assert (follower.ask, faces(zones(follower)["trick"])) == ("Play a chip.", ["4", "11"])  # in the order of play
    four = play(dealt(FOUR, "9.9.1.11 4.4.3.3 5.6.10.10 7.8.2.12", leader=1), "play 4", "play 10", "play 7")
    assert faces(zones(scene(four.view(None)))["trick"]) == ["4", "10", "7"]
    assert scene(four.view(1)).ask == "Seat 0 is to move."
    waiting = scene(position.view(0))
    assert (waiting.ask, waiting.turn, waiting.moves) == ("Seat 1 is to move.", 1, ())
    assert not any(thing.moves for zone in waiting.zones for thing in zone.things)
    onlooker = scene(position.view(None))
    assert [faces(zones(onlooker)[f"hand{seat}"]) for seat in range(3)] == [[None] * 3, [None] * 4, [None] * 3]


def test_scene_of_the_taking() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12", "play 2")
    winner = scene(position.view(1))
    assert winner.ask == "You won the trick: take a chip for your display."
    lying = [(thing.owner, thing.face, thing.moves) for thing in zones(winner)["trick"].things]
    assert lying == [(0, "5", ("take 5",)), (1, "12", ()), (2, "2", ())]
    position.play("take 5")
    other = scene(position.view(2))
    assert other.ask == "Take a chip into your hand."
    assert [thing.moves for thing in zones(other)["trick"].things] == [("take 12",), ("take 2",)]
    assert (faces(zones(other)["display1"]), zones(other)["display1"].note) == (["5"], "total 5")
    assert zones(other)["display0"].note == ""


def test_scene_with_a_ghost() -> None:
    position = play(game("chip-trick", 2).start(), "start 0")
    shown = scene(position.view(0))
    assert (shown.ask, shown.turn) == ("One moment: chance is at work.", None)
    play(position, *DEAL_TO_TWO, "stack rbbr")
    shown = scene(position.view(1))
    assert [zone.id for zone in shown.zones] == ["trick", "stack", "display0", "hand0", "display1", "hand1", "display2"]
    assert [(thing.face, thing.tone) for thing in zones(shown)["stack"].things] == [
        (None, "red"), (None, "blue"), (None, "blue"), (None, "red"),
    ]  # fmt: skip
    assert zones(shown)["stack"].owner == 2
    seen_chips = scene(at(GHOST_LED_7).view(0))
    assert [thing.tone for thing in zones(seen_chips)["stack"].things] == ["blue", "blue", "red"]
    assert faces(zones(seen_chips)["stack"]) == [None] * 3  # face down, although they were seen


def test_scene_of_the_end() -> None:
    over = scene(after_round(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", score="2,1,0").view(0))
    assert (over.ask, over.turn) == ("The game is over.", None)
    assert [zone.id for zone in over.zones] == ["trick", "display0", "display1", "display2"]
    assert [zone.note for zone in over.zones[1:]] == ["total 21", "total 26", "total 31"]
    assert over.scores == ((3, "3 tiles"), (1, "1 tile"), (0, "0 tiles"))


def test_scene_of_root_is_black_and_counts_points() -> None:
    position = play(dealt(ROOT, HANDS), "play 1")
    shown = scene(position.view(1))
    assert [looks(thing) for thing in zones(shown)["trick"].things] == [("1", "black", "black 1")]
    assert [thing.name for thing in zones(shown)["hand1"].things] == ["red 7", "red 8", "black 10", "black 12"]
    assert looks(zones(shown)["hand0"].things[-1]) == (None, "black", "a black chip, face down")
    scores = after_round(ROOT, "6.1.2.12 4.3.8.11 5.7.9.10").view(0)
    assert scene(scores).scores == ((10, "10 points"), (13, "13 points"), (15, "15 points"))


# --- position texts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "moves"), [(2, LONGEST_OF_TWO), (3, LONGEST_OF_THREE), (4, LONGEST_OF_FOUR)], ids=["two", "three", "four"]
)
def test_every_position_of_a_round_can_be_written_and_read(players: int, moves: list[str]) -> None:
    position = game("chip-trick", players).start()
    for move in ("start 0", *moves):
        position.play(move)
        again = at(positiontext.write(position))
        assert plain_state(again) == plain_state(position)
        assert texts(again) == texts(position)


def test_a_position_as_text() -> None:
    position = play(dealt(THREE, HANDS), "play 5", "play 12")
    assert positiontext.write(position) == (
        "chip-trick players=3 scoring=explosion | phase=playing turn=2 winner=-1 hand=1.6.11,7.8.10,2.3.4.9 trick=5,12 lying=5.12"
    )
    assert positiontext.write(game("chip-trick-root").start()) == "chip-trick-root players=3 |"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (f"{THREE} | phase=playing", "the chips in play are []"),
        (
            f"{THREE} | phase=playing hand=5.6.1.11,7.8.10.12,4.9.2.2",
            "the chips in play are [1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
        ),
        (
            f"{TWO} | phase=playing hand=5.6.1.11,7.8.10.12 stack=4,9,2,2 stacked=4",
            "the chips in play are [1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
        ),
        (
            f"{THREE} | phase=playing hand=5.6.1.11,7.8.10.12,4.9.2 pool=3",
            "a chip nobody has seen is not in the ghost's stack",
        ),
        (
            f"{TWO} | phase=showing turn=2 hand=5.6.1.11,7.8.10.12 stack=-1,-1,-2 stacked=3 pool=4.9.2.3",
            "a chip nobody has seen is not in the ghost's stack",
        ),
        (f"{THREE} | phase=playing hand=5.6.1.11.7,8.10.12,4.9.2.3", "seat 0 owns 5 chips"),
        (f"{THREE} | phase=playing turn=1 hand=6.1.11,7.8.10.12,4.9.2.3 lying=5", "seat 0 owns 3 chips"),
        (f"{THREE} | phase=playing turn=1 hand=5.6.1.11,7.8.10.12,4.9.2.3 trick=5", "seat 0 owns 4 chips"),
        (
            f"{THREE} | phase=taking turn=2 winner=1 hand=6.1.11,7.8.10,4.9.3 trick=5,12,2 lying=5.12.2",
            "seat 1 owns 3 chips",  # it has taken already
        ),
        (f"{THREE} | phase=playing hand=5.6.1.11,7.8.10.12,4.9.2.3 known=-,5", "seat 1 is known to hold chips it does not hold"),
        (f"{THREE} | phase=playing hand=5.6.1.11,7.8.10.12,4.9.2.3 leader=3", "a seat that does not exist is to act"),
        (f"{THREE} | starter=-1", "a seat that does not exist is to act"),
        (f"{TWO} | turn=4", "a seat that does not exist is to act"),
        (f"{TWO} | stacked=5", "the ghost's stack holds 5 chips"),
        (f"{TWO} | phase=playing turn=2 hand=5.6.1.11,7.8.10.12 stack=4,9,2,3 stacked=4", "the ghost waits to act"),
        (f"{THREE} | phase=playing turn=0 hand=-,7.8.10.12,4.9.2.3 shown=5.6.1.11", "the player to act has no chip"),
        (f"{THREE} | phase=taking hand=5.6.1.11,7.8.10.12,4.9.2.3", "there is nothing to take"),
        (
            f"{THREE} | phase=taking winner=3 hand=6.1.11,7.8.10,4.9.3 trick=5,12,2 lying=5.12.2",
            "there is nothing to take",
        ),
        (f"{THREE} | phase=finished final=9.9", "the final chips are not of this game"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table: str, sentence: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        at(table)
    assert str(caught.value) == f"this position can't be: {sentence}"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (f"{FOUR} | phase=dealing turn=4 pool=1.2.3.3.4.4.5.6.7.8.9.9.10.10.11.12", "the deal went astray"),  # no such seat
        (f"{THREE} | phase=dealing hand=1.2.3.10 pool=4.5.6.7.8.9.11.12", "the deal went astray"),  # four blue chips
        (f"{THREE} | phase=dealing hand=4.5.6 pool=1.2.3.7.8.9.10.11.12", "the deal went astray"),  # three red ones
        (f"{THREE} | phase=dealing hand=4.1 pool=2.3.5.6.7.8.9.10.11.12", "the deal went astray"),  # a blue one too early
        (f"{THREE} | phase=dealing turn=1 hand=4.5.1 pool=2.3.6.7.8.9.10.11.12", "the deal went astray"),  # one too few
        (f"{THREE} | phase=dealing hand=-,4 pool=1.2.3.5.6.7.8.9.10.11.12", "the deal went astray"),  # seat 1 before seat 0
        (f"{THREE} | phase=dealing shown=1.2.3.10 pool=4.5.6.7.8.9.11.12", "the deal went astray"),  # a display already
        (f"{THREE} | phase=dealing lying=1 pool=2.3.4.5.6.7.8.9.10.11.12", "the deal went astray"),  # a trick already
        (f"{THREE} | phase=showing hand=5.6.1.11,7.8.10.12,4.9.2.3", "there is no ghost to act"),
        (f"{THREE} | phase=stacking hand=5.6.1.11,7.8.10.12,4.9.2.3", "there is no ghost to act"),
        (
            f"{TWO} | phase=showing turn=2 leader=2 hand=5.6.1.11,7.8.10.12 stack=4,9,2,3 stacked=4",
            "there is nothing for the ghost to show",  # its top chip was seen
        ),
        (
            f"{TWO} | phase=showing turn=1 leader=1 hand=5.6.1.11,7.8.10.12 stack=-1,-1,-2,-2 stacked=4 pool=4.9.2.3",
            "there is nothing for the ghost to show",  # seat 1 is to play
        ),
        (
            f"{TWO} | phase=showing turn=2 leader=2 hand=5.6.1.11,7.8.10.12 stack=-2,-2,-2,-2 stacked=4 pool=4.9.2.3",
            "the ghost's stack has other colours than the chips nobody has seen",
        ),
        (
            f"{THREE} | phase=playing turn=0 leader=0 hand=6.1.11,7.8.10.12,4.9.2.3 trick=5 lying=5",
            "the trick is not what was played to it",  # seat 0 is to play a second chip
        ),
        (
            f"{THREE} | phase=playing turn=2 leader=1 hand=6.1.11,7.8.10.12,4.9.2.3 trick=5 lying=5",
            "the trick is not what was played to it",  # seat 1 led, but seat 0 has played
        ),
        (
            f"{THREE} | phase=playing turn=1 leader=0 hand=6.1.11,7.8.10.12,4.9.2.3 trick=7 lying=5",
            "the trick is not what was played to it",  # a 5 lies there and a 7 was played
        ),
        (
            f"{FOUR} | phase=playing logged=127 hand=9.5.10.2,8.4.3.11,9.4.10.12,6.7.1.3",
            "the round or the game went on too long",
        ),
        (
            f"{FOUR} | phase=playing logged=-1 hand=9.5.10.2,8.4.3.11,9.4.10.12,6.7.1.3",
            "the round or the game went on too long",
        ),
        (f"{ROOT} | phase=playing round=3 hand=5.6.1.11,7.8.10.12,4.9.2.3", "the round or the game went on too long"),
    ],
)
def test_a_table_that_play_could_not_go_on_from_is_refused(table: str, sentence: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        at(table)
    assert str(caught.value) == f"this position can't be: {sentence}"


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("hand=5.6.13", "the field hand can't be '5.6.13'"),
        ("hand=5..6", "the field hand can't be '5..6'"),
        ("hand=1,2,3,4,5", "the field hand can't be '1,2,3,4,5'"),
        ("phase=dancing", "the field phase can't be 'dancing'"),
        ("turn=128", "the field turn can't be '128'"),
        ("turn=two", "the field turn can't be 'two'"),
        ("cards=3", "'cards=3' is no field of a chip-trick position"),
        ("turn", "'turn' is no field of a chip-trick position"),
    ],
)
def test_a_field_that_cannot_be_read_is_refused(field: str, sentence: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        at(f"{THREE} | {field}")
    assert str(caught.value) == sentence


def test_an_empty_handful_is_a_dash() -> None:
    assert fields_of(at(f"{THREE} | shown=-,- last=4"), "shown", "last") == [[0] * 4, [4, 0, 0, 0]]


def test_what_nobody_saw_of_the_stack_counts_for_the_ghost() -> None:
    """Every chip of the stack is played in the first four tricks, so only a table set up like this can show it."""
    spec = f"{TWO} | phase=taking turn=1 winner=0 leader=0 hand=-,4.3.8 shown=6.1.2.12 trick=6,4,5 lying=5.11"
    position = play(at(f"{spec} stack=-1,-2,9 stacked=3 pool=7.10"), "take 5")
    assert plain_state(position).round == 1
    assert counted(position) == [21, 20, 37]


# --- notation ---------------------------------------------------------------------------------


def test_every_move_reads_back() -> None:
    for id in ("chip-trick", "chip-trick-root"):
        ruleset = game(id, 3).ruleset
        written = [text.words(action) for action in range(ruleset.rules.actions)]
        assert len(set(written)) == 68
        for action, words in enumerate(written):
            assert ruleset.read(words).action == action
            assert ruleset.read(f"  {words.upper().replace(' ', '   ')} ").action == action


@pytest.mark.parametrize(
    "gibberish",
    [
        "", "play", "7", "play 0", "play 13", "play 07", "play -1", "play x", "play 1 2", "take 4 5", "eat 4",
        "start 4", "start -1", "start", "stack rbb", "stack rbbrr", "stack rbxr", "stack 5", "deal ?", "show ?", "play ４",
    ],
)  # fmt: skip
def test_gibberish_is_no_move(gibberish: str) -> None:
    position = dealt(THREE, HANDS)
    before = plain_state(position).copy()
    with pytest.raises(UnreadableMove, match="is not a move of chip-trick; moves look like 'play 7' or 'take 4'"):
        position.play(gibberish)
    assert plain_state(position) == before


# --- refusals ---------------------------------------------------------------------------------


def over(game: str) -> Position:
    owned = "6.1.2.12 4.3.8.11 5.7.9.10"
    return after_round(game, owned, round="2") if game == ROOT else after_round(game, owned, score="2,0,0")


def taken_5(game: str) -> Position:
    return play(dealt(game, HANDS), "play 5", "play 12", "play 2", "take 5")


REFUSALS = {
    Reason.GAME_OVER: (over, "play 5", "the game is over", "R38", "root R3"),
    Reason.NOT_YOUR_STEP: (
        lambda game: dealt(game, HANDS, leader=2), "deal 5", "chance has nothing to do now, seat 2 moves", "R17", "root R7",
    ),
    Reason.CHANCE_STEP: (
        lambda game: after_round(game, "6.1.2.12 4.3.8.11 5.7.9.10"), "play 5",
        "wait: chips are being dealt or shown, no player moves now", "R13", "root R6",
    ),
    Reason.PLAY_FIRST: (
        lambda game: play(dealt(game, HANDS), "play 5"), "take 5",
        "first everyone plays a chip to the trick, then chips are taken; play one now", "R17", "root R7",
    ),
    Reason.TAKE_FIRST: (
        taken_5, "play 4", "everyone has played; take a chip of the trick now, 2 or 12", "R22", "root R10",
    ),
    Reason.ON_DISPLAY: (
        lambda game: play(taken_5(game), "take 12", "take 2"), "play 5",
        "the 5 lies on display and is not played again this round; play 7, 8 or 10", "R24", "root R13",
    ),
    Reason.NOT_IN_HAND: (
        lambda game: dealt(game, HANDS), "play 12", "there is no 12 in this hand; play 1, 5, 6 or 11", "R17", "root R7",
    ),
    Reason.NOT_IN_TRICK: (taken_5, "take 5", "there is no 5 left in the trick; take 2 or 12", "R21", "root R10"),
    Reason.RED_FIRST: (
        lambda game: play(dealt(game, HANDS), "play 5", "play 12", "play 4"), "take 12",
        "a red chip lies in the trick, take 4 or 5", "R23", "root R11",
    ),
    Reason.NOT_POSSIBLE: (
        lambda game: after_round(game, "6.1.2.12 4.3.8.11 5.7.9.10"), "deal 3", "chance can't bring this now", "R9", "root R5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", text.REASONS)
def test_every_reason_is_a_sentence_with_its_clause(reason: Reason) -> None:
    table, move, sentence, mandoo, root = REFUSALS[reason]
    for edition, clause in ((THREE, mandoo), (ROOT, root)):
        complaint = refused(table(edition), move)
        assert (complaint.code, complaint.why) == (reason.name, sentence)
        assert str(complaint) == f"illegal '{move}': {sentence} ({clause})"


def test_every_reason_has_its_words_and_its_clauses() -> None:
    reasons = [reason for reason in Reason if reason is not Reason.OK]
    assert list(text.REASONS) == list(REFUSALS) == reasons
    for id in ("chip-trick", "chip-trick-root"):
        ruleset = game(id, 3).ruleset
        rulebook = ruleset.rulebook.read_text()
        for clauses, _sentence in text.REASONS.values():
            clause = cited(clauses, ruleset.clause_prefix)
            assert clause.startswith(ruleset.clause_prefix)
            assert re.search(rf"^- \*\*{clause.removeprefix(ruleset.clause_prefix)}\.\*\*", rulebook, re.MULTILINE)


@pytest.mark.parametrize(
    ("moves", "impossible"),
    [
        ([], "start 3"),  # three participants
        ([], "deal 4"),
        ([], "stack rbbr"),
        ([], "show 4"),
        (["start 0"], "start 0"),
        (["start 0"], "deal 1"),  # a red one is due
        (["start 0", "deal 4"], "deal 4"),  # it is gone
        (["start 0", "deal 4", "deal 9"], "deal 5"),  # a blue one is due
        (["start 0", *DEAL_TO_TWO], "stack rrrb"),
        (["start 0", *DEAL_TO_TWO], "show 5"),
        (["start 2", *DEAL_TO_TWO, "stack rbbr"], "show 10"),  # a red one lies on top
        (["start 2", *DEAL_TO_TWO, "stack brbr"], "show 5"),  # a blue one does
        (["start 2", *DEAL_TO_TWO, "stack rbbr"], "show 4"),  # a player has it
        (["start 2", *DEAL_TO_TWO, "stack rbbr"], "stack rbbr"),
    ],
)
def test_chance_cannot_bring_everything(moves: list[str], impossible: str) -> None:
    position = play(game("chip-trick", 2).start(), *moves)
    assert refused(position, impossible).code == "NOT_POSSIBLE"


def test_a_refusal_at_the_ghosts_step_names_no_hand() -> None:
    position = play(game("chip-trick", 2).start(), "start 2", *DEAL_TO_TWO, "stack rbbr")
    complaint = refused(position, "play 8")
    assert str(complaint) == "illegal 'play 8': wait: chips are being dealt or shown, no player moves now (R13)"
    assert complaint.numbers["hand"] == ()


def test_twins_are_named_once_in_a_refusal() -> None:
    position = dealt(FOUR, "9.9.1.11 4.4.3.3 5.6.10.10 7.8.2.12")
    assert refused(position, "play 4").why == "there is no 4 in this hand; play 1, 9 or 11"
    play(position, "play 11", "play 4", "play 10", "play 12", "take 4", "take 10")
    assert refused(position, "take 10").code == "NOT_IN_TRICK"


# --- other facts ------------------------------------------------------------------------------


def test_fewer_chips_fewer_tiles_and_another_limit() -> None:
    small = game("chip-trick", 3).with_facts(chips=handful([2, 3, 5, 6, 7, 12]), reds=1, blues=1, limit=10, tiles=1)
    deal = ["start 0", "deal 5", "deal 12", "deal 6", "deal 2", "deal 7", "deal 3"]
    position = play(small.start(), *deal, "play 5", "play 2", "play 7", "take 5", "take 7", "take 2")
    assert (position.actor, position.view(None).now["display"]) == (2, [[], [], [5]])
    play(position, "play 3", "play 12", "play 6", "take 6", "take 3", "take 12")
    assert (position.actor, plain_state(position).round) == (0, 0)
    play(position, "play 7", "play 3", "play 12", "take 7", "take 12", "take 3")
    assert position.over
    assert (counted(position), position.winners()) == ([18, 5, 12], [1])  # 12 is too much already
    assert "fact.reds=1" in small.spec


def test_more_rounds_for_root() -> None:
    longer = game("chip-trick-root").with_facts(rounds=4)
    position = play(longer.start(), "start 0")
    for finished in range(4):
        assert not position.over
        assert plain_state(position).starter == finished % 3
        position.play(texts(position)[0])
        while not position.over and plain_state(position).round == finished:
            position.play(texts(position)[0])
    assert position.over


def most_tiles() -> int:
    """How many tiles a game may ask for, as the complaint about too many says."""
    with pytest.raises(OptionError, match=r"tiles 1 to \d+$") as caught:
        game("chip-trick", 3).with_facts(tiles=10**6)
    return int(str(caught.value).split()[-1])


def test_as_many_rounds_as_the_most_tiles_allow_can_be_counted() -> None:
    """Four players may need 4 × (tiles − 1) + 1 rounds."""
    tiles, owned = most_tiles(), "6.1.2.12 7.3.3.11 4.4.10.10 5.8.9.9"
    before = ",".join([str(tiles - 1)] * 4)
    position = after_round(f"{FOUR} fact.tiles={tiles}", owned, round=f"{4 * tiles - 4}", score=before)
    assert position.over
    assert (position.view(0).now["round"], position.scores()) == (4 * tiles - 3, [tiles, tiles - 1, tiles - 1, tiles - 1])


SIXTEEN = game("chip-trick", 4).facts.chips


@pytest.mark.parametrize(
    ("players", "changes", "sentence"),
    [
        (3, {"chips": 1 << 24}, "chips must be a handful of the values 1 to 12"),
        (3, {"chips": -1}, "chips must be a handful of the values 1 to 12"),
        (3, {"chips": 0b10}, "chips must be a handful of the values 1 to 12"),  # a second 1 without a first
        (3, {"red": 0b01}, "red must hold both bits of every red value"),
        (3, {"red": -1}, "red must hold both bits of every red value"),
        (3, {"red": 3 << 24}, "red must hold both bits of every red value"),
        (3, {"reds": -1}, "everyone is dealt 1 to 4 chips"),
        (3, {"blues": -1}, "everyone is dealt 1 to 4 chips"),
        (3, {"reds": 0, "blues": 0}, "everyone is dealt 1 to 4 chips"),
        (3, {"reds": 3}, "everyone is dealt 1 to 4 chips"),
        (3, {"reds": 1}, "the chips must be dealt out exactly"),
        (3, {"blues": 1}, "the chips must be dealt out exactly"),
        (3, {"chips": SIXTEEN}, "the chips must be dealt out exactly"),
        (3, {"ghost": 1}, "the chips must be dealt out exactly"),
        (3, {"ghost": 1, "chips": SIXTEEN}, "a ghost needs a free seat, four chips and no twins"),
        (2, {"ghost": 2, "chips": SIXTEEN}, "a ghost needs a free seat, four chips and no twins"),
        (2, {"reds": 1, "blues": 1, "chips": handful([4, 5, 6, 1, 2, 3])}, "a ghost needs a free seat, four chips and no twins"),
        (
            4,
            {"ghost": 1, "reds": 1, "blues": 1, "chips": handful([4, 5, 6, 7, 8, 1, 2, 3, 10, 11])},
            "a ghost needs a free seat, four chips and no twins",
        ),
        (3, {"halving": 2}, "halving is 0 or 1, and the limit is not negative"),
        (3, {"limit": -1}, "halving is 0 or 1, and the limit is not negative"),
        (3, {"rounds": -1}, f"rounds are 0 to 100 (0 with a ghost), tiles 1 to {most_tiles()}"),
        (3, {"rounds": 101}, f"rounds are 0 to 100 (0 with a ghost), tiles 1 to {most_tiles()}"),
        (3, {"tiles": 0}, f"rounds are 0 to 100 (0 with a ghost), tiles 1 to {most_tiles()}"),
        (3, {"tiles": most_tiles() + 1}, f"rounds are 0 to 100 (0 with a ghost), tiles 1 to {most_tiles()}"),
        (2, {"rounds": 3}, f"rounds are 0 to 100 (0 with a ghost), tiles 1 to {most_tiles()}"),
    ],
)
def test_facts_that_do_not_fit_together_are_refused(players: int, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        game("chip-trick", players).with_facts(**changes)
    assert str(caught.value) == f"chip-trick: these facts do not fit together: {sentence}"


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (3, {"reds": 1, "blues": 0, "chips": handful([4, 5, 6])}),
        (3, {"reds": 0, "blues": 1, "chips": handful([1, 2, 12])}),
        (3, {"reds": 0, "blues": 4, "red": 0}),  # all blue
        (4, {"reds": 4, "blues": 0, "red": (1 << 24) - 1}),  # all red
        (3, {"limit": 0}),
        (3, {"rounds": 100, "halving": 1}),
        (3, {"tiles": most_tiles()}),
        (2, {"tiles": 1}),
    ],
)
def test_facts_at_the_edge_can_be_played(players: int, changes: dict[str, Any]) -> None:
    position = play(game("chip-trick", players).with_facts(**changes).start(), "start 0")
    while not plain_state(position).round:
        position.play(texts(position)[0])
    assert any(position.scores())


def test_facts_that_do_not_exist_or_look_different_are_refused() -> None:
    with pytest.raises(OptionError, match="chip-trick has no fact colour; there are: ghost, chips, red,"):
        game("chip-trick", 3).with_facts(colour=1)
    with pytest.raises(OptionError, match="has no fact players"):
        game("chip-trick", 3).with_facts(players=4)
    with pytest.raises(OptionError, match="the fact tiles looks like 3, not like many"):
        game("chip-trick", 3).with_facts(tiles="many")


def test_options() -> None:
    assert game("chip-trick", 3).options == {"scoring": "explosion"}
    assert game("chip-trick", 3, scoring="halving").spec == "chip-trick players=3 scoring=halving"
    with pytest.raises(OptionError, match="scoring can be explosion or halving, not boom"):
        game("chip-trick", 3, scoring="boom")
    with pytest.raises(OptionError, match="chip-trick-root has no option scoring"):
        game("chip-trick-root", scoring="halving")


def test_a_game_for_three_can_have_twins_and_remember_the_order_of_play() -> None:
    """The log is there for what twins make uncertain; without twins nothing is written down."""
    twins = game("chip-trick", 3).with_facts(chips=handful([4, 4, 9, 9, 7, 8, 3, 3, 10, 10, 11, 12]))
    assert texts(play(twins.start(), "start 0")) == ["deal 4", "deal 7", "deal 8", "deal 9"]
    position = play(game("chip-trick", 3).start(), "start 0", *DEAL_TO_THREE, *SHORTEST_OF_THREE[12:15])
    assert plain_state(position).logged == 0
    four = play(game("chip-trick", 4).start(), "start 0", *LONGEST_OF_FOUR[:20])
    assert plain_state(four).logged == 4
    assert plain_state(play(four, *LONGEST_OF_FOUR[20:])).logged == 0  # another round
    four = play(game("chip-trick", 4).start(), "start 0", *LONGEST_OF_FOUR[:60])
    again = four.game.guess(four.view(3), Random(2))
    assert plain_state(again).log == plain_state(four).log


def test_the_last_trick_set_up_here_is_one_that_can_be() -> None:
    position = last_trick(THREE, "6.1.2.12 4.3.8.11 5.7.9.10", winner=1)
    assert (position.actor, position.view(None).now["trick"]) == (1, [4, 6, 5])
