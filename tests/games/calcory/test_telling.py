"""Calcory told in sentences, as each seat may know it."""

from random import Random

import pytest

from ludotheque import Position
from ludotheque.happened import Happened, seen_by, sentences
from tests.games.calcory.grid import late, started, turn, with_piles
from tests.table import NAMES, game, play, running, told

SEATS = [0, 1, None]


def moments(position: Position, move: str, seat: int | None = None) -> dict[str, Happened]:
    """Plays the move; what happened, by name."""
    return {one.name: one for one in seen_by(position.game, seat, position.play_and_tell(move))}


def faces(happened: Happened) -> dict[str, str | None]:
    """The cards on the table as they are drawn then, face down ones None."""
    grid = next(zone for zone in happened.game.ruleset.scene(happened.view).zones if zone.id == "grid")
    return {thing.name.split()[0]: thing.face for thing in grid.things}


# --- turning cards ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_nobody_has_seen(seat: int | None) -> None:
    position = game("calcory", 3).start()
    assert told(position, "start 1", seat) == ["Lots were drawn. Bob first!"]
    assert told(position, "turn c4", seat) == []
    assert told(position, "show 5", seat) == ["Bob turned c4: 5. Sum: 5."]
    assert told(position, "turn a1", seat) == []
    assert told(position, "show 0", seat) == ["Bob turned a1: 0. Sum: 5 + 0 = 5."]


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_seen_before(seat: int | None) -> None:
    position = turn(started(), a1=9, b1=5)
    assert told(position, "turn a1", seat) == ["Bob turned a1: 9. Sum: 9."]
    assert told(position, "turn b1", seat) == [
        "Bob turned b1: 5. Sum: 9 + 5 = 14.",
        "14 is more than 13: bust! The cards go back face down.",
    ]


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_put_back_shows_its_value(seat: int | None) -> None:
    assert told(with_piles(), "turn c6", seat) == ["Ada turned c6: 6. Sum: 6."]


def test_a_second_zero() -> None:
    position = play(turn(started(), a1=0, b1=4), "turn c1")
    assert told(position, "show 0") == ["Ada turned c1: 0. Sum: 4 + 0 = 4.", "A second 0: bust! The cards go back face down."]


def test_marks_still_stand_after_a_bust() -> None:
    position = play(turn(started(), a1=4, b1=7), "stop")
    play(turn(position, c1=8), "turn d1")
    assert told(position, "show 6") == [
        "Bob turned d1: 6. Sum: 8 + 6 = 14.",
        "14 is more than 13: bust! The cards go back face down.",
        "Ada: the marks with 11 still stand.",
    ]


# --- thirteen ---------------------------------------------------------------------------------


def test_thirteen_with_a_new_card() -> None:
    position = play(turn(started(), a1=6), "turn b1")
    assert told(position, "show 7") == [
        "Ada turned b1: 7. Sum: 6 + 7 = 13.",
        "Exactly 13! Ada captured the 2 cards.",
        "One of the captured cards must go back face down.",
    ]


@pytest.mark.parametrize("seat", SEATS)
def test_thirteen_with_a_card_seen_before(seat: int | None) -> None:
    position = turn(turn(started(), a1=9, b1=5), c1=8)
    assert told(position, "turn b1", seat) == [
        "Bob turned b1: 5. Sum: 8 + 5 = 13.",
        "Exactly 13! Bob captured the 2 cards.",
        "One of the captured cards must go back face down.",
    ]


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("stay", "Ada: the marks with 11 still stand."),
        ("clear", "Ada: the marks with 11 are gone, the cards turned down."),
    ],
)
def test_thirteen_while_marks_stand(option: str, sentence: str) -> None:
    position = play(turn(started(marks_on_13=option), a1=4, b1=7), "stop")
    play(turn(position, c1=6), "turn d1")
    assert told(position, "show 7")[1:] == [
        "Exactly 13! Bob captured the 2 cards.",
        sentence,
        "One of the captured cards must go back face down.",
    ]


