"""Vectors of games: lane by lane and step by step what single games are, in buffers that are never copied."""

from random import Random
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import ludotheque
import ludotheque.adapters.gymnasium
from ludotheque import Game, LudothequeError, OptionError
from ludotheque.adapters.pettingzoo import env
from ludotheque.adapters.table import InterpretedTable
from ludotheque.adapters.vector import OneSeat, SelfPlay
from tests.engine.test_batch import SHORT, Twin

TRICK, CALCORY = ludotheque.game("chip-trick", 2), ludotheque.game("calcory", 2)
pytestmark = pytest.mark.compiles("chip-trick")


def seen_at(twin: Twin, seat: int) -> Any:
    """What a single environment gives that seat, in the twin's position."""
    table = InterpretedTable(twin.position.game)
    table.state = twin.position.state
    return table.observation(seat)


def actions_of(twin: Twin) -> list[int]:
    return sorted(move.action for move in twin.position.moves())


@pytest.mark.compiles
@pytest.mark.parametrize("game", [TRICK, CALCORY], ids=lambda game: game.id)
def test_self_play_is_single_games_step_by_step(game: Game) -> None:
    lanes, rng = 3, Random(5)
    games = SelfPlay(game, lanes)
    observation, info = games.reset(seed=11)
    twins = [Twin(game, 11, lane) for lane in range(lanes)]
    ended = 0
    for _ in range(300):
        for lane, twin in enumerate(twins):
            assert info["seat"][lane] == twin.position.actor
            assert numpy.flatnonzero(info["action_mask"][lane]).tolist() == actions_of(twin)
            assert observation[lane].tobytes() == seen_at(twin, twin.position.actor).tobytes()
        movers = info["seat"].tolist()
        actions = [rng.choice(actions_of(twin)) for twin in twins]
        observation, reward, terminated, truncated, info = games.step(actions)
        assert info["mover"].tolist() == movers
        assert not truncated.any()
        assert not info["refused"].any()
        for lane, twin in enumerate(twins):
            twin.play(actions[lane])
            returns = twin.position.returns()
            assert terminated[lane] == twin.position.over
            assert info["rewards"][lane].tolist() == pytest.approx(returns)
            assert reward[lane] == pytest.approx(returns[movers[lane]])
            if terminated[lane]:
                ended += 1
                twins[lane] = Twin(game, 11, int(info["number"][lane]))
    assert ended


@pytest.mark.compiles
@pytest.mark.parametrize(("game", "seat"), [(TRICK, 1), (SHORT, "each")], ids=["chip-trick", "chipik"])
def test_one_seat_is_single_games_step_by_step(game: Game, seat: int | str) -> None:
    """The others play what comes first; games that the learner has no decision in are passed over."""

    class Single(Twin):
        def __init__(self, number: int) -> None:
            super().__init__(game, 4, number)
            self.number = number
            self.learner = (number % lanes + number // lanes) % game.players if seat == "each" else int(seat)
            self.let_others_play()

        def let_others_play(self) -> None:
            while self.position.actor >= 0 and self.position.actor != self.learner:
                self.play(actions_of(self)[0])

    def begun(number: int) -> Single:
        single = Single(number)
        return begun(number + lanes) if single.position.over else single

    def first(observation: Any, mask: Any, seats: Any) -> Any:
        return mask.argmax(axis=1)

    lanes, rng = 4, Random(3)
    games = OneSeat(game, lanes, opponents=first, seat=seat)
    observation, info = games.reset(seed=4)
    singles = [begun(lane) for lane in range(lanes)]
    ended = 0
    for _ in range(200):
        for lane, single in enumerate(singles):
            assert info["number"][lane] == single.number
            assert info["seat"][lane] == single.learner == single.position.actor
            assert numpy.flatnonzero(info["action_mask"][lane]).tolist() == actions_of(single)
            assert observation[lane].tobytes() == seen_at(single, single.learner).tobytes()
        actions = numpy.array([rng.choice(actions_of(single)) for single in singles])
        observation, reward, terminated, truncated, info = games.step(actions)
        for lane, single in enumerate(singles):
            single.play(int(actions[lane]))
            single.let_others_play()
            assert terminated[lane] == single.position.over
            assert reward[lane] == pytest.approx(single.position.returns()[single.learner])
            if terminated[lane]:
                ended += 1
                singles[lane] = begun(single.number + lanes)
        assert not truncated.any()
    assert ended


def test_each_seat_in_turn_also_where_the_lanes_are_a_multiple_of_the_players() -> None:
    games = OneSeat(ludotheque.game("chip-trick", 2), 4, seat="each")
    assert [games.seats_in(lane + 4 * turn) for lane in (0, 1) for turn in range(4)] == [0, 1, 0, 1, 1, 0, 1, 0]


def test_observations_are_those_of_the_aec_environment() -> None:
    """Three doors, one row of numbers."""
    games, table = SelfPlay(TRICK, 1), env(TRICK, engine=False)
    observation, info = games.reset(seed=11)
    table.reset(seed=1)
    table.table.state = Twin(TRICK, 11, 0).position.state  # type: ignore[attr-defined]  # of an interpreted table
    assert table.observe(f"player_{info['seat'][0]}").tobytes() == observation[0].tobytes()


def test_it_is_a_vector_environment_of_gymnasium() -> None:
    games = gymnasium.make_vec(
        "ludotheque/ChipTrick-v1", num_envs=4, vectorization_mode="vector_entry_point", players=2, threads=2
    )
    assert isinstance(games, VectorEnv)
    assert isinstance(games.unwrapped, SelfPlay)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, info = games.reset(seed=1)
    assert observation in games.observation_space
    assert games.observation_space.shape == (4, 120)
    assert games.action_space.shape == (4,)
    observation, reward, terminated, truncated, info = games.step(games.unwrapped.random_actions())
    assert observation in games.observation_space
    assert observation[0] in games.single_observation_space
    assert reward.shape == terminated.shape == truncated.shape == (4,)
    assert all(len(info[key]) == 4 for key in info)
    games.close()
    against = gymnasium.make_vec(
        "ludotheque/ChipTrick-v1", num_envs=4, vectorization_mode="vector_entry_point", players=2, opponents="random"
    )
    assert isinstance(against.unwrapped, OneSeat)


def test_gymnasiums_wrappers_cope() -> None:
    games = SelfPlay(TRICK, 3)
    wrapped = DictInfoToList(RecordEpisodeStatistics(games))
    wrapped.reset(seed=1)
    lengths = []
    for _ in range(200):
        *_, infos = wrapped.step(games.random_actions())
        assert all(info["action_mask"].any() for info in infos)
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]
    assert lengths
    assert min(lengths) > 10


