"""Calcory around its rules: views, scenes, notation, refusals, position texts, and tables of other sizes."""

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ludotheque import CHANCE, IllegalMove, OptionError, Position, UnreadableMove, UnreadablePosition, positiontext
from ludotheque.games.calcory import text
from ludotheque.games.calcory.rules import ACTIONS, PLAYER_ACTIONS, RETURN, SHOW, START, STOP, TURN, Reason
from ludotheque.scene import Scene, Thing, Zone
from tests.games.calcory.grid import NONE_UNSEEN, late, marks, now, started, turn, with_piles
from tests.size import sized
from tests.table import at, game, plain_state, play, random_step, texts

# --- notation ----------------------------------------------------------------------------------


def test_every_action_has_a_text_of_its_own_and_back() -> None:
    ruleset = game("calcory", 4).ruleset
    said = [str(ruleset.move(action)) for action in range(ACTIONS)]
    assert len(set(said)) == ACTIONS == 60 + 1 + 600 + 4 + 10
    assert [ruleset.read(words).action for words in said] == list(range(ACTIONS))
    assert [ruleset.read(f"  {words.upper().replace(' ', '   ')} ").action for words in said] == list(range(ACTIONS))


def test_the_texts_of_the_corners() -> None:
    ruleset = game("calcory", 4).ruleset
    corners = {TURN: "turn a1", STOP - 1: "turn j6", STOP: "stop", RETURN: "return 0 a1", START - 1: "return 9 j6"}
    corners |= {START: "start 0", SHOW - 1: "start 3", SHOW: "show 0", ACTIONS - 1: "show 9"}
    assert {action: str(ruleset.move(action)) for action in corners} == corners
    assert PLAYER_ACTIONS == START


@pytest.mark.parametrize(
    "gibberish",
    ["", "turn", "turn k1", "turn a7", "turn a01", "turn 1a", "turn a1 b1", "stop a1", "return c4", "return 10 c4",
     "return 6 c7", "return ? c4", "show 10", "show", "show -1", "start 4", "start x", "pass", "mark a1"],
)  # fmt: skip
def test_gibberish_is_unreadable(gibberish: str) -> None:
    position = started()
    with pytest.raises(UnreadableMove, match="moves look like 'turn c4', 'stop' or 'return 6 c4'"):
        position.play(gibberish)
    assert position.history == ["start 0"]


# --- refusals ----------------------------------------------------------------------------------


def small(players: int = 2, **facts: Any) -> Position:
    """A grid of two rows and three columns, `1 1 2 2 3 4` in it; seat 0 begins."""
    changes = {"rows": 2, "columns": 3, "deck": (0, 2, 2, 1, 1, 0, 0, 0, 0, 0)} | facts
    return play(game("calcory", players).with_facts(**changes).start(), "start 0")


REFUSALS: dict[Reason, tuple[Callable[[], Position], str, str]] = {
    Reason.GAME_OVER: (
        lambda: play(late("7", (29, 30)), "turn a1", "stop"),
        "turn a1",
        "illegal 'turn a1': the game is over (R30)",
    ),
    Reason.NOT_YOUR_STEP: (
        lambda: started(first=2),
        "show 3",
        "illegal 'show 3': chance has nothing to do now, seat 2 moves (R11)",
    ),
    Reason.CHANCE_STEP: (
        lambda: play(started(), "turn a1"),
        "turn b1",
        "illegal 'turn b1': wait: chance is at work, no player moves now (R11)",
    ),
    Reason.RETURN_FIRST: (
        lambda: turn(started(), a1=6, b1=2, c1=5),
        "stop",
        "illegal 'stop': first put one of the captured cards back: 2, 5 or 6 (R15)",
    ),
    Reason.NOTHING_TO_RETURN: (
        lambda: turn(started(), a1=6),
        "return 6 a1",
        "illegal 'return 6 a1': a card goes back only after a capture of two or more (R15)",
    ),
    Reason.NO_SUCH_CELL: (small, "turn d1", "illegal 'turn d1': d1 is not on this table, which ends at c2 (R7)"),
    Reason.NO_CARD_THERE: (
        lambda: play(turn(started(), a1=6, b1=7), "return 6 a1"),
        "turn b1",
        "illegal 'turn b1': no card lies on b1 (R11)",
    ),
    Reason.MARKED: (
        lambda: play(turn(started(), a1=6, b1=5), "stop"),
        "turn b1",
        "illegal 'turn b1': the card on b1 is marked, and marked cards can't be used (R23)",
    ),
    Reason.TURNED_ALREADY: (
        lambda: turn(started(), a1=6),
        "turn a1",
        "illegal 'turn a1': the card on a1 is turned already (R11)",
    ),
    Reason.NONE_TURNED: (started, "stop", "illegal 'stop': no card is turned yet; turn one (A7)"),
    Reason.TOO_FEW_CARDS: (
        lambda: turn(started(), a1=6),
        "stop",
        "illegal 'stop': stopping needs 2 turned cards of someone without a pile, not 1; turn another (R21)",
    ),
    Reason.NOT_CAPTURED: (
        lambda: turn(started(), a1=6, b1=7),
        "return 5 a1",
        "illegal 'return 5 a1': no 5 was captured; put back 6 or 7 (R15)",
    ),
    Reason.CELL_TAKEN: (
        lambda: turn(started(), a1=6, b1=7),
        "return 6 j6",
        "illegal 'return 6 j6': a card lies on j6; choose an empty cell (A15)",
    ),
    Reason.NOT_POSSIBLE: (
        lambda: game("calcory", 3).start(),
        "start 3",
        "illegal 'start 3': chance can't bring this now (R7)",
    ),
}


