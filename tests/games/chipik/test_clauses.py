"""Chipik, clause by clause: rulebook.md in the left hand, this in the right."""

from collections import Counter
from fractions import Fraction
from itertools import combinations as chosen
from itertools import combinations_with_replacement, product

import pytest

import ludotheque
from ludotheque import IllegalMove, OptionError, Position, UnreadableMove
from tests.games.chipik.positions import (
    THROWS,
    binned,
    combinations,
    discards,
    first,
    holder,
    rerolls,
    second,
    table,
    turn,
)
from tests.table import at, game, play, texts

# Each discard with dice that allow it, and the seats it hits when seat 0 of four makes it
# (an Addition to the lucky player hits whoever that is).
DISCARDS = {
    "addition bin": ("4.4.5", set[int]()),
    "addition lucky": ("4.4.5", set[int]()),
    "odds left": ("1.3.5", {1}),
    "odds right": ("1.3.5", {3}),
    "run left": ("2.3.4", {1}),
    "run right": ("2.3.4", {3}),
    "triple left": ("2.2.2", {1}),
    "triple right": ("2.2.2", {3}),
    "triple both": ("2.2.2", {1, 3}),
}
WITHOUT_LUCKY = [move for move in DISCARDS if move != "addition lucky"]
# (discard, holder) for every holder who is not the thrower.
HITS = [(move, lucky) for move, (_, hit) in DISCARDS.items() for lucky in (1, 2, 3) if move == "addition lucky" or lucky in hit]
MISSES = [(move, lucky) for move in WITHOUT_LUCKY for lucky in (1, 2, 3) if lucky not in DISCARDS[move][1]]
# One, two or three dice: `1`, `1 1`, `1 1 1`, …
HANDFULS = [" ".join(dice) for count in (1, 2, 3) for dice in combinations_with_replacement("123456", count)]


def faces(dice: str) -> list[int]:
    return [int(face) for face in dice.split(".")]


def opening(*sums: int, seating: str = "by-roll") -> Position:
    """A game in which the seats have thrown these sums."""
    position = game("chipik", len(sums), seating=seating).start()
    return play(position, *map(thrown, sums))


def thrown(total: int) -> str:
    """A throw of three dice with this sum."""
    low = max(1, total - 12)
    middle = min(6, total - low - 1)
    return f"roll {low} {middle} {total - low - middle}"


def to_throw(position: Position) -> list[int]:
    found: list[int] = position.view(None).now["to_throw"]
    return found


def order(position: Position) -> list[int] | None:
    found: list[int] | None = position.view(None).now["order"]
    return found


def refused(position: Position, move: str, clause: str) -> None:
    """The move is not offered, and playing it names the clause and changes nothing."""
    before = position.view(None).to_dict()
    assert move not in texts(position)
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    assert refusal.value.clause == clause
    assert position.view(None).to_dict() == before


# --- components, aim --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_R1_three_to_eight_players(players: int) -> None:
    position = game("chipik", players).start()
    assert len(position.scores()) == players
    low, high = ludotheque.GAMES["chipik"].minutes.split("-")
    assert int(low) <= 4 * players <= int(high)


def test_R1_four_minutes_a_player() -> None:
    assert ludotheque.GAMES["chipik"].minutes == f"{4 * 3}-{4 * 8}"


@pytest.mark.parametrize("players", [None, 0, 1, 2, 9, 38, 338])
def test_R1_no_other_number(players: int | None) -> None:
    with pytest.raises(OptionError, match="3, 4, 5, 6, 7 or 8"):
        game("chipik", players)


def test_R2_three_six_sided_dice() -> None:
    one = play(first("1.2.4"), "reroll 4")
    assert [(str(move), chance) for move, chance in one.odds()] == [(f"roll {face}", Fraction(1, 6)) for face in range(1, 7)]
    fallen = Counter(" ".join(sorted(dice)) for dice in product("123456", repeat=3))
    three = {str(move): chance for move, chance in table("first_throw").odds()}
    assert three == {f"roll {dice}": Fraction(ways, 216) for dice, ways in fallen.items()}


@pytest.mark.parametrize("players", range(3, 9))
def test_R2_four_tokens_for_each_player(players: int) -> None:
    start = game("chipik", players).start()
    assert sum(start.scores()) + binned(start) == 4 * players


@pytest.mark.parametrize("lucky", [-1, 0, 1, 2, 3])
def test_R2_one_chance_card(lucky: int) -> None:
    view = first("1.2.4", f"lucky={lucky}").view(0)
    zones = view.game.ruleset.scene(view).zones
    where = [zone.id for zone in zones for thing in zone.things if thing.face == "Chance card"]
    assert where == (["centre"] if lucky < 0 else [f"tokens{lucky}"])


def test_R3_first_without_tokens_wins() -> None:
    position = second("4.4.5", "tokens=1,1,7,7")
    assert position.winners() == []  # fewest is not enough
    position.play("addition bin")
    assert position.scores() == [0, 1, 7, 7]
    assert position.winners() == [0]
    assert position.returns() == [1.0, 0.0, 0.0, 0.0]


# --- setting up -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 9))
def test_R4_four_tokens_each_visible_to_all(players: int) -> None:
    start = game("chipik", players).start()
    for seat in [None, *range(players)]:
        assert start.view(seat).now["tokens"] == [4] * players


