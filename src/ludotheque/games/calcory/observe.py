"""A view of Calcory as numbers, from the seat's own place: participant 0 is oneself, 1 the next clockwise.

Every cell is told by ten flags, the values its card may have as far as this seat was shown: one
for a card it saw, several for one that another put back, none for a card nobody has turned.
"""

from ludotheque.games.calcory.cells import CELLS, COLUMNS, cell_bit
from ludotheque.games.calcory.rules import RETURNING, VALUES, Facts, knows
from ludotheque.games.calcory.view import Sight
from ludotheque.observation import Entry, flags, number

MOST_OF_A_VALUE = 63
MOST_SUM = 31


def layout(f: Facts) -> list[Entry]:
    entries = [number("putting back", 1), number("sum", MOST_SUM), number("zeros", MOST_OF_A_VALUE)]
    entries += [number("marked sum", MOST_SUM), number("quiet turns", 127)]
    entries += [number(f"unseen {value}s", MOST_OF_A_VALUE) for value in range(VALUES)]
    entries += [number(f"captured {value}s", MOST_OF_A_VALUE) for value in range(VALUES)]
    for row in range(f.rows):
        entries += [flags(f"{what} in row {row + 1}", f.columns) for what in ("cards", "turned", "marked")]
        entries += [flags(f"values at {column + 1}, {row + 1}", VALUES) for column in range(f.columns)]
    for k in range(f.players):
        entries += [number(f"pile {k}", CELLS), number(f"marks {k}", 1)]
    return entries


def observe(f: Facts, v: Sight, out: list[int]) -> int:
    out[0] = 1 if v.phase == RETURNING else 0
    out[1] = min(v.sum, MOST_SUM)
    out[2] = v.zeros
    out[3] = min(v.marked_sum, MOST_SUM)
    out[4] = min(v.quiet, 127)
    n = 5
    for value in range(VALUES):
        out[n] = v.unseen[value]
        out[n + VALUES] = v.captured[value]
        n += 1
    n += VALUES
    in_row = (1 << f.columns) - 1
    for row in range(f.rows):
        out[n] = v.cards >> row * COLUMNS & in_row
        out[n + 1] = v.turned >> row * COLUMNS & in_row
        out[n + 2] = v.marked >> row * COLUMNS & in_row
        n += 3
        for column in range(f.columns):
            out[n] = values_at(f, v, row * COLUMNS + column)
            n += 1
    me = max(v.seat, 0)
    for k in range(f.players):
        seat = (me + k) % f.players
        out[n] = v.pile[seat]
        out[n + 1] = 1 if v.marker == seat else 0
        n += 2
    return n


def values_at(f: Facts, v: Sight, cell: int) -> int:
    """The values a card may have as far as the seat was shown, as bits."""
    if not v.cards & cell_bit(cell):
        return 0
    if not knows(f, v, v.seat, cell):
        return v.options[cell]
    return 1 << v.value[cell] if v.value[cell] >= 0 else 0
