"""What a mistake in what is told says: the file, the name, and what to do."""

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from ludotheque.kit.events import COUNT, SEAT, VERDICT, By, Entry, Event, Plural, Telling, declared_in, happenings, private
from ludotheque.kit.telling import check_what_is_told, listening, tell
from ludotheque.rulebook import cited
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
    assert said == "/some_rules.py:3: LOST is told with 0 numbers; it has 1: seat; tell just these, in this order"


def test_an_event_that_is_not_declared(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, GONE, s.turn)", GONE=Event("R3"))
    brings = "the game's Rules.of(..., events=...) brings"
    assert said == f"/some_rules.py:3: GONE is none of the events that {brings}; bring the module that declares it"
    said = complaint(tmp_path, "tell(s, LOTS, s.turn)")
    assert said == f"/some_rules.py:3: LOTS is declared nowhere; add LOTS = Event(...) to the module that {brings}"
    said = complaint(tmp_path, "tell(s, LOTS, s.turn)", LOTS=3)
    assert said == "/some_rules.py:3: LOTS is 3 here, not an event; if the name is there twice, rename one of them"


def test_an_event_that_is_never_told(tmp_path: Path) -> None:
    said = complaint(tmp_path, "pass")
    assert "LOST is declared and never told; tell it in /some_rules.py, or take it out" in said


def test_two_meanings_of_one_name(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, LOST, s.turn)", LOST=7)
    assert said.startswith("/some_rules.py: LOST is an event of ")
    assert said.endswith("and something else here; rename one of them")


def test_a_telling_by_names_or_without_a_state(tmp_path: Path) -> None:
    assert complaint(tmp_path, "tell(s, LOST, seat=1)").endswith(
        "numbers are told one by one and without names, as in tell(s, EVENT, 1, 2)"
    )
    assert complaint(tmp_path, "tell(LOST)").endswith("tell(LOST) lacks the state or the event, as in tell(s, EVENT, 1, 2)")
    said = complaint(tmp_path, "tell(LOST, s.turn)")
    assert said == "/some_rules.py:3: tell(LOST, s.turn): the state comes first, as in tell(s, EVENT, 1, 2)"


def test_another_tell(tmp_path: Path) -> None:
    said = complaint(tmp_path, "pass", tell=print)
    assert said.startswith("/some_rules.py:2: this `tell` is not the one that events are told with; add `from ludotheque.kit")


def test_a_beginning_that_tells(tmp_path: Path) -> None:
    said = complaint(tmp_path, "tell(s, LOST, 1)\n\ndef begin(f, s):\n    apply(f, s, 0)")
    assert said == "/some_rules.py: `begin` tells LOST, and nobody listens before the first step; tell it in `apply`"


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


MISTAKES: dict[str, tuple[str, dict[str, Any]]] = {
    "a note of no number": ("notes should name one of its numbers, not 'n'; its numbers are seat", {"notes": "n", "seat": SEAT}),
    "a sheet of no number": ("the sheet takes seat and n, which everyone sees; its numbers are seat", {
        "sheet": Entry("n"), "seat": SEAT}),
    "a sheet of a secret": ("the sheet takes seat and n, which everyone sees", {
        "sheet": Entry("n"), "seat": SEAT, "n": private(COUNT)}),
    "a sheet of nobody": ("the sheet takes seat, which everyone sees; it has none", {"sheet": Entry(mark="won")}),
    "a secret noted": ("'value' can't be noted: the history is for everyone", {
        "notes": "value", "seat": SEAT, "value": private(COUNT)}),
    "nobody who sees it": ("'value' is seen by the seat that its number 'seat' names; add seat=SEAT", {"value": private(COUNT)}),
    "seen by a count": ("'value' is seen by the seat that its number 'n' names", {"n": COUNT, "value": private(COUNT, "n")}),
    "seen by a secret": ("'seat' says who sees 'value', so everyone must", {
        "of": SEAT, "seat": private(SEAT, "of"), "value": private(COUNT)}),
    "a name that is taken": ("a number can't be called 'v', which is what a sentence may ask for", {"v": COUNT}),
    "the name of a parameter": ("a number can't be called 'clause', which is the clause", {"clause": COUNT}),
    "no kind": ("'value' should be a kind of number such as COUNT or SEAT, not 8", {"value": 8}),
    "counted as nothing": ("counts should be a name, or several in brackets, or By", {"counts": True}),
}  # fmt: skip


