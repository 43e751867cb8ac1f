"""Calcory in words: the notation of its moves and the reasons it gives."""

from typing import Any

from ludotheque.bits import count_bits
from ludotheque.errors import Listed
from ludotheque.games.calcory.cells import CELLS, COLUMNS, cell_bit, cell_name, cells_in, read_cell
from ludotheque.games.calcory.rules import (
    RETURN,
    SHOW,
    START,
    STOP,
    TURN,
    UNSEEN,
    VALUES,
    Facts,
    Phase,
    Reason,
    State,
    fewest_cards,
)
from ludotheque.i18n import N_
from ludotheque.notation import Format, names
from ludotheque.seats import NOBODY

EXAMPLES = ("turn c4", "stop", "return 6 c4")


def words(action: int) -> str:
    if action >= SHOW:
        return f"show {action - SHOW}"
    if action >= START:
        return f"start {action - START}"
    if action >= RETURN:
        return f"return {(action - RETURN) // CELLS} {cell_name((action - RETURN) % CELLS)}"
    return "stop" if action == STOP else f"turn {cell_name(action - TURN)}"


def hidden(action: int) -> str:
    """The same for those who did not see: where a card went back, not which (A16)."""
    return f"return ? {cell_name((action - RETURN) % CELLS)}"


REASONS = {
    Reason.GAME_OVER: ("R30", N_("the game is over")),
    Reason.NOT_YOUR_STEP: ("R11", N_("chance has nothing to do now, seat {turn} moves")),
    Reason.CHANCE_STEP: ("R11", N_("wait: chance is at work, no player moves now")),
    Reason.RETURN_FIRST: ("R15", N_("first put one of the captured cards back: {captured}")),
    Reason.NOTHING_TO_RETURN: ("R15", N_("a card goes back only after a capture of two or more")),
    Reason.NO_SUCH_CELL: ("R7", N_("{cell} is not on this table, which ends at {corner}")),
    Reason.NO_CARD_THERE: ("R11", N_("no card lies on {cell}")),
    Reason.MARKED: ("R23", N_("the card on {cell} is marked, and marked cards can't be used")),
    Reason.TURNED_ALREADY: ("R11", N_("the card on {cell} is turned already")),
    Reason.NONE_TURNED: ("A7", N_("no card is turned yet; turn one")),
    Reason.TOO_FEW_CARDS: (
        "R21",
        N_("stopping needs {fewest} turned cards of someone without a pile, not {turned}; turn another"),
    ),
    Reason.NOT_CAPTURED: ("R15", N_("no {value} was captured; put back {captured}")),
    Reason.CELL_TAKEN: ("A15", N_("a card lies on {cell}; choose an empty cell")),
    Reason.NOT_POSSIBLE: ("R7", N_("chance can't bring this now")),
}


def numbers(f: Facts, s: State, action: int) -> dict[str, Any]:
    """What the reasons above speak of."""
    returning = RETURN <= action < START
    return {
        "turn": s.turn,
        "cell": cell_name((action - RETURN) % CELLS if returning else min(action, CELLS - 1)),
        "value": (action - RETURN) // CELLS,
        "captured": Listed(value for value in range(VALUES) if s.captured[value]),
        "corner": cell_name((f.rows - 1) * COLUMNS + f.columns - 1),
        "turned": count_bits(s.turned),
        "fewest": fewest_cards(f, s),
    }


# --- the fields of a position as text ---------------------------------------------------------


def read_cells(text: str) -> int:
    cells = 0
    for word in text.split(".") if text != "-" else []:
        cell = read_cell(word)
        if cell is None:
            raise ValueError
        cells |= cell_bit(cell)
    return cells


def read_asked(text: str) -> int:
    cell = NOBODY if text == "-" else read_cell(text)
    if cell is None:
        raise ValueError(text)
    return cell


CELL_SET = Format(lambda cells: ".".join(map(cell_name, cells_in(cells))) or "-", read_cells)
VALUE = Format(lambda value: "?" if value == UNSEEN else str(value), lambda text: UNSEEN if text == "?" else int(text))

FORMATS = {
    "phase": names(Phase),
    "cards": CELL_SET,
    "turned": CELL_SET,
    "marked": CELL_SET,
    "secret": CELL_SET,
    "value": VALUE,
    "asked": Format(lambda cell: "-" if cell == NOBODY else cell_name(cell), read_asked),
}
