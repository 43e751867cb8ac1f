"""Figures of Toujours 12 that can be derived on paper, against what the rules do."""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod

import numpy
import pytest

from ludotheque import CHANCE, Position
from tests.covering import covering
from tests.games.toujours_12.tables import DECK, TWELVES, depths, stock, table, tops, without_luck
from tests.posterior import fingerprint
from tests.size import is_part_of, not_in_check, sized
from tests.table import game, plain_state, play, texts

MIRRORED = (6, 12, 12, 12, 12, 12, 6)
MORE_ZEROS = (12, 10, 10, 10, 10, 10, 10)
MORE_ENDS = (11, 10, 10, 10, 10, 10, 11)
SPREAD = (8, 10, 12, 12, 12, 10, 8)


# --- fours that make twelve -------------------------------------------------------------------


def test_231_of_2401_fours_make_twelve() -> None:
    """Laid one after another on an empty tray, exactly those are a take."""
    takes = 0
    for hand in ("012", "345", "666"):
        start = table("0 0 0 -", f"{hand} 111", stock="")
        for tray in product(range(7), repeat=3):
            shown = with_tray(start, tray)
            for fourth in sorted(set(hand)):
                position = play(shown.copy(), f"lay {fourth} 4")
                assert (position.scores()[0] == 4) == (sum(tray) + int(fourth) == 12)
                takes += position.scores()[0] // 4
    assert takes == 231
    assert tops(with_tray(start, (1, 5, 6))) == [1, 5, 6, None]


def with_tray(position: Position, tray: Iterable[int]) -> Position:
    """The same hands before other single cards: to read each such table from its text would take a thousand times as long."""
    state = plain_state(position).copy()
    for card, digit in enumerate(tray):
        state.digit[card] = digit
    return Position(position.game, position.game.rules.from_plain(state))


def test_18_sets_of_four_make_twelve() -> None:
    printed = "0066 0156 0246 0255 0336 0345 0444 1146 1155 1236 1245 1335 1344 2226 2235 2244 2334 3333"
    assert ["".join(map(str, four)) for four in TWELVES] == printed.split()


def test_the_sets_in_every_order_are_the_231() -> None:
    assert sum(factorial(4) // prod(map(factorial, Counter(four).values())) for four in TWELVES) == 231


@pytest.mark.parametrize(
    ("deck", "printed"), [(DECK, "0.0997"), (MIRRORED, "0.1106"), (MORE_ZEROS, "0.0964"), (MORE_ENDS, "0.0967")]
)
def test_how_often_four_random_cards_make_twelve(deck: tuple[int, ...], printed: str) -> None:
    fours = sum(prod(comb(deck[digit], n) for digit, n in Counter(four).items()) for four in TWELVES)
    assert f"{fours / comb(72, 4):.4f}" == printed


@pytest.mark.parametrize("deck", sized([DECK], [DECK, MORE_ZEROS], [DECK, MORE_ZEROS]))
def test_how_often_four_random_cards_make_twelve_by_the_odds_of_the_game(deck: tuple[int, ...]) -> None:
    """The first four draws of a game are four random cards."""
    start = game("toujours-12", 2, deck=deck).start()
    twelve = Fraction(0)
    for position, odds in after_draws(start, 4):
        view = position.view(0), position.view(1)
        twelve += odds * (sum(view[0].now["hand"] + view[1].now["hand"]) == 12)
    fours = sum(prod(comb(deck[digit], n) for digit, n in Counter(four).items()) for four in TWELVES)
    assert twelve == Fraction(fours, comb(72, 4))


def test_the_default_deck_can_be_taken_completely() -> None:
    fours = 3 * ["3333"] + 5 * ["0066"] + 5 * ["1155"] + 5 * ["2244"]
    assert Counter(map(int, "".join(fours))) == Counter(dict(enumerate(DECK)))
    assert {sum(map(int, four)) for four in fours} == {12}


@pytest.mark.parametrize(("deck", "total"), [(DECK, 216), (MIRRORED, 216), (SPREAD, 216), (MORE_ENDS, 216), (MORE_ZEROS, 210)])
def test_the_total_of_a_deck(deck: tuple[int, ...], total: int) -> None:
    """216 = 18 × 12: an average of 3, so that nothing has to be left over."""
    assert sum(digit * count for digit, count in enumerate(deck)) == total
    assert sum(deck) == 72


@pytest.mark.parametrize("tray", ["2 4 6 5", "0 0 0 0", "6 6 6 6", "1 2 3 5", "3 3 3 4", "0 6 1 4"])
def test_a_take_exists_if_a_card_makes_up_the_difference(tray: str) -> None:
    """A card v on a top t changes the total S by v - t: there is a take just if 12 - S = v - t."""
    shown = [int(top) for top in tray.split()]
    hands = list(combinations_with_replacement("0123456", 3))
    for hand in hands[:: sized(8, 3, 1)]:
        start = table(tray, f"{''.join(hand)} 111", stock="")
        taking = [move for move in texts(start) if play(start.copy(), move).scores()[0]]
        assert bool(taking) == any(12 - sum(shown) == int(v) - t for v in hand for t in shown)


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(2, 66), (3, 63), (4, 60), (5, 57), (6, 54)])
def test_stock_after_dealing(players: int, left: int) -> None:
    position = play(
        game("toujours-12", players).start(), *["draw 0"] * 3, *["draw 6"] * 3, *["draw 2", "draw 1", "draw 0"] * (players - 2)
    )
    assert stock(position) == left
    assert position.actor == 1


WHOLE_GAMES: dict[str, list[object]] = {
    "deck": [DECK, MORE_ZEROS, MIRRORED],
    "refill": ["immediate", "end-of-turn"],
    "chain_takes": [True, False],
    "players_and_stride": [(2, 1), (3, 3), (4, 5), (5, 7), (6, 11)],
    "greedy": [True, False],
}


