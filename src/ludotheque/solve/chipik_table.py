"""The file that a solution of Chipik is kept in, small enough to be shipped; `bots/solved.py` reads it without NumPy.

A line of JSON says what it holds. Then come columns with a number of 16 bits for every position between turns: what
whoever has just moved counts on, which everyone's play follows from; then the winning chances that this play really has,
for each place but the mover's, as all add up to 1. The last of these, once more of whoever has just moved, is
written as what it is more than the first. `wholes` says which number is certainty in each column. Of a column all
low bytes come first, then all high ones, packed by zlib.
"""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from ludotheque.game import Game
from ludotheque.solve.chipik_dice import Array
from ludotheque.solve.chipik_positions import position_count

TABLES = Path(__file__).parent / "tables"
FINE, COARSE = 65535, 4095  # what is certainty: the chances of those who wait need not be as exact in large tables
LARGE = 500_000  # positions


@dataclass(frozen=True)
class Table:
    target_width: float
    dice_width: float
    reckoned: Array  # [position]
    chances: Array  # [place, position], seen from the mover


def table_path(players: int) -> Path:
    return TABLES / f"chipik-{players}.bin"


def quantised(chances: Array, whole: int = FINE) -> Any:
    """As a table holds them."""
    return numpy.rint(numpy.clip(chances, 0, 1) * whole).astype("<u2")


def write_table(path: Path, game: Game, table: Table) -> None:
    waiting = COARSE if len(table.reckoned) > LARGE else FINE
    wholes = [FINE, *[waiting] * (game.players - 2), FINE]
    columns = [quantised(*pair) for pair in zip([table.reckoned, *table.chances[1:]], wholes, strict=True)]
    columns[-1] -= columns[0]
    packed = [zlib.compress(bytes_by_rank(column), 9) for column in columns]
    about = {"game": game.id, "players": game.players, "tokens": game.facts.tokens, "addition": game.facts.addition}
    about |= {"target_width": table.target_width, "dice_width": table.dice_width}
    about |= {"wholes": wholes, "sizes": [len(part) for part in packed]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(json.dumps(about).encode() + b"\n" + b"".join(packed))


def bytes_by_rank(column: Any) -> bytes:
    return numpy.ascontiguousarray(column.view(numpy.uint8).reshape(-1, 2).T).tobytes()


def read_table(path: Path, game: Game) -> Table:
    line, _, packed = path.read_bytes().partition(b"\n")
    about = json.loads(line)
    count = position_count(game.facts)
    columns = []
    first = 0
    for size in about["sizes"]:
        low, high = numpy.frombuffer(zlib.decompress(packed[first : first + size]), numpy.uint8).reshape(2, count)
        columns.append(low + (high.astype(numpy.uint16) << 8))
        first += size
    columns[-1] += columns[0]
    reckoned, *others = [column / whole for column, whole in zip(columns, about["wholes"], strict=True)]
    chances = numpy.stack([1 - sum(others), *others])
    return Table(about["target_width"], about["dice_width"], reckoned, chances)
