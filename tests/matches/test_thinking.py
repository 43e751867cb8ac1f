"""Processes that bots think in: one that is killed harms nobody else."""

import asyncio
import os
import signal
from random import Random

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

    async def ask(_work: object, asked: Question, *_about: object) -> None:
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


@pytest.mark.parametrize(
    ("game", "compiled", "work", "engine"),
    [
        ("calcory", False, thinking.feeling, False),
        ("calcory", True, thinking.hint, True),
        ("chipik", False, thinking.hint, False),  # which is solved
    ],
)
def test_a_quick_hint_waits_for_nothing(
    game: str, compiled: bool, work: object, engine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "HAS_ENGINE", True)
    heard: list[tuple[object, bool]] = []

    async def ask(done: object, asked: Question, *_about: object) -> None:
        heard.append((done, asked.engine))

    async def wish() -> None:
        thinkers = Thinkers(1)
        monkeypatch.setattr(thinkers, "_ask", ask)
        asked = question(ludotheque.game(game, 3).start().view(0), "coach", 1)
        thinkers._compiled[asked.game] = search = asyncio.get_running_loop().create_future()
        if compiled:
            search.set_result(True)
        await asyncio.wait_for(thinkers.quick_hint(asked, "en"), 5)

    asyncio.run(wish())
    assert heard == [(work, engine)]


@pytest.mark.parametrize("game", ["chip-trick", "chipik", "toujours-12", "calcory"])
def test_a_feeling_is_a_move_with_a_reason_and_no_number(game: str) -> None:
    position, rng = ludotheque.game(game, 3).start(), Random(1)
    while position.actor < 0:
        position.play(position.draw(rng))
    view = position.view(position.actor)
    first = thinking.feeling(question(view, "coach", 1), "fr")
    assert first.move in [move.text for move in view.moves()]
    assert first.why
    assert first.chance is first.low is first.high is None