def test_nothing_is_copied_unless_that_is_wished() -> None:
    games, careful = SelfPlay(TRICK, 4), SelfPlay(TRICK, 4, copy=True)
    observation, _ = games.reset(seed=1)
    handed = numpy.from_dlpack(observation)
    before, kept = careful.reset(seed=1)
    first = before.copy()
    for _ in range(5):
        later, *_ = games.step(games.random_actions())
        assert later is observation
        assert numpy.shares_memory(handed, later)
        again, *_, more = careful.step(careful.random_actions())
        assert not numpy.shares_memory(again, before)
        assert not numpy.shares_memory(more["action_mask"], kept["action_mask"])
        assert (again == later).all()
    assert (before == first).all()


def test_seeds() -> None:
    def beginning(games: SelfPlay, seed: int | None) -> bytes:
        games.reset(seed=seed)
        for _ in range(6):
            observation, *_ = games.step(games.random_actions())
        return bytes(observation.tobytes())

    games = SelfPlay(TRICK, 4)
    one = beginning(games, 5)
    other = beginning(games, None)
    assert one != other
    assert (beginning(games, 5), beginning(games, None)) == (one, other)
    assert beginning(SelfPlay(TRICK, 4, threads=2), 5) == one
    assert beginning(games, 6) != one


def test_what_is_not_legal_is_not_played() -> None:
    for games in (SelfPlay(TRICK, 3), OneSeat(TRICK, 3)):
        observation, info = games.reset(seed=1)
        before = observation.copy()
        wrong = info["action_mask"].argmin(axis=1)
        observation, reward, terminated, _, info = games.step(wrong)
        assert info["refused"].all()
        assert (observation == before).all()
        assert not reward.any()
        assert not terminated.any()
        *_, info = games.step(games.random_actions())
        assert not info["refused"].any()


def test_packed_is_the_same_in_bits() -> None:
    games = SelfPlay(TRICK, 5, packed=True)
    observation, _ = games.reset(seed=1)
    assert observation.dtype == numpy.uint32
    assert observation[0] in games.single_observation_space
    games.step(games.random_actions())


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (
            {"opponents": "club"},
            "in a vector, opponents play at random or by a policy of observations, masks and seats; not club",
        ),
        ({"seat": 2}, "seat can be 0, 1 or each, not 2"),
        ({"device": "abacus"}, "cpu and cuda"),
        ({"num_envs": 0}, "at least one"),
    ],
)
def test_bad_wishes(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        OneSeat(**{"game": TRICK, "num_envs": 2, **wish})


@pytest.mark.parametrize("kind", [SelfPlay, OneSeat])
def test_before_the_first_games_there_is_nothing(kind: Any) -> None:
    with pytest.raises(LudothequeError, match=r"reset\(\) begins one"):
        kind(TRICK, 2).step([0, 0])


def test_lanes_begin_anew_by_themselves() -> None:
    with pytest.raises(OptionError, match="all games begin anew together"):
        SelfPlay(TRICK, 2).reset(options={"reset_mask": numpy.array([True, False])})


def test_a_policy_that_plays_what_is_not_legal_is_told_so() -> None:
    games = OneSeat(TRICK, 8, opponents=lambda observation, mask, seat: mask.argmin(axis=1), seat=0)
    with pytest.raises(OptionError, match="the opponents' policy chose actions that are not legal"):
        games.reset(seed=1)
