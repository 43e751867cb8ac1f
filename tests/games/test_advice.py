"""What speaks for or against a move: the right numbers, for every move there is, in every language."""

import re
from random import Random

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.games.chip_trick.chips import handful_of as handful
from ludotheque.i18n import LANGUAGES, speaking
from tests.games.calcory.grid import late, started, turn, with_piles
from tests.games.chip_trick.tables import ROOT, THREE, dealt, last_trick
from tests.games.chipik.positions import first, second
from tests.games.toujours_12.tables import table
from tests.sixth_game import SIXTH
from tests.size import sized
from tests.table import COMPILED, game, play, random_step

HANDS = "5.6.1.11 7.8.10.12 4.9.2.3"
SETTINGS = [
    ("chip-trick", 2), ("chip-trick", 4), ("chip-trick-root", 3), ("chipik", 3), ("chipik", 8), ("toujours-12", 2),
    ("toujours-12", 6), ("calcory", 2), ("calcory", 4),
]  # fmt: skip


def why(position: Position, move: str) -> str:
    view = position.view(position.actor)
    return view.game.ruleset.because(view, next(legal for legal in view.moves() if str(legal) == move))


@pytest.mark.parametrize(("id", "players"), SETTINGS)
def test_there_is_a_sentence_for_every_move_in_every_language(id: str, players: int) -> None:
    for code in LANGUAGES:
        rng, position = Random(3), game(id, players).start()
        with speaking(code):
            for _ in range(40 if COMPILED else sized(60, 110, 160)):
                if position.over:
                    break
                if position.actor >= 0:
                    for move in rng.sample(position.moves(), min(3, len(position.moves()))):
                        said = why(position, str(move))
                        assert re.search(r"\d", said), "it has a number in it"
                        assert not re.search(r"[{}]", said)
                random_step(position, rng)


@pytest.mark.parametrize(("id", "players"), SETTINGS)
def test_what_is_hidden_changes_no_sentence(id: str, players: int) -> None:
    rng, position = Random(4), game(id, players).start()
    for _ in range(sized(25, 50, 80)):
        if position.over:
            break
        if position.actor >= 0:
            other = position.game.guess(position.view(position.actor), rng)
            for move in position.moves():
                assert why(position, str(move)) == why(other, str(move))
        random_step(position, rng)


def test_a_game_without_such_sentences() -> None:
    position = ludotheque.game(SIXTH.id, SIXTH.players[0]).start()
    while position.actor < 0:
        position.play(position.draw(Random(1)))
    assert why(position, str(position.moves()[0])) == ""


# --- 12 Chip Trick ----------------------------------------------------------------------------


def test_a_chip_played() -> None:
    position = dealt(THREE, HANDS)
    assert why(position, "play 6") == "You lead the 6. Without it your chips make 1 + 5 + 11 = 17."
    play(position, "play 6")
    assert why(position, "play 8") == "The 8 beats the 6. Without it your chips make 7 + 10 + 12 = 29."
    play(position, "play 8")
    assert why(position, "play 4") == "The 4 does not beat the 8. Without it your chips make 2 + 3 + 9 = 14."


def test_the_last_chip_leaves_nothing_to_add() -> None:
    small = ludotheque.game("chip-trick", 3).with_facts(chips=handful([4, 5, 6]), reds=1, blues=0).start()
    play(small, "start 0", "deal 4", "deal 5", "deal 6")
    assert why(small, "play 4") == "You lead the 4. Without it your chips make 0."


@pytest.mark.parametrize(
    ("spec", "owned", "sentence"),
    [
        (THREE, "5.6.1.9 7.8.10.12 4.11.2.3",
         "With the 5 your chips make 1 + 5 + 6 + 9 = 21, which would count in full if the round ended so."),
        (THREE, "5.6.1.10 7.8.9.12 4.11.2.3",
         "With the 5 your chips make 1 + 5 + 6 + 10 = 22: more than 21, and would explode if the round ended so."),
        (ROOT, "5.6.1.9 7.8.10.12 4.11.2.3",
         "With the 5 your chips make 1 + 5 + 6 + 9 = 21: more than 20, so only 10 would count if the round ended so."),
    ],
)  # fmt: skip
def test_a_chip_taken(spec: str, owned: str, sentence: str) -> None:
    assert why(last_trick(spec, owned), "take 5") == sentence


# --- Chipik -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "move", "sentence"),
    [
        ("1.2.4", "reroll 4", "That makes a combination in 1 of 6 ways."),  # a 3
        ("2.2.4", "reroll 4", "That makes a combination in 1 of 6 ways, 1 of them a Triple."),
        ("4.6.6", "reroll 4", "That makes a combination in 6 of 6 ways, 1 of them a Triple."),
        ("1.2.4", "reroll 1 2 4", "That makes a combination in 99 of 216 ways, 6 of them a Triple."),
    ],
)
def test_dice_thrown_again(dice: str, move: str, sentence: str) -> None:
    assert why(first(dice), move) == sentence


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (first("3.5.6"), "addition bin",
         "1 token goes into the bin, where it harms nobody. You keep 3 tokens. The Chance card is yours."),
        (second("3.5.6", "lucky=2 tokens=2,5,6,3"), "addition lucky",
         "1 token goes to the lucky one, who had 6. You keep 1 token."),
        (second("1.3.5", "tokens=4,3,4,5"), "odds left", "1 token goes to the left, who had 3. You keep 3 tokens."),
        (second("1.2.3", "tokens=1,3,4,8"), "run right",
         "1 token goes to the right, who had 8. You have no token left, and that wins."),
        (second("2.2.2", "tokens=4,3,4,5"), "triple left", "2 tokens go to the left, who had 3. You keep 2 tokens."),
        (second("2.2.2", "tokens=4,3,4,5"), "triple both",
         "1 token goes to the left, who had 3, and 1 to the right, who had 5. You keep 2 tokens."),
    ],
)  # fmt: skip
def test_tokens_handed_on(position: Position, move: str, sentence: str) -> None:
    assert why(position, move) == sentence


