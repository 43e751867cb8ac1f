"""Chipik in words: the notation of its moves and the reasons it gives."""

from typing import Any

from ludotheque.games.chipik.dice import faces, lying
from ludotheque.games.chipik.rules import DICE, DISCARD, REROLL, ROLL, Facts, Phase, Reason, State
from ludotheque.i18n import N_
from ludotheque.notation import WholeFormat, names, plain_number
from ludotheque.trios import trio

EXAMPLES = ("reroll 2 5", "addition bin", "odds left")

DISCARDS = (
    "addition bin", "addition lucky", "odds left", "odds right", "run left", "run right",
    "triple left", "triple right", "triple both",
)  # fmt: skip


def words(action: int) -> str:
    if DISCARD <= action < ROLL:
        return DISCARDS[action - DISCARD]
    kind, first = ("roll", ROLL) if action >= ROLL else ("reroll", REROLL)
    return " ".join([kind, *map(str, faces(action - first))])


def action(said: list[str]) -> int | None:
    """Dice may be named in any order; at least one."""
    if said[0] not in ("roll", "reroll") or not 1 <= len(said) - 1 <= DICE or not set(said[1:]) <= set("123456"):
        return DISCARD + DISCARDS.index(" ".join(said)) if " ".join(said) in DISCARDS else None
    dice = trio(*[0] * (DICE - len(said) + 1), *sorted(map(int, said[1:])))
    return (ROLL if said[0] == "roll" else REROLL) + dice


REASONS = {
    Reason.GAME_OVER: ("R31", N_("the game is over")),
    Reason.NOT_YOUR_STEP: ("R12", N_("the dice lie already, seat {turn} decides")),
    Reason.CHANCE_STEP: ("R13", N_("wait: the dice are being thrown")),
    Reason.NO_THIRD_THROW: ("R12", N_("there are two throws at most, and both are made; use a combination of {dice}")),
    Reason.NO_DIE_THROWN: ("A5", N_("a second throw throws at least one die")),
    Reason.NOT_AMONG_DICE: ("R14", N_("{wish} is not among the dice {dice}")),
    Reason.NOT_ADDITION: ("R17", N_("{sum} = {total}, and an Addition needs {addition} or more")),
    Reason.NOBODY_LUCKY: ("R22", N_("nobody holds the Chance card, so the token goes to the bin")),
    Reason.LUCKY_ONESELF: ("A14", N_("you hold the Chance card yourself, so the token goes to the bin")),
    Reason.NOT_ODDS: ("R18", N_("{dice} are not all odd")),
    Reason.NOT_A_RUN: ("R19", N_("{dice} are not three in a row")),
    Reason.NOT_A_TRIPLE: ("R20", N_("{dice} are not three alike")),
    Reason.ONE_TOKEN_LEFT: ("A10", N_("only one token is left, it goes left or right")),
    Reason.NOT_POSSIBLE: ("R13", N_("dice to be thrown now: {thrown}")),
}


def numbers(f: Facts, s: State, action: int) -> dict[str, Any]:
    """What the reasons above speak of."""
    wish = faces(action - (ROLL if action >= ROLL else REROLL)) if not DISCARD <= action < ROLL else []
    return {
        "turn": s.order[s.at],
        "dice": " ".join(map(str, lying(s))),
        "wish": " ".join(map(str, wish)),
        "sum": " + ".join(map(str, lying(s))),
        "total": sum(s.dice),
        "addition": f.addition,
        "thrown": DICE - len(lying(s)) if s.phase == Phase.SECOND_THROW else DICE,
    }


# --- the fields of a position as text ---------------------------------------------------------


def write_dice(dice: list[int]) -> str:
    return ".".join(str(face) for face in dice if face) or "-"


def read_dice(text: str) -> list[int]:
    fallen = [plain_number(word, 1, 6) for word in text.split(".")] if text != "-" else []
    if len(fallen) > DICE:
        raise ValueError(text)
    return sorted([0] * (DICE - len(fallen)) + fallen)


FORMATS = {"phase": names(Phase), "dice": WholeFormat(write_dice, read_dice)}
