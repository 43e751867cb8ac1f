"""Names that a loop uses for the rules of whatever game, and the means of whatever device, it is compiled for."""

from typing import Any


def _unfilled(*_: Any) -> Any:
    raise NotImplementedError("a loop of the engine is compiled for a game; it does not run by itself")


actor = apply = begin = certain = chance = disclosed = happened = legal = observe = _unfilled  # the rules
scores = sees = ticket = tickets = view = winners = _unfilled
clear = blank = _unfilled  # makes a state empty, a view unknown
tell = tell_allowed = _unfilled  # how a batch tells what is seen and what is allowed
count = add = raise_to = any_lane = together = all_lanes = float32 = uint32 = _unfilled  # see means/
ACTIONS = PHASES = PLAYERS = most_choices = 0  # of the game: the actions of players, the phases, the seats
