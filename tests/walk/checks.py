"""What has to hold in every position of a table's page. Each check reads what `measure.js` measured and says what it found."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

SLACK = 4  # pixels that boxes may lie over each other: shadows and rims
EDGE = 2  # pixels that are no cut
TEXT, NEEDED = 14, 17  # the smallest type, and the smallest of what a move needs
PRESSED, CELL = 44, 40
CHIPS = {"own": 96, "middle": 96, "other": 64}  # at 1440 x 900
NUMERALS = 60  # on the wall, on one's own and in the middle
SCROLLS_BELOW = 360  # on narrower screens a page may be higher than the screen
NO_LENGTH = "0"  # what counts nothing has no room in a rod
PREVIEW = ".latest"  # one line above the drawer: the story in the drawer has the whole sentence
PAPER = ("result", "note")  # papers lie on the felt on purpose, and go away
DISPLAY = "display"  # chips that were shown: of a kind of their own, a little smaller than the hand
Measured = dict[str, Any]
Box = tuple[float, float, float, float]


class Complaint(NamedTuple):
    """What is wrong, in words that are the same each time, and this time's numbers; `worst` ranks the examples."""

    check: str
    what: str
    example: str
    worst: float = 0


def called(part: Measured) -> str:
    """The same for all things of a zone, whoever's."""
    zone = re.sub(r"\d+$", "", part["zone"])
    return " ".join(filter(None, [part["of"], zone, part["kind"] if part["is"] == "thing" else part["is"]]))


def shown_at(part: Measured) -> str:
    return f"{part['says'] or part['where']!r} {[round(x) for x in part['box']]}"


def ink(part: Measured) -> Box:
    """A chip's box without its empty corners."""
    left, top, right, bottom = part["box"]
    corner = 0.1 * (right - left) if part["round"] else 0
    return left + corner, top + corner, right - corner, bottom - corner


def overlap(one: Box, other: Box) -> float:
    """How far two boxes lie over each other, the way they do so less."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


def belong_together(one: Measured, other: Measured) -> bool:
    """A thing with its own label; things fanned in one zone; papers, which lie over what they end; words on the same paper."""
    if one["thing"] and one["thing"] == other["thing"] and one["zone"] == other["zone"]:
        return True
    if one["is"] == other["is"] == "thing" and one["zone"] == other["zone"]:
        return True
    return one["inside"] == other["inside"] == "paper" or one["is"] in PAPER or other["is"] in PAPER


def nothing_lies_over_something_else(page: Measured) -> Iterator[Complaint]:
    for one, other in combinations(page["parts"], 2):
        over = overlap(ink(one), ink(other))
        if over > SLACK and not belong_together(one, other):
            what = " over ".join(sorted([called(one), called(other)]))
            yield Complaint("overlap", what, f"{over:.0f} px: {shown_at(one)}, {shown_at(other)}", over)


def nothing_is_covered(page: Measured) -> Iterator[Complaint]:
    for part in page["parts"]:
        if part["covered"] and part["is"] not in PAPER and not part["inside"]:
            yield Complaint("covered", f"{called(part)} by {part['covered']}", shown_at(part))


def nothing_is_cut_off(page: Measured) -> Iterator[Complaint]:
    for part in page["parts"]:
        left, _, right, _ = part["box"]
        out = max(part["hidden"], -left, right - page["width"])
        if out > EDGE and part["is"] not in PAPER and not part["inside"]:
            yield Complaint("cut off", called(part), f"{out:.0f} px: {shown_at(part)}, felt {page['felt']}", out)


def no_text_is_left_out(page: Measured) -> Iterator[Complaint]:
    for text in page["texts"]:
        if text["left"] > 1 and PREVIEW not in text["where"] and not (text["rod"] and text["says"] == NO_LENGTH):
            yield Complaint("text left out", text["where"], f"{text['left']} px of {text['says']!r}", text["left"])


def chips_are_as_large_as_on_the_desk(page: Measured) -> Iterator[Complaint]:
    if (page["width"], page["height"]) != (1440, 900):
        return
    for part in page["parts"]:
        size = part["box"][2] - part["box"][0]
        if part["round"] and part["is"] == "thing" and size < CHIPS[part["of"]] - 0.5:
            yield Complaint("small chip", called(part), f"{size:.0f} px, not {CHIPS[part['of']]}", -size)


def text_is_large_enough(page: Measured) -> Iterator[Complaint]:
    for text in page["texts"]:
        least = NEEDED if text["needed"] else TEXT
        if text["size"] < least - 0.05:
            kind = "small text that a move needs" if text["needed"] else "small text"
            where = f"{text['of']} {text['kind']} {text['where']}"
            yield Complaint(kind, where, f"{text['size']} px, not {least}: {text['says']!r}", -text["size"])


def numerals_can_be_read_from_afar(page: Measured) -> Iterator[Complaint]:
    """On the wall, where the drawn look has them that large: one's own and those in the middle, but not small cards in a grid."""
    if page["width"] < 1900:
        return
    for text in page["texts"]:
        zone = re.sub(r"\d+$", "", text["zone"])
        large = text["face"] and text["of"] != "other" and zone not in ("grid", "won", "pile", "stock", DISPLAY)
        if large and text["size"] < NUMERALS - 0.05:
            where = f"{text['of']} {zone} {text['kind']}, {len(text['says'])} digits"
            yield Complaint("small numerals", where, f"{text['size']} px, not {NUMERALS}: {text['says']!r}", -text["size"])


