"""Processes that bots think in: one that is killed harms nobody else."""

import asyncio
import os
import signal

import pytest

import ludotheque
from ludotheque.table import thinking
from ludotheque.table.thinking import Question, Thinkers, question
from tests.size import not_in_check


def killed(spec: str) -> bool:
    os.kill(os.getpid(), signal.SIGKILL)
    return False


def quick(spec: str) -> bool:
    return True


@not_in_check
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


@pytest.mark.parametrize(("patience", "engine"), [(30.0, True), (0.01, False)])
def test_a_hint_waits_a_while_for_its_search(patience: float, engine: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "HAS_ENGINE", True)
    monkeypatch.setattr(thinking, "GETTING_READY", patience)
    heard: list[Question] = []

    async def ask(_hint: object, asked: Question, _language: str) -> None:
        heard.append(asked)

    async def wish() -> None:
        thinkers = Thinkers(1)
        monkeypatch.setattr(thinkers, "_ask", ask)
        asked = question(ludotheque.game("calcory", 2).start().view(0), "coach", 1)
        thinkers._compiled[asked.game] = compiled = asyncio.get_running_loop().create_future()
        if engine:  # as soon as somebody waits for it
            asyncio.get_running_loop().call_soon(compiled.set_result, True)
        await thinkers.hint(asked, "en")

    asyncio.run(wish())
    assert [asked.engine for asked in heard] == [engine]
