"""A record of named numbers, almost always signed integers: one declaration, two forms.

    @record
    class State(Record):
        turn: Int8
        hand: Annotated[list[int], 32, 4, EACH_SEAT]

The class itself, plain ints and lists in slots, is what interpreted rules work on; `dtype()` is
the same record for compiled rules. The rules can't tell the difference.
"""

from typing import Annotated, Any, NamedTuple, Self, TypeVar, cast, get_args, get_type_hints

Int8 = Annotated[int, 8]
Int16 = Annotated[int, 16]
Int32 = Annotated[int, 32]
Int64 = Annotated[int, 64]

R = TypeVar("R", bound="Record")

EACH_SEAT = "each seat"  # in an annotation, after the length
FLEETING = (
    "fleeting"  # in an annotation: only moments have it, in every position it is 0; where nobody listens it is not compiled
)

UNKNOWN = -1  # what a view holds before anything was copied in


class Seen(NamedTuple):
    """Who sees a field; see kit/seeing.py."""

    how: str  # open, own, by, up to, of
    of: Any = None

    @property
    def differs(self) -> bool:
        """From seat to seat."""
        return self.how in ("own", "by")


T = TypeVar("T")
Open = Annotated[T, Seen("open")]  # everyone sees it


class Field(NamedTuple):
    bits: int
    length: int = 0  # 0: a single number
    kind: str = "i"  # NumPy's letter: "f" for numbers with a fraction
    each_seat: bool = False  # one number a seat: compiled, it has room for the seats that are taken
    fleeting: bool = False
    seen: Seen | None = None  # nobody, if it says nothing

    @property
    def numpy(self) -> str:
        return f"{self.kind}{self.bits // 8}"


def numpy_table(fields: dict[str, Field]) -> list[Any]:
    """The fields as NumPy lists them."""
    return [(n, f.numpy, (int(f.length),)) if f.length else (n, f.numpy) for n, f in fields.items()]


class Record:
    """What every record can do; `@record` adds the slots."""

    __slots__ = ()
    FIELDS: dict[str, Field] = {}

    def __init__(self, fill: int = 0) -> None:
        raise NotImplementedError  # written out for each record, see below

    def copy(self) -> Self:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]  # it changes in play

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.as_dict().items())})"

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.FIELDS}

    @classmethod
    def dtype(cls) -> Any:
        """The same record for NumPy."""
        import numpy

        return numpy.dtype(numpy_table(cls.FIELDS), align=True)

    @classmethod
    def from_numpy(cls, row: Any) -> Self:
        """This record, in plain Python numbers, from one row of an array of `dtype()`."""
        twin = object.__new__(cls)
        for (name, field), value in zip(cls.FIELDS.items(), row.tolist(), strict=True):
            setattr(twin, name, value.tolist() if field.length else value)
        return twin

    def to_numpy(self) -> Any:
        """One row of an array of `dtype()`, which shares nothing with this record."""
        import numpy

        row = numpy.zeros(1, self.dtype())
        for name in self.FIELDS:
            row[name][0] = getattr(self, name)
        return row[0]


def record(declared: type[R]) -> type[R]:
    """Reads the annotations of a class into `FIELDS` and gives its objects slots."""
    table = read_fields(declared)
    return with_slots(declared, table, own=tuple(table))


def read_fields(declared: type[R]) -> dict[str, Field]:
    """The fields that a class itself declares."""
    table = {}
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if name != "FIELDS":
            where = f"{declared.__module__}.{declared.__name__}.{name}"
            form, *rest = get_args(hint) or (hint,)
            numbers = [part for part in rest if isinstance(part, int)]
            strange = [part for part in rest if not isinstance(part, int | Seen) and part not in (EACH_SEAT, FLEETING)]
            if not numbers or strange:
                what = f"{strange[0]!r} means nothing here" if strange else "say how many bits"
                raise TypeError(f"{where}: {what}; fields are such as Int8, Open[Int8] or Annotated[list[int], 8, 4, by(knows)]")
            if FLEETING in rest and len(numbers) > 1:
                raise TypeError(
                    f"{declared.__module__}.{declared.__name__}.{name}: what is FLEETING is a single number, not a list"
                )
            seen = next((part for part in rest if isinstance(part, Seen)), None)
            bits, length = numbers[0], numbers[1] if len(numbers) > 1 else 0
            table[name] = Field(bits, length, "f" if form == list[float] else "i", EACH_SEAT in rest, FLEETING in rest, seen)
    return table


def with_slots(declared: type[R], table: dict[str, Field], own: tuple[str, ...]) -> type[R]:
    """The class with these fields; the `own` ones are those that it does not inherit."""
    body = {k: v for k, v in vars(declared).items() if k not in ("__dict__", "__weakref__", "__annotations__")}
    body |= {"__slots__": own, "FIELDS": table, **written_out(table)}
    return cast(type[R], type(declared.__name__, declared.__bases__, body))


def written_out(fields: dict[str, Field]) -> dict[str, Any]:
    """`__init__` and `copy` field by field: a position is copied for every move, and a loop takes three times as long."""
    filled = [f"self.{name} = {f'[fill] * {int(field.length)}' if field.length else 'fill'}" for name, field in fields.items()]
    copied = [f"twin.{name} = self.{name}{'[:]' if field.length else ''}" for name, field in fields.items()]
    source = "def __init__(self, fill=0):\n    " + "\n    ".join(filled)
    source += "\ndef copy(self):\n    twin = new(type(self))\n    " + "\n    ".join(copied) + "\n    return twin"
    written: dict[str, Any] = {"new": object.__new__}
    exec(source, written)  # noqa: S102 - names of fields from this house's own classes
    return {name: written[name] for name in ("__init__", "copy")}
