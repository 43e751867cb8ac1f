"""A game's introduction: a short game that is played along, with a sentence before each of one's own moves.

It is a game record beside the rulebook, `lesson.txt`, whose comments are the sentences, in English; each is a message of the
catalogue.

    # Turn cards up and add them: 13 is best, more is too much. Turn card a1. (R6 R11)
    #? You may turn any card. In this lesson it is a1.
    turn a1

The first is said before the step, with the clauses behind it. `#?` is said to who tries something else. A sentence before the
closing line is the last one. After that line stand tips for a first game, each with the kinds of moves that it is about:

    # play: Play any chip. The highest one wins the trick.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SAID = re.compile(r"# (.+?)(?: \(((?:[RA]\d+ ?)+)\))?")
WHY = re.compile(r"#\? (.+)")
TIP = re.compile(r"# ([a-z ]+): (.+)")


@dataclass(frozen=True)
class Step:
    """One line of the record, with what is said before it."""

    text: str
    says: str = ""
    why: str = ""  # not something else
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    steps: tuple[Step, ...]
    end: Step  # nothing is left to do, but to be said
    tips: tuple[tuple[tuple[str, ...], str], ...]  # for moves that begin with one of these words; the first that fits counts

    def messages(self) -> list[str]:
        """Every text to be translated, in order."""
        texts = [text for step in (*self.steps, self.end) for text in (step.says, step.why)]
        return list(dict.fromkeys(text for text in [*texts, *(tip for _, tip in self.tips)] if text))


def path_of(rulebook: Path) -> Path:
    return rulebook.with_name(f"{rulebook.stem.replace('rulebook', 'lesson')}.txt")


@cache
def read(path: Path) -> Lesson:
    steps: list[Step] = []
    end: Step | None = None
    tips = []
    before: list[str] = []
    _head, _, body = path.read_text("utf-8").partition("\n\n")
    for line in filter(None, body.splitlines()):
        if end and (tip := TIP.fullmatch(line)):
            tips.append((tuple(tip[1].split()), tip[2]))
        elif line.startswith("#"):
            before.append(line)
        elif line.startswith("="):
            end, before = step_of("", before), []
        else:
            steps.append(step_of(line, before))
            before = []
    assert end, f"{path.name} has no closing line"
    return Lesson(tuple(steps), end, tuple(tips))


def step_of(text: str, comments: list[str]) -> Step:
    says, why, clauses = "", "", ""
    for comment in comments:
        if reason := WHY.fullmatch(comment):
            why = reason[1]
        elif said := SAID.fullmatch(comment):
            says, clauses = said[1], said[2] or ""
    return Step(text, says, why, tuple(clauses.split()))