@pytest.mark.parametrize(("complaint", "declared"), MISTAKES.values(), ids=MISTAKES)
def test_what_does_not_fit_together(complaint: str, declared: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as problem:
        Event("R1", **declared)
    file, line, said = str(problem.value).split(":", 2)
    assert (file, line.isdecimal()) == (__file__, True)
    assert said.startswith(f" an event of R1: {complaint}")


def test_how_long_it_is_shown() -> None:
    with pytest.raises(TypeError, match=r"behind the sentence comes how long it is shown, such as LOOK or VERDICT, not 3$"):
        Event("R1", "{n}.", 3, n=COUNT)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="it is about none; add seat=SEAT"):
        Event("R1", "{n}.", VERDICT, n=COUNT)
    assert Event("R1", "{name}.", VERDICT, seat=SEAT).shown.stays == "own"
    assert Event("R1").shown.seconds > 0


SENTENCES = {
    "{nmae} won.": "'{nmae} won.' asks for {nmae}, which is no fact and none of the numbers told then: n; tell it, or",
    "{name} won.": "'{name} won.' asks for {name}, which",
    "{n} of {target}.": "",
}


@pytest.mark.parametrize(("says", "problem"), SENTENCES.items())
def test_sentences_that_ask_for_what_is_not_there(says: str, problem: str) -> None:
    assert "".join(Event("R1", says, n=COUNT).sentence_problems(["target"])).startswith(problem)


def test_what_others_are_told_asks_for_nothing_secret() -> None:
    event = Event("R1", "{name}: {n}.", unseen="{name}: not {n}.", seat=SEAT, n=private(COUNT))
    assert "asks for {n}, which is private: seat; tell it, or take it out" in next(event.sentence_problems(()))
    everyone = Event("R1", "{name}.", unseen="Somebody.", seat=SEAT)
    assert next(everyone.sentence_problems(())).startswith("`unseen` is never said, as everyone sees all its numbers")


def test_a_fact_does_not_stand_in_for_a_secret_of_its_name() -> None:
    event = Event("R1", "{name}: {limit}.", unseen="{name} saw {limit}.", seat=SEAT, limit=private(COUNT))
    assert next(event.sentence_problems(["limit"])).startswith("'{name} saw {limit}.' asks for {limit}, which is private: seat")
    plural = Event("R1", Plural("{n} card", "{n} cards", "m"), n=COUNT)
    assert next(plural.sentence_problems(())) == "'{n} card' goes by the number 'm', which it does not have"


def test_the_clause_of_each_edition() -> None:
    assert [cited("R20, root R9", ""), cited("R20, root R9", "root "), cited("root R9", "root ")] == ["R20", "root R9", "root R9"]


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
        assert event.told(Telling(event, SOME, SimpleNamespace(seat=seat), event.seen_by(seat, numbers), ["Ada", "Bob"])) == said
    event.name = "EVENT"
    with pytest.raises(AttributeError, match="EVENT has no number 'n' that this seat sees"):
        _ = Telling(event, SOME, SimpleNamespace(seat=seat), event.seen_by(0, (1, 3)), []).n


def test_nobody_has_no_name() -> None:
    assert SEAT.said(NOBODY, ["Ada", "Ghost"]) == ""


def test_counting() -> None:
    by = Event("R1", counts=By("n", ("one", "two", "more"), first=1), n=COUNT)
    assert [by.counted((n,)) for n in range(5)] == [(), ("one",), ("two",), ("more",), ("more",)]
    both = Event("R2", counts=("one", "end"))
    assert both.counted(()) == ("one", "end")
    assert happenings((by, both, Event("R3"))) == ("one", "two", "more", "end")
