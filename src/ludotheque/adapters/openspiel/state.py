"""One game in play, as OpenSpiel drives it.

OpenSpiel copies and pickles every attribute of a state that is written in Python, so there is one alone, which knows
how that is done fast. And what callers in Python ask most, they are told without the way through C++.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pyspiel

from ludotheque import positiontext, seats
from ludotheque.adapters.wishes import action_number
from ludotheque.errors import LudothequeError
from ludotheque.extras import HAS_ENGINE
from ludotheque.game import Game
from ludotheque.games import from_spec
from ludotheque.i18n import N_
from ludotheque.position import Position
from ludotheque.told import Guessed, Told

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
NO_LAST_STEP = -1  # all games end by themselves


class InPlay:
    """The attribute: a game, what everyone was told of it, and who is to act."""

    __slots__ = ("told", "player", "last_step", "engine", "shared")

    def __init__(self, told: Told, last_step: int, engine: bool, shared: bool = False) -> None:
        self.told = told
        self.last_step = last_step  # after it nobody wins any more
        self.engine = engine  # whether the rules may be compiled
        self.shared = shared  # by all states that are at the start: whoever plays on copies it first
        if engine and HAS_ENGINE:
            from ludotheque.engine.position import CompiledPosition

            told.position = CompiledPosition(told.position)
        self.player = self.who_acts()

    def who_acts(self) -> int:
        position = self.told.position
        actor = position.who()
        if actor == seats.OVER or position.steps == self.last_step:
            return TERMINAL
        return actor if actor != seats.CHANCE else CHANCE

    def act(self, action: int) -> None:
        """A player's action by its number, one of chance by its number among those of chance."""
        if self.player == TERMINAL:
            raise LudothequeError(N_("the game is over"))
        game = self.told.position.game
        number = action if self.player != CHANCE else action + game.rules.player_actions
        if action < 0 or number >= game.rules.actions:
            action_number(
                action, game.rules.player_actions if number == action else game.rules.actions - game.rules.player_actions
            )
        self.told.play(game.ruleset.moves[number])
        self.player = self.who_acts()

    def copy(self) -> InPlay:
        twin = object.__new__(InPlay)
        twin.told = self.told.copy()
        twin.player = self.player
        twin.last_step = self.last_step
        twin.engine = self.engine
        twin.shared = False
        return twin

    def __deepcopy__(self, memo: Any) -> InPlay:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        position, guessed = self.told.position, self.told.guessed
        first = len(guessed.told[-1]) if guessed else 0
        return unpickled, (position.game.spec, guessed, position.history[first:], self.last_step, self.engine)


def unpickled(spec: str, guessed: Guessed | None, texts: list[str], last_step: int, engine: bool) -> InPlay:
    """The game of that line, from its start or from a guess, played on."""
    game = game_of(spec)
    told = (
        Told(Position(game, game.rules.copy(guessed.state), list(guessed.told[-1])), guessed) if guessed else Told(game.start())
    )
    for text in texts:
        told.play(game.ruleset.read(text))
    return InPlay(told, last_step, engine)


@lru_cache(maxsize=256)
def game_of(spec: str) -> Game:
    return from_spec(spec)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """Made by `SpielGame.new_initial_state` alone."""

    def __init__(self, game: Any, play: InPlay) -> None:
        super().__init__(game)
        self.play = play

    def current_player(self) -> int:
        return self.play.player

    def is_terminal(self) -> bool:
        return self.play.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.play.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        acting = self.play.player
        if acting >= 0 and (player is None or player == acting):
            return self._legal_actions(acting)
        found: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.told.position.choices()) if self.play.player == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.told.position.chances() if self.play.player == CHANCE else []

    def _apply_action(self, action: int) -> None:
        if self.play.shared:
            self.play = self.play.copy()
        self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.play.told.position.game
        return game.ruleset.move(action if player >= 0 else action + game.rules.player_actions).text

    def returns(self) -> list[float]:
        return self.play.told.position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.play.player if player is None else player
        if 0 <= seat < self.play.told.position.game.players:
            return self.play.told.line(seat)
        refused: str = super().information_state_string(seat)  # says why
        return refused

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state that the player could not tell from this one, drawn as `Game.guess` draws.

        How it came about is not made up: its `history()` begins there, and other players' information states tell
        what everybody saw, and then what they see.
        """
        told = self.play.told.resampled(player, Random(probability_sampler()))
        return SpielState(self.get_game(), InPlay(told, self.play.last_step, self.play.engine))

    def __str__(self) -> str:
        position = self.play.told.position
        steps = f" after {position.steps} steps" if self.play.last_step != NO_LAST_STEP else ""
        return positiontext.write(position) + steps
