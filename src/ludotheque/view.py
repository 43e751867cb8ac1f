"""What one seat may know of a position. It is made blank and holds nothing but what was copied in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque import seats
from ludotheque.move import Move

if TYPE_CHECKING:
    from ludotheque.fields import Record
    from ludotheque.game import Game


class View:
    __slots__ = ("game", "seat", "actor", "sight", "history", "_moves")

    def __init__(self, game: Game, seat: int | None, actor: int, sight: Record, history: list[str], moves: list[Move]) -> None:
        self.game = game
        self.seat = seat  # None: an onlooker
        self.actor = actor
        self.sight = sight  # the numbers that `now`, `seen`, scene and bots are made of
        self.history = history  # the texts so far as this seat knows them, the unknown as `?`
        self._moves = moves

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.game.id} by {who}, {len(self.history)} steps>"

    def moves(self) -> list[Move]:
        """The legal moves when it is this seat's turn, else none."""
        return self._moves[:]

    @property
    def now(self) -> dict[str, Any]:
        """What lies open to this seat at this moment."""
        now: dict[str, Any] = self.game.ruleset.sight.now(self.game.facts, self.sight)
        return now

    @property
    def seen(self) -> dict[str, Any]:
        """What it saw earlier and could remember."""
        seen: dict[str, Any] = self.game.ruleset.sight.seen(self.game.facts, self.sight)
        return seen

    def to_dict(self) -> dict[str, Any]:
        names = {seats.CHANCE: "chance", seats.OVER: "over"}
        return {
            "game": self.game.spec,
            "seat": self.seat,
            "actor": names.get(self.actor, self.actor),
            "moves": [str(move) for move in self._moves],
            "now": self.now,
            "seen": self.seen,
            "history": self.history[:],
        }
