"""A scene as a picture: the middle of the table, and everyone around it on boards below. Every frame is of the same size.

What is too large for the frame is made smaller as a whole, so nothing is cut off and nothing overlaps.
"""

from typing import Any

import numpy
from PIL import Image, ImageDraw

from ludotheque.adapters.blocks import Block, column, flowing, panel, row, words
from ludotheque.adapters.pieces import CREAM, FELT, FELT_DARK, GOLD, GOLD_INK, LINE, SOFT, WOOD, Draw, paint, size_of
from ludotheque.adapters.plain_text import LETTERS, Drawn
from ludotheque.scene import Thing, Zone

WIDTH, HEIGHT = 960, 720  # of a frame
FINE = 2  # painted so many times as large, so that edges come out smooth
RIM = 16
LARGEST = 1.5  # scale
BOARDS_IN_A_ROW = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 4, 8: 4}


def painted(drawn: Drawn) -> Any:
    """(height, width, 3) bytes."""
    block = fitted(drawn, (WIDTH - 2 * RIM) * FINE, (HEIGHT - 2 * RIM) * FINE)
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH * FINE - 1, HEIGHT * FINE - 1), None, WOOD, RIM * FINE // 2)
    block.paint(draw, (WIDTH * FINE - block.width) / 2, (HEIGHT * FINE - block.height) / 2)
    return numpy.array(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


def fitted(drawn: Drawn, width: float, height: float) -> Block:
    """As large as there is room for."""
    scale = LARGEST * FINE
    block = Picture(drawn, width, scale).whole()
    while block.width > width or block.height > height:
        scale *= 0.93
        block = Picture(drawn, width, scale).whole()
    return block


class Picture:
    """One scene at one scale, on a table of that width."""

    def __init__(self, drawn: Drawn, width: float, scale: float) -> None:
        self.drawn, self.scene, self.width, self.scale = drawn, drawn.scene, width, scale
        self.gap = 12 * scale
        self.small, self.large = 15 * scale, 21 * scale  # letters

    def whole(self) -> Block:
        middle = [self.zone(zone, 58, self.width) for zone in self.scene.zones if zone.owner is None]
        parts = [self.heading(), flowing(middle, self.width, 2 * self.gap), self.boards()]
        return column(parts, 1.5 * self.gap)

    def heading(self) -> Block:
        drawn, scale = self.drawn, self.scale
        title = words(drawn.title, 26 * scale, CREAM, bold=True)
        seen_by = words(f"seen by {drawn.names[drawn.seat]}", self.small, SOFT)
        mine = self.scene.turn == drawn.seat
        ask = words(self.scene.ask, self.large, GOLD_INK if mine else CREAM)
        ask = panel(ask, 0, 0, 9 * scale, GOLD if mine else FELT_DARK, GOLD if mine else LINE, 2 * scale)
        return column([row([title, seen_by], self.gap), ask], self.gap / 2)

    def boards(self) -> Block:
        """Everyone's own things, as many side by side as look well."""
        seats = list(self.scene.order or range(self.scene.participants))
        in_row = BOARDS_IN_A_ROW.get(len(seats), 4)
        width = (self.width - (in_row - 1) * self.gap) / in_row
        lines = []
        for first in range(0, len(seats), in_row):
            some = seats[first : first + in_row]
            height = max(self.board(seat, width, 0).height for seat in some)
            lines.append(row([self.board(seat, width, height) for seat in some], self.gap))
        return column(lines, self.gap)

    def board(self, seat: int, width: float, height: float) -> Block:
        turn = seat == self.scene.turn
        padding = 10 * self.scale
        name = words(self.drawn.names[seat], self.large, GOLD if turn else CREAM, bold=True)
        score = words(self.scene.scores[seat][1], self.small, SOFT) if self.scene.scores else words("", self.small, SOFT)
        inside = width - 2 * padding
        zones = [self.zone(zone, 40, inside) for zone in self.scene.zones if zone.owner == seat]
        content = column([row([name, score], self.gap), flowing(zones, inside, self.gap, middle=False)], self.gap / 2)
        return panel(content, width, height, padding, FELT_DARK, GOLD if turn else LINE, (3 if turn else 1) * self.scale)

    def zone(self, zone: Zone, unit: float, width: float) -> Block:
        parts = [words(zone.label, self.small, SOFT)]
        if zone.columns:
            parts.append(self.grid(zone, unit))
        elif zone.things:
            parts.append(flowing([self.thing(thing, unit) for thing in zone.things], width, self.gap / 2))
        if zone.note:
            parts.append(words(zone.note, self.small * 1.1, "#FFE3A3"))
        elif not zone.things:
            parts.append(words("-", self.small, LINE))
        return column(parts, 5 * self.scale)

    def thing(self, thing: Thing, unit: float) -> Block:
        """With what stands beside it below: the number of a place, whose it is."""
        size, names = unit * self.scale, self.drawn.names
        whose = "" if thing.owner is None else names[thing.owner] if thing.kind != "button" else f"to {names[thing.owner]}"
        notes = [words(text, self.small * 0.9, SOFT) for text in (thing.label, whose) if text]
        return column([self.lit(thing, size), *notes], 4 * self.scale)

    def lit(self, thing: Thing, size: float) -> Block:
        """What a move touches has a golden edge."""
        width, height = size_of(thing, size)
        edge = max(2.0, 2.5 * self.scale)

        def painting(draw: Draw, x: float, y: float) -> None:
            if thing.moves and thing.kind != "button":
                around = (x, y, x + width + 2 * edge, y + height + 2 * edge)
                draw.rounded_rectangle(around, size / 2 if thing.kind == "chip" else size * 0.16, GOLD)
                if thing.kind == "place":
                    inside = (x + edge, y + edge, x + width + edge, y + height + edge)
                    draw.rounded_rectangle(inside, size * 0.12, FELT)
            paint(draw, x + edge, y + edge, size, thing)

        return Block(width + 2 * edge, height + 2 * edge, painting)

    def grid(self, zone: Zone, unit: float) -> Block:
        """Letters along the top and numbers down the side, as moves name the cells."""
        cells = [self.lit(thing, unit * self.scale) for thing in zone.things]
        wide, high = max(cell.width for cell in cells), max(cell.height for cell in cells)
        edge, gap = self.small * 1.4, 3 * self.scale
        rows = -(-len(cells) // zone.columns)

        def painting(draw: Draw, x: float, y: float) -> None:
            for n in range(zone.columns):
                mark = words(LETTERS[n], self.small, SOFT)
                mark.paint(draw, x + edge + n * (wide + gap) + (wide - mark.width) / 2, y)
            for n in range(rows):
                mark = words(str(n + 1), self.small, SOFT)
                mark.paint(draw, x, y + edge + n * (high + gap) + (high - mark.height) / 2)
            for n, cell in enumerate(cells):
                down, along = divmod(n, zone.columns)
                cell.paint(draw, x + edge + along * (wide + gap), y + edge + down * (high + gap))

        return Block(edge + zone.columns * (wide + gap), edge + rows * (high + gap), painting)
