"""Chipik is played in the open: a view is the whole table, and there is nothing to guess (R4, R15)."""

from typing import Any

from ludotheque.fields import Int8
from ludotheque.games.chipik.dice import lying
from ludotheque.games.chipik.rules import OPENING, Facts, Phase, State
from ludotheque.kit.seeing import seeing, sight
from ludotheque.seats import EVERYONE, NOBODY


@sight
class Sight(State):
    seat: Int8


view, view_own, known = seeing(Sight)


def sees(f: Facts, s: State, action: int) -> int:
    return EVERYONE


def reveals(action: int) -> bool:
    """Whether it shows others what they could not know: nothing does."""
    return False


def guess(f: Facts, v: Sight, draws: list[int], s: State) -> None:
    """Fills a blank state that could have led to this view: there is only one."""
    known(f, v, s)


def now(f: Facts, v: Sight) -> dict[str, Any]:
    """What lies open to this seat at this moment."""
    opening = v.phase == OPENING
    everyone = range(f.players)
    return {
        "step": Phase(v.phase).name.lower(),
        "dice": lying(v),
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
