"""What a page is shown of a match: the scene of its seat, and sentences in its language.

It is made of the seat's view and of nothing else, so a page can't show what its seat may not know; and of the scene
alone, so what people should remember themselves is not in the page either.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from ludotheque.errors import IllegalMove
from ludotheque.happened import seen_by, sentences
from ludotheque.i18n import N_, _, counted, speaking, translated
from ludotheque.kit.telling import Moment
from ludotheque.position import Position
from ludotheque.scene import Scene, Thing, Zone
from ludotheque.table import events
from ludotheque.table.hall import Live
from ludotheque.table.match import Match
from ludotheque.table.refusal import Refused
from ludotheque.view import View
from ludotheque.web import frames
from ludotheque.web.files import VERSION

BOT_NAMES = ("Ada", "Blaise", "Carl", "Emmy", "Fibo", "Hypatia", "Leonhard", "Sofia")  # who loved numbers
MOMENTS = "moments"  # among the frames of an event: what happened in it
MOST_TRIES = 200  # moves that a game has; with more, things know only what is possible
BLANK = {field.name: field.default for kind in (Thing, Zone) for field in fields(kind)}

SAID = {  # what happens beside the game
    events.Seated: N_("{name} sat down."),
    events.BotSeated: N_("{name} sat down: a bot."),
    events.Freed: N_("{name} left the table."),
    events.AskedBack: N_("{name} asked to take a move back."),
    events.TookBack: N_("{name} took a move back."),
    events.TakenOver: N_("{name}: away; a bot plays on meanwhile."),
    events.CameBack: N_("{name}: back again."),
    events.Resigned: N_("{name} gave up."),
}


def names(match: Match, seat: int | None) -> list[str]:
    """What everyone is called at this seat's table: oneself `You`; bots have names, too."""
    called = []
    for number, taken in enumerate(match.seats):
        if number == seat:
            called.append(_("You"))
        else:
            free = not taken.taken and match.position is None
            called.append(_("A free seat") if free else taken.name or BOT_NAMES[number % len(BOT_NAMES)])
    return [*called, _("Ghost")]


def table(live: Live, seat: int | None, language: str) -> dict[str, Any]:
    """The whole table for a page."""
    frame = frames.table(live, seat)
    for name in ("now", "moves", "nonces"):  # the scene has what a page needs
        frame.pop(name, None)
    with speaking(language):
        return frame | staged(live.match, live.match.position, seat) | {"again": live.match.again, "version": VERSION}


def happened(live: Live, event: events.Event, at: int, seat: int | None, language: str) -> bytes:
    """One event for a page: the table as it is then, and what is to be said about it."""
    match = live.match
    told = live.frames.get(frames.TO_ALL)
    if told is None:
        told = live.frames[frames.TO_ALL] = frames.told_to_all(live, event, at)
    frame: dict[str, Any] = {
        "t": "event", "seq": match.seq, "at": at, "is": event.__struct_config__.tag, "by": getattr(event, "by", ""),
        "seat": getattr(event, "seat", None), "stage": frames.stage(match), "seats": frames.seats(match),
        "asking": frames.asking(match),
    }  # fmt: skip
    if told.id and told.asker == seat:
        frame["id"] = told.id
    if isinstance(event, events.Again):
        frame["again"] = event.match
    with speaking(language):
        called = names(match, seat)
        frame["says"] = said(live, event, seat, called)
        if match.position:
            frame |= frames.turn(match, match.position)
        return frames.encode(frame | staged(match, match.position, seat))


def staged(match: Match, position: Position | None, seat: int | None) -> dict[str, Any]:
    """Names and scene, in the language that is spoken."""
    called = names(match, seat)
    if position is None:
        return {"names": called}
    view = position.view(seat)
    scene = position.game.ruleset.scene(view)
    shown = plain(scene, asked(match, scene, seat, called))
    if match.turn == seat and seat is not None:
        add_tries(shown, view)
    return {"names": called, "scene": shown}


def asked(match: Match, scene: Scene, seat: int | None, called: list[str]) -> str:
    """The one sentence: what is asked of this seat, or whom all wait for."""
    if match.turn is None or match.turn == seat:
        return scene.ask
    if match.seats[match.turn].player(match.house):
        return _("{name} is thinking.").format(name=called[match.turn])
    return _("{name} is to move.").format(name=called[match.turn])


