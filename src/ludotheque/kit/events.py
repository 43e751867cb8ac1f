"""What can happen in a game: each kind of event is declared once, and all that tells of it follows from that.

    TURNED = Event("R11", N_("{name} turned {cell}: {value}."), seat=SEAT, cell=CELL, value=COUNT)
    PUT_BACK = Event("A16", N_("{name} put {value} back on {cell}."), seat=SEAT, value=private(COUNT), cell=CELL,
                     unseen=N_("{name} put a card back on {cell}."))

Rules tell an event where it happens: `tell(s, TURNED, s.turn, cell, s.value[cell])`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import Formatter
from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.i18n import N_, counted, counted_to_you, to_you, translated
from ludotheque.seats import NOBODY


@dataclass(frozen=True)
class Number:
    """What a number of an event stands for, how it is said, and who sees it."""

    kind: str
    said: Callable[[int, Sequence[str]], str]  # (the number, everyone's names)
    seen_by: str = ""  # the number of the event that is the one seat that sees this; else all do


SEAT = Number("seat", lambda seat, names: names[seat] if seat != NOBODY else "")
COUNT = Number("count", lambda count, names: str(count))


def private(number: Number, of: str = "seat") -> Number:
    """Seen by one seat alone: the one that another number of the event names."""
    return replace(number, seen_by=of)


class Plural(NamedTuple):
    """A sentence that has two forms, by one of the numbers in it."""

    one: str
    many: str
    number: str


class By(NamedTuple):
    """Counted by the value of a number: `first` as the first of these names, the next as the second, and more as the last."""

    number: str
    names: tuple[str, ...]
    first: int = 0


Sentence = str | Plural


@dataclass(frozen=True)
class Telling:
    """An event as one seat, or an onlooker, is told it: its numbers, and the table at that moment as they see it."""

    event: Event
    game: Any
    v: Any  # their Sight
    numbers: Mapping[str, int]  # those that they see
    names: Sequence[str]

    @property
    def f(self) -> Any:
        """The facts."""
        return self.game.facts

    def __getattr__(self, name: str) -> int:
        try:
            return self.numbers[name]
        except KeyError:
            raise AttributeError(f"{self.event.name} has no number '{name}' that this seat sees") from None

    def say(self, sentence: Sentence, **more: object) -> str:
        """The sentence in the language that is spoken.

        Filled in are the facts, the numbers, `{name}` for who `seat` is, and whatever more is given. Who is called "You" is
        spoken to, where the language has a form of its own for that.
        """
        kinds = self.event.numbers
        words: dict[str, object] = self.f._asdict()
        words |= {name: kinds[name].said(number, self.names) for name, number in self.numbers.items()}
        words |= {"name": words.get("seat", "")} | more
        if isinstance(sentence, Plural):
            number = more.get(sentence.number, self.numbers.get(sentence.number))
            assert isinstance(number, int), f"{self.event.name}: no number '{sentence.number}'"
            return (counted_to_you if self.is_you(words) else counted)(sentence.one, sentence.many, number).format(**words)
        return (to_you if self.is_you(words) else translated)(sentence).format(**words)

    def is_you(self, words: Mapping[str, object]) -> bool:
        """Whoever looks, and is called "You": others may bear that as a name."""
        return self.numbers.get("seat") == self.v.seat and words["name"] == translated("You")


Says = Sentence | Callable[[Telling], str]
RESERVED = {
    "name": "who `seat` is", "clause": "the clause", "says": "the sentence",
    **dict.fromkeys(("event", "game", "f", "v", "numbers", "names", "say"), "what a sentence may ask for"),
}  # fmt: skip


class Shown(NamedTuple):
    """How long it takes to see an event, and whether it waits until one goes on."""

    seconds: float  # 0: it is said together with what happened before
    stays: str = ""  # for the seat whose "own" it is; for "each"; for nobody


ASIDE, GLANCE, LOOK, READ = Shown(0), Shown(1), Shown(1.5), Shown(2.5)
VERDICT, RESULT = Shown(4, "own"), Shown(4, "each")


class Entry(NamedTuple):
    """What an event writes on the score sheet, in the column of its `seat`: one of its numbers, a mark, or both."""

    number: str = ""
    mark: str = ""  # "won" or "bust"


class Event:
    """A kind of thing that happens."""

    def __init__(
        self,
        clause: str,
        says: Says = "",
        shown: Shown = GLANCE,
        /,
        *,
        unseen: Says = "",
        counts: str | tuple[str, ...] | By = (),
        notes: str = "",
        fades: bool = False,
        begins: bool = False,
        sheet: Entry | None = None,
        **numbers: Number,
    ) -> None:
        """A clause for each rulebook of the game; `unseen` is said to those who don't see all numbers, nothing if it is empty.

        `notes` is the number that goes into the history, because no move's text says what everyone has seen by it.

        In the story of the game it `begins` a new part (where none does, each turn is one); what `fades` leaves the story,
        because people should remember it for themselves. What goes on the `sheet` of rounds is read when the game is over.
        """
        self.name = ""  # the one it has in its module
        self.file = ""
        self.clause = clause
        self.says = says
        self.unseen = unseen
        self.counts = (counts,) if isinstance(counts, str) else counts
        self.notes = notes
        self.shown = shown
        self.fades = fades
        self.begins = begins
        self.sheet = sheet
        self.numbers = numbers
        for problem in self.problems():
            there = sys._getframe(1)  # it has no name yet; the line says which it is
            raise TypeError(f"{there.f_code.co_filename}:{there.f_lineno}: an event of {clause}: {problem}")

    def problems(self) -> Iterator[str]:
        """What does not fit together."""
        there = f"its numbers are {', '.join(self.numbers)}" if self.numbers else "it has none"
        for name, number in self.numbers.items():
            if name in RESERVED:
                yield f"a number can't be called '{name}', which is {RESERVED[name]}; call it something else"
            if not isinstance(number, Number):
                yield f"'{name}' should be a kind of number such as COUNT or SEAT, not {number!r}"
            elif number.seen_by and getattr(self.numbers.get(number.seen_by), "kind", "") != SEAT.kind:
                yield f"'{name}' is seen by the seat that its number '{number.seen_by}' names; add {number.seen_by}=SEAT"
            elif number.seen_by and self.numbers[number.seen_by].seen_by:
                yield f"'{number.seen_by}' says who sees '{name}', so everyone must see it"
        for use, name in (("notes", self.notes), ("counts", self.counts.number if isinstance(self.counts, By) else "")):
            if not isinstance(name, str) or (name and name not in self.numbers):
                yield f"{use} should name one of its numbers, not {name!r}; {there}"
            elif use == "notes" and name and self.numbers[name].seen_by:
                yield f"'{name}' can't be noted: the history is for everyone, and it is seen by one seat alone"
        if not isinstance(self.counts, By | tuple) or not all(isinstance(name, str) for name in self.names_counted()):
            yield f"counts should be a name, or several in brackets, or By(number, names), not {self.counts!r}"
        if self.sheet:
            wanted = [name for name in ("seat", self.sheet.number) if name]
            if not all(name in self.numbers and self.is_open(name) for name in wanted):
                yield f"the sheet takes {' and '.join(wanted)}, which everyone sees; {there}"
        if not isinstance(self.shown, Shown):
            yield f"behind the sentence comes how long it is shown, such as LOOK or VERDICT, not {self.shown!r}"
        elif self.shown.stays == "own" and "seat" not in self.numbers:
            yield "it waits for the seat that it is about to go on, and it is about none; add seat=SEAT, or take READ"

    def sentence_problems(self, facts: Iterable[str]) -> Iterator[str]:
        """What its sentences ask for and nobody fills in; a number that is not seen is none, even if a fact is called like it."""
        if self.unseen and all(map(self.is_open, self.numbers)):
            yield "`unseen` is never said, as everyone sees all its numbers; make one private(...), or take it out"
        open_to_all = [name for name in self.numbers if self.is_open(name)]
        for says, numbers in ((self.says, list(self.numbers)), (self.unseen, open_to_all)):
            known = {*(set(facts) - set(self.numbers)), *numbers, *(["name"] if "seat" in numbers else [])}
            for text in (says.one, says.many) if isinstance(says, Plural) else (says,) if isinstance(says, str) else ():
                for _text, wanted, _form, _conversion in Formatter().parse(text):
                    if wanted is not None and wanted not in known:
                        there = ", ".join(numbers) or "none"
                        why = "is private" if wanted in self.numbers else "is no fact and none of the numbers told then"
                        yield f"'{text}' asks for {{{wanted}}}, which {why}: {there}; tell it, or take it out of the sentence"
            if isinstance(says, Plural) and says.number not in numbers:
                yield f"'{says.one}' goes by the number '{says.number}', which it does not have"

    def __repr__(self) -> str:
        return f"<Event {self.name}>"

    def seen_by(self, seat: int | None, numbers: Sequence[int]) -> dict[str, int]:
        """The numbers that this seat, or an onlooker, sees."""
        named = dict(zip(self.numbers, numbers, strict=True))
        return {name: number for name, number in named.items() if self.is_open(name) or named[self.numbers[name].seen_by] == seat}

    def is_open(self, name: str) -> bool:
        return not self.numbers[name].seen_by

    def told(self, telling: Telling) -> str:
        """The sentence; nothing where there is none."""
        says = self.says if len(telling.numbers) == len(self.numbers) else self.unseen
        if callable(says) and not isinstance(says, Plural):
            return says(telling)
        return telling.say(says) if says else ""

    def noted(self, numbers: Sequence[int]) -> str:
        """The number that goes into the history."""
        return self.numbers[self.notes].said(numbers[list(self.numbers).index(self.notes)], ())

    def names_counted(self) -> tuple[str, ...]:
        """All that it may count as."""
        return self.counts.names if isinstance(self.counts, By) else self.counts

    def counted(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """What it counts as."""
        if isinstance(self.counts, By):
            place = numbers[list(self.numbers).index(self.counts.number)] - self.counts.first
            return (self.counts.names[min(place, len(self.counts.names) - 1)],) if place >= 0 else ()
        return self.counts


def declared_in(module: ModuleType) -> tuple[Event, ...]:
    """The events of a module, in its order, each with its name."""
    found = []
    for name, event in vars(module).items():
        if isinstance(event, Event):
            if event.name not in ("", name):
                raise TypeError(f"{module.__file__}: one event has two names, {event.name} and {name}; keep one")
            event.name, event.file = name, getattr(module, "__file__", "")
            found.append(event)
    return tuple(found)


# --- of games that declare none -------------------------------------------------------------------


def in_notation(t: Telling) -> str:
    """A move in its notation, to those who saw it."""
    if "action" not in t.numbers:
        return ""
    move = t.game.ruleset.moves[t.action]
    return t.say(CHANCE_MOVED if t.seat == NOBODY else MOVED, move=move)


MOVED, CHANCE_MOVED = N_("{name}: {move}"), N_("chance: {move}")
ACTION = Number("action", lambda action, names: str(action))
PLAYED = Event("", in_notation, seat=SEAT, action=ACTION)
PLAYED_UNSEEN = Event("", in_notation, seat=SEAT, seer=SEAT, action=private(ACTION, "seer"))
PLAYED.name, PLAYED_UNSEEN.name = "PLAYED", "PLAYED_UNSEEN"


def happenings(events: Iterable[Event]) -> tuple[str, ...]:
    """All that is counted, each once."""
    return tuple(dict.fromkeys(name for event in events for name in event.names_counted()))
