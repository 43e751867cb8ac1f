"""The sealed shuffle, against its specification and against a second implementation."""

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import ludotheque
from ludotheque import gamerecord
from ludotheque.table.records import NotAsSealed, record_of, verify
from ludotheque.table.seal import Seal, commitment
from tests.matches import second_verifier
from tests.matches.setting import NONCE, SECRET, full_table, play_to_the_end

PAGE = Path(__file__).parent.parent.parent / "docs" / "sealed-shuffle.md"
SETTINGS = [
    ("chip-trick", 2, {}), ("chip-trick", 3, {}), ("chip-trick", 4, {"scoring": "halving"}), ("chip-trick-root", 3, {}),
    ("chipik", 3, {}), ("chipik", 8, {"seating": "as-seated"}), ("toujours-12", 2, {}),
    ("toujours-12", 6, {"deck": (12, 12, 12, 0, 12, 12, 12), "refill": "end-of-turn"}), ("calcory", 2, {}), ("calcory", 4, {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "options"), SETTINGS, ids=lambda value: str(value))
def test_both_implementations_find_every_draw(game: str, players: int, options: dict[str, object]) -> None:
    for seed in range(3):
        table, tokens = full_table(game, players, **options)
        play_to_the_end(table, tokens, Random(seed))
        text = record_of(table.match)
        draws = verify(gamerecord.read(text))
        assert draws == second_verifier.check(text) > 0


def test_numbers_of_both_implementations_are_equal() -> None:
    seal, again = Seal("example", SECRET, [NONCE, "bot"]), 0
    for below in (1, 2, 3, 6, 12, 36, 216, 1000, 12345):
        for step in range(50):
            number, attempt = second_verifier.number(SECRET, "example", [NONCE, "bot"], step, below)
            assert seal.number(step, below) == number
            again += attempt > 0
    assert again > 50, "numbers that are too large are thrown away, and often enough to be tested"


def test_the_example_of_the_specification() -> None:
    page, secret, nonces = PAGE.read_text("utf-8"), bytes(32), [NONCE, "bot"]
    assert commitment("example", secret) in page
    six, _ = second_verifier.number(secret, "example", nonces, 0, 6)
    thousand, attempt = second_verifier.number(secret, "example", nonces, 7, 1000)
    assert f"at step 0 the number below 6 is {six}, at step 7 the number below 1000 is {thousand} (attempt {attempt})" in page


@pytest.mark.parametrize(("game", "players"), [("chip-trick", 4), ("chipik", 3), ("toujours-12", 2), ("calcory", 2)])
def test_draws_fall_as_the_odds_say(game: str, players: int) -> None:
    """The first draw of many secrets, beside its exact odds (chi-square, at a level that chance passes once in a million)."""
    position = ludotheque.game(game, players).start()
    if game == "chip-trick":
        position.play("start 0")  # the next is a deal, with twins
    odds = {move.text: share for move, share in position.odds()}
    trials = 3000
    rng, counts = Random(12), dict.fromkeys(odds, 0)
    for _ in range(trials):
        counts[Seal("m", rng.randbytes(32), ["bot"] * players).draw(position).text] += 1
    chi = sum((counts[text] - trials * share) ** 2 / (trials * share) for text, share in odds.items())
    freedom = len(odds) - 1
    assert chi < freedom + 5 * Fraction(2 * freedom) ** Fraction(1, 2) + 15


class TestARecordThatWasTamperedWith:
    text = ""

    @pytest.fixture(autouse=True)
    def _record(self) -> None:
        table, tokens = full_table("chipik", 3)
        play_to_the_end(table, tokens, Random(4))
        self.text = record_of(table.match)

    def refused(self, text: str) -> str:
        with pytest.raises(NotAsSealed) as caught:
            verify(gamerecord.read(text))
        return str(caught.value)

    def test_another_secret(self) -> None:
        assert "hash" in self.refused(re.sub(r"secret: ..", "secret: ff", self.text))

    def test_another_nonce(self) -> None:
        assert "draws" in self.refused(self.text.replace(NONCE, NONCE[::-1], 1))

    def test_another_match(self) -> None:
        assert "hash" in self.refused(self.text.replace("match: example", "match: exampel"))

    def test_another_draw(self) -> None:
        first = re.search(r"\nroll (.*)\n", self.text)
        assert first
        other = "roll 1 1 1" if first[1] != "1 1 1" else "roll 2 2 2"
        opening = gamerecord.read(f"ludotheque 1\ngame: chipik players=3\nversion: 1\n\n{other}\n= unfinished\n")
        headers = gamerecord.read(self.text).headers
        with pytest.raises(NotAsSealed, match=f"step 1 is '{other}'"):
            verify(gamerecord.GameRecord(opening.position, headers))

    def test_no_seal(self) -> None:
        assert "no header" in self.refused(re.sub(r"nonces: .*\n", "", self.text))

    def test_a_damaged_secret(self) -> None:
        assert "damaged" in self.refused(re.sub(r"secret: .*", "secret: none", self.text))
        assert "damaged" in self.refused(re.sub(r"nonces: .*", "nonces: bot", self.text))
