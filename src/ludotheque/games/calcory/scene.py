"""Calcory on the table: the grid, the marks, the captured cards and the piles."""

from ludotheque.games.calcory.cells import COLUMNS, cell_bit, cell_name, cells_in
from ludotheque.games.calcory.rules import VALUES, Facts, Phase
from ludotheque.games.calcory.view import Sight
from ludotheque.i18n import _, counted, spoken
from ludotheque.scene import Scene, Thing, Zone, touching, waiting
from ludotheque.seats import NOBODY
from ludotheque.view import View


def scene(view: View) -> Scene:
    f: Facts = view.game.facts
    v: Sight = view.sight  # type: ignore[assignment]
    moves = [str(move) for move in view.moves()]
    cells = [row * COLUMNS + column for row in range(f.rows) for column in range(f.columns)]
    ends = {move.split()[-1]: move for move in moves}  # a cell is touched by every move that ends in its name
    grid = tuple(cell_thing(v, cell, moves if cell_name(cell) in ends else []) for cell in cells)
    zones = [Zone("grid", _("Grid"), grid, columns=f.columns)]
    if v.turned:
        zones.append(sum_zone("sum", _("Turned"), f, v, v.turned))
    if v.marker != NOBODY:
        zones.append(sum_zone("marks", _("Marked"), f, v, v.marked, v.marker))
    captured = [str(value) for value in range(VALUES) for _card in range(v.captured[value])]
    if captured:
        things = tuple([Thing("card", face, moves=touching(moves, face), name=face) for face in captured])
        zones.append(Zone("captured", _("Captured"), things, v.turn))
    for seat in range(f.players):
        pile = (Thing("card", None, count=v.pile[seat], name=cards(v.pile[seat])),) if v.pile[seat] else ()
        zones.append(Zone(f"pile{seat}", _("Pile"), pile, seat))
    if "stop" in moves:
        zones.append(Zone("stop", _("Stop"), (Thing("button", _("Stop here"), moves=("stop",), name=_("Stop here")),)))
    scores = tuple((v.pile[seat], cards(v.pile[seat])) for seat in range(f.players))
    aim = _("Win the most cards: turn cards up to {target}, not above.").format(target=f.target)
    turn = view.actor if view.actor >= 0 else None
    says = {move: in_words(move) for move in moves}
    return Scene(tuple(zones), ask(f, v, view), f.players, turn, tuple(moves), scores, said=says, aim=aim, line=f.target)


def sum_zone(id: str, label: str, f: Facts, v: Sight, cells: int, owner: int | None = None) -> Zone:
    """What these cards add up to."""
    values = tuple(v.value[cell] for cell in cells_in(cells))
    note = _("total {total}").format(total=sum(values))
    return Zone(id, label, (), owner, note=note, parts=values, boom=sum(values) > f.target)


def cards(number: int) -> str:
    return counted("{n} card", "{n} cards", number).format(n=number)


def cell_thing(v: Sight, cell: int, moves: list[str]) -> Thing:
    """Only what lies face up shows its value; what one remembers is not on the table (A31)."""
    where = cell_name(cell)
    bit = cell_bit(cell)
    state = "turned" if v.turned & bit else "marked" if v.marked & bit else "face down" if v.cards & bit else "empty"
    return on_cell(where, state, str(v.value[cell]) if (v.turned | v.marked) & bit else None, touching(moves, where))


@spoken
def on_cell(where: str, state: str, face: str | None, moves: tuple[str, ...]) -> Thing:
    if face:
        says = _("{cell}: {value}, turned") if state == "turned" else _("{cell}: {value}, marked")
        return Thing("card", face, state=state, name=says.format(cell=where, value=face))
    if state == "empty":
        return Thing("place", moves=moves, name=_("{cell}, empty").format(cell=where))
    return Thing("card", None, moves=moves, name=_("{cell}, face down").format(cell=where))


def in_words(move: str) -> str:
    match move.split():
        case ["turn", cell]:
            return _("Turn card {cell}").format(cell=cell)
        case ["return", value, cell]:
            return _("Put the {value} back on {cell}").format(value=value, cell=cell)
    return _("Stop here")


def ask(f: Facts, v: Sight, view: View) -> str:
    if view.actor != view.seat:
        return waiting(view.actor if view.actor >= 0 else None, v.phase == Phase.FINISHED)
    if v.phase == Phase.RETURNING:
        return _("You captured cards: put one of them back, face down, on an empty cell.")
    if v.marker != NOBODY:
        return _("Beat the marked {total}, or make {target}.").format(total=v.marked_sum, target=f.target)
    return _("Turn cards: come to {target}, not above.").format(target=f.target)
