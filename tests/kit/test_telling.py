"""What a mistake in what is told says: the file, the name, and what to do."""

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import pytest

from ludotheque.kit.events import COUNT, SEAT, By, Event, Plural, Telling, declared_in, happenings, private
from ludotheque.kit.telling import check_what_is_told, listening, tell
from ludotheque.seats import NOBODY


def events_module() -> ModuleType:
    made = ModuleType("some_events")
    made.__file__ = "some_events.py"
    made.WON = Event("R1", "{name} won {n}.", seat=SEAT, n=COUNT)  # type: ignore[attr-defined]
    made.LOST = Event("R2", "{name} lost.", seat=SEAT)  # type: ignore[attr-defined]
    return made


def complaint(tmp_path: Path, line: str, **more: object) -> str:
    events = events_module()
    text = f"def apply(f, s, action):\n    tell(s, WON, s.turn, 3)\n    {line}\n"
    file = tmp_path / "some_rules.py"
    file.write_text(text)
    rules = ModuleType("some_rules")
    rules.__file__ = str(file)
    vars(rules).update({"tell": tell, "WON": events.WON, "LOST": events.LOST, **more})
    exec(compile(text, str(file), "exec"), rules.__dict__)
    with pytest.raises(TypeError) as problem:
        check_what_is_told(rules, declared_in(events))
    return str(problem.value).replace(str(tmp_path), "")


def test_a_wrong_number_of_numbers(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, LOST)")
    assert said == "/some_rules.py:3: LOST is told with 0 numbers; it has 1: seat"


def test_an_event_that_is_not_declared(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, GONE, s.turn)", GONE=Event("R3"))
    assert said == "/some_rules.py:3: what is told is GONE, which is no event of this game; declare it, and tell it by its name"


def test_an_event_that_is_never_told(tmp_path: Path) -> None:
    said = complaint(tmp_path, "pass")
    assert "LOST is declared and never told; tell it in /some_rules.py, or take it out" in said


def test_two_meanings_of_one_name(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, LOST, s.turn)", LOST=7)
    assert said.startswith("/some_rules.py: LOST is an event of ")
    assert said.endswith("and something else here; rename one of them")


def test_a_telling_inside_another_statement(tmp_path: Path) -> None:
    said = complaint(tmp_path, "x = tell(s, LOST, s.turn)")
    assert said == "/some_rules.py:3: `tell` is a statement of its own; here it stands inside another"


def test_one_event_with_two_names() -> None:
    events = events_module()
    events.AGAIN = events.WON  # type: ignore[attr-defined]
    declared_in(events_module())
    with pytest.raises(TypeError, match="one event has two names, WON and AGAIN; keep one"):
        declared_in_twice(events)


def declared_in_twice(events: ModuleType) -> None:
    declared_in(events)
    del events.WON
    declared_in(events)


def test_a_number_that_is_not_there() -> None:
    with pytest.raises(TypeError, match="an event of R1 has no number 'n'; it has: seat"):
        Event("R1", notes="n", seat=SEAT)
    with pytest.raises(TypeError, match="has no number 'seat'; it has: value"):
        Event("R1", value=private(COUNT))
    with pytest.raises(TypeError, match="a number 'v', which means something else; rename it"):
        Event("R1", v=COUNT)


class Table:
    turn = 0

    def copy(self) -> "Table":
        return self


def test_told_with_too_few_numbers_while_somebody_listens() -> None:
    won = Event("R1", seat=SEAT, n=COUNT)
    won.name = "WON"
    with listening(0), pytest.raises(TypeError, match="WON is told with 1 numbers; it has 2: seat, n"):
        tell(Table(), won, 1)


def test_nobody_listens_outside() -> None:
    won = Event("R1", seat=SEAT)
    with listening(4) as moments:
        tell(Table(), won, 1)
    tell(Table(), won, 2)
    assert [(moment.step, moment.numbers) for moment in moments] == [(4, (1,))]


class Rules(NamedTuple):
    target: int = 13


SOME = SimpleNamespace(facts=Rules())  # a game, as far as sentences ask for it


def test_sentences() -> None:
    event = Event(
        "R1", Plural("{name}: {n} card of {target}.", "{name}: {n} cards of {target}.", "n"), unseen="{name}: cards.",
        seat=SEAT, n=private(COUNT),
    )  # fmt: skip
    cases = ((1, 1, "Bob: 1 card of 13."), (1, 3, "Bob: 3 cards of 13."), (0, 3, "Bob: cards."), (None, 3, "Bob: cards."))
    for seat, n, said in cases:
        numbers = (1, n)
        assert event.told(Telling(event, SOME, object, event.seen_by(seat, numbers), ["Ada", "Bob"])) == said
    event.name = "EVENT"
    with pytest.raises(AttributeError, match="EVENT has no number 'n' that this seat sees"):
        _ = Telling(event, SOME, object, event.seen_by(0, (1, 3)), []).n


def test_nobody_has_no_name() -> None:
    assert SEAT.said(NOBODY, ["Ada", "Ghost"]) == ""


def test_counting() -> None:
    by = Event("R1", counts=By("n", ("one", "two", "more"), first=1), n=COUNT)
    assert [by.counted((n,)) for n in range(5)] == [(), ("one",), ("two",), ("more",), ("more",)]
    both = Event("R2", counts=("one", "end"))
    assert both.counted(()) == ("one", "end")
    assert happenings((by, both, Event("R3"))) == ("one", "two", "more", "end")
