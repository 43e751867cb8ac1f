"""A batch: the same games as positions play, whatever the observation and however many threads."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy
import pytest

import ludotheque
from ludotheque import Game, OptionError, Position
from ludotheque.engine.batch import Batch
from ludotheque.engine.lottery import below, open_stream
from ludotheque.observation import packed_places
from tests.games.test_observe import observed
from tests.size import sized

FIRST_OF_EACH = [
    box.game(box.players[0]) for box in ludotheque.GAMES.values() if box.rules.layout(box.game(box.players[0]).facts)
]
SHORT = ludotheque.game("chipik", 3).with_facts(tokens=1)  # often over before a seat has decided anything
BOTH_KINDS = [ludotheque.game("chip-trick", 2), ludotheque.game("calcory", 2)]


class Twin:
    """One lane played through Position, chance drawn as the batch draws it."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.rng = [0, 0]
        open_stream(self.rng, seed, number)
        self.position = game.start()
        self.let_chance_play()

    def let_chance_play(self) -> None:
        game = self.position.game
        while self.position.actor is ludotheque.CHANCE:
            ticket = below(self.rng, game.rules.tickets(game.facts, self.position.state))
            self.position.play(game.ruleset.moves[game.rules.ticket(game.facts, self.position.state, ticket)])

    def play(self, action: int) -> None:
        self.position.play(self.position.game.ruleset.moves[action])
        self.let_chance_play()


def legal_actions(position: Position) -> list[int]:
    room = position.game.rules.room(position.game.ruleset.rules.most_choices)
    return sorted(room[: position.game.rules.legal(position.game.facts, position.state, room)])


def actions_in(batch: Batch, lane: int) -> list[int]:
    row = batch.mask[lane].tolist()
    if batch.mask.dtype == numpy.bool_:
        return [action for action, allowed in enumerate(row) if allowed]
    return [32 * n + bit for n, word in enumerate(row) for bit in range(32) if word >> bit & 1]


def numbers_in(batch: Batch, lane: int) -> list[int]:
    """The observation of a lane put back into the numbers that `observe` wrote."""
    row = batch.observation[lane].tolist()
    numbers, first = [], 0
    for entry, (word, shift) in zip(batch.layout, packed_places(batch.layout), strict=True):
        if batch.observation.dtype == numpy.float32:
            digits = [round(value * entry.most) for value in row[first : first + entry.digits]]
            numbers.append(sum(digit << entry.bits * place for place, digit in enumerate(digits)))
            first += entry.digits
        else:
            numbers.append(row[word] >> shift & (1 << entry.digits * entry.bits) - 1)
    return numbers


TWO = ["chip-trick", "toujours-12"]
PACKED = sized(TWO, TWO, [game.id for game in FIRST_OF_EACH])
KINDS = [(game, "packed") for game in FIRST_OF_EACH if game.id in PACKED]
KINDS += [(game, "float") for game in (*BOTH_KINDS, SHORT)]


@pytest.mark.compiles
@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_lanes_play_as_positions_do(game: Game, kind: str) -> None:
    lanes, seed, choose = 3, 11, Random(5)
    batch = Batch(game, lanes, seed=seed, observation=kind)
    twins = [Twin(game, seed, lane) for lane in range(lanes)]
    finished = 0
    for _ in range(400):
        for lane, twin in enumerate(twins):
            assert batch.seat[lane] == twin.position.actor
            assert actions_in(batch, lane) == legal_actions(twin.position)
            assert numbers_in(batch, lane) == observed(twin.position, int(batch.seat[lane]))
            batch.action[lane] = choose.choice(actions_in(batch, lane))
        played = batch.action.tolist()
        batch.step()
        assert not batch.refused.any()
        for lane, action in enumerate(played):
            twins[lane].play(action)
            assert batch.done[lane] == twins[lane].position.over
            assert batch.reward[lane].tolist() == pytest.approx(twins[lane].position.returns())
            if batch.done[lane]:
                finished += 1
                assert batch.number[lane] % lanes == lane
                twins[lane] = Twin(game, seed, int(batch.number[lane]))
    assert finished > 0


@pytest.mark.compiles("chipik")
def test_random_choices_are_fair() -> None:
    """At the first step of Chipik's three thousand tables: every action that is allowed, as often as any other."""
    batch = Batch(SHORT, 3000, seed=8, observation="float")
    counts: dict[int, list[int]] = {}
    batch.choose_at_random()
    for lane, action in enumerate(batch.action.tolist()):
        actions = actions_in(batch, lane)
        counts.setdefault(len(actions), [0] * len(actions))[actions.index(action)] += 1
    for number, chosen in counts.items():
        mean = sum(chosen) / number
        assert all(abs(count - mean) < 6 * mean**0.5 + 1 for count in chosen), chosen


@pytest.mark.compiles("chip-trick")
def test_an_action_that_is_not_legal_changes_nothing() -> None:
    batch = Batch(ludotheque.game("chip-trick", 2), 4, seed=2)
    before = [buffer.copy() for buffer in batch.buffers]
    batch.step([-1, 24, 10**9, next(action for action in range(24) if action not in actions_in(batch, 3))])
    assert batch.refused.all()
    for name, old, new in zip(batch.buffers._fields, before, batch.buffers, strict=True):
        assert name in ("action", "refused") or (old == new).all(), name


