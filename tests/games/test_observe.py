"""A view as numbers: every number within what its entry says, and nothing lost that lies open."""

from functools import cache
from random import Random
from typing import Any

import pytest

from ludotheque import Game, Position
from ludotheque.observation import Entry, digit_by_digit, floats_of, packed_places, words_of
from tests.size import sized
from tests.table import chosen_games, random_step, running

GAMES = [game for game in chosen_games() if game.ruleset.rules.layout(game.facts)]


@cache
def layout_of(game: Game) -> list[Entry]:
    return game.ruleset.rules.layout(game.facts)


def observed(position: Position, seat: int | None) -> list[int]:
    game = position.game
    sight = game.blank_sight()
    game.rules.view(game.facts, position.state, -1 if seat is None else seat, sight)
    row = game.rules.room(len(layout_of(game)))
    assert game.rules.observe(game.facts, sight, row) == len(row)
    return [int(number) for number in row]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_numbers_fit_their_entries_and_say_all_that_lies_open(game: Game) -> None:
    layout = layout_of(game)
    assert len({entry.name for entry in layout}) == len(layout)
    seen: dict[tuple[Any, ...], Any] = {}
    for number in range(sized(1, 1, 2)):
        rng, position = Random(number), running(game).start()
        while not position.over and position.steps < sized(60, 250, 10_000):
            random_step(position, rng)
            for seat in (rng.randrange(game.players), None):
                row = observed(position, seat)
                for entry, value in zip(layout, row, strict=True):
                    assert 0 <= value < 1 << entry.digits * entry.bits, entry
                    assert max(digit_by_digit([entry], [value])) <= entry.most, entry
                assert len(digit_by_digit(layout, row)) == floats_of(layout)
            if isinstance(position.actor, int) and position.actor >= 0:
                row = observed(position, position.actor)
                open_to_all = told_of_now(game, position)
                assert seen.setdefault(tuple(row), open_to_all) == open_to_all


def told_of_now(game: Game, position: Position) -> Any:
    """What lies open, from the seat's own place, less names of seats and what an observation leaves out."""
    now = position.view(position.actor).now
    left_out = {"leader", "trick_winner", "hands", "display", "trick", "scores", "tokens", "lucky", "order", "turn", "opening"}
    left_out |= {"to_throw", "depth", "won", "piles", "marked_by", "asked"}
    return {name: value for name, value in now.items() if name not in left_out}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_an_observation_is_from_ones_own_place(game: Game) -> None:
    """What I see of the second after me is what he sees of himself."""
    names = [entry.name for entry in game.ruleset.rules.layout(game.facts)]
    of_oneself = {name.removesuffix(" 0"): n for n, name in enumerate(names) if name.endswith(" 0")}
    rng, position = Random(7), running(game).start()
    while not position.over:
        for _ in range(rng.randrange(1, 12)):
            if not position.over:
                random_step(position, rng)
        order = position.view(None).now.get("order") or list(range(len(position.scores())))
        for place, seat in enumerate(order[: game.players]):
            row = observed(position, seat)
            for k in range(1, len(order)):
                other = order[(place + k) % len(order)]
                if other < game.players:  # a ghost sees nothing
                    his = observed(position, other)
                    assert all(row[names.index(f"{what} {k}")] == his[n] for what, n in of_oneself.items())


def test_packing_never_crosses_a_word() -> None:
    for game in GAMES:
        layout = game.ruleset.rules.layout(game.facts)
        taken: set[int] = set()
        for entry, (word, shift) in zip(layout, packed_places(layout), strict=True):
            bits = {32 * word + shift + bit for bit in range(entry.digits * entry.bits)}
            assert shift + len(bits) <= 32
            assert not bits & taken
            taken |= bits
        assert max(taken) < 32 * words_of(layout)
        assert floats_of(layout) >= len(layout)
