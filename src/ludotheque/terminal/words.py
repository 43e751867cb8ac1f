"""Moves as the terminal lists them."""

from textwrap import wrap

from ludotheque.i18n import counted
from ludotheque.move import Move

GAP = "   "  # between two moves
MOST_NUMBERED = 30  # more moves than that are told by their kinds


def moves_in_lines(moves: list[Move]) -> list[str]:
    """`1 play 4   2 play 7`; sixty cells to turn as `turn a1 … j6 (60 moves)`."""
    texts = [str(move) for move in moves]
    if len(texts) <= MOST_NUMBERED:
        return [GAP.join(f"{number} {text}" for number, text in enumerate(texts, start=1))] if texts else []
    groups: dict[str, list[str]] = {}
    for text in texts:
        beginning, _space, end = text.rpartition(" ")
        groups.setdefault(beginning, []).append(end)
    lines = []
    for beginning, ends in groups.items():
        number = counted("{n} move", "{n} moves", len(ends)).format(n=len(ends))
        lines.append(f"{beginning} {ends[0]} … {ends[-1]} ({number})" if len(ends) > 1 else f"{beginning} {ends[0]}".strip())
    return lines


def between_moves(line: str, width: int) -> list[str]:
    """A line of moves as lines that are no wider; none breaks within a move."""
    in_one_piece = GAP.join(move.replace(" ", "\u00a0") for move in line.split(GAP))
    parts = wrap(in_one_piece, width, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\u00a0", " ") for part in parts]
