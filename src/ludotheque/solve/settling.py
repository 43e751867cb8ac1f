"""Games end for learners as soon as everybody knows the rest and it is short: they get what it is worth, as champions play it.

Champions play the end exactly (`bots.ending`), so nobody need learn it. While all know all, everyone doing what is best
for himself is the best answer to the others doing so: whoever learns to beat champions gains nothing there either.
"""

from collections.abc import Callable
from typing import Any

from ludotheque.engine import lanes, written
from ludotheque.engine.batch import Batch, OnCpu
from ludotheque.engine.lanes import begin_game, show_lane
from ludotheque.engine.module import Work
from ludotheque.engine.slots import PLAYERS, certain, float32
from ludotheque.engine.walking import Room
from ludotheque.errors import OptionError
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.walk import DEEPEST, NOT_THE_END, WHOLE, load, nobody_knows, walk


def settle_lane(
    f: Any, s: Any, v: Any, rng: Any, room: Any, row: Any, worlds: Any, way: Any, b: Any,
    seed: int, lane: int, lanes: int, most: int,
) -> None:  # fmt: skip
    """Ends a lane's game if the rest is known and has at most so many decisions; the next begins."""
    if not all_know_all(f, s):
        return
    if walk(f, s, worlds, way, most) == NOT_THE_END:
        load(worlds, 0, s)
        return
    for seat in range(PLAYERS):
        b.reward[lane, seat] = float32(way.share[seat]) / float32(WHOLE)
    b.done[lane] = True
    b.number[lane] += lanes
    begin_game(f, s, rng, seed, int(b.number[lane]))
    show_lane(f, s, v, room, row, b, lane)


def all_know_all(f: Any, s: Any) -> bool:
    for seat in range(PLAYERS):
        if not certain(f, s, seat):
            return False
    return True


def settle_lanes(
    f: Any, states: Any, v: Any, rngs: Any, room: Any, row: Any, worlds: Any, way: Any, b: Any,
    seed: int, lanes: int, most: int,
) -> None:  # fmt: skip
    for lane in range(lanes):
        settle_lane(f, states[lane], v, rngs[lane], room, row, worlds, way, b, seed, lane, lanes, most)


EVERY = 6  # steps it is looked whether games are to end: on a GPU one takes as long as the longest walk, however many walk

SETTLED = Work(
    "settled",
    (lanes.step_lanes, lanes.choose_lanes, settle_lanes),
    {"tell_allowed": lanes.tell_allowed_in_bytes, "what_follows": nobody_knows},
    written.tell_floats,
    DEEPEST,
)


def make_sure_it_can_be_settled(game: Game) -> None:
    if game.rules.certain is None:
        raise OptionError(
            N_("in {game} nobody ever knows everything, so no game can end early; leave 'settled' out"), game=game.spec
        )


class SettledBatch(Batch):
    """A batch of floats whose games end where the rest has at most so many decisions and nothing is hidden any more."""

    works = {"float": SETTLED}

    def __init__(self, game: Any, number: int, *, seed: int, device: str, most: int, every: int = EVERY) -> None:
        make_sure_it_can_be_settled(game)
        self.most, self.every = most, every
        super().__init__(game, number, seed=seed, device=device, observation="float")
        self.settle: Callable[[], None] = self.settle_here if isinstance(self._means, OnCpu) else self.settle_on_gpu
        self.room = Room(game, self._means.module, DEEPEST)

    def reset(self) -> None:
        self.steps = 0
        super().reset()

    def step(self, action: Any = None) -> None:
        super().step(action)
        self.steps += 1
        if self.steps % self.every == 0:
            self.settle()

    def settle_here(self) -> None:
        means: Any = self._means
        places = means.states, means.rooms[0][0], means.rngs, *means.rooms[0][1:], self.room.worlds, self.room.way, means.buffers
        means.module.settle_lanes(*places, self.seed, self.lanes, self.most)

    def settle_on_gpu(self) -> None:
        means: Any = self._means
        means.module.settle_kernel[means.grid](*means.launched_with, self.seed, self.lanes, self.most)
