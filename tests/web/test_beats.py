"""What happened, cut into beats: everything told is in one of them, in order, with the table as it was."""

import re
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import CHANCE
from ludotheque.happened import Happened, seen_by
from ludotheque.kit.events import RESULT
from ludotheque.scene import Scene, Thing, Zone
from ludotheque.web.beats import beats, plain, staged, story, turns
from ludotheque.web.staging import told_by_turn
from tests.table import NAMES
from tests.web.house import SHELF


def told_in_a_game(id: str, players: int = 3, seed: int = 1) -> list[list[Happened]]:
    """What seat 0 is told, step by step."""
    position, rng = ludotheque.game(id, players).start(), Random(seed)
    found = []
    while not position.over:
        found.append(seen_by(position.game, 0, position.play_and_tell(position.draw(rng))))
    return found


def texts(found: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for beat in found for line in beat["lines"]]


@pytest.mark.parametrize("id", ludotheque.GAMES)
def test_every_sentence_is_in_a_beat_in_its_order(id: str) -> None:
    for happened in told_in_a_game(id):
        found = beats(happened, NAMES, 0)
        assert texts(found) == [text for one in happened if (text := one.says(NAMES))]
        assert all(beat["lasts"] > 0 for beat in found)


@pytest.mark.parametrize("id", ludotheque.GAMES)
def test_a_beat_has_the_table_as_it_was_at_its_first_sentence(id: str) -> None:
    """Also where zones that lie as before are named alone."""
    for happened in told_in_a_game(id):
        plain = beats(happened, NAMES, 0)
        views = [beat["scene"] for beat in plain]
        told_with = [{one.says(NAMES) for one in happened if one.view.sight == view.sight} for view in views]
        assert all(beat["lines"][0]["text"] in texts for beat, texts in zip(plain, told_with, strict=True))
        lying: dict[str, Any] = {}
        for beat, view in zip(staged(plain), views, strict=True):
            lying |= {zone["id"]: zone for zone in beat["scene"]["zones"] if not isinstance(zone, str)}
            scene = view.game.ruleset.scene(view)
            faces = [[thing.face for thing in zone.things] for zone in scene.zones]
            zones = [lying[zone] if isinstance(zone, str) else zone for zone in beat["scene"]["zones"]]
            assert [[thing.get("face") for thing in zone["things"]] for zone in zones] == faces


def test_several_results_at_once_stay_together() -> None:
    """Each would stay; one goes on once, from the last."""
    ends = [happened for seed in range(20) for happened in told_in_a_game("chip-trick", 4, seed)]
    several = [happened for happened in ends if sum(one.shown == RESULT for one in happened) > 1]
    assert several
    for happened in several:
        assert [beat["stays"] for beat in beats(happened, NAMES, 0)].count("each") == 1


@pytest.mark.parametrize("id", ludotheque.GAMES)
def test_a_story_is_cut_where_its_events_say_or_at_each_turn(id: str) -> None:
    told = [beat for n, happened in enumerate(told_in_a_game(id)) for beat in beats(happened, NAMES, n % 3)]
    parts = list(turns(told))
    assert [beat for part in parts for beat in part] == told
    assert all(part for part in parts)
    if any(beat["begins"] for beat in told):
        assert all(not beat["begins"] for part in parts for beat in part[1:])
        assert all(part[0]["begins"] for part in parts[1:])
    else:
        assert all(len({beat["turn"] for beat in part}) == 1 for part in parts)


@pytest.mark.parametrize(("id", "players"), [("chip-trick", 2), ("chip-trick", 4), ("chip-trick-root", 3)])
def test_the_sheet_has_what_everyone_got_in_every_round(id: str, players: int) -> None:
    """In the story too: tiles won, or points that add up to the score."""
    position, rng = ludotheque.game(id, players).start(), Random(2)
    told = []
    while not position.over:
        told += beats(seen_by(position.game, None, position.play_and_tell(position.draw(rng))), NAMES, None)
    written = [entry for beat in story(told, whole=True) for entry in beat.get("sheet", ())]
    for seat, score in enumerate(position.scores()):
        own = [entry for entry in written if entry["seat"] == seat]
        rounds = [entry["n"] for entry in own if "n" in entry]
        assert (sum(rounds) if id == "chip-trick-root" else [entry.get("mark") for entry in own].count("won")) == score
        assert len(rounds) == len([entry for entry in written if entry["seat"] == 0 and "n" in entry]) > 1
        assert all(entry["n"] > 21 for entry in own if entry.get("mark") == "bust")


@pytest.mark.parametrize("id", ludotheque.GAMES)
def test_a_whole_story_leaves_nothing_out(id: str) -> None:
    told = [beat for happened in told_in_a_game(id) for beat in beats(happened, NAMES, 0)]
    before = texts(told)
    assert texts(story(told, whole=True)) == before


WHY = r"Lots were drawn\.|The highest throw begins\.|\d+ is the most\."


@pytest.mark.parametrize("id", SHELF)
@pytest.mark.parametrize("seed", range(3))
def test_at_the_start_the_story_says_who_begins_and_why(id: str, seed: int) -> None:
    for players in ludotheque.GAMES[id].players:
        position, rng = ludotheque.game(id, players).start(), Random(seed)
        while position.actor is CHANCE:
            position.play(position.draw(rng))
        names = [f"<{seat}>" for seat in range(players)] + ["<ghost>"]
        starter = getattr(position.view(None).sight, "starter", position.actor)
        told = texts(
            story([beat for turn, some in told_by_turn(position, None) for beat in beats(some, names, turn)], whole=False)
        )
        why = [text for text in told if re.match(WHY, text)]
        assert len(why) == 1, told
        assert (names[starter] if starter < players else "<ghost>") in why[0]


def test_a_scene_with_lists_for_tuples_is_drawn_too() -> None:
    """As somebody else's game may have it."""
    thing = Thing("card", "5", moves=["lay 5"])  # type: ignore[arg-type]
    scene = Scene((Zone("hand", "Hand", [thing], parts=[5]),), "", 2, None)  # type: ignore[arg-type]
    (zone,) = plain(scene, "")["zones"]
    assert zone["things"] == [{"kind": "card", "face": "5", "moves": ["lay 5"]}]
    assert zone["parts"] == [5]
