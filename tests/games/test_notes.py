"""What a step shows to everyone beside what it says: an information state must hold it, or it would know too little."""

from ludotheque import Position
from tests.games.chip_trick.tables import LONGEST_OF_TWO, SHORTEST_OF_THREE
from tests.table import game


def notes_of(position: Position, *texts: str) -> list[str]:
    """Plays on, and says of each step what it showed."""
    return [position.play_and_note(position.game.ruleset.read(text)) for text in texts]


def test_R30_all_chips_are_turned_up_after_a_round() -> None:
    *before, last = notes_of(game("chip-trick", 3).start(), "start 0", *SHORTEST_OF_THREE)
    assert set(before) == {""}
    assert last == "5.6.7.9 4.10.11.12 1.2.3.8"
    *before, last = notes_of(game("chip-trick", 2).start(), "start 0", *LONGEST_OF_TWO)
    assert set(before) == {""}
    assert len(last.split()) == 3  # the ghost's too (A23)
    assert sorted(int(chip) for hand in last.split() for chip in hand.split(".")) == list(range(1, 13))


def test_R8_totals_are_announced_after_the_deal() -> None:
    start = game("toujours-12", 2).start()
    assert notes_of(start, "draw 1", "draw 4", "draw 6", "draw 0", "draw 0", "draw 0") == ["", "", "11", "", "", "0"]
    assert notes_of(start, "lay 6 2", "draw 6") == ["", ""]


def test_A16_a_card_that_was_put_back_in_secret_is_seen_when_it_is_turned() -> None:
    start = game("calcory", 2).start()
    opening = ["start 0", "turn a1", "show 9", "turn a2", "show 4", "return 9 a1"]
    assert set(notes_of(start, *opening)) == {""}
    assert notes_of(start, "turn b1", "show 5", "turn a1") == ["", "", "9"]  # 14, which is above 13
    assert notes_of(start, "turn a1", "turn c1", "show 4") == ["9", "", ""]
    assert notes_of(start, "return 4 c1", "turn a3", "show 9", "turn c1") == ["", "", "", "4"]
