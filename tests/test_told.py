"""An information state is what its seat saw of a game from the start: no less, no more, and nothing is forgotten."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import CHANCE, Game
from ludotheque.told import Told, private
from tests.size import sized
from tests.table import chosen_games, random_step

SMALL = [
    (ruleset, instance)
    for ruleset in ludotheque.GAMES.values()
    for instance in ruleset.instances
    if instance.name == "tiny" or (instance.name == sized("", "small", "small") and instance.players == 2)
]


def steps_on(told: Told) -> Iterator[Told]:
    position = told.position
    for move in [move for move, _ in position.odds()] if position.actor is CHANCE else position.moves():
        after = told.copy()
        after.play(move)
        yield after


def seen_by(told: Told, seat: int) -> tuple[Any, ...]:
    """What one step shows to a seat."""
    sight = told.position.sight(seat).as_dict()
    return told.position.told(seat, 1)[0], tuple(tuple(value) if isinstance(value, list) else value for value in sight.values())


@pytest.mark.parametrize(("ruleset", "instance"), SMALL, ids=lambda given: getattr(given, "id", given.__dict__.get("name")))
def test_lines_tell_apart_what_a_seat_can_tell_apart_and_nothing_else(ruleset: Any, instance: Any) -> None:
    """In the whole tree of an instance: equal lines exactly where all that was seen on the way is equal."""
    game = instance.game(ruleset)
    seen_of: dict[str, tuple[Any, ...]] = {}
    line_of: dict[tuple[Any, ...], str] = {}
    numbers: dict[tuple[Any, ...], int] = {}  # of everything seen up to a step, so that it need not be written out again

    def walk(told: Told, seen: list[int], left: int) -> None:
        if told.position.over or not left:
            return
        for after in steps_on(told):
            now = []
            for seat in range(game.players):
                everything = (seen[seat], seat, *seen_by(after, seat))
                now.append(numbers.setdefault(everything, len(numbers) + 1))
                line = after.line(seat)
                assert seen_of.setdefault(line, everything) == everything
                assert line_of.setdefault(everything, line) == line
                assert line.startswith(told.line(seat) + "; ")
            walk(after, now, left - 1)

    start = Told(game.start())
    for text in instance.opening:
        start.play(ruleset.read(text))
    walk(start, [0] * game.players, instance.cut or -1)


@pytest.mark.parametrize("game", chosen_games(), ids=lambda game: game.spec)
def test_a_guess_looks_the_same_and_goes_on(game: Game) -> None:
    rng = Random(game.spec)
    told = Told(game.start())
    while not told.position.over and told.position.steps < sized(40, 90, 150):
        told.play(told.position.draw(rng))
        if told.position.steps % 25 == 10:
            seat = rng.randrange(game.players)
            guess = told.resampled(seat, rng)
            again = guess.resampled(seat, rng)  # a guess of a guess
            for one in (guess, again):
                assert one.line(seat) == told.line(seat)
                assert one.texts(seat, 5) == told.texts(seat, 5)
                assert one.position.view(seat).to_dict() == told.position.view(seat).to_dict()
            before = guess.line(seat)
            twin = guess.copy()
            for _ in range(3):
                if not twin.position.over:
                    twin.play(twin.position.draw(rng))
            assert guess.line(seat) == before
            assert twin.line(seat).startswith(before)
            assert twin.line(seat).count("; ") == twin.position.steps


def test_a_guess_does_not_tell_the_others_what_it_was_made_from() -> None:
    """Two guesses for seat 0: seat 1's line differs exactly as its hand does, and never tells the hand of seat 0."""
    game = ludotheque.game("toujours-12", 2)
    rng = Random(3)
    told = Told(game.start())
    for _ in range(9):
        told.play(told.position.draw(rng))
    hands: dict[str, str] = {}
    for _ in range(30):
        guess = told.resampled(0, rng)
        assert hands.setdefault(guess.line(1), private(guess.position, 1)) == private(guess.position, 1)
        assert guess.texts(1, 9) == told.texts(None, 9)
        assert [text for text in guess.texts(1, 9)[:3] if "?" not in text] == []
    assert len(hands) > 1
    assert len(set(hands.values())) == len(hands)


def test_what_a_step_shows_beside_what_it_says() -> None:
    game = ludotheque.game("toujours-12", 2)
    told = Told(game.start())
    for text in ("draw 1", "draw 4", "draw 6", "draw 0", "draw 0", "draw 0", "lay 6 2"):
        told.play(game.ruleset.read(text))
    assert told.line(1) == "seat 1; draw ?; draw ?; draw ? (11); draw 0; draw 0; draw 0 (0); lay 6 2"
    assert told.texts(None, 3) == ["draw ?", "draw ? (0)", "lay 6 2"]
    assert private(told.position, 0) == f"hand[0]={1 << 4 | 1 << 16}"


def test_copies_are_independent() -> None:
    game = ludotheque.game("chip-trick", 3)
    told = Told(game.start())
    told.play(game.ruleset.read("start 0"))
    twin = told.copy()
    random_step(twin.position, Random(1))
    assert told.line(0) == "seat 0; start 0"
    assert twin.line(0).startswith("seat 0; start 0; deal ")