def test_R4_visible_during_the_whole_game() -> None:
    for seat in (None, 0, 1, 2, 3):
        assert first("1.2.4", "tokens=1,2,3,9 bin=1").view(seat).now["tokens"] == [1, 2, 3, 9]
        end = play(second("4.4.5", "tokens=1,2,3,9 bin=1"), "addition bin")
        assert end.view(seat).now["tokens"] == [0, 2, 3, 9]


def test_R5_card_starts_in_centre() -> None:
    assert holder(game("chipik", 3).start()) is None
    assert holder(opening(16, 12, 9)) is None


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_R7_each_player_throws_three_dice_once(seating: str) -> None:
    position = game("chipik", 4, seating=seating).start()
    for seat, total in enumerate((10, 16, 7, 12)):
        assert to_throw(position) == [0, 1, 2, 3][seat:]
        assert turn(position) is None
        assert len(texts(position)) == 56
        position.play(thrown(total))
        assert position.view(None).now["opening"][seat] == total
    assert to_throw(position) == []
    assert turn(position) is not None
    assert position.view(None).now["step"] == "first_throw"


def test_R7_adds_the_dice() -> None:
    position = play(game("chipik", 3).start(), "roll 1 2 6", "roll 5 5 5", "roll 1 1 1")
    assert position.view(None).now["opening"] == [9, 15, 3]


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
@pytest.mark.parametrize(("sums", "starter"), [((12, 9, 4), 0), ((9, 12, 4), 1), ((4, 9, 12), 2), ((3, 17, 18), 2)])
def test_R8_highest_sum_starts(seating: str, sums: tuple[int, ...], starter: int) -> None:
    position = opening(*sums, seating=seating)
    assert turn(position) == starter
    assert play(position, "roll 1 2 4").actor == starter


def test_R9_descending_order() -> None:
    assert order(opening(10, 16, 7, 12)) == [1, 3, 0, 2]
    assert order(opening(3, 4, 5, 6, 7, 8, 9, 10)) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert order(opening(18, 17, 16)) == [0, 1, 2]


def test_R9_places_are_turn_order() -> None:
    position = opening(10, 16, 7, 12)
    for seat in (1, 3, 0, 2, 1):
        assert turn(position) == seat
        play(position, "roll 1 2 4", "reroll 4", "roll 6")


def test_R10_left_is_next_right_was_before() -> None:
    position = opening(10, 16, 7, 12)  # turn order 1, 3, 0, 2
    assert play(position.copy(), "roll 1 3 5", "odds left").scores() == [4, 3, 4, 5]
    assert play(position.copy(), "roll 1 3 5", "odds right").scores() == [4, 3, 5, 4]
    play(position, "roll 1 3 5", "odds left")
    assert turn(position) == 3
    assert play(position.copy(), "roll 1 3 5", "odds right").scores() == [4, 4, 4, 4]
    assert play(position.copy(), "roll 1 3 5", "odds left").scores() == [5, 3, 4, 4]


def test_R10_clockwise_is_rising_seat_as_seated() -> None:
    position = opening(10, 7, 16, 12, seating="as-seated")
    assert order(position) == [2, 3, 0, 1]
    assert play(position.copy(), "roll 1 2 3", "run left").scores() == [4, 4, 3, 5]
    assert play(position.copy(), "roll 1 2 3", "run right").scores() == [4, 5, 3, 4]
    for seat in (2, 3, 0, 1, 2):
        assert turn(position) == seat
        play(position, "roll 1 2 4", "reroll 4", "roll 6")


# --- a turn -----------------------------------------------------------------------------------


def test_R11_only_a_combination_discards() -> None:
    assert discards(first("1.2.4")) == []
    for move in DISCARDS:
        with pytest.raises(IllegalMove):
            first("1.2.4", "lucky=2").play(move)


@pytest.mark.parametrize("move", DISCARDS)
def test_R11_a_combination_discards(move: str) -> None:
    dice, _ = DISCARDS[move]
    assert move in discards(first(dice, "lucky=2"))
    assert move in discards(second(dice, "lucky=2"))


def test_R12_two_throws_at_most() -> None:
    refused(second("4.4.5"), "reroll 4", "R12")
    position = play(table("first_throw"), "roll 1 2 4", "reroll 1", "roll 1")
    assert turn(position) == 1  # the second throw failed, there is no third
    assert rerolls(play(table("first_throw"), "roll 1 2 4", "reroll 1", "roll 3")) == []


def test_R13_first_throw_uses_three_dice() -> None:
    position = table("first_throw")
    assert all(len(text.split()) == 4 for text in texts(position))
    assert len(texts(position)) == 56
    refused(position, "roll 3", "R13")
    refused(position, "roll 3 4", "R13")


@pytest.mark.parametrize("dice", THROWS)
def test_R14_any_or_all_dice_again(dice: str) -> None:
    some = {tuple(sorted(take)) for count in (1, 2, 3) for take in chosen(faces(dice), count)}
    offered = rerolls(first(dice))
    assert len(offered) == len(some)
    assert set(offered) == {" ".join(["reroll", *map(str, take)]) for take in some}


def test_R14_the_others_stay() -> None:
    kept = play(first("1.2.4"), "reroll 1 4")
    assert kept.view(None).now["dice"] == [2]
    assert play(kept, "roll 1 3").view(None).now["dice"] == [1, 2, 3]


