"""The API described by itself: the requests are the very types that read them."""

from functools import cache
from typing import Any

import msgspec

from ludotheque.__about__ import __version__
from ludotheque.table import requests
from ludotheque.table.refusal import No
from ludotheque.table.thinking import Hint

REF = "#/components/schemas/{name}"


class Refusal(msgspec.Struct, tag_field="t", tag="no"):
    """Why not: a code and its arguments, never a sentence."""

    id: str
    code: str
    args: dict[str, Any]


class Table(msgspec.Struct, tag_field="t", tag="table"):
    """A match as the asker may see it. The other fields depend on how far it is."""

    v: int
    match: str
    code: str
    seq: int
    you: int | None
    game: str
    version: int
    stage: str
    seats: list[dict[str, Any]]
    here: list[bool]
    commitment: str
    nonces: list[str]


class Decided(msgspec.Struct):
    """A decision of a finished game: how often the move that was played wins, and how often the best one.

    `turn`: the number of the turn, which goes on while one seat does. `move_says` and `best_says`: both in words, in the
    language asked for.
    """

    step: int
    turn: int
    seat: int
    move: str
    chance: float
    low: float
    high: float
    best: str
    best_chance: float
    best_low: float
    best_high: float
    gain: float
    turning: bool
    learned: float | None
    move_says: str
    best_says: str
    why: str | msgspec.UnsetType = msgspec.UNSET
    why_best: str | msgspec.UnsetType = msgspec.UNSET


class Analysis(msgspec.Struct):
    """`turns`: the steps that turned the game most. `strange`: for each seat, how many of its moves a champion would not
    play, and of how many that is known. `own`: the asker's seats.

    `enough`: whether moves were tried often enough to say which of them turned the game.
    """

    decisions: list[Decided]
    returns: list[float]
    turns: list[int]
    strange: list[tuple[int, int]]
    enough: bool
    own: list[int]


class Happened(msgspec.Struct):
    """An event: its step, the rule behind it, the numbers the asker may know, what lay open then, and a sentence."""

    step: int
    event: str
    clause: str
    numbers: dict[str, int]
    now: dict[str, Any]
    says: str


class Events(msgspec.Struct):
    """`since`: the step they begin with. While people play by memory, nothing is told again from before their last move."""

    since: int
    steps: int
    events: list[Happened]


@cache
def document(root: str) -> dict[str, Any]:
    kinds = [requests.Open, *requests.ACTIONS.values(), Refusal, Table, Hint, Events, Analysis]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    of = dict(zip(kinds, schemas, strict=True))
    for kind in requests.ACTIONS.values():  # `do` stands in the address of a plain POST, so the body needs none
        components[kind.__name__]["required"].remove("do")
    refused = {
        str(status): {
            "description": ", ".join(sorted(no.name.lower() for no in No if no.status == status)),
            "content": {"application/json": {"schema": of[Refusal]}},
        }
        for status in sorted({no.status for no in No} | {405})
    }

    def answers(description: str, schema: dict[str, Any], status: str = "200") -> dict[str, Any]:
        return {status: {"description": description, "content": {"application/json": {"schema": schema}}}, **refused}

    def parameter(name: str, where: str = "path", **schema: Any) -> dict[str, Any]:
        return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string", **schema}}

    def get(summary: str, responses: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
        return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}

    def post(kind: Any, responses: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
        body = {"required": True, "content": {"application/json": {"schema": of[kind]}}}
        summary = (kind.__doc__ or "").strip()
        return {"post": {"summary": summary, "parameters": list(parameters), "requestBody": body, "responses": responses}}

    match, seat = parameter("match", minLength=1, maxLength=64), parameter("seat", "query")
    since = {"name": "since", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}
    lang = parameter("lang", "query")
    quick = parameter("quick", "query", enum=["true"])
    matches = "/api/v1/matches"
    anything: dict[str, Any] = {"type": "object"}
    table = answers("the table as the asker sees it", of[Table])
    text = {"200": {"description": "the record", "content": {"text/plain": {"schema": {"type": "string"}}}}, **refused}
    paths: dict[str, Any] = {
        matches: post(requests.Open, answers("the new table; the opener's cookie", of[Table], "201")),
        f"{matches}/{{match}}": get("Looks at a table.", table, match, seat, since),
        f"{matches}/{{match}}/hint": get(
            "What the coach would play, and why; a quick answer at once.", answers("a move", of[Hint]), match, seat, lang, quick
        ),
        f"{matches}/{{match}}/events": get(
            "What happened since a step.", answers("the events", of[Events]), match, seat, since, lang
        ),
        f"{matches}/{{match}}/record": get("The finished game as a file.", text, match, seat),
        f"{matches}/{{match}}/analysis": get("Where a finished game turned.", answers("it", of[Analysis]), match, lang),
        "/api/v1/codes/{code}": get("The table of a short code.", answers("its id", anything), parameter("code")),
        "/api/v1/games": get("The shelf.", answers("the games", anything), lang),
        "/api/health": get("Whether the store answers.", answers("it does", anything)),
    }
    for name, kind in requests.ACTIONS.items():
        paths[f"{matches}/{{match}}/{name}"] = post(kind, table, match)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludothèque", "version": __version__},
        "servers": [{"url": root or "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }
