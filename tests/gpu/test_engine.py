"""A real GPU plays the same games as the processor."""

from typing import Any

import numpy
import pytest

from ludotheque import Game
from ludotheque.engine.batch import Batch
from ludotheque.engine.playouts import simulate
from tests.table import chosen_games

GAMES = [game for game in chosen_games() if game.id != "treize"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_playouts_count_the_same_games(game: Game) -> None:
    assert simulate(game, 20_000, seed=5, device="cuda").entries == simulate(game, 20_000, seed=5).entries


@pytest.mark.parametrize("kind", ["packed", "float"])
@pytest.mark.parametrize("game", GAMES[::3], ids=lambda game: game.spec)
def test_batches_step_alike(game: Game, kind: str) -> None:
    here, there = (Batch(game, 300, seed=3, observation=kind, device=device) for device in ("cpu", "cuda"))
    for number in range(300):
        here.choose_at_random()
        there.choose_at_random()
        if number % 50 == 7:
            here.action[::9] = there.action[::9] = 10**6  # is refused
        here.step()
        there.step()
        for name, one, two in zip(here.buffers._fields, here.buffers, there.buffers, strict=True):
            assert numpy.array_equal(one, on_the_host(two)), name


def on_the_host(buffer: Any) -> Any:
    return buffer.get()


def test_pytorch_and_jax_hold_the_same_memory() -> None:
    batch = Batch(GAMES[0], 1000, device="cuda", observation="float")
    torch = pytest.importorskip("torch")
    assert torch.from_dlpack(batch.observation).data_ptr() == batch.observation.data.ptr
    jax = pytest.importorskip("jax")
    assert jax.dlpack.from_dlpack(batch.reward).unsafe_buffer_pointer() == batch.reward.data.ptr