@pytest.mark.parametrize("dice", THROWS)
def test_R14_whatever_is_kept_and_thrown_lies_there_after(dice: str) -> None:
    """With an Addition from 4 on, every second throw is one to use, and its dice can be seen."""
    position = at(f"chipik players=3 fact.addition=4 | phase=after_first order=0,1,2 dice={dice}")
    for again in rerolls(position):
        kept = Counter(faces(dice)) - Counter(map(int, again.split()[1:]))
        second_throw = play(position.copy(), again)
        assert second_throw.view(None).now["dice"] == sorted(kept.elements())
        for fallen in texts(second_throw):
            after = play(second_throw.copy(), fallen)
            assert after.view(None).now["dice"] == sorted([*kept.elements(), *map(int, fallen.split()[1:])])
            assert after.view(None).now["step"] == "after_second"


@pytest.mark.parametrize("dice", THROWS)
def test_R14_no_dice_but_these(dice: str) -> None:
    """Every handful that is not among them is refused."""
    position = first(dice)
    offered = rerolls(position)
    for again in HANDFULS:
        if f"reroll {again}" not in offered:
            refused(position, f"reroll {again}", "R14")


def test_R14_only_dice_that_lie_there() -> None:
    refused(first("1.2.4"), "reroll 3", "R14")
    refused(first("1.2.4"), "reroll 1 1", "R14")
    refused(first("1.1.4"), "reroll 1 4 4", "R14")


@pytest.mark.parametrize(("move", "lucky"), [*product(WITHOUT_LUCKY, (-1, 0)), *HITS, *MISSES])
def test_R15_dry_discard_takes_the_card_visibly(move: str, lucky: int) -> None:
    position = play(first(DISCARDS[move][0], f"lucky={lucky}"), move)
    for seat in (None, 0, 1, 2, 3):
        assert position.view(seat).now["lucky"] == 0


def test_R15_not_without_a_discard() -> None:
    position = play(first("1.3.5"), "reroll 1", "roll 1")  # the same dice, but no longer dry
    assert holder(position) is None
    assert holder(play(position, "odds left")) is None


@pytest.mark.parametrize("kept", ["-", "1", "1.2"])
def test_R16_no_combination_passes(kept: str) -> None:
    missing = {"-": "roll 1 2 4", "1": "roll 2 4", "1.2": "roll 4"}[kept]
    position = play(table("second_throw", f"dice={kept} tokens=2,5,6,3"), missing)
    assert turn(position) == 1
    assert position.scores() == [2, 5, 6, 3]
    assert position.view(None).now["dice"] == []
    assert position.view(None).now["step"] == "first_throw"


def test_R16_last_in_order_passes_to_the_first() -> None:
    assert turn(play(table("second_throw", "dice=1.2 at=3"), "roll 4")) == 0


# --- combinations -----------------------------------------------------------------------------


@pytest.mark.parametrize("dice", THROWS)
def test_R17_addition(dice: str) -> None:
    assert ("addition" in combinations(first(dice))) == (sum(faces(dice)) >= 13)


def test_R17_addition_discards_one_token_to_bin_or_lucky() -> None:
    position = second("4.4.5", "lucky=2 tokens=3,4,4,3 bin=2")
    assert discards(position) == ["addition bin", "addition lucky"]
    into_bin = play(position.copy(), "addition bin")
    assert (into_bin.scores(), binned(into_bin)) == ([2, 4, 4, 3], 3)
    on_lucky = play(position, "addition lucky")
    assert (on_lucky.scores(), binned(on_lucky)) == ([2, 4, 5, 3], 2)


def test_R17_twelve_is_not_enough() -> None:
    refused(first("3.4.5"), "addition bin", "R17")
    refused(first("2.4.6", "lucky=1"), "addition lucky", "R17")


@pytest.mark.parametrize("dice", THROWS)
def test_R18_odds(dice: str) -> None:
    assert ("odds" in combinations(first(dice))) == all(face % 2 for face in faces(dice))


def test_R18_odds_discard_one_token_to_a_neighbour() -> None:
    position = second("1.3.5", "lucky=2")
    assert discards(position) == ["odds left", "odds right"]
    assert play(position.copy(), "odds left").scores() == [3, 5, 4, 4]
    assert play(position, "odds right").scores() == [3, 4, 4, 5]


@pytest.mark.parametrize("dice", THROWS)
def test_R19_run(dice: str) -> None:
    assert ("run" in combinations(first(dice))) == (dice in {"1.2.3", "2.3.4", "3.4.5", "4.5.6"})


def test_R19_run_discards_one_token_to_a_neighbour() -> None:
    position = second("2.3.4", "lucky=2")
    assert discards(position) == ["run left", "run right"]
    assert play(position.copy(), "run left").scores() == [3, 5, 4, 4]
    assert play(position, "run right").scores() == [3, 4, 4, 5]


@pytest.mark.parametrize("dice", THROWS)
def test_R20_triple(dice: str) -> None:
    assert ("triple" in combinations(first(dice))) == (len(set(faces(dice))) == 1)


@pytest.mark.parametrize(
    ("move", "tokens"),
    [("triple left", [2, 6, 4, 4]), ("triple right", [2, 4, 4, 6]), ("triple both", [2, 5, 4, 5])],
)
def test_R20_triple_discards_two_tokens_to_neighbours(move: str, tokens: list[int]) -> None:
    assert play(second("2.2.2"), move).scores() == tokens
    assert binned(play(second("2.2.2"), move)) == 0


