"""Gymnasium: check_env with warnings as errors for every game; one seat against bots, policies and chance."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import ludotheque
from ludotheque import Game, IllegalMove, LudothequeError, Move, OptionError, View
from ludotheque.adapters.gymnasium import Seat, all_environments, id_of, register
from ludotheque.position import Position
from tests.adapters.sixth_game_observed import OBSERVED
from tests.size import sized
from tests.table import chosen_games

GAMES = [game for game in chosen_games() if game.ruleset.rules.layout(game.facts)]
PLAIN = [game for box in ludotheque.GAMES.values() for game in map(box.game, box.players) if box.rules.layout(game.facts)]
SMALLEST_AND_LARGEST = [game for game in PLAIN if game.players in (game.ruleset.players[0], game.ruleset.players[-1])]
FEW = [game for game in SMALLEST_AND_LARGEST if game.players == game.ruleset.players[0]]


def name(game: Game) -> str:
    return game.spec


def played_out(seat: Seat, seed: int, rng: Random) -> tuple[list[Any], float, dict[str, Any]]:
    """All observations, the reward at the end and the last info of a game with random actions."""
    observation, info = seat.reset(seed=seed)
    seen, over, reward = [observation], False, 0.0
    while not over:
        assert reward == 0
        assert (seat.action_masks() == info["action_mask"]).all()
        action = rng.choice(numpy.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, truncated, info = seat.step(action)
        seen.append(observation)
        over = terminated or truncated
    return seen, reward, info


@pytest.mark.parametrize("game", sized(FEW, GAMES, GAMES), ids=name)
def test_check_env(game: Game) -> None:
    made = gymnasium.make(id_of(game.ruleset), players=game.players, engine=False, **game.options)
    check_env(made.unwrapped)


def test_names() -> None:
    assert [text for text in all_environments if "Treize" not in text] == [
        "ludotheque/ChipTrick-v1", "ludotheque/ChipTrickRoot-v1", "ludotheque/Chipik-v1", "ludotheque/Toujours12-v1",
        "ludotheque/Calcory-v1",
    ]  # fmt: skip
    made = gymnasium.make("ludotheque/Chipik-v1", players=4, seat=2, facts={"tokens": 3}, engine=False)
    seat = made.unwrapped
    assert isinstance(seat, Seat)
    assert seat.game == ludotheque.game("chipik", 4).with_facts(tokens=3)
    with pytest.raises(OptionError, match="calcory: say how many players: 2, 3 or 4"):
        gymnasium.make("ludotheque/Calcory-v1")


@pytest.mark.parametrize("game", PLAIN, ids=name)
def test_a_game_is_played_to_its_end(game: Game) -> None:
    seat, rng = Seat(game, seat="random", engine=False), Random(game.spec)
    seats = set()
    for seed in range(2 * game.players):
        seen, reward, info = played_out(seat, seed, rng)
        position = seat.position
        assert position is not None
        assert position.over
        assert reward == position.returns()[info["seat"]]
        assert info["scores"] == position.scores()
        assert info["winners"] == position.winners()
        assert not info["action_mask"].any()
        assert all(observation in seat.observation_space for observation in seen)
        seats.add(info["seat"])
    assert len(seats) > 1


@pytest.mark.parametrize("opponents", ["random", "novice", "casual", "club", "champion"])
def test_the_same_seed_and_actions_are_the_same_game_against_every_level(opponents: str) -> None:
    """Interpreted, with a budget of almost nothing: what is looked at is not how well they play."""
    games = []
    for _ in range(2):
        seat = Seat("chipik", players=3, seat=1, opponents=opponents, budget=0.01, longest=15, engine=False)
        seen, reward, _ = played_out(seat, 11, Random(4))
        games.append(([observation.tobytes() for observation in seen], reward))
    assert games[0] == games[1]


def test_bots_get_their_own_view_and_sit_in_the_order_named() -> None:
    asked: list[tuple[str, int | None]] = []

    class Watched:
        def __init__(self, called: str) -> None:
            self.called = called

        def choose(self, view: View) -> Move:
            assert view.seat == view.actor
            asked.append((self.called, view.seat))
            return view.moves()[0]

    seat = Seat("toujours-12", players=4, seat=2, opponents=[Watched("next"), "random", Watched("last")], engine=False)
    played_out(seat, 3, Random(1))
    assert set(asked) == {("next", 3), ("last", 1)}


def test_a_policy_of_observations_and_masks_is_an_opponent() -> None:
    def first_allowed(observation: Any, mask: Any) -> int:
        assert observation in seat.observation_space
        assert mask.any()
        return int(mask.argmax())

    seat = Seat("chip-trick", players=2, opponents=first_allowed, engine=False)
    played_out(seat, 3, Random(1))
    position = seat.position
    assert position is not None
    replayed = seat.game.start()
    for text in position.history:
        if replayed.actor == 1:
            assert text == str(min(replayed.moves(), key=lambda move: move.action))
        replayed.play(text)


def test_a_policy_that_plays_what_is_not_legal_is_told_so() -> None:
    seat = Seat("toujours-12", players=2, opponents=lambda observation, mask: int(mask.argmin()), engine=False)
    with pytest.raises(OptionError, match="the opponent at seat 1 played what is not legal") as told:
        played_out(seat, 3, Random(1))
    assert "hand" not in str(told.value)
    with pytest.raises(LudothequeError, match=r"reset\(\) begins one"):
        seat.step(0)


def test_other_opponents_meet_the_same_deals_in_every_game() -> None:
    dealt = []
    for opponents in ("random", lambda observation, mask: int(mask.argmax())):
        seat = Seat("toujours-12", players=2, opponents=opponents, engine=False)
        for seed in (7, None):
            seat.reset(seed=seed)
            assert seat.position is not None
            dealt.append(seat.position.history[:6])
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]


def test_games_that_are_over_before_the_learner_decides_are_none_of_his() -> None:
    """With one token each, whoever begins is often the last to have thrown, too."""
    seat, beginners = Seat("chipik", players=3, facts={"tokens": 1}, engine=False), set()
    for seed in range(60):
        _, info = seat.reset(seed=seed)
        assert info["action_mask"].any()
        position = seat.position
        assert position is not None
        assert position.actor == 0
        beginners.add(seat.decisions)
    assert len(beginners) > 1


# --- what is not allowed --------------------------------------------------------------------------


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    seat = Seat("toujours-12", players=3, engine=False)
    _, info = seat.reset(seed=1)
    observation, reward, terminated, truncated, info = seat.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"].startswith("illegal 'lay ")
    assert observation in seat.observation_space
    with pytest.raises(LudothequeError, match=r"reset\(\) begins one"):
        seat.step(0)


def test_or_is_refused_and_changes_nothing() -> None:
    seat = Seat("toujours-12", players=3, engine=False, illegal="refuse")
    _, info = seat.reset(seed=1)
    with pytest.raises(IllegalMove):
        seat.step(int(info["action_mask"].argmin()))
    seat.step(int(info["action_mask"].argmax()))


def test_a_game_is_cut_off_at_a_stated_length() -> None:
    seat, rng = Seat("chipik", players=3, engine=False, longest=6), Random(5)
    for seed in range(5):
        observation, info = seat.reset(seed=seed)
        terminated = truncated = False
        while not terminated and not truncated:
            action = rng.choice(numpy.flatnonzero(info["action_mask"]).tolist())
            observation, reward, terminated, truncated, info = seat.step(action)
        assert (terminated, truncated, reward) == (False, True, 0.0)
        assert seat.decisions == 6
        assert not info["action_mask"].any()
        assert observation in seat.observation_space


def test_however_short_a_game_is_the_learner_has_his_first_decision() -> None:
    seat = Seat("chipik", players=5, seat=3, engine=False, longest=1)
    for seed in range(5):
        _, info = seat.reset(seed=seed)
        _, _, terminated, truncated, _ = seat.step(int(info["action_mask"].argmax()))
        assert terminated or truncated


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"seat": 3}, "seat can be 0, 1, 2 or random, not 3"),
        ({"opponents": "grandmaster"}, "there is no bot grandmaster; there are novice"),
        ({"opponents": ["club"]}, "there are 2 other seats, and 1 opponents"),
        ({"opponents": 7}, "there is no bot 7"),
        ({"illegal": "maybe"}, "illegal can be refuse or end, not maybe"),
        ({"render_mode": "human"}, "render_mode can be None, ansi or rgb_array"),
        ({"longest": -1}, "longest should be a whole number from 1 on"),
        ({"game": ludotheque.game("treize", 2), "players": None}, "treize has no observations"),
    ],
)
def test_bad_wishes(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Seat(**{"game": "chipik", "players": 3, "engine": False, **wish})


def test_before_the_first_game_there_is_nothing() -> None:
    seat = Seat("chipik", players=3, engine=False, render_mode="ansi")
    for ask in (lambda: seat.step(0), seat.render):
        with pytest.raises(LudothequeError, match=r"reset\(\) begins one"):
            ask()


# --- secrets and drawing --------------------------------------------------------------------------


@pytest.mark.parametrize("game", sized(FEW, SMALLEST_AND_LARGEST, SMALLEST_AND_LARGEST), ids=name)
def test_what_the_seat_cannot_know_does_not_change_what_it_gets(game: Game) -> None:
    """Resample what is hidden: observation, mask and drawing stay the same."""
    seat, rng = Seat(game, engine=False, render_mode="ansi"), Random(game.spec)
    _, info = seat.reset(seed=2)
    over, changed = False, False
    while not over:
        before, masks, text = seat._seen().tobytes(), seat.action_masks(), seat.render()
        position = seat.position
        assert position is not None
        seat.position = game.guess(position.view(seat.seat), rng)
        changed |= seat.position.state != position.state
        assert (seat._seen().tobytes(), seat.render()) == (before, text)
        assert (seat.action_masks() == masks).all()
        seat.position = position
        _, _, terminated, truncated, info = seat.step(rng.choice(numpy.flatnonzero(info["action_mask"]).tolist()))
        over = terminated or truncated
    assert changed or game.id == "chipik", "nothing was ever hidden, so nothing was tested"


def test_it_is_drawn_as_the_learner_sees_it() -> None:
    seat = Seat("chip-trick", players=3, seat=1, engine=False, render_mode="ansi")
    seat.reset(seed=2)
    assert seat.render().startswith("12 Chip Trick, seen by player_1: ")
    picture = Seat("chip-trick", players=3, seat=1, engine=False, render_mode="rgb_array")
    picture.reset(seed=2)
    assert picture.render().shape == (720, 960, 3)
    nothing = Seat("chip-trick", players=3, engine=False)
    nothing.reset(seed=2)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert nothing.render() is None


# --- others' games, and what is missing -----------------------------------------------------------


def test_a_third_partys_game_is_an_environment_as_soon_as_it_has_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ludotheque.GAMES, OBSERVED.id, OBSERVED)
    monkeypatch.setattr(gymnasium.envs.registration, "registry", dict(gymnasium.registry))
    made = gymnasium.make(register(OBSERVED), players=3, engine=False)
    check_env(made.unwrapped)
    assert made.spec is not None
    assert made.spec.id == "ludotheque/TreizeObserved-v1"


def test_without_gymnasium_one_is_told_what_brings_it() -> None:
    for module in ("gymnasium", "vector"):
        code = f"import sys; sys.modules['gymnasium'] = None; import ludotheque.adapters.{module}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.stderr.splitlines()[-1] == "ImportError: Gymnasium is not installed; make gymnasium brings it"


def test_a_position_is_there_for_whoever_wants_to_search() -> None:
    seat = Seat("chipik", players=3, engine=False)
    seat.reset(seed=1)
    assert isinstance(seat.position, Position)
    assert seat.position.actor == 0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda seat: pickle.loads(pickle.dumps(seat))], ids=["copied", "pickled"])
def test_a_copy_goes_on_by_itself(copied: Any) -> None:
    seat = gymnasium.make("ludotheque/ChipTrick-v1", players=3, opponents="random")
    _, info = seat.reset(seed=4)
    twin = copied(seat)
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        (seen, reward, over, _, info), (seen_there, reward_there, over_there, _, _) = seat.step(action), twin.step(action)
        assert (seen.tobytes(), reward, over) == (seen_there.tobytes(), reward_there, over_there)
