"""What is counted in many games of Toujours 12: takes, lots for the start, what the tray holds at the end."""

from ludotheque.games.toujours_12.rules import DRAW, EMPTY, FINISHED, PLACES, START, Facts, State
from ludotheque.i18n import N_

HAPPENINGS: tuple[str, ...] = (
    N_("card laid: one take"),
    N_("card laid: a chain of two takes"),
    N_("card laid: a chain of three takes or more"),
    N_("card laid: a take empties the tray"),
    N_("start: by lot"),
    N_("end: no card left in the tray"),
    N_("end: cards left in the tray"),
)
ONE_TAKE, TWO_TAKES, MORE_TAKES, EMPTIED, LOT, TRAY_EMPTY, TRAY_NOT_EMPTY = (1 << n for n in range(len(HAPPENINGS)))


def happened(f: Facts, s: State, phase: int, action: int) -> int:
    """Only a card that is laid takes or ends the game: who draws has a card to lay."""
    if action >= START:
        return LOT
    if action >= DRAW:
        return 0
    marks = 0
    number = takes(s, action % PLACES)
    if number:
        marks = ONE_TAKE if number == 1 else TWO_TAKES if number == 2 else MORE_TAKES
        if is_empty(s):
            marks |= EMPTIED
    if s.phase == FINISHED:
        marks |= TRAY_EMPTY if is_empty(s) else TRAY_NOT_EMPTY
    return marks


def takes(s: State, place: int) -> int:
    """How many takes the card just laid made: each took one card off its place."""
    number = 0
    card = s.laid - 1
    while card != s.top[place]:
        card = s.under[card]
        number += 1
    return number


def is_empty(s: State) -> bool:
    for place in range(PLACES):
        if s.top[place] != EMPTY:
            return False
    return True