def test_R21_binned_token_is_gone() -> None:
    position = play(first("4.4.5"), "addition bin")
    assert (position.scores(), binned(position)) == ([3, 4, 4, 4], 1)
    for move in ("roll 1 3 5", "odds left", "roll 2 2 2", "triple both", "roll 1 2 4", "reroll 4", "roll 6", "roll 6 6 6"):
        position.play(move)
        assert (sum(position.scores()), binned(position)) == (15, 1)
    position.play("addition bin")
    assert (sum(position.scores()), binned(position)) == (14, 2)


def test_R22_bin_by_default() -> None:
    assert discards(first("4.4.5")) == ["addition bin"]
    assert discards(second("4.4.5")) == ["addition bin"]
    refused(first("4.4.5"), "addition lucky", "R22")
    refused(second("4.4.5"), "addition lucky", "R22")


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_R22_or_to_the_lucky_player(lucky: int) -> None:
    for position in (first("4.4.5", f"lucky={lucky}"), second("4.4.5", f"lucky={lucky}")):
        position.play("addition lucky")
        assert position.scores() == [3, *(5 if seat == lucky else 4 for seat in (1, 2, 3))]
        assert binned(position) == 0


@pytest.mark.parametrize("dice", ["1.1.1", "2.2.2", "3.3.3", "4.4.4", "5.5.5", "6.6.6"])
def test_R23_three_splits(dice: str) -> None:
    for position in (first(dice, "lucky=2"), second(dice, "lucky=2")):
        splits = [move for move in discards(position) if move.startswith("triple")]
        assert splits == ["triple left", "triple right", "triple both"]
        given = [[after - 4 for after in play(position.copy(), move).scores()] for move in splits]
        assert given == [[-2, 2, 0, 0], [-2, 0, 0, 2], [-2, 1, 0, 1]]


def test_R24_three_fives_are_three_combinations() -> None:
    """Test vector 6: three tokens, 5-5-5."""
    position = first("5.5.5", "tokens=3,5,4,4 lucky=2")
    after = {move: (*(p := play(position.copy(), move)).scores(), binned(p)) for move in discards(position)}
    assert after == {
        "addition bin": (2, 5, 4, 4, 1),
        "addition lucky": (2, 5, 5, 4, 0),
        "odds left": (2, 6, 4, 4, 0),
        "odds right": (2, 5, 4, 5, 0),
        "triple left": (1, 7, 4, 4, 0),
        "triple right": (1, 5, 4, 6, 0),
        "triple both": (1, 6, 4, 5, 0),
    }


@pytest.mark.parametrize(
    ("dice", "which"),
    [
        ("4.4.5", {"addition"}),  # test vector 8
        ("3.5.5", {"addition", "odds"}),
        ("4.5.6", {"addition", "run"}),
        ("5.5.5", {"addition", "odds", "triple"}),
        ("6.6.6", {"addition", "triple"}),
        ("1.1.1", {"odds", "triple"}),
        ("3.3.3", {"odds", "triple"}),
    ],
)
def test_R24_chooses_which_combination(dice: str, which: set[str]) -> None:
    assert combinations(first(dice)) == which
    assert combinations(second(dice)) == which


@pytest.mark.parametrize("move", ["addition bin", "addition lucky", "odds left", "odds right"])
def test_R25_may_discard_less(move: str) -> None:
    for position in (first("5.5.5", "lucky=2"), second("5.5.5", "lucky=2")):
        position.play(move)
        assert position.scores()[0] == 3  # the Triple would have left two
        assert turn(position) == 1


# --- the Chance card: the whole transition table ----------------------------------------------
#
# | discard by X | X = H   | H none  | H ≠ X, not hit | H ≠ X, hit |
# | dry          | A18     | R26     | R28            | A15        |
# | second throw | A17     | R26     | R29            | R29, A16   |
# | no discard   | R29     | R29     | R29            | -          |


def test_R26_nobody_before_the_first_dry_discard() -> None:
    position = table("first_throw")
    play(position, "roll 1 2 4", "reroll 4", "roll 6", "roll 4 4 4", "reroll 4", "roll 5", "addition bin")
    assert holder(position) is None
    play(position, "roll 1 3 5", "odds left")
    assert holder(position) == 2


def test_R26_dry_odds_take_the_card_from_the_centre() -> None:
    """Test vector 1: card in the centre, dry 1-3-5, gives left."""
    position = play(first("1.3.5"), "odds left")
    assert position.scores() == [3, 5, 4, 4]
    assert holder(position) == 0


@pytest.mark.parametrize("move", WITHOUT_LUCKY)
def test_R26_dry_takes_it_from_the_centre(move: str) -> None:
    assert holder(play(first(DISCARDS[move][0]), move)) == 0


@pytest.mark.parametrize("move", WITHOUT_LUCKY)
def test_R26_second_throw_leaves_it_in_the_centre(move: str) -> None:
    assert holder(play(second(DISCARDS[move][0]), move)) is None


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_R27_others_discard_on_the_holder_with_a_mere_addition(lucky: int) -> None:
    position = play(second("4.4.5", f"lucky={lucky}"), "addition lucky")
    assert position.scores()[lucky] == 5  # across the table too, no neighbour needed
    position = play(first("4.4.5", f"lucky={lucky}"), "addition lucky")
    assert position.scores()[lucky] == 5


