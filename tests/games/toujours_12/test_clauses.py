"""Every clause of the rulebook of Toujours 12, each with a table that would show it broken."""

from fractions import Fraction

import pytest

from ludotheque import CHANCE, OVER, IllegalMove, OptionError, Position, UnreadableMove
from tests.games.toujours_12.tables import DECK, depths, hand, places, stock, table, tops, without_luck
from tests.table import game, plain_state, play, texts

BOTH_REFILLS = pytest.mark.parametrize("refill", ["immediate", "end-of-turn"])
CHAINS_OR_NOT = pytest.mark.parametrize("chain_takes", [True, False])

FOUR_ROWS_OF_NINE = "0 1432 4333 4234"  # laying a 3 on the 0 takes, four times in a row


def dealt(*hands: str, **options: object) -> Position:
    """Hands dealt card by card, `"134"` to seat 0 and so on."""
    return play(game("toujours-12", len(hands), **options).start(), *(f"draw {digit}" for digits in hands for digit in digits))


def refuses(position: Position, move: str, clause: str) -> bool:
    """Whether the move is illegal because of that clause, and nothing changes."""
    before = plain_state(position.copy())
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    return refusal.value.clause == clause and plain_state(position) == before


# --- components -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_R1_two_to_six_players(players: int) -> None:
    assert len(game("toujours-12", players).start().scores()) == players


@pytest.mark.parametrize("players", [None, 0, 1, 7, -2, True, 2.5, "two"])
def test_R1_no_other_number_of_players(players: int | None) -> None:
    with pytest.raises(OptionError, match="2, 3, 4, 5 or 6"):
        game("toujours-12", players)


def test_R1_from_age_eight() -> None:
    assert game("toujours-12", 2).ruleset.age == 8


def test_R2_seventy_two_cards() -> None:
    assert stock(game("toujours-12", 4).start()) == 72


@pytest.mark.parametrize("deck", [(10, 10, 10, 11, 10, 10, 10), (10, 10, 10, 13, 10, 10, 10), (0, 0, 0, 0, 0, 0, 0)])
def test_R2_no_other_number_of_cards(deck: tuple[int, ...]) -> None:
    with pytest.raises(OptionError, match="total 72"):
        game("toujours-12", 2, deck=deck)


def test_R3_digits_0_to_6() -> None:
    assert texts(game("toujours-12", 2).start()) == [f"draw {digit}" for digit in range(7)]
    for word in ("draw 7", "draw -1", "lay 7 1", "draw 03"):
        with pytest.raises(UnreadableMove):
            game("toujours-12", 2).start().play(word)


def test_R4_four_places() -> None:
    position = table("- - - -", "111 222")
    assert texts(position) == ["lay 1 1", "lay 1 2", "lay 1 3", "lay 1 4"]
    for word in ("lay 1 0", "lay 1 5"):
        with pytest.raises(UnreadableMove):
            position.play(word)


# --- aim --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "total", "won"), [("lay 4 4", 11, 0), ("lay 5 4", 12, 4), ("lay 6 4", 13, 0)])
def test_R5_the_tops_must_total_twelve(move: str, total: int, won: int) -> None:
    position = play(table("2 2 3 0", "456 111"), move)
    assert position.scores() == [won, 0]
    assert position.view(None).now["total"] == (total if not won else 0)


def test_R5_the_aim_is_twelve_for_any_number_of_players() -> None:
    assert {game("toujours-12", players).facts.target for players in range(2, 7)} == {12}


# --- setting up -------------------------------------------------------------------------------


def test_R6_three_cards_each_seat_after_seat() -> None:
    position = game("toujours-12", 3).start()
    for count in range(9):
        assert position.actor is CHANCE
        assert position.view(None).now["hands"] == [min(3, max(0, count - 3 * seat)) for seat in range(3)]
        position.play("draw 0" if count < 8 else "draw 1")
    assert position.view(None).now["hands"] == [3, 3, 3]
    assert [hand(position, seat) for seat in range(3)] == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert position.actor == 2


