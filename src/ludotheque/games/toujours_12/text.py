"""Toujours 12 in words: the notation of its moves and the reasons it gives."""

from typing import Any

from ludotheque.errors import Listed
from ludotheque.games.toujours_12.cards import DIGITS, EMPTY, PLACES, card, digits
from ludotheque.games.toujours_12.rules import DRAW, LAY, START, Facts, Phase, Reason, State
from ludotheque.i18n import N_
from ludotheque.notation import Format, names, plain_number

EXAMPLES = ("lay 5 1", "lay 0 4")


def words(action: int) -> str:
    if action >= START:
        return f"start {action - START}"
    if action >= DRAW:
        return f"draw {action - DRAW}"
    return f"lay {(action - LAY) // PLACES} {(action - LAY) % PLACES + 1}"


def hidden(action: int) -> str:
    """The same for those who did not see: only a drawn card is ever secret (A18)."""
    return "draw ?"


REASONS = {
    Reason.GAME_OVER: ("A13", N_("the game is over")),
    Reason.NOT_YOUR_STEP: ("R10", N_("chance has nothing to do now, seat {turn} lays a card")),
    Reason.CHANCE_STEP: ("R10", N_("wait: chance is at work, no player moves now")),
    Reason.NOT_IN_HAND: ("R10", N_("there is no {digit} in this hand; lay {hand}")),
    Reason.EMPTY_PLACE_FIRST: ("R12", N_("a place is empty, so the card goes there: place {empty}")),
    Reason.NOT_POSSIBLE: ("R7", N_("chance can't bring this now")),
    Reason.NO_LOT: ("A2", N_("only seats level for the highest hand draw lots for the start")),
}


def numbers(f: Facts, s: State, action: int) -> dict[str, Any]:
    """What the reasons above speak of."""
    return {
        "turn": s.turn,
        "digit": (action - LAY) // PLACES,
        "hand": Listed(dict.fromkeys(digits(s.hand[s.turn]))) if s.phase == Phase.LAYING else Listed(),
        "empty": Listed(place + 1 for place in range(PLACES) if s.top[place] == EMPTY),
    }


# --- the fields of a position as text ---------------------------------------------------------


def read_hand(text: str) -> int:
    return sum(card(plain_number(word, 0, DIGITS - 1)) for word in text.split(".")) if text != "-" else 0


FORMATS = {"phase": names(Phase), "hand": Format(lambda hand: ".".join(map(str, digits(hand))) or "-", read_hand)}
