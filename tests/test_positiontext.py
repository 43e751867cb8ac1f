"""Position texts: damaged ones are refused with a sentence."""

import pytest

from ludotheque import UnreadablePosition, positiontext
from tests.table import game

LINE = "chipik players=3 seating=by-roll | phase=after_second order=0,1,2 tokens=1,5,6 dice=2.2.2"


def test_the_beginning_is_a_short_line() -> None:
    assert positiontext.write(game("chipik", 3).start()) == "chipik players=3 seating=by-roll |"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a position is one line"),
        ("chipik players=3", "a position is one line"),
        ("| phase=playing", "a position is one line"),
        ("x" * 5000 + "|", "a position is one line"),
        ("chpik players=3 | phase=opening", "the game of this position can't be read: there is no game chpik"),
        (LINE + " colour=red", "'colour=red' is no field of a chipik position"),
        (LINE + " tokens", "'tokens' is no field of a chipik position"),
        (LINE + " tokens=many", "the field tokens can't be 'many'"),
        (LINE + " tokens=1,5,6,0,0,0,0,0,0", "the field tokens can't be"),
        (LINE + " tokens=1000,5,6", "the field tokens can't be"),
        (LINE + " phase=sleeping", "the field phase can't be 'sleeping'"),
        (LINE + " tokens=2,5,6", "this position can't be: 13 tokens and 0 in the bin"),
    ],
)
def test_a_damaged_line_is_refused(text: str, says: str) -> None:
    with pytest.raises(UnreadablePosition) as problem:
        positiontext.read(text)
    assert says in str(problem.value)
