"""The policies that ship: what they see is what they learnt from, their moves are legal, and they have learnt."""

import ast
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque import Game, OptionError, Position
from ludotheque.bots.policy import PolicyBot, has_policy
from ludotheque.engine.batch import Batch
from ludotheque.engine.written import floats_in_byte, write_floats
from ludotheque.games import from_spec
from ludotheque.move import Move
from ludotheque.observation import floats_of
from ludotheque.policyfile import POLICIES, SLIGHT, file_name, read
from tests.engine.test_batch import Twin
from tests.games.test_observe import observed
from tests.size import not_in_check

SHIPPED = [from_spec(read(path).about["game"]) for path in sorted(POLICIES.glob("*.policy"))]
each = pytest.mark.parametrize("game", SHIPPED, ids=lambda game: file_name(game).removesuffix(".policy"))
PROMISED = ["chip-trick-root players=3"]
PROMISED += [f"chip-trick players={players} scoring={scoring}" for players in (2, 3, 4) for scoring in ("explosion", "halving")]


def decisions(game: Game, seed: int, most: int) -> list[Position]:
    """Some decisions of players in a game played at random, from the beginning on."""
    rng, position = Random(seed), game.start()
    found: list[Position] = []
    while not position.over and len(found) < most:
        if position.actor is not ludotheque.CHANCE:
            found.append(position.copy())
        position.play(position.draw(rng))
    return found


@pytest.mark.parametrize("spec", PROMISED)
def test_it_ships(spec: str) -> None:
    assert has_policy(from_spec(spec))


@each
def test_it_plays_exactly_what_it_was_trained_on(game: Game) -> None:
    assert has_policy(game)
    changed = game.with_facts(limit=19) if game.id.startswith("chip-trick") else game.with_facts(hand=2)
    assert not has_policy(changed)
    with pytest.raises(OptionError, match="nobody has learned"):
        PolicyBot(changed, Random(1))


@each
def test_it_sees_the_floats_that_the_engine_writes(game: Game) -> None:
    """The engine's own text for them, run without compiling it."""
    layout = game.ruleset.rules.layout(game.facts)
    tables, function = write_floats(layout, "cpu")
    engine: dict[str, Any] = {"float32": numpy.float32, "floats_in_byte": floats_in_byte}
    exec("\n".join([*tables, ast.unparse(function)]), engine)
    observation = numpy.zeros((1, floats_of(layout)), numpy.float32)
    bot = PolicyBot(game, Random(1))
    for position in decisions(game, 3, 100):
        engine["write_seen"](observation, 0, observed(position, position.actor))
        floats = bot.floats(position.view(position.actor))
        assert floats.dtype == numpy.float32
        assert floats[: observation.size].tobytes() == observation.tobytes()


@pytest.mark.compiles("chip-trick")
def test_it_sees_the_floats_of_a_batch() -> None:
    """The same with everything compiled, lane by lane, while both play the same games."""
    game = ludotheque.game("chip-trick", 2)
    batch, twins, bot = (
        Batch(game, 4, seed=9, observation="float"),
        [Twin(game, 9, lane) for lane in range(4)],
        PolicyBot(game, Random(1)),
    )
    for _ in range(60):
        for lane, twin in enumerate(twins):
            view = twin.position.view(twin.position.actor)
            assert bot.floats(view)[: batch.observation.shape[1]].tobytes() == batch.observation[lane].tobytes()
            batch.action[lane] = bot.choose(view).action
        played = batch.action.tolist()
        batch.step()
        assert not batch.refused.any()
        for twin, action in zip(twins, played, strict=True):
            twin.play(action)


@each
def test_its_chances_are_those_of_its_legal_moves(game: Game) -> None:
    bot, mixed = PolicyBot(game, Random(1)), 0
    for position in decisions(game, 4, 80):
        view = position.view(position.actor)
        likely = bot.chances(view)
        assert list(likely) == position.moves()
        assert sum(likely.values()) == pytest.approx(1)
        assert all(chance == 0 or chance >= SLIGHT for chance in likely.values())
        assert likely[bot.choose(view)] > 0
        mixed += max(likely.values()) < 0.99
        assert bot.chances(position.view((position.actor + 1) % game.players)) == {}
    assert mixed > 0


@each
def test_the_same_seed_plays_the_same(game: Game) -> None:
    def chosen(seed: int) -> list[str]:
        bot = PolicyBot(game, Random(seed))
        return [str(bot.choose(position.view(position.actor))) for position in decisions(game, 5, 80)]

    assert chosen(1) == chosen(1)
    assert any(chosen(seed) != chosen(1) for seed in range(2, 12))


@each
def test_it_can_not_tell_what_its_view_does_not(game: Game) -> None:
    """Hidden chips and cards dealt anew: equal views, equal chances."""
    bot, rng, others = PolicyBot(game, Random(1)), Random(2), 0
    for position in decisions(game, 6, 30):
        seat = position.actor
        guessed = game.guess(position.view(seat), rng)
        assert bot.chances(guessed.view(seat)) == bot.chances(position.view(seat))
        others += game.rules.plain(game.rules.State, guessed.state) != game.rules.plain(game.rules.State, position.state)
    assert others > 0


GAMES = 30


@not_in_check
@each
def test_it_beats_those_who_play_at_random(game: Game) -> None:
    """Its share of the victories in one seat, each in turn.

    Every policy wins more than 85 such games of 100, an even share is at most 50; whoever wins so many wins 60 of 100 or
    fewer of these games about once in ten thousand times. The seeds are fixed, so it can't fail one day and not another.
    """
    won, bot = 0.0, PolicyBot(game, Random(8))
    for number in range(GAMES):
        rng, position, seat = Random(number), game.start(), number % game.players
        while not position.over:
            mine = position.actor == seat
            position.play(bot.choose(position.view(seat)) if mine else position.draw(rng))
        won += position.returns()[seat]
    assert won / GAMES > 0.6


def test_where_all_moves_are_slight_the_likeliest_is_played() -> None:
    """As among 140 unseen cards of Calcory."""
    player = PolicyBot.__new__(PolicyBot)
    liked = numpy.linspace(0.0, 0.1, 140)
    player.floats, player.net = (lambda view: view), (lambda floats: liked)  # type: ignore[assignment]
    moves = [Move(number, f"turn {number}") for number in range(140)]
    likely = player.chances(SimpleNamespace(moves=lambda: moves))  # type: ignore[arg-type]
    assert likely[moves[-1]] == 1.0