@pytest.mark.parametrize(
    list(WHOLE_GAMES),
    list(product(*WHOLE_GAMES.values())) if is_part_of("thorough") else [tuple(row.values()) for row in covering(WHOLE_GAMES)],
)
def test_what_every_game_adds_up_to(
    deck: tuple[int, ...], refill: str, chain_takes: bool, players_and_stride: tuple[int, int], greedy: bool
) -> None:
    players, stride = players_and_stride
    turns = extras = most = 0
    for position in without_luck(game("toujours-12", players, deck=deck, refill=refill, chain_takes=chain_takes), stride, greedy):
        now = position.view(None).now
        if now["step"] == "laying":
            laid = plain_state(position).laid_this_turn
            turns += laid == 0
            extras += laid > 0
            most = max(most, laid + 1)
            assert now["extra"] == (laid > 0)
            if chain_takes:
                assert None in now["tray"] or now["total"] != 12  # A4 and A5: nothing is left lying
    won = position.scores()
    takes, left = sum(won) // 4, sum(depths(position))
    assert plain_state(position).laid == 72 == turns + extras
    assert sum("lay" in text for text in position.history) == 72
    assert sum("draw" in text for text in position.history) == 72
    assert 4 * takes + left == 72
    assert takes <= 18
    assert all(cards % 4 == 0 for cards in [*won, left])
    left_over = sum(sum(pile) for pile in position.view(None).seen["piles"])
    assert left_over == sum(digit * count for digit, count in enumerate(deck)) - 12 * takes
    assert refill == "immediate" or most <= 3
    if deck == DECK:
        assert left_over == 3 * left
    if greedy:
        assert takes >= 10


# --- who starts -------------------------------------------------------------------------------


def after_draws(start: Position, draws: int) -> list[tuple[Position, Fraction]]:
    """Every position after so many draws, and how likely it is."""
    going: dict[Hashable, tuple[Position, Fraction]] = {fingerprint(start): (start, Fraction(1))}
    for _ in range(draws):
        later: dict[Hashable, tuple[Position, Fraction]] = {}
        for position, weight in going.values():
            for move, odds in position.odds():
                after = position.copy()
                after.play(move)
                same = fingerprint(after)
                later[same] = after, weight * odds + (later[same][1] if same in later else 0)
        going = later
    return list(going.values())


def cards(*digits: int) -> int:
    """Some cards as one number, five bits a digit: how many of it. Adding two such numbers puts the cards together."""
    return sum(1 << 5 * digit for digit in digits)


def hands_with(total: int) -> list[tuple[int, int]]:
    """The hands of that total, with the number of orders in which each can be dealt."""
    hands = [three for three in combinations_with_replacement(range(7), 3) if sum(three) == total]
    return [(cards(*three), factorial(3) // prod(map(factorial, Counter(three).values()))) for three in hands]


def one_more(together: dict[int, int], hands: list[tuple[int, int]]) -> dict[int, int]:
    """Which cards lie together, and in how many ways, when one more player has one of these hands."""
    more: dict[int, int] = {}
    for some, ways in together.items():
        for hand, orders in hands:
            more[some + hand] = more.get(some + hand, 0) + ways * orders
    return more


def chance_of_a_single_highest(players: int) -> float:
    """One has a total and all others less: the players in two halves, and the ways to draw both from the deck.

    Three players have one of 5005 sets of cards together, so every pair of halves can be looked at.
    """
    sizes = players // 2, players - players // 2
    halves = [[cards(*some) for some in combinations_with_replacement(range(7), 3 * size)] for size in sizes]
    ways = [numpy.zeros((19, len(half))) for half in halves]
    lower: list[tuple[int, int]] = []
    for total in range(19):
        for half, size, row in zip(halves, sizes, ways, strict=True):
            together = {0: 1}
            for player in range(size):
                together = one_more(together, hands_with(total) if player == 0 and row is ways[0] else lower)
            row[total] = [together.get(some, 0) for some in half]
        lower += hands_with(total)
    falling = numpy.array([[perm(count, n) for n in range(3 * players + 1)] for count in DECK], numpy.float64)
    others = numpy.array(halves[1])
    found = 0.0
    for number, some in enumerate(halves[0]):
        if ways[0][:, number].any():
            draws = numpy.ones(len(others))
            for digit in range(7):
                draws *= falling[digit][(some >> 5 * digit & 31) + (others >> 5 * digit & 31)]
            found += float(ways[0][:, number] @ (ways[1] @ draws))
    return players * found / perm(72, 3 * players)


@pytest.mark.parametrize(
    ("players", "exact", "printed"),
    [(2, "7.95", 8.0), (3, "11.57", 11.5), (4, "13.91", 13.9), (5, "15.63", 15.7), (6, "16.99", 17.0)][: sized(3, 5, 5)],
)
def test_how_often_the_start_is_drawn_by_lot(players: int, exact: str, printed: float) -> None:
    """In percent; the printed figures come from games played at random, and are good to 0.1."""
    lot = 100 * (1 - chance_of_a_single_highest(players))
    assert f"{lot:.2f}" == exact
    assert lot == pytest.approx(printed, abs=0.1)


@not_in_check
def test_how_often_the_start_is_drawn_by_lot_by_the_odds_of_the_game() -> None:
    dealt = after_draws(game("toujours-12", 2).start(), 6)
    lot = sum(odds for position, odds in dealt if position.actor is CHANCE)
    assert sum(odds for _, odds in dealt) == 1
    assert float(lot) == pytest.approx(1 - chance_of_a_single_highest(2), abs=1e-12)
