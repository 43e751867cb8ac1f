"""Finished work in a file, a line a piece: what was interrupted goes on where it was."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludotheque.fingerprint import fingerprint
from ludotheque.lab.contest import Piece, Rotation


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
        return self.done.get(name_of(described(piece)))

    def add(self, piece: Piece, rotations: list[Rotation]) -> None:
        if self.file:
            with self.file.open("a", encoding="utf-8") as end:
                end.write(json.dumps({"piece": described(piece), "rotations": rotations}) + "\n")


def described(piece: Piece) -> dict[str, Any]:
    """Everything that decides what comes out."""
    return {**asdict(piece), "code": fingerprint()}


def name_of(piece: dict[str, Any]) -> str:
    return json.dumps(piece, sort_keys=True)


def read_line(line: str) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
        return entry if {"piece", "rotations"} <= entry.keys() else None
    except (ValueError, AttributeError):
        return None
