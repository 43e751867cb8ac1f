"""Chipik at the table: views, scenes, position texts, notation, refusals and other facts."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from ludotheque import IllegalMove, OptionError, Position, UnreadableMove, UnreadablePosition, positiontext
from ludotheque.games.chipik import rules, text
from ludotheque.games.chipik.rules import Reason
from ludotheque.notation import WholeFormat
from ludotheque.scene import Scene, Zone
from tests.games.chipik.positions import THROWS, discards, first, second, table
from tests.table import at, game, plain_state, play, texts

# --- views ------------------------------------------------------------------------------------

MOMENTS = {
    "start": lambda: game("chipik", 4).start(),
    "opening": lambda: play(game("chipik", 4).start(), "roll 1 3 6", "roll 6 6 1"),
    "level": lambda: play(game("chipik", 4).start(), "roll 1 3 6", "roll 6 6 1", "roll 1 4 5", "roll 6 4 3"),
    "first throw": lambda: table("first_throw", "lucky=1"),
    "failed": lambda: first("1.2.4", "tokens=2,4,4,4 bin=2"),
    "success": lambda: first("5.5.5", "lucky=2"),
    "second throw": lambda: table("second_throw", "dice=1.3 lucky=0"),
    "must discard": lambda: second("1.3.5", "tokens=3,3,5,5"),
    "over": lambda: play(second("4.4.5", "tokens=1,5,5,5"), "addition bin"),
}


@pytest.fixture(params=MOMENTS)
def moment(request: pytest.FixtureRequest) -> Position:
    made: Position = MOMENTS[request.param]()
    return made


def test_everything_lies_open(moment: Position) -> None:
    onlooker = moment.view(None)
    for seat in range(4):
        view = moment.view(seat)
        assert view.now == onlooker.now
        assert view.history == onlooker.history == moment.history
    assert onlooker.moves() == []


def test_nothing_to_remember(moment: Position) -> None:
    for seat in (None, 0, 1, 2, 3):
        assert moment.view(seat).seen == {}


def test_moves_only_for_the_seat_at_turn(moment: Position) -> None:
    for seat in range(4):
        assert moment.view(seat).moves() == (moment.moves() if seat == moment.actor else [])


def test_view_is_data(moment: Position) -> None:
    for seat in (None, 0, 1, 2, 3):
        data = moment.view(seat).to_dict()
        assert json.loads(json.dumps(data)) == data


def test_only_one_position_fits_a_view(moment: Position) -> None:
    for seat in (None, 0, 1, 2, 3):
        guessed = moment.game.guess(moment.view(seat), Random())  # whatever is drawn
        assert plain_state(guessed) == plain_state(moment)
        assert guessed.history == moment.history
        assert texts(guessed) == texts(moment)


def test_now_in_the_opening() -> None:
    assert MOMENTS["opening"]().view(2).now == {
        "step": "opening",
        "dice": [],
        "tokens": [4, 4, 4, 4],
        "bin": 0,
        "lucky": None,
        "order": None,
        "turn": None,
        "opening": [10, 13, None, None],
        "to_throw": [2, 3],
    }


def test_now_in_play() -> None:
    position = first("6.1.3", "order=2,0,3,1 at=3 tokens=3,5,2,4 bin=2 lucky=2")
    assert position.view(None).now == {
        "step": "after_first",
        "dice": [1, 3, 6],
        "tokens": [3, 5, 2, 4],
        "bin": 2,
        "lucky": 2,
        "order": [2, 0, 3, 1],
        "turn": 1,
        "opening": [18, 17, 16, 15],
        "to_throw": [],
    }


def test_now_after_the_end() -> None:
    now = MOMENTS["over"]().view(None).now
    assert (now["step"], now["turn"], now["dice"]) == ("finished", 0, [4, 4, 5])


def test_no_move_reveals_anything() -> None:
    sight = game("chipik", 3).ruleset.sight
    assert not any(sight.reveals(action) for action in range(rules.PLAYER_ACTIONS))


# --- scenes -----------------------------------------------------------------------------------


def scene(position: Position, seat: int | None = 0) -> Scene:
    return position.game.ruleset.scene(position.view(seat))


def zone(of: Scene, id: str) -> Zone:
    return next(zone for zone in of.zones if zone.id == id)


def test_scene_of_the_opening() -> None:
    shown = scene(MOMENTS["opening"](), 2)
    assert shown.ask == "Everyone throws for the turn order."
    assert [z.id for z in shown.zones] == ["dice", "centre", "bin", "tokens0", "tokens1", "tokens2", "tokens3"]
    assert zone(shown, "tokens0").note == "opening throw 10"
    assert zone(shown, "tokens2").note == ""
    assert zone(shown, "dice").things == ()
    assert zone(shown, "dice").note == ""
    assert shown.turn is None
    assert shown.participants == 4


def test_scene_follows_the_turn_order() -> None:
    shown = scene(first("1.2.4", "order=2,0,3,1"))
    assert shown.order == (2, 0, 3, 1)
    assert shown.turn == 2
    assert scene(game("chipik", 3).start()).order == (0, 1, 2)


def test_scene_buttons_say_who_gets_the_tokens() -> None:
    """Seat 0 sits between 3, on the right, and 1, on the left; seat 2 holds the Chance card."""
    offers = zone(scene(first("5.5.5", "order=0,1,2,3 lucky=2")), "discards").things
    assert {thing.moves[0]: thing.owner for thing in offers} == {
        "addition bin": None, "addition lucky": 2, "odds left": 1, "odds right": 3,
        "triple left": 1, "triple right": 3, "triple both": None,
    }  # fmt: skip


def test_scene_dice_are_touched_to_throw_them_again() -> None:
    shown = zone(scene(first("1.1.4")), "dice")
    assert [thing.face for thing in shown.things] == ["1", "1", "4"]
    assert shown.note == "total 6"
    assert set(shown.things[0].moves) == {"reroll 1", "reroll 1 1", "reroll 1 4", "reroll 1 1 4"}
    assert set(shown.things[2].moves) == {"reroll 4", "reroll 1 4", "reroll 1 1 4"}
    assert [thing.name for thing in shown.things] == ["die 1", "die 1", "die 4"]


def test_scene_dice_of_others_are_not_touched() -> None:
    shown = scene(first("5.5.5"), 1)
    assert all(thing.moves == () for z in shown.zones for thing in z.things)
    assert "discards" not in [z.id for z in shown.zones]
    assert shown.moves == ()


def test_scene_offers_every_discard() -> None:
    position = second("5.5.5", "lucky=2")
    shown = scene(position)
    offered = [thing.moves[0] for thing in zone(shown, "discards").things]
    assert offered == discards(position)
    assert list(shown.moves) == texts(position)
    run = zone(scene(second("2.3.4")), "discards")
    assert [thing.face for thing in run.things] == ["Run: 1 token to the left", "Run: 1 token to the right"]


def test_scene_triple_of_the_last_token_speaks_of_one() -> None:
    """A10: that one token goes, so two must not be promised."""
    offered = zone(scene(second("2.2.2", "tokens=1,5,5,5")), "discards").things
    says = ["Triple: your last token to the left", "Triple: your last token to the right"]
    assert [thing.face for thing in offered] == [thing.name for thing in offered] == says
    assert [thing.moves for thing in offered] == [("triple left",), ("triple right",)]
    others = zone(scene(second("5.5.5", "tokens=1,5,5,5 lucky=2")), "discards").things
    assert [thing.face for thing in others] == [
        "Addition: 1 token to the bin",
        "Addition: 1 token to the lucky one",
        "Odds: 1 token to the left",
        "Odds: 1 token to the right",
        *says,
    ]


def test_scene_triple_of_more_tokens_speaks_of_two() -> None:
    """Also when others have one token left."""
    offered = zone(scene(second("2.2.2", "tokens=2,1,6,7")), "discards").things
    says = ["Triple: 2 tokens to the left", "Triple: 2 tokens to the right", "Triple: 1 token each way"]
    assert [thing.face for thing in offered] == [thing.name for thing in offered] == says


def test_scene_card_and_bin() -> None:
    in_centre = scene(first("1.2.4"))
    assert [thing.name for thing in zone(in_centre, "centre").things] == ["the Chance card"]
    assert zone(in_centre, "bin").things == ()
    taken = scene(first("1.2.4", "tokens=4,2,4,4 bin=2 lucky=1"))
    assert zone(taken, "centre").things == ()
    assert [(thing.kind, thing.count) for thing in zone(taken, "tokens1").things] == [("token", 2), ("box", 1)]
    assert [(thing.count, thing.name) for thing in zone(taken, "bin").things] == [(2, "2 tokens")]


def test_scene_counts_tokens_in_words() -> None:
    shown = scene(first("1.2.4", "tokens=1,4,4,7"))
    assert shown.scores == ((1, "1 token"), (4, "4 tokens"), (4, "4 tokens"), (7, "7 tokens"))
    over = scene(MOMENTS["over"]())
    assert over.scores[0] == (0, "0 tokens")
    assert zone(over, "tokens0").things == ()


@pytest.mark.parametrize(
    ("moment", "seat", "ask"),
    [
        ("start", 0, "Everyone throws for the turn order."),
        ("level", 1, "Everyone throws for the turn order."),
        ("first throw", 0, "One moment: chance is at work."),
        ("second throw", 0, "One moment: chance is at work."),
        ("failed", 0, "No combination yet: choose the dice to throw again."),
        ("failed", 1, "Seat 0 is to move."),
        ("success", 0, "Use a combination now and take the Chance card, or throw dice again."),
        ("success", None, "Seat 0 is to move."),
        ("must discard", 0, "Use a combination."),
        ("over", 0, "The game is over."),
        ("over", None, "The game is over."),
    ],
    indirect=["moment"],
)
def test_scene_asks(moment: Position, seat: int | None, ask: str) -> None:
    assert scene(moment, seat).ask == ask


# --- position texts ---------------------------------------------------------------------------


def test_position_text_reads_back(moment: Position) -> None:
    again = at(positiontext.write(moment))
    assert again.game == moment.game
    assert plain_state(again) == plain_state(moment)
    assert positiontext.write(again) == positiontext.write(moment)


def test_position_text_is_what_was_played() -> None:
    """The tables of these tests are those an opening leads to."""
    played = play(game("chipik", 4).start(), "roll 6 6 6", "roll 6 6 5", "roll 6 6 4", "roll 6 6 3")
    assert plain_state(played) == plain_state(table("first_throw"))
    assert plain_state(play(played, "roll 4 2 1")) == plain_state(first("1.2.4"))


IN_PLAY = "order=0,1,2 throwing=0,0,0 level=0,0,0"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        # tokens
        (f"phase=first_throw {IN_PLAY} tokens=5,4,4", "13 tokens and 0 in the bin"),
        (f"phase=first_throw {IN_PLAY} tokens=4,4,3", "11 tokens and 0 in the bin"),
        (f"phase=first_throw {IN_PLAY} bin=1", "12 tokens and 1 in the bin"),
        (f"phase=first_throw {IN_PLAY} tokens=5,5,5 bin=-3", "15 tokens and -3 in the bin"),
        (f"phase=first_throw {IN_PLAY} tokens=4,4,2,2", "12 tokens and 0 in the bin"),
        (f"phase=first_throw {IN_PLAY} tokens=9,4,-1", "12 tokens and 0 in the bin"),
        (f"phase=first_throw {IN_PLAY} tokens=0,6,6", "someone without tokens has not won"),
        (f"phase=finished {IN_PLAY} dice=1.3.5 tokens=6,0,6", "someone without tokens has not won"),
        (f"phase=finished {IN_PLAY} dice=1.3.5", "the game is over, and its winner has tokens"),
        (f"phase=first_throw {IN_PLAY} tokens=0,1,11", "someone without tokens has not won"),
        # turn and card
        (f"phase=first_throw {IN_PLAY} order=0,1,1", "the turn order is not everyone once"),
        (f"phase=first_throw {IN_PLAY} order=1,2,3", "the turn order is not everyone once"),
        (f"phase=first_throw {IN_PLAY} at=3", "a seat that does not exist is to act or holds the card"),
        (f"phase=first_throw {IN_PLAY} at=-1", "a seat that does not exist is to act or holds the card"),
        (f"phase=first_throw {IN_PLAY} lucky=3", "a seat that does not exist is to act or holds the card"),
        (f"phase=first_throw {IN_PLAY} lucky=-2", "a seat that does not exist is to act or holds the card"),
        # dice
        (f"phase=first_throw {IN_PLAY} dice=1.2.4", "dice on the table: 3"),
        ("dice=6", "dice on the table: 1"),
        (f"phase=after_first {IN_PLAY} dice=1.2", "dice on the table: 2"),
        (f"phase=second_throw {IN_PLAY} dice=1.2.4", "dice on the table: 3"),
        (f"phase=after_second {IN_PLAY} dice=-", "dice on the table: 0"),
        (f"phase=first_throw {IN_PLAY} dice=6", "dice on the table: 1"),
        (f"phase=after_first {IN_PLAY}", "dice on the table: 0"),
        (f"phase=finished {IN_PLAY} dice=1.3 tokens=0,6,6", "dice on the table: 2"),
        (f"phase=after_second {IN_PLAY} dice=1.2.4", "a second throw without a combination waits for a decision"),
        # the winner's place or seat does not exist
        (f"phase=finished {IN_PLAY} dice=1.3.5 tokens=0,6,6 at=50", "a seat that does not exist is to act or holds the card"),
        (f"phase=finished {IN_PLAY} dice=1.3.5 tokens=0,6,6 at=-100", "a seat that does not exist is to act or holds the card"),
        (f"phase=finished {IN_PLAY} order=100,1,2 dice=1.3.5 tokens=0,6,6", "the turn order is not everyone once"),
        # in the opening nobody has discarded anything, and nobody is at turn
        ("tokens=3,5,4", "tokens, turn or card moved before the opening was over"),
        ("tokens=3,4,4 bin=1", "tokens, turn or card moved before the opening was over"),
        ("lucky=1", "tokens, turn or card moved before the opening was over"),
        ("at=1", "tokens, turn or card moved before the opening was over"),
        # opening
        ("throwing=0,0,0", "the opening throws are muddled"),
        ("throwing=2,1,1", "the opening throws are muddled"),
        ("throwing=0,1,0", "the opening throws are muddled"),
        ("level=1,-1,1", "the opening throws are muddled"),
        ("level=2,2,2", "the opening throws are muddled"),
        ("level=1,1,0", "the opening throws are muddled"),
        ("level=0,0,0", "the opening throws are muddled"),
        ("ahead=8", "the opening throws are muddled"),
        ("ahead=-1", "the opening throws are muddled"),
        # in the opening, places that do not fit together: play would run off the table
        ("ahead=7,7,7", "the opening throws are muddled"),
        ("ahead=2,2,2", "the opening throws are muddled"),
        ("ahead=0,0,2", "the opening throws are muddled"),
        ("ahead=0,0,2 level=0,0,1 throwing=0,0,1", "the opening throws are muddled"),
        ("ahead=0,0,2 level=1,1,0 throwing=0,0,1", "the opening throws are muddled"),
        ("throwing=1,0,0 level=0,1,1", "the opening throws are muddled"),
    ],
)
def test_impossible_tables_are_refused(fields: str, says: str) -> None:
    with pytest.raises(UnreadablePosition) as refusal:
        positiontext.read(f"chipik players=3 seating=by-roll | {fields}")
    assert str(refusal.value) == f"this position can't be: {says}"


@pytest.mark.parametrize(
    ("fields", "to_throw"),
    [
        ("", [0, 1, 2]),
        ("throwing=0,1,1 opening=9", [1, 2]),
        ("throwing=0,0,1 opening=9,9", [2]),
        ("ahead=0,0,2 level=1,1,0 throwing=1,1,0 opening=9,9,3", [0, 1]),
        ("ahead=0,0,2 level=1,1,0 throwing=0,1,0 opening=7,9,3", [1]),
        ("ahead=0,1,1 level=0,1,1 throwing=0,1,1 opening=9,3,3", [1, 2]),
    ],
)
def test_openings_that_can_be_are_read(fields: str, to_throw: list[int]) -> None:
    assert at(f"chipik players=3 seating=by-roll | {fields}").view(None).now["to_throw"] == to_throw


def test_after_the_opening_nobody_is_to_throw() -> None:
    """Whatever is left in the field: it tells of the opening only."""
    assert at("chipik players=3 seating=by-roll | phase=first_throw order=0,1,2").view(None).now["to_throw"] == []


def test_as_seated_the_order_goes_round_the_table() -> None:
    assert at(f"chipik players=3 seating=as-seated | phase=first_throw {IN_PLAY} order=1,2,0").view(None).now["turn"] == 1
    with pytest.raises(UnreadablePosition) as refusal:
        positiontext.read(f"chipik players=3 seating=as-seated | phase=first_throw {IN_PLAY} order=0,2,1")
    assert str(refusal.value) == "this position can't be: the turn order is not as seated"
    assert at(f"chipik players=3 seating=by-roll | phase=first_throw {IN_PLAY} order=0,2,1").view(None).now["turn"] == 0


def faults(position: Position, **fields: Any) -> list[str]:
    """What is wrong with the position when these fields are changed."""
    state = plain_state(position).copy()
    for name, value in fields.items():
        setattr(state, name, value)
    found: list[str] = position.game.ruleset.faults(position.game.facts, state)
    return found


def test_every_fault_is_named() -> None:
    """Several at once: nobody has tokens but seat 2, nobody has won, and a die lies there too early."""
    tokens = [0, 0, 12, *[0] * 5]
    assert faults(game("chipik", 3).start(), tokens=tokens, dice=[0, 0, 1]) == [
        "tokens, turn or card moved before the opening was over",
        "dice on the table: 1",
    ]
    played = table("first_throw", players=3)
    assert faults(played) == []
    assert faults(played, tokens=tokens, dice=[0, 0, 1]) == ["someone without tokens has not won", "dice on the table: 1"]
    assert faults(played, tokens=tokens, bin=1, lucky=3, dice=[0, 0, 1]) == [
        "12 tokens and 1 in the bin",
        "a seat that does not exist is to act or holds the card",
        "dice on the table: 1",
    ]


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([6, 3, 1], "dice on the table: -1"),  # not ascending
        ([1, 3, 0], "dice on the table: -1"),
        ([1, 3, 7], "dice on the table: 3"),  # no die has a 7
        ([-1, 3, 6], "dice on the table: 3"),
    ],
)
def test_dice_that_no_throw_brings(dice: list[int], says: str) -> None:
    assert faults(first("1.3.6"), dice=dice) == [says]


def test_the_last_token_may_come_on_top() -> None:
    """A player may hold 3n + 1, and then get the winner's last token: 0, 1 and 11 of 12."""
    position = play(game("chipik", 3).start(), "roll 6 6 6", "roll 6 6 5", "roll 6 6 4")
    passing = ("roll 1 2 4", "reroll 4", "roll 6")
    play(position, "roll 2 2 2", "triple right", "roll 2 2 2", "triple left", *passing)
    play(position, "roll 1 3 5", "odds right", "roll 1 3 5", "odds left", *passing)
    assert position.scores() == [1, 1, 10]
    assert positiontext.write(at(positiontext.write(position))) == positiontext.write(position)
    play(position, "roll 1 3 5", "odds right")
    assert position.scores() == [0, 1, 11]
    assert position.winners() == [0]
    assert at(positiontext.write(position)).winners() == [0]


