"""Ludothèque: a shelf of small arithmetic table games.

>>> import ludotheque
>>> game = ludotheque.game("chipik", players=3)
>>> position = game.start()
>>> position.actor is ludotheque.CHANCE
True
"""

from ludotheque.errors import (
    DamagedRecord,
    IllegalMove,
    LudothequeError,
    OptionError,
    UnreadableMove,
    UnreadablePosition,
)
from ludotheque.game import Game
from ludotheque.games import GAMES, game
from ludotheque.move import Move
from ludotheque.position import CHANCE, OVER, Position
from ludotheque.view import View

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "DamagedRecord",
    "Game",
    "IllegalMove",
    "LudothequeError",
    "Move",
    "OptionError",
    "Position",
    "UnreadableMove",
    "UnreadablePosition",
    "View",
    "game",
]