def test_R27_lucky_from_the_moment_of_taking_the_card() -> None:
    position = play(table("first_throw"), "roll 1 3 5", "odds right", "roll 1 2 3", "run left", "roll 4 4 5")
    assert holder(position) == 1
    position.play("addition lucky")
    assert position.scores() == [3, 4, 4, 5]


@pytest.mark.parametrize(("move", "lucky"), MISSES)
def test_R28_dry_takes_it_from_the_holder(move: str, lucky: int) -> None:
    position = play(first(DISCARDS[move][0], f"lucky={lucky}"), move)
    assert position.scores()[lucky] == 4
    assert holder(position) == 0


@pytest.mark.parametrize(("move", "lucky"), HITS)
def test_R29_second_throw_hit_sends_it_back(move: str, lucky: int) -> None:
    position = play(second(DISCARDS[move][0], f"lucky={lucky}"), move)
    assert position.scores()[lucky] > 4
    assert holder(position) is None


@pytest.mark.parametrize(("move", "lucky"), MISSES)
def test_R29_second_throw_miss_leaves_it(move: str, lucky: int) -> None:
    position = play(second(DISCARDS[move][0], f"lucky={lucky}"), move)
    assert position.scores()[lucky] == 4
    assert holder(position) == lucky


@pytest.mark.parametrize(("lucky", "still"), [(-1, None), (0, 0), (1, 1), (2, 2), (3, 3)])
def test_R29_turn_without_a_discard_leaves_it(lucky: int, still: int | None) -> None:
    position = play(first("1.2.4", f"lucky={lucky}"), "reroll 1 2 4", "roll 1 2 6")
    assert turn(position) == 1
    assert holder(position) == still


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_R29_six_six_one_on_the_holder(lucky: int) -> None:
    """Test vector 2: a second throw 6-6-1 on the holder, then the same on the first throw."""
    on_second = play(first("1.2.6", f"lucky={lucky}"), "reroll 2", "roll 6", "addition lucky")
    assert on_second.scores()[lucky] == 5
    assert holder(on_second) is None
    on_first = play(table("first_throw", f"lucky={lucky}"), "roll 6 6 1", "addition lucky")
    assert on_first.scores()[lucky] == 5
    assert holder(on_first) == 0


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_R29_six_six_one_into_the_bin(lucky: int) -> None:
    """Test vector 3: a second throw 6-6-1 into the bin."""
    position = play(first("1.2.6", f"lucky={lucky}"), "reroll 2", "roll 6", "addition bin")
    assert (position.scores(), binned(position)) == ([3, 4, 4, 4], 1)
    assert holder(position) == lucky


def test_R30_dry_addition_of_the_holder_goes_into_the_bin() -> None:
    position = first("4.4.5", "lucky=0")
    assert discards(position) == ["addition bin"]
    refused(position, "addition lucky", "A14")
    position.play("addition bin")
    assert (position.scores(), binned(position)) == ([3, 4, 4, 4], 1)


def test_R30_four_five_six_of_the_holder() -> None:
    """Test vector 4: the holder's dry 4-5-6 goes into the bin, left or right, never on himself."""
    position = first("4.5.6", "lucky=0")
    assert discards(position) == ["addition bin", "run left", "run right"]
    for move in discards(position):
        after = play(position.copy(), move)
        assert after.scores()[0] == 3
        assert holder(after) == 0


# --- end of the game --------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["addition bin", "addition lucky", "odds left", "odds right", "triple left", "triple right"])
@pytest.mark.parametrize("step", ["after_first", "after_second"])
def test_R31_ends_the_instant_the_last_token_goes(step: str, move: str) -> None:
    position = table(step, "dice=5.5.5 tokens=1,5,5,5 lucky=2")
    assert not position.over
    position.play(move)
    assert position.over
    assert position.actor is ludotheque.OVER
    assert position.winners() == [0]
    assert position.moves() == []
    assert position.odds() == []


@pytest.mark.parametrize("move", ["triple left", "triple right", "triple both"])
def test_R31_two_last_tokens_at_once(move: str) -> None:
    position = play(second("2.2.2", "tokens=2,5,5,4"), move)
    assert position.over
    assert position.winners() == [0]


def test_R31_not_before() -> None:
    position = play(second("4.4.5", "tokens=2,5,5,4"), "addition bin")
    assert not position.over
    assert position.winners() == []
    assert position.returns() == [0.0] * 4
    assert turn(position) == 1


# --- rulings: players and opening throws ------------------------------------------------------


def test_A1_three_to_eight() -> None:
    assert ludotheque.GAMES["chipik"].players == (3, 4, 5, 6, 7, 8)


def test_A1_with_three_the_neighbours_are_two() -> None:
    assert play(second("1.3.5", players=3), "odds left").scores() == [3, 5, 4]
    assert play(second("1.3.5", players=3), "odds right").scores() == [3, 4, 5]
    assert play(second("2.2.2", players=3), "triple both").scores() == [2, 5, 5]


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_A2_level_leaders_throw_again(seating: str) -> None:
    position = opening(9, 14, 5, 14, seating=seating)
    assert turn(position) is None
    assert to_throw(position) == [1, 3]  # in seat order, nobody else
    play(position, thrown(4))
    assert to_throw(position) == [3]
    play(position, thrown(3))
    assert turn(position) == 1  # 4 against 3; that seat 0 has 9 does not count


