"""Who sees what: each field of a state says it once, and everything that a seat may know is made from that.

    @record
    class State(Record):
        turn: Open[Int8]                                                   # everyone
        hand: Annotated[list[int], 32, SEATS, EACH_SEAT, OWN]              # of an entry a seat, that seat its own
        value: Annotated[list[int], 8, CELLS, by(knows)]                   # entry by entry, whoever `knows(f, s, seat, entry)`
        log: Annotated[list[int], 8, LOG, up_to("logged")]                 # everyone, so many entries
        stock: Int8                                                        # nobody

    @sight
    class Sight(State):
        seat: Int8
        cards: Annotated[list[int], 8, SEATS, EACH_SEAT, of(hand_size)]    # beside a hidden field, what all see of it

    view, view_own, known = seeing(Sight)

A field that says nothing is hidden. A Sight is a state with unknowns, so that the rules' own questions can be asked of it.
"""

import linecache
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, cast

from ludotheque.fields import Field, R, Record, Seen, read_fields, with_slots
from ludotheque.seats import Seats

OWN = Seen("own")
NUMBERS = count()  # of what is written here, so that each has a name of its own


def by(knows: Callable[..., bool]) -> Seen:
    """Seen by whoever knows: `knows(f, s, seat, entry)`, or `knows(f, s, seat)` of a single number. It may ask a Sight, too."""
    return Seen("by", knows)


def up_to(number: str) -> Seen:
    """Seen by everyone, as many entries as that field says."""
    return Seen("up to", number)


def of(told: Callable[..., int]) -> Seen:
    """Not in the state but made of it, for everyone: `told(f, s, entry)`, or `told(f, s)` of a single number."""
    return Seen("of", told)


def sight(declared: type[R]) -> type[R]:
    """A state as a seat sees it: the fields that are visible, and what is declared beside them."""
    more = read_fields(declared)
    where, state = f"{declared.__module__}.{declared.__name__}", declared.__mro__[1]
    if not issubclass(state, Record) or not state.FIELDS:
        raise TypeError(f"{where}: it should be a class of its State, which is a @record with fields")
    if next(iter(more), "") != "seat":
        raise TypeError(f"{where}: its first field is 'seat: Int8', whose sight it is")
    for name, field in more.items():
        if name != "seat" and (field.seen is None or field.seen.how != "of"):
            raise TypeError(f"{where}: say what '{name}' is made of, with of(...)")
        if name in state.FIELDS:
            raise TypeError(f"{where}: '{name}' is a field of the state, too; rename one of them")
    for name, field in state.FIELDS.items():
        place, seen = f"{state.__module__}.{state.__name__}", field.seen
        if seen and seen.how == "up to":
            number = state.FIELDS.get(seen.of)
            if number is None or number.length or number.seen is None or number.seen.how != "open" or not field.length:
                raise TypeError(f"{place}: '{name}' is a list that is seen up to '{seen.of}', which must be an Open number of it")
        if seen and seen.how == "own" and not isinstance(field.length, Seats):
            raise TypeError(f"{place}: '{name}' is OWN, so it is a list with an entry for each seat, as in list[int], 8, SEATS")
    visible = {name: field for name, field in state.FIELDS.items() if field.seen}
    seat = {"seat": more.pop("seat")}
    made = with_slots(declared, seat | visible | more, own=tuple(seat | more))
    made.__getattr__ = hidden_field  # type: ignore[attr-defined]
    return made


def hidden_field(v: Record, name: str) -> Any:
    """What is asked for and not there."""
    raise AttributeError(
        f"'{name}' is no field of {type(v).__module__}.{type(v).__name__}: in the state it is hidden, unless it says Open[...],"
        " OWN, by(...) or up_to(...)"
    )


class Made(NamedTuple):
    view: Callable[..., None]  # (f, s, seat, v): copies into a blank sight what that seat may know
    view_own: Callable[..., None]  # (f, s, seat, v): only what not everybody sees
    known: Callable[..., None]  # (f, v, s): copies into a blank state what a sight knows


def seeing(kind: type[Record]) -> Made:
    state = kind.__mro__[1]
    fields = {name: field for name, field in kind.FIELDS.items() if name != "seat"}
    alone = {name: field for name, field in fields.items() if cast(Seen, field.seen).differs}
    head = f"(f, s: {state.__name__}, seat, v: {kind.__name__}):"
    return Made(
        written(f"def view{head}", ["v.seat = seat"], fields, viewed, kind),
        written(f"def view_own{head}", ["v.seat = seat"], alone, viewed, kind),
        written(f"def known(f, v: {kind.__name__}, s: {state.__name__}):", [], fields, taken_over, kind),
    )


