"""Many games in Gymnasium at once, on the engine's batch: nothing loops over games in Python, and nothing is copied.

    from ludotheque.adapters.vector import SelfPlay

    games = SelfPlay("chip-trick", 4096, players=3)
    observation, info = games.reset(seed=7)
    while training:
        action = policy(observation, info["action_mask"])
        observation, reward, terminated, truncated, info = games.step(action)

A game that ends is followed by the next in the same step. What is returned are the batch's own buffers, which the next
step overwrites; `copy=True` gives copies. On a GPU they are CuPy's, and `torch.from_dlpack` takes them as they are.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, SupportsIndex

from ludotheque.adapters.wishes import game_for_learners, missing, nothing_going_on, one_of

try:
    import gymnasium
    import numpy
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as problem:
    raise missing("Gymnasium", "gymnasium", problem) from None

from ludotheque.adapters import spaces
from ludotheque.engine.batch import Batch
from ludotheque.engine.wishes import as_seed
from ludotheque.errors import OptionError, shortened
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.observation import words_of

Policy = Callable[[Any, Any, Any], Any]  # (observations, action masks, seats): an action a lane
WAITS = -1  # no action: the batch refuses it, and so nothing happens in that lane


class Lanes(VectorEnv[Any, Any, Any]):
    """What self-play and a learner's seat have in common."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game,
        num_envs: SupportsIndex,
        players: int | None = None,
        *,
        facts: Mapping[str, Any] | None = None,
        device: str = "cpu",
        threads: SupportsIndex | None = 1,
        packed: bool = False,
        copy: bool = False,
        **options: Any,
    ) -> None:
        self.game = game_for_learners(game, players, facts, options)
        kind = "packed" if packed else "float"
        self.batch = Batch(self.game, num_envs, device=device, threads=threads, observation=kind)
        self.num_envs, self.copy = self.batch.lanes, copy
        self.single_observation_space = packed_space(self.batch) if packed else spaces.seen_space(self.game)
        self.single_action_space = spaces.action_space(self.game)
        self.arrays: Any = import_module("numpy" if device == "cpu" else "cupy")  # what the batch's buffers are of
        self.reward = self.arrays.zeros(self.num_envs, numpy.float32)
        self.never = self.arrays.zeros(self.num_envs, bool)  # no game is cut off
        self.always = ~self.never
        self.begun = False

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]  # nobody sets it
        """Made for whoever asks: with many lanes its bounds take more room than the games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The first games of that seed; without one, others than before."""
        if options and "reset_mask" in options:
            raise OptionError(N_("all games begin anew together; those that end do so by themselves"))
        super().reset(seed=seed)
        self.batch.seed = as_seed(self.np_random.integers(1 << 63) if seed is None else seed)
        self.batch.reset()
        self.begun = True
        self.begin()
        return self.handed(self.batch.observation), self.info()

    def begin(self) -> None:
        """What there is to do before the first action."""
        raise NotImplementedError

    def random_actions(self) -> Any:
        """A legal action a lane, each as likely."""
        self.batch.choose_at_random()
        return self.batch.action

    def info(self, **more: Any) -> dict[str, Any]:
        """As Gymnasium's vectors have it: beside every array, for which lanes it holds."""
        arrays = {"action_mask": self.batch.mask, "seat": self.batch.seat, "number": self.batch.number, **more}
        found = {}
        for name, array in arrays.items():
            found[name] = self.handed(array)
            found["_" + name] = self.always
        return found

    def handed(self, array: Any) -> Any:
        return array.copy() if self.copy else array


