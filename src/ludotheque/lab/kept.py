"""Finished work in a file, a line a piece: what was interrupted goes on where it was."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludotheque.files import unwritable
from ludotheque.fingerprint import fingerprint
from ludotheque.lab.contest import Piece, Rotation, game_of

ROUNDED = 1e-6


class Kept:
    """Lines of JSON, each written at once; the last one may be torn, and lines of other code are left alone."""

    def __init__(self, file: Path | None) -> None:
        self.file = file  # None: nothing is kept
        self.done: dict[str, list[Rotation]] = {}
        text = file.read_text("utf-8", "replace") if file and file.exists() else ""
        for line in text.splitlines():
            entry = read_line(line)
            if entry:
                self.done[name_of(entry["piece"])] = entry["rotations"]
        if file and text and not text.endswith("\n"):
            with file.open("a", encoding="utf-8") as end:
                end.write("\n")  # after a torn line

    def find(self, piece: Piece) -> list[Rotation] | None:
        """What came out of it; nothing if that was damaged."""
        rotations = self.done.get(name_of(described(piece)))
        return rotations if is_whole(rotations, piece) else None

    def add(self, piece: Piece, rotations: list[Rotation]) -> None:
        if self.file:
            try:
                with self.file.open("a", encoding="utf-8") as end:
                    end.write(json.dumps({"piece": described(piece), "rotations": rotations}) + "\n")
            except OSError as problem:
                raise unwritable(self.file, problem) from None


def described(piece: Piece) -> dict[str, Any]:
    """Everything that decides what comes out."""
    return {**asdict(piece), "code": fingerprint()}


def is_whole(rotations: Any, piece: Piece) -> bool:
    """Every deal in all its line-ups, and in every game one victory at most that somebody has or several share."""
    players, deals = game_of(piece.contest.game).players, range(piece.first, piece.end)
    if not isinstance(rotations, list) or len(rotations) != len(deals):
        return False
    return all(
        isinstance(rotation, list)
        and len(rotation) == len(piece.contest.lineups(deal))
        and all(is_shared_out(returns, players) for returns in rotation)
        for deal, rotation in zip(deals, rotations, strict=True)
    )


def is_shared_out(returns: Any, players: int) -> bool:
    if returns is None:  # the game was cut
        return True
    if not isinstance(returns, list) or not all(isinstance(share, int | float) and 0 <= share <= 1 for share in returns):
        return False
    return len(returns) == players and sum(returns) < 1 + ROUNDED


def name_of(piece: dict[str, Any]) -> str:
    return json.dumps(piece, sort_keys=True)


def read_line(line: str) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
        return entry if {"piece", "rotations"} <= entry.keys() else None
    except (ValueError, AttributeError, RecursionError):
        return None