Line = tuple[str, str]  # over how many entries, if it is done for each of them; and what is done
Lines = Callable[[str, Field, bool, dict[str, Any]], Line]


def written(head: str, first: list[str], fields: dict[str, Field], lines: Lines, kind: type[Record]) -> Callable[..., None]:
    """The function twice: as it is quick for Python, and number by number, as it is compiled."""
    quick, compiled = (text_of(head, first, fields, lines, kind, whole) for whole in (True, False))
    quick.to_compile = compiled  # type: ignore[attr-defined]
    return quick


def text_of(
    head: str, first: list[str], fields: dict[str, Field], lines: Lines, kind: type[Record], whole: bool
) -> Callable[..., None]:
    names: dict[str, Any] = {kind.__name__: kind, kind.__mro__[1].__name__: kind.__mro__[1]}
    done: dict[str, list[str]] = {"": [*first]}  # one loop for all lists of one length: it is quicker
    for name, field in fields.items():
        over, does = lines(name, field, whole, names)
        if does:
            done.setdefault(over, []).append(does)
    body = done.pop("")
    for over, each in done.items():
        body += [f"for i in range({over}):", *(f"    {does}" for does in each)]
    text = "\n    ".join([head, *(body or ["pass"])]) + "\n"
    file = f"<{kind.__module__}.{kind.__name__} {next(NUMBERS)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # for whoever asks for the source
    names["__name__"] = kind.__module__
    exec(compile(text, file, "exec"), names)  # noqa: S102 - names of fields from this house's own classes
    made: Callable[..., None] = names[head.split("(")[0].removeprefix("def ")]
    return made


def asked(function: Any, names: dict[str, Any]) -> str:
    """The name by which the text calls a function of the game."""
    name = str(getattr(function, "__name__", function))
    if not name.isidentifier():
        raise TypeError(f"{name} says who sees what; it should be a function with a name of its own")
    if names.setdefault(name, function) is not function:
        raise TypeError(f"{function.__module__}: two functions called {name} say who sees what; rename one of them")
    return name


def viewed(name: str, field: Field, whole: bool, names: dict[str, Any]) -> Line:
    """From the state to the sight."""
    seen = cast(Seen, field.seen)
    if seen.how == "of":
        told, over = asked(seen.of, names), entries(field, names)
        return over, f"v.{name}[i] = {told}(f, s, i)" if over else f"v.{name} = {told}(f, s)"
    if seen.how == "own":
        return "", f"if seat >= 0: v.{name}[seat] = s.{name}[seat]"
    if seen.how == "by":
        knows, over = asked(seen.of, names), entries(field, names)
        copy = f"v.{name}[i] = s.{name}[i]" if over else f"v.{name} = s.{name}"
        return over, f"if {knows}(f, s, seat{', i' if over else ''}): {copy}"
    return copied(name, field, "v", "s", whole, names)


def taken_over(name: str, field: Field, whole: bool, names: dict[str, Any]) -> Line:
    """From the sight to a state."""
    seen = cast(Seen, field.seen)
    if seen.how == "of":
        return "", ""
    if seen.how == "own":
        return "", f"if v.seat >= 0: s.{name}[v.seat] = v.{name}[v.seat]"
    if seen.how == "by":
        knows, over = asked(seen.of, names), entries(field, names)
        copy = f"s.{name}[i] = v.{name}[i]" if over else f"s.{name} = v.{name}"
        return over, f"if {knows}(f, v, v.seat{', i' if over else ''}): {copy}"
    return copied(name, field, "s", "v", whole, names)


def copied(name: str, field: Field, to: str, source: str, whole: bool, names: dict[str, Any]) -> Line:
    seen = cast(Seen, field.seen)
    if not field.length:
        return "", f"{to}.{name} = {source}.{name}"
    many = f"{source}.{seen.of}" if seen.how == "up to" else ""
    if not whole:
        return many or entries(field, names), f"{to}.{name}[i] = {source}.{name}[i]"
    return "", f"{to}.{name}[:{many}] = {source}.{name}[:{many}]" if many else f"{to}.{name} = {source}.{name}[:]"


def entries(field: Field, names: dict[str, Any]) -> str:
    """How many a list has; nothing where it is a number."""
    if isinstance(field.length, Seats):
        names["SEATS"] = field.length  # compiled, there may be fewer
        return "SEATS"
    return str(field.length or "")


def hides_nothing(kind: type[Record]) -> bool:
    """Whether every seat sees the same."""
    return all(field.seen and not field.seen.differs for name, field in kind.FIELDS.items() if name != "seat")
