"""The spaces of a game: what a seat can see, and do."""

from typing import Any

import numpy
from gymnasium.spaces import Box, Discrete

from ludotheque.game import Game
from ludotheque.observation import floats_of


class Actions(Discrete):
    """The actions of a game. What a mask leaves of them is drawn ten times as fast as Discrete does, which looks at every byte.

    That is what random play spends most of its time with.
    """

    def sample(self, mask: Any = None, *others: Any, **more: Any) -> Any:
        if mask is None or others or more:
            return super().sample(mask, *others, **more)
        allowed = mask.nonzero()[0]
        return allowed[int(self.np_random.random() * len(allowed))] if len(allowed) else super().sample(mask)


def seen_space(game: Game) -> Box:
    """Every digit of `layout` as a float from 0 to 1."""
    return Box(0.0, 1.0, (floats_of(game.ruleset.rules.layout(game.facts)),), numpy.float32)


def mask_space(game: Game) -> Box:
    return Box(0, 1, (game.ruleset.rules.player_actions,), numpy.int8)


def action_space(game: Game) -> Actions:
    return Actions(game.ruleset.rules.player_actions)
