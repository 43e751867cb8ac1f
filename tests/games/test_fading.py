"""What leaves the story when the next turn is over, because people should remember it for themselves."""

import pytest

import ludotheque

CHIPS = {"LED", "PLAYED", "WON", "WON_BY_FIRST", "TOOK", "GHOST_LED", "GHOST_PLAYED", "GHOST_TOOK"}  # that went back into hands
FADES = {
    "chip-trick": CHIPS,
    "chip-trick-root": CHIPS,
    "chipik": set[str](),  # everything lies open for good
    "toujours-12": {
        "LAID",
        "NO_TAKE",
        "TAKE",
        "ANOTHER_TAKE",
        "PLACES_EMPTY",
        "TWELVE_STANDS",
        "DRAWN",
    },  # cards that are covered
    "calcory": {"TURNED", "SHOWN", "PUT_BACK", "MARKED", "MARKED_MORE", "MARKED_WITH_MORE"}  # cards that lie face down again
    | {"TOO_FEW", "TOO_LOW", "NOT_MORE", "COLLECTED"}
    | {"BACK", "TO_RETURN"},  # what follows them says nothing without them
}


@pytest.mark.parametrize("id", FADES)
def test_what_people_should_remember_fades(id: str) -> None:
    assert {event.name for event in ludotheque.GAMES[id].rules.events if event.fades} == FADES[id]
