"""A contest: which entrants meet at which game, and everything that decides what comes out of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.bots.search import WARM, warm
from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.i18n import N_
from ludotheque.lab import lineups
from ludotheque.lab.duplicate import Deal
from ludotheque.lab.entrants import Entrant, seated
from ludotheque.lab.lineups import Lineup
from ludotheque.lab.playing import Returns, play

DEALS_AT_ONCE = 5  # in a piece of work: few enough that little is lost when it is interrupted
CROSS, MIXED = "cross", "mixed"  # how a contest is seated

Rotation = list[Returns]  # the games of one deal, in the order of its line-ups


@dataclass(frozen=True)
class Contest:
    game: str  # its spec
    seating: str  # CROSS: one seat of the first entrant among those of the second. MIXED: line-ups drawn from all
    entrants: tuple[Entrant, ...]
    seed: int
    budget: float = 1.0  # the share of the thinking that a level does at the table

    def lineups(self, deal: int) -> list[Lineup]:
        players = game_of(self.game).players
        if self.seating == CROSS:
            return lineups.one_among(players)
        return lineups.mixed(players, len(self.entrants), self.seed, deal)

    def pieces(self, deals: int) -> Iterator["Piece"]:
        for first in range(0, deals, DEALS_AT_ONCE):
            yield Piece(self, first, min(first + DEALS_AT_ONCE, deals))


@dataclass(frozen=True)
class Piece:
    """Some deals of a contest: what one process does in one go."""

    contest: Contest
    first: int
    end: int  # the first deal that is not part of it


@lru_cache(maxsize=64)
def game_of(spec: str) -> Game:
    return from_spec(spec)


def played(piece: Piece) -> list[Rotation]:
    """Every deal of the piece, played in all its line-ups; the same wherever and whenever it is done."""
    contest = piece.contest
    game = game_of(contest.game)
    if game.rules.believe and game not in WARM:
        warm(game)  # weighing what others may hold takes long while it is interpreted
    rotations: list[Rotation] = []
    for deal in range(piece.first, piece.end):
        rotation: Rotation = []
        for lineup in contest.lineups(deal):
            bots = [
                seated(contest.entrants[number], game, contest.seed, deal, seat, contest.budget)
                for seat, number in enumerate(lineup)
            ]
            rotation.append(play(game, bots, Deal(contest.seed, deal)))
        rotations.append(rotation)
    return rotations


def make_sure_of(contest: Contest) -> None:
    """That everybody can sit down: asked before many games are played."""
    if not 0 < contest.budget <= 1:
        raise OptionError(
            N_("a budget is a share of the thinking at the table, above 0 and up to 1; not {budget}"), budget=contest.budget
        )
    for entrant in contest.entrants:
        seated(entrant, game_of(contest.game), contest.seed, 0, 0, contest.budget)
