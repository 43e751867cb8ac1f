"""The best turn of Calcory for a player who forgets nothing: when to turn on, when to stop, and which card to put back.

Cards lie face down; of some he knows where which one lies, of the others only how many there are of each value. A card he
knows tells nothing when it is turned, so it never helps to turn it before one that he doesn't know: whoever turns the
unknown first keeps every choice. What a turn can come to is therefore settled by the unknown cards it has turned so far,
and these are few: a set of values that adds up to less than 14 with one 0 at most. So all is exact.

What a turn is worth depends on what others do to marks. Here nobody does anything but better them, with the highest
chance there is (`bettering`): the turn that brings the most cards then brings as many, at least, whoever plays. What is
turned and goes back face down is worth nothing here, though it can be remembered; games are played to the end by the
search of the bots.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ludotheque.games.calcory.rules import VALUES

TARGET = 13
TURN, MARK, THIRTEEN = "turn", "mark", "thirteen"  # what to do
Cards = tuple[int, ...]  # how many of each value
NOTHING: Cards = (0,) * VALUES


class Table(NamedTuple):
    """What lies face down, as somebody sees it who has forgotten nothing."""

    known: Cards
    unknown: Cards


class Chances(NamedTuple):
    """What a turn of fixed habits comes to."""

    thirteen: float
    bust: float
    marks: float


class Best(NamedTuple):
    """The most cards that a turn brings on average, and what to do for it."""

    cards: float
    move: str
    marked: tuple[int, int] | None = None  # sum and number of cards, where the move is to mark


def total(cards: Cards) -> int:
    return sum(value * many for value, many in enumerate(cards))


def without(cards: Cards, fewer: Cards) -> Cards:
    return tuple(many - less for many, less in zip(cards, fewer, strict=True))


def with_one(cards: Cards, value: int) -> Cards:
    return tuple(many + (each == value) for each, many in enumerate(cards))


def busts(turned: Cards, value: int) -> bool:
    """More than thirteen, or a second zero (R12, R13)."""
    return total(turned) + value > TARGET or (value == 0 and turned[0] > 0)


@cache
def handfuls(cards: Cards) -> tuple[Cards, ...]:
    """Everything that could be turned of these cards in one turn, nothing among it."""
    found = [NOTHING]
    for value, many in enumerate(cards):
        most = min(many, 1) if value == 0 else min(many, TARGET // value)
        found = [
            tuple(n if each == value else kept for each, kept in enumerate(some))
            for some in found
            for n in range(most + 1)
            if total(some) + n * value <= TARGET
        ]
    return tuple(found)


@cache
def most_known(known: Cards) -> dict[tuple[int, int], int]:
    """The most of these cards that make so many points, by whether a zero may be among them."""
    found: dict[tuple[int, int], int] = {}
    for some in handfuls(known):
        for zeros in range(some[0], 2):
            found[total(some), zeros] = max(sum(some), found.get((total(some), zeros), 0))
    return found


def completions(table: Table, turned: Cards) -> list[Cards]:
    """What can be added of the cards he knows."""
    room = TARGET - total(turned)
    return [some for some in handfuls(table.known) if total(some) <= room and turned[0] + some[0] <= 1]


def draws(table: Table, turned: Cards) -> list[tuple[int, float]]:
    """The values that another unknown card may have, and how likely each is."""
    left = without(table.unknown, turned)
    return [(value, many / sum(left)) for value, many in enumerate(left) if many]


def thirteen(table: Table) -> float:
    """The highest chance of thirteen in this turn (R14)."""
    most = most_known(table.known)

    @cache
    def chance(turned: Cards) -> float:
        if (TARGET - total(turned), 1 - turned[0]) in most:
            return 1.0
        return sum(odds * chance(with_one(turned, value)) for value, odds in draws(table, turned) if not busts(turned, value))

    return chance(NOTHING)


def bettering(table: Table, marked: tuple[int, int], fewest: int = 1) -> float:
    """The highest chance of a higher sum below thirteen than these marks have, or the same with more cards (R25, R27)."""
    most = most_known(table.known)

    @cache
    def chance(turned: Cards) -> float:
        for points in range(max(marked[0], total(turned)), TARGET):
            more = most.get((points - total(turned), 1 - turned[0]))
            if more is not None and sum(turned) + more >= fewest and (points, sum(turned) + more) > marked:
                return 1.0
        return sum(
            odds * chance(with_one(turned, value))
            for value, odds in draws(table, turned)
            if total(turned) + value < TARGET and not busts(turned, value)  # thirteen is a gain, but leaves the marks (A5)
        )

    return chance(NOTHING)


def plan(table: Table, fewest: int = 1) -> dict[Cards, Best]:
    """Between two players and without marks: what brings the most cards, if the other one does nothing but better them.

    For every set of unknown cards that may have been turned. `fewest`: two where the other one has no pile yet (R21). One
    card alone is never marked: that ends the game (R30), and whether he wants that depends on the score.
    """
    found: dict[Cards, Best] = {}

    def best(turned: Cards) -> Best:
        if turned not in found:
            found[turned] = max(ways(turned), key=lambda way: way.cards)
        return found[turned]

    def ways(turned: Cards) -> Iterator[Best]:
        on = 0.0
        if total(turned) < TARGET:
            on = sum(
                odds * best(with_one(turned, value)).cards for value, odds in draws(table, turned) if not busts(turned, value)
            )
        yield Best(on, TURN)
        for some in completions(table, turned):
            cards = tuple(one + more for one, more in zip(turned, some, strict=True))
            gain = sum(cards) - 1.0  # one goes back (R15, R28)
            if total(cards) == TARGET:
                yield Best(gain, THIRTEEN)
            elif gain > on:  # else it is not worth looking whether it would stand
                left = Table(without(table.known, some), without(table.unknown, turned))
                marks = (total(cards), sum(cards))
                yield Best(gain * (1.0 - bettering(left, marks, fewest)), MARK, marks)

    best(NOTHING)
    return found


def stopping_at(table: Table, enough: int) -> Chances:
    """What comes of turning unknown cards alone until the sum is enough (the rules' figures)."""

    @cache
    def chances(turned: Cards) -> Chances:
        if total(turned) == TARGET:
            return Chances(1.0, 0.0, 0.0)
        if total(turned) >= enough:
            return Chances(0.0, 0.0, 1.0)
        told = [0.0, 0.0, 0.0]
        for value, odds in draws(table, turned):
            after = Chances(0.0, 1.0, 0.0) if busts(turned, value) else chances(with_one(turned, value))
            told = [sum_so_far + odds * part for sum_so_far, part in zip(told, after, strict=True)]
        return Chances(*told)

    return chances(NOTHING)


def most_by_thirteen(table: Table) -> float:
    """The most cards that a turn brings on average to somebody who never stops before thirteen."""
    most = most_known(table.known)

    @cache
    def cards(turned: Cards) -> float:
        more = most.get((TARGET - total(turned), 1 - turned[0]))
        whole = 0 if more is None else sum(turned) + more - 1  # one goes back
        if total(turned) == TARGET:
            return whole
        on = sum(odds * cards(with_one(turned, value)) for value, odds in draws(table, turned) if not busts(turned, value))
        return max(on, whole)

    return cards(NOTHING)