def test_A2_until_one_is_highest() -> None:
    position = opening(14, 14, 5, 14, seating="as-seated")
    assert to_throw(position) == [0, 1, 3]
    play(position, thrown(10), thrown(12), thrown(12))
    assert to_throw(position) == [1, 3]
    play(position, thrown(7), thrown(7))
    assert to_throw(position) == [1, 3]
    play(position, thrown(18), thrown(18))
    assert to_throw(position) == [1, 3]
    play(position, thrown(3), thrown(4))
    assert order(position) == [3, 0, 1, 2]


def test_A2_everyone_level_three_times() -> None:
    position = opening(10, 10, 10, seating="as-seated")
    for _ in range(3):
        assert to_throw(position) == [0, 1, 2]
        play(position, thrown(11), thrown(11), thrown(11))
    play(position, thrown(3), thrown(5), thrown(4))
    assert turn(position) == 1


def test_A2_a_level_throw_is_three_dice() -> None:
    position = opening(9, 14, 5, 14)
    assert len(texts(position)) == 56
    refused(position, "roll 5", "R13")


def test_A3_by_roll_is_the_default() -> None:
    assert game("chipik", 4).options == {"seating": "by-roll"}
    assert game("chipik", 4) == game("chipik", 4, seating="by-roll")
    assert game("chipik", 4) != game("chipik", 4, seating="as-seated")
    with pytest.raises(OptionError, match="by-roll or as-seated"):
        game("chipik", 4, seating="by-age")


def test_A3_as_seated_only_the_starter_counts() -> None:
    assert order(opening(10, 16, 7, 12, seating="as-seated")) == [1, 2, 3, 0]
    assert order(opening(9, 9, 7, 12, seating="as-seated")) == [3, 0, 1, 2]  # level below the highest: no throw again
    assert order(opening(18, 3, 3, 3, seating="as-seated")) == [0, 1, 2, 3]


def test_A3_by_roll_lower_level_players_throw_again() -> None:
    position = opening(9, 9, 7, 12)
    assert to_throw(position) == [0, 1]
    play(position, thrown(3), thrown(18))
    assert order(position) == [3, 1, 0, 2]  # the new sums order that group only


def test_A3_the_lowest_may_be_level() -> None:
    position = opening(5, 12, 5)
    assert to_throw(position) == [0, 2]
    play(position, thrown(10), thrown(17))
    assert order(position) == [1, 2, 0]


def test_A3_highest_level_group_first() -> None:
    position = opening(10, 12, 10, 12, 15)
    assert to_throw(position) == [1, 3]
    play(position, thrown(8), thrown(8))
    assert to_throw(position) == [1, 3]  # level again, before the lower group
    play(position, thrown(3), thrown(4))
    assert to_throw(position) == [0, 2]
    play(position, thrown(18), thrown(17))
    assert order(position) == [4, 3, 1, 0, 2]


def test_A3_a_group_may_split() -> None:
    position = opening(11, 11, 11, 11, 6, 6, 17)
    assert to_throw(position) == [0, 1, 2, 3]
    play(position, thrown(9), thrown(14), thrown(9), thrown(14))
    assert to_throw(position) == [1, 3]
    play(position, thrown(10), thrown(5))
    assert to_throw(position) == [0, 2]
    play(position, thrown(6), thrown(6))
    assert to_throw(position) == [0, 2]
    play(position, thrown(7), thrown(16))
    assert to_throw(position) == [4, 5]
    play(position, thrown(12), thrown(13))
    assert order(position) == [6, 1, 3, 2, 0, 5, 4]


def test_A3_a_group_throws_in_seat_order() -> None:
    position = opening(12, 5, 12, 5, 12)
    play(position, thrown(3))
    assert to_throw(position) == [2, 4]
    play(position, thrown(4))
    assert to_throw(position) == [4]
    play(position, thrown(5))
    assert to_throw(position) == [1, 3]
    assert position.view(None).now["opening"] == [3, 5, 4, 5, 5]


@pytest.mark.parametrize("seating", ["by-roll", "as-seated"])
def test_A3_opening_throw_is_no_dry_discard(seating: str) -> None:
    position = opening(18, 15, 9, seating=seating)  # a Triple, Odds and an Addition among them
    assert holder(position) is None
    assert position.scores() == [4, 4, 4]
    assert binned(position) == 0


# --- rulings: throwing ------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["4.4.5", "1.3.5", "2.3.4", "2.2.2", "5.5.5"])
def test_A4_may_throw_again_after_a_success(dice: str) -> None:
    position = first(dice)
    assert discards(position) != []
    assert rerolls(position) != []


def test_A4_broken_success_is_lost() -> None:
    position = play(first("5.5.5"), "reroll 5", "roll 2")
    assert turn(position) == 1
    assert position.scores() == [4, 4, 4, 4]


def test_A4_only_the_dice_after_the_second_throw_count() -> None:
    position = play(first("1.3.5"), "reroll 1", "roll 4")
    assert discards(position) == ["run left", "run right"]  # the Odds are gone
    assert holder(play(position, "run left")) is None  # and it is not dry


def test_A5_at_least_one_die() -> None:
    position = first("1.3.5")
    assert all(len(move.split()) >= 2 for move in rerolls(position))
    with pytest.raises(UnreadableMove):
        position.play("reroll")
    with pytest.raises(IllegalMove) as refusal:
        position.play(position.game.ruleset.move(0))  # the number such a move would have
    assert refusal.value.clause == "A5"
    assert position.view(None).now["step"] == "after_first"


