"""A fault: a place in a file where a few characters are replaced by others."""

from typing import NamedTuple


class Change(NamedTuple):
    """Bytes from `start` to `end` become `text`."""

    kind: str
    start: int
    end: int
    text: str


class Statement(NamedTuple):
    """A statement that a fault can be planted in."""

    line: int
    last_line: int
    changes: tuple[Change, ...]


class Fault(NamedTuple):
    file: str  # from the root of the repository
    line: int
    kind: str
    start: int
    end: int
    text: str
    was: str
    lot: str  # that it was drawn by: made from its statement's text, so that a change elsewhere leaves it what it is

    @property
    def id(self) -> str:
        return f"{self.file} {self.lot}: {self.kind}: {self.was!r} -> {self.text!r}"

    def planted(self, source: bytes) -> bytes:
        assert source[self.start : self.end] == self.was.encode(), f"{self.file} has changed since the faults were drawn"
        return source[: self.start] + self.text.encode() + source[self.end :]


def fault_in(file: str, source: bytes, change: Change, lot: str = "") -> Fault:
    kind, start, end, text = change
    line = source.count(b"\n", 0, start) + 1
    return Fault(file, line, kind, start, end, text, source[start:end].decode(), lot)
