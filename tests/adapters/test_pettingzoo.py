"""PettingZoo: its own tests with warnings as errors, for every game; and what it does not ask for: secrets, reasons, copies."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy
import pettingzoo  # type: ignore[import-untyped]  # it ships no types
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import ludotheque
from ludotheque import Game, IllegalMove, LudothequeError, OptionError
from ludotheque.adapters.drawing import drawn
from ludotheque.adapters.pettingzoo import Environment, all_environments, env, raw_env, register
from tests.adapters.sixth_game_observed import OBSERVED
from tests.size import sized
from tests.table import chosen_games

GAMES = [game for game in chosen_games() if game.ruleset.rules.layout(game.facts)]
PLAIN = [game for box in ludotheque.GAMES.values() for game in map(box.game, box.players) if box.rules.layout(game.facts)]
SMALLEST_AND_LARGEST = [game for game in PLAIN if game.players in (game.ruleset.players[0], game.ruleset.players[-1])]
COMPILED = [ludotheque.game(id, 2) for id in sized(["chip-trick"], ["chip-trick"], ["chip-trick", "calcory"])]
INTERPRETED_AND_COMPILED: list[Any] = [(game, False) for game in PLAIN]
INTERPRETED_AND_COMPILED.append(pytest.param(COMPILED[0], True, marks=pytest.mark.compiles()))
FEW = [game for game in SMALLEST_AND_LARGEST if game.players == game.ruleset.players[0]]


def name(game: Game) -> str:
    return game.spec


def mask(environment: Environment) -> Any:
    return environment.infos[environment.agent_selection]["action_mask"]


def chosen(environment: Environment, rng: Random) -> int:
    return int(rng.choice(numpy.flatnonzero(mask(environment)).tolist()))


def going_on(environment: Environment) -> bool:
    agent = environment.agent_selection
    return not (environment.terminations[agent] or environment.truncations[agent])


def not_allowed(environment: Environment) -> int:
    return int(numpy.flatnonzero(mask(environment) == 0)[0])


# --- PettingZoo's own tests -----------------------------------------------------------------------


@pytest.mark.parametrize("game", sized(FEW, GAMES, GAMES), ids=name)
def test_api_and_seeds(game: Game) -> None:
    api_test(env(game, engine=False), num_cycles=40)
    seed_test(lambda: env(game, engine=False), num_cycles=20)


@pytest.mark.compiles
@pytest.mark.parametrize("game", COMPILED, ids=name)
def test_api_and_seeds_compiled(game: Game) -> None:
    api_test(env(game), num_cycles=200)
    seed_test(lambda: env(game), num_cycles=200)


def test_api_of_games_that_are_cut_off() -> None:
    api_test(env("chipik", players=3, engine=False, longest=7), num_cycles=20)


def test_a_mask_inside_the_observation_is_all_that_pettingzoo_warns_of() -> None:
    """It knows the games with such observations by their names, and those are its own."""
    with pytest.warns(UserWarning, match="Observation ") as warned:
        api_test(env("chipik", players=3, engine=False, mask_in="observation"), num_cycles=200)
    said = {str(warning.message) for warning in warned}
    assert len(said) == 2
    assert any(text.startswith("Observation is not a NumPy array") for text in said)
    assert any(text.startswith("Observation space for each agent probably should be") for text in said)


def test_names() -> None:
    assert [text for text in all_environments if not text.startswith("ludotheque_treize")] == [
        "ludotheque_chip_trick_v1", "ludotheque_chip_trick_root_v1", "ludotheque_chipik_v1", "ludotheque_toujours_12_v1",
        "ludotheque_calcory_v1",
    ]  # fmt: skip
    made = all_environments["ludotheque_calcory_v1"](players=2, marks_on_13="clear", engine=False)
    assert str(made) == made.metadata["name"] == "ludotheque_calcory_v1"
    assert made.game == ludotheque.game("calcory", 2, marks_on_13="clear")
    assert made.possible_agents == ["player_0", "player_1"]
    made = pettingzoo.make("aec", "ludotheque/chip_trick_v1", players=3, engine=False)
    assert made.game == ludotheque.game("chip-trick", 3)


# --- the games ------------------------------------------------------------------------------------


@pytest.mark.compiles
@pytest.mark.parametrize("game", COMPILED, ids=name)
def test_interpreted_and_compiled_are_the_same_to_the_last_bit(game: Game) -> None:
    here, there = env(game, engine=False), env(game)
    assert (here.table.compiled, there.table.compiled) == (False, True)
    rng = Random(game.spec)
    for seed in (5, None):
        here.reset(seed=seed)
        there.reset(seed=seed)
        while going_on(here):
            assert there.agent_selection == here.agent_selection
            assert (mask(there) == mask(here)).all()
            assert all(here.observe(agent).tobytes() == there.observe(agent).tobytes() for agent in here.agents)
            assert not there.table.play(not_allowed(here))
            action = chosen(here, rng)
            here.step(action)
            there.step(action)
        assert there.rewards == here.rewards
        assert there.terminations == here.terminations
        assert all(here.observe(agent).tobytes() == there.observe(agent).tobytes() for agent in here.agents)


@pytest.mark.parametrize("game", SMALLEST_AND_LARGEST, ids=name)
def test_a_game_is_the_one_that_a_position_plays(game: Game) -> None:
    environment, rng = env(game, engine=False), Random(game.spec)
    environment.reset(seed=3)
    while going_on(environment):
        position = environment.table.position()
        seat = environment.possible_agents.index(environment.agent_selection)
        assert position.actor == seat
        assert numpy.flatnonzero(mask(environment)).tolist() == sorted(move.action for move in position.moves())
        assert all(not environment.infos[agent]["action_mask"].any() for agent in environment.agents[:seat])
        environment.step(chosen(environment, rng))
    position = environment.table.position()
    assert position.over
    assert list(environment.rewards.values()) == position.returns()
    assert environment.last(observe=False)[1] == environment.rewards[environment.agent_selection]
    assert game.replay(position.history).scores() == position.scores()


def test_two_decisions_in_a_row_are_two_selections_of_the_same_agent() -> None:
    """Whoever takes the trick leads the next one; whoever throws again discards."""
    for id in ("chip-trick", "chipik"):
        environment, rng, again = env(id, players=3, engine=False), Random(1), 0
        environment.reset(seed=1)
        while going_on(environment):
            agent = environment.agent_selection
            environment.step(chosen(environment, rng))
            again += going_on(environment) and environment.agent_selection == agent
        assert again


def test_rewards_are_shares_of_the_victory() -> None:
    environment = raw_env("chip-trick", players=2, engine=False)
    shared = set()
    for seed in range(60):
        rng = Random(seed)
        environment.reset(seed=seed)
        while going_on(environment):
            environment.step(chosen(environment, rng))
        shared.add(tuple(environment.rewards.values()))
    assert shared <= {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.5, 0.0), (0.0, 0.5), (1 / 3, 1 / 3), (0.0, 0.0)}  # a ghost wins too
    assert {(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)} <= shared


def test_a_game_is_cut_off_at_a_stated_length() -> None:
    environment, rng = env("chipik", players=3, engine=False, longest=4), Random(2)
    environment.reset(seed=4)
    for decisions in range(1, 5):
        environment.step(chosen(environment, rng))
        assert all(environment.truncations.values()) == (decisions == 4)
    assert not any(environment.terminations.values())
    assert set(environment.rewards.values()) == {0.0}
    for _ in range(3):
        assert environment.last()[3]
        environment.step(None)
    assert environment.agents == []
    for ask in (lambda: environment.step(None), environment.last):
        with pytest.raises(LudothequeError, match="reset"):
            ask()


@pytest.mark.parametrize("game", SMALLEST_AND_LARGEST, ids=name)
def test_the_same_seed_is_the_same_games(game: Game) -> None:
    def histories(seed: int) -> list[list[str]]:
        environment = env(game, engine=False)
        environment.reset(seed=seed)
        return [beginning(environment) for _ in range(3)]

    def beginning(environment: Environment) -> list[str]:
        for _ in range(8):
            environment.step(int(mask(environment).argmax()))
        history = environment.table.position().history
        environment.reset()
        return history

    assert histories(6) == histories(6)
    texts = [" ".join(history) for seed in range(4) for history in histories(seed)]
    assert len(set(texts)) > len(texts) // 2


@pytest.mark.parametrize(("game", "engine"), INTERPRETED_AND_COMPILED, ids=str)
def test_copies_and_pickles_go_on_alike(game: Game, engine: bool) -> None:
    environment, rng = env(game, engine=engine), Random(8)
    environment.reset(seed=8)
    for _ in range(15):
        environment.step(chosen(environment, rng))
    twins = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    while going_on(environment):
        action = chosen(environment, rng)
        for one in (environment, *twins):
            one.step(action)
        assert len({one.observe("player_0").tobytes() for one in (environment, *twins)}) == 1
    assert all(twin.rewards == environment.rewards for twin in twins)
    environment.reset()
    for twin in twins:
        twin.reset()
        assert twin.table.stream == environment.table.stream


# --- what is not allowed --------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "engine"), INTERPRETED_AND_COMPILED, ids=str)
def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing(game: Game, engine: bool) -> None:
    environment = raw_env(game, engine=engine)
    environment.reset(seed=2)
    before = [environment.observe(agent).tobytes() for agent in environment.agents], environment.agent_selection
    with pytest.raises(IllegalMove) as refusal:
        environment.step(not_allowed(environment))
    assert refusal.value.clause
    assert str(refusal.value).endswith(f"({refusal.value.clause})")
    assert before == ([environment.observe(agent).tobytes() for agent in environment.agents], environment.agent_selection)
    environment.step(chosen(environment, Random(1)))


def test_an_illegal_action_ends_the_game_where_that_is_wished() -> None:
    environment = env("toujours-12", players=3, engine=False)
    environment.reset(seed=2)
    agent = environment.agent_selection
    environment.step(not_allowed(environment))
    assert environment.rewards == {other: -1.0 if other == agent else 0.0 for other in environment.possible_agents}
    assert all(environment.terminations.values())
    assert environment.infos[agent]["illegal"].startswith("illegal 'lay ")
    for _ in range(3):
        environment.step(None)
    assert not environment.agents


@pytest.mark.parametrize("action", [-1, 28, 10**20, 0.0, "lay 1 2", None, [1]])
def test_what_is_no_action_is_no_move(action: Any) -> None:
    environment = env("toujours-12", players=3, engine=False)
    environment.reset(seed=2)
    with pytest.raises(OptionError, match="an action is a whole number from 0 to 27, not "):
        environment.step(action)
    assert going_on(environment)


@pytest.mark.parametrize("engine", [False, pytest.param(True, marks=pytest.mark.compiles("chip-trick"))])
def test_whoever_writes_into_a_mask_changes_nothing(engine: bool) -> None:
    environment = raw_env(COMPILED[0], engine=engine)
    environment.reset(seed=2)
    wrong, right = not_allowed(environment), chosen(environment, Random(1))
    mask(environment)[:] = 1
    with pytest.raises(IllegalMove):
        environment.step(wrong)
    mask(environment)[:] = 0
    environment.step(right)


def test_before_the_first_game_there_is_nothing() -> None:
    environment = env("chipik", players=3, engine=False, render_mode="ansi")
    for ask in (lambda: environment.step(0), lambda: environment.observe("player_0"), environment.last, environment.render):
        with pytest.raises(LudothequeError, match=r"no game is going on; reset\(\) begins one"):
            ask()


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"game": "chess"}, "there is no game chess"),
        ({"players": 9}, "players can be 3, 4, 5, 6, 7 or 8, not 9"),
        ({"players": None}, "say how many players"),
        ({"seating": "standing"}, "seating can be by-roll or as-seated"),
        ({"facts": {"legs": 3}}, "chipik has no fact legs"),
        ({"mask_in": "mail"}, "mask_in can be info or observation, not mail"),
        ({"illegal": "maybe"}, "illegal can be refuse or end"),
        ({"longest": 0}, "longest should be a whole number from 1 on, not 0"),
        ({"longest": 2.5}, "longest should be a whole number"),
        ({"render_mode": "human"}, "render_mode can be None, ansi or rgb_array, not human"),
        ({"game": ludotheque.game("chipik", 3), "players": 4}, "has its players and options already"),
        ({"game": ludotheque.game("treize", 2), "players": None}, "treize has no observations"),
    ],
)
def test_bad_wishes(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        env(**{"game": "chipik", "players": 3, "engine": False, **wish})


def test_facts_make_smaller_games() -> None:
    environment = env("chipik", players=3, facts={"tokens": 1}, engine=False)
    assert environment.game.facts.tokens == 1
    api_test(environment, num_cycles=20)


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sized(FEW, SMALLEST_AND_LARGEST, SMALLEST_AND_LARGEST), ids=name)
def test_what_an_agent_cannot_know_does_not_change_what_it_gets(game: Game) -> None:
    """Resample what is hidden: observation, mask and text stay the same, for whoever is to move and whoever waits."""
    environment, rng, changed = env(game, engine=False), Random(game.spec), False
    for seed in range(2):
        environment.reset(seed=seed)
        while going_on(environment):
            if rng.random() < 0.1:
                seat = rng.randrange(game.players)
                agent, position = environment.possible_agents[seat], environment.table.position()
                guess = game.guess(position.view(seat), rng)
                changed |= guess.state != position.state
                twin = copy.deepcopy(environment)
                twin.table.state = guess.state  # type: ignore[attr-defined]  # of an interpreted table
                twin.table.go_on()  # type: ignore[attr-defined]
                assert twin.observe(agent).tobytes() == environment.observe(agent).tobytes()
                if agent == environment.agent_selection:
                    assert (twin.table.allowed == mask(environment)).all()
                texts = [drawn(some, seat, environment.possible_agents, "ansi", "pettingzoo") for some in (guess, position)]
                assert texts[0] == texts[1]
            environment.step(chosen(environment, rng))
    assert changed or game.id == "chipik", "nothing was ever hidden, so nothing was tested"


@pytest.mark.parametrize("game", [game for game in sized(FEW[:1], FEW, SMALLEST_AND_LARGEST) if game.id != "chipik"], ids=name)
def test_nor_the_picture(game: Game) -> None:
    environment, rng = env(game, engine=False, render_mode="rgb_array"), Random(game.spec)
    environment.reset(seed=9)
    for _ in range(25):
        environment.step(chosen(environment, rng))
    seat = environment.possible_agents.index(environment.agent_selection)
    guesses = [game.guess(environment.table.position().view(seat), rng) for _ in range(2)]
    for guess in guesses:
        there = drawn(guess, seat, environment.possible_agents, "rgb_array", "pettingzoo")
        assert (there == environment.render()).all()


# --- drawing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sized(FEW, SMALLEST_AND_LARGEST, SMALLEST_AND_LARGEST), ids=name)
def test_every_frame_is_as_large_as_the_others_and_nothing_is_cut_off(game: Game) -> None:
    environment, rng = env(game, engine=False, render_mode="rgb_array"), Random(3)
    environment.reset(seed=3)
    while True:
        frame = environment.render()
        assert (frame.shape, frame.dtype) == ((720, 960, 3), numpy.uint8)
        rim = numpy.concatenate([frame[4], frame[-5], frame[:, 4], frame[:, -5]])
        assert (rim == rim[0]).all()
        assert (frame != frame[20, 20]).any(axis=2).mean() > 0.1  # of the felt is covered
        if not going_on(environment):
            break
        for _ in range(rng.randrange(30, 150)):
            if going_on(environment):
                environment.step(chosen(environment, rng))


def test_a_text_says_what_lies_there_and_what_can_be_done() -> None:
    environment = env("calcory", players=2, engine=False, render_mode="ansi")
    environment.reset(seed=1)
    text = environment.render()
    agent = environment.agent_selection
    assert text.startswith(f"Calcory, seen by {agent}: Turn cards: come to 13, not above.\nGrid:\n")
    assert " 6 ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒\n" in text
    assert f"> {agent}: 0 cards\n" in text
    trick = env("chip-trick", players=2, engine=False, render_mode="ansi")
    trick.reset(seed=1)
    last = trick.render().splitlines()[-1]
    assert [int(part.split("=")[0]) for part in last.split("  ")] == numpy.flatnonzero(mask(trick)).tolist()


def test_without_a_mode_nothing_is_drawn() -> None:
    environment = env("chipik", players=3, engine=False)
    environment.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert environment.render() is None


# --- others' games, and what is missing -----------------------------------------------------------


def test_a_third_partys_game_is_an_environment_as_soon_as_it_has_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ludotheque.GAMES, OBSERVED.id, OBSERVED)
    register(OBSERVED)
    environment = all_environments["ludotheque_treize_observed_v1"](players=3, engine=False, render_mode="rgb_array")
    api_test(environment, num_cycles=10)
    environment.reset(seed=1)
    assert environment.render().shape == (720, 960, 3)
    del all_environments["ludotheque_treize_observed_v1"]


def test_without_pettingzoo_one_is_told_what_brings_it() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import ludotheque.adapters.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "ImportError: PettingZoo is not installed; make pettingzoo brings it"


def test_without_pillow_there_are_texts_and_word_of_what_brings_pictures() -> None:
    code = """
