"""A ruleset made small enough for exact work: other facts, not other rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.game import Game, Ruleset
    from ludotheque.position import Position


@dataclass(frozen=True)
class Instance:
    name: str
    players: int
    facts: Mapping[str, Any]  # those that are not as usual
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: tuple[str, ...] = ()  # played before it begins
    longest: int = 0  # no game goes on for more steps, chance included; whoever walks the whole tree sees it
    cut: int = 0  # for games that need not end: nobody wins any more after so many steps

    def game(self, ruleset: Ruleset) -> Game:
        return ruleset.game(self.players, **self.options).with_facts(**self.facts)

    def start(self, ruleset: Ruleset) -> Position:
        return self.game(ruleset).replay(self.opening)
