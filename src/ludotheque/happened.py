"""What happened in a game, as one seat or an onlooker may know it: the event, its numbers, the table at that moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludotheque import seats
from ludotheque.kit.events import Telling
from ludotheque.kit.telling import Moment
from ludotheque.view import View

if TYPE_CHECKING:
    from ludotheque.game import Game


@dataclass(frozen=True)
class Happened:
    """One event. Its view is there to be looked at: nobody moves in it."""

    game: Game
    seat: int | None
    moment: Moment

    @property
    def step(self) -> int:
        """The step of the game in which it happened, counted from 0."""
        return self.moment.step

    @property
    def name(self) -> str:
        return self.moment.event.name

    @property
    def clause(self) -> str:
        """The rule behind it."""
        return self.moment.event.clause

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Those that this seat sees."""
        return self.moment.event.seen_by(self.seat, self.moment.numbers)

    @cached_property
    def sight(self) -> Any:
        rules = self.game.ruleset.rules
        sight = rules.new(rules.Sight, -1)
        rules.view(self.game.facts, self.moment.state, seats.ONLOOKER if self.seat is None else self.seat, sight)
        return sight

    @property
    def view(self) -> View:
        """The table as it lay then; nobody is to move."""
        return View(self.game, self.seat, seats.CHANCE, self.sight, [], [])

    def says(self, names: Sequence[str]) -> str:
        """It in a sentence, in the language that is spoken; nothing where there is none."""
        event = self.moment.event
        return event.told(Telling(event, self.game, lambda: self.sight, self.numbers, names))

    def to_dict(self) -> dict[str, Any]:
        """As data."""
        now: dict[str, Any] = self.game.ruleset.sight.now(self.game.facts, self.sight)
        return {"step": self.step, "event": self.name, "clause": self.clause, "numbers": dict(self.numbers), "now": now}


def seen_by(game: Game, seat: int | None, moments: Iterable[Moment]) -> list[Happened]:
    return [Happened(game, seat, moment) for moment in moments]


def sentences(happened: Iterable[Happened], names: Sequence[str]) -> list[str]:
    """Those that have one."""
    return [sentence for one in happened if (sentence := one.says(names))]
