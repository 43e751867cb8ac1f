"""Moves as the terminal lists and tells them."""

from ludotheque.i18n import _
from ludotheque.move import Move

MOST_NUMBERED = 30  # more moves than that are listed by their words, without numbers


def moves_in_lines(moves: list[Move]) -> list[str]:
    """`1 play 4   2 play 7`; sixty cells to turn as `turn: a1 b1 c1 …`."""
    texts = [str(move) for move in moves]
    if len(texts) <= MOST_NUMBERED:
        return ["   ".join(f"{number} {text}" for number, text in enumerate(texts, start=1))] if texts else []
    groups: dict[str, list[str]] = {}
    for text in texts:
        beginning, _space, end = text.rpartition(" ")
        groups.setdefault(beginning, []).append(end)
    return [f"{beginning}: {' '.join(ends)}" if beginning else " ".join(ends) for beginning, ends in groups.items()]


def event_in_words(name: str | None, text: str) -> str:
    return _("{name}: {move}").format(name=name or _("chance"), move=text)
