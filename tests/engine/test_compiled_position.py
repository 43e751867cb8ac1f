"""A position whose rules are compiled is step by step the same as one whose rules are not."""

import pickle
from random import Random
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque import CHANCE, Game, IllegalMove, Position
from ludotheque.engine import position as compiled
from ludotheque.engine.position import CompiledPosition
from ludotheque.told import Told
from tests.size import sized
from tests.table import every_game

STEPPED = ("chip-trick", "chipik", "toujours-12", "calcory")  # with the fewest players: those that others compile, too
DEFAULT = [ludotheque.game(id, ludotheque.GAMES[id].players[0]) for id in STEPPED]
FEW = sized(DEFAULT, DEFAULT, [*DEFAULT, *[game for game in every_game() if game.id != "treize"][::4]])
pytestmark = pytest.mark.compiles("chip-trick")


def each(test: Any) -> Any:
    return pytest.mark.compiles()(pytest.mark.parametrize("game", list(dict.fromkeys(FEW)), ids=lambda game: game.spec)(test))


def both(game: Game) -> tuple[Position, Position]:
    return game.start(), CompiledPosition(game.start())


def played_by_both(game: Game, seed: int, most: int = 400) -> Any:
    """Pairs of the same position along a random game."""
    plain, quick = both(game)
    rng = Random(seed)
    for _ in range(most):
        yield plain, quick
        if plain.over:
            return
        move = plain.draw(rng)
        plain.play(move)
        quick.play(str(move) if rng.random() < 0.2 else move)


@each
def test_it_is_the_same_at_every_step(game: Game) -> None:
    for number, (plain, quick) in enumerate(played_by_both(game, 3)):
        assert quick.actor == plain.actor
        assert quick.moves() == plain.moves()
        assert quick.odds() == plain.odds()
        assert quick.chances() == plain.chances()
        if number % 7 == 0 or plain.over:
            assert quick.state == plain.state
            assert quick.scores() == plain.scores()
            assert quick.winners() == plain.winners()
            assert [quick.view(seat).to_dict() for seat in (None, 0)] == [plain.view(seat).to_dict() for seat in (None, 0)]
    assert quick.history == plain.history


@each
def test_what_everyone_is_told_is_the_same(game: Game) -> None:
    plain, quick = (Told(position) for position in both(game))
    rng = Random(4)
    while not plain.position.over and plain.position.steps < 300:
        move = plain.position.draw(rng)
        plain.play(move)
        quick.play(move)
    assert [quick.line(seat) for seat in range(game.players)] == [plain.line(seat) for seat in range(game.players)]


@each
def test_it_refuses_in_the_same_words_and_stays_as_it_is(game: Game) -> None:
    rng = Random(5)
    for plain, quick in played_by_both(game, 6, 60):
        for move in rng.sample(game.ruleset.moves, 5):
            said = refusal(plain.copy(), move)
            if said:
                assert refusal(quick, move) == said
                assert quick.history == plain.history
                assert quick.moves() == plain.moves()


def refusal(position: Position, move: Any) -> tuple[str, str] | None:
    try:
        position.play(move)
    except IllegalMove as refused:
        return refused.code, str(refused)
    return None


@each
def test_twins_go_their_own_way(game: Game) -> None:
    rng = Random(7)
    for _, quick in played_by_both(game, 8, 80):
        if quick.over:
            break
        before = quick.state.copy(), quick.moves(), quick.odds(), quick.history
        twin = quick.copy()
        assert type(twin) is CompiledPosition
        twin.play(twin.draw(rng))
        assert (quick.state, quick.moves(), quick.odds(), quick.history) == before


def test_twins_and_pickles_share_nothing() -> None:
    *_, (_, quick) = played_by_both(DEFAULT[0], 2, 30)
    phase = quick.state.phase
    for twin in (quick.copy(), pickle.loads(pickle.dumps(quick))):
        assert (twin.state, twin.moves(), twin.history) == (quick.state, quick.moves(), quick.history)
        assert type(twin) is CompiledPosition
        twin.state.phase = 99
        assert quick.state.phase == phase


def test_it_begins_wherever_a_position_is() -> None:
    game = DEFAULT[0]
    position = game.start()
    rng = Random(9)
    for _ in range(20):
        position.play(position.draw(rng))
    quick = CompiledPosition(position)
    assert quick.history == position.history
    assert quick.moves() == position.moves()
    assert (quick.actor is CHANCE) == (position.actor is CHANCE)


def test_a_step_that_notes_more_than_there_is_room_for_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    room = [0] * (2 + 1 + 2 * compiled.MOST_NOTED)
    monkeypatch.setattr(compiled, "most_choices", 1)
    for number in range(compiled.MOST_NOTED + 3):
        compiled.note(room, 5, number)
    assert room[2] == compiled.MOST_NOTED + 3
    assert room[-2:] == [5, compiled.MOST_NOTED - 1]

    quick = CompiledPosition(DEFAULT[0].start())
    quick._room, quick._most = numpy.array(room), 1
    monkeypatch.setattr(CompiledPosition, "play", lambda self, move: None)
    with pytest.raises(ValueError, match="chip-trick: start 0 notes 19 numbers; compiled, a step has room for 16"):
        quick.play_and_note(DEFAULT[0].ruleset.read("start 0"))
