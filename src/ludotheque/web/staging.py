"""What a page is shown of a match: the scene of its seat, and sentences in its language.

It is made of the seat's view and of nothing else, so a page can't show what its seat may not know; and of the scene
alone, so what people should remember themselves is not in the page either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ludotheque.errors import IllegalMove
from ludotheque.happened import Happened, seen_by
from ludotheque.i18n import N_, _, counted, speaking, to_you, translated
from ludotheque.kit.telling import Moment
from ludotheque.position import Position
from ludotheque.scene import Scene, Zone
from ludotheque.table import events
from ludotheque.table.analysis import turn_of_each_step
from ludotheque.table.hall import Live
from ludotheque.table.match import Match
from ludotheque.table.refusal import Refused
from ludotheque.table.showing import moments_of, told_in_steps
from ludotheque.view import View
from ludotheque.web import frames
from ludotheque.web.beats import Beat, beats, plain, staged, story
from ludotheque.web.files import VERSION
from ludotheque.web.words import WORDS

BOT_NAMES = ("Ada", "Blaise", "Carl", "Emmy", "Fibo", "Hypatia", "Leonhard", "Sofia")  # who loved numbers
MOST_TRIES = 200  # moves that a game has; with more, things know only what is possible
BESIDE = 1200  # milliseconds that a sentence about the house stands, not about the game

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
SAID_TO_YOU = {  # where "You" does not fit in
    events.TakenOver: N_("You were away, so a bot plays for you."),
    events.CameBack: N_("You are back."),
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


def numbered(match: Match) -> list[str]:
    """What everyone is called before people who were not there."""
    sentence = WORDS["someone"]
    return [*(translated(sentence).format(number=n + 1) for n in range(match.game.players)), _("Ghost")]


def table(live: Live, seat: int | None, language: str, shown: int | None = None, late: bool = False) -> dict[str, Any]:
    """The whole table for a page; for one that comes back also what it has not shown. Who came late reads no names."""
    frame = frames.unnamed(frames.table(live, seat)) if late else frames.table(live, seat)
    for name in ("now", "moves", "nonces"):  # the scene has what a page needs
        frame.pop(name, None)
    match = live.match
    frame |= {"again": None if late else match.again, "version": VERSION}
    with speaking(language):
        called = numbered(match) if late else names(match, seat)
        if match.position:
            frame["story"] = story_of(match, match.position, seat, called)
            if shown is not None and (shown or not match.over):
                frame["beats"] = missed(match, match.position, seat, shown, called)
        return frame | drawn(match, match.position, seat, called)


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
        frame["beats"] = beats_of(live, event, seat, called)
        if match.position and (isinstance(event, events.TookBack) or (match.over and forgets(match))):
            frame["story"] = story_of(match, match.position, seat, called)
        if match.position:
            frame |= frames.turn(match, match.position)
        return frames.encode(frame | drawn(match, match.position, seat, called))


def drawn(match: Match, position: Position | None, seat: int | None, called: list[str]) -> dict[str, Any]:
    """Names and scene, in the language that is spoken."""
    if position is None:
        return {"names": called}
    view = position.view(seat)
    scene = position.game.ruleset.scene(view)
    shown = plain(scene, asked(match, scene, seat, called))
    if match.turn == seat and seat is not None:
        add_tries(shown, view)
    back = seat is not None and not match.ended and match.step_back(seat) is not None
    return {"names": called, "scene": shown, "steps": position.steps, "undo": back}


def asked(match: Match, scene: Scene, seat: int | None, called: list[str]) -> str:
    """The one sentence: what is asked of this seat, or whom all wait for."""
    if match.turn is None or match.turn == seat:
        return scene.ask
    if match.seats[match.turn].player(match.house):
        return _("{name} is thinking.").format(name=called[match.turn])
    return _("{name} is to move.").format(name=called[match.turn])


def add_tries(shown: dict[str, Any], view: View) -> None:
    """To things what touching them would also mean if it were possible: whoever tries it is told why it is not."""
    game = view.game
    if game.rules.player_actions > MOST_TRIES:
        return
    everything = View(game, view.seat, view.actor, view.sight, view.history, game.ruleset.moves[: game.rules.player_actions])
    possible = {zone.id: zone for zone in game.ruleset.scene(everything).zones}
    shown["zones"] = [with_tries(told, possible[told["id"]]) if told["id"] in possible else told for told in shown["zones"]]


def with_tries(told: dict[str, Any], zone: Zone) -> dict[str, Any]:
    things = list(told["things"])
    for number, (thing, about) in enumerate(zip(zone.things, things, strict=False)):
        tries = [move for move in thing.moves if move not in about.get("moves", ())]
        if thing.kind == about["kind"] and tries:
            things[number] = {**about, "tries": tries}
    return {**told, "things": things}


def beats_of(live: Live, event: events.Event, seat: int | None, called: list[str]) -> list[Beat]:
    """What this event brings to be seen, one after the other."""
    sentence = SAID.get(type(event))
    if sentence is None:
        turn = event.seat if isinstance(event, events.Moved) else None
        return staged(beats(seen_by(live.match.game, seat, happenings(live, event)), called, turn))
    number: int = event.seat  # type: ignore[attr-defined]  # every event that is told has one
    own = SAID_TO_YOU.get(type(event)) if number == seat else None
    text = translated(own) if own else (to_you if number == seat else translated)(sentence).format(name=called[number])
    return [{"seat": number, "turn": None, "begins": False, "lasts": BESIDE, "stays": "", "lines": [{"text": text}]}]


def missed(match: Match, position: Position, seat: int | None, shown: int, called: list[str]) -> list[Beat]:
    """What happened since a page was last there, but nothing that its seat should remember from before its own last move."""
    since = max(shown, frames.not_before(match, seat))
    found: list[Beat] = []
    for turn, told in told_by_turn(position, seat):
        found += beats([one for one in told if one.step >= since], called, turn)
    return staged(found)


def forgets(match: Match) -> bool:
    """Whether the story of a running game leaves out what people should remember for themselves."""
    return match.house.help != "memory" and any(event.fades for event in match.game.ruleset.rules.events)


def story_of(match: Match, position: Position, seat: int | None, called: list[str]) -> list[Beat]:
    """What happened so far, as far as it may be read again."""
    whole = match.over or match.house.help == "memory"
    return story([beat for turn, told in told_by_turn(position, seat) for beat in beats(told, called, turn)], whole)


def told_by_turn(position: Position, seat: int | None) -> list[tuple[int | None, list[Happened]]]:
    """Move by move with what chance brought next: whose it was, and what happened."""
    return told_on(position.game.start(), position.history, seat)


def told_on(again: Position, texts: Iterable[str], seat: int | None) -> list[tuple[int | None, list[Happened]]]:
    found: list[tuple[int | None, list[Happened]]] = [(None, [])]
    for text in texts:
        if again.actor >= 0:
            found.append((again.actor, []))
        found[-1][1].extend(seen_by(again.game, seat, again.play_and_tell(text)))
    return found


def happenings(live: Live, event: events.Event) -> list[Moment]:
    """What happened in the game, found once for all who look."""
    if live.moments is None:
        live.moments = moments_of(live.match, live.before, event)
    return live.moments


def refusal(refused: Refused, id: str, language: str) -> dict[str, Any]:
    """For a page the sentence comes along."""
    with speaking(language):
        why = refused.numbers.get("why")
        sentence = why.why if isinstance(why, IllegalMove) else str(refused)
        return {**frames.refusal(refused, id), "says": sentence[:1].upper() + sentence[1:]}


def replayed(match: Match, step: int, seat: int | None, language: str, held: list[int]) -> dict[str, Any]:
    """The table of a finished game after so many steps, and the story of the last of them, for who held these seats."""
    assert match.position is not None
    texts = match.position.history
    step = max(0, min(step, len(texts)))
    position = match.game.replay(texts[: max(0, step - 1)])
    with speaking(language):
        own = held[0] if len(held) == 1 else seat if seat in held else None
        called = names(match, own) if held else numbered(match)
        turn = turn_of_each_step(match.game, tuple(texts))
        told = beats(seen_by(match.game, seat, told_in_steps(position, tuple(texts[step - 1 : step]))), called, None)
        shown = plain(position.game.ruleset.scene(position.view(seat)) if seat is not None else all_open(position), "")
        return {
            "step": step,
            "steps": len(texts),
            "turn": turn[step],
            "turns": turn[-1],
            "own": own,
            "beats": staged(told),
            "story": story_of(match, match.game.replay(texts[:step]), seat, called),
            "names": called,
            "scene": shown,
            "text": texts[step - 1 : step],
        }


def all_open(position: Position) -> Scene:
    """After the end: what everyone had before them, each as they saw it themselves."""
    scene = position.game.ruleset.scene
    own = {
        zone.id: zone for seat in range(position.game.players)
        for zone in scene(position.view(seat)).zones if zone.owner == seat
    }  # fmt: skip
    whole = scene(position.view(None))
    zones = [own.get(zone.id, zone) for zone in whole.zones]
    return replace(whole, zones=tuple(zone._replace(things=tuple(t._replace(moves=()) for t in zone.things)) for zone in zones))


def listed(match: Match, language: str) -> dict[str, Any]:
    """A table in a list of tables; of a game that is over it is nobody's business who played."""
    with speaking(language):
        called = [] if match.over else names(match, None)[: match.game.players]
        return {
            "match": match.id, "code": match.code, "game": match.game.id, "title": translated(match.game.ruleset.title),
            "stage": frames.stage(match), "names": called,
            "free": sum(not seat.taken for seat in match.seats), "at": match.touched,
            "said": counted("{n} move", "{n} moves", len(match.plays)).format(n=len(match.plays)),
        }  # fmt: skip