def test_thirteen_with_no_marks_to_clear() -> None:
    position = play(turn(started(marks_on_13="clear"), a1=6), "turn b1")
    assert len(told(position, "show 7")) == 3


def test_one_card_can_be_the_target_of_other_facts() -> None:
    small = running(game("calcory", 2).with_facts(rows=1, columns=2, deck=(0, 0, 0, 0, 0, 1, 0, 1, 0, 0), target=7))
    position = play(small.start(), "start 0", "turn a1")
    assert told(position.copy(), "show 7") == ["Ada turned a1: 7. Sum: 7.", "Exactly 7! Ada captured the card."]
    alone = running(game("calcory", 2).with_facts(rows=1, columns=1, deck=(0, 0, 0, 0, 0, 0, 0, 1, 0, 0), target=7))
    position = play(alone.start(), "start 0", "turn a1")
    assert told(position, "show 7") == [
        "Ada turned a1: 7. Sum: 7.",
        "Exactly 7! Ada captured the card.",
        "No card is left on the table: the game is over.",
        "Cards in the piles: Ada 1, Bob 0.",
    ]


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "Ada put 6 back on b1, face down."),
        (1, "Ada put a card back on b1, face down."),
        (None, "Ada put a card back on b1, face down."),
    ],
)
def test_only_who_puts_a_card_back_knows_which(seat: int | None, sentence: str) -> None:
    position = turn(started(), a1=6, b1=7)
    assert told(position, "return 6 b1", seat) == [sentence, "Ada: 1 card in the pile now."]


def test_several_cards_in_the_pile() -> None:
    position = turn(started(), a1=6, b1=5, c1=2)
    assert told(position, "return 6 a1")[1] == "Ada: 2 cards in the pile now."


# --- marks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_marking_and_bettering(seat: int | None) -> None:
    position = turn(started(), a1=4, b1=7)
    assert told(position, "stop", seat) == ["Ada stopped and marked 4 + 7 = 11. Who can do better?"]
    turn(position, c1=1, d1=2, e1=8)
    assert told(position, "stop", seat) == [
        "Bob stopped and marked 1 + 2 + 8 = 11: the same sum with more cards, and that is better!",
        "Ada: the marks with 11 are gone, the cards turned down.",
    ]
    turn(position, f1=5, g1=7)
    assert told(position, "stop", seat) == [
        "Cleo stopped and marked 5 + 7 = 12: better than 11!",
        "Bob: the marks with 11 are gone, the cards turned down.",
    ]


def test_not_enough() -> None:
    position = play(turn(started(), a1=4, b1=7), "stop")
    turn(position, c1=1, d1=9)
    assert told(position.copy(), "stop") == [
        "Bob stopped at 1 + 9 = 10: not as much as the marked 11.",
        "The cards go back face down.",
        "Ada: the marks with 11 still stand.",
    ]
    turn(play(position, "stop"), e1=9, f1=2)
    assert told(position, "stop") == [
        "Cleo stopped at 9 + 2 = 11: the same sum as the marks, but not with more cards.",
        "The cards go back face down.",
        "Ada captured the marked cards, 4 + 7 = 11: nobody did better.",
        "One of the captured cards must go back face down.",
    ]


def test_too_few_cards() -> None:
    position = play(late("5 8 .", (58, 0), "marked=a1 marked_sum=5 marker=0 turn=1"), "turn b1")
    assert told(position, "stop") == [
        "Bob stopped at 8: too few cards, without a pile it takes 2.",
        "The cards go back face down.",
        "Ada captured the marked 5: nobody did better. It was a single card, so the game is over.",
        "Cards in the piles: Ada 59, Bob 0.",
    ]


def test_all_pass_when_everything_is_marked() -> None:
    position = play(late("2 3 .", (20, 20, 18)), "turn a1", "turn b1")
    assert told(position, "stop", 1) == [
        "Ada stopped and marked 2 + 3 = 5. Who can do better?",
        "Bob passed: there is no card to turn.",
        "Cleo passed: there is no card to turn.",
        "Ada captured the marked cards, 2 + 3 = 5: nobody did better.",
        "One of the captured cards must go back face down.",
    ]