def test_R7_the_rest_is_the_stock() -> None:
    position = dealt("111", "123", "456")
    assert stock(position) == 63
    play(position, "lay 4 1")
    assert {str(move): odds for move, odds in position.odds()} == {
        "draw 0": Fraction(10, 63), "draw 1": Fraction(6, 63), "draw 2": Fraction(9, 63), "draw 3": Fraction(11, 63),
        "draw 4": Fraction(9, 63), "draw 5": Fraction(9, 63), "draw 6": Fraction(9, 63),
    }  # fmt: skip


def test_R7_a_digit_that_is_used_up_is_not_drawn() -> None:
    position = play(game("toujours-12", 6).start(), *["draw 4"] * 10)
    assert "draw 4" not in texts(position)
    assert refuses(position, "draw 4", "R7")


def test_R7_the_stock_lies_face_down() -> None:
    """All that anybody sees of it is how many cards it has."""
    for seat in (None, 0, 1):
        assert table("1 2 3 4", "000 666").view(seat).now["stock"] == 62
        assert table("1 2 3 4", "000 666", stock="5").view(seat).now["stock"] == 1


def test_R8_each_hand_total_is_announced() -> None:
    position = game("toujours-12", 3).start()
    heard = []
    for digit in (6, 0, 3, 1, 1, 1, 5, 5, 4):
        position.play(f"draw {digit}")
        heard.append(position.view(None).seen["announced"])
    assert heard[1] == [None, None, None]
    assert heard[2] == heard[4] == [9, None, None]
    assert heard[5] == heard[7] == [9, 3, None]
    assert heard[8] == [9, 3, 14]
    assert all(position.view(seat).seen["announced"] == [9, 3, 14] for seat in range(3))


def test_R8_what_was_announced_stays_when_the_hand_changes() -> None:
    position = play(dealt("666", "111"), "lay 6 1", "draw 0")
    assert position.view(1).seen["announced"] == [18, 3]


@pytest.mark.parametrize("starter", range(4))
def test_R9_the_highest_sum_starts(starter: int) -> None:
    hands = ["500", "401", "320", "122"]  # 5 each
    hands[starter] = "600"  # neither most digits nor the last
    position = dealt(*hands)
    assert position.actor == starter
    assert position.view(None).now["step"] == "laying"


# --- a turn -----------------------------------------------------------------------------------


def test_R10_clockwise_one_card_per_turn() -> None:
    position = dealt("111", "666", "222")
    order = []
    for _ in range(7):
        order.append(position.actor)
        play(position, texts(position)[0], "draw 0")
    assert order == [1, 2, 0, 1, 2, 0, 1]
    assert plain_state(position).laid == 7


def test_R10_only_a_card_of_the_own_hand() -> None:
    assert refuses(table("1 2 3 4", "000 666", turn=1), "lay 0 1", "R10")


def test_R11_a_card_laid_is_replaced_at_once() -> None:
    position = play(table("0 0 0 0", "123 444"), "lay 3 1")
    assert position.actor is CHANCE
    assert position.view(0).now["hands"] == [2, 3]
    before = stock(position)
    position.play("draw 6")
    assert hand(position, 0) == [1, 2, 6]
    assert stock(position) == before - 1
    assert position.actor == 1


def test_R11_nobody_lays_before_the_refill() -> None:
    assert refuses(play(table("0 0 0 0", "123 444"), "lay 3 1"), "lay 4 1", "R10")


@pytest.mark.parametrize(
    ("tray", "empty"), [("- - - -", "1234"), ("5 - - -", "234"), ("- 5 - 5", "13"), ("5 5 - 5", "3"), ("35 5 5 -", "4")]
)
def test_R12_empty_place_first(tray: str, empty: str) -> None:
    position = table(tray, "016 222")
    assert places(position) == set(empty)
    assert len(position.moves()) == 3 * len(empty)
    for place in set("1234") - set(empty):
        assert refuses(position, f"lay 0 {place}", "R12")


