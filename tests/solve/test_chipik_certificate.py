"""The certificate of the shipped tables, recomputed and held against one that walks real positions."""

from functools import cache
from pathlib import Path

import numpy
import pytest

import ludotheque
from ludotheque import Game
from ludotheque.bots import solved
from ludotheque.solve.chipik_certificate import Certificate, certify
from ludotheque.solve.chipik_dice import dice_of
from ludotheque.solve.chipik_positions import position_count, positions_of
from ludotheque.solve.chipik_table import Table, quantised, read_table, table_path, write_table
from tests.size import only_thorough
from tests.solve.walked import walked_gains

ALLOWED = 0.001  # of winning chance, that a best answer may gain from the opening
GAME = ludotheque.game("chipik", 3)
ON_POSITIONS = pytest.mark.compiles("solver of chipik")


@cache
def certificate_of(spoiled: float = 0.0) -> Certificate:
    table = read_table(table_path(3), GAME)
    dice = dice_of(GAME)
    noise = numpy.random.default_rng(1).normal(0, 1, len(table.reckoned))
    reckoned = table.reckoned + spoiled * noise
    return certify(positions_of(GAME, dice), dice, reckoned, table.target_width, table.dice_width)


@only_thorough
@ON_POSITIONS
def test_nobody_gains_much_against_three_champions() -> None:
    found = certificate_of()
    assert max(found.gains) < ALLOWED
    assert min(found.gains) > 0  # a best answer is no worse than the champion's own play
    assert found.residual < 1e-9
    assert sum(found.chances) == pytest.approx(1, abs=1e-8)
    assert found.largest_gain >= max(found.gains)


def anyhow(game: Game, path: Path) -> None:
    """Somebody's table who has not solved this game."""
    chances = numpy.random.default_rng(4).dirichlet([8] * game.players, position_count(game.facts)).T
    write_table(path, game, Table(0.03, 0.02, chances[-1], chances))


@ON_POSITIONS
def test_a_small_game_played_anyhow_is_judged_as_from_real_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAME.with_facts(tokens=2)
    anyhow(game, tmp_path / "chipik-3.bin")
    monkeypatch.setattr(solved, "TABLES", tmp_path)
    monkeypatch.setattr(solved, "table_for", cache(solved.table_for.__wrapped__))
    chances, gains = walked_gains(game)
    table, dice = read_table(tmp_path / "chipik-3.bin", game), dice_of(game)
    found = certify(positions_of(game, dice), dice, table.reckoned, table.target_width, table.dice_width)
    assert found.chances == pytest.approx(chances, abs=1e-8)
    assert found.gains == pytest.approx(gains, abs=1e-8)
    assert min(found.gains) > 0.001


@only_thorough
@ON_POSITIONS
def test_the_same_from_real_positions() -> None:
    chances, gains = walked_gains(GAME)
    found = certificate_of()
    assert found.chances == pytest.approx(chances, abs=1e-8)
    assert found.gains == pytest.approx(gains, abs=1e-8)


@only_thorough
@ON_POSITIONS
def test_worse_play_leaves_more_to_gain() -> None:
    """What the champion counts on, blurred: by one hundredth, and by three."""
    gains = [max(certificate_of(spoiled=much).gains) for much in (0.0, 0.01, 0.03)]
    assert gains[0] < ALLOWED
    assert gains[1] > 2 * gains[0]
    assert gains[2] > 2 * gains[1]


@only_thorough
@ON_POSITIONS
def test_the_table_tells_the_chances_it_leads_to() -> None:
    table, found = read_table(table_path(3), GAME), certificate_of()
    opening = positions_of(GAME, dice_of(GAME)).opening
    assert table.chances[:, opening] == pytest.approx(found.chances, abs=3e-5)  # 16 bits each


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_table_is_read_as_it_was_written(players: int, tmp_path: Path) -> None:
    game = ludotheque.game("chipik", players).with_facts(tokens=2)
    chances = numpy.random.default_rng(players).dirichlet([1] * players, position_count(game.facts)).T
    reckoned = numpy.clip(chances[-1] + 0.001, 0, 1)
    path = tmp_path / "table.bin"
    write_table(path, game, Table(0.004, 0.001, reckoned, chances))
    table = read_table(path, game)
    assert (table.target_width, table.dice_width) == (0.004, 0.001)
    assert (quantised(table.reckoned) == quantised(reckoned)).all()
    assert numpy.abs(table.chances[1:] - chances[1:]).max() <= 0.51 / 65535
    assert numpy.abs(table.chances.sum(axis=0) - 1).max() < 1e-12
