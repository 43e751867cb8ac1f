"""A scene drawn in a terminal: in colour, or in plain words for screen readers and pipes.

It knows kinds of things, never rules. Colour is never alone: red chips are round ( ), blue ones
square [ ], black ones braced { }.
"""

from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ludotheque.i18n import _, counted
from ludotheque.scene import Scene, Thing, Zone, seat_name

BRACKETS = {"red": ("(", ")"), "blue": ("[", "]"), "black": ("{", "}")}
STYLES = {"red": "bold white on red3", "blue": "bold white on dodger_blue3", "black": "bold white on grey19"}
PIPS = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))
DOWN = "·"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def glyph(thing: Thing) -> Text:
    """One thing as a few characters: `(5)` a red chip, `[·]` a blue one face down, ` 5 ` a card, `▒▒` its back."""
    face = thing.face or DOWN
    if thing.kind == "chip":
        left, right = BRACKETS.get(thing.tone, ("(", ")"))
        return Text(f"{left}{face}{right}", style=STYLES.get(thing.tone, "bold"))
    if thing.kind == "die":
        return Text(f" {PIPS.get(face, '□')} {face} ", style="bold black on white")
    if thing.kind == "token":
        return Text("●" * thing.count if thing.count <= 12 else f"● × {thing.count}", style="yellow")
    if thing.kind == "button":
        return Text(f"‹{face}›", style="bold")
    if thing.kind == "box":
        return Text(f"★ {face}", style="bold yellow")
    if thing.kind == "place":
        return Text("[ ]", style="dim")
    if thing.face is None:
        return Text(f"▒▒ × {thing.count}" if thing.count > 1 else "▒▒", style="green")
    mark = "!" if thing.state == "marked" else " "
    card = Text(f"{mark}{face} ", style="bold black on gold3" if thing.state == "marked" else "bold black on bright_white")
    under = counted(" on {n} card", " on {n} cards", thing.count - 1).format(n=thing.count - 1) if thing.count > 1 else ""
    return card + Text(under, style="dim")


def row(zone: Zone, names: list[str]) -> Text:
    line = Text(f"{zone.label}: ", style="dim")
    for thing in zone.things:
        if thing.label:
            line.append(f"{thing.label}\u00a0", style="dim")
        if thing.owner is not None and thing.kind != "button":
            line.append(f"{names[thing.owner]}\u00a0", style="dim")
        line.append_text(glyph(thing))
        if thing.owner is not None and thing.kind == "button":
            line.append(f"→\u00a0{names[thing.owner]}", style="dim")
        line.append("  " if thing.label else " ")
    if not zone.things and not zone.note:
        line.append("–", style="dim")
    if zone.note:
        line.append(f" {zone.note}", style="italic")
    return line


def grid(zone: Zone, width: int) -> Text:
    """Cells stay where they are, whatever shows: three columns each, two in a narrow window."""
    cell = 3 if 3 * zone.columns + 8 <= width else 2
    lines = [Text("  " + "".join(LETTERS[i].center(cell) for i in range(zone.columns)), style="dim")]
    for start in range(0, len(zone.things), zone.columns):
        line = Text(f"{start // zone.columns + 1} ", style="dim")
        for thing in zone.things[start : start + zone.columns]:
            shown = Text("") if thing.kind == "place" else glyph(thing)
            shown.truncate(cell, pad=True)
            line.append_text(shown)
        lines.append(line)
    return Text("\n").join(lines)


def drawn(scene: Scene, title: str, names: list[str], you: int | None, width: int) -> RenderableType:
    """The table: the middle first, then everyone around it."""
    middle: list[RenderableType] = []
    for zone in scene.zones:
        if zone.owner is None:
            middle.append(grid(zone, width) if zone.columns else row(zone, names))
    parts: list[RenderableType] = [Panel(Group(*middle), title=title, border_style="green", expand=True)]
    for seat in scene.order or range(scene.participants):
        line = Text()
        line.append("▶ " if seat == scene.turn else "  ", style="bold yellow")
        line.append(names[seat], style="bold" if seat == you else "")
        line.append(f" · {scene.scores[seat][1]}" if scene.scores else "", style="cyan")
        for zone in scene.zones:
            if zone.owner == seat:
                line.append("\n    ").append_text(row(zone, names))
        parts.append(line)
    return Group(*parts)


def described(scene: Scene, names: list[str]) -> list[str]:
    """The same in plain words, a line a zone: the middle, then everyone around it."""
    lines = []
    for zone in scene.zones:
        if zone.owner is None:
            lines += grid_in_words(zone) if zone.columns else [in_words(zone, names)]
    for seat in scene.order or range(scene.participants):
        lines.append(f"{names[seat]}: {scene.scores[seat][1]}" if scene.scores else names[seat])
        lines += [f"  {in_words(zone, names)}" for zone in scene.zones if zone.owner == seat]
    return lines


def in_words(zone: Zone, names: list[str]) -> str:
    """`Hand: red 4, a blue chip, face down × 2; total 4`."""
    said: list[str] = []
    for (name, owner, kind), alike in groupby(zone.things, lambda thing: (thing.name, thing.owner, thing.kind)):
        number = len(list(alike))
        who = "" if owner is None else names[owner]
        whose = f"{name} ({who})" if who and kind == "button" else f"{who} {name}".strip()  # who gets it, or whose it is
        said.append(whose + (f" × {number}" if number > 1 else ""))
    parts = [part for part in (", ".join(said), zone.note) if part] or [_("nothing")]
    return f"{zone.label}: {'; '.join(parts)}"


def grid_in_words(zone: Zone) -> list[str]:
    """What lies open by name, what is empty, and how many lie face down."""
    open_cells = [thing.name for thing in zone.things if thing.face is not None]
    empty = [thing.name for thing in zone.things if thing.kind == "place"]
    down = len(zone.things) - len(open_cells) - len(empty)
    lines = [f"{zone.label}: " + counted("{n} card face down", "{n} cards face down", down).format(n=down)]
    return lines + [f"  {'; '.join(some)}" for some in (open_cells, empty) if some]


def show(console: Console, scene: Scene, title: str, names: list[str], you: int | None, plain: bool) -> None:
    if plain:
        for line in [f"== {title}", *described(scene, names)]:
            console.print(Text(line), soft_wrap=True)
    else:
        console.print(drawn(scene, title, names, you, console.width))


def default_names(participants: int, players: int) -> list[str]:
    return [seat_name(seat) if seat < players else _("Ghost") for seat in range(participants)]