def test_R12_one_place_empty_and_an_occupied_pile_is_illegal() -> None:
    """Test vector 4, with the places named that are possible."""
    with pytest.raises(IllegalMove, match=r"illegal 'lay 3 2': a place is empty, so the card goes there: place 4 \(R12\)"):
        table("2 4 6 -", "345 111").play("lay 3 2")


def test_R13_any_place_when_all_four_are_occupied() -> None:
    position = table("1 2 3 4", "055 666")
    assert texts(position) == ["lay 0 1", "lay 0 2", "lay 0 3", "lay 0 4", "lay 5 1", "lay 5 2", "lay 5 3", "lay 5 4"]
    play(position, "lay 5 2")
    assert tops(position) == [1, 5, 3, 4]
    assert depths(position) == [1, 2, 1, 1]


# --- taking -----------------------------------------------------------------------------------


def test_R14_a_take_needs_all_four_places() -> None:
    position = play(table("6 5 - -", "100 222"), "lay 1 3")
    assert position.view(None).now["total"] == 12
    assert position.scores() == [0, 0]
    assert play(table("6 5 0 -", "100 222"), "lay 1 4").scores() == [4, 0]


def test_R15_tops_1_2_3_6_are_a_take() -> None:
    """Test vector 1."""
    assert play(table("1 2 3 -", "600 111"), "lay 6 4").scores() == [4, 0]
    assert play(table("1 2 3 0", "600 111"), "lay 6 4").scores() == [4, 0]


def test_R15_only_exactly_twelve() -> None:
    """17 on the tray, test vector 3: a take needs v - t = -5, so 0 on the 5 or 1 on the 6."""
    takes = set()
    for digits in ("012", "345", "666"):
        for move in texts(table("2 4 6 5", f"{digits} 333")):
            if play(table("2 4 6 5", f"{digits} 333"), move).scores() == [4, 0]:
                takes.add(move)
    assert takes == {"lay 0 4", "lay 1 3"}


def test_R16_the_four_tops_are_won() -> None:
    position = play(table("1 2 3 0", "111 600 222", turn=1), "lay 6 4")
    assert position.scores() == [0, 4, 0]
    assert tops(position) == [None, None, None, 0]


def test_R16_cards_won_never_return() -> None:
    """The only 6 of this deck is taken; after that it is neither drawn nor in a hand nor in the tray."""
    position = play(table("1 2 3 -", "600 111", stock="0011"), "lay 6 4")
    assert texts(position) == ["draw 0", "draw 1"]
    play(position, "draw 1")
    everywhere = hand(position, 0) + hand(position, 1) + [top for top in tops(position) if top is not None]
    assert sorted(everywhere) == [0, 0, 1, 1, 1, 1]
    while not position.over:
        assert not any("6" in text.split()[1] for text in texts(position))
        play(position, texts(position)[0])
    assert position.scores() == [4, 0]


def test_R17_three_cards_that_total_twelve_are_no_take() -> None:
    """Test vector 2: 2, 4, 6 beside an empty place; then a 0 takes, and the extra card has four empty places."""
    position = play(table("2 4 - -", "633 012"), "lay 6 3", "draw 3")
    assert position.view(None).now["total"] == 12
    assert position.scores() == [0, 0]
    assert position.actor == 1
    play(position, "lay 0 4", "draw 5")
    assert position.scores() == [0, 4]
    assert tops(position) == [None, None, None, None]
    assert position.actor == 1
    assert places(position) == set("1234")


@BOTH_REFILLS
def test_R18_one_more_card_after_a_take(refill: str) -> None:
    position = play(table("1 2 3 0", "644 111", refill=refill), "lay 6 4")
    if refill == "immediate":
        play(position, "draw 4")
    assert position.actor == 0
    assert position.view(0).now["extra"] is True
    play(position, "lay 4 1")
    assert position.view(0).now["extra"] is False
    while position.actor is CHANCE:
        play(position, "draw 4")
    assert position.actor == 1
    assert plain_state(position).laid == 6


def test_R18_no_more_card_without_a_take() -> None:
    position = play(table("1 2 3 0", "544 111"), "lay 5 4", "draw 4")
    assert position.view(0).now["extra"] is False
    assert position.actor == 1