@pytest.mark.parametrize(
    ("again", "kept", "thrown"),
    [
        ("1", [2, 4], "roll 3"),
        ("2", [1, 4], "roll 1"),  # nothing helps 1 and 4
        ("4", [1, 2], "roll 3"),
        ("1 2", [4], "roll 6 6"),
        ("1 4", [2], "roll 6 6"),
        ("2 4", [1], "roll 6 6"),
        ("1 2 4", [], "roll 6 6 6"),
    ],
)
def test_A6_any_subset_and_no_third_throw(again: str, kept: list[int], thrown: str) -> None:
    position = play(first("1.2.4"), f"reroll {again}")
    assert position.view(None).now["dice"] == kept
    assert position.actor is ludotheque.CHANCE
    position.play(thrown)
    assert position.actor == (ludotheque.CHANCE if kept == [1, 4] else 0)
    assert turn(position) == (1 if kept == [1, 4] else 0)
    assert rerolls(position) == []


FAILING = [dice for dice in THROWS if sum(faces(dice)) < 13 and any(f % 2 == 0 for f in faces(dice))]
FAILING = [dice for dice in FAILING if dice not in {"1.2.3", "2.3.4", "3.4.5", "2.2.2", "4.4.4"}]


@pytest.mark.parametrize("dice", FAILING)
def test_A7_failing_first_throw_is_thrown_again(dice: str) -> None:
    position = first(dice)
    assert position.actor == 0
    assert texts(position) == rerolls(position) != []


@pytest.mark.parametrize("words", ["stop", "pass", "keep"])
def test_A7_no_stopping(words: str) -> None:
    with pytest.raises(UnreadableMove):
        first("1.2.4").play(words)


@pytest.mark.parametrize("move", WITHOUT_LUCKY)
def test_A8_success_on_the_second_throw_must_be_used(move: str) -> None:
    dice, _ = DISCARDS[move]
    a, b, c = faces(dice)
    position = play(first("1.2.4"), "reroll 1 2 4", f"roll {a} {b} {c}")
    assert position.actor == 0
    assert move in texts(position)
    assert texts(position) == discards(position)
    for choice in texts(position):
        assert play(position.copy(), choice).scores()[0] < 4


def test_A8_first_throw_alternative_is_the_second_throw() -> None:
    position = first("4.4.5")
    assert set(texts(position)) == {"reroll 4", "reroll 5", "reroll 4 4", "reroll 4 5", "reroll 4 4 5", "addition bin"}


@pytest.mark.parametrize("step", ["after_first", "after_second"])
def test_A9_one_combination_only(step: str) -> None:
    position = table(step, "dice=4.5.6")
    assert discards(position) == ["addition bin", "run left", "run right"]
    for move in discards(position):
        after = play(position.copy(), move)
        assert after.scores()[0] == 3
        assert turn(after) == 1
        assert after.actor is ludotheque.CHANCE


# --- rulings: discards ------------------------------------------------------------------------


def test_A10_triple_with_one_token_left() -> None:
    """Test vector 5: one token, 2-2-2 on the second throw."""
    position = second("2.2.2", "tokens=1,5,5,5")
    assert discards(position) == ["triple left", "triple right"]
    refused(position, "triple both", "A10")
    for move, tokens in (("triple left", [0, 6, 5, 5]), ("triple right", [0, 5, 5, 6])):
        after = play(position.copy(), move)
        assert after.scores() == tokens
        assert after.winners() == [0]


def test_A10_also_dry() -> None:
    position = first("2.2.2", "tokens=1,5,5,5")
    assert discards(position) == ["triple left", "triple right"]
    assert play(position, "triple right").scores() == [0, 5, 5, 6]


@pytest.mark.parametrize("tokens", [2, 3, 4, 5])
@pytest.mark.parametrize("move", ["triple left", "triple right", "triple both"])
def test_A11_triple_never_gives_one(tokens: int, move: str) -> None:
    for dice in ("1.1.1", "2.2.2", "3.3.3", "4.4.4", "5.5.5", "6.6.6"):
        position = second(dice, f"tokens={tokens},4,4,{8 - tokens}")
        assert play(position, move).scores()[0] == tokens - 2


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ("1.1.1", ["odds left", "odds right"]),
        ("2.2.2", []),
        ("3.3.3", ["odds left", "odds right"]),
        ("4.4.4", []),
        ("5.5.5", ["addition bin", "odds left", "odds right"]),
        ("6.6.6", ["addition bin"]),
    ],
)
def test_A11_other_combinations_of_a_triple(dice: str, offered: list[str]) -> None:
    for position in (first(dice), second(dice)):
        assert discards(position) == [*offered, "triple left", "triple right", "triple both"]


@pytest.mark.parametrize(
    ("fallen", "which"),
    [("6 1 2", set()), ("2 4 6", set()), ("3 4 5", {"run"}), ("5 6 1", set()), ("5 3 4", {"run"}), ("3 1 2", {"run"})],
)
def test_A12_no_run_around_the_corner(fallen: str, which: set[str]) -> None:
    """Test vector 7 among them: 6-1-2, 2-4-6 and 3-4-5."""
    assert combinations(play(table("first_throw"), f"roll {fallen}")) == which


