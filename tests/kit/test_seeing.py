"""Each field says who sees it; what a seat may know is made from that."""

from typing import Annotated, Any, NamedTuple

import pytest

from ludotheque.fields import EACH_SEAT, FLEETING, UNKNOWN, Int8, Open, Record, record
from ludotheque.kit.seeing import OWN, by, hides_nothing, of, seeing, sight, up_to
from ludotheque.seats import ONLOOKER, Seats


class Facts(NamedTuple):
    players: int = 2


def own(f: Facts, s: Any, seat: int, other: int) -> bool:
    return seat == other


def is_out(f: Facts, s: Any, seat: int) -> bool:
    return bool(s.turn == seat)


def doubled(f: Facts, s: Any, seat: int) -> int:
    return int(2 * s.hand[seat])


def left(f: Facts, s: Any) -> int:
    return int(s.stock + 1)


@record
class State(Record):
    turn: Open[Int8]
    hand: Annotated[list[int], 8, 3, EACH_SEAT, by(own)]
    score: Open[Annotated[list[int], 8, 3, EACH_SEAT]]
    stock: Int8
    logged: Open[Int8]
    log: Annotated[list[int], 8, 4, up_to("logged")]
    trump: Annotated[int, 8, by(is_out)]
    secret: Annotated[list[int], 8, Seats(3), EACH_SEAT, OWN]


@sight
class Sight(State):
    seat: Int8
    size: Annotated[list[int], 8, 3, EACH_SEAT, of(doubled)]
    left: Annotated[int, 8, of(left)]


view, view_own, known = seeing(Sight)
WAYS = {"quick": (view, known), "compiled": (view.to_compile, known.to_compile)}  # type: ignore[attr-defined]


def table() -> State:
    s = State()
    s.turn, s.hand, s.score, s.stock, s.logged, s.log, s.trump = 1, [4, 5, 6], [1, 2, 3], 9, 2, [7, 8, 9, 9], 3
    s.secret = [2, 4, 6]
    return s


@pytest.mark.parametrize("way", WAYS)
def test_a_seat_sees_what_the_fields_say(way: str) -> None:
    look, take_over = WAYS[way]
    v = Sight(UNKNOWN)
    look(Facts(), table(), 1, v)
    assert v.as_dict() == {
        "seat": 1, "turn": 1, "hand": [-1, 5, -1], "score": [1, 2, 3], "logged": 2, "log": [7, 8, -1, -1], "trump": 3,
        "size": [8, 10, 12], "left": 10, "secret": [-1, 4, -1],
    }  # fmt: skip
    s = State()
    take_over(Facts(), v, s)
    assert (s.turn, s.hand, s.score, s.stock, s.log, s.trump) == (1, [0, 5, 0], [1, 2, 3], 0, [7, 8, 0, 0], 3)
    assert s.secret == [0, 4, 0]
    look(Facts(), table(), 0, other := Sight(UNKNOWN))
    assert (other.hand, other.trump) == ([4, -1, -1], UNKNOWN)
    look(Facts(), table(), ONLOOKER, onlooker := Sight(UNKNOWN))
    assert (onlooker.hand, onlooker.secret) == ([-1] * 3, [-1] * 3)
    take_over(Facts(), onlooker, s := State())
    assert (s.hand, s.secret) == ([0] * 3, [0] * 3)


def test_what_not_everybody_sees() -> None:
    v = Sight(UNKNOWN)
    view_own(Facts(), table(), 2, v)
    assert (v.seat, v.hand, v.turn, v.score, v.secret) == (2, [-1, -1, 6], -1, [-1] * 3, [-1, -1, 6])


def test_a_field_that_says_nothing_is_hidden_and_an_error_names_it() -> None:
    v = Sight(UNKNOWN)
    view(Facts(), table(), 0, v)
    with pytest.raises(
        AttributeError,
        match=r"'stock' is no field of tests.kit.test_seeing.Sight: in the state it is hidden, unless it says Open",
    ):
        left(Facts(), v)
    assert "stock" not in Sight.FIELDS


def test_a_sight_is_not_a_state_and_shares_nothing_with_it() -> None:
    s, v = table(), Sight(UNKNOWN)
    view(Facts(), s, 0, v)
    s.score[0] = 9
    twin = v.copy()
    twin.hand[0] = 0
    assert v.score[0] == 1
    assert v.hand[0] == 4
    assert v != twin


def test_hides_nothing() -> None:
    assert not hides_nothing(Sight)

    @record
    class Bare(Record):
        turn: Open[Int8]

    @sight
    class All(Bare):
        seat: Int8

    assert hides_nothing(All)


def test_mistakes_say_where_and_what_to_do() -> None:
    with pytest.raises(TypeError, match=r"test_seeing.Seatless: its first field is 'seat: Int8'"):

        @sight
        class Seatless(State):
            size: Annotated[int, 8, of(left)]

    with pytest.raises(TypeError, match=r"test_seeing.Extra: say what 'more' is made of, with of"):

        @sight
        class Extra(State):
            seat: Int8
            more: Int8

    with pytest.raises(TypeError, match=r"test_seeing.Twice: 'stock' is a field of the state, too; rename one of them"):

        @sight
        class Twice(State):
            seat: Int8
            stock: Annotated[int, 8, of(left)]

    @record
    class Unlogged(Record):
        logged: Int8
        log: Annotated[list[int], 8, 4, up_to("logged")]

    with pytest.raises(
        TypeError, match=r"Unlogged: 'log' is a list that is seen up to 'logged', which must be an Open number of it"
    ):

        @sight
        class Never(Unlogged):
            seat: Int8


def test_what_is_OWN_has_an_entry_for_each_seat() -> None:
    @record
    class Lone(Record):
        hand: Annotated[int, 8, OWN]

    with pytest.raises(TypeError, match=r"Lone: 'hand' is OWN, so it is a list with an entry for each seat"):

        @sight
        class Sightless(Lone):
            seat: Int8


def test_fields_say_how_big_they_are_and_who_sees_them() -> None:
    with pytest.raises(TypeError, match=r"test_seeing.Sizeless.turn: say how many bits; fields are such as Int8"):

        @record
        class Sizeless(Record):
            turn: Open[int]

    with pytest.raises(TypeError, match=r"test_seeing.Strange.turn: .* means nothing here"):

        @record
        class Strange(Record):
            turn: Annotated[int, 8, by]

    with pytest.raises(TypeError, match=r"test_seeing.Lasting.open: what is FLEETING is a single number, not a list"):

        @record
        class Lasting(Record):
            open: Open[Annotated[list[int], 8, 3, FLEETING]]

    with pytest.raises(TypeError, match="it should be a class of its State, which is a @record with fields"):

        @sight
        class Lost(Record):
            seat: Int8

    @record
    class Named(Record):
        turn: Annotated[int, 8, by(lambda f, s, seat: True)]

    @sight
    class Nameless(Named):
        seat: Int8

    with pytest.raises(TypeError, match="<lambda> says who sees what; it should be a function with a name of its own"):
        seeing(Nameless)
