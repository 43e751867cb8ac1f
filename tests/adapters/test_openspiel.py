"""The games inside OpenSpiel: parameters, cuts, copies, what a player is given, and searches that resample."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import ludotheque
import ludotheque.adapters.openspiel
from ludotheque import Game, IllegalMove, OptionError
from ludotheque.adapters.openspiel.game import register, short_name
from ludotheque.adapters.openspiel.parameters import USUAL_MAX_STEPS
from ludotheque.engine.batch import Batch
from ludotheque.errors import LudothequeError
from tests.engine.test_batch import Twin
from tests.engine.test_compiled_position import STEPPED
from tests.sixth_game import SIXTH
from tests.size import SIZE, sized

ROOT = Path(__file__).parent.parent.parent
ludotheque.GAMES[SIXTH.id] = SIXTH  # as if its package were installed
register(SIXTH)


def compiled(ruleset: Any, players: int) -> bool:
    """With the fewest players, unless that takes too long; with more they never are."""
    return players == ruleset.players[0] and (SIZE == "thorough" or ruleset.id in STEPPED)


EVERYTHING = [(ruleset, players) for ruleset in ludotheque.GAMES.values() for players in ruleset.players]
MANY = [(ruleset, ruleset.players[-1]) for ruleset in ludotheque.GAMES.values()]
FEW_AND_MANY = [(ruleset, players) for ruleset, players in EVERYTHING if players in (ruleset.players[0], ruleset.players[-1])]
OURS: list[Any] = [
    pytest.param(ruleset, players, marks=pytest.mark.compiles(ruleset.id)) if compiled(ruleset, players) else (ruleset, players)
    for ruleset, players in sized(MANY, FEW_AND_MANY, EVERYTHING)
]
Utility, Information = pyspiel.GameType.Utility, pyspiel.GameType.Information
every_game = pytest.mark.parametrize(("ruleset", "players"), OURS, ids=lambda given: getattr(given, "id", given))


def loaded(ruleset: Any, players: int) -> Any:
    return pyspiel.load_game(short_name(ruleset), {"players": players, "engine": compiled(ruleset, players)})


def random_states(game: Any, rng: Random, most: int = 400) -> Iterator[Any]:
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < most:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


# --- registered, with parameters --------------------------------------------------------------


def test_every_game_of_the_shelf_is_registered() -> None:
    names = {"ludotheque_" + id.replace("-", "_") for id in ludotheque.GAMES}
    assert names <= set(pyspiel.registered_names())
    assert {"ludotheque_chip_trick", "ludotheque_chip_trick_root", "ludotheque_chipik"} <= names
    assert {"ludotheque_toujours_12", "ludotheque_calcory", "ludotheque_treize"} <= names


def game_in(text: str) -> Game:
    settled: Game = pyspiel.load_game(text).setting.game
    return settled


def test_parameters_are_players_options_instance_and_length() -> None:
    assert game_in("ludotheque_chip_trick") == ludotheque.game("chip-trick", 2)  # the fewest
    assert game_in("ludotheque_chipik(seating=as-seated)") == ludotheque.game("chipik", 3, seating="as-seated")
    assert game_in("ludotheque_calcory(players=4,marks_on_13=clear)") == ludotheque.game("calcory", 4, marks_on_13="clear")
    deck = (6, 12, 12, 12, 12, 12, 6)
    there = "ludotheque_toujours_12(players=3,deck=6/12/12/12/12/12/6,refill=end-of-turn,chain_takes=False)"
    assert game_in(there) == ludotheque.game("toujours-12", 3, deck=deck, refill="end-of-turn", chain_takes=False)
    assert pyspiel.load_game("ludotheque_toujours_12", {"deck": "6/12/12/12/12/12/6"}).setting.game.options["deck"] == deck


def test_a_game_says_what_it_is_and_loads_again() -> None:
    for text in ("ludotheque_toujours_12(deck=6/12/12/12/12/12/6,players=3)", "ludotheque_calcory(instance=tiny,players=2)"):
        game = pyspiel.load_game(text)
        assert str(game) == text
        assert pyspiel.load_game(str(game)) == game
        assert pickle.loads(pickle.dumps(game)) == game
    assert str(pyspiel.load_game("ludotheque_chip_trick_root")) == "ludotheque_chip_trick_root(players=3)"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ludotheque_chip_trick(players=7)", "chip-trick: players can be 2, 3 or 4, not 7"),
        ("ludotheque_chip_trick(scoring=golf)", "scoring can be explosion or halving, not golf"),
        ("ludotheque_toujours_12(deck=1/2/3)", "seven counts"),
        ("ludotheque_calcory(instance=huge)", "calcory has no instance huge; there are: tiny, small or medium"),
        ("ludotheque_treize(instance=tiny)", "treize has no instance tiny; there are: -"),
        ("ludotheque_calcory(instance=tiny,players=3)", "the instance tiny has players=2 already"),
        ("ludotheque_calcory(instance=tiny,marks_on_13=clear)", "the instance tiny has marks_on_13=stay already"),
        ("ludotheque_chipik(max_steps=-1)", "max_steps is a number of steps, or 0 for the usual"),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        pyspiel.load_game(text)


def test_openspiel_itself_refuses_what_it_does_not_know() -> None:
    with pytest.raises(RuntimeError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("ludotheque_chipik(colour=red)")


def test_without_openspiel_the_import_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import ludotheque.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert "ImportError: OpenSpiel is not installed; make openspiel brings it" in done.stderr


@pytest.mark.compiles("chipik")
def test_python_ends_quietly_after_games_were_loaded() -> None:
    code = "import pyspiel, ludotheque.adapters.openspiel; pyspiel.load_game('ludotheque_chipik').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- what kind of game ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "utility"),
    [
        ("ludotheque_chip_trick(players=2)", Utility.GENERAL_SUM),  # the ghost may win alone
        ("ludotheque_chip_trick(players=3)", Utility.CONSTANT_SUM),
        ("ludotheque_chip_trick_root", Utility.CONSTANT_SUM),
        ("ludotheque_chip_trick(instance=tiny)", Utility.CONSTANT_SUM),
        ("ludotheque_toujours_12", Utility.CONSTANT_SUM),
        ("ludotheque_toujours_12(max_steps=145)", Utility.CONSTANT_SUM),  # 72 cards drawn, 72 laid, one lot
        ("ludotheque_toujours_12(max_steps=144)", Utility.GENERAL_SUM),
        ("ludotheque_calcory", Utility.GENERAL_SUM),  # it is cut
        ("ludotheque_calcory(instance=tiny)", Utility.CONSTANT_SUM),
        ("ludotheque_chipik", Utility.GENERAL_SUM),
    ],
)
def test_constant_sum_where_somebody_always_wins(text: str, utility: Any) -> None:
    game = pyspiel.load_game(text)
    assert game.get_type().utility == utility
    assert game.utility_sum() == (1.0 if utility == Utility.CONSTANT_SUM else None)
    assert (game.min_utility(), game.max_utility()) == (0.0, 1.0)


def test_nothing_is_hidden_in_chipik_alone() -> None:
    for ruleset in ludotheque.GAMES.values():
        known = pyspiel.load_game(short_name(ruleset)).get_type().information == Information.PERFECT_INFORMATION
        assert known == (ruleset.id == "chipik")


def test_a_game_without_a_bound_is_cut_and_nobody_wins() -> None:
    game = pyspiel.load_game("ludotheque_chipik(players=4,max_steps=30,engine=False)")
    *_, last = random_states(game, Random(1))
    assert last.is_terminal()
    assert last.move_number() == len(last.history()) == 30
    assert last.returns() == [0.0] * 4
    assert last.legal_actions() == last.chance_outcomes() == []
    with pytest.raises(LudothequeError, match="the game is over"):
        last.apply_action(0)
    assert game.max_game_length() == game.max_chance_nodes_in_history() == 30
    assert game.get_type().provides_information_state_tensor  # of thirty steps it can be made
    usual = pyspiel.load_game("ludotheque_chipik(players=4)")
    assert usual.max_game_length() == USUAL_MAX_STEPS
    assert not usual.get_type().provides_information_state_tensor


def test_bounds_of_games_that_end() -> None:
    """Chip-trick: seven rounds of ten tricks, each three plays and takes, twelve chips dealt; once somebody starts."""
    game = pyspiel.load_game("ludotheque_chip_trick(players=3)")
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (7 * 10 * 6, 7 * 12 + 1)
    game = pyspiel.load_game("ludotheque_toujours_12(players=5)")
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (72, 73)


@every_game
def test_the_same_games_as_positions_play(ruleset: Any, players: int) -> None:
    """Step by step: who acts, what is possible and how likely, and who wins."""
    rng, here = Random(5), ruleset.game(players).start()
    state = loaded(ruleset, players).new_initial_state()
    first = ruleset.rules.player_actions
    while not here.over and here.steps < 300:
        if state.is_chance_node():
            assert here.actor is ludotheque.CHANCE
            odds = {move.action - first: float(chance) for move, chance in here.odds()}
            assert dict(state.chance_outcomes()) == pytest.approx(odds)
            assert state.legal_actions() == [outcome for outcome, _ in state.chance_outcomes()]
        else:
            assert state.current_player() == here.actor
            assert state.legal_actions() == sorted(move.action for move in here.moves())
            assert state.legal_actions((here.actor + 1) % players) == []
        move = here.draw(rng)
        action = move.action - first if state.is_chance_node() else move.action
        assert state.action_to_string(action) == move.text
        here.play(move)
        state.apply_action(action)
    assert state.is_terminal() == here.over
    assert state.returns() == here.returns()


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    game = pyspiel.load_game("ludotheque_toujours_12(engine=False)")
    state = game.new_initial_state()
    for action in (1, 1, 1, 2, 2, 2):
        state.apply_action(action)
    before = str(state)
    with pytest.raises(IllegalMove, match="illegal 'lay 5 1'"):
        state.apply_action(state.string_to_action("lay 2 1") + 3 * 4)
    assert str(state) == before
    assert len(state.history()) == 6


# --- copies -----------------------------------------------------------------------------------


@every_game
def test_clones_and_pickles_go_their_own_way(ruleset: Any, players: int) -> None:
    game, rng = loaded(ruleset, players), Random(2)
    for number, state in enumerate(random_states(game, rng, 60)):
        if number % 10 == 0 and not state.is_terminal():
            before = str(state), state.history(), [state.information_state_string(seat) for seat in range(players)]
            for twin in (state.clone(), pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
                assert (str(twin), twin.history(), [twin.information_state_string(seat) for seat in range(players)]) == before
                twin.apply_action(rng.choice(twin.legal_actions()))
                assert str(twin) != before[0]
            assert (str(state), state.history(), [state.information_state_string(seat) for seat in range(players)]) == before
    assert game.new_initial_state().history() == []
    assert str(game.new_initial_state()).startswith(ruleset.id)


# --- what a player is given -------------------------------------------------------------------


def given(state: Any, seat: int) -> list[Any]:
    """All that a player can ask of a state."""
    kind = state.get_game().get_type()
    found = [state.information_state_string(seat), state.observation_string(seat)]
    if kind.provides_observation_tensor:
        found.append(numpy.array(state.observation_tensor(seat)).tobytes())
    if kind.provides_information_state_tensor:
        found.append(numpy.array(state.information_state_tensor(seat)).tobytes())
    if state.current_player() == seat:
        found.append(state.legal_actions())
    return found


@every_game
def test_what_a_player_cannot_know_changes_nothing_he_is_given(ruleset: Any, players: int) -> None:
    game, rng = loaded(ruleset, players), Random(3)
    changed = looked = 0
    while looked < 5:
        for state in random_states(game, rng):
            if rng.random() < 0.03 and not state.is_terminal():
                looked += 1
                for seat in range(players):
                    guess = state.resample_from_infostate(seat, rng.random)
                    assert given(guess, seat) == given(state, seat)
                    changed += str(guess) != str(state)
                    for twin in (guess.clone(), pickle.loads(pickle.dumps(guess))):
                        assert given(twin, seat) == given(state, seat)
                        twin.apply_action(rng.choice(twin.legal_actions()))
    assert changed or not ruleset.hides


@every_game
def test_information_states_hold_all_earlier_ones_and_ones_own_actions(ruleset: Any, players: int) -> None:
    """Perfect recall along a whole game: the texts of later states begin with the earlier, and with what was done there."""
    game = loaded(ruleset, players)
    had = [""] * players
    state, rng = game.new_initial_state(), Random(4)
    while not state.is_terminal() and state.move_number() < 400:
        seat, done = state.current_player(), ""
        if seat >= 0:
            assert state.information_state_string().startswith(had[seat])
            had[seat] = state.information_state_string()
        action = rng.choice(state.legal_actions())
        done = state.action_to_string(action)
        state.apply_action(action)
        if seat >= 0:
            now = state.information_state_string(seat)
            assert now == f"{had[seat]}; {done}" or now.startswith(f"{had[seat]}; {done} (")
            had[seat] = now


@pytest.mark.parametrize("ruleset", [r for r in ludotheque.GAMES.values() if r.instances], ids=lambda ruleset: ruleset.id)
def test_tensors_tell_apart_what_texts_tell_apart(ruleset: Any) -> None:
    """In the whole tree of an instance: an information state has one text and one tensor."""
    game = pyspiel.load_game(short_name(ruleset), {"instance": "tiny"})
    tensor_of: dict[str, bytes] = {}

    def walk(state: Any) -> None:
        if state.current_player() >= 0:
            tensor = numpy.array(state.information_state_tensor(), numpy.float32).tobytes()
            assert tensor_of.setdefault(state.information_state_string(), tensor) == tensor
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(set(tensor_of.values())) == len(tensor_of)


def test_observers_of_every_kind() -> None:
    game = pyspiel.load_game("ludotheque_toujours_12(engine=False)")
    state = game.new_initial_state()
    for text in ("draw 1", "draw 4", "draw 6", "draw 0", "draw 2", "draw 3", "lay 6 2"):
        state.apply_action(state.string_to_action(text))

    def observed(recall: bool, public: bool, private: Any) -> Any:
        return make_observation(game, pyspiel.IIGObservationType(public, recall, private))

    single, nobody, everybody = (getattr(pyspiel.PrivateInfoType, name) for name in ("SINGLE_PLAYER", "NONE", "ALL_PLAYERS"))
    whole = observed(True, True, single)
    whole.set_from(state, 1)
    assert whole.string_from(state, 1) == state.information_state_string(1)
    assert whole.tensor.tolist() == state.information_state_tensor(1)
    assert whole.dict["seat"].tolist() == [0, 1]
    assert whole.dict["history"].any(axis=1).sum() == 7
    now = observed(False, True, single)
    now.set_from(state, 1)
    assert now.tensor.tolist() == state.observation_tensor(1) == whole.dict["observation"].tolist()
    assert '"hand": [0, 2, 3]' in now.string_from(state, 1)
    onlooker = observed(False, True, nobody)
    onlooker.set_from(state, 1)
    assert onlooker.tensor.tolist() != now.tensor.tolist()
    assert '"seat": null' in onlooker.string_from(state, 1)
    history = observed(True, True, nobody)
    assert history.string_from(state, 1) == "draw ?; draw ?; draw ? (11); draw ?; draw ?; draw ? (5); lay 6 2"
    assert history.tensor is None
    assert observed(False, False, single).string_from(state, 0) == f"hand[0]={1 << 4 | 1 << 16}"
    assert observed(False, True, everybody) is None
    with pytest.raises(OptionError, match="no parameters"):
        make_observation(game, None, {"colour": 1})


@pytest.mark.compiles("chip-trick")
def test_observations_are_the_floats_of_the_batch() -> None:
    """Bit by bit, through a game that both play."""
    batch = Batch(ludotheque.game("chip-trick", 2), 1, seed=1, observation="float")
    twin = Twin(batch.game, 1, 0)
    game = pyspiel.load_game("ludotheque_chip_trick(players=2)")
    state = game.new_initial_state()
    for _ in range(40):
        for text in twin.position.history[len(state.history()) :]:
            named = {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}
            state.apply_action(named[text])
        seen = numpy.array(state.observation_tensor(int(batch.seat[0])), numpy.float32)
        assert seen.tobytes() == batch.observation[0].tobytes()
        batch.choose_at_random()
        action = int(batch.action[0])
        batch.step()
        twin.play(action)


# --- searches ---------------------------------------------------------------------------------


SEARCHED = ["ludotheque_chip_trick(instance=small)", "ludotheque_toujours_12(instance=small)", "ludotheque_treize(engine=False)"]


@pytest.mark.parametrize("text", SEARCHED)
def test_ismcts_plays_with_the_resampler(text: str) -> None:
    game, rng = pyspiel.load_game(text), numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [ismcts.ISMCTSBot(game, evaluator, 1.4, 30, random_state=rng) for _ in range(game.num_players())]
    for bot in bots[1:]:  # the first uses OpenSpiel's own way to ask
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(1)


def test_an_action_that_does_not_exist_is_refused_in_a_sentence() -> None:
    state = pyspiel.load_game("ludotheque_chip_trick(players=3,engine=False)").new_initial_state()
    with pytest.raises(OptionError, match="an action is a whole number from 0 to 43, not 99"):
        state.apply_action(99)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    legal = state.legal_actions()[0]
    for action in (9999, -2, -(10**9), legal - state.get_game().ruleset.rules.actions):  # the last would index from the end
        with pytest.raises(OptionError, match=f"an action is a whole number from 0 to 23, not {action}"):
            state.apply_action(action)
