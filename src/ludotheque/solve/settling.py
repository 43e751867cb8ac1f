"""Rounds end for learners as soon as everybody knows the rest of them and it is short: it is played as champions play it.

Champions reckon at the end of a round (`bots.ending`), so nobody need learn it. With the last round the game ends, and
everyone gets what the rest was worth; before it the next round is dealt, if it is known what that is worth.

While all know all, everyone doing what is best for himself is the best answer to the others doing so. So in the last round
whoever learns to beat champions gains nothing there either; before it only as far as what was learned of standings is true,
and true of him.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ludotheque.engine import lanes, written
from ludotheque.engine.batch import Batch, OnCpu
from ludotheque.engine.device import cuda_device
from ludotheque.engine.lanes import begin_game, let_chance_play, show_lane
from ludotheque.engine.lottery import below
from ludotheque.engine.module import Work
from ludotheque.engine.slots import PLAYERS, actor, apply, certain, float32, legal
from ludotheque.engine.walking import Room
from ludotheque.errors import OptionError
from ludotheque.fields import Int64
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.kit.slots import AnyFacts, AnySight, AnyState
from ludotheque.seats import OVER
from ludotheque.walk import DEEPEST, NOT_THE_END, SLIGHT, WHOLE, by_standing, load, nobody_knows, walk


def settle_lane(
    f: AnyFacts, s: AnyState, v: AnySight, rng: Any, room: Any, row: Any, worlds: Any, way: Any, b: Any,
    seed: Int64, lane: int, lanes: int, most: int,
) -> None:  # fmt: skip
    """Ends a lane's round if the rest of it is known and has at most so many decisions; the next round or game begins."""
    if not all_know_all(f, s):
        return
    decisions = walk(f, s, worlds, way, most)
    load(worlds, 0, s)
    if decisions == NOT_THE_END:
        return
    if is_the_last_round(f, s, room):
        for seat in range(PLAYERS):
            b.reward[lane, seat] = float32(way.share[seat]) / float32(WHOLE)
        b.done[lane] = True
        b.number[lane] += lanes
        begin_game(f, s, rng, seed, int(b.number[lane]))
    else:
        load(worlds, 0, s)
        play_on(f, s, rng, worlds, way, most)
        let_chance_play(f, s, rng)
    show_lane(f, s, v, room, row, b, lane)


def is_the_last_round(f: AnyFacts, s: AnyState, room: Any) -> Any:
    """Whichever way it is played on: a round ends alike on all of them. `s` is at its end then."""
    while actor(f, s) >= 0:
        legal(f, s, room)
        apply(f, s, int(room[0]))
    return actor(f, s) == OVER


def play_on(f: AnyFacts, s: AnyState, rng: Any, worlds: Any, way: Any, most: int) -> None:
    """From where it was walked to the end of the round; who has several ways that are as good takes any of them.

    The walk before had to look no further than one way that wins alone, so the rest may not be short; then he takes that one.
    """
    looked_at = way.choices[0]
    going = True
    while going:
        apply(f, s, one_of_the_best(way, looked_at, rng))
        going = actor(f, s) >= 0
        if going:
            is_short = walk(f, s, worlds, way, most) != NOT_THE_END
            looked_at = way.choices[0] if is_short else way.tried[0] - 1  # it stopped within the last one
            load(worlds, 0, s)


def one_of_the_best(way: Any, choices: int, rng: Any) -> int:
    """Of the first so many moves that a walk has looked at."""
    mover = way.mover[0]
    best = way.found[0, mover]
    for choice in range(1, choices):
        best = max(best, way.found[choice, mover])
    chosen = alike = 0
    for choice in range(choices):
        if way.found[choice, mover] >= best - SLIGHT:
            alike += 1
            if below(rng, alike) == 0:  # so each is as likely in the end
                chosen = choice
    return int(way.moves[0][chosen])


def all_know_all(f: AnyFacts, s: AnyState) -> bool:
    for seat in range(PLAYERS):
        if not certain(f, s, seat):
            return False
    return True


def settle_lanes(
    f: AnyFacts, states: Any, v: AnySight, rngs: Any, room: Any, row: Any, worlds: Any, way: Any, b: Any,
    seed: Int64, lanes: int, most: int,
) -> None:  # fmt: skip
    for lane in range(lanes):
        settle_lane(f, states[lane], v, rngs[lane], room, row, worlds, way, b, seed, lane, lanes, most)


EVERY = 6  # steps between two looks for rounds to settle: on a GPU a look takes as long as its longest walk


@cache
def settled(by_rounds: bool) -> Work:
    """What is compiled; `by_rounds` if the game tells how things stand between them."""
    slots = {"write_allowed": lanes.write_allowed_in_bytes, "what_follows": by_standing if by_rounds else nobody_knows}
    return Work("settled", (lanes.step_lanes, lanes.choose_lanes, settle_lanes), slots, written.write_floats, DEEPEST)


def make_sure_it_can_be_settled(game: Game) -> None:
    if game.rules.certain is None:
        raise OptionError(
            N_("in {game} nobody ever knows everything, so no game can end early; leave 'settled' out"), game=game.spec
        )


class SettledBatch(Batch):
    """A batch of floats whose rounds end where the rest has at most so many decisions and nothing is hidden any more.

    `shares`: of the victory, standing after standing; without them only the last round ends so.
    """

    def __init__(
        self, game: Game, number: int, *, seed: Int64, device: str, most: int, shares: Sequence[float] = (), every: int = EVERY
    ) -> None:
        make_sure_it_can_be_settled(game)
        self.most, self.every = most, every
        self.works = {"float": settled(game.rules.standing is not None)}
        worth = [round(share * WHOLE) for share in shares]
        super().__init__(game, number, seed=seed, device=device, observation="float")
        self.settle: Callable[[], None]
        if isinstance(self._means, OnCpu):
            self.settle, self.room = self.settle_here, Room(game, self._means.module, DEEPEST, worth)
        else:
            on_gpu = self._means.arrays.array(worth or [0], "int32")  # no array there is empty
            self.settle, self.worth = self.settle_on_gpu, cuda_device().as_cuda_array(on_gpu)

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
        means.module.settle_kernel[means.grid](*means.launched_with, self.seed, self.lanes, self.most, self.worth)
