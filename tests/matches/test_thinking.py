"""Processes that bots think in: one that is killed harms nobody else."""

import asyncio
import os
import signal

import pytest

from ludotheque.table import thinking
from ludotheque.table.thinking import Thinkers


def killed(spec: str) -> bool:
    os.kill(os.getpid(), signal.SIGKILL)
    return False


def quick(spec: str) -> bool:
    return True


def test_a_compiler_that_is_killed_costs_one_game_its_search_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "HAS_ENGINE", True)

    async def ask() -> None:
        thinkers = Thinkers(1)
        try:
            for spec, work in (("one", killed), ("other", quick)):
                monkeypatch.setattr(thinking, "compile_search", work)
                assert not thinkers._has_engine(spec), "nobody waits for it"
                await asyncio.wait(thinkers._compiled.values())
            assert not thinkers._has_engine("one")
            assert thinkers._has_engine("other")
        finally:
            await thinkers.stop()

    asyncio.run(asyncio.wait_for(ask(), 60))
