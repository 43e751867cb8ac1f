"""Things that lie on a table, painted by their kind: chips, cards, dice, tokens, boxes, places, buttons. No rule is known."""

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from PIL import ImageDraw, ImageFont

from ludotheque.scene import Thing

Colour = str
Draw = ImageDraw.ImageDraw
INK, CREAM, PAPER, GOLD, GOLD_INK, SOFT = "#2A2833", "#FFF7E8", "#FFFDF8", "#F3B640", "#2A2010", "#D5E3DD"
FELT, FELT_DARK, WOOD, SHADE, LINE = "#2C6B60", "#22554C", "#A26A3A", "#1A433C", "#5C8F84"
TONES = {"red": "#CF3F38", "blue": "#2A66AE", "black": "#23242C", "gold": GOLD}
PIPS = {
    "1": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    "6": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
UPSIDE_DOWN = {"6", "9", "66", "99", "68", "89"}  # numbers that also read upside down carry a bar


class Size(NamedTuple):
    width: float
    height: float


@cache
def font(size: int) -> Any:
    return ImageFont.load_default(size)


def plain(text: str) -> str:
    """The font that comes with Pillow has few letters beyond ASCII."""
    text = text.replace("×", "x").replace("→", "to").replace("–", "-")
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))


def text_size(text: str, size: float) -> Size:
    return Size(font(round(size)).getlength(plain(text)), size * 1.3)


def write(draw: Draw, x: float, y: float, text: str, size: float, colour: Colour, anchor: str = "mm") -> None:
    """In the middle of (x, y), or as the anchor says."""
    draw.text((x, y), plain(text), colour, font(round(size)), anchor)


def write_bold(draw: Draw, x: float, y: float, text: str, size: float, colour: Colour) -> None:
    draw.text((x, y), plain(text), colour, font(round(size)), "mm", stroke_width=max(1, round(size / 40)), stroke_fill=colour)


def face_on(draw: Draw, x: float, y: float, face: str, size: float) -> None:
    write_bold(draw, x, y, face, size, INK)
    if face in UPSIDE_DOWN:
        half, below = size * 0.28, y + size * 0.48
        draw.rounded_rectangle((x - half, below, x + half, below + size * 0.08), size * 0.04, INK)


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for n in range(10):
        reach = radius if n % 2 == 0 else radius * 0.45
        points.append((x + reach * sin(n * pi / 5), y - reach * cos(n * pi / 5)))
    return points


def around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


