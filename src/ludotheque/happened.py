"""What happened in a game, as one seat or an onlooker may know it: the event, its numbers, the table at that moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludotheque import seats
from ludotheque.fields import UNKNOWN
from ludotheque.kit.events import Shown, Telling
from ludotheque.kit.telling import Moment
from ludotheque.rulebook import cited
from ludotheque.view import View

if TYPE_CHECKING:
    from ludotheque.game import Game


class Happened:
    """One event. Like a View it holds nothing but what that seat may know."""

    __slots__ = ("game", "seat", "step", "numbers", "sight", "_event")

    def __init__(self, game: Game, seat: int | None, moment: Moment) -> None:
        rules = game.ruleset.rules
        self.game = game
        self.seat = seat
        self.step = moment.step  # of the game, counted from 0
        self.numbers = moment.event.seen_by(seat, moment.numbers)
        self.sight = rules.new(rules.Sight, UNKNOWN)
        self._event = moment.event
        rules.view(game.facts, moment.state, seats.ONLOOKER if seat is None else seat, self.sight)

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<{self.name} in step {self.step} of {self.game.id}, told to {who}: {self.numbers}>"

    @property
    def name(self) -> str:
        return self._event.name

    @property
    def clause(self) -> str:
        """The rule behind it, in this game's rulebook."""
        return cited(self._event.clause, self.game.ruleset.clause_prefix)

    @property
    def shown(self) -> Shown:
        """How long it takes to see."""
        return self._event.shown

    @property
    def fades(self) -> bool:
        """Whether people should remember it for themselves."""
        return self._event.fades

    @property
    def begins(self) -> bool:
        """Whether a new part of the story begins with it."""
        return self._event.begins

    @property
    def entry(self) -> dict[str, Any] | None:
        """What it writes on the score sheet."""
        sheet = self._event.sheet
        if sheet is None:
            return None
        written: dict[str, Any] = {"seat": self.numbers["seat"]}
        if sheet.number:
            written["n"] = self.numbers[sheet.number]
        if sheet.mark:
            written["mark"] = sheet.mark
        return written

    @property
    def view(self) -> View:
        """The table as it lay then: to be looked at, nobody is to move."""
        return View(self.game, self.seat, seats.CHANCE, self.sight, [], [])

    def says(self, names: Sequence[str]) -> str:
        """It in a sentence, in the language that is spoken; nothing where there is none."""
        return self._event.told(Telling(self._event, self.game, self.sight, self.numbers, names))

    def to_dict(self) -> dict[str, Any]:
        """As data."""
        return {
            "step": self.step, "event": self.name, "clause": self.clause, "numbers": dict(self.numbers), "now": self.view.now,
        }  # fmt: skip


def seen_by(game: Game, seat: int | None, moments: Iterable[Moment]) -> list[Happened]:
    return [Happened(game, seat, moment) for moment in moments]


def sentences(happened: Iterable[Happened], names: Sequence[str]) -> list[str]:
    """Those that have one."""
    return [sentence for one in happened if (sentence := one.says(names))]