def test_R19_as_many_drawn_as_laid_at_once() -> None:
    position = play(table("1 2 3 0", "644 111"), "lay 6 4", "draw 0", "lay 4 1", "draw 0")
    assert position.actor == 1
    assert hand(position, 0) == [0, 0, 4]


def test_R19_as_many_drawn_as_laid_at_the_end_of_the_turn() -> None:
    """Lay, take, lay, and then two cards."""
    position = play(table("1 2 3 0", "644 111", refill="end-of-turn"), "lay 6 4")
    assert position.actor == 0
    assert hand(position, 0) == [4, 4]
    play(position, "lay 4 1")
    assert position.actor is CHANCE
    play(position, "draw 0")
    assert position.actor is CHANCE
    play(position, "draw 5")
    assert position.actor == 1
    assert hand(position, 0) == [0, 4, 5]


def test_R20_cards_under_the_tops_stay() -> None:
    """Test vector 3: 1 on the 6 takes 2, 4, 1, 5; the 6 remains and the extra card goes beside it."""
    position = play(table("2 4 6 5", "133 000"), "lay 1 3", "draw 3")
    assert position.scores() == [4, 0]
    assert tops(position) == [None, None, 6, None]
    assert position.actor == 0
    assert places(position) == set("124")


def test_R20_every_pile_keeps_its_order() -> None:
    position = play(table("451 2 663 30", "600 111"), "lay 6 4", "draw 0")
    assert position.view(None).seen["piles"] == [[5, 4], [], [6, 6], [0, 3]]


@BOTH_REFILLS
def test_R21_the_extra_card_may_take_too(refill: str) -> None:
    position = table(FOUR_ROWS_OF_NINE, "333 555", refill=refill)
    for takes in (1, 2):
        play(position, "lay 3 1")
        assert position.scores() == [4 * takes, 0]
        if refill == "immediate":
            play(position, "draw 3")
    assert position.actor == 0
    assert tops(position) == [0, 4, 3, 2]


@BOTH_REFILLS
@pytest.mark.parametrize("players", [2, 6])
def test_R22_three_cards_at_the_start_of_a_turn(refill: str, players: int) -> None:
    turns = 0
    for position in without_luck(game("toujours-12", players, refill=refill), 7, greedy=True):
        if position.view(None).now["step"] == "laying" and not plain_state(position).laid_this_turn and stock(position):
            assert position.view(None).now["hands"] == [3] * players
            turns += 1
    assert turns > 30


# --- end of the game --------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "winner"), [((8, 4, 0), 0), ((4, 8, 4), 1), ((0, 0, 4), 2)])
def test_R23_most_cards_won_wins(won: tuple[int, ...], winner: int) -> None:
    """Nobody wins before the end, and it doesn't matter who lays last."""
    position = table("1 1 1 111", "0 - 00", stock="", won=won)
    for move in ("lay 0 1", "lay 0 2", "lay 0 1"):
        assert position.winners() == []
        assert position.returns() == [0.0, 0.0, 0.0]
        play(position, move)
    assert position.actor is OVER
    assert position.scores() == list(won)
    assert position.winners() == [winner]
    assert position.returns() == [float(seat == winner) for seat in range(3)]


def test_R23_the_last_card_may_win_the_game() -> None:
    position = play(table("1 2 3 0", "- 6", turn=1, stock="", won=(4, 4)), "lay 6 4")
    assert position.actor is OVER
    assert position.scores() == [4, 8]
    assert position.winners() == [1]


def test_R24_cards_left_count_for_nobody() -> None:
    position = play(table("6 6 6 5", "- 6", turn=1, stock="", won=(4, 0)), "lay 6 4")
    assert position.over
    assert depths(position) == [1, 1, 1, 2]
    assert position.scores() == [4, 0]
    assert position.winners() == [0]


# --- rulings ----------------------------------------------------------------------------------


