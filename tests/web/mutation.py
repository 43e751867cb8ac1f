"""Requests gone wrong: valid ones with bits flipped, cut, spliced, nested, or with values nobody expects."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ludotheque.table import requests

LONGEST = 8 << 10  # of a frame that is read at all
DEEPEST = 300  # brackets within brackets

ODD: tuple[str, ...] = (
    "null", "true", "false", "0", "-0", "-1", "1", "31", "32", "255", "1.0", "0.1", "1e3", "1e400", "-1e-400", "NaN", "Infinity",
    "-Infinity", "2147483647", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "9" * 400, "9" * 5000, "-" + "9" * 4400, "0x10", "01", "+1", "1_000", "", '""', '" "', '"\\u0000"', '"\\ud800"',
    '"\\udfff\\ud800"', '"\\ud83d\\ude00"', '"\\u202e"', '"\\n"', '"é"', '"' + "x" * 65 + '"', '"' + "é" * 4000 + '"',
    '"%s%n{0}{x}"', "\"'; DROP TABLE matches; --\"", '"../../etc/passwd"', "[]", "{}", "[[]]", '{"":""}', "[null]",
    '"play ²"', '"play ٣"',
    '"move"', '"PLAY 1"', '"play 1 1 1 1 1 1 1 1 1"', '"take -1"', '"roll 6 6 6"', '"draw 1"',
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    data: bytes
    text: bool  # sent as a text frame, else as a binary one

    @property
    def readable(self) -> bool:
        """Whether it comes through at all: text frames are UTF-8, and no frame is too long."""
        if len(self.data) > LONGEST:
            return False
        try:
            self.data.decode()
        except UnicodeDecodeError:
            return not self.text
        return True

    @property
    def legal(self) -> bool:
        """Whether it is a request as the API describes them, by another reader than the server's."""
        try:
            wish = json.loads(self.data, object_pairs_hook=once_each)
        except (ValueError, RecursionError):
            return False
        if not isinstance(wish, dict):
            return False
        action = wish.pop("do", None)
        if not isinstance(action, str) or action not in requests.ACTIONS:
            return False
        names = requests.ACTIONS[action].__struct_fields__
        kinds = {"agrees": bool, "at": int, "expected": int, "seat": int | None}
        return all(name in names and right(value, kinds.get(name, str)) for name, value in wish.items())


def right(value: Any, kind: Any) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A name that comes twice is read as the last one, by the server too."""
    return dict(pairs)


def valid_requests(moves: list[str], seq: int, number: int) -> Iterator[dict[str, Any]]:
    """What a client could mean to ask; most of it is refused at the table as it is."""
    id = f"v{number}"
    yield {"do": "move", "move": moves[number % len(moves)], "expected": seq - 1, "id": id}
    yield {"do": "move", "move": "play 99", "expected": seq, "id": id}
    yield {"do": "move", "move": moves[0], "expected": seq, "id": id, "seat": 1}
    yield {"do": "undo", "expected": seq - 1, "id": id}
    yield {"do": "answer", "agrees": True, "id": id}
    yield {"do": "back", "id": id}
    yield {"do": "begin", "id": id}
    yield {"do": "link", "id": id}  # is done, whoever's turn it is
    yield {"do": "follow", "link": "x" * 22, "id": id}
    yield {"do": "sit", "at": 0, "name": "Eve", "nonce": "0" * 32, "id": id}
    yield {"do": "seatbot", "at": 0, "level": "casual", "id": id}
    yield {"do": "remove", "at": 1, "id": id}


def mutants(valid: list[dict[str, Any]], rng: Random) -> Iterator[Mutant]:
    while True:
        wish = rng.choice(valid)
        way = rng.choice(WAYS)
        mutant = Mutant(way(wish, valid, rng), text=rng.random() < 0.8)
        # The server rightly hangs up on a text that is none; most of those go as bytes, which it reads.
        yield mutant if mutant.readable or rng.random() < 0.03 else Mutant(mutant.data, text=False)


def written(wish: dict[str, Any]) -> bytes:
    return json.dumps(wish).encode()


def flipped(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    data = bytearray(written(wish))
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def cut(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    data = written(wish)
    return data[: rng.randrange(len(data))] if rng.random() < 0.7 else data[rng.randrange(1, len(data)) :]


def spliced(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    one, other = written(wish), written(rng.choice(valid))
    return one[: rng.randrange(len(one))] + other[rng.randrange(len(other)) :]


def repeated(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    data = written(wish)
    first, last = sorted(rng.choices(range(len(data) + 1), k=2))
    return (data[:first] + data[first:last] * rng.choice((2, 3, 50)) + data[last:])[: LONGEST + 100]


def sprinkled(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    data = bytearray(written(wish))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        data[at:at] = rng.choice((rng.randbytes(3), b"\0", b"\xff", b'"', b"\\", b"{", b"]", b",", b"\xef\xbb\xbf", b"\r\n"))
    return bytes(data)


def other_value(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    parts = {name: json.dumps(value) for name, value in wish.items()}
    for _ in range(rng.choice((1, 1, 2))):
        parts[rng.choice([*parts, "id", "seat", "expected", "x"])] = rng.choice(ODD)
    return joined(list(parts.items()))


def other_names(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    """Missing, twice, unknown, or in another order."""
    parts = [(name, json.dumps(value)) for name, value in wish.items()]
    way = rng.randrange(4)
    if way == 0:
        parts.pop(rng.randrange(len(parts)))
    elif way == 1:
        parts.append((rng.choice(parts)[0], rng.choice(ODD)))
    elif way == 2:
        parts.append((rng.choice(("x", "", "DO", "do ", "__proto__", "token", "plays", "by", "who")), rng.choice(ODD)))
    rng.shuffle(parts)
    return joined(parts)


def nested(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    return deep(rng.randint(2, DEEPEST), rng.choice(("[", '{"a":', "[{")), rng.choice((True, False)), wish)


def deep(depth: int, opening: str, closed: bool, wish: dict[str, Any]) -> bytes:
    """A value of so many brackets, before the request's own names."""
    closing = "".join({"[": "]", "{": "}"}[sign] for sign in reversed(opening) if sign in "[{")
    value = opening * depth + ("" if opening.endswith("[") else "1") + closing * depth * closed
    parts = [("x", value), *((name, json.dumps(value)) for name, value in wish.items())]
    return joined(parts)


def small(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    return rng.choice((b"", b" ", b"{", b"}", b"[", b"0", b'"', b"null", b"\0", b"{}", b"[]", b'{"do":"move"}', rng.randbytes(1)))


def noise(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    return rng.randbytes(rng.choice((1, 10, 200, 4000)))


def long(wish: dict[str, Any], valid: list[dict[str, Any]], rng: Random) -> bytes:
    data = written(wish)
    return data[:-1] + b" " * rng.choice((100, LONGEST - len(data), LONGEST, 3 * LONGEST)) + b"}"


WAYS = [
    flipped,
    flipped,
    cut,
    spliced,
    repeated,
    sprinkled,
    other_value,
    other_value,
    other_value,
    other_names,
    nested,
    small,
    noise,
]
WAYS = [*WAYS * 4, long]


def joined(parts: list[tuple[str, str]]) -> bytes:
    return ("{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in parts) + "}").encode("utf-8", "surrogatepass")
