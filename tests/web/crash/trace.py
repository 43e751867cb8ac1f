"""A server's system calls, in the order in which they were seen, and what they say about its promise.

strace stops a thread when it enters a call and when the call returns. So where a sync has returned on one
line and a send begins on a later one, the sync was done before a single byte could leave. From the
writes and syncs the disk is built again as a power failure at any of these moments would leave it:
what was synced is there; of the rest nothing, or any sectors of it.
"""

import json
import re
import shutil
import struct
from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

CALLS = "openat,fsync,fdatasync,write,pwrite64,pwritev,writev,sendto,sendmsg,ftruncate,unlink,unlinkat,rename,renameat"
SECTOR = 512
LINE = re.compile(r"(\d+) +[\d:.]+ (.*)")
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)")
UNFINISHED = " <unfinished ...>"
CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)(.*)", re.DOTALL)
Stored = Callable[[Path], dict[str, int]]  # of a database: the last event of each match it holds
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
DESCRIPTOR = re.compile(r"^(?:AT_FDCWD|-?\d+)<((?:\\x[0-9a-f]{2})*)>")


def prefix(file: Path) -> tuple[str, ...]:
    """The command that has a server traced."""
    program = shutil.which("strace")
    assert program is not None
    return (program, "-f", "-y", "-tt", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(file))


@dataclass
class Call:
    name: str
    on: str  # the path, or socket:[...], it is about
    texts: list[bytes]
    arguments: str
    entered: int  # numbers of lines
    returned: int
    result: int

    @property
    def written(self) -> bytes:
        """What was taken of what was offered."""
        return b"".join(self.texts)[: max(0, self.result)]


def calls(file: Path) -> list[Call]:
    """All calls, by the line on which they returned."""
    begun: dict[str, tuple[int, str]] = {}
    found = []
    with file.open(encoding="ascii") as lines:
        for number, line in enumerate(lines):
            if not (parts := LINE.match(line)):
                continue
            thread, said = parts[1], parts[2]
            entered = number
            if said.endswith(UNFINISHED):
                begun[thread] = number, said.removesuffix(UNFINISHED)
                continue
            if resumed := RESUMED.match(said):
                entered, head = begun.pop(thread)
                said = head + resumed[2]
            if call := CALL.match(said):
                found.append(read_call(call, entered, number))
    return found


def read_call(call: re.Match[str], entered: int, returned: int) -> Call:
    name, arguments, result = call[1], call[2], int(call[3])
    assert not any(cut for _text, cut in TEXT.findall(arguments)), "strace cut a text short"
    texts = [plain(text) for text, _cut in TEXT.findall(arguments)]
    descriptor = DESCRIPTOR.match(arguments)
    on = plain(descriptor[1]).decode() if descriptor else ""
    if name in ("openat", "unlink", "unlinkat"):
        on = str(Path(on, texts[0].decode()))
    return Call(name, on, texts, arguments, entered, returned, result)