@pytest.mark.parametrize(
    "word",
    [
        *("dice=1.2.3.4", "dice=7", "dice=0.1", "dice=", "dice=a", "dice=01", "dice=-1", "dice=1,3,6", "dice=1.-"),
        *("phase=throwing", "at=200", "at=x"),
    ],
)
def test_fields_that_cannot_be_read(word: str) -> None:
    name, _, value = word.partition("=")
    with pytest.raises(UnreadablePosition) as refusal:
        positiontext.read(f"chipik players=3 seating=by-roll | {word}")
    assert str(refusal.value) == f"the field {name} can't be '{value}'"


LYING = [[0, 0, 0], [0, 0, 1], [0, 1, 3], [1, 3, 6]]  # three faces ascending, 0 for a die being thrown


def test_dice_in_any_order() -> None:
    assert positiontext.write(first("6.1.3")) == positiontext.write(first("1.3.6"))
    assert "dice=1.3.6" in positiontext.write(first("6.1.3"))
    whole = text.FORMATS["dice"]
    assert isinstance(whole, WholeFormat)
    assert [whole.write(dice) for dice in LYING] == ["-", "1", "1.3", "1.3.6"]
    assert [whole.read(dice) for dice in ("-", "1", "3.1", "6.1.3")] == LYING
    assert plain_state(first("6.1.3")).dice == [1, 3, 6]
    assert plain_state(play(first("6.1.3"), "reroll 6")).dice == [0, 1, 3]
    assert "dice=1.3 " in positiontext.write(play(first("6.1.3"), "reroll 6")) + " "


