"""What standings between two rounds are worth to everyone, on disk: a line of JSON that says of what game, then 16 bits a share.

A share is that of the victory; everyone's follow each other, from who opens the round on, standing after standing in the
game's own order.
"""

import json
import sys
from array import array
from pathlib import Path

from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.policyfile import POLICIES, file_name, what_it_plays

WHOLE = 65535
STANDINGS = ".standings"


def standings_name(game: Game) -> str:
    """`chip-trick-root-3.standings`. Whatever policy somebody goes by, he reckons with the one that ships, as all do."""
    return str(Path(file_name(game)).with_suffix(STANDINGS))


def shipped_standings(game: Game) -> Path:
    return POLICIES / standings_name(game)


def write_standings(game: Game, shares: list[float], path: Path) -> None:
    numbers = array("H", (round(share * WHOLE) for share in shares))
    path.write_bytes(json.dumps(what_it_plays(game)).encode() + b"\n" + lower_byte_first(numbers).tobytes())


def read_standings(game: Game, path: Path) -> list[float]:
    """Nothing where there is no such file, or one of another game: what nobody knows, nobody goes by."""
    if not path.is_file():
        return []
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        described = json.loads(line)
    except (OSError, ValueError, RecursionError):
        raise damaged(path) from None
    if not isinstance(described, dict) or described.keys() != what_it_plays(game).keys():
        raise damaged(path)
    if described != what_it_plays(game) or game.rules.standings is None:
        return []
    numbers, seats = array("H"), game.players
    if len(packed) != numbers.itemsize * seats * sum(1 for _ in game.rules.standings(game.facts)):
        raise damaged(path)
    numbers.frombytes(packed)
    lower_byte_first(numbers)
    if any(abs(sum(numbers[first : first + seats]) - WHOLE) > seats for first in range(0, len(numbers), seats)):
        raise damaged(path)
    return [number / WHOLE for number in numbers]


def damaged(path: Path) -> OptionError:
    return OptionError(N_("{file} is not a whole table of standings; ludotheque.solve.standings makes one"), file=str(path))


def lower_byte_first(numbers: "array[int]") -> "array[int]":
    """Or back, in place: a machine may have it the other way round."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