def test_A1_twelve_3s_and_ten_of_every_other_digit() -> None:
    position = game("toujours-12", 2).start()
    assert [odds * 72 for _, odds in position.odds()] == [10, 10, 10, 12, 10, 10, 10]
    assert game("toujours-12", 2, deck=DECK) == game("toujours-12", 2)


@pytest.mark.parametrize("deck", [(6, 12, 12, 12, 12, 12, 6), (12, 10, 10, 10, 10, 10, 10), (72, 0, 0, 0, 0, 0, 0)])
def test_A1_any_seven_counts_that_make_72(deck: tuple[int, ...]) -> None:
    position = game("toujours-12", 2, deck=deck).start()
    assert {str(move): odds * 72 for move, odds in position.odds()} == {f"draw {d}": n for d, n in enumerate(deck) if n}
    assert game("toujours-12", 2, deck=",".join(map(str, deck))) == position.game


@pytest.mark.parametrize(
    "deck",
    [(12, 12, 12, 12, 12, 12), (10, 10, 10, 10, 10, 10, 10, 2), (-1, 11, 11, 12, 13, 13, 13), (10.0,) * 6 + (12.0,), "", ()],
)  # fmt: skip
def test_A1_nothing_but_seven_counts(deck: object) -> None:
    with pytest.raises(OptionError):
        game("toujours-12", 2, deck=deck)


def test_A2_one_of_the_level_starts_by_lot() -> None:
    position = dealt("600", "111", "123")
    assert position.actor is CHANCE
    assert [(str(move), odds) for move, odds in position.odds()] == [("start 0", Fraction(1, 2)), ("start 2", Fraction(1, 2))]
    assert refuses(position, "start 1", "A2")
    assert refuses(position, "start 5", "A2")
    assert refuses(position, "draw 1", "R7")
    assert play(position.copy(), "start 0").actor == 0
    assert play(position, "start 2").actor == 2
    assert [hand(position, seat) for seat in range(3)] == [[0, 0, 6], [1, 1, 1], [1, 2, 3]]  # kept
    assert stock(position) == 63
    play(position, "lay 1 1", "draw 1")
    assert position.actor == 0  # clockwise from there


def test_A2_all_level_and_nothing_in_hand() -> None:
    """Even hands of nothing are level for the highest."""
    position = dealt("000", "000", "000")
    assert [(str(move), odds) for move, odds in position.odds()] == [(f"start {seat}", Fraction(1, 3)) for seat in range(3)]


def test_A2_no_lot_when_one_is_highest() -> None:
    assert dealt("600", "111", "111").actor == 0


def test_A3_any_empty_place() -> None:
    """Each is a move of its own, and it makes no difference."""
    results = set()
    for place in "134":
        position = play(table("- 5 - -", "422 111"), f"lay 4 {place}")
        now = position.view(None).now
        results.add((str(sorted(map(str, now["tray"]))), now["total"], position.actor, tuple(texts(position)), now["stock"]))
        assert tops(position)[int(place) - 1] == 4
    assert len(results) == 1


@BOTH_REFILLS
def test_A4_a_take_happens_by_itself(refill: str) -> None:
    """For the one who laid the card, and there is no move to decline it."""
    position = table("3 3 3 -", "111 355 555", turn=1, refill=refill)
    play(position, "lay 3 4")
    assert position.scores() == [0, 4, 0]
    assert position.history == ["lay 3 4"]
    for word in ("take", "pass", "stop"):
        with pytest.raises(UnreadableMove):
            position.play(word)


def test_A5_uncovered_tops_are_taken_too() -> None:
    """Under 3 3 3 and the 0 that is covered lie 6, 3 and 3: 6 + 3 + 3 + 0 = 12."""
    position = play(table("63 33 33 0", "344 111"), "lay 3 4")
    assert position.scores() == [8, 0]
    assert tops(position) == [None, None, None, None]


def test_A5_until_it_fails_and_then_one_extra_card() -> None:
    position = play(table("5263 1433 1433 20", "344 111"), "lay 3 4")
    assert position.scores() == [12, 0]  # 3333, 6330, 2442
    assert tops(position) == [5, 1, 1, None]
    play(position, "draw 0")
    assert position.actor == 0
    play(position, "lay 4 4", "draw 0")
    assert position.actor == 1
    assert position.scores() == [12, 0]


