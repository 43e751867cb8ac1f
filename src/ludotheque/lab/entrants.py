"""Who takes part in a tournament: a level of the bots, and what it is held back by, such as `champion+random:0.04`.

Or a file, `trained/chip-trick-root-3.policy`: a champion who goes by that policy.
"""

from pathlib import Path
from random import Random
from typing import NamedTuple

from ludotheque.bots import Bot, bot, by_policy
from ludotheque.errors import OptionError, shortened
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.policyfile import ENDING, fingerprint
from ludotheque.view import View


class Entrant(NamedTuple):
    name: str  # as reports call it; no two are alike
    level: str  # or the path of a policy
    blunders: float = 0.0  # of how many of its decisions, as a share, it makes a random move


class Blundering:
    """Plays any legal move in so large a share of the decisions, and as the other bot would in the rest."""

    def __init__(self, other: Bot, share: float, rng: Random) -> None:
        self.other = other
        self.share = share
        self.rng = rng

    def choose(self, view: View) -> Move:
        if self.rng.random() < self.share:
            return self.rng.choice(view.moves())
        return self.other.choose(view)


def seated(entrant: Entrant, game: Game, seed: int, deal: int, seat: int, budget: float = 1.0) -> Bot:
    """The bot that plays one game: two entrants of one level don't play alike, and neither does one on two seats."""
    rng = Random(f"{seed} {deal} {seat} {entrant.name}")
    own = rng.getrandbits(32)
    player = by_policy(Path(entrant.level), game, own) if is_file(entrant.level) else bot(entrant.level, game, own, budget)
    return Blundering(player, entrant.blunders, rng) if entrant.blunders else player


def read_entrants(text: str) -> tuple[Entrant, ...]:
    """`champion,club,club` as entrants; who comes twice gets a number."""
    entrants: list[Entrant] = []
    for word in text.split(","):
        entrant = read_entrant(word.strip())
        twins = sum(other.name.partition(" #")[0] == entrant.name for other in entrants)
        entrants.append(entrant._replace(name=f"{entrant.name} #{twins + 1}") if twins else entrant)
    if len(entrants) < 2:
        raise OptionError(
            N_("a tournament is between two or more, such as --bots expert,club; not '{text}'"), text=shortened(text)
        )
    return tuple(entrants)


def is_file(level: str) -> bool:
    return level.endswith(ENDING)


def mark_of(path: Path) -> str:
    """Policies of one game have one name; what was kept of one must not be taken for another's."""
    if not path.is_file():
        raise OptionError(N_("there is no policy {file}"), file=str(path))
    return fingerprint(path)[:6]


def read_entrant(word: str) -> Entrant:
    if is_file(word):
        return Entrant(f"{Path(word).stem} {mark_of(Path(word))}", str(Path(word).resolve()))
    level, plus, handicap = word.partition("+")
    if not plus:
        return Entrant(word, level)
    kind, _colon, share = handicap.partition(":")
    try:
        blunders = float(share)
    except ValueError:
        blunders = -1.0
    if kind != "random" or not 0 < blunders <= 1:
        raise OptionError(
            N_("'{word}' can't be read: a handicap is a share of random moves, such as {level}+random:0.04"),
            word=shortened(word), level=shortened(level),
        )  # fmt: skip
    return Entrant(f"{level}+random:{blunders:g}", level, blunders)