def chip(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    """Red ones have round notches, blue ones square, black ones diamonds."""
    tone = thing.tone if thing.tone in TONES else "red"
    radius = unit / 2
    cx, cy = x + radius, y + radius
    draw.ellipse(around(cx, cy + unit * 0.04, radius), SHADE)
    draw.ellipse(around(cx, cy, radius), TONES[tone])
    for n in range(8):
        nx, ny = cx + radius * 0.84 * cos(n * pi / 4), cy + radius * 0.84 * sin(n * pi / 4)
        if tone == "red":
            draw.ellipse(around(nx, ny, radius * 0.12), CREAM)
        else:
            turned = n * pi / 4 + (0 if tone == "black" else pi / 4)
            corners = [(turned + k * pi / 2, radius * 0.15) for k in range(4)]
            draw.polygon([(nx + r * cos(a), ny + r * sin(a)) for a, r in corners], CREAM)
    if thing.face:
        draw.ellipse(around(cx, cy, radius * 0.64), PAPER)
        face_on(draw, cx, cy, thing.face, unit * (0.4 if len(thing.face) < 2 else 0.36))
    else:
        draw.ellipse(around(cx, cy, radius * 0.64), TONES[tone], CREAM, max(1, round(unit / 30)))
        mark = {"red": 24, "blue": 4, "black": 4}[tone]
        tilt = pi / 4 if tone == "blue" else 0
        reach = radius * (0.2 if tone == "red" else 0.26)
        corners = [(tilt + k * 2 * pi / mark, reach) for k in range(mark)]
        draw.polygon([(cx + r * cos(a), cy + r * sin(a)) for a, r in corners], CREAM)


CARD_WIDTH, CARD_HEIGHT = 0.78, 1.1


def card(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    under = min(thing.count - 1, 3)
    lift = unit * 0.035
    width, height = unit * CARD_WIDTH, unit * CARD_HEIGHT
    line = max(1, round(unit / 40))
    y += 3 * lift if thing.count > 1 else 0
    for n in range(under, 0, -1):
        draw.rounded_rectangle(
            (x + n * lift, y - n * lift, x + width + n * lift, y + height - n * lift), unit * 0.1, CREAM, SHADE, line
        )
    place = (x, y, x + width, y + height)
    cx, cy = x + width / 2, y + height / 2
    if thing.face:
        special = thing.state in ("turned", "marked")
        draw.rounded_rectangle(place, unit * 0.1, "#FFE9B8" if special else PAPER, WOOD if special else SHADE, line)
        face_on(draw, cx, cy, thing.face, unit * (0.58 if len(thing.face) < 2 else 0.44))
        if thing.state == "marked":
            pin = x + width - unit * 0.16, y + unit * 0.16
            draw.ellipse(around(*pin, unit * 0.11), TONES["red"])
            draw.ellipse(around(*pin, unit * 0.04), CREAM)
    else:
        draw.rounded_rectangle(place, unit * 0.1, "#7A3B52", SHADE, line)
        inset = unit * 0.08
        inside = (x + inset, y + inset, x + width - inset, y + height - inset)
        draw.rounded_rectangle(inside, unit * 0.06, None, "#C98BA0", line)
        draw.polygon(star(cx, cy, unit * 0.2), "#E3B7C5")
    if thing.count > 1:
        badge(draw, x + width * 0.84, y + height * 0.97, unit * 0.8, str(thing.count))


def badge(draw: Draw, x: float, y: float, unit: float, text: str) -> None:
    """How many there are."""
    wide, high = unit * (0.14 + 0.1 * len(text)), unit * 0.17
    draw.rounded_rectangle((x - wide, y - high, x + wide, y + high), high, GOLD, GOLD_INK, max(1, round(unit / 45)))
    write_bold(draw, x, y, text, unit * 0.26, GOLD_INK)


def die(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    draw.rounded_rectangle((x, y + unit * 0.05, x + unit, y + unit), unit * 0.2, SHADE)
    draw.rounded_rectangle((x, y, x + unit, y + unit * 0.96), unit * 0.2, PAPER)
    for px, py in PIPS.get(thing.face or "", []):
        draw.ellipse(around(x + unit * (0.5 + 0.25 * px), y + unit * (0.48 + 0.24 * py), unit * 0.09), INK)
    if thing.face and thing.face not in PIPS:
        face_on(draw, x + unit / 2, y + unit * 0.48, thing.face, unit * 0.5)


MOST_TOKENS = 6  # of a heap that are painted one by one; beyond, a number says it
TOKEN = 0.5


def token(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    size = unit * TOKEN
    shown = min(thing.count, MOST_TOKENS)
    for n in range(shown):
        cx, cy = x + size / 2 + n * size * 0.8, y + size / 2
        draw.ellipse(around(cx, cy, size / 2), "#8A5A17")
        draw.ellipse(around(cx, cy, size * 0.45), GOLD)
        draw.polygon(star(cx, cy, size * 0.28), "#8A5A17")
    if thing.count > MOST_TOKENS:
        badge(draw, x + size / 2 + shown * size * 0.8, y + size / 2, unit, str(thing.count))


def box(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    size = size_of(thing, unit)
    draw.rounded_rectangle((x, y, x + size.width, y + size.height), unit * 0.12, TONES.get(thing.tone, PAPER), GOLD_INK, 1)
    draw.polygon(star(x + unit * 0.28, y + size.height / 2, unit * 0.16), GOLD_INK)
    write(draw, x + unit * 0.52, y + size.height / 2, thing.face or "", unit * 0.28, GOLD_INK, "lm")


def button(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    size = size_of(thing, unit)
    draw.rounded_rectangle((x, y, x + size.width, y + size.height), size.height / 2, SHADE, GOLD, max(1, round(unit / 30)))
    write(draw, x + size.width / 2, y + size.height / 2, thing.face or "", unit * 0.28, CREAM)


def place(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    size = size_of(thing, unit)
    draw.rounded_rectangle((x, y, x + size.width, y + size.height), unit * 0.1, None, LINE, max(1, round(unit / 30)))


KINDS: dict[str, Callable[[Draw, float, float, float, Thing], None]] = {
    "chip": chip, "card": card, "tile": card, "die": die, "token": token, "box": box, "button": button, "place": place,
}  # fmt: skip


def paint(draw: Draw, x: float, y: float, unit: float, thing: Thing) -> None:
    KINDS.get(thing.kind, button)(draw, x, y, unit, thing)


def size_of(thing: Thing, unit: float) -> Size:
    """How much room a thing takes, beside nothing else."""
    words = text_size(thing.face or "", unit * 0.28).width
    if thing.kind in ("card", "tile", "place"):
        more = unit * 0.2 if thing.count > 1 else 0  # for those below, and for their number
        return Size(unit * CARD_WIDTH + more, unit * CARD_HEIGHT + more)
    if thing.kind == "token":
        shown = min(thing.count, MOST_TOKENS)
        number = unit * (0.14 + 0.1 * len(str(thing.count))) if thing.count > MOST_TOKENS else 0
        return Size(unit * TOKEN * (0.2 + 0.8 * shown) + number + unit * 0.1, unit * TOKEN)
    if thing.kind == "box":
        return Size(words + unit * 0.7, unit * 0.6)
    if thing.kind in ("chip", "die"):
        return Size(unit, unit * 1.04)
    return Size(words + unit * 0.5, unit * 0.56)
