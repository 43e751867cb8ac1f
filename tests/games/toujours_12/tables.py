"""Tables of Toujours 12 in a few words, and whole games that are played without luck."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from ludotheque import CHANCE, OVER, Game, Position
from tests.table import at

DECK = (10, 10, 10, 12, 10, 10, 10)  # A1
TWELVES = [four for four in combinations_with_replacement(range(7), 4) if sum(four) == 12]


def table(
    tray: str,
    hands: str,
    turn: int = 0,
    *,
    stock: str | None = None,
    won: tuple[int, ...] = (),
    refill: str = "immediate",
    chain_takes: bool = True,
) -> Position:
    """The beginning of a turn.

    `tray` has the four places, each pile from bottom to top, `-` for an empty place; `hands` has one word per seat.
    So `table("2 4 16 -", "013 355")` has three tops 2, 4, 6, a 1 under the 6, and two hands.
    The stock is what is left of the whole deck; or it is said, and then there are no cards but these and those won.
    """
    piles = [[int(digit) for digit in pile.strip("-")] for pile in tray.split()]
    held = [[int(digit) for digit in hand.strip("-")] for hand in hands.split()]
    players = len(held)
    named = Counter(digit for cards in piles + held for digit in cards)
    taken: list[int] = []
    if stock is None:
        left = Counter(dict(enumerate(DECK)))
        assert named <= left, "more cards of one digit than the deck has"
        left -= named
        for _ in range(sum(won) // 4):
            four = next(four for four in TWELVES if Counter(four) <= left)
            left -= Counter(four)
            taken += four
    else:
        left = Counter(map(int, stock))
        taken += [3] * sum(won)
    everything = named + left + Counter(taken)
    assert everything.total() >= 3 * players, "not enough cards to have dealt them"
    assert left.total() == 0 or all(len(cards) == 3 for cards in held), "with a stock, a turn begins with three cards (R22)"

    digits, under, tops = list(taken), [-1] * len(taken), [-1] * 4
    for row in range(max(map(len, piles), default=0)):
        for place, pile in enumerate(piles):
            if row < len(pile):
                digits.append(pile[row])
                under.append(tops[place])
                tops[place] = len(digits) - 1
    layer = who_laid(len(digits), held, turn)
    announced = []
    for seat in range(players):
        drawn = [digit for digit, who in zip(digits, layer, strict=True) if who == seat] + held[seat]
        announced.append(sum(drawn[:3]))

    words = [f"toujours-12 players={players} refill={refill} chain_takes={chain_takes}"]
    if stock is not None:
        words.append(f"fact.deck={commas(everything[digit] for digit in range(7))}")
    words.append(f"| phase=laying turn={turn} stock={commas(left[digit] for digit in range(7))} announced={commas(announced)}")
    words.append("hand=" + ",".join(".".join(map(str, hand)) or "-" for hand in held))
    words.append(f"laid={len(digits)} top={commas(tops)}")
    if digits:
        words.append(f"digit={commas(digits)} under={commas(under)} layer={commas(layer)}")
    if won:
        words.append(f"won={commas(won)}")
    return at(" ".join(words))


def who_laid(laid: int, held: list[list[int]], turn: int) -> list[int]:
    """In turn, and cards that are missing in a hand were laid last, when nothing was drawn any more."""
    players = len(held)
    missing = [3 - len(hand) for hand in held]
    last: list[int] = []
    seat = turn
    while any(missing):
        seat = (seat - 1) % players
        if missing[seat]:
            missing[seat] -= 1
            last.append(seat)
    first = [(turn - 1 - n) % players for n in range(laid - len(last))]
    return first[::-1] + last[::-1]


def commas(some: Iterable[int]) -> str:
    return ",".join(map(str, some))


# --- what a test asks of a table --------------------------------------------------------------


def tops(position: Position) -> list[int | None]:
    found: list[int | None] = position.view(None).now["tray"]
    return found


def depths(position: Position) -> list[int]:
    found: list[int] = position.view(None).now["depth"]
    return found


def hand(position: Position, seat: int) -> list[int]:
    found: list[int] = position.view(seat).now["hand"]
    return found


def stock(position: Position) -> int:
    found: int = position.view(None).now["stock"]
    return found


def places(position: Position) -> set[str]:
    """The places on which the player to act may lay."""
    return {str(move).split()[2] for move in position.moves()}


# --- whole games ------------------------------------------------------------------------------


def without_luck(game: Game, stride: int, greedy: bool = False) -> Iterator[Position]:
    """Every position of one game in which step after step another of the possibilities is chosen.

    The greedy take whenever they can. It is the same Position all the time.
    """
    position = game.start()
    count = 0
    yield position
    while position.actor is not OVER:
        possible = [move for move, _ in position.odds()] if position.actor is CHANCE else position.moves()
        taking = [move for move in possible if position.actor is not CHANCE and is_take(position, str(move))] if greedy else []
        count += stride
        position.play((taking or possible)[count % len(taking or possible)])
        yield position


def is_take(position: Position, move: str) -> bool:
    """Whether the four tops would total 12."""
    _, digit, place = move.split()
    after = tops(position)
    after[int(place) - 1] = int(digit)
    shown = [top for top in after if top is not None]
    return len(shown) == 4 and sum(shown) == 12
