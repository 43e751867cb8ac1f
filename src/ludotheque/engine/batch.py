"""Many games stepped together: actions in, and out come who is to move, what he sees and may do, and rewards.

batch = Batch(ludotheque.game("chip-trick", 3), 4096, observation="float")
while training:
    batch.step(policy(batch.observation, batch.mask))
"""

import os
from collections import namedtuple
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, SupportsIndex

import numpy

from ludotheque.engine.device import cuda_device
from ludotheque.engine.module import FLOATS, PACKED, module_of
from ludotheque.engine.wishes import as_seed, how_many_threads, whole
from ludotheque.errors import OptionError, shortened
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.observation import Entry, floats_of, words_of

Buffers = namedtuple(  # Numba knows the plain kind
    "Buffers", ["action", "seat", "mask", "observation", "reward", "done", "refused", "number", "allowed"]
)  # the last is the engine's own: what it goes by, whatever becomes of the mask
LANES_IN_A_BLOCK = 128


class Batch:
    """So many lanes, each of which plays game after game.

    A step plays every lane's action and whatever chance does then. When a game ends, `done` and
    `reward` say so, and `seat`, `mask` and `observation` are already those of the lane's next game:
    whoever wants to know who moved last keeps a copy of `seat` before the step.

    `layout` says entry by entry what an observation holds. The buffers are made once and written in
    place; NumPy, PyTorch and JAX can hold them without copying (`torch.from_dlpack(batch.observation)`).
    They are there to be read, and `action` to be written: what is legal is not asked of `mask`.
    """

    works = {"packed": PACKED, "float": FLOATS}  # what is compiled, by the kind of observations

    def __init__(
        self,
        game: Game,
        lanes: SupportsIndex,
        *,
        seed: SupportsIndex = 0,
        device: str = "cpu",
        threads: SupportsIndex | None = 1,
        observation: str = "packed",
    ) -> None:
        if not isinstance(game, Game):
            raise OptionError(
                N_("a batch is made of a game, such as ludotheque.game('chipik', 3), not of {wish}"), wish=shortened(game)
            )
        if observation not in ("packed", "float"):
            raise OptionError(N_("there is no observation {kind}; there are packed and float"), kind=observation)
        if device not in ("cpu", "cuda"):
            raise OptionError(N_("there is no device {device}; there are cpu and cuda"), device=device)
        lanes = whole("lanes", lanes)
        if lanes < 1:
            raise OptionError(N_("a batch needs at least one game, not {lanes}"), lanes=lanes)
        self.game, self.lanes, self.seed = game, lanes, as_seed(seed)
        self.layout: list[Entry] = game.ruleset.rules.layout(game.facts)
        if not self.layout:
            raise OptionError(N_("{game} has no observations"), game=game.id)
        packed = observation == "packed"
        actions = game.ruleset.rules.player_actions
        shapes = {
            "action": (numpy.int32, (lanes,)),
            "seat": (numpy.int8, (lanes,)),
            "mask": (numpy.uint32, (lanes, (actions + 31) // 32)) if packed else (numpy.bool_, (lanes, actions)),
            "observation": (numpy.uint32, (lanes, words_of(self.layout)))
            if packed
            else (numpy.float32, (lanes, floats_of(self.layout))),
            "reward": (numpy.float32, (lanes, game.players)),
            "done": (numpy.bool_, (lanes,)),
            "refused": (numpy.bool_, (lanes,)),
            "number": (numpy.int64, (lanes,)),
            "allowed": (numpy.uint32, (lanes, (actions + 31) // 32)),
        }
        kind = OnCuda if device == "cuda" else OnCpu
        self._means = kind(self, shapes, self.works[observation], how_many_threads(threads))
        self.buffers = self._means.buffers
        self.states = self._means.by_field()  # all there is: for whoever may know it, such as a critic
        self.action = self.buffers.action  # what is played next; `step` may also be handed it
        self.actions = actions  # how many there are
        self.seat = self.buffers.seat  # who is to move
        self.mask = self.buffers.mask  # what he may do: a bit, or with floats a byte, for every action
        self.observation = self.buffers.observation  # what he sees, entry by entry as `layout` says
        self.reward = self.buffers.reward  # of the step before: `returns` of a game that ended, else 0
        self.done = self.buffers.done  # whether a game ended in the step before
        self.refused = self.buffers.refused  # whether the action was not legal, and so not played
        self.number = self.buffers.number  # which game of this seed the lane plays
        self.reset()

    def reset(self) -> None:
        """Every lane begins its first game again."""
        self.chosen = 0
        self._means.open()

    def step(self, action: Any = None) -> None:
        """Plays `action`, whole numbers, one a lane; without it, what stands in `self.action`.

        An action that is not legal now, or that there is not, changes nothing but `refused`.
        """
        if action is not None and action is not self.action:
            self.take(action)
        self._means.step()

    def take(self, action: Any) -> None:
        """Puts the actions into `self.action`; numbers too long for it become one that is refused, not another action."""
        xp = self._means.arrays
        try:
            given = xp.asarray(action)
        except (TypeError, ValueError):
            given = None
        if given is None or given.dtype.kind not in "iu" or given.shape != (self.lanes,):
            wish = type(action).__name__ if given is None else f"{given.dtype} {given.shape}"
            raise OptionError(N_("a step takes {lanes} whole numbers, one a lane, not {wish}"), lanes=self.lanes, wish=wish)
        if not numpy.can_cast(given.dtype, numpy.int32):
            given = xp.minimum(given, self.actions) if given.dtype.kind == "u" else xp.clip(given, -1, self.actions)
        self.action[:] = given

    def choose_at_random(self) -> None:
        """Puts a legal action a lane into `self.action`, each as likely."""
        self._means.choose(self.chosen * self.lanes)
        self.chosen += 1


class OnCpu:
    """Records one after the other, lanes shared out among threads."""

    arrays: Any = numpy

    def __init__(self, batch: Batch, shapes: dict[str, Any], work: Any, threads: int) -> None:
        self.batch = batch
        rules = batch.game.ruleset.rules
        self.module = module_of(batch.game, "cpu", work)
        self.states = numpy.zeros(batch.lanes, numpy.dtype(self.module.STATE, align=True))
        self.rngs = numpy.zeros((batch.lanes, 2), numpy.int64)
        self.buffers = Buffers(**{name: numpy.zeros(shape, kind) for name, (kind, shape) in shapes.items()})
        share = -(-batch.lanes // threads)
        self.shares = [(first, min(first + share, batch.lanes)) for first in range(0, batch.lanes, share)]
        sights = numpy.zeros(len(self.shares), numpy.dtype(self.module.SIGHT, align=True))
        self.rooms = [
            (sights[n], numpy.zeros(rules.most_choices, numpy.int64), numpy.zeros(len(batch.layout), numpy.int32))
            for n in range(len(self.shares))
        ]
        self.pool, self.process = ThreadPoolExecutor(len(self.shares)), os.getpid()

    def by_field(self) -> dict[str, Any]:
        return {name: self.states[name] for name in self.states.dtype.names or ()}

    def open(self) -> None:
        self.buffers.number[:] = range(self.batch.lanes)
        self.step(fresh=True)

    def step(self, fresh: bool = False) -> None:
        def step(number: int) -> None:
            (first, last), (sight, room, row) = self.shares[number], self.rooms[number]
            self.module.step_lanes(
                self.states, sight, self.rngs, room, row, self.buffers, self.batch.seed, first, last, self.batch.lanes, fresh
            )

        self.in_shares(step)

    def choose(self, before: int) -> None:
        def choose(number: int) -> None:
            rng = numpy.zeros(2, numpy.int64)
            self.module.choose_lanes(rng, self.buffers, self.batch.seed, *self.shares[number], before)

        self.in_shares(choose)

    def in_shares(self, work: Callable[[int], None]) -> None:
        if len(self.shares) == 1:
            work(0)
            return
        if self.process != os.getpid():  # threads do not come along into a fork
            self.pool, self.process = ThreadPoolExecutor(len(self.shares)), os.getpid()
        list(self.pool.map(work, range(len(self.shares))))


class OnCuda:
    """Every field an array of its own, neighbouring lanes side by side, so that a warp reads and writes whole lines."""

    def __init__(self, batch: Batch, shapes: dict[str, Any], work: Any, threads: int) -> None:
        cuda = cuda_device()
        import cupy  # type: ignore[import-not-found]  # it hands its buffers to PyTorch and JAX

        self.batch, self.arrays = batch, cupy
        self.module = module_of(batch.game, "cuda", work)
        dtype = numpy.dtype(self.module.STATE)
        sizes = {name: (batch.lanes, *(dtype[name].shape or (1,))) for name in dtype.names or ()}
        self.states = {name: cupy.zeros(size, dtype[name].base, order="F") for name, size in sizes.items()}
        self.buffers = Buffers(**{name: cupy.zeros(shape, kind, order="F") for name, (kind, shape) in shapes.items()})
        self.grid = (-(-batch.lanes // LANES_IN_A_BLOCK), LANES_IN_A_BLOCK)
        self.rngs = cupy.zeros((batch.lanes, 2), numpy.uint32, order="F")
        self.launched_with = (
            self.module.State(**{name: cuda.as_cuda_array(array) for name, array in self.states.items()}),
            cuda.as_cuda_array(self.rngs),
            Buffers(*(cuda.as_cuda_array(array) for array in self.buffers)),
        )

    def by_field(self) -> dict[str, Any]:
        return self.states

    def open(self) -> None:
        self.buffers.number[:] = self.arrays.arange(self.batch.lanes)
        self.step(fresh=True)

    def step(self, fresh: bool = False) -> None:
        self.module.kernel[self.grid](*self.launched_with, self.batch.seed, self.batch.lanes, fresh)

    def choose(self, before: int) -> None:
        self.module.choose_kernel[self.grid](self.launched_with[-1], self.batch.seed, before)
