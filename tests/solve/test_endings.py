"""What a best answer gains at the end of root's game: who knows every chip, and what the rest is worth."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from ludotheque import Move, View
from ludotheque.bots.ending import Learned
from ludotheque.bots.policy import PolicyBot
from ludotheque.position import CHANCE, Position

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from endings import GAME, Asked, TooLarge, Walk, worth_of_end  # type: ignore[import-not-found]


def last_rounds(seed: int) -> Iterator[Position]:
    """Every position of the last round of a game played at random in which somebody has a choice."""
    rng, position = Random(seed), GAME.start()
    while not position.over:
        if position.actor != CHANCE and position.view(0).now["round"] == 3 and len(position.moves()) > 1:
            yield position.copy()
        position.play(position.draw(rng))


class Careless:
    """Plays anything, each as likely."""

    def choose(self, view: View) -> Move:
        return Random(len(view.history)).choice(view.moves())

    def chances(self, view: View) -> dict[Move, float]:
        return dict.fromkeys(view.moves(), 1 / len(view.moves()))


def ending(position: Position, bot: Learned | None = None) -> Any:
    return Walk(Asked(bot or PolicyBot(GAME, Random(1))), position.actor).from_here(position)


@cache
def near_the_end() -> list[Position]:
    found = []
    for seed in range(30):
        with suppress(TooLarge):
            position = list(last_rounds(seed))[-2]
            ending(position, Careless())  # whose tree is the whole one
            found.append(position)
    return found


def test_the_best_answer_is_never_worse_and_at_times_better() -> None:
    gains = [ending(position, Careless()).gain for position in near_the_end()]
    assert min(gains) > -1e-6
    assert max(gains) > 0.01


def test_what_the_policy_is_worth_is_what_it_wins() -> None:
    position = next(position for position in near_the_end() if 0.2 < ending(position).usual < 0.8)
    bot, won = PolicyBot(GAME, Random(3)), []
    for _ in range(400):
        played = position.copy()
        while not played.over:
            played.play(bot.choose(played.view(played.actor)))
        won.append(played.returns()[position.actor])
    assert fmean(won) == pytest.approx(ending(position).usual, abs=4 * sqrt(0.25 / len(won)))


def test_before_the_last_a_round_ends_with_what_the_next_is_worth() -> None:
    rng, position = Random(4), GAME.start()
    before = position
    while not (position.actor == CHANCE and position.state.round == 1):
        before = position.copy()
        position.play(position.draw(rng))
    worth = worth_of_end(position)
    assert sum(worth) == pytest.approx(1, abs=1e-4)
    leader = max(range(3), key=lambda seat: position.state.score[seat])
    assert worth[leader] == max(worth)
    assert ending(before, Careless()).usual == pytest.approx(worth[before.actor])  # the last chip of a round is forced


def test_a_tree_that_is_too_large_is_left_alone() -> None:
    with pytest.raises(TooLarge):
        ending(next(last_rounds(0)))