class SelfPlay(Lanes):
    """Whoever is to move is the learner, in every game.

    A reward is that of the seat which moved, `info["mover"]`; what everyone gets when a game ends is in
    `info["rewards"]`, by seat. An action that is not legal is not played: `info["refused"]` says so.
    """

    def begin(self) -> None:
        self.mover = self.batch.seat.copy()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if not self.begun:
            raise nothing_going_on()
        batch = self.batch
        self.mover[:] = batch.seat
        batch.step(actions)
        self.reward.fill(0)
        ended = self.arrays.flatnonzero(batch.done)
        if len(ended):
            self.reward[ended] = batch.reward[ended, self.mover[ended]]
        info = self.info(mover=self.mover, rewards=batch.reward, refused=batch.refused)
        return self.handed(batch.observation), self.handed(self.reward), self.handed(batch.done), self.handed(self.never), info


class OneSeat(Lanes):
    """One seat of every game is the learner's; the others play at random, or by a policy.

    `seat`: its number, or "each": a different one from game to game, all as often. The lanes wait for each other until
    the learner is to move everywhere. A game that ends before he has decided anything is passed over.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: SupportsIndex,
        players: int | None = None,
        *,
        opponents: str | Policy = "random",
        seat: int | str = "each",
        **settings: Any,
    ) -> None:
        if opponents != "random" and not callable(opponents):
            raise OptionError(
                N_("in a vector, opponents play at random or by a policy of observations, masks and seats; not {wish}"),
                wish=shortened(opponents),
            )
        super().__init__(game, num_envs, players, **settings)
        self.opponents = opponents
        self.wished_seat = one_of("seat", seat, (*range(self.game.players), "each"))
        self.learner = self.batch.seat.copy()  # his seat
        self.done = self.never.copy()
        self.refused = self.never.copy()
        self.untouched = self.never.copy()  # games that he has decided nothing in

    def begin(self) -> None:
        self.untouched[:] = True
        self.learner[:] = self.seats_in(self.batch.number)
        self.let_others_play()

    def seats_in(self, number: Any) -> Any:
        if self.wished_seat != "each":
            return self.wished_seat
        lane, turn = number % self.num_envs, number // self.num_envs  # a lane plays every so-many-th game
        return (lane + turn) % self.game.players

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if not self.begun:
            raise nothing_going_on()
        self.reward.fill(0)
        self.done.fill(False)
        self.batch.step(actions)
        self.refused[:] = self.batch.refused
        self.untouched &= self.refused
        self.note_ends()
        self.let_others_play()
        info = self.info(refused=self.refused)
        seen = self.handed(self.batch.observation)
        return seen, self.handed(self.reward), self.handed(self.done), self.handed(self.never), info

    def let_others_play(self) -> None:
        batch = self.batch
        while bool((theirs := batch.seat != self.learner).any()):
            if callable(self.opponents):
                batch.take(self.opponents(batch.observation, batch.mask, batch.seat))
            else:
                batch.choose_at_random()
            batch.action[~theirs] = WAITS
            batch.step()
            if bool((batch.refused & theirs).any()):  # it would be asked for ever
                raise OptionError(
                    N_("the opponents' policy chose actions that are not legal in {lanes} lanes"),
                    lanes=int((batch.refused & theirs).sum()),
                )
            self.note_ends()

    def note_ends(self) -> None:
        ended = self.arrays.flatnonzero(self.batch.done)
        if not len(ended):
            return
        his = ended[~self.untouched[ended]]
        self.reward[his] = self.batch.reward[his, self.learner[his]]
        self.done[his] = True
        self.untouched[ended] = True
        self.learner[ended] = self.seats_in(self.batch.number[ended])


def vector_env(game: str | Game, num_envs: int = 1, opponents: Any = None, **settings: Any) -> Lanes:
    """What `gymnasium.make_vec` makes: self-play or, where opponents are named, one seat against them."""
    settings.pop("render_mode", None)
    return SelfPlay(game, num_envs, **settings) if opponents is None else OneSeat(game, num_envs, opponents=opponents, **settings)


def packed_space(batch: Batch) -> Any:
    return gymnasium.spaces.Box(0, (1 << 32) - 1, (words_of(batch.layout),), numpy.uint32)