import sys
sys.modules["PIL"] = None
from ludotheque.adapters.pettingzoo import env
for mode in ("ansi", "rgb_array"):
    table = env("chipik", players=3, engine=False, render_mode=mode)
    table.reset(seed=1)
    print(len(table.render()) > 100)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n"
    assert done.stderr.splitlines()[-1] == "ImportError: Pillow is not installed; make pettingzoo brings it"


def test_without_the_engine_it_plays_interpreted() -> None:
    code = """
import sys
sys.modules["numba"] = None
from ludotheque.adapters.pettingzoo import env
table = env("calcory", players=2)
table.reset(seed=1)
print(table.table.compiled, int(table.infos[table.agent_selection]["action_mask"].sum()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False 60\n", "")


@pytest.mark.parametrize("seed", [-1, 1.5, "one"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed should be a whole number from 0 on, not"):
        env("chipik", 3, engine=False).reset(seed=seed)


@pytest.mark.compiles("chip-trick")
def test_whoever_plays_on_with_the_position_changes_no_table() -> None:
    environment = env(COMPILED[0])
    environment.reset(seed=3)
    position = environment.table.position()
    position.play(position.moves()[0])
    environment.step(int(environment.infos[environment.agent_selection]["action_mask"].argmax()))
    assert environment.table.position().steps > 0
