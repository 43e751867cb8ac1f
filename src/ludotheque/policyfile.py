"""A learned policy on disk: one line of JSON that says what it plays, then the weights of its network.

The network is a plain one: layer after layer of weights and biases, everything below zero cut off
in between, and at the end one number an action. A weight has 16 bits.
"""

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.errors import OptionError
from ludotheque.game import Game, write_value
from ludotheque.i18n import N_
from ludotheque.observation import Entry, Sum

POLICIES = Path(__file__).parent / "bots" / "policies"  # that ship
ENDING = ".policy"
WIDEST = 1 << 14  # layers
SLIGHT = 0.01  # a move less likely than this is not played at all
COUNTED_ONE_BY_ONE = 15  # numbers up to here have an input for every step; larger ones climb in wider steps
EDGES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)


class Step(NamedTuple):
    """One input of a network: 0 up to `low`, 1 from `low + width` on, and rising in between."""

    place: int  # of the number it is made of: the floats of an observation are numbers divided by their most
    low: int
    width: int


def steps(layout: list[Entry]) -> list[Step]:
    """The inputs that a network gets of an observation: how far each number has climbed.

    A network tells 11 from 12 by one input that is 0 or 1, not by the third decimal of a float.
    """
    found, place = [], 0
    for entry in layout:
        for _ in range(entry.digits):
            found += [Step(place, low, high - low) for low, high in pairwise(edges(entry))]
            place += 1
    return found


def edges(entry: Entry) -> list[int]:
    """The numbers at which a step of this entry ends and the next begins."""
    if entry.digits > 1:  # 0, 1, or 3 for both twins
        return sorted({0, 1, entry.most})
    if entry.most <= COUNTED_ONE_BY_ONE:
        return list(range(entry.most + 1))
    return [edge for edge, before in zip(EDGES, (0, *EDGES), strict=False) if before < entry.most]


def weights_of(total: Sum, layout: list[Entry]) -> list[float]:
    """What every step of the layout adds to a sum."""
    found = []
    for entry in layout:
        counts = total.parts.get(entry.name, ())
        for digit in range(entry.digits):
            count = counts[digit] if digit < len(counts) else 0.0
            found += [count if entry.digits > 1 else count * (high - low) for low, high in pairwise(edges(entry))]
    return found


def climbs(sums: list[Sum]) -> list[tuple[int, int]]:
    """The inputs that a network gets of sums: which one it is, and from where it climbs to the next whole number."""
    return [(which, low) for which, total in enumerate(sums) for low in range(total.low, total.high)]


class Policy(NamedTuple):
    about: dict[str, Any]  # the game, its facts, the sizes of the layers
    weights: bytes  # of every layer its weights, an input a row, then its biases: 16-bit floats, the lower byte first

    @property
    def sizes(self) -> list[int]:
        """How many numbers go into each layer, and how many come out of the last."""
        return list(self.about["sizes"])

    def plays(self, game: Game) -> bool:
        """Whether it was trained on exactly this game."""
        return [self.about["version"], self.about["facts"]] == [game.ruleset.version, plain_facts(game)]


def plain_facts(game: Game) -> Any:
    """The facts as JSON gives them back."""
    return json.loads(json.dumps(game.facts))


def about(game: Game, sizes: list[int]) -> dict[str, Any]:
    return {**what_it_plays(game), "sizes": sizes}


def what_it_plays(game: Game) -> dict[str, Any]:
    """What is written down with everything that was learned of a game."""
    return {"game": game.spec, "version": game.ruleset.version, "facts": plain_facts(game)}


def file_name(game: Game) -> str:
    """`chip-trick-3-halving.policy`: the game, how many play, and the options that are not as usual."""
    options = [game.options[option.name] for option in game.ruleset.options if game.options[option.name] != option.default]
    return "-".join([game.id, str(game.players), *map(write_value, options)]) + ENDING


def write(policy: Policy, path: Path) -> None:
    path.write_bytes(json.dumps(policy.about).encode() + b"\n" + policy.weights)


def fingerprint(path: Path) -> str:
    """Whatever else it may be called, this tells one policy from another."""
    return sha256(path.read_bytes()).hexdigest()


def learned_files(game: Game) -> dict[str, str]:
    """What the champions of a game go by, as it ships, and the fingerprint of each: whoever measures them says which it was."""
    return {path.name: fingerprint(path) for path in sorted(POLICIES.glob(f"{Path(file_name(game)).stem}.*"))}


def read(path: Path) -> Policy:
    try:
        line, _, weights = path.read_bytes().partition(b"\n")
    except OSError:
        raise OptionError(N_("there is no policy {file}"), file=str(path)) from None
    try:
        described = json.loads(line)
    except (ValueError, RecursionError):
        described = None
    if not is_description(described) or len(weights) != 2 * numbers_in(described["sizes"]):
        raise damaged(path)
    return Policy(described, weights)


def damaged(path: Path) -> OptionError:
    return OptionError(N_("{file} is not a whole policy; ludotheque.solve.training makes one"), file=str(path))


def is_description(given: Any) -> bool:
    if not isinstance(given, dict) or not {"game", "version", "facts", "sizes"} <= given.keys():
        return False
    sizes = given["sizes"]
    return isinstance(sizes, list) and len(sizes) > 1 and all(type(size) is int and 0 < size <= WIDEST for size in sizes)


def numbers_in(sizes: list[int]) -> int:
    """Of all layers: weights and biases."""
    return sum((ins + 1) * outs for ins, outs in pairwise(sizes))
