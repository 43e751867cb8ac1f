"""A scene in plain letters, for logs and terminals: `(5)` a red chip, `[·]` a blue one face down, ` 5 ` a card, `▒▒` its back."""

from typing import NamedTuple

from ludotheque.i18n import _
from ludotheque.scene import Scene, Thing, Zone

BRACKETS = {"red": "()", "blue": "[]", "black": "{}"}  # a colour is never alone
DOWN = "·"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_MOVES = 30  # that are listed one by one


class Drawn(NamedTuple):
    """What there is to draw."""

    title: str
    scene: Scene
    names: list[str]  # of all participants
    seat: int  # whose eyes it is seen with
    moves: list[tuple[int, str]]  # that seat's, with the numbers of their actions


def in_letters(drawn: Drawn) -> str:
    """The middle of the table, then everyone around it, and what the seat may do."""
    scene, names = drawn.scene, drawn.names
    lines = [_("{title}, seen by {name}: {ask}").format(title=drawn.title, name=names[drawn.seat], ask=scene.ask)]
    for zone in scene.zones:
        if zone.owner is None:
            lines += grid(zone) if zone.columns else [row(zone, names)]
    for seat in scene.order or range(scene.participants):
        score = f": {scene.scores[seat][1]}" if scene.scores else ""
        lines.append(f"{'>' if seat == scene.turn else ' '} {names[seat]}{score}")
        lines += [f"    {row(zone, names)}" for zone in scene.zones if zone.owner == seat]
    if 0 < len(drawn.moves) <= MOST_MOVES:
        lines.append("  ".join(f"{action}={text}" for action, text in drawn.moves))
    return "\n".join(lines) + "\n"


def row(zone: Zone, names: list[str]) -> str:
    parts = []
    for thing in zone.things:
        who = names[thing.owner] if thing.owner is not None else ""
        before = [thing.label, who if thing.kind != "button" else ""]
        parts += [part for part in (*before, glyph(thing), f"→{who}" if who and thing.kind == "button" else "") if part]
    return f"{zone.label}: {' '.join([*parts, *([zone.note] if zone.note else [])]) or '-'}"


def grid(zone: Zone) -> list[str]:
    """Letters along the top and numbers down the side, as moves name the cells."""
    lines = [f"{zone.label}:", "   " + " ".join(LETTERS[column].center(2) for column in range(zone.columns))]
    for first in range(0, len(zone.things), zone.columns):
        cells = [glyph(thing) if thing.kind != "place" else "" for thing in zone.things[first : first + zone.columns]]
        lines.append(f"{first // zone.columns + 1:2} " + " ".join(cell.strip().center(2) for cell in cells).rstrip())
    return lines


def glyph(thing: Thing) -> str:
    face = thing.face or DOWN
    if thing.kind == "chip":
        brackets = BRACKETS.get(thing.tone, "()")
        return f"{brackets[0]}{face}{brackets[1]}"
    if thing.kind == "token":
        return "●" * thing.count if thing.count <= 12 else f"●×{thing.count}"
    if thing.kind == "button":
        return f"<{face}>"
    if thing.kind == "box":
        return f"*{face}*"
    if thing.kind == "place":
        return "[ ]"
    if thing.kind == "die":
        return f"|{face}|"
    times = f"×{thing.count}" if thing.count > 1 else ""
    if thing.face is None:
        return f"▒▒{times}"
    return f"{face}{'!' if thing.state == 'marked' else ''}{times}"