# --- facts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"tokens": 0}, "tokens are 1 to 12"),
        ({"tokens": 13}, "tokens are 1 to 12"),
        ({"addition": 3}, "an Addition needs 4 to 18"),
        ({"addition": 19}, "an Addition needs 4 to 18"),
        ({"by_roll": 2}, "by_roll is 0 or 1"),
        ({"by_roll": -1}, "by_roll is 0 or 1"),
        ({"tokens": True}, "looks like 4, not like True"),
        ({"tokens": (4, 4)}, r"looks like 4, not like \(4, 4\)"),
        ({"tokens": "4.5"}, "looks like 4, not like 4.5"),
        ({"players": 4}, "there are: tokens, addition, by_roll or faces"),
        ({"dice": 4}, "there are: tokens, addition, by_roll or faces"),
        ({"faces": 1}, "2 to 6 faces"),
        ({"faces": 7}, "2 to 6 faces"),
    ],
)
def test_bad_facts(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        game("chipik", 3).with_facts(**changes)


@pytest.mark.parametrize("tokens", [1, 12])
@pytest.mark.parametrize("addition", [4, 18])
@pytest.mark.parametrize("by_roll", [0, 1])
def test_facts_at_their_limits(tokens: int, addition: int, by_roll: int) -> None:
    changed = game("chipik", 8).with_facts(tokens=tokens, addition=addition, by_roll=by_roll)
    position = changed.start()
    assert position.scores() == [tokens] * 8
    for seat in range(8):
        position.play(f"roll 6 6 {6 - seat}" if seat < 6 else f"roll 1 1 {8 - seat}")
    low = play(position.copy(), "roll 1 1 2")
    assert ("addition bin" in texts(low)) == (addition == 4)
    high = play(position.copy(), "roll 6 6 6")
    assert "addition bin" in texts(high)
    assert at(positiontext.write(high)).game == changed


@pytest.mark.parametrize(
    ("tokens", "turns", "scores"), [(1, 1, [0, 2, 1]), (2, 1, [0, 4, 2]), (3, 4, [0, 6, 3]), (4, 4, [0, 8, 4])]
)
def test_smaller_games_end(tokens: int, turns: int, scores: list[int]) -> None:
    """Everyone in turn throws a Triple and feeds the left neighbour, but the last in order the right one."""
    position = play(game("chipik", 3).with_facts(tokens=tokens).start(), "roll 6 6 6", "roll 5 5 5", "roll 4 4 4")
    for turn in range(turns):
        assert not position.over
        play(position, "roll 2 2 2", "triple right" if turn == 2 else "triple left")
    assert position.winners() == [0]
    assert position.scores() == scores


def test_smaller_game_of_one_token() -> None:
    position = play(game("chipik", 3).with_facts(tokens=1).start(), "roll 1 1 1", "roll 6 6 6", "roll 4 4 4")
    play(position, "roll 1 2 4", "reroll 4", "roll 6")
    assert discards(play(position, "roll 5 5 5")) == ["addition bin", "odds left", "odds right", "triple left", "triple right"]
    position.play("triple left")
    assert position.winners() == [2]
    assert position.scores() == [2, 1, 0]


def test_smaller_game_of_three_tokens() -> None:
    position = play(game("chipik", 3, seating="as-seated").with_facts(tokens=3).start(), *["roll 6 6 6"] * 3)
    play(position, "roll 1 1 1", "roll 6 6 6", "roll 4 4 4")
    play(position, "roll 3 3 3", "triple both", "roll 1 2 3", "run left", "roll 1 2 4", "reroll 4", "roll 6")
    assert position.scores() == [5, 1, 3]
    play(position, "roll 4 4 5", "addition lucky")
    assert position.winners() == [1]
    assert position.scores() == [5, 0, 4]


def test_easier_addition() -> None:
    position = game("chipik", 3).with_facts(tokens=2, addition=4).start()
    play(position, "roll 6 6 6", "roll 5 5 5", "roll 4 4 4")
    play(position, *("roll 1 1 2", "addition bin") * 3)
    assert position.scores() == [1, 1, 1]
    play(position, "roll 1 1 2", "addition bin")
    assert position.winners() == [0]


@pytest.mark.parametrize(("faces", "throws"), [(2, 4), (3, 10), (5, 35), (6, 56)])
def test_dice_with_fewer_faces(faces: int, throws: int) -> None:
    position = game("chipik", 3).with_facts(faces=faces, addition=4).start()
    odds = position.odds()
    assert len(odds) == throws
    assert sum(share for _, share in odds) == 1
    assert {str(move): share for move, share in odds}["roll 1 1 2"] == Fraction(3, faces**3)
    assert {str(position.draw(Random(seed))) for seed in range(4000)} >= {str(odds[0][0]), str(odds[-1][0])}
    if faces < 6:
        with pytest.raises(IllegalMove):
            position.play(f"roll 1 1 {faces + 1}")
    play(position, "roll 1 2 2", "roll 1 1 2", "roll 1 1 1", "roll 1 1 2", "reroll 1 2")
    assert len(position.odds()) == faces * (faces + 1) // 2
    assert not faults(position)
    play(position, "roll 1 2", "addition bin", "roll 1 2 2", "reroll 1")
    assert [str(move) for move, _ in position.odds()] == [f"roll {face + 1}" for face in range(faces)]


# --- notation ---------------------------------------------------------------------------------

MOVES = [action for action in range(rules.ACTIONS) if action not in (rules.REROLL, rules.ROLL)]  # these two throw no die


@pytest.mark.parametrize("action", MOVES)
def test_notation_round_trips(action: int) -> None:
    assert text.action(text.words(action).split()) == action


def test_notation_is_all_of_the_contract() -> None:
    words = [text.words(action) for action in MOVES]
    assert len(set(words)) == len(words) == 83 + 9 + 83
    handfuls = [dice.replace(".", " ") for dice in THROWS]
    handfuls += sorted({dice[:-2] for dice in handfuls} | {dice[:1] for dice in handfuls})
    contract = {f"{kind} {dice}" for kind in ("roll", "reroll") for dice in handfuls}
    contract |= {f"{kind} {to}" for kind in ("odds", "run", "triple") for to in ("left", "right")}
    contract |= {"addition bin", "addition lucky", "triple both"}
    assert set(words) == contract


def test_every_offer_is_a_number_of_the_notation(moment: Position) -> None:
    for move in [*moment.moves(), *(move for move, _ in moment.odds())]:
        assert move.action in MOVES
        assert str(move) == text.words(move.action)


@pytest.mark.parametrize(
    ("said", "means"),
    [("ROLL 6 1 3", "roll 1 3 6"), ("  Roll   3 6\t1 ", "roll 1 3 6"), ("roll 1 3 6", "roll 1 3 6")],
)
def test_reading_ignores_case_space_and_order(said: str, means: str) -> None:
    position = table("first_throw")
    position.play(said)
    assert position.history == [means]


def test_reading_a_second_throw_and_a_discard() -> None:
    position = play(first("1.2.4"), " REROLL 4  1", "ROLL 3 1", "Run  LEFT")
    assert position.history == ["reroll 1 4", "roll 1 3", "run left"]


@pytest.mark.parametrize(
    "said",
    [
        *("", " ", "roll", "reroll", "roll 7 1 1", "roll 0 1 1", "roll 1 1 1 1", "roll a b c", "roll 01 1 1", "roll 1-3-6"),
        *("roll ¹ 1 1", "roll 1.0 1 1", "reroll 1 2 3 4", "addition", "addition left", "odds", "odds bin", "odds both"),
        *("run both", "triple", "triple bin", "triple left right", "pass", "stop", "bin", "136", "odds left left"),
        *("roll 1 1 1 1 1 1 1 1 1", "roll -1 1 1", "reroll -"),
    ],
)
def test_gibberish(said: str) -> None:
    position = first("1.2.4")
    with pytest.raises(UnreadableMove, match="'reroll 2 5', 'addition bin' or 'odds left'"):
        position.play(said)
    assert position.history == []


# --- refusals ---------------------------------------------------------------------------------

NO_DIE = "reroll"  # can't be said, but has a number

REFUSALS = [
    (Reason.GAME_OVER, lambda: MOMENTS["over"](), "roll 1 2 3", "the game is over (R31)"),
    (Reason.GAME_OVER, lambda: MOMENTS["over"](), "odds left", "the game is over (R31)"),
    (Reason.NOT_YOUR_STEP, lambda: first("1.2.4"), "roll 1 2 3", "the dice lie already, seat 0 decides (R12)"),
    (
        Reason.NOT_YOUR_STEP,
        lambda: second("4.4.5", "order=2,0,3,1 at=3"),
        "roll 1 2 3",
        "the dice lie already, seat 1 decides (R12)",
    ),
    (Reason.CHANCE_STEP, lambda: game("chipik", 3).start(), "odds left", "wait: the dice are being thrown (R13)"),
    (Reason.CHANCE_STEP, lambda: table("first_throw"), "reroll 1", "wait: the dice are being thrown (R13)"),
    (Reason.CHANCE_STEP, lambda: table("second_throw", "dice=1.3"), "reroll 1", "wait: the dice are being thrown (R13)"),
    (
        Reason.NO_THIRD_THROW,
        lambda: second("4.4.5"),
        "reroll 4",
        "there are two throws at most, and both are made; use a combination of 4 4 5 (R12)",
    ),
    (Reason.NO_DIE_THROWN, lambda: first("1.2.4"), NO_DIE, "a second throw throws at least one die (A5)"),
    (Reason.NOT_AMONG_DICE, lambda: first("1.2.4"), "reroll 3 5", "3 5 is not among the dice 1 2 4 (R14)"),
    (Reason.NOT_AMONG_DICE, lambda: first("1.2.4"), "reroll 1 1", "1 1 is not among the dice 1 2 4 (R14)"),
    (Reason.NOT_ADDITION, lambda: first("1.2.4"), "addition bin", "1 + 2 + 4 = 7, and an Addition needs 13 or more (R17)"),
    (
        Reason.NOT_ADDITION,
        lambda: second("3.4.5", "lucky=1"),
        "addition lucky",
        "3 + 4 + 5 = 12, and an Addition needs 13 or more (R17)",
    ),
    (
        Reason.NOBODY_LUCKY,
        lambda: first("4.4.5"),
        "addition lucky",
        "nobody holds the Chance card, so the token goes to the bin (R22)",
    ),
    (
        Reason.LUCKY_ONESELF,
        lambda: first("4.4.5", "lucky=0"),
        "addition lucky",
        "you hold the Chance card yourself, so the token goes to the bin (A14)",
    ),
    (Reason.NOT_ODDS, lambda: first("1.2.4"), "odds right", "1 2 4 are not all odd (R18)"),
    (Reason.NOT_A_RUN, lambda: first("1.2.6"), "run left", "1 2 6 are not three in a row (R19)"),
    (Reason.NOT_A_TRIPLE, lambda: first("1.1.4"), "triple both", "1 1 4 are not three alike (R20)"),
    (
        Reason.ONE_TOKEN_LEFT,
        lambda: second("2.2.2", "tokens=1,5,5,5"),
        "triple both",
        "only one token is left, it goes left or right (A10)",
    ),
    (Reason.NOT_POSSIBLE, lambda: game("chipik", 3).start(), "roll 6 6", "dice to be thrown now: 3 (R13)"),
    (Reason.NOT_POSSIBLE, lambda: table("first_throw"), "roll 6", "dice to be thrown now: 3 (R13)"),
    (Reason.NOT_POSSIBLE, lambda: table("second_throw", "dice=1"), "roll 6", "dice to be thrown now: 2 (R13)"),
    (Reason.NOT_POSSIBLE, lambda: table("second_throw", "dice=1.3"), "roll 6 6", "dice to be thrown now: 1 (R13)"),
    (Reason.NOT_POSSIBLE, lambda: table("second_throw"), "roll 6 6", "dice to be thrown now: 3 (R13)"),
]


@pytest.mark.parametrize(("reason", "make", "move", "says"), REFUSALS)
def test_refusal(reason: Reason, make: Any, move: str, says: str) -> None:
    position: Position = make()
    before = plain_state(position).copy()
    with pytest.raises(IllegalMove) as refusal:
        position.play(position.game.ruleset.move(rules.REROLL) if move == NO_DIE else move)
    assert refusal.value.code == reason.name
    assert refusal.value.move == move
    assert str(refusal.value) == f"illegal '{move}': {says}"
    assert plain_state(position) == before


def test_every_reason_is_provoked() -> None:
    assert {reason for reason, *_ in REFUSALS} == set(text.REASONS) == set(Reason) - {Reason.OK}


def test_every_clause_is_in_the_rulebook() -> None:
    rulebook = game("chipik", 3).ruleset.rulebook.read_text("utf-8")
    for clause, _sentence in text.REASONS.values():
        assert f"**{clause}.**" in rulebook


def test_offered_is_what_is_not_refused(moment: Position) -> None:
    """Every move of the notation: played if offered, refused with a reason if not."""
    offered = texts(moment)
    for action in MOVES:
        words = text.words(action)
        if words in offered:
            moment.copy().play(words)
        else:
            with pytest.raises(IllegalMove):
                moment.copy().play(words)


# --- the lottery of a random step -------------------------------------------------------------


def drawn(position: Position) -> Counter[str]:
    """What is on the tickets of the random step from here."""
    rules, facts, state = position.game.rules, position.game.facts, position.state
    moves = position.game.ruleset.moves
    return Counter(str(moves[rules.ticket(facts, state, n)]) for n in range(rules.tickets(facts, state)))


@pytest.mark.parametrize("dice", THROWS)
def test_every_choice_has_one_ticket(dice: str) -> None:
    for position in (first(dice, "lucky=2"), first(dice, "lucky=0"), first(dice, "tokens=1,5,5,5")):
        assert drawn(position) == dict.fromkeys(texts(position), 1)
    again = play(first("1.2.4"), "reroll 1 2 4", f"roll {dice.replace('.', ' ')}")
    if again.actor == 0:  # a combination to use
        assert drawn(again) == dict.fromkeys(discards(again), 1)


@pytest.mark.parametrize(
    ("make", "dice"),
    [
        (lambda: game("chipik", 3).start(), 3),
        (MOMENTS["opening"], 3),
        (MOMENTS["level"], 3),
        (lambda: table("first_throw"), 3),
        (lambda: table("second_throw"), 3),
        (lambda: table("second_throw", "dice=4"), 2),
        (lambda: table("second_throw", "dice=1.3"), 1),
    ],
)
def test_every_way_the_dice_fall_has_one_ticket(make: Any, dice: int) -> None:
    fallen = Counter(" ".join(["roll", *sorted(faces)]) for faces in product("123456", repeat=dice))
    assert drawn(make()) == fallen
    assert {str(move): chance * 6**dice for move, chance in make().odds()} == fallen


def test_a_random_step_is_a_ticket(moment: Position) -> None:
    if not moment.over:
        assert str(moment.draw(Random(1))) in texts(moment)
