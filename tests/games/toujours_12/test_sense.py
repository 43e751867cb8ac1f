"""What a bot that looks one move ahead counts."""

from ludotheque.games.toujours_12.sense import cards_for_twelve
from tests.games.toujours_12.tables import table
from tests.table import plain_state


def test_cards_that_would_make_twelve() -> None:
    """After the 2 on place 4 the tops are 3, 3, 3, 2: a 4 on one of three places makes twelve, or a 3 on the last."""
    position = table("3 3 3 -", "222 666", stock="334")
    assert cards_for_twelve(position.game.facts, plain_state(position), 2, 3) == 3 * (1 + 1) + (1 + 2)


def test_nothing_makes_twelve_while_two_places_are_empty() -> None:
    position = table("3 3 - -", "222 666", stock="334")
    assert cards_for_twelve(position.game.facts, plain_state(position), 2, 3) == 0
