"""The players from elsewhere whom the champion is measured against: they see their view alone, and play as they were meant to."""

import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.position import Position
from ludotheque.seats import CHANCE
from tests.sixth_game import SIXTH
from tests.size import only_thorough

pytest.importorskip("open_spiel", reason="measuring against OpenSpiel needs it: pip install ludotheque[bench]")
pytest.importorskip("numba", reason="the peers are compiled: pip install ludotheque[engine]")
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
compiled, kept, match, pimc, port = (import_module(f"strength.{name}") for name in ("compiled", "kept", "match", "pimc", "port"))

GAME = ludotheque.game("chip-trick-root", players=3)


def a_decision(steps: int = 14) -> Position:
    """In the first trick: everyone has four chips, which the others do not see."""
    position = GAME.start()
    rng = Random(3)
    while position.steps < steps or position.actor is ludotheque.CHANCE or len(position.moves()) < 2:
        position.play(position.draw(rng))
    return position


def guessed(position: Position, seed: int) -> Any:
    view = position.view(position.actor)
    return port.PortedGame(GAME).guess(compiled.Sight(GAME, view.sight), compiled.stream(Random(seed)))


@only_thorough
def test_the_port_moves_as_the_position_does() -> None:
    position = a_decision()
    state = guessed(position, 1)
    assert state.current_player() == position.actor
    assert state.legal_actions() == [move.action for move in position.moves()]
    assert not state.is_terminal()
    assert not state.is_chance_node()


@only_thorough
def test_a_port_played_to_the_end_shares_one_victory() -> None:
    state, rng = guessed(a_decision(), 1), Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(1)


@only_thorough
def test_what_a_seat_knows_does_not_depend_on_what_is_hidden() -> None:
    position = a_decision()
    worlds = [guessed(position, seed) for seed in range(20)]
    assert len({world.state.tobytes() for world in worlds}) > 1
    assert len({world.information_state_string() for world in worlds}) == 1


@only_thorough
def test_the_next_seat_knows_its_own_chips() -> None:
    position = a_decision()
    known = set()
    for seed in range(20):
        world = guessed(position, seed)
        world.apply_action(world.legal_actions()[0])
        known.add(world.information_state_string())
    assert len(known) > 1


@only_thorough
def test_a_clone_is_independent() -> None:
    state = guessed(a_decision(), 1)
    before = state.information_state_string()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.information_state_string() == before
    assert state.steps == []


def test_the_compiled_rollout_draws_every_move_as_often() -> None:
    """OpenSpiel's draws uniformly among legal actions; ours draws a ticket."""
    for ruleset in ludotheque.GAMES.values():
        game, rng = ruleset.game(players=ruleset.players[-1]), Random(4)
        rules, position = game.rules, game.start()
        for _ in range(150):
            if position.over:
                break
            if rules.actor(game.facts, position.state) != CHANCE:
                number = rules.tickets(game.facts, position.state)
                drawn = Counter(int(rules.ticket(game.facts, position.state, n)) for n in range(number))
                assert set(drawn) == {move.action for move in position.moves()}
                assert len(set(drawn.values())) == 1
            position.play(position.draw(rng))


@only_thorough
@pytest.mark.parametrize("peer", ["ismcts", "pimc"])
def test_peers_choose_legal_moves_the_same_ones_again(peer: str) -> None:
    position = a_decision()
    view = position.view(position.actor)
    chosen = [match.peer(peer)(GAME, Random(8), 25).choose(view) for _ in range(2)]
    assert chosen[0] in view.moves()
    assert chosen[0] == chosen[1]


@only_thorough
@pytest.mark.parametrize("peer", ["ismcts", "pimc"])
def test_peers_manage_with_the_fewest_simulations(peer: str) -> None:
    view = a_decision().view(a_decision().actor)
    assert match.peer(peer)(GAME, Random(8), match.least(peer)).choose(view) in view.moves()


def test_pimc_shares_its_simulations_among_worlds() -> None:
    bot = pimc.PimcBot(GAME, Random(1), 100)
    assert (bot.worlds, bot.tries) == (10, 10)


def test_pimc_has_one_world_where_nothing_is_hidden() -> None:
    bot = pimc.PimcBot(ludotheque.game("chipik", players=3), Random(1), 100)
    assert (bot.worlds, bot.tries) == (1, 100)


def test_kept_deals_are_found_again_after_a_torn_line(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    some = match.Match(GAME.spec, "pimc", match.SIMULATIONS, 100, 100)
    played = match.Played([[1.0, 0.0, 0.0]], (3, 0.5), (6, 0.7))
    kept.Kept(file).add(some, 0, played)
    with file.open("a") as end:
        end.write('{"about": "to')
    kept.Kept(file).add(some, 1, played)
    found = kept.Kept(file)
    assert found.find(some, 0)["rotation"] == found.find(some, 1)["rotation"] == [[1.0, 0.0, 0.0]]
    assert found.find(some, 2) is None


def test_every_game_has_its_number_of_deals() -> None:
    matches = [match.Match(spec, "pimc", match.SIMULATIONS, 100, 100) for spec in match.settings(list(ludotheque.GAMES))]
    tables = {(match.game_of(some.game).id, match.game_of(some.game).players) for some in matches}
    assert {table for table in tables if table[0] != SIXTH.id} == set(match.DEALS)