def plain(scene: Scene, ask: str) -> dict[str, Any]:
    """A scene as data, without what is as usual."""
    return {
        "zones": [{**without_usual(zone), "things": [without_usual(thing) for thing in zone.things]} for zone in scene.zones],
        "ask": ask, "participants": scene.participants, "turn": scene.turn, "moves": scene.moves,
        "scores": scene.scores, "order": scene.order, "said": scene.said,
    }  # fmt: skip


def add_tries(shown: dict[str, Any], view: View) -> None:
    """To things what touching them would also mean if it were possible: whoever tries it is told why it is not."""
    game = view.game
    if game.rules.player_actions > MOST_TRIES:
        return
    everything = View(game, view.seat, view.actor, view.sight, view.history, game.ruleset.moves[: game.rules.player_actions])
    for zone, told in zip(game.ruleset.scene(everything).zones, shown["zones"], strict=False):
        for thing, about in zip(zone.things, told["things"], strict=False):
            tries = [move for move in thing.moves if move not in about.get("moves", ())]
            if zone.id == told["id"] and thing.kind == about["kind"] and tries:
                about["tries"] = tries


def without_usual(thing: Thing | Zone) -> dict[str, Any]:
    values = {name: getattr(thing, name) for name in thing.__slots__ if name != "things"}
    return {name: value for name, value in values.items() if value != BLANK.get(name)}


def said(live: Live, event: events.Event, seat: int | None, called: list[str]) -> list[str]:
    sentence = SAID.get(type(event))
    if sentence is None:
        return sentences(seen_by(live.match.game, seat, moments_of(live, event)), called)
    number: int = event.seat  # type: ignore[attr-defined]  # every event that is told has one
    return [translated(sentence).format(name=called[number])]


def moments_of(live: Live, event: events.Event) -> list[Moment]:
    """What happened in the game, found once for all who look."""
    told: list[Moment] | None = live.frames.get(MOMENTS)
    if told is None:
        told = []
        if isinstance(event, events.Began):
            told = told_in_steps(live.match.game.replay(live.match.texts), event.draws)
        elif isinstance(event, events.Moved) and live.before is not None:
            told = told_in_steps(live.before.copy(), (event.move, *event.draws))
        live.frames[MOMENTS] = told
    return told


def told_in_steps(position: Position, texts: tuple[str, ...]) -> list[Moment]:
    return [moment for text in texts for moment in position.play_and_tell(text)]


def refusal(refused: Refused, id: str, language: str) -> dict[str, Any]:
    """For a page the sentence comes along."""
    with speaking(language):
        why = refused.numbers.get("why")
        sentence = why.why if isinstance(why, IllegalMove) else str(refused)
        return {**frames.refusal(refused, id), "says": sentence[:1].upper() + sentence[1:]}


def replayed(match: Match, step: int, seat: int | None, language: str) -> dict[str, Any]:
    """The table of a finished game after so many steps, and the story of the last of them."""
    assert match.position is not None
    texts = match.position.history
    step = max(0, min(step, len(texts)))
    position = match.game.replay(texts[: max(0, step - 1)])
    with speaking(language):
        called = names(match, seat)
        told = sentences(seen_by(match.game, seat, told_in_steps(position, tuple(texts[step - 1 : step]))), called)
        shown = plain(position.game.ruleset.scene(position.view(seat)) if seat is not None else all_open(position), "")
        return {"step": step, "steps": len(texts), "says": told, "names": called, "scene": shown, "text": texts[step - 1 : step]}


def all_open(position: Position) -> Scene:
    """After the end: what everyone had before them, each as they saw it themselves."""
    scene = position.game.ruleset.scene
    own = {
        zone.id: zone for seat in range(position.game.players)
        for zone in scene(position.view(seat)).zones if zone.owner == seat
    }  # fmt: skip
    whole = scene(position.view(None))
    zones = [own.get(zone.id, zone) for zone in whole.zones]
    return replace(whole, zones=tuple(replace(zone, things=tuple(replace(t, moves=()) for t in zone.things)) for zone in zones))


def listed(match: Match, language: str) -> dict[str, Any]:
    """A table in a list of tables."""
    with speaking(language):
        return {
            "match": match.id, "code": match.code, "game": match.game.id, "title": translated(match.game.ruleset.title),
            "stage": frames.stage(match), "names": names(match, None)[: match.game.players],
            "free": sum(not seat.taken for seat in match.seats), "at": match.touched,
            "said": counted("{n} move", "{n} moves", len(match.plays)).format(n=len(match.plays)),
        }  # fmt: skip
