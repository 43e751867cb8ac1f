"""A scene drawn in a terminal: in colour, or in plain words for screen readers and pipes.

It knows kinds of things, never rules. Colour is never alone: red chips are round ( ), blue ones
square [ ], black ones braced { }.
"""

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludotheque.i18n import _
from ludotheque.scene import Scene, Thing, Zone, seat_name

BRACKETS = {"red": ("(", ")"), "blue": ("[", "]"), "black": ("{", "}")}
STYLES = {"red": "bold white on red3", "blue": "bold white on dodger_blue3", "black": "bold white on grey19"}
PIPS = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))
DOWN = "·"


def glyph(thing: Thing) -> Text:
    """One thing as a few characters: `(5)` a red chip, `[·]` a blue one face down, `▌5▐` a card."""
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
        return Text(f" {face if len(face) < 2 else ' '} ", style="dim")
    pile = f"×{thing.count}" if thing.count > 1 else ""
    style = {"marked": "bold black on gold3", "turned": "bold black on bright_white"}.get(thing.state, "")
    if thing.face is None:
        return Text(f"▒▒{pile}", style="green")
    mark = "!" if thing.state == "marked" else " "
    return Text(f"{mark}{face} ", style=style or "bold black on bright_white") + Text(pile, style="dim")


def row(zone: Zone, names: list[str]) -> Text:
    line = Text(f"{zone.label}: ", style="dim")
    for thing in zone.things:
        if thing.owner is not None:
            line.append(f"{names[thing.owner]} ", style="dim")
        line.append_text(glyph(thing)).append(" ")
    if not zone.things and not zone.note:
        line.append("–", style="dim")
    if zone.note:
        line.append(f" {zone.note}", style="italic")
    return line


def grid(zone: Zone) -> Table:
    table = Table.grid(padding=(0, 1))
    letters = "abcdefghijklmnopqrstuvwxyz"
    table.add_row("", *(Text(letters[i], style="dim") for i in range(zone.columns)))
    for start in range(0, len(zone.things), zone.columns):
        cells = [glyph(thing) for thing in zone.things[start : start + zone.columns]]
        table.add_row(Text(str(start // zone.columns + 1), style="dim"), *cells)
    return table


def drawn(scene: Scene, title: str, names: list[str], you: int | None) -> RenderableType:
    """The table: the middle first, then everyone around it."""
    middle: list[RenderableType] = []
    for zone in scene.zones:
        if zone.owner is None:
            middle.append(grid(zone) if zone.columns else row(zone, names))
    parts: list[RenderableType] = [Panel(Group(*middle), title=title, border_style="green", expand=True)]
    for seat in range(scene.participants):
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
    """The same in plain words, a line a zone."""
    lines = []
    for zone in scene.zones:
        who = f"{names[zone.owner]}, " if zone.owner is not None else ""
        if zone.columns:
            lines += grid_in_words(zone)
        else:
            things = ", ".join(in_words(thing, names) for thing in zone.things)
            said = "; ".join(part for part in (things, zone.note) if part) or _("nothing")
            lines.append(f"{who}{zone.label}: {said}")
    for seat in range(scene.participants) if scene.scores else ():
        lines.append(f"{names[seat]}: {scene.scores[seat][1]}")
    return lines


def in_words(thing: Thing, names: list[str]) -> str:
    return thing.name if thing.owner is None else f"{names[thing.owner]} {thing.name}"


def grid_in_words(zone: Zone) -> list[str]:
    """A grid of sixty cells, a row a line: what lies open by name, the rest as one sign."""
    lines = [f"{zone.label}: " + _("a number lies open, # face down, - empty; ! marked")]
    for start in range(0, len(zone.things), zone.columns):
        signs = []
        for thing in zone.things[start : start + zone.columns]:
            sign = "-" if thing.kind == "place" else thing.face or "#"
            signs.append(sign + "!" * (thing.state == "marked"))
        lines.append(f"  {start // zone.columns + 1}: {' '.join(signs)}")
    return lines


def show(console: Console, scene: Scene, title: str, names: list[str], you: int | None, plain: bool) -> None:
    if plain:
        for line in [f"== {title}", *described(scene, names)]:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    else:
        console.print(drawn(scene, title, names, you))


def default_names(participants: int, players: int) -> list[str]:
    return [seat_name(seat) if seat < players else _("Ghost") for seat in range(participants)]
