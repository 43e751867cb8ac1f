"""12 Chip Trick in words: the notation of its moves and the reasons it gives."""

from typing import Any

from ludotheque.errors import Listed
from ludotheque.games.chip_trick.chips import VALUES, added, values, written
from ludotheque.games.chip_trick.rules import DEAL, HAND, PLAY, SHOW, STACK, START, TAKE, Facts, Phase, Reason, State, takeable
from ludotheque.i18n import N_
from ludotheque.notation import Format, names, plain_number

EXAMPLES = ("play 7", "take 4")

WITH_CHIP = {"play": PLAY, "take": TAKE, "deal": DEAL, "show": SHOW}


def words(action: int) -> str:
    if action >= STACK:
        order = action - STACK
        return "stack " + "".join("r" if order >> depth & 1 else "b" for depth in range(HAND))
    if action >= START:
        return f"start {action - START}"
    kind = max((first, word) for word, first in WITH_CHIP.items() if first <= action)
    return f"{kind[1]} {action - kind[0] + 1}"


def hidden(action: int) -> str:
    """The same for those who did not see: only a dealt chip is ever secret (R14)."""
    return "deal ?"


REASONS = {
    Reason.GAME_OVER: ("R38, root R3", N_("the game is over")),
    Reason.NOT_YOUR_STEP: ("R17, root R7", N_("chance has nothing to do now, seat {turn} moves")),
    Reason.CHANCE_STEP: ("R13, root R6", N_("wait: chips are being dealt or shown, no player moves now")),
    Reason.PLAY_FIRST: ("R17, root R7", N_("first everyone plays a chip to the trick, then chips are taken; play one now")),
    Reason.TAKE_FIRST: ("R22, root R10", N_("everyone has played; take a chip of the trick now, {takeable}")),
    Reason.ON_DISPLAY: ("R24, root R13", N_("the {value} lies on display and is not played again this round; play {hand}")),
    Reason.NOT_IN_HAND: ("R17, root R7", N_("there is no {value} in this hand; play {hand}")),
    Reason.NOT_IN_TRICK: ("R21, root R10", N_("there is no {value} left in the trick; take {takeable}")),
    Reason.RED_FIRST: ("R23, root R11", N_("a red chip lies in the trick, take {takeable}")),
    Reason.NOT_POSSIBLE: ("R9, root R5", N_("chance can't bring this now")),
}


def numbers(f: Facts, s: State, action: int) -> dict[str, Any]:
    """What the reasons above speak of."""
    return {
        "turn": s.turn,
        "value": action % VALUES + 1,
        "hand": Listed(dict.fromkeys(values(s.hand[s.turn]))) if s.phase == Phase.PLAYING else Listed(),
        "takeable": Listed(dict.fromkeys(values(takeable(f, s)))),
    }


# --- the fields of a position as text ---------------------------------------------------------


def read_handful(text: str) -> int:
    handful = 0
    for word in text.split(".") if text != "-" else []:
        handful = added(handful, plain_number(word, 1, VALUES))
    return handful


HANDFUL = Format(written, read_handful)

FORMATS = {"phase": names(Phase)} | dict.fromkeys(("hand", "known", "shown", "lying", "pool", "final"), HANDFUL)