def plain(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


# --- what left ------------------------------------------------------------------------------------


@dataclass
class Told:
    """Something that left on a socket and shows a match as it is after an event."""

    match: str
    seq: int
    entered: int  # the line on which its first byte could leave
    kind: str


def told(all_calls: list[Call]) -> list[Told]:
    """Every frame and every answer that shows how far a match is."""
    streams: dict[str, list[Call]] = {}
    for call in all_calls:
        if call.on.startswith("socket:") and call.name in ("write", "writev", "sendto", "sendmsg") and call.result > 0:
            streams.setdefault(call.on, []).append(call)
    found = [said for stream in streams.values() for said in told_on(stream)]
    return sorted(found, key=lambda said: said.entered)


def told_on(stream: list[Call]) -> Iterator[Told]:
    data = b"".join(call.written for call in stream)
    begins = list(accumulate((len(call.written) for call in stream), initial=0))
    match = ""
    for at, body in messages(data):
        frame = json.loads(body)
        match = frame.get("match", match)
        if "seq" in frame:
            yield Told(match, frame["seq"], stream[bisect(begins, at) - 1].entered, frame["t"])


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The JSON bodies of HTTP answers and of WebSocket frames, and where they begin."""
    at = 0
    while at < len(data) and data.startswith(b"HTTP/1.1 ", at):
        head, _, _ = data[at:].partition(b"\r\n\r\n")
        body = at + len(head) + 4
        if head.startswith(b"HTTP/1.1 101"):
            yield from websocket_messages(data, body)
            return
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])  # type: ignore[index]
        if b"application/json" in head:
            yield body, data[body : body + length]
        at = body + length


def websocket_messages(data: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    while at + 2 <= len(data):
        begins, kind, length, at = at, data[at] & 15, data[at + 1] & 127, at + 2
        if length == 126:
            length, at = struct.unpack_from("!H", data, at)[0], at + 2
        elif length == 127:
            length, at = struct.unpack_from("!Q", data, at)[0], at + 8
        if kind == 1 and at + length <= len(data):
            yield begins, data[at : at + length]
        at += length


# --- what lies on the disk ------------------------------------------------------------------------


@dataclass
class File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, int, bytes | None]] = field(default_factory=list)  # line, where, what; None: cut off there
    named: bool = False  # the folder that names it was synced


class Disk:
    """The files of one folder as a power failure would leave them."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.files: dict[str, File] = {}

    def take(self, call: Call) -> None:
        if call.result < 0 or not call.on.startswith(self.folder):
            return
        if call.name in ("fsync", "fdatasync"):
            self.sync(call)
            return
        name = call.on[len(self.folder) :].strip("/")
        if not name.endswith((".db", "-wal", "-journal")):
            return
        if call.name == "openat":
            self.files.setdefault(name, File())
        elif call.name == "pwrite64":
            where = int(call.arguments.rpartition(",")[2])
            self.files[name].pending.append((call.returned, where, call.written))
        elif call.name == "ftruncate":
            self.files[name].pending.append((call.returned, int(call.arguments.rpartition(",")[2]), None))
        elif call.name in ("unlink", "unlinkat"):
            self.files.pop(name, None)
        else:
            raise AssertionError(f"a call nobody thought of: {call.name} on {name}")

    def sync(self, call: Call) -> None:
        """Holds for what had been written when the sync began."""
        name = call.on[len(self.folder) :].strip("/")
        if not name:
            for file in self.files.values():
                file.named = True
        elif name in self.files:
            file = self.files[name]
            for _line, where, what in [write for write in file.pending if write[0] < call.entered]:
                put(file.synced, where, what)
            file.pending = [write for write in file.pending if write[0] >= call.entered]

    def after_power_failure(self, folder: Path, rng: Random | None) -> None:
        """Writes the files: what was synced and, with `rng`, any sectors of the rest."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, file in self.files.items():
            if not file.named:
                continue
            image = bytearray(file.synced)
            for _line, where, what in file.pending if rng else ():
                for first, sector in sectors(where, what):
                    if rng and rng.random() < 0.5:
                        put(image, first, sector)
            (folder / name).write_bytes(image)


def sectors(where: int, what: bytes | None) -> Iterator[tuple[int, bytes | None]]:
    if what is None:
        yield where, None
        return
    while what:
        length = SECTOR - where % SECTOR
        yield where, what[:length]
        where, what = where + length, what[length:]


def put(image: bytearray, where: int, what: bytes | None) -> None:
    if what is None:
        del image[where:]
        return
    image.extend(bytes(max(0, where - len(image))))
    image[where : where + len(what)] = what


# --- both together --------------------------------------------------------------------------------


@dataclass
class Verdict:
    told: int = 0  # frames and answers that left
    failures: int = 0  # of power, tried
    early: list[str] = field(default_factory=list)  # what left before its sync
    syncs: int = 0
    checkpoints: int = 0  # of them those of the file itself


def judged(file: Path, database: Path, image: Path, stored: Stored, rng: Random) -> Verdict:
    """Lets the power fail at every sync and before everything that left; `stored` says of a file which events it holds."""
    verdict = Verdict()
    disk = Disk(database.parent)
    all_calls = calls(file)
    leaving = told(all_calls)
    known: dict[str, int] = {}  # how far somebody outside has seen each match
    happens: list[tuple[int, int, Any]] = [(call.returned, 1, call) for call in all_calls]
    happens += [(said.entered, 0, said) for said in leaving]
    held: dict[str, int] = {}
    fresh = False  # whether `held` is what the synced bytes hold
    for _line, _order, what in sorted(happens, key=lambda each: each[:2]):
        if isinstance(what, Told):
            verdict.told += 1
            known[what.match] = max(known.get(what.match, -1), what.seq)
            if not fresh:
                held, fresh = held_after(disk, image, database, stored, None), True
                verdict.failures += 1
            if held.get(what.match, -1) < what.seq:
                verdict.early.append(f"{what.kind} shows event {what.seq}, stored are {held.get(what.match, -1)}")
            continue
        if what.name in ("fsync", "fdatasync") and what.on.startswith(str(database.parent)):
            verdict.syncs += 1
            verdict.checkpoints += what.on == str(database)
            torn = held_after(disk, image, database, stored, rng)
            verdict.failures += 1
            missing = [match for match, seq in known.items() if torn.get(match, -1) < seq]
            verdict.early += [f"torn: of {match} {known[match]} was told, {torn.get(match, -1)} is left" for match in missing]
            fresh = False
        disk.take(what)
    return verdict


def held_after(disk: Disk, image: Path, database: Path, stored: Stored, rng: Random | None) -> dict[str, int]:
    disk.after_power_failure(image, rng)
    found: dict[str, int] = stored(image / database.name)
    return found
