"""A game's first three minutes: a short game that is played along, with the clause that matters beside each move.

A lesson is a game record beside the rulebook (`lesson.txt`); a comment behind a step names the clauses to read before it.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludotheque import gamerecord
from ludotheque.game import Ruleset
from ludotheque.games import GAMES
from ludotheque.i18n import speaking
from ludotheque.position import CHANCE
from ludotheque.rulebook import read
from ludotheque.table import events
from ludotheque.table.hall import Live
from ludotheque.table.match import Match
from ludotheque.web import staging

YOU = 0


def path_of(ruleset: Ruleset) -> Path:
    book = ruleset.rulebook
    return book.with_name(f"{book.stem.replace('rulebook', 'lesson')}.txt")


def has_lesson(ruleset: Ruleset) -> bool:
    return path_of(ruleset).exists()


def steps_of(ruleset: Ruleset) -> list[tuple[str, list[str]]]:
    """Every step of the lesson with the clauses to be read before it."""
    _head, _, body = path_of(ruleset).read_text("utf-8").partition("\n\n")
    lines = [line.partition("#") for line in body.splitlines() if line and not line.startswith("=")]
    return [(text.strip(), clauses.split()) for text, _, clauses in lines]


@cache
def lesson(id: str, language: str) -> list[dict[str, Any]]:
    """What a page hears, frame by frame, and before each of one's own moves what to do and why."""
    ruleset = GAMES[id]
    game = gamerecord.read(path_of(ruleset).read_text("utf-8")).position.game
    plans = tuple(events.Plan(kind="person" if seat == YOU else "bot") for seat in range(game.players))
    opened = events.Opened(
        game=game.spec, version=ruleset.version, seats=plans, house=events.House(undo="none"), commitment="", opener=""
    )
    live = Live(Match("lesson", "", b"", opened, 0))
    live.match.seats[YOU].token = "you"  # noqa: S105 - nobody else is here
    frames: list[dict[str, Any]] = []
    book = read(ruleset.rulebook)
    steps = steps_of(ruleset)
    while steps:
        move, clauses = steps[0]
        texts = following_chance(live, steps)
        event: events.Event
        if live.match.position is None:
            event = events.Began(draws=texts)
        else:
            seat = live.match.turn
            assert seat is not None
            if seat == YOU:
                with speaking(language):
                    why = [{"id": id, "text": str(book[id])} for id in clauses]
                frames[-1]["lesson"] = {"move": move, "clauses": why}
            event = events.Moved(seat=seat, move=texts[0], draws=texts[1:], by="person" if seat == YOU else "bot")
        live.before = live.match.position.copy() if live.match.position else None
        live.match.apply(event, 0)
        live.frames.clear()
        live.moments = None
        frames.append(frame_of(live, event, language, first=not frames))
    return frames


def following_chance(live: Live, steps: list[tuple[str, list[str]]]) -> tuple[str, ...]:
    """The next move and what chance brings after it; before the first move, what it deals. Both are taken from the steps."""
    position = live.match.position.copy() if live.match.position else live.match.game.start()
    texts: list[str] = []
    while steps and (not texts or position.actor is CHANCE):
        text, _clauses = steps.pop(0)
        position.play(text)
        texts.append(text)
    return tuple(texts)


def frame_of(live: Live, event: events.Event, language: str, first: bool) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(staging.happened(live, event, 0, YOU, language))
    if first:
        whole = msgspec.json.decode(msgspec.json.encode(staging.table(live, YOU, language), enc_hook=str))
        frame = {**whole, **frame, "t": "table", "here": [True] * len(live.match.seats)}
    return frame