def test_A5_not_with_an_empty_place() -> None:
    """The uncovered 6, 3 and 3 total twelve beside an empty place."""
    assert play(table("63 33 33 -", "344 111"), "lay 3 4").scores() == [4, 0]


def test_A5_without_chain_takes_only_a_card_just_laid_takes() -> None:
    position = play(table("63 33 33 0", "344 333", chain_takes=False), "lay 3 4")
    assert position.scores() == [4, 0]
    assert tops(position) == [6, 3, 3, 0]
    play(position, "draw 4")
    assert position.actor == 0
    play(position, "lay 4 4", "draw 4")  # 16
    assert position.actor == 1
    assert position.scores() == [4, 0]


@BOTH_REFILLS
def test_A5_without_chain_takes_twelve_may_lie_at_the_start_of_a_turn(refill: str) -> None:
    """A take with the last card uncovers 6, 3, 3, 0; it lies there until a card just laid makes twelve again."""
    position = play(table("63 33 33 0", "3 333", stock="", chain_takes=False, refill=refill), "lay 3 4")
    assert position.actor == 1
    assert position.scores() == [4, 0]
    assert position.view(None).now["total"] == 12
    assert play(position.copy(), "lay 3 4").scores() == [4, 0]
    assert play(position, "lay 3 2").scores() == [4, 4]
    assert tops(position) == [None, 3, None, None]


@BOTH_REFILLS
def test_A6_the_extra_card_is_compulsory(refill: str) -> None:
    position = play(table("1 2 3 50", "644 111", refill=refill), "lay 6 4")
    if refill == "immediate":
        play(position, "draw 5")
    assert position.actor == 0
    assert places(position) == set("123")  # an empty place first
    assert refuses(position, "lay 4 4", "R12")
    assert refuses(position, "lay 1 1", "R10")  # a card of the next player
    with pytest.raises(UnreadableMove):
        position.play("pass")


def test_A7_an_extra_card_after_every_take() -> None:
    position = table(FOUR_ROWS_OF_NINE, "333 555")
    play(position, "lay 3 1", "draw 5", "lay 3 1", "draw 5", "lay 3 1", "draw 5")
    assert position.scores() == [12, 0]
    assert position.actor == 0
    play(position, "lay 5 1", "draw 5")
    assert position.scores() == [12, 0]
    assert position.actor == 1


def test_A7_the_turn_ends_with_an_empty_hand() -> None:
    position = play(table(FOUR_ROWS_OF_NINE, "33 111", stock=""), "lay 3 1", "lay 3 1")
    assert position.scores() == [8, 0]
    assert position.actor == 1


def test_A8_at_once_means_before_the_extra_card() -> None:
    """So a turn can have more than three cards: here five, with four takes."""
    position = table(FOUR_ROWS_OF_NINE, "333 555")
    for takes in range(1, 5):
        play(position, "lay 3 1")
        assert position.scores() == [4 * takes, 0]  # the take is done
        assert position.actor is CHANCE
        assert len(hand(position, 0)) == 2
        play(position, "draw 3")
        assert position.actor == 0
    assert tops(position) == [0, None, None, None]
    play(position, "lay 3 2", "draw 0")
    assert position.actor == 1


def test_A8_at_the_end_of_the_turn_all_together() -> None:
    """A fourth take would be there, but the hand is empty: the turn is over, and three cards are drawn."""
    position = table(FOUR_ROWS_OF_NINE, "333 555", refill="end-of-turn")
    for left in (2, 1, 0):
        assert position.actor == 0
        play(position, "lay 3 1")
        assert len(hand(position, 0)) == left
    assert position.scores() == [12, 0]
    for _ in range(3):
        assert position.actor is CHANCE
        play(position, "draw 3")
    assert position.actor == 1
    assert hand(position, 0) == [3, 3, 3]
    assert tops(position) == [0, 1, 4, 4]