@pytest.mark.compiles("chip-trick")
@pytest.mark.parametrize("kind", [numpy.int64, numpy.uint64])
def test_a_number_too_long_is_refused_and_not_cut_to_another(kind: Any) -> None:
    batch = Batch(ludotheque.game("chip-trick", 2), 4, seed=2)
    legal = numpy.array([actions_in(batch, lane)[0] for lane in range(4)], kind)
    batch.step(legal + kind(2**32))
    assert batch.refused.all()
    batch.step(legal)
    assert not batch.refused.any()


@pytest.mark.compiles("chip-trick")
@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint8, numpy.int16, numpy.uint32, list])
def test_any_kind_of_whole_number_is_an_action(kind: Any) -> None:
    batch = Batch(ludotheque.game("chip-trick", 2), 4, seed=2)
    legal = [actions_in(batch, lane)[0] for lane in range(4)]
    batch.step(legal if kind is list else numpy.array(legal, kind))
    assert not batch.refused.any()


@pytest.mark.compiles("chip-trick")
@pytest.mark.parametrize(
    "action",
    [
        numpy.zeros(4), numpy.full(4, numpy.nan), [0.9] * 4, ["0"] * 4, [0j] * 4, [None] * 4, [10**30] * 4, [True] * 4,
        0, [0], [[0, 0, 0, 0]], [0] * 5, [[0], [0, 1]], "0000", {0, 1, 2, 3},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_row_of_whole_numbers_is_not_played(action: Any) -> None:
    batch = Batch(ludotheque.game("chip-trick", 2), 4, seed=2)
    before = [buffer.copy() for buffer in batch.buffers]
    with pytest.raises(OptionError, match="a step takes 4 whole numbers, one a lane, not "):
        batch.step(action)
    assert all((old == new).all() for old, new in zip(before, batch.buffers, strict=True))


@pytest.mark.compiles("chip-trick")
@pytest.mark.parametrize("kind", ["packed", "float"])
@pytest.mark.parametrize("edited", [0, 1])
def test_whoever_writes_into_the_mask_changes_nothing(kind: str, edited: int) -> None:
    game = ludotheque.game("chip-trick", 2)
    batch, twin = (Batch(game, 8, seed=2, observation=kind) for _ in range(2))
    for _ in range(30):
        batch.mask[:] = -edited if kind == "float" else edited * 0xFFFFFFFF
        for one in (batch, twin):
            one.choose_at_random()
            one.step()
        assert all((here == there).all() for here, there in zip(batch.buffers, twin.buffers, strict=True))
        not_legal = [next(a for a in range(24) if a not in actions_in(twin, lane)) for lane in range(8)]
        batch.mask[:] = True if kind == "float" else 0xFFFFFFFF
        batch.step(not_legal)
        twin.step(not_legal)
        assert batch.refused.all()


@pytest.mark.compiles("chip-trick")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_batch_with_threads_goes_on_after_a_fork() -> None:
    """In a process of its own: a fork of one that has threads is nothing for the test's own."""
    program = """
import os, signal, warnings
import ludotheque
from ludotheque.engine.batch import Batch
warnings.simplefilter("ignore")
batch = Batch(ludotheque.game("chip-trick", 2), 8, threads=2)
child = os.fork()
if not child:
    signal.alarm(30)
    batch.choose_at_random()
    batch.step()
    print(int(batch.refused.sum()), flush=True)
    os._exit(0)
raise SystemExit(os.waitpid(child, 0)[1])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


@pytest.mark.compiles("chip-trick")
def test_threads_and_observation_do_not_change_the_games() -> None:
    game = ludotheque.game("chip-trick", 2)
    kinds = ("packed", "float")
    batches = [Batch(game, 50, seed=numpy.int64(4), threads=threads, observation=kind) for threads in (1, 3) for kind in kinds]
    batches.append(Batch(game, 50, seed=4, threads=None))
    for _ in range(300):
        for batch in batches:
            batch.choose_at_random()
            batch.step()
            assert not batch.refused.any()
    assert batches[0].number.max() >= 50
    for batch in batches[1:]:
        for name in ("seat", "reward", "done", "number"):
            assert (getattr(batch, name) == getattr(batches[0], name)).all()
    for one, two in ((0, 2), (1, 3)):
        assert (batches[one].observation == batches[two].observation).all()


@pytest.mark.compiles("chip-trick")
def test_buffers_are_made_once_and_handed_over_without_copying() -> None:
    batch = Batch(ludotheque.game("chip-trick", 2), 8)
    handed = {name: numpy.from_dlpack(getattr(batch, name)) for name in ("observation", "mask", "reward", "seat")}
    for _ in range(20):
        batch.choose_at_random()
        batch.step()
        for name, array in handed.items():
            assert numpy.shares_memory(array, getattr(batch, name))
    batch.reset()
    assert batch.number.tolist() == list(range(8))


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"observation": "smell"}, "packed and float"),
        ({"device": "abacus"}, "cpu and cuda"),
        ({"lanes": 0}, "at least one"),
        ({"lanes": 2.0}, "lanes should be a whole number, not 2.0"),
        ({"seed": 1.5}, "seed should be a whole number, not 1.5"),
        ({"threads": 0}, "threads should be 1 or more, or None for one a core, not 0"),
        ({"threads": -1}, "threads should be 1 or more"),
        ({"game": "chipik"}, r"a batch is made of a game, such as ludotheque.game\('chipik', 3\), not of chipik"),
    ],
)
def test_bad_wishes(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Batch(**{"game": ludotheque.game("chipik", 3), "lanes": 1, **wish})


def test_a_game_without_observations_says_so() -> None:
    with pytest.raises(OptionError, match="no observations"):
        Batch(ludotheque.game("treize", 2), 1)