def test_A12_refused_by_name() -> None:
    refused(first("1.2.6"), "run left", "R19")


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_A13_bin_or_lucky_is_a_choice(lucky: int) -> None:
    for position in (first("4.4.5", f"lucky={lucky}"), second("4.4.5", f"lucky={lucky}")):
        assert discards(position) == ["addition bin", "addition lucky"]
        assert binned(play(position, "addition bin")) == 1


def test_A14_holder_discards_into_the_bin_on_the_second_throw_too() -> None:
    position = second("4.4.5", "lucky=0")
    assert discards(position) == ["addition bin"]
    refused(position, "addition lucky", "A14")
    position.play("addition bin")
    assert (position.scores(), binned(position)) == ([3, 4, 4, 4], 1)


# --- rulings: the Chance card -----------------------------------------------------------------


@pytest.mark.parametrize(("move", "lucky"), HITS)
def test_A15_dry_hit_moves_the_card_to_the_thrower(move: str, lucky: int) -> None:
    position = play(first(DISCARDS[move][0], f"lucky={lucky}"), move)
    assert position.scores()[lucky] > 4
    assert holder(position) == 0


@pytest.mark.parametrize(("move", "lucky"), [hit for hit in HITS if hit[0] != "addition lucky"])
def test_A16_hit_with_another_combination_sends_it_back_too(move: str, lucky: int) -> None:
    assert holder(play(second(DISCARDS[move][0], f"lucky={lucky}"), move)) is None


@pytest.mark.parametrize("lucky", [1, 3])
def test_A16_one_token_of_a_shared_triple_is_enough(lucky: int) -> None:
    position = play(second("2.2.2", f"lucky={lucky}"), "triple both")
    assert position.scores() == [2, 5, 4, 5]
    assert holder(position) is None


@pytest.mark.parametrize("move", WITHOUT_LUCKY)
def test_A17_holder_keeps_it_on_a_second_throw(move: str) -> None:
    assert holder(play(second(DISCARDS[move][0], "lucky=0"), move)) == 0


@pytest.mark.parametrize("move", WITHOUT_LUCKY)
def test_A18_holder_keeps_it_on_a_dry_discard(move: str) -> None:
    assert holder(play(first(DISCARDS[move][0], "lucky=0"), move)) == 0


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_A19_target_first_then_the_card(lucky: int) -> None:
    position = first("4.4.5", f"lucky={lucky}")
    position.play("addition lucky")
    assert position.scores() == [3, *(5 if seat == lucky else 4 for seat in (1, 2, 3))]
    assert holder(position) == 0


# --- rulings: the end -------------------------------------------------------------------------


def test_A20_nothing_more_can_be_given() -> None:
    position = play(second("4.4.5", "tokens=1,5,5,5"), "addition bin")
    for move in ("roll 1 3 5", "odds left", "triple left", "reroll 1", "addition lucky"):
        refused(position, move, "R31")
    assert position.scores() == [0, 5, 5, 5]


@pytest.mark.parametrize("move", ["addition bin", "addition lucky", "odds left", "odds right", "triple left", "triple right"])
def test_A20_exactly_one_winner(move: str) -> None:
    position = play(second("5.5.5", "tokens=1,1,13,1 lucky=2"), move)
    assert position.winners() == [0]
    assert position.scores().count(0) == 1
    assert position.returns() == [1.0, 0.0, 0.0, 0.0]


def test_A20_winner_by_his_seat_not_his_place() -> None:
    position = play(table("after_second", "dice=1.3.5 order=2,0,3,1 at=3 tokens=5,1,5,5"), "odds left")
    assert position.winners() == [1]
    assert position.scores() == [5, 0, 6, 5]  # his left neighbour is first in order
    assert position.returns() == [0.0, 1.0, 0.0, 0.0]


def test_A21_the_others_are_not_ranked() -> None:
    position = play(second("4.4.5", "tokens=1,2,3,9 bin=1"), "addition bin")
    assert position.scores() == [0, 2, 3, 9]  # for information
    assert position.returns()[1:] == [0.0, 0.0, 0.0]


def test_A22_bin_is_not_limited() -> None:
    position = table("first_throw", "tokens=1,1,1,1,1,1,2,1 bin=23 at=6", players=8)
    play(position, "roll 6 6 6", "addition bin")
    assert binned(position) == 24
    play(position, "roll 6 6 6", "addition bin")
    assert binned(position) == 25
    assert position.winners() == [7]


@pytest.mark.parametrize("move", DISCARDS)
def test_A22_nothing_comes_back_from_the_bin(move: str) -> None:
    position = second(DISCARDS[move][0], "tokens=3,3,3,3 bin=4 lucky=2")
    position.play(move)
    assert binned(position) == (5 if move == "addition bin" else 4)
    assert sum(position.scores()) + binned(position) == 16


@pytest.mark.parametrize(("again", "dice"), [("4", 1), ("2 4", 2), ("1 2 4", 3)])
def test_A23_dice_are_thrown_together(again: str, dice: int) -> None:
    position = play(first("1.2.4"), f"reroll {again}")
    outcomes = position.odds()
    assert {len(str(move).split()) - 1 for move, _ in outcomes} == {dice}
    assert sum(chance for _, chance in outcomes) == 1
    for fewer in range(1, dice):
        with pytest.raises(IllegalMove):
            position.play(" ".join(["roll", *["6"] * fewer]))
    position.play(str(outcomes[0][0]))
    assert position.view(None).now["step"] in ("after_second", "first_throw")  # it was one throw