def test_every_reason_has_a_sentence_a_clause_and_a_refusal_here() -> None:
    reasons = set(Reason) - {Reason.OK}
    assert set(text.REASONS) == set(REFUSALS) == reasons
    rulebook = game("calcory", 2).ruleset.rulebook.read_text(encoding="utf-8")
    for clause, _sentence in text.REASONS.values():
        assert f"**{clause}.**" in rulebook


@pytest.mark.parametrize("reason", REFUSALS, ids=lambda reason: reason.name)
def test_a_refusal_says_why_and_changes_nothing(reason: Reason) -> None:
    setup, move, sentence = REFUSALS[reason]
    position = setup()
    before, history = plain_state(position).copy(), position.history
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert str(refused.value) == sentence
    assert (refused.value.code, refused.value.clause) == (reason.name, text.REASONS[reason][0])
    assert refused.value.move == move
    assert "{" not in sentence
    assert plain_state(position) == before
    assert position.history == history


@pytest.mark.parametrize(
    ("setup", "move", "code"),
    [
        (lambda: play(late("7", (29, 30)), "turn a1", "stop"), "start 0", Reason.GAME_OVER),
        (lambda: turn(started(), a1=6, b1=7), "show 3", Reason.NOT_YOUR_STEP),
        (lambda: game("calcory", 2).start(), "stop", Reason.CHANCE_STEP),
        (lambda: game("calcory", 2).start(), "return 6 a1", Reason.CHANCE_STEP),
        (lambda: game("calcory", 2).start(), "show 3", Reason.NOT_POSSIBLE),
        (lambda: play(started(), "turn a1"), "start 0", Reason.NOT_POSSIBLE),
        (lambda: turn(small(target=3), a1=1, b1=2), "return 1 d1", Reason.NO_SUCH_CELL),
        (lambda: turn(small(target=3), a1=1, b1=2), "return 1 a3", Reason.NO_SUCH_CELL),
        (small, "turn a3", Reason.NO_SUCH_CELL),
        (lambda: turn(with_piles(), a1=3), "return 3 b6", Reason.NOTHING_TO_RETURN),
        (with_piles, "stop", Reason.NONE_TURNED),
        (lambda: play(turn(with_piles(), a1=3), "stop"), "stop", Reason.NONE_TURNED),
        (lambda: small(first_turns=3), "stop", Reason.NONE_TURNED),
        (lambda: play(turn(started(), a1=6), "turn b1"), "stop", Reason.CHANCE_STEP),
    ],
)
def test_more_refusals(setup: Callable[[], Position], move: str, code: Reason) -> None:
    position = setup()
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert refused.value.code == code.name


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (started, "no card is turned yet; turn one (A7)"),
        (with_piles, "no card is turned yet; turn one (A7)"),  # with a pile too
        (
            lambda: turn(started(), a1=6),
            "stopping needs 2 turned cards of someone without a pile, not 1; turn another (R21)",
        ),
        (
            lambda: turn(small(first_turns=3), a1=1, b1=2),
            "stopping needs 3 turned cards of someone without a pile, not 2; turn another (R21)",
        ),
    ],
)
def test_a_refused_stop_counts_the_cards(setup: Callable[[], Position], why: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        setup().play("stop")
    assert str(refused.value) == f"illegal 'stop': {why}"


# --- facts and options -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"rows": 7, "columns": 10}, "the grid has 1 to 6 rows and 1 to 10 columns"),
        ({"rows": 0}, "the grid has 1 to 6 rows"),
        ({"columns": 0}, "the grid has 1 to 6 rows"),
        ({"columns": 11}, "the grid has 1 to 6 rows"),
        ({"rows": 5}, "the deck must fill the grid of 5 × 10"),
        ({"deck": (5, 10, 5, 5, 5, 5, 5, 10, 5, 6)}, "the deck must fill the grid of 6 × 10"),
        ({"deck": (-5, 20, 5, 5, 5, 5, 5, 10, 5, 5)}, "the deck must fill the grid"),
        ({"target": 0}, "the target is 1 to 100"),
        ({"target": 101}, "the target is 1 to 100"),
        ({"first_turns": 0}, "at least one card is turned"),
        ({"clear_on_target": 2}, "clear_on_target is 0 or 1"),
        ({"patience": 0}, "patience 1 to 30000"),
        ({"patience": 30_001}, "patience 1 to 30000"),
        ({"deck": (60,)}, "the fact deck looks like 5,10,5,5,5,5,5,10,5,5"),
        ({"target": "13"}, "the fact target looks like 13"),
        ({"players": 3}, "has no fact players"),
        ({"cards": 3}, "has no fact cards; there are: rows, columns, deck, target"),
    ],
)
def test_bad_facts_are_refused(facts: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=re.escape(says)):
        game("calcory", 2).with_facts(**facts)


