"""What one sees of a table of Toujours 12, how it is written down, and what is refused."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from ludotheque import CHANCE, Game, IllegalMove, OptionError, Position, UnreadableMove, UnreadablePosition, positiontext
from ludotheque.games import from_spec
from ludotheque.scene import Scene, Zone
from tests.games.toujours_12.tables import hand, stock, table, tops, without_luck
from tests.size import sized
from tests.table import at, game, plain_state, play, texts


def new(players: int = 2) -> Position:
    return game("toujours-12", players).start()


def draws(digits: str) -> list[str]:
    return [f"draw {digit}" for digit in digits]


# --- views ------------------------------------------------------------------------------------


def test_now_in_the_middle_of_a_game() -> None:
    position = table("26 2 5 -", "034 111", won=(4, 8))
    open_to_all = {
        "step": "laying",
        "hands": [3, 3],
        "tray": [6, 2, 5, None],
        "depth": [2, 1, 1, 0],
        "total": 13,
        "stock": 50,
        "extra": False,
        "won": [4, 8],
    }
    assert position.view(0).now == open_to_all | {"hand": [0, 3, 4]}
    assert position.view(1).now == open_to_all | {"hand": [1, 1, 1]}
    assert position.view(None).now == open_to_all | {"hand": None}


def test_now_at_the_beginning_and_at_the_end() -> None:
    assert new(3).view(0).now == {
        "step": "dealing",
        "hand": [],
        "hands": [0, 0, 0],
        "tray": [None] * 4,
        "depth": [0] * 4,
        "total": 0,
        "stock": 72,
        "extra": False,
        "won": [0, 0, 0],
    }
    end = play(table("1 2 3 00", "- 5", turn=1, stock=""), "lay 5 1").view(1).now
    assert (end["step"], end["hand"], end["hands"], end["stock"]) == ("finished", [], [0, 0], 0)


def test_now_names_every_step() -> None:
    position = new()
    steps = []
    for move in ("draw 1", "draw 1", "draw 1", "draw 0", "draw 0", "draw 3", "start 1", "lay 3 1"):
        play(position, move)
        steps.append(position.view(None).now["step"])
    assert steps == ["dealing"] * 5 + ["starting", "laying", "refilling"]


def test_seen_is_what_was_laid_and_announced() -> None:
    position = play(new(), *draws("606012"))
    play(position, "lay 6 4", "draw 5", "lay 0 2", "draw 5", "lay 6 1", "draw 5", "lay 1 3", "draw 5", "lay 5 3")
    for seat in (None, 0, 1):
        assert position.view(seat).seen == {
            "announced": [12, 3],
            "piles": [[6], [0], [5, 1], [6]],
            "laid": [[0, 6], [1, 0], [0, 6], [1, 1], [0, 5]],
        }


def test_moves_are_told_to_the_seat_that_lays() -> None:
    position = table("1 2 3 4", "000 555", turn=1)
    assert [str(move) for move in position.view(1).moves()] == ["lay 5 1", "lay 5 2", "lay 5 3", "lay 5 4"]
    assert position.view(0).moves() == []
    assert position.view(None).moves() == []
    assert play(position, "lay 5 1").view(1).moves() == []


def test_others_know_a_draw_only_as_a_draw() -> None:
    position = play(new(), *draws("606012"), "lay 6 4", "draw 5")
    assert position.view(0).history == ["draw 6", "draw 0", "draw 6", "draw ?", "draw ?", "draw ?", "lay 6 4", "draw 5"]
    assert position.view(1).history == ["draw ?", "draw ?", "draw ?", "draw 0", "draw 1", "draw 2", "lay 6 4", "draw ?"]
    assert position.view(None).history == ["draw ?"] * 6 + ["lay 6 4", "draw ?"]


def test_the_lot_for_the_start_is_public() -> None:
    position = play(new(), *["draw 1"] * 6, "start 1")
    assert position.view(0).history[-1] == position.view(None).history[-1] == "start 1"


def test_a_card_laid_can_not_be_unseen() -> None:
    """It was in a secret hand; chance shows nobody what somebody else had."""
    ruleset = game("toujours-12", 2).ruleset
    assert [ruleset.sight.reveals(ruleset.read(text).action) for text in ("lay 0 1", "lay 6 4", "draw 0", "start 5")] == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_view_is_data(seat: int | None) -> None:
    for position in without_luck(game("toujours-12", 3), 5):
        told = position.view(seat).to_dict()
        assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("seat", [-1, 2, "0", 1.0])
def test_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(IndexError, match="seats 0 to 1"):
        new().view(seat)


# --- scenes -----------------------------------------------------------------------------------


def scene_of(position: Position, seat: int | None) -> Scene:
    return position.game.ruleset.scene(position.view(seat))


def zone(scene: Scene, id: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == id)


def test_the_scene_has_tray_stock_hands_and_winnings() -> None:
    scene = scene_of(table("26 2 5 -", "034 111", won=(4, 0)), 0)
    assert [zone.id for zone in scene.zones] == ["tray", "stock", "hand0", "won0", "hand1", "won1"]
    assert [zone.owner for zone in scene.zones] == [None, None, 0, 0, 1, 1]
    assert [(thing.kind, thing.face, thing.count, thing.label) for thing in zone(scene, "tray").things] == [
        ("card", "6", 2, "1"), ("card", "2", 1, "2"), ("card", "5", 1, "3"), ("place", None, 1, "4"),
    ]  # fmt: skip
    assert zone(scene, "tray").note == "total 13"
    for thing, says in zip(zone(scene, "tray").things, ["place 1: 6", "place 2: 2", "place 3: 5", "place 4, empty"], strict=True):
        assert thing.name.startswith(says)
    assert [(thing.face, thing.count, thing.name) for thing in zone(scene, "stock").things] == [(None, 58, "58 cards")]
    assert [(thing.face, thing.count) for thing in zone(scene, "won0").things] == [(None, 4)]
    assert zone(scene, "won1").things == ()
    assert scene.scores == ((4, "4 cards"), (0, "0 cards"))
    assert (scene.participants, scene.turn) == (2, 0)


def test_the_scene_shows_only_the_own_hand() -> None:
    position = table("26 2 5 -", "034 111")
    faces = {
        seat: [[thing.face for thing in zone(scene_of(position, seat), f"hand{owner}").things] for owner in (0, 1)]
        for seat in (None, 0, 1)
    }
    assert faces == {
        0: [["0", "3", "4"], [None] * 3],
        1: [[None] * 3, ["1", "1", "1"]],
        None: [[None] * 3, [None] * 3],
    }


def test_touching_a_card_or_a_place_is_part_of_a_move() -> None:
    scene = scene_of(table("2 2 - -", "034 111"), 0)
    assert [thing.moves for thing in zone(scene, "hand0").things] == [
        ("lay 0 3", "lay 0 4"), ("lay 3 3", "lay 3 4"), ("lay 4 3", "lay 4 4"),
    ]  # fmt: skip
    assert [thing.moves for thing in zone(scene, "tray").things] == [
        (), (), ("lay 0 3", "lay 3 3", "lay 4 3"), ("lay 0 4", "lay 3 4", "lay 4 4"),
    ]  # fmt: skip
    assert set(scene.moves) == {move for thing in zone(scene, "hand0").things for move in thing.moves}
    assert scene_of(table("2 2 - -", "034 111"), 1).moves == ()


def test_an_empty_stock_has_no_card_to_show() -> None:
    scene = scene_of(table("1 2 3 0", "- 55", turn=1, stock="", won=(4, 0)), 0)
    assert zone(scene, "stock").things == ()
    assert zone(scene, "hand0").things == ()


def test_the_scene_says_what_is_asked() -> None:
    position = table("1 2 3 0", "644 111", stock="")
    assert scene_of(position, 0).ask == "Lay a card so that the four tops total 12."
    assert scene_of(position, 1).ask == "Seat 0 is to move."
    assert scene_of(new(), 0).ask == "One moment: chance is at work."
    assert scene_of(new(), 0).turn is None
    play(position, "lay 6 4")
    assert scene_of(position, 0).ask == "You took four cards: lay one more."
    assert scene_of(position, None).ask == "Seat 0 is to move."
    while not position.over:
        play(position, texts(position)[0])
    assert scene_of(position, 0).ask == "The game is over."


# --- notation ---------------------------------------------------------------------------------


def test_every_action_has_a_text_that_reads_back() -> None:
    ruleset = game("toujours-12", 2).ruleset
    written = [str(ruleset.move(action)) for action in range(ruleset.rules.actions)]
    assert [ruleset.read(text).action for text in written] == list(range(ruleset.rules.actions))
    assert sorted(written) == sorted(
        [f"lay {digit} {place}" for digit in range(7) for place in range(1, 5)]
        + [f"draw {digit}" for digit in range(7)]
        + [f"start {seat}" for seat in range(6)]
    )
    assert all(text.startswith("lay") for text in written[: ruleset.rules.player_actions])
    assert ruleset.rules.most_choices == 28


@pytest.mark.parametrize("text", ["LAY 3 1", "  lay   3 \t 1 ", "Lay 3 1\n"])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert play(table("- - - -", "333 111"), text).history == ["lay 3 1"]


@pytest.mark.parametrize(
    "text",
    ["", " ", "lay", "lay 3", "lay 3 1 1", "lay 3 0", "lay 3 5", "lay 7 1", "lay -1 1", "lay x 1", "lay 3 x", "lay 03 1",
     "lay ３ 1", "draw", "draw 7", "draw ?", "draw 1 2", "start", "start 6", "start -1", "take", "play 3", "3 1", "?"],
)  # fmt: skip
def test_gibberish_is_unreadable(text: str) -> None:
    position = table("- - - -", "333 111")
    with pytest.raises(UnreadableMove, match="'lay 5 1' or 'lay 0 4'"):
        position.play(text)
    assert position.history == []


def test_the_examples_are_moves() -> None:
    ruleset = game("toujours-12", 2).ruleset
    assert [str(ruleset.read(example)) for example in ruleset.text.EXAMPLES] == list(ruleset.text.EXAMPLES)


# --- reasons ----------------------------------------------------------------------------------

REFUSED = {
    "GAME_OVER": ("lay 5 1", "illegal 'lay 5 1': the game is over (A13)"),
    "NOT_YOUR_STEP": ("draw 3", "illegal 'draw 3': chance has nothing to do now, seat 1 lays a card (R10)"),
    "CHANCE_STEP": ("lay 1 1", "illegal 'lay 1 1': wait: chance is at work, no player moves now (R10)"),
    "NOT_IN_HAND": ("lay 3 1", "illegal 'lay 3 1': there is no 3 in this hand; lay 1, 2 or 6 (R10)"),
    "EMPTY_PLACE_FIRST": ("lay 0 2", "illegal 'lay 0 2': a place is empty, so the card goes there: place 1, 3 or 4 (R12)"),
    "NOT_POSSIBLE": ("draw 3", "illegal 'draw 3': chance can't bring this now (R7)"),
    "NO_LOT": ("start 0", "illegal 'start 0': only seats level for the highest hand draw lots for the start (A2)"),
}


def where(code: str) -> Position:
    """A table at which the move above is refused."""
    return {
        "GAME_OVER": lambda: play(table("1 2 3 00", "- 5", turn=1, stock=""), "lay 5 1"),
        "NOT_YOUR_STEP": lambda: table("1 2 3 4", "333 111", turn=1),
        "CHANCE_STEP": lambda: play(table("1 2 3 4", "333 111"), "lay 3 1"),
        "NOT_IN_HAND": lambda: table("1 2 3 4", "126 333"),
        "EMPTY_PLACE_FIRST": lambda: table("- 2 - -", "000 333"),
        "NOT_POSSIBLE": lambda: game("toujours-12", 2).replay(["draw 3", "draw 2", "draw 1", "draw 1", "draw 2", "draw 3"]),
        "NO_LOT": lambda: play(table("1 2 3 4", "333 111"), "lay 3 1"),
    }[code]()


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_says_why_and_which_clause(code: str) -> None:
    position = where(code)
    before = plain_state(position.copy())
    move, sentence = REFUSED[code]
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    assert str(refusal.value) == sentence
    assert refusal.value.code == code
    text = position.game.ruleset.text
    assert refusal.value.clause == text.REASONS[text.Reason[code]][0]
    assert plain_state(position) == before


def test_every_reason_is_provoked() -> None:
    ruleset = game("toujours-12", 2).ruleset
    assert {reason.name for reason in ruleset.text.REASONS} == set(REFUSED)
    assert {reason.name for reason in ruleset.text.Reason} - {"OK"} == set(REFUSED)


@pytest.mark.parametrize("code", REFUSED)
def test_every_reason_is_a_clause_of_the_rulebook(code: str) -> None:
    ruleset = game("toujours-12", 2).ruleset
    clause, _sentence = ruleset.text.REASONS[ruleset.text.Reason[code]]
    assert f"**{clause}.**" in ruleset.rulebook.read_text()


def test_a_refusal_is_true_while_the_start_is_drawn_by_lot() -> None:
    """No card is being drawn then, so the sentence should not say so."""
    position = play(new(), *["draw 1"] * 6)
    with pytest.raises(IllegalMove) as refusal:
        position.play("lay 1 1")
    assert "card is being drawn" not in str(refusal.value)


def test_a_refusal_tells_no_hand_while_nobody_is_to_lay() -> None:
    position = play(new(6), *["draw 1"] * 6, *["draw 0"] * 9, *draws("111"))
    with pytest.raises(IllegalMove) as refusal:
        position.play("lay 1 1")
    assert tuple(refusal.value.numbers["hand"]) == ()


@pytest.mark.parametrize("move", ["lay 1 1", "start 0", "start 5"])
def test_nothing_but_a_draw_during_the_deal(move: str) -> None:
    with pytest.raises(IllegalMove):
        play(new(), "draw 1").play(move)


# --- positions as text ------------------------------------------------------------------------


@pytest.mark.parametrize("refill", ["immediate", "end-of-turn"])
def test_every_position_reads_back(refill: str) -> None:
    deck = (6, 12, 12, 12, 12, 12, 6)
    every = sized(13, 5, 1)  # to read one takes long: what is known of the hands is worked out
    for step, position in enumerate(
        without_luck(game("toujours-12", 3, refill=refill, chain_takes=False, deck=deck), 5, greedy=True)
    ):
        if step % every and not position.over:
            continue
        text = positiontext.write(position)
        again = at(text)
        assert plain_state(again) == plain_state(position)
        assert again.game == position.game
        assert positiontext.write(again) == text


def test_a_position_is_written_in_words() -> None:
    position = play(new(), *draws("123666"), "lay 6 2")
    assert positiontext.write(position) == (
        "toujours-12 players=2 deck=10,10,10,12,10,10,10 refill=immediate chain_takes=True | phase=refilling turn=1 "
        "hand=1.2.3,6.6 stock=10,9,9,11,10,10,7 announced=6,18 top=-1,0 laid=1 digit=6 under=-1 layer=1 "
        "laid_this_turn=1 to_draw=1"
    )


TWO = "toujours-12 players=2 | "
AFTER_THE_DEAL = "phase=laying turn=1 hand=1.2.3,6.6.6 stock=10,9,9,11,10,10,7 announced=6,18"
ONE_LAID = "phase=refilling turn=1 hand=1.2.3,6.6 stock=10,9,9,11,10,10,7 announced=6,18 to_draw=1 laid_this_turn=1"
AT_THE_END = (
    "toujours-12 players=2 fact.deck=2,2,2,0,0,0,0 | stock=0,0,0 announced=1,5 laid=6 digit=0,2,1,1,0,2 layer=0,1,0,1,0,1 "
)


def test_tables_that_can_be() -> None:
    """The ones that are spoilt below."""
    assert at(TWO + AFTER_THE_DEAL).actor == 1
    assert at(f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 layer=1 top=0").actor is CHANCE
    assert at(f"{AT_THE_END} phase=finished under=-1,-1,-1,-1,3,4 top=0,1,2,5").over


def test_twelve_may_lie_there_if_takes_do_not_chain() -> None:
    position = play(table("63 33 33 0", "3 333", stock="", chain_takes=False), "lay 3 4")
    assert at(positiontext.write(position)).view(None).now["total"] == 12


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{TWO}{ONE_LAID} laid=-1", "the tray holds cards that were never laid"),
        (f"{TWO}{ONE_LAID} laid=73", "the tray holds cards that were never laid"),
        (f"{TWO}{AFTER_THE_DEAL} top=0", "the tray holds cards that were never laid"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 top=-2", "the tray holds cards that were never laid"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=0 top=0", "a card lies under itself"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-2 top=0", "a card lies under itself"),
        (f"{TWO}{ONE_LAID} laid=1 digit=7 under=-1 top=0", "a card lies under itself"),
        (f"{TWO}{ONE_LAID} laid=1 digit=-1 under=-1 top=0", "a card lies under itself"),
        (f"{TWO}{AFTER_THE_DEAL} stock=9", "the cards with 0 do not add up"),
        (f"{TWO}{AFTER_THE_DEAL} stock=-1", "the cards with 0 do not add up"),
        (f"{TWO}{AFTER_THE_DEAL} hand=1.2.3,6.6.5", "the cards with 5 do not add up"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1", "the cards laid are not in the tray or won"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 won=1", "the cards laid are not in the tray or won"),
        (f"{TWO}{AFTER_THE_DEAL} won=4,-4", "the cards laid are not in the tray or won"),
        (f"{TWO}{AFTER_THE_DEAL} turn=2", "a seat that does not exist is to act"),
        (f"{TWO}{AFTER_THE_DEAL} turn=-1", "a seat that does not exist is to act"),
        (f"{TWO}phase=starting turn=-2", "a seat that does not exist is to act"),
        (f"{TWO}phase=dealing turn=-1", "a seat that does not exist is to act"),
        (f"{TWO}phase=laying", "the player to act has no card"),
        (f"{TWO}{AFTER_THE_DEAL} hand=1.2,6.6.6.3", "a hand is too large"),
        (f"{TWO}{AFTER_THE_DEAL} hand=1.2.3,6.6,6", "a hand is too large"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 top=0 to_draw=0", "a refill without cards"),
        (f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 top=0 to_draw=67", "a refill of a hand that is full"),
        (
            f"{TWO}phase=laying hand=1.2.3,6.6.6 stock=10,9,9,7,10,10,7 announced=6,18 laid=4 digit=3,3,3,3 "
            "under=-1,-1,-1,-1 layer=1,0,1,0 turn=1 top=0,1,2,3",
            "a take was left lying",
        ),
        (f"{TWO}phase=finished", "the game is over, and not all cards are laid"),
    ],
)
def test_an_impossible_table_is_refused(text: str, fault: str) -> None:
    with pytest.raises(UnreadablePosition) as refusal:
        at(text)
    assert str(refusal.value) == f"this position can't be: {fault}"


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO}{ONE_LAID} laid=2 digit=6,3 under=-1,-1 layer=1,0 top=0,0 stock=10,9,9,10,10,10,7",
        f"{AT_THE_END} phase=finished top=0,1,4,5 under=-1,-1,-1,-1,3,3",
    ],
    ids=["one card on top of two places", "one card under two others"],
)
def test_a_card_can_not_lie_in_two_places(text: str) -> None:
    with pytest.raises(UnreadablePosition):
        at(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO}phase=dealing turn=0 hand=1.2.3 stock=10,9,9,11,10,10,10 announced=6",
        f"{TWO}phase=dealing turn=1 hand=1.2 stock=10,9,9,12,10,10,10",
        f"{TWO}{AFTER_THE_DEAL} phase=refilling to_draw=1",
    ],
    ids=["a fourth card is dealt", "the deal left out a card", "a refill of a full hand"],
)
def test_a_hand_can_not_be_about_to_grow_too_large_or_stay_too_small(text: str) -> None:
    with pytest.raises(UnreadablePosition):
        at(text)


@pytest.mark.parametrize("layer", [2, -1])
def test_a_card_can_not_be_laid_by_nobody(layer: int) -> None:
    """A guess looks up the hand of whoever laid it."""
    with pytest.raises(UnreadablePosition):
        at(f"{TWO}{ONE_LAID} laid=1 digit=6 under=-1 top=0 layer={layer}")


@pytest.mark.parametrize("announced", ["6,17", "6,19"])
def test_a_hand_can_not_differ_from_what_was_just_announced(announced: str) -> None:
    """No guess could lead to such a view."""
    with pytest.raises(UnreadablePosition):
        at(f"{TWO}{AFTER_THE_DEAL} announced={announced}")


@pytest.mark.parametrize(
    "text",
    ["", "|", "toujours-12 players=2", "toujours-12 players=9 | ", "toujours-12 players=2 fact.hand=9 |", f"{TWO}phase=sleeping",
     f"{TWO}nonsense=1", f"{TWO}turn", f"{TWO}turn=x", f"{TWO}turn=300", f"{TWO}hand=7", f"{TWO}hand=1-2", f"{TWO}hand=1.",
     f"{TWO}stock=1,2,3,4,5,6,7,8"],
)  # fmt: skip
def test_damaged_text_is_no_position(text: str) -> None:
    with pytest.raises(UnreadablePosition):
        at(text)


# --- facts and decks --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"deck": (-1, 10, 10, 12, 10, 10, 10)}, "the deck has enough cards for all hands, and at most 72"),
        ({"deck": (1, 1, 1, 1, 1, 0, 0)}, "the deck has enough cards for all hands, and at most 72"),
        ({"deck": (11, 10, 10, 12, 10, 10, 10)}, "the deck has enough cards for all hands, and at most 72"),
        ({"hand": 0}, "a hand has 1 to 3 cards"),
        ({"hand": 4}, "a hand has 1 to 3 cards"),
        ({"hand": -3}, "a hand has 1 to 3 cards"),
        ({"target": -1}, "the target is 0 to 24"),
        ({"target": 25}, "the target is 0 to 24"),
        ({"refill_at_once": 2}, "refill_at_once and chain_takes are 0 or 1"),
        ({"chain_takes": -1}, "refill_at_once and chain_takes are 0 or 1"),
    ],
)
def test_facts_that_do_not_fit_together(facts: dict[str, object], fault: str) -> None:
    with pytest.raises(OptionError) as refusal:
        game("toujours-12", 2).with_facts(**facts)
    assert str(refusal.value) == f"toujours-12: these facts do not fit together: {fault}"


@pytest.mark.parametrize(
    "facts", [{"players": 3}, {"cards": 72}, {"hand": "3"}, {"hand": True}, {"hand": 2.0}, {"deck": (72,)}, {"deck": 72}]
)
def test_facts_of_another_kind(facts: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        game("toujours-12", 2).with_facts(**facts)


@pytest.mark.parametrize(
    "deck",
    [(10,) * 7, (12,) * 6, (-2, 14, 12, 12, 12, 12, 12), (72.0, 0, 0, 0, 0, 0, 0), (True, 11, 12, 12, 12, 12, 12),
     ("72", 0, 0, 0, 0, 0, 0), (), "", "10,10,10", "ten,10,10,12,10,10,10", "10,10,10,12,10,10,10,", 72, None],
)  # fmt: skip
def test_a_bad_deck_is_refused_and_says_what_is_accepted(deck: object) -> None:
    with pytest.raises(OptionError, match="seven counts, for the digits 0 to 6, that total 72"):
        game("toujours-12", 2, deck=deck)


@pytest.mark.parametrize(
    ("option", "accepted"),
    [
        ({"refill": "never"}, "immediate or end-of-turn"),
        ({"chain_takes": 1}, "True or False"),
        ({"hand": 3}, "deck, refill or chain_takes"),
    ],
)
def test_a_bad_option_is_refused_and_says_what_is_accepted(option: dict[str, object], accepted: str) -> None:
    with pytest.raises(OptionError, match=accepted):
        game("toujours-12", 2, **option)


def test_a_game_is_written_in_one_line() -> None:
    there = game("toujours-12", 4, deck=(6, 12, 12, 12, 12, 12, 6), refill="end-of-turn", chain_takes=False).with_facts(target=6)
    assert there.spec == (
        "toujours-12 players=4 deck=6,12,12,12,12,12,6 refill=end-of-turn chain_takes=False fact.target=6"
    )  # fmt: skip
    assert from_spec(there.spec) == there


# --- a step by lottery ------------------------------------------------------------------------


def lottery(position: Position) -> dict[str, Fraction]:
    """How likely each step is, by the tickets it has."""
    there = position.game
    number = there.rules.tickets(there.facts, position.state)
    drawn = Counter(str(there.ruleset.move(int(there.rules.ticket(there.facts, position.state, n)))) for n in range(number))
    return {text: Fraction(tickets, int(number)) for text, tickets in drawn.items()}


@pytest.mark.parametrize("refill", ["immediate", "end-of-turn"])
def test_every_step_has_its_tickets(refill: str) -> None:
    """Chance by its odds, every move of a player as likely as any other, and none at the end."""
    for position in without_luck(game("toujours-12", 3, refill=refill), 5, greedy=True):
        moves = [str(move) for move in position.moves()]
        fair = {move: Fraction(1, len(moves)) for move in moves} or {str(move): odds for move, odds in position.odds()}
        assert lottery(position) == fair


@pytest.mark.parametrize(("digits", "level"), [("000000000", [0, 1, 2]), ("111003102", [0, 1, 2]), ("600111222", [0, 2])])
def test_the_start_has_a_ticket_for_each_who_is_level(digits: str, level: list[int]) -> None:
    assert lottery(play(new(3), *draws(digits))) == {f"start {seat}": Fraction(1, len(level)) for seat in level}


# --- smaller games ----------------------------------------------------------------------------

SMALLER: list[Game] = [
    game("toujours-12", players, refill=refill, chain_takes=chain_takes).with_facts(deck=deck, hand=hand, target=target)
    for refill in ("immediate", "end-of-turn")
    for chain_takes in (True, False)
    for players, deck, hand, target in (
        (2, (3, 3, 3, 3, 0, 0, 0), 2, 6),
        (3, (2, 2, 2, 2, 2, 2, 2), 2, 6),
        (6, (1, 1, 1, 1, 1, 1, 0), 1, 12),
        (2, (1, 1, 1, 1, 1, 1, 0), 3, 12),
        (2, (8, 0, 0, 0, 0, 0, 0), 1, 0),
    )
]


@pytest.mark.parametrize("there", SMALLER, ids=lambda there: there.spec)
@pytest.mark.parametrize("stride", [1, 3, 7])
def test_smaller_games_play_to_the_end(there: Game, stride: int) -> None:
    cards = sum(there.facts.deck)
    for position in without_luck(there, stride):
        assert there.ruleset.faults(there.facts, plain_state(position)) == []
        assert max(position.view(None).now["hands"]) <= there.facts.hand
    assert plain_state(position).laid == cards
    assert sum(position.scores()) % 4 == 0
    assert position.winners()
    assert sum(position.returns()) == pytest.approx(1.0)


def test_a_smaller_game_has_smaller_hands_and_another_target() -> None:
    there = game("toujours-12", 2).with_facts(deck=(3, 3, 3, 3, 0, 0, 0), hand=2, target=6)
    position = play(there.start(), "draw 3", "draw 1", "draw 2", "draw 0")
    assert position.actor == 0
    assert stock(position) == 8
    assert hand(position, 0) == [1, 3]
    play(position, "lay 3 1", "draw 0", "lay 2 2", "draw 1", "lay 1 3", "draw 0", "lay 0 4")
    assert position.scores() == [0, 4]
    assert tops(position) == [None] * 4


def test_zeros_alone_are_taken_if_nothing_is_the_target() -> None:
    there = game("toujours-12", 2).with_facts(deck=(8, 0, 0, 0, 0, 0, 0), hand=1, target=0)
    *_, end = without_luck(there, 1)
    assert sum(end.scores()) == 8


def test_a_hand_can_not_differ_from_what_was_announced_before_cards_were_laid() -> None:
    """Seat 0 announced 6 with 1, 2 and 3, and laid the 3; with 1 and 2 left it can't have announced 18."""
    dealt = [f"draw {digit}" for digit in (1, 2, 3, 0, 0, 1)]
    line = positiontext.write(play(game("toujours-12", 2).replay(dealt), "lay 3 1"))
    assert "announced=6,1" in line
    assert plain_state(at(line)).announced[:2] == [6, 1]
    with pytest.raises(UnreadablePosition, match="a hand does not fit what was announced and laid"):
        at(line.replace("announced=6,1", "announced=18,1"))
