"""Names that a loop uses for the rules of whatever game, and the means of whatever device, it is compiled for."""

from typing import Any


def _unfilled(*_: Any) -> Any:
    raise NotImplementedError("a loop of the engine is compiled for a game; it does not run by itself")


actor = apply = begin = happened = scores = ticket = tickets = winners = _unfilled  # the rules
clear = _unfilled  # makes a state blank
count = add = raise_to = any_lane = together = all_lanes = _unfilled  # see means/
