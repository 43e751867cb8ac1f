"""What everyone played and took in this round of 12 Chip Trick, trick by trick, for those who learn it.

Who follows low may have nothing better, and who leads high may have to: so the order of play tells about hidden chips.
"""

from typing import Any

from ludotheque.games.chip_trick.chips import VALUES
from ludotheque.games.chip_trick.rules import PLAYING, TAKING, Facts
from ludotheque.games.chip_trick.view import Sight
from ludotheque.observation import Entry, number
from ludotheque.recall import Recall
from ludotheque.view import View

KINDS = 3  # of rows: played, took, led


def tricks(f: Facts) -> int:
    """That a round may have: each adds a chip face up, and somebody has a whole hand of them by then (A9, root A10)."""
    return f.players * (f.reds + f.blues - 1) + 1


def rows(f: Facts) -> list[Entry]:
    """Nothing where a ghost plays: what it does is nobody's decision."""
    if f.ghost:
        return []
    kinds = (("played", VALUES), ("took", VALUES), ("led", 1))
    return [number(f"{what} in trick {trick}:", most) for trick in range(tricks(f)) for what, most in kinds]


def notes(f: Facts, step: Any, action: Any) -> list[tuple[Any, Any]]:
    """The value in its row, and who led in another; with numbers or with whole arrays of them."""
    first = step // (2 * f.players) * KINDS
    leads = step % (2 * f.players) == 0
    return [(first + action // VALUES, action % VALUES + 1), (first + 2, leads * 1)]


def done(view: View) -> list[tuple[int, int]]:
    """Told by who starts (R16, root R20), who comes next (R17, root A7) and who wins a trick (R19, R20, root R9)."""
    sight: Sight = view.sight  # type: ignore[assignment]
    players, leader = view.game.players, sight.starter
    found: list[tuple[int, int]] = []
    if sight.phase != PLAYING and sight.phase != TAKING:
        return found
    dealt = max(step for step, text in enumerate(view.history) if text.startswith("deal"))
    for step, text in enumerate(view.history[dealt + 1 :]):
        found.append(((leader + step) % players, view.game.ruleset.read(text).action))
        if step % (2 * players) == players - 1:
            leader = max(found[-players:], key=lambda play: play[1])[0]  # of equals the first
    return found


RECALL = Recall(rows, notes, done, until="round")
