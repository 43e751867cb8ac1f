"""What one seat, or an onlooker, is told of a match: JSON made from that seat's view and from what is public.

A person gets what lies open now and events as they happen; what they should remember themselves
is not in any frame, unless the table's help level says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.position import Position
from ludotheque.seats import NOBODY
from ludotheque.table import events
from ludotheque.table.hall import Live
from ludotheque.table.match import Match
from ludotheque.table.refusal import Refused
from ludotheque.table.seal import BOT

VERSION = 1
encode = msgspec.json.Encoder(enc_hook=str).encode

CHANGES_THE_GAME = (events.Moved, events.Began, events.TookBack)
TO_ALL = "all"  # among the frames of an event: what every seat is told alike
NAMES = {-1: "chance", -2: "over"}


class Told(msgspec.Struct, frozen=True):
    """What everyone is told alike of an event, and what is needed to tell each the rest."""

    text: bytes
    asker: int  # the seat that asked for it; NOBODY: whoever has none, which no onlooker is to be taken for
    id: str  # by which it knows the answer
    position: Position | None  # which the event led to
    veiled: int  # how many steps there are to be told, if not everyone saw all of them


def table(live: Live, seat: int | None, since: int | None = None) -> dict[str, Any]:
    """Everything this seat may know now; with `since`, also what happened after that event and its own last move."""
    match = live.match
    frame: dict[str, Any] = {
        "t": "table", "v": VERSION, "match": match.id, "code": match.code, "seq": match.seq, "you": seat,
        "game": match.game.spec, "version": match.game.ruleset.version, "house": match.house, "stage": stage(match),
        "seats": seats(match), "here": here(live), "commitment": match.commitment,
        "nonces": [seat.nonce or (seat.bot and BOT) for seat in match.seats],
        "asking": asking(match),
    }  # fmt: skip
    if match.closed:
        frame["closed"] = match.closed
    if match.other_rules:
        frame["other_rules"] = match.other_rules
    if match.position:
        frame |= turn(match, match.position)
        if match.turn == seat and seat is not None:
            frame["moves"] = [move.text for move in match.position.moves()]
        if match.house.help == "memory":
            frame |= remembered(match.position, seat)
        frame["now"] = match.position.now(seat)
        if since is not None:
            frame["missed"] = missed(match, match.position, seat, since)
    return frame


def unnamed(frame: dict[str, Any]) -> dict[str, Any]:
    """The same for those who were not there."""
    return frame | {"seats": [seat | {"name": ""} for seat in frame["seats"]]}


def happened(live: Live, event: events.Event, at: int, seat: int | None) -> bytes:
    """One event as this seat is told it: what everyone is told alike, written once, and what is for this seat alone."""
    told = live.frames.get(TO_ALL)
    if told is None:
        told = live.frames[TO_ALL] = told_to_all(live, event, at)
    alone: dict[str, Any] = {}
    if told.asker == seat and told.id:
        alone["id"] = told.id  # the answer to the one who asked
    if told.position is not None:
        tell_alone(live.match, told, told.position, seat, alone)
    return b"%b,%b" % (told.text[:-1], encode(alone)[1:]) if alone else told.text


def told_to_all(live: Live, event: events.Event, at: int) -> Told:
    match, position = live.match, live.match.position
    frame: dict[str, Any] = {"t": "event", "seq": match.seq, "at": at, "is": event.__struct_config__.tag, "asking": asking(match)}
    if hasattr(event, "seat"):
        frame["seat"] = event.seat
    steps = 0
    if isinstance(event, events.Moved):
        frame["by"] = event.by
        steps = 1 + len(event.draws)
    else:
        frame["stage"], frame["seats"] = stage(match), seats(match)
        if isinstance(event, events.Began):
            frame["by"] = "house"
            steps = len(event.draws)
        elif isinstance(event, events.TookBack):
            frame["step"] = event.step
    changes = position is not None and isinstance(event, CHANGES_THE_GAME)
    if position and (match.over or changes):
        frame |= turn(match, position)
    if position and changes:
        frame |= open_to_all(live, position)
        if steps and position.all_saw(steps):
            frame["steps"] = position.told(None, steps)
            steps = 0
    asker, _, id = event.id.partition(":")
    return Told(encode(frame), int(asker) if asker.isdecimal() else NOBODY, id, position if changes else None, steps)


def tell_alone(match: Match, told: Told, position: Position, seat: int | None, frame: dict[str, Any]) -> None:
    """What this seat is told besides: steps that not all saw, its moves, what lies open to it alone."""
    if told.veiled:
        frame["steps"] = position.told(seat, told.veiled)
    if match.house.help == "memory":
        frame |= remembered(position, seat)
    if seat is not None:
        if match.turn == seat:
            frame["moves"] = [move.text for move in position.moves()]
        own = position.own(seat)
        if own:
            frame["own"] = own


def turn(match: Match, position: Position) -> dict[str, Any]:
    """Whose turn it is and until when, or how it ended."""
    actor = position.actor if match.turn is None else match.turn
    said: dict[str, Any] = {"actor": NAMES.get(actor, actor)}
    deadline = match.deadline()
    if deadline is not None:
        said["deadline"] = deadline
    if match.over:
        said["stage"] = "over"
        said["result"] = {"scores": position.scores(), "winners": match.winners(), "secret": match.secret.hex()}
    return said


def remembered(position: Position, seat: int | None) -> dict[str, Any]:
    view = position.view(seat)
    return {"seen": view.seen, "history": view.history}


def open_to_all(live: Live, position: Position) -> dict[str, Any]:
    """What lies open to everyone: all of it under `now`, or under `set` what changed since the event before."""
    now, before = position.now(None), live.told
    live.told = now
    if before is None:
        return {"now": now}
    return {"set": {name: value for name, value in now.items() if value != before[name]}}


def missed(match: Match, position: Position, seat: int | None, since: int) -> list[str]:
    """The steps since that event, but none before this seat's own last move: a page can't ask for what it should remember."""
    return position.told(seat, position.steps - not_before(match, seat)) if since < match.changed else []


def not_before(match: Match, seat: int | None) -> int:
    """The step before which a page is told nothing again: this seat's own last move, the start for who has not moved yet,
    and for onlookers the last of all.

    What was played before people sat down here, in a record that goes on, is none of theirs.
    """
    own = [play.step for play in match.plays if play.seat == seat]
    if own or not match.plays:
        return own[-1] if own else len(match.texts)
    return match.plays[-1 if seat is None else 0].step


def events_since(match: Match, position: Position, seat: int | None, since: int, names: list[str]) -> dict[str, Any]:
    """What happened from a step on, as this seat may know it; while people play by memory, no more than they just saw."""
    if not match.over and match.house.help != "memory":
        since = max(since, not_before(match, seat))
    told = [one.to_dict() | {"says": one.says(names)} for one in position.events(seat, since)]
    return {"since": since, "steps": position.steps, "events": told}


def stage(match: Match) -> str:
    return "closed" if match.closed else "over" if match.over else "playing" if match.position else "waiting"


def seats(match: Match) -> list[dict[str, Any]]:
    return [
        {
            "kind": "bot" if seat.bot else "person" if seat.token else "free", "for": seat.plan.kind, "name": seat.name,
            "level": seat.player(match.house) if match.position else seat.bot, "away": seat.away, "resigned": seat.resigned,
        }
        for seat in match.seats
    ]  # fmt: skip


def here(live: Live) -> list[bool]:
    return [live.here(seat) for seat in range(len(live.match.seats))]


def asking(match: Match) -> dict[str, Any] | None:
    if not match.asking:
        return None
    return {"seat": match.asking.seat, "step": match.asking.step, "missing": sorted(match.asking.missing)}


def refusal(refused: Refused, id: str = "") -> dict[str, Any]:
    """A code and its arguments; whoever shows it has the sentence in their language."""
    arguments: dict[str, Any] = {}
    for name, value in refused.numbers.items():
        said = value.numbers if isinstance(value, LudothequeError) else {name: value}
        arguments |= {name: value if plain(value) else str(value) for name, value in said.items()}
    return {"t": "no", "id": id, "code": refused.code, "args": arguments}


def plain(value: Any) -> bool:
    if isinstance(value, str | int | float | bool) or value is None:
        return True
    return isinstance(value, Iterable) and not isinstance(value, dict) and all(map(plain, value))