def test_A8_a_turn_with_one_card_draws_one_either_way() -> None:
    for refill in ("immediate", "end-of-turn"):
        position = play(table("0 0 0 0", "123 444", refill=refill), "lay 3 1", "draw 5")
        assert position.actor == 1
        assert hand(position, 0) == [1, 2, 5]


def test_A8_the_refill_takes_what_the_stock_has() -> None:
    position = table(FOUR_ROWS_OF_NINE, "333 555", refill="end-of-turn", stock="66")
    play(position, "lay 3 1", "lay 3 1", "lay 3 1", "draw 6", "draw 6")
    assert position.actor == 1
    assert hand(position, 0) == [6, 6]


def test_A9_one_stock() -> None:
    """A draw names no pile, and every card nobody has drawn is as likely."""
    position = play(table("1 1 1 1", "222 333", stock="0455666"), "lay 2 1")
    sevenths = {"draw 0": 1, "draw 4": 1, "draw 5": 2, "draw 6": 3}
    assert {str(move): odds * 7 for move, odds in position.odds()} == sevenths
    with pytest.raises(UnreadableMove):
        position.play("draw 4 2")


@BOTH_REFILLS
def test_A10_play_goes_on_without_a_stock(refill: str) -> None:
    position = play(table("0 0 0 0", "123 444", stock="5", refill=refill), "lay 3 1", "draw 5")
    assert stock(position) == 0
    for actor, move, hands in (
        (1, "lay 4 1", [3, 2]), (0, "lay 1 2", [2, 2]), (1, "lay 4 1", [2, 1]),
        (0, "lay 2 2", [1, 1]), (1, "lay 4 1", [1, 0]), (0, "lay 5 2", [0, 0]),
    ):  # fmt: skip
        assert position.actor == actor
        play(position, move)
        assert position.view(None).now["hands"] == hands
    assert position.over


@BOTH_REFILLS
def test_A11_a_player_without_cards_is_skipped(refill: str) -> None:
    position = table("0 0 0 000000", "11 - - 2", stock="", refill=refill)
    order = []
    while not position.over:
        order.append(position.actor)
        play(position, texts(position)[0])
    assert order == [0, 3, 0]


def test_A11_extra_cards_empty_a_hand_first() -> None:
    """Seat 0 lays two cards in one turn and its third in the next, so seat 1 has the last two turns to itself."""
    position = table("1 2 3 0000", "600 555", stock="")
    order = []
    for move in ("lay 6 4", "lay 0 1", "lay 5 2", "lay 0 3", "lay 5 1", "lay 5 1"):
        order.append(position.actor)
        play(position, move)
    assert order == [0, 0, 1, 0, 1, 1]
    assert position.over


@BOTH_REFILLS
def test_A12_no_extra_card_is_due_without_a_card(refill: str) -> None:
    position = play(table("1 2 3 60", "6 55", stock="", refill=refill), "lay 6 4")
    assert position.scores() == [4, 0]
    assert position.actor == 1
    assert position.view(None).now["extra"] is False
    assert places(position) == set("123")


@BOTH_REFILLS
def test_A13_the_game_ends_when_all_cards_are_laid(refill: str) -> None:
    """Not when the stock is empty, nor when no 12 is possible any more."""
    position = table("0 0 0 0", "000 000", stock="0", refill=refill)
    play(position, "lay 0 1", "draw 0")
    assert stock(position) == 0
    for left in range(6, 0, -1):
        assert not position.over
        assert sum(position.view(None).now["hands"]) == left
        play(position, "lay 0 1")
    assert position.over
    assert position.moves() == []
    assert position.odds() == []
    assert refuses(position, "lay 0 1", "A13")
    assert refuses(position, "draw 0", "A13")


@BOTH_REFILLS
@CHAINS_OR_NOT
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_A14_no_card_is_left_in_a_hand(refill: str, chain_takes: bool, players: int) -> None:
    *_, end = without_luck(game("toujours-12", players, refill=refill, chain_takes=chain_takes), 5)
    assert end.view(None).now["hands"] == [0] * players
    assert plain_state(end).laid == 72


@pytest.mark.parametrize(
    ("won", "winners"), [((8, 8, 4), [0, 1]), ((4, 8, 8), [1, 2]), ((4, 4, 4), [0, 1, 2]), ((0, 0, 0), [0, 1, 2])]
)
def test_A15_a_tie_shares_the_victory(won: tuple[int, ...], winners: list[int]) -> None:
    position = play(table("1 1 1 11111", "- - 0", turn=2, stock="", won=won), "lay 0 1")
    assert position.winners() == winners
    assert position.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in range(3)]


def test_A16_more_than_twelve_stands() -> None:
    """Test vector 3, its first half: 2, 4, 6 and 5 make 17."""
    position = play(table("2 4 6 -", "511 333"), "lay 5 4", "draw 1")
    assert position.view(None).now["total"] == 17
    assert tops(position) == [2, 4, 6, 5]
    assert position.scores() == [0, 0]
    assert position.actor == 1


def test_A16_the_highest_total_stands_too() -> None:
    position = play(table("6 6 6 -", "611 333"), "lay 6 4", "draw 1")
    assert position.view(None).now["total"] == 24
    assert hand(position, 0) == [1, 1, 1]


def test_A17_an_equal_digit_may_cover() -> None:
    position = play(table("1 2 3 4", "444 333"), "lay 4 4", "draw 4")
    assert tops(position) == [1, 2, 3, 4]
    assert depths(position) == [1, 1, 1, 2]
    assert position.actor == 1


def test_A18_hands_are_secret() -> None:
    """Hands of the same total look the same to everyone else, before and after a card is drawn."""
    these, those = dealt("033", "456", "111"), dealt("123", "456", "111")
    for steps in ((), ("lay 6 1", "draw 2", "lay 1 2", "draw 5")):
        for seat in (None, 1, 2):
            assert play(these.copy(), *steps).view(seat).to_dict() == play(those.copy(), *steps).view(seat).to_dict()
    assert these.view(0).now["hand"] == [0, 3, 3]
    assert those.view(0).now["hand"] == [1, 2, 3]


def test_A18_a_drawn_card_is_secret() -> None:
    after = play(table("0 0 0 0", "123 444"), "lay 3 1")
    for seat in (None, 1):
        assert play(after.copy(), "draw 0").view(seat).to_dict() == play(after.copy(), "draw 6").view(seat).to_dict()
    assert hand(play(after, "draw 6"), 0) == [1, 2, 6]


def test_A18_only_the_total_is_announced() -> None:
    assert dealt("033", "456", "111").view(1).to_dict() != dealt("034", "456", "111").view(1).to_dict()
    assert dealt("033", "456", "111").view(1).now["hands"] == [3, 3, 3]


def test_A18_winnings_are_counted() -> None:
    position = table("1 2 3 4", "555 666", won=(8, 4))
    for seat in (None, 0, 1):
        assert position.view(seat).now["won"] == [8, 4]
    assert position.scores() == [8, 4]


def test_A19_under_the_tops_only_the_number_is_open() -> None:
    for seat in (None, 0, 1):
        now = table("26 2 553 4", "000 111").view(seat).now
        assert now == table("56 2 223 4", "000 111").view(seat).now
        assert now["tray"] == [6, 2, 3, 4]
        assert now["depth"] == [2, 1, 3, 1]


def test_A19_what_was_laid_in_the_open_can_be_remembered() -> None:
    assert table("26 2 553 4", "000 111").view(1).seen["piles"] == [[6, 2], [2], [3, 5, 5], [4]]


def test_A20_the_earliest_take_is_with_the_fourth_card() -> None:
    """6 and 6 total 12, and so do 6, 6 and 0; only four cards are a take."""
    position = dealt("660", "066")
    play(position, "start 0")
    won = []
    for move in ("lay 6 1", "draw 1", "lay 6 2", "draw 1", "lay 0 3", "draw 1", "lay 0 4"):
        play(position, move)
        won.append(sum(position.scores()))
    assert won == [0, 0, 0, 0, 0, 0, 4]
