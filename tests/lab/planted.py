"""Bots of a strength that is known, planted where the lab asks for its bots."""

from random import Random

import pytest

import ludotheque
from ludotheque import Game
from ludotheque.bots import Bot
from ludotheque.bots.chance_bot import RandomBot
from ludotheque.lab import entrants
from ludotheque.move import Move
from ludotheque.view import View

# A small grid: games are short, and whoever always turns another card, the first of the moves, hardly ever wins.
SMALL = ludotheque.game("calcory", 2).with_facts(rows=3, columns=6, deck=(0, 3, 2, 2, 2, 2, 2, 3, 2, 0))


class First:
    """Always the first of its moves: it thinks nothing, and the same views get the same moves."""

    def choose(self, view: View) -> Move:
        return view.moves()[0]


class Last:
    def choose(self, view: View) -> Move:
        return view.moves()[-1]


def planted(level: str, game: Game, seed: int | None = None, budget: float = 1.0) -> Bot:
    return First() if level == "first" else Last() if level == "last" else RandomBot(game, Random(seed))


def plant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Works in this process alone."""
    monkeypatch.setattr(entrants, "bot", planted)
