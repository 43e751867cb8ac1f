"""A game's first three minutes: a short game that is played along, with a sentence and its clauses beside each move."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludotheque import gamerecord
from ludotheque.errors import IllegalMove
from ludotheque.game import Ruleset
from ludotheque.games import GAMES
from ludotheque.i18n import speaking, translated
from ludotheque.lesson import Lesson, Step, path_of, read
from ludotheque.position import CHANCE, Position
from ludotheque.table import events
from ludotheque.table.hall import Live
from ludotheque.table.match import Match
from ludotheque.web import staging

YOU = 0


def file_of(ruleset: Ruleset) -> Path:
    return path_of(ruleset.rulebook)


def has_lesson(ruleset: Ruleset) -> bool:
    return file_of(ruleset).exists()


@cache
def told(id: str, language: str) -> dict[str, Any]:
    """What a page hears, frame by frame, what it says at the end, and tips for the first real game."""
    lesson = read(file_of(GAMES[id]))
    with speaking(language):
        end = said(lesson.end)
        tips = [{"for": kinds, "says": translated(says)} for kinds, says in lesson.tips]
    return {"frames": frames(id, lesson, language), "end": end, "tips": tips}


def frames(id: str, lesson: Lesson, language: str) -> list[dict[str, Any]]:
    """The table after each move; before each of one's own what to do, why, and why not something else."""
    ruleset = GAMES[id]
    game = gamerecord.read(file_of(ruleset).read_text("utf-8")).position.game
    plans = tuple(events.Plan(kind="person" if seat == YOU else "bot") for seat in range(game.players))
    opened = events.Opened(
        game=game.spec, version=ruleset.version, seats=plans, house=events.House(undo="none"), commitment="", opener=""
    )
    live = Live(Match("lesson", "", b"", opened, 0))
    live.match.seats[YOU].token = "you"  # noqa: S105 - nobody else is here
    shown: list[dict[str, Any]] = []
    steps = list(lesson.steps)
    while steps:
        step, position = steps[0], live.match.position
        texts = following_chance(live, steps)
        event: events.Event
        if position is None:
            event = events.Began(draws=texts)
        else:
            seat = live.match.turn
            assert seat is not None
            if seat == YOU:
                with speaking(language):
                    shown[-1]["lesson"] = {"move": step.text, **said(step), "no": refusals(position, shown[-1]["scene"])}
            event = events.Moved(seat=seat, move=texts[0], draws=texts[1:], by="person" if seat == YOU else "bot")
        live.before = position.copy() if position else None
        live.match.apply(event, 0)
        live.frames.clear()
        live.moments = None
        shown.append(frame_of(live, event, language, first=not shown))
    number_own([frame["lesson"] for frame in shown if "lesson" in frame])
    return shown


def said(step: Step) -> dict[str, Any]:
    return {"says": translated(step.says), "why": translated(step.why), "clauses": step.clauses}


def number_own(own: list[dict[str, Any]]) -> None:
    for number, lesson in enumerate(own, start=1):
        lesson |= {"step": number, "steps": len(own)}


def refusals(position: Position, scene: dict[str, Any]) -> dict[str, dict[str, str]]:
    """For each move that can be tried and is not possible: why, and by which clause."""
    things = [thing for zone in scene["zones"] for thing in zone["things"]]
    found = {}
    for move in dict.fromkeys(move for thing in things for move in thing.get("tries", ())):
        try:
            position.copy().play(move)
        except IllegalMove as problem:
            found[move] = {"says": problem.why[:1].upper() + problem.why[1:], "clause": problem.clause}
    return found


def following_chance(live: Live, steps: list[Step]) -> tuple[str, ...]:
    """The next move and what chance brings after it; before the first move, what it deals. Both are taken from the steps."""
    position = live.match.position.copy() if live.match.position else live.match.game.start()
    texts: list[str] = []
    while steps and (not texts or position.actor is CHANCE):
        texts.append(steps.pop(0).text)
        position.play(texts[-1])
    return tuple(texts)


def frame_of(live: Live, event: events.Event, language: str, first: bool) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(staging.happened(live, event, 0, YOU, language))
    if first:  # what it is about is said first; how it began stands in the story
        whole = msgspec.json.decode(msgspec.json.encode(staging.table(live, YOU, language), enc_hook=str))
        frame = {**whole, **frame, "t": "table", "here": [True] * len(live.match.seats), "beats": []}
    return frame
