"""A rulebook as clauses: every rule (R…) and every ruling (A…) with its number, in any language.

The source is a game's `rulebook.md` in English; each paragraph of it is a message of the catalogue.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludotheque.i18n import translated

CLAUSE = re.compile(r"- \*\*([RA]\d+)\.\*\* (\*\(not mechanical\)\* )?(.+)")


@dataclass(frozen=True)
class Clause:
    id: str
    text: str
    section: str
    mechanical: bool  # False: about boxes and cups, nothing a program could carry out

    def __str__(self) -> str:
        return translated(self.text)


@dataclass(frozen=True)
class Rulebook:
    title: str
    introduction: str
    clauses: tuple[Clause, ...]

    def __getitem__(self, id: str) -> Clause:
        """The clause of that id; a prefix such as `root ` does not matter."""
        return next(clause for clause in self.clauses if clause.id == id.split()[-1])

    def messages(self) -> list[str]:
        """Every text to be translated, in order."""
        texts = [self.title, self.introduction]
        for clause in self.clauses:
            texts += [clause.section, clause.text]
        return list(dict.fromkeys(texts))


def cited(clauses: str, prefix: str) -> str:
    """The clause of one of two rulebooks: `root R9` of `R20, root R9`."""
    each = clauses.split(", ")
    return next((clause for clause in each if clause.startswith(prefix) == bool(prefix)), each[0])


@cache
def read(path: Path) -> Rulebook:
    title = introduction = section = ""
    clauses = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        clause = CLAUSE.fullmatch(line)
        if clause:
            clauses.append(Clause(clause[1], clause[3], section, clause[2] is None))
        elif line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("# "):
            title = line.removeprefix("# ")
        elif line and not introduction:
            introduction = line
        elif line:
            raise ValueError(f"{path.name}, line {number}: neither a heading nor a clause")
    return Rulebook(title, introduction, tuple(clauses))
