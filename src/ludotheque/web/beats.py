"""What happened, cut into beats: what a page shows one after the other, each with the table as it was, and keeps as a story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any, TypeVar

from ludotheque.happened import Happened
from ludotheque.kit.events import Shown
from ludotheque.scene import Lane, Scene, Thing, Zone

Beat = dict[str, Any]
T = TypeVar("T")

MISSING = object()  # what has to be said each time
USUAL = {kind: {name: kind._field_defaults.get(name, MISSING) for name in kind._fields} for kind in (Thing, Zone, Lane)}
OPEN_TURNS = 2  # the one that is going on and the one before: older ones keep what people should remember for themselves


def beats(happened: Iterable[Happened], names: Sequence[str], turn: int | None) -> list[Beat]:
    """In their order, each with the table as it was at its first sentence, which is the one to be judged.

    What takes no time is said together with what happened before.

    `turn` is the seat whose turn it is, or nobody's.
    """
    found: list[Beat] = []
    for one in happened:
        text = one.says(names)
        if not text:
            continue
        line = {"text": text, "fades": True} if one.fades else {"text": text}
        if found and not one.shown.seconds:
            found[-1]["lines"].append(line)
        else:
            found.append(a_beat(one, line, turn))
        if one.entry:
            found[-1].setdefault("sheet", []).append(one.entry)
    for beat, following in pairwise(found):
        if beat["stays"] == following["stays"] == "each":
            beat["stays"] = ""  # several things to judge at once stay together: one goes on from the last
    return found


def a_beat(one: Happened, line: dict[str, Any], turn: int | None) -> Beat:
    shown = one.shown if one.shown.seconds else Shown(1)
    return {
        "event": one.name, "seat": one.numbers.get("seat"), "turn": turn, "begins": one.begins,
        "lasts": int(1000 * shown.seconds), "stays": shown.stays, "lines": [line], "scene": one.view,
    }  # fmt: skip


def staged(found: list[Beat]) -> list[Beat]:
    """With their scenes as data: each without the zones that lie there as in the one before, and without words for moves,
    as nobody moves while beats are shown."""
    before: dict[str, Zone] = {}
    for beat in found:
        view = beat["scene"]
        scene = view.game.ruleset.scene(view)
        beat["scene"] = {**plain(scene, "", before), "said": {}}
        before = {zone.id: zone for zone in scene.zones}
    return found


def story(told: list[Beat], whole: bool) -> list[Beat]:
    """Without scenes; and where people should remember for themselves, without what they saw in turns that are over."""
    parts = list(turns(told))
    if not whole:
        for part in parts[:-OPEN_TURNS]:
            for beat in part:
                beat["lines"] = [line for line in beat["lines"] if "fades" not in line]
    return [{name: value for name, value in beat.items() if name != "scene"} for part in parts for beat in part if beat["lines"]]


def turns(told: list[Beat]) -> Iterator[list[Beat]]:
    """The parts of a story: as its events begin them, or else each turn."""
    parts = any(beat["begins"] for beat in told)
    number = 0
    numbered = []
    for before, beat in zip([None, *told], told, strict=False):
        begins = beat["begins"] if parts else before is not None and before["turn"] != beat["turn"]
        number += begins
        numbered.append((number, beat))
    for _number, part in groupby(numbered, lambda one: one[0]):
        yield [beat for _, beat in part]


def plain(scene: Scene, ask: str, before: Mapping[str, Zone] = MappingProxyType({})) -> dict[str, Any]:
    """A scene as data, without what is as usual; of zones that are as they were before the name alone."""
    return {
        "zones": [zone.id if before.get(zone.id) == zone else plain_zone(zone) for zone in scene.zones],
        "ask": ask, "participants": scene.participants, "turn": scene.turn, "moves": scene.moves,
        "scores": scene.scores, "order": scene.order, "said": scene.said, "aim": scene.aim, "line": scene.line,
        "beds": scene.beds, "lanes": [without_usual(lane) for lane in scene.lanes],
    }  # fmt: skip


def kept(function: Callable[[T], dict[str, Any]]) -> Callable[[T], dict[str, Any]]:
    """Makes it once of all that are alike."""
    made: Callable[[Any], dict[str, Any]] = lru_cache(maxsize=1 << 14)(function)

    def alike(some: T) -> dict[str, Any]:
        try:
            return made(some)
        except TypeError:  # somebody else's game may have a list where ours have tuples, and lists can't be kept
            return function(some)

    return alike


@kept
def plain_zone(zone: Zone) -> dict[str, Any]:
    """Not to be changed, nor what is in it: it is the same one wherever a zone looks like that."""
    return {**without_usual(zone), "things": [plain_thing(thing) for thing in zone.things]}


@kept
def plain_thing(thing: Thing) -> dict[str, Any]:
    return without_usual(thing)


def without_usual(thing: Thing | Zone | Lane) -> dict[str, Any]:
    usual = USUAL[type(thing)]
    return {name: value for name, value, blank in zip(usual, thing, usual.values(), strict=True) if value != blank}
