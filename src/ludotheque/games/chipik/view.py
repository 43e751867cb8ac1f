"""Chipik is played in the open: a view is the whole table, and there is nothing to guess (R4, R15)."""

from typing import Annotated, Any

from ludotheque.fields import EACH_SEAT, Int8, Record, record
from ludotheque.games.chipik.rules import DICE, OPENING, SEATS, Facts, Phase, State
from ludotheque.seats import EVERYONE, NOBODY


@record
class Sight(Record):
    seat: Int8
    phase: Int8
    at: Int8
    order: Annotated[list[int], 8, SEATS, EACH_SEAT]
    tokens: Annotated[list[int], 8, SEATS, EACH_SEAT]
    bin: Int8
    lucky: Int8
    dice: Annotated[list[int], 8, DICE]
    opening: Annotated[list[int], 8, SEATS, EACH_SEAT]
    ahead: Annotated[list[int], 8, SEATS, EACH_SEAT]
    throwing: Annotated[list[int], 8, SEATS, EACH_SEAT]
    level: Annotated[list[int], 8, SEATS, EACH_SEAT]


def sees(f: Facts, s: State, action: int) -> int:
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows others what they could not know: nothing does."""
    return False


def view(f: Facts, s: State, seat: int, v: Sight) -> None:
    """Copies into a blank view what that seat may know."""
    v.seat = seat
    v.phase = s.phase
    v.at = s.at
    v.bin = s.bin
    v.lucky = s.lucky
    for die in range(DICE):
        v.dice[die] = s.dice[die]
    for other in range(f.players):
        v.order[other] = s.order[other]
        v.tokens[other] = s.tokens[other]
        v.opening[other] = s.opening[other]
        v.ahead[other] = s.ahead[other]
        v.throwing[other] = s.throwing[other]
        v.level[other] = s.level[other]


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view: there is only one."""
    s.phase = v.phase
    s.at = v.at
    s.bin = v.bin
    s.lucky = v.lucky
    for die in range(DICE):
        s.dice[die] = v.dice[die]
    for seat in range(f.players):
        s.order[seat] = v.order[seat]
        s.tokens[seat] = v.tokens[seat]
        s.opening[seat] = v.opening[seat]
        s.ahead[seat] = v.ahead[seat]
        s.throwing[seat] = v.throwing[seat]
        s.level[seat] = v.level[seat]


Own = None  # nothing lies open to a seat alone: everyone sees the same


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    opening = v.phase == OPENING
    everyone = range(f.players)
    return {
        "step": Phase(v.phase).name.lower(),
        "dice": [face for face in v.dice if face],
        "tokens": [v.tokens[s] for s in everyone],
        "bin": v.bin,
        "lucky": None if v.lucky == NOBODY else v.lucky,
        "order": None if opening else [v.order[place] for place in everyone],
        "turn": None if opening else v.order[v.at],
        "opening": [v.opening[s] or None for s in everyone],
        "to_throw": [s for s in everyone if v.throwing[s]] if opening else [],
    }


def seen(f: Facts, v: Sight) -> dict[str, Any]:
    """Everything lies open, so there is nothing to remember."""
    return {}
