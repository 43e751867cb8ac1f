"""The cards of Toujours 12: those of a hand, as one number, and those on the places of the tray."""

from collections.abc import Iterable
from typing import Any

PLACES = 4  # R4
DIGITS = 7  # 0 to 6 (R3)
CARDS = 72  # the most cards a deck may have (R2)
EMPTY = -1  # an empty place, or nothing under a card
ONE_OF_EACH = 0x1111111  # as a hand


def card(digit: int) -> int:
    """The hand of that one card."""
    return 1 << 4 * digit


def copies(hand: int, digit: int) -> int:
    return hand >> 4 * digit & 15


def hand_size(hand: int) -> int:
    cards = 0
    for digit in range(DIGITS):
        cards += copies(hand, digit)
    return cards


def hand_total(hand: int) -> int:
    points = 0
    for digit in range(DIGITS):
        points += digit * copies(hand, digit)
    return points


def different_digits(hand: int) -> int:
    """The hand with one card of each digit it has."""
    some = hand | hand >> 1
    return (some | some >> 2) & ONE_OF_EACH


# --- in words, never compiled -----------------------------------------------------------------


def digits(hand: int) -> list[int]:
    """`[0, 3, 3]`, lowest first."""
    return [digit for digit in range(DIGITS) for _ in range(copies(hand, digit))]


def numbers(s: Any, place: int) -> list[int]:
    """The numbers of the cards on a place, top first; of a state or a view."""
    cards = []
    number = s.top[place]
    while number != EMPTY:
        cards.append(number)
        number = s.under[number]
    return cards


def pile(s: Any, place: int) -> list[int]:
    """Their digits."""
    return [s.digit[number] for number in numbers(s, place)]


def tops(s: Any) -> list[int]:
    return [s.digit[number] for number in s.top if number != EMPTY]


def listed(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))


def added(some: list[int]) -> str:
    """`2 + 4 + 6 = 12`; one number stands alone."""
    return f"{' + '.join(map(str, some))} = {sum(some)}" if len(some) > 1 else listed(some)