def test_bad_options_are_refused() -> None:
    with pytest.raises(OptionError, match="marks_on_13 can be stay or clear, not gone"):
        game("calcory", 2, marks_on_13="gone")
    with pytest.raises(OptionError, match="calcory has no option deck"):
        game("calcory", 2, deck=(1,))


def test_options_reach_the_rules() -> None:
    assert game("calcory", 2) == game("calcory", 2, marks_on_13="stay")
    assert game("calcory", 2) != game("calcory", 2, marks_on_13="clear")
    assert game("calcory", 2, marks_on_13="clear").facts.clear_on_target == 1


# --- positions as text -------------------------------------------------------------------------

START_2 = "calcory players=2 marks_on_13=stay |"
LATE_2 = f"{START_2} phase=turning cards=a1.b1.c1 value=5,4,3 unseen={NONE_UNSEEN} pile=29,28"


RETURNING_2 = f"{LATE_2.replace('turning', 'returning').replace('29,28', '29,27')} captured=0,0,0,0,1,0,0,0,0,1"  # 4 and 9
LATE_SHOWING_2 = LATE_2.replace("turning", "showing")

BESIDE = "cards lie beside the grid or over each other"
OPEN_SECRET = "a card that lies open is secret"
NO_SEAT = "a seat that does not exist is to act, or has marks or cards"
CARDS = "the cards on the grid and in the piles do not add up"
UNSEEN_CARDS = "the unseen cards do not add up"
TOO_MANY = "more cards of a value lie there than the deck has"
NO_VALUE = "a card lies open without a value"
NOT_OF_CAPTURED = "a card put back is none of those captured"
TURNED = "the turned cards do not total {}, or are not below the target"
MARKED = "the marked cards do not total {}, or are not below the target"
ZEROS = "two zeros were no bust"
ABOVE = "the captured cards are above the target"
NO_OWNER = "marks stand without an owner"
CAPTURED = "captured cards wait at the wrong moment"
NOTHING_TO_TURN = "there is nothing to turn"
OWN_MARKS = "own marks wait to be collected"
SHOWN = "a card is shown at the wrong moment"
NOT_THERE = "the card to be shown is not there"
QUIET = "the quiet turns are miscounted"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"{START_2} phase=turning turned=a1 marked=a1", BESIDE),
        (f"{LATE_2} turned=d1 sum=0", BESIDE),
        (f"{LATE_2} marked=d1 marker=1", BESIDE),
        (f"{LATE_2} secret=d1 keeper=0,0,0,0", BESIDE),
        ("calcory players=2 fact.rows=1 fact.columns=1 fact.deck=0,1,0,0,0,0,0,0,0,0 | phase=turning cards=b1", BESIDE),
        (f"{START_2} phase=turning cards=a1.b1", CARDS),
        (f"{LATE_2},1", NO_SEAT),
        (f"{LATE_2.replace('29,28', '29,29')}", CARDS),
        (f"{START_2} phase=turning pile=1,-1", CARDS),
        (f"{START_2} phase=turning pile=1", CARDS),
        (f"{START_2} phase=turning captured=1,-1", CARDS),
        (f"{START_2} phase=turning value=6", UNSEEN_CARDS),
        (f"{START_2} phase=turning unseen=65,10,5,5,5,5,5,5,-45", UNSEEN_CARDS),
        (f"{START_2} phase=turning value=6 unseen=4", TOO_MANY),
        (f"{START_2} phase=turning value=10 unseen=4", TOO_MANY),
        (f"{START_2} phase=turning value=-2 unseen=4", TOO_MANY),
        (f"{START_2} phase=turning turned=a1", NO_VALUE),
        (f"{START_2} phase=turning secret=a1", NO_VALUE),
        (f"{START_2} phase=turning secret=a1 keeper=0", NO_VALUE),
        (f"{LATE_2} turned=a1.b1 sum=8", TURNED.format(8)),
        (f"{LATE_2} turned=a1.b1", TURNED.format(0)),
        (f"{START_2} phase=turning turned=a1.b1 sum=17 value=9,8 unseen=5,10,5,5,5,5,5,10,4,4", TURNED.format(17)),
        (f"{LATE_2} marked=a1 marked_sum=4 marker=1", MARKED.format(4)),
        (f"{START_2} phase=turning marked=a1.b1 marked_sum=13 marker=1 value=9,4 unseen=5,10,5,5,4,5,5,10,5,4",
         MARKED.format(13)),
        (f"{LATE_2} marked=a1 marked_sum=5", NO_OWNER),
        (f"{LATE_2} marked=a1 marked_sum=5 marker=2", NO_SEAT),
        (f"{LATE_2} marked=a1 marked_sum=5 marker=-2", NO_SEAT),
        (f"{LATE_2} marker=1", NO_OWNER),
        (f"{LATE_2} turn=2", NO_SEAT),
        (f"{LATE_2} turn=-1", NO_SEAT),
        (f"{LATE_2} turned=a1 sum=5 zeros=1", TURNED.format(5)),
        (f"{START_2} phase=turning zeros=1", TURNED.format(0)),
        (f"{START_2} phase=turning turned=a1 value=0 unseen=4", TURNED.format(0)),  # that zero is not counted
        (f"{START_2} phase=turning turned=a1.b1 zeros=2 value=0,0 unseen=3", ZEROS),
        (f"{LATE_2} secret=a1 keeper=0 options=16", NOT_OF_CAPTURED),
        (f"{LATE_2} secret=a1 keeper=2 options=32", NOT_OF_CAPTURED),
        (f"{LATE_2} secret=a1 options=32", NOT_OF_CAPTURED),
        (f"{LATE_2.replace('turning', 'returning')}", CAPTURED),
        (f"{RETURNING_2.replace('0,0,0,0,1,0,0,0,0,1', '1')}", CAPTURED),  # a single one does not go back
        (f"{LATE_2} marked=a1.b1.c1 marked_sum=12 marker=1", NOTHING_TO_TURN),
        (f"{START_2} phase=showing", SHOWN),
        (f"{START_2} asked=a1", SHOWN),
        (f"{START_2} phase=showing asked=60", "the field asked can't be '60'"),
        (f"{START_2} phase=showing asked=k1", "the field asked can't be 'k1'"),
        (f"{START_2} phase=showing asked=a1.b1", "the field asked can't be 'a1.b1'"),
        (f"{START_2} phase=showing asked=", "the field asked can't be ''"),
        (f"{LATE_SHOWING_2} asked=a1", NOT_THERE),  # everybody has seen it
        (f"{LATE_SHOWING_2} asked=d1", NOT_THERE),  # none lies there
        (f"{LATE_SHOWING_2} asked=0", "the field asked can't be '0'"),
        (f"{LATE_2} quiet=201", QUIET),
        (f"{LATE_2} quiet=-1", QUIET),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused(line: str, says: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        at(line)
    assert str(refused.value) == (says if "field" in says else f"this position can't be: {says}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"{START_2} cards=a1.k1", "the field cards can't be 'a1.k1'"),
        (f"{START_2} phase=dealing", "the field phase can't be 'dealing'"),
        (f"{START_2} value=x", "the field value can't be 'x'"),
        (f"{START_2} sum=200", "the field sum can't be '200'"),
        (f"{START_2} hand=1", "'hand=1' is no field of a calcory position"),
        (
            "calcory players=5 | turn=1",
            "the game of this position can't be read: calcory: players can be 2, 3 or 4, not 5",
        ),
    ],
)
def test_a_line_that_cannot_be_read(line: str, says: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        at(line)
    assert str(refused.value) == says


NEVER = {
    "13 turned and not captured (R14)": (
        f"{START_2} phase=turning turned=a1.b1 sum=13 value=9,4 unseen=5,10,5,5,4,5,5,10,5,4",
        TURNED.format(13),
    ),
    "own marks not collected (A18)": (f"{LATE_2} turn=1 marked=a1 marked_sum=5 marker=1", OWN_MARKS),
    "two 0s marked (A1)": (
        f"{START_2} phase=turning turn=1 marked=a1.b1 marker=0 value=0,0 unseen=3,10,5,5,5,5,5,10,5,5",
        ZEROS,
    ),
    "captured cards left over (R16)": (f"{LATE_2} captured=1,1", CARDS),
    "captured cards while turning (R16)": (f"{LATE_2.replace('29,28', '29,27')} captured=1,1", CAPTURED),
    "6 and 9 captured (R12)": (
        f"{START_2} phase=returning captured=0,0,0,0,0,0,1,0,0,1 cards=a1 unseen=0,1,0,0,0,0,0,0,0,0 pile=29,29",
        ABOVE,
    ),
    "cards turned while one goes back (R14)": (f"{RETURNING_2} turned=a1 sum=5", CAPTURED),
    "a turned card secret (A16)": (f"{LATE_2} turned=a1 sum=5 secret=a1 keeper=1 options=96", OPEN_SECRET),
    "a marked card secret (A16)": (
        f"{LATE_2} turn=1 marked=a1 marked_sum=5 marker=0 secret=a1 keeper=1 options=96",
        OPEN_SECRET,
    ),
    "a card asked for its value while turning": (f"{START_2} phase=turning asked=b1", SHOWN),
    "own marks not collected while a card goes back": (f"{RETURNING_2} marked=a1 marked_sum=5 marker=0", OWN_MARKS),
    "a card put back that no deck has (A16)": (
        f"{LATE_2} secret=a1 keeper=1 options=1056",
        "a card put back is none of those captured",
    ),
    "a turn before anyone started": (f"{START_2} phase=starting turn=1", "cards were turned before anyone started"),
    "patience lost and the game not over (A29)": (f"{LATE_2} quiet=200", QUIET),
    "a pile where nobody sits": (f"{START_2} phase=turning cards=a1 value=5 unseen={NONE_UNSEEN} pile=29,28,2", NO_SEAT),
}


@pytest.mark.parametrize(("line", "says"), NEVER.values(), ids=NEVER)
def test_a_table_no_game_comes_to_is_refused(line: str, says: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        at(line)
    assert str(refused.value) == f"this position can't be: {says}"


def test_every_fault_is_named() -> None:
    """Several at once: of cards, of sums and of the step, in this order."""
    position = started(2)
    state = plain_state(position).copy()
    state.pile[0], state.sum, state.quiet = 1, 3, -1
    assert position.game.ruleset.faults(position.game.facts, state) == [CARDS, TURNED.format(3), QUIET]


def test_faults_of_tables_near_these_are_none() -> None:
    """Each differs by one fault from a table refused above."""
    for line in (LATE_2, RETURNING_2, f"{LATE_2} quiet=199", f"{LATE_2} secret=a1 keeper=1 options=48"):
        assert sorted(positiontext.write(at(line)).split()) == sorted(line.split())
    assert at(f"{LATE_2} turned=a1.b1 sum=9").view(0).now["sum"] == 9
    assert at(f"{LATE_2} turn=1 marked=a1 marked_sum=5 marker=0").view(0).now["marked"] == {"a1": 5}


def test_positions_along_a_game_read_back() -> None:
    rng = Random(4)
    position = game("calcory", 3, marks_on_13="clear").start()
    for _ in range(400):
        twin = at(positiontext.write(position))
        assert plain_state(twin) == plain_state(position)
        assert twin.game == position.game
        if position.over:
            break
        random_step(position, rng)
    assert len(position.history) > 30


def test_a_position_text_shows_cells_by_name_and_the_unseen_as_a_question_mark() -> None:
    position = play(turn(started(2), c1=5, e1=4), "stop")
    turn(position, a1=3)
    assert positiontext.write(position) == (
        f"{START_2} phase=turning turn=1 turned=a1 marked=c1.e1 marker=0 marked_sum=9 sum=3 value=3,?,5,?,4 unseen=5,10,5,4,4,4"
    )
    assert positiontext.write(at(f"{LATE_2} marked=-")) == LATE_2


def test_a_position_text_names_the_card_that_is_asked() -> None:
    asked = f"{START_2} phase=showing asked=c4"
    position = play(started(2), "turn c4")
    assert positiontext.write(position) == asked
    assert plain_state(at(asked)) == plain_state(position)
    assert at(asked).view(0).now["asked"] == "c4"
    assert positiontext.write(at(f"{START_2} phase=turning asked=-")) == f"{START_2} phase=turning"
    assert [text.FORMATS["asked"].write(cell) for cell in (-1, 0, 59)] == ["-", "a1", "j6"]
    assert [text.FORMATS["asked"].read(word) for word in ("-", "a1", "j6")] == [-1, 0, 59]


# --- what a seat knows -------------------------------------------------------------------------


def test_now_holds_what_lies_open() -> None:
    position = play(turn(with_piles(), a1=5, b1=4), "stop")
    turn(position, c1=3)
    position.play("turn d1")
    table = now(position)
    assert table.pop("face_down")[:3] == ["d1", "e1", "f1"]
    assert table == {
        "step": "showing",
        "turned": {"c1": 3},
        "sum": 3,
        "marked": {"a1": 5, "b1": 4},
        "marked_by": 0,
        "marked_sum": 9,
        "asked": "d1",
        "captured": [],
        "piles": [1, 1, 1],
    }
    assert now(game("calcory", 2).start())["step"] == "starting"
    assert now(game("calcory", 2).start())["asked"] is None


def test_seen_holds_what_could_be_remembered() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 7 b1")
    turn(position, c1=9, d1=8)
    assert position.view(0).seen == {
        "known": {"b1": 7, "c1": 9, "d1": 8},
        "one_of": {},
        "unseen": [5, 10, 5, 5, 5, 5, 4, 9, 4, 4],
    }
    assert position.view(None).seen == {
        "known": {"c1": 9, "d1": 8},
        "one_of": {"b1": [6, 7]},
        "unseen": [5, 10, 5, 5, 5, 5, 4, 9, 4, 4],
    }


def test_what_lies_open_is_not_among_the_remembered() -> None:
    position = play(turn(started(), a1=6, b1=5), "stop")
    turn(position, c1=9)
    assert position.view(1).seen["known"] == {}
    turn(position, d1=8)
    assert position.view(1).seen["known"] == {"c1": 9, "d1": 8}


def test_only_who_is_to_act_has_moves() -> None:
    position = started(first=1)
    assert [len(position.view(seat).moves()) for seat in (0, 1, 2, None)] == [0, 60, 0, 0]
    position.play("turn a1")
    assert [len(position.view(seat).moves()) for seat in (0, 1, 2, None)] == [0, 0, 0, 0]
    assert position.view(0).to_dict()["actor"] == "chance"


def test_moves_and_odds_are_never_both_there() -> None:
    chance = play(started(), "turn a1")
    assert (chance.moves(), len(chance.odds())) == ([], 10)
    for position in (started(), turn(started(), a1=6, b1=7)):
        assert position.odds() == []
        assert position.moves()
    over = play(late("7", (29, 30)), "turn a1", "stop")
    assert over.moves() == over.odds() == []


def test_views_are_data() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 7 b1")
    for seat in (0, 1, 2, None):
        data = position.view(seat).to_dict()
        assert json.loads(json.dumps(data)) == data
    with pytest.raises(IndexError):
        position.view(3)


def test_history_hides_the_card_put_back_and_is_not_rewritten() -> None:
    position = play(turn(started(), a1=6, c4=7), "return 7 c4")
    assert position.history[-1] == position.view(0).history[-1] == "return 7 c4"
    for seat in (1, 2, None):
        assert position.view(seat).history == [*position.history[:-1], "return ? c4"]
    turn(position, c4=7, d1=8)  # now all have seen it
    for seat in (1, 2, None):
        assert position.view(seat).history == [*position.history[:5], "return ? c4", *position.history[6:]]
        assert position.view(seat).seen["known"]["c4"] == 7
    assert position.view(0).history == position.history


def test_each_returner_knows_his_own() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 7 a1")
    play(turn(position, c1=4, d1=9), "return 4 b1")  # into a cell emptied before
    assert position.view(0).history[5] == "return 7 a1"
    assert position.view(0).history[-1] == "return ? b1"
    assert position.view(1).history[5] == "return ? a1"
    assert position.view(1).history[-1] == "return 4 b1"
    assert position.view(0).seen["one_of"] == {"b1": [4, 9]}
    assert position.view(1).seen["one_of"] == {"a1": [6, 7]}
    assert position.view(2).seen["one_of"] == {"a1": [6, 7], "b1": [4, 9]}


def test_a_card_put_back_again_is_a_new_secret() -> None:
    position = play(turn(started(), a1=6, b1=7), "return 7 a1")
    turn(position, a1=7, c1=6)  # the next player captures it again
    assert position.view(None).now["captured"] == [6, 7]
    position.play("return 6 a1")
    assert position.view(0).seen["known"] == {}
    assert position.view(0).seen["one_of"] == {"a1": [6, 7]}
    assert position.view(1).seen["known"] == {"a1": 6}


def test_all_captured_alike_is_no_secret_to_who_thinks() -> None:
    position = play(turn(started(2), a1=6, b1=6), "stop")
    turn(position, c1=9, d1=8)
    position.play("return 6 a1")
    assert position.view(1).seen["one_of"] == {"a1": [6]}
    assert position.view(1).history[-1] == "return ? a1"


def test_a_card_turned_cannot_be_unseen() -> None:
    """So it is not taken back; to stop or to put a card back shows nobody anything new."""
    ruleset = game("calcory", 2).ruleset
    shown = [action for action in range(PLAYER_ACTIONS) if ruleset.sight.reveals(action)]
    assert [str(ruleset.move(action)).split()[0] for action in shown] == ["turn"] * 60


# --- the scene ---------------------------------------------------------------------------------


def scene_of(position: Position, seat: int | None) -> Scene:
    scene: Scene = position.game.ruleset.scene(position.view(seat))
    return scene


def zone(scene: Scene, id: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == id)


def thing(scene: Scene, cell: str) -> Thing:
    """What lies on a cell of the full grid."""
    return zone(scene, "grid").things[10 * (int(cell[1]) - 1) + "abcdefghij".index(cell[0])]


def test_the_scene_of_a_fresh_table() -> None:
    scene = scene_of(started(), 0)
    grid = zone(scene, "grid")
    assert (len(grid.things), grid.columns) == (60, 10)
    assert thing(scene, "c4") == Thing("card", None, moves=("turn c4",), name="c4, face down")
    assert [zone.id for zone in scene.zones] == ["grid", "pile0", "pile1", "pile2"]
    assert scene.ask == "Turn cards: come to 13, not above."
    assert scene.turn == 0
    assert scene.scores == ((0, "0 cards"),) * 3


def test_the_scene_of_another_seat_has_no_moves() -> None:
    scene = scene_of(started(), 1)
    assert thing(scene, "c4").moves == ()
    assert scene.moves == ()
    assert scene.ask == "Seat 0 is to move."


def test_turned_and_marked_cards_in_the_scene() -> None:
    position = play(turn(started(), a1=5, b1=4), "stop")
    turn(position, c1=3, d1=1)
    scene = scene_of(position, 1)
    assert thing(scene, "a1") == Thing("card", "5", state="marked", name="a1: 5, marked")
    assert thing(scene, "c1") == Thing("card", "3", state="turned", name="c1: 3, turned")
    assert zone(scene, "sum").note == "total 4"
    assert (zone(scene, "marks").owner, zone(scene, "marks").note) == (0, "total 9")
    assert zone(scene, "stop").things == (Thing("button", "Stop here", moves=("stop",), name="Stop here"),)
    assert scene.ask == "Beat the marked 9, or make 13."
    assert "stop" not in [zone.id for zone in scene_of(position, None).zones]


def test_captured_cards_in_the_scene() -> None:
    position = turn(with_piles(), a1=6, b1=7)
    scene = scene_of(position, 0)
    assert scene.ask == "You captured cards: put one of them back, face down, on an empty cell."
    assert thing(scene, "a1") == Thing("place", moves=("return 6 a1", "return 7 a1"), name="a1, empty")
    assert thing(scene, "c1").moves == ()
    six, seven = zone(scene, "captured").things
    assert (six.face, seven.face) == ("6", "7")
    assert six.moves == tuple(f"return 6 {cell}" for cell in ("a1", "b1", "b6", "d6", "f6"))
    assert seven.moves == tuple(f"return 7 {cell}" for cell in ("a1", "b1", "b6", "d6", "f6"))
    assert zone(scene, "captured").owner == 0
    assert zone(scene_of(position, 2), "captured").things[0].moves == ()


def test_piles_in_the_scene() -> None:
    position = play(turn(started(), a1=6, b1=2, c1=5), "return 6 a1")
    play(turn(position, d1=6, e1=7), "return 6 d1")
    scene = scene_of(position, 0)
    assert zone(scene, "pile0").things == (Thing("card", None, count=2, name="2 cards"),)
    assert zone(scene, "pile1").things == (Thing("card", None, count=1, name="1 card"),)
    assert zone(scene, "pile2").things == ()
    assert scene.scores == ((2, "2 cards"), (1, "1 card"), (0, "0 cards"))


def test_the_scene_at_chance_and_at_the_end() -> None:
    assert scene_of(play(started(), "turn a1"), 0).ask == "One moment: chance is at work."
    over = play(late("7", (29, 30)), "turn a1", "stop")
    for seat in (0, 1, None):
        assert scene_of(over, seat).ask == "The game is over."
        assert scene_of(over, seat).turn is None


def test_no_face_down_card_shows_its_value() -> None:
    """Not even to who knows it: what one remembers is not on the table (A31)."""
    position = play(turn(started(), a1=6, b1=7), "return 6 a1")
    turn(position, c1=9, d1=8)
    play(turn(position, e1=5, f1=4), "stop")
    for seat in (0, 1, 2, None):
        scene = scene_of(position, seat)
        for cell in ("a1", "c1", "d1", "g1"):
            moves = (f"turn {cell}",) if seat == 0 else ()
            assert thing(scene, cell) == Thing("card", None, moves=moves, name=f"{cell}, face down")


def test_along_random_games_scenes_show_only_what_lies_open() -> None:
    rng = Random(31)
    for _ in range(sized(1, 2, 3)):
        position = game("calcory", 3).start()
        while not position.over and len(position.history) < 200:
            random_step(position, rng)
            open_cards = now(position)["turned"] | now(position)["marked"]
            seat = rng.choice([0, 1, 2, None])
            scene = scene_of(position, seat)
            shown = [card.face for card in zone(scene, "grid").things if card.kind == "card" and card.face is not None]
            assert sorted(shown) == sorted(map(str, open_cards.values()))
            touched = {move for zone in scene.zones for card in zone.things for move in card.moves}
            assert touched == set(scene.moves)  # every move can be made by touching something


# --- tables of other sizes ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "facts",
    [
        {"rows": 1, "columns": 1, "deck": (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)},
        {"rows": 1, "columns": 4, "deck": (0, 2, 2, 0, 0, 0, 0, 0, 0, 0), "target": 3},
        {"rows": 2, "columns": 3, "deck": (1, 2, 1, 1, 1, 0, 0, 0, 0, 0), "target": 5},
        {"rows": 6, "columns": 1, "deck": (0, 0, 0, 0, 1, 1, 1, 1, 1, 1)},
        {"rows": 3, "columns": 5, "deck": (3, 3, 0, 0, 0, 0, 3, 3, 0, 3), "first_turns": 1, "clear_on_target": 1},
        {"rows": 2, "columns": 2, "deck": (0, 4, 0, 0, 0, 0, 0, 0, 0, 0), "target": 100, "patience": 7},
    ],
)
def test_other_tables_play_to_the_end(players: int, facts: dict[str, Any]) -> None:
    rng = Random(players)
    cards = facts["rows"] * facts["columns"]
    for _ in range(sized(1, 2, 5)):
        position = game("calcory", players).with_facts(**facts).start()
        while not position.over:
            random_step(position, rng)
            state = plain_state(position)
            assert position.game.ruleset.faults(position.game.facts, state) == []
            assert state.cards.bit_count() + sum(position.scores()) + (now(position)["captured"] != []) == cards
            assert len(position.history) < 20_000
        assert position.winners()
        assert sum(position.returns()) == pytest.approx(1)


def test_a_changed_target_allows_a_capture_of_one_card() -> None:
    position = turn(small(target=4), a1=4)
    assert position.actor == 1  # nothing goes back, and the turn passes
    assert position.scores() == [1, 0]
    assert "a1" not in now(position)["face_down"]
    assert now(position)["captured"] == []
    play(turn(position, b1=1, c1=2), "stop")
    assert marks(position) == (1, {"b1": 1, "c1": 2})


def test_a_lone_capture_clears_marks_where_they_go_on_13() -> None:
    position = play(turn(small(target=4, clear_on_target=1), a1=1, b1=2), "stop")
    turn(position, c1=4)
    assert marks(position) == (None, {})
    assert position.scores() == [0, 1]


def test_an_emptied_table_ends_by_passes() -> None:
    position = small(rows=1, columns=1, deck=(0, 0, 0, 0, 1, 0, 0, 0, 0, 0), target=4)
    turn(position, a1=4)
    assert position.over
    assert position.scores() == [1, 0]
    assert position.winners() == [0]


def test_a_longer_first_turn() -> None:
    position = turn(small(first_turns=3), a1=1, b1=2)
    assert "stop" not in texts(position)
    turn(position, c1=1)
    assert "stop" in texts(position)


def test_chance_is_asked_even_for_the_last_card() -> None:
    position = small(rows=1, columns=1, deck=(0, 0, 0, 0, 1, 0, 0, 0, 0, 0))
    position.play("turn a1")
    assert position.actor is CHANCE
    assert [(str(move), chance) for move, chance in position.odds()] == [("show 4", Fraction(1))]


# --- the lottery of a random step --------------------------------------------------------------


def drawn(position: Position) -> Counter[str]:
    """What is on the tickets of the random step from here."""
    rules, facts, state = position.game.rules, position.game.facts, position.state
    moves = position.game.ruleset.moves
    return Counter(str(moves[rules.ticket(facts, state, n)]) for n in range(rules.tickets(facts, state)))


@pytest.mark.parametrize(
    ("setup", "tickets"),
    [
        (started, 60),
        (lambda: turn(started(), a1=6), 59),  # too few to stop
        (lambda: turn(started(), a1=6, b1=5), 58 + 1),
        (lambda: play(turn(with_piles(), a1=6, b1=5), "stop"), 57 - 2),
        (lambda: turn(with_piles(), a1=6), 57 - 1 + 1),
        (lambda: play(late("7", (29, 30)), "turn a1"), 1),
        (lambda: turn(started(), a1=6, b1=7), 2 * 2),
        (lambda: turn(started(), a1=1, b1=1, c1=4, d1=7), 3 * 4),  # two alike are one choice
        (lambda: turn(with_piles(), a1=9, b1=0, j6=4), 3 * (3 + 3)),
        (lambda: turn(small(target=3), b2=1, c1=2), 2 * 2),
    ],
)
def test_every_choice_has_one_ticket(setup: Callable[[], Position], tickets: int) -> None:
    position = setup()
    assert drawn(position) == dict.fromkeys((str(move) for move in position.moves()), 1)
    assert drawn(position).total() == tickets
    assert str(position.draw(Random(1))) in texts(position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_one_ticket_for_the_start(players: int) -> None:
    assert drawn(game("calcory", players).start()) == {f"start {seat}": 1 for seat in range(players)}


def test_every_unseen_card_has_one_ticket() -> None:
    position = play(started(), "turn a1")
    assert drawn(position) == {f"show {value}": 10 if value in (1, 7) else 5 for value in range(10)}
    busted = play(turn(started(), a1=0, b1=9, c1=8), "turn j6")
    left = {0: 4, 1: 10, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, 7: 10, 8: 4, 9: 4}
    assert drawn(busted) == {f"show {value}": number for value, number in left.items()}
    assert {str(move): chance * 57 for move, chance in busted.odds()} == drawn(busted)
    lone = play(small(), "turn c2")
    assert drawn(lone) == {"show 1": 2, "show 2": 2, "show 3": 1, "show 4": 1}
    assert str(lone.draw(Random(1))) in texts(lone)
