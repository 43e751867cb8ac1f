"""Parts of a picture that know their size before they are painted, and how they are put together."""

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.adapters.pieces import Colour, Draw, text_size, write, write_bold


class Block(NamedTuple):
    width: float
    height: float
    paint: Callable[[Draw, float, float], None]  # with its upper left corner there


def words(text: str, size: float, colour: Colour, bold: bool = False) -> Block:
    width, height = text_size(text, size)

    def paint(draw: Draw, x: float, y: float) -> None:
        (write_bold if bold else write)(draw, x + width / 2, y + height / 2, text, size, colour)

    return Block(width, height, paint)


def row(blocks: list[Block], gap: float, middle: bool = True) -> Block:
    """Side by side, at the same height in the middle or at the top."""
    height = max((block.height for block in blocks), default=0)

    def paint(draw: Draw, x: float, y: float) -> None:
        for block in blocks:
            block.paint(draw, x, y + ((height - block.height) / 2 if middle else 0))
            x += block.width + gap

    return Block(sum(block.width for block in blocks) + gap * max(len(blocks) - 1, 0), height, paint)


def column(blocks: list[Block], gap: float) -> Block:
    """One below the other, in the middle."""
    width = max((block.width for block in blocks), default=0)

    def paint(draw: Draw, x: float, y: float) -> None:
        for block in blocks:
            block.paint(draw, x + (width - block.width) / 2, y)
            y += block.height + gap

    return Block(width, sum(block.height for block in blocks) + gap * max(len(blocks) - 1, 0), paint)


def flowing(blocks: list[Block], width: float, gap: float, middle: bool = True) -> Block:
    """As many side by side as there is room for, the others below; one that is wider than that gets a line of its own."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if lines[-1] and row([*lines[-1], block], gap).width > width:
            lines.append([])
        lines[-1].append(block)
    return column([row(line, gap, middle) for line in lines], gap)


def panel(block: Block, width: float, height: float, padding: float, fill: Colour | None, edge: Colour, line: float) -> Block:
    """On a board of that size or, where it needs more, a larger one."""
    width, height = max(width, block.width + 2 * padding), max(height, block.height + 2 * padding)

    def paint(draw: Draw, x: float, y: float) -> None:
        draw.rounded_rectangle((x, y, x + width, y + height), padding, fill, edge, round(line))
        block.paint(draw, x + (width - block.width) / 2, y + padding)

    return Block(width, height, paint)
