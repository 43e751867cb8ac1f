"""What a step shows to everyone beside what it says: an information state must hold it, or it would know too little."""

from ludotheque import Position
from ludotheque.position import MOST_SHOWN
from tests.games.chip_trick.tables import LONGEST_OF_TWO, SHORTEST_OF_THREE
from tests.table import game, plain_state


def disclosed_by(position: Position, *texts: str) -> list[str]:
    """Plays on, and says of each step what it showed."""
    game = position.game
    found = []
    for text in texts:
        phase = plain_state(position).phase
        position.play(text)
        out = game.rules.room(MOST_SHOWN)
        n = game.rules.disclosed(game.facts, position.state, phase, game.ruleset.read(text).action, out)
        found.append(game.ruleset.text.shown([int(number) for number in out[:n]]) if n else "")
    return found


def test_R30_all_chips_are_turned_up_after_a_round() -> None:
    *before, last = disclosed_by(game("chip-trick", 3).start(), "start 0", *SHORTEST_OF_THREE)
    assert set(before) == {""}
    assert last == "5.6.7.9 4.10.11.12 1.2.3.8"
    *before, last = disclosed_by(game("chip-trick", 2).start(), "start 0", *LONGEST_OF_TWO)
    assert set(before) == {""}
    assert len(last.split()) == 3  # the ghost's too (A23)
    assert sorted(int(chip) for hand in last.split() for chip in hand.split(".")) == list(range(1, 13))


def test_R8_totals_are_announced_after_the_deal() -> None:
    start = game("toujours-12", 2).start()
    assert disclosed_by(start, "draw 1", "draw 4", "draw 6", "draw 0", "draw 0", "draw 0") == ["", "", "11", "", "", "0"]
    assert disclosed_by(start, "lay 6 2", "draw 6") == ["", ""]


def test_A16_a_card_that_was_put_back_in_secret_is_seen_when_it_is_turned() -> None:
    start = game("calcory", 2).start()
    opening = ["start 0", "turn a1", "show 9", "turn a2", "show 4", "return 9 a1"]
    assert set(disclosed_by(start, *opening)) == {""}
    assert disclosed_by(start, "turn b1", "show 5", "turn a1") == ["", "", "9"]  # 14, which is above 13
    assert disclosed_by(start, "turn a1", "turn c1", "show 4") == ["9", "", ""]  # 13: all can reckon what was taken
    assert disclosed_by(start, "return 4 c1", "turn a3", "show 9", "turn c1") == ["", "", "", ""]  # 13 again
