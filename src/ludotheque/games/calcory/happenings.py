"""What is counted in many games of Calcory: how turns end, and how the game does.

A turn that passes for want of a card leaves no trace in the state, so passes are not counted.
"""

from ludotheque.games.calcory.rules import (
    FINISHED,
    RETURNING,
    SHOW,
    SHOWING,
    STOP,
    TURN,
    TURNING,
    VALUES,
    Facts,
    State,
)
from ludotheque.i18n import N_

HAPPENINGS: tuple[str, ...] = (
    N_("turn: bust, the sum too high"),
    N_("turn: bust by a second zero"),
    N_("turn: thirteen made, cards captured"),
    N_("turn: stopped, cards marked"),
    N_("turn: stopped in vain"),
    N_("turn: own marks collected"),
    N_("end: a lone card collected"),
    N_("end: too many turns without mark or capture"),
)
TOO_HIGH, SECOND_ZERO, THIRTEEN, MARKED, IN_VAIN, COLLECTED, LONE_CARD, PATIENCE = (1 << n for n in range(len(HAPPENINGS)))


def happened(f: Facts, s: State, phase: int, action: int) -> int:
    """How the acting player's turn ended, and whether the next one began with collecting, which ends that turn too."""
    marks = 0
    if action == STOP:
        marks = MARKED if has_marked(f, s) else IN_VAIN
    elif action < STOP or action >= SHOW:
        if s.phase == SHOWING or s.turned:
            return 0
        marks = end_by_a_card(f, s, action)
    if s.phase == RETURNING and captured_sum(s) < f.target:
        marks |= COLLECTED
    elif s.phase == FINISHED:
        marks |= PATIENCE if s.quiet >= f.patience else COLLECTED | LONE_CARD
    return marks


def has_marked(f: Facts, s: State) -> bool:
    """Whether who stopped has marked.

    If the next player can turn a card, the marks stand. Else, had he marked, every card on the table
    was his mark, and may be collected by now; a stop in vain leaves cards without marks.
    """
    if s.phase == TURNING:
        return s.marker == (s.turn + f.players - 1) % f.players
    return s.cards & ~s.marked == 0


def end_by_a_card(f: Facts, s: State, action: int) -> int:
    """Thirteen or bust. Marks add up to less than thirteen, so cards captured that make it were turned now.

    With a target below ten a single card can make it and leaves no trace, so there neither is counted.
    """
    if f.target < VALUES:
        return 0
    if s.phase == RETURNING and captured_sum(s) == f.target:
        return THIRTEEN
    value = action - SHOW if action >= SHOW else s.value[action - TURN]
    return TOO_HIGH if value else SECOND_ZERO


def captured_sum(s: State) -> int:
    points = 0
    for value in range(VALUES):
        points += value * s.captured[value]
    return points