def a_turn_fits_the_screen(page: Measured) -> Iterator[Complaint]:
    if page["width"] < SCROLLS_BELOW:
        return
    if page["higher"] > 0:
        yield Complaint("page scrolls", page["doing"], f"{page['higher']} px higher than the screen", page["higher"])
    for part in page["parts"] if page["doing"] == "mine" else ():
        below = max(part["box"][3] - page["height"], -part["box"][1], part["scrolls"])
        if below > EDGE and not part["inside"] and part["is"] not in PAPER:
            yield Complaint("not on the screen", called(part), f"{below:.0f} px: {shown_at(part)}", below)


def nothing_scrolls_sideways(page: Measured) -> Iterator[Complaint]:
    if page["wider"] > 0:
        yield Complaint("scrolls sideways", page["doing"], f"{page['wider']} px", page["wider"])


def what_is_pressed_is_large_enough(page: Measured) -> Iterator[Complaint]:
    for one in page["pressed"]:
        least = CELL if one["cell"] else PRESSED
        size = min(one["width"], one["height"])
        if size < least:
            example = f"{one['width']} x {one['height']}, not {least}: {one['says']!r}"
            yield Complaint("small to press", one["where"], example, -size)


def gold_means_press(page: Measured) -> Iterator[Complaint]:
    for one in page["golden"]:
        yield Complaint("gold and not to be pressed", f"{one['where']} while {page['doing']}", repr(one["says"]))


Check = Callable[[Measured], Iterator[Complaint]]
CHECKS: tuple[Check, ...] = (
    nothing_lies_over_something_else, nothing_is_covered, nothing_is_cut_off, no_text_is_left_out,
    chips_are_as_large_as_on_the_desk, text_is_large_enough, numerals_can_be_read_from_afar, a_turn_fits_the_screen,
    nothing_scrolls_sideways, what_is_pressed_is_large_enough, gold_means_press,
)  # fmt: skip


def focus_is_kept(page: Measured) -> Iterator[Complaint]:
    """Asked after a move that was made by keyboard."""
    if page["focus"] == "body":
        yield Complaint("focus lost", page["doing"], "document.activeElement is the body")


def move_texts(moves: list[str], names: tuple[str, ...] = ()) -> re.Pattern[str]:
    """What finds the notation of moves in a sentence: phrases of two or more words."""
    phrases = sorted({text for text in moves if " " in text and text not in names}, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])")


def no_notation_is_shown(page: Measured, notation: re.Pattern[str]) -> Iterator[Complaint]:
    for text in page["texts"]:
        if found := notation.search(text["says"]):
            yield Complaint("notation", f"{found[0].split()[0]} … in {text['where']}", repr(text["says"]))
