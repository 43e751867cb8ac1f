"""Up to three small numbers as one: a throw of dice, a hand of cards, in whatever order they came.

They are written ascending, 0 for one that is not there, and counted through: 000, 001, 011, 111,
002, 012, ... So up to three dice with six faces are the trios 0 to 83, and each is there once.
"""


def trios_up_to(highest: int) -> int:
    """How many trios there are of the numbers up to `highest`: 84 for the faces of dice."""
    return (highest + 1) * (highest + 2) * (highest + 3) // 6


def trio(low: int, middle: int, high: int) -> int:
    """`1 3 6 -> 63`; the numbers must ascend."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


def numbers_in(some: int) -> tuple[int, int, int]:
    """`63 -> 1 3 6`; for numbers up to 7. It compares where it could search: quicker, and the same for all."""
    high = (some >= 1) + (some >= 4) + (some >= 10) + (some >= 20) + (some >= 35) + (some >= 56) + (some >= 84)
    rest = some - high * (high + 1) * (high + 2) // 6
    middle = (rest >= 1) + (rest >= 3) + (rest >= 6) + (rest >= 10) + (rest >= 15) + (rest >= 21) + (rest >= 28)
    return rest - middle * (middle + 1) // 2, middle, high


def size_of(some: int) -> int:
    """How many numbers, 0 to 3."""
    low, middle, high = numbers_in(some)
    return (low > 0) + (middle > 0) + (high > 0)


def sum_of(some: int) -> int:
    low, middle, high = numbers_in(some)
    return low + middle + high


def with_one(some: int, number: int) -> int:
    """One more; there must be room for it."""
    _, middle, high = numbers_in(some)  # the lowest is the 0 that makes room
    if number >= high:
        return trio(middle, high, number)
    if number >= middle:
        return trio(middle, number, high)
    return trio(number, middle, high)


def rest_of(some: int, taken: int) -> int:
    """What stays when `taken` is taken away, or -1 if it is not all there."""
    low, middle, high = numbers_in(some)
    for number in numbers_in(taken):
        if number:
            if number == low:
                low = 0
            elif number == middle:
                middle, low = low, 0
            elif number == high:
                high, middle, low = middle, low, 0
            else:
                return -1
    return trio(low, middle, high)


def distinct_in(some: int) -> int:
    """How many different numbers."""
    low, middle, high = numbers_in(some)
    return (high > 0) + (middle > 0 and middle != high) + (low > 0 and low != middle)


def orders(low: int, middle: int, high: int) -> int:
    """In how many orders they can have come: `1 1 1` in 1, `1 1 2` in 3, `1 2 3` in 6, `1 2` in 2."""
    if low == 0:
        return 1 if middle == high or middle == 0 else 2
    if low == high:
        return 1
    return 3 if low == middle or middle == high else 6