# --- Toujours 12 ------------------------------------------------------------------------------


def test_tops_and_what_they_leave_to_others() -> None:
    assert why(table("2 4 - -", "013 355"), "lay 3 3") == "The tops make 2 + 4 + 3 = 9; 1 place stays empty."
    assert why(table("- - - -", "013 355"), "lay 3 3") == "The tops make 3; 3 places stay empty."
    assert why(table("3 4 5 6", "013 355"), "lay 0 4") == "3 + 4 + 5 + 0 = 12: 4 cards are yours."
    # 15: a 0 on one of the 3s, a 1 on the 4 or a 2 on the 5 would do; this seat holds a 0 and a 1 itself
    sentence = "The tops make 3 + 4 + 5 + 3 = 15; 28 of the 65 cards you have not seen would make them 12."
    assert why(table("3 4 5 6", "013 355"), "lay 3 4") == sentence


@pytest.mark.parametrize(("chain_takes", "cards"), [(True, 8), (False, 4)])
def test_a_take_that_uncovers_another(chain_takes: bool, cards: int) -> None:
    once = table("23 24 35 66", "033 355", chain_takes=chain_takes)
    assert why(once, "lay 0 4") == "3 + 4 + 5 + 0 = 12: 4 cards are yours."
    twice = table("33 34 35 3", "033 355", chain_takes=chain_takes)
    assert why(twice, "lay 0 4") == f"3 + 4 + 5 + 0 = 12: {cards} cards are yours."


# --- Calcory ----------------------------------------------------------------------------------


def test_a_card_that_nobody_has_seen() -> None:
    position = turn(started(), a1=6)
    assert why(position, "turn b1") == "Of the 59 cards that nobody has seen, 10 would make 13 and 10 would bust."
    turn(position, b1=0)
    assert why(position, "turn c1") == "Of the 58 cards that nobody has seen, 10 would make 13 and 14 would bust."


def test_a_card_that_one_knows() -> None:
    position = turn(started(), a1=9, b1=5)  # a bust, and Bob is next
    assert why(position, "turn a1") == "You know this card: 9."
    turn(position, c1=4)
    assert why(position, "turn a1") == "You know this card: 4 + 9 = 13, exactly!"
    assert why(position, "turn b1") == "You know this card: 4 + 5 = 9."
    turn(position, d1=5)
    assert why(position, "turn a1") == "You know this card: 9 + 9 = 18, more than 13."


def test_a_second_zero_that_one_knows() -> None:
    position = play(turn(started(), a1=0, b1=4), "turn c1", "show 0")
    turn(position, d1=0)
    assert why(position, "turn a1") == "You know this card: it is a second 0, and that busts."


def test_a_card_that_somebody_put_back() -> None:
    position = with_piles()
    assert why(position, "turn a6") == "You know this card: 6."
    assert why(position, "turn c6") == "This card was put back and is one of 6, 7; 0 of 2 would bust."
    turn(position, a1=7)
    assert why(position, "turn c6") == "This card was put back and is one of 6, 7; 1 of 2 would bust."


def test_a_card_put_back_that_can_only_be_one() -> None:
    pair = play(turn(started(), a1=4, b1=4, c1=5), "return 4 a1")
    assert why(pair, "turn a1") == "This card was put back and is one of 4, 5; 0 of 2 would bust."
    alike = turn(started(), a1=1, b1=1)
    play(alike, "stop")
    for seat in (1, 2):
        turn(alike, **{f"{'cd'[seat - 1]}1": 9, f"{'ef'[seat - 1]}1": 8})  # nobody does better
    play(alike, "return 1 a1")
    assert why(alike, "turn a1") == "This card was put back and can only be a 1; 0 of 1 would bust."


def test_stopping() -> None:
    position = turn(started(), a1=4, b1=7)
    assert why(position, "stop") == "4 + 7 = 11 is marked, and everyone else has one turn to do better."
    turn(play(position, "stop"), c1=8, d1=2)
    assert why(position, "stop") == "8 + 2 = 10 does not do better than the marked 11: the cards go back."
    turn(position, e1=2)
    assert why(position, "stop") == "8 + 2 + 2 = 12 does better than the marked 11."
    alone = turn(late("5", (0, 59)), a1=5)
    assert why(alone, "stop") == "There is nothing left to turn, and 5 with fewer than 2 cards marks nothing."


def test_a_card_put_back() -> None:
    position = turn(started(), a1=3, b1=4, c1=6)
    assert why(position, "return 4 a1") == "You will know where the 4 lies: with a 9 it makes 13."
    assert why(position, "return 3 a1") == "You will know where the 3 lies: it takes two more cards to make 13."
