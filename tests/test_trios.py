"""Trios against brute force: every trio of the faces of dice, and of numbers up to seven; their number up to ten."""

from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest

from ludotheque.trios import (
    distinct_in,
    numbers_in,
    orders,
    rest_of,
    size_of,
    sum_of,
    trio,
    trios_up_to,
    with_one,
)

# Every way to take up to three of the numbers 1 to 10, in the order they are counted through; of 1 to 7 the first 120.
UP_TO_TEN = sorted(combinations_with_replacement(range(11), 3), key=lambda numbers: numbers[::-1])
SORTED = [numbers for numbers in UP_TO_TEN if numbers[2] <= 7]
DICE = [numbers for numbers in SORTED if numbers[2] <= 6]


def there(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Without the 0 that stands for none."""
    return tuple(number for number in numbers if number)


def of(numbers: Counter[int]) -> int:
    """The number of the trio with just these, by looking it up."""
    found = sorted(numbers.elements())
    return SORTED.index((0,) * (3 - len(found)) + tuple(found))  # type: ignore[arg-type]


@pytest.mark.parametrize("highest", range(11))
def test_trios_up_to(highest: int) -> None:
    assert trios_up_to(highest) == sum(numbers[2] <= highest for numbers in UP_TO_TEN)


def test_there_are_84_for_dice() -> None:
    assert trios_up_to(6) == len(DICE) == 84
    assert trios_up_to(7) == len(SORTED) == 120


def test_trio_counts_through() -> None:
    assert [trio(*numbers) for numbers in UP_TO_TEN] == list(range(len(UP_TO_TEN)))
    assert UP_TO_TEN[: len(SORTED)] == SORTED
    assert trio(1, 3, 6) == 63


def test_numbers_in_is_the_reverse() -> None:
    assert [numbers_in(some) for some in range(len(SORTED))] == SORTED
    assert numbers_in(63) == (1, 3, 6)


def test_size_of() -> None:
    assert [size_of(some) for some in range(len(SORTED))] == [len(there(numbers)) for numbers in SORTED]


def test_sum_of() -> None:
    assert [sum_of(some) for some in range(len(SORTED))] == [sum(numbers) for numbers in SORTED]


def test_distinct_in() -> None:
    assert [distinct_in(some) for some in range(len(SORTED))] == [len(set(there(numbers))) for numbers in SORTED]


def test_orders() -> None:
    assert [orders(*numbers) for numbers in UP_TO_TEN] == [len(set(permutations(there(numbers)))) for numbers in UP_TO_TEN]


def test_with_one() -> None:
    for some, numbers in enumerate(SORTED):
        for number in range(1, 8):
            if len(there(numbers)) < 3:
                assert with_one(some, number) == of(Counter(there(numbers)) + Counter([number]))


def test_rest_of() -> None:
    for some, numbers in enumerate(SORTED):
        for taken, others in enumerate(SORTED):
            have, want = Counter(there(numbers)), Counter(there(others))
            assert rest_of(some, taken) == (of(have - want) if want <= have else -1)