def test_marks_are_collected_after_a_card_was_put_back() -> None:
    position = play(turn(with_piles(2), a1=4, b1=7), "stop")
    turn(position, c1=6, d1=7)
    assert told(position, "return 7 d1", 0) == [
        "Bob put a card back on d1, face down.",
        "Bob: 2 cards in the pile now.",
        "Ada captured the marked cards, 4 + 7 = 11: nobody did better.",
        "One of the captured cards must go back face down.",
    ]


# --- the safeguard ----------------------------------------------------------------------------


def test_too_many_quiet_turns() -> None:
    position = play(late("9 8 .", (30, 28), "quiet=199"), "turn a1")
    assert told(position, "turn b1") == [
        "Ada turned b1: 8. Sum: 9 + 8 = 17.",
        "17 is more than 13: bust! The cards go back face down.",
        "200 turns in a row without a mark or a capture: the game is over.",
        "Cards in the piles: Ada 30, Bob 28.",
    ]


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1])
def test_whole_games(seed: int) -> None:
    players = 2 + seed
    position = game("calcory", players).start()
    rng = Random(seed)
    viewers = [*range(players), None]
    while not position.over:
        move = position.draw(rng)
        moments = position.play_and_tell(move)
        stories = [sentences(seen_by(position.game, seat, moments), NAMES) for seat in viewers]
        if not move.text.startswith("return"):
            assert stories == [stories[0]] * len(viewers)
        waits = position.view(None).now["step"] == "returning"
        assert waits == (stories[0][-1:] == ["One of the captured cards must go back face down."])
    assert any("the game is over" in sentence for sentence in stories[0])


# --- the table at the moment ------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_the_card_that_busts_lies_open(seat: int | None) -> None:
    position = play(turn(started(), a1=9), "turn b1")
    bust = moments(position, "show 5", seat)["BUST"]
    assert bust.numbers == {"seat": 0, "total": 14}
    assert bust.view.now["turned"] == {"a1": 9, "b1": 5}
    assert position.now(seat)["turned"] == {}


def test_the_cards_that_make_thirteen_lie_open() -> None:
    position = play(turn(started(), a1=6), "turn b1")
    exact = moments(position, "show 7")["EXACT"]
    assert exact.view.now["turned"] == {"a1": 6, "b1": 7}
    assert exact.clause == "R14"


def test_marks_that_are_collected_still_lie_there() -> None:
    position = play(turn(started(players=2), a1=4, b1=7), "stop")
    play(turn(position, c1=8), "turn d1")
    collected = moments(position, "show 6")["COLLECTED"]
    assert collected.view.now["marked"] == {"a1": 4, "b1": 7}
    assert collected.says(NAMES) == "Ada captured the marked cards, 4 + 7 = 11: nobody did better."


@pytest.mark.parametrize("seat", [0, 1, None])
def test_only_who_put_it_back_knows_which_card(seat: int | None) -> None:
    position = play(turn(started(), a1=6), "turn b1", "show 7")
    by = position.actor
    put = moments(position, "return 6 a1", seat)["PUT_BACK"]
    assert ("value" in put.numbers) == (seat == by)
    assert ("6" in put.says(NAMES).replace("a1", "")) == (seat == by)


def test_the_events_of_a_game_again() -> None:
    position = play(turn(started(), a1=6), "turn b1", "show 7", "return 6 a1")
    found = position.events(0)
    assert [one.name for one in found][-4:] == ["EXACT", "TO_RETURN", "PUT_BACK", "PILE"]
    assert [one.to_dict() for one in position.events(0, since=position.steps - 1)] == [one.to_dict() for one in found[-2:]]
    with pytest.raises(IndexError, match="seats 0 to"):
        position.events(7)
