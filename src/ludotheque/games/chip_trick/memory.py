"""How players of 12 Chip Trick forget which chips the others took back (A20)."""

from ludotheque.games.chip_trick.chips import copies, dropped
from ludotheque.games.chip_trick.rules import UNSEEN_BLUE, UNSEEN_RED
from ludotheque.games.chip_trick.view import Sight, is_red_in_stack
from ludotheque.view import View


def fade(view: View, span: float) -> Sight:
    """What is left of a view when chips are remembered for `span` plays and takes."""
    v: Sight = view.sight.copy()  # type: ignore[assignment]
    v.logged = 0  # nor does he remember the order of this round's plays
    f = view.game.facts
    for value in forgotten(view, span):
        for seat in range(f.players):
            while seat != v.seat and copies(v.known[seat], value):
                v.known[seat] = dropped(v.known[seat], value)
        for depth in range(v.stacked):
            if v.stack[depth] == value:
                v.stack[depth] = UNSEEN_RED if is_red_in_stack(f, value) else UNSEEN_BLUE
    return v


def forgotten(view: View, span: float) -> set[int]:
    """The values that nobody has touched for so long."""
    last_touched: dict[int, int] = {}
    for step, text in enumerate(view.history):
        what, *value = text.split()
        if what in ("play", "take", "show"):
            last_touched[int(value[0])] = step
    return {value for value, step in last_touched.items() if len(view.history) - step > span}
