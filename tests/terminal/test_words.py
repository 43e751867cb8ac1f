"""Moves as the terminal lists them."""

import ludotheque
from ludotheque.terminal.words import between_moves, moves_in_lines


def test_a_line_breaks_between_moves_and_never_within_one() -> None:
    position = ludotheque.game("chipik", 3).start()
    for throw in ("roll 6 6 6", "roll 5 5 5", "roll 1 1 1", "roll 1 6 6"):
        position.play(throw)
    (line,) = moves_in_lines(position.moves())
    for width in range(20, len(line) + 1):
        parts = between_moves(line, width)
        assert max(map(len, parts)) <= width
        assert [move for part in parts for move in part.split("   ")] == line.split("   ")
