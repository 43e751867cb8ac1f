"""Vectors of games on a GPU are those on the processor."""

from typing import Any

import pytest

import ludotheque

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
from ludotheque.adapters.vector import OneSeat, SelfPlay


@pytest.mark.parametrize("kind", [SelfPlay, OneSeat])
def test_a_gpu_plays_the_same_games(kind: Any) -> None:
    game = ludotheque.game("chip-trick", 2)
    here, there = kind(game, 50), kind(game, 50, device="cuda")
    here.reset(seed=2)
    there.reset(seed=2)
    for _ in range(200):
        *arrays, info = here.step(here.random_actions())
        *others, more = there.step(there.random_actions())
        assert all((one == two.get()).all() for one, two in zip(arrays, others, strict=True))
        assert all((info[key] == more[key].get()).all() for key in info)
