"""Random play of our engine and of its peers: one way of driving a library is a family, one game of it a side.

A side plays for about so many seconds and says how many decisions players made in how many CPU
seconds. Dealing and throwing take time but are no decisions. Peers are imported where they are used,
so that one that is missing fails alone; each family runs in a process of its own.
"""

import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

import ludotheque
from ludotheque.engine.batch import Batch
from ludotheque.engine.playouts import CHUNK, simulate

BATCH, STEPS = 1 << 14, 16  # a call plays so many steps, which costs Pgx less than a call a step


class Played(NamedTuple):
    decisions: float
    seconds: float


Side = Callable[[float], Played]


@dataclass(frozen=True)
class Family:
    names: tuple[str, ...]
    side: Callable[[str], Side]
    how: str


def play(family: str, name: str, seconds: float) -> Played:
    """What a family's process is asked to do; anything that goes wrong there comes back in one line."""
    try:
        return prepared(family, name)(seconds)
    except Exception as error:
        said = str(error).splitlines() or [""]
        raise RuntimeError(f"{type(error).__name__}: {said[0][:120]}") from None


@cache
def prepared(family: str, name: str) -> Side:
    return FAMILIES[family].side(name)


def pin_to_one_core() -> None:
    """Threads a library starts later inherit this, so all of them share the core. macOS can't pin."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def repeated(batch: Callable[[], int]) -> Side:
    """Plays batches until the time is over, one at least."""

    def side(seconds: float) -> Played:
        begun = time.process_time()
        decisions = batch()
        while (spent := time.process_time() - begun) < seconds:
            decisions += batch()
        return Played(decisions, spent)

    return side


# Our engine.


def our_names() -> tuple[str, ...]:
    """Every game with the fewest and the most players; 12 Chip Trick also with three, the reference."""
    counts = {r.id: {r.players[0], r.players[-1]} for r in ludotheque.GAMES.values()}
    counts["chip-trick"].add(3)
    return tuple(f"{game}, {players} players" for game, some in counts.items() for players in sorted(some))


def our_game(name: str) -> ludotheque.Game:
    game, players = name.removesuffix(" players").split(", ")
    return ludotheque.game(game, players=int(players))


def our_engine(name: str) -> Side:
    game, seeds = our_game(name), count()
    simulate(game, 1, threads=1)  # compiles
    return repeated(lambda: simulate(game, CHUNK, seed=next(seeds), threads=1).moves)


def our_batch(name: str) -> Side:
    batch = Batch(our_game(name), BATCH, observation="float")

    def steps() -> int:
        for _ in range(STEPS):
            batch.choose_at_random()
            batch.step()
        return BATCH * STEPS

    return repeated(steps)


def wall_clock(name: str, games: int, threads: int) -> tuple[float, float]:
    """Decisions a second by the wall clock, and how many cores the machine let it have."""
    begun, cpu_begun = time.perf_counter(), time.process_time()
    tally = simulate(our_game(name), games, threads=threads)
    wall, cpu = time.perf_counter() - begun, time.process_time() - cpu_begun
    return tally.moves / wall, cpu / wall


def cost(name: str, games: int) -> tuple[float, int]:
    """CPU seconds of so many games, and the most memory this process has had so far, in bytes."""
    begun = time.process_time()
    simulate(our_game(name), games, threads=1)
    spent = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return spent, peak if sys.platform == "darwin" else peak * 1024


# OpenSpiel's games written in C++.

# Bridge would otherwise solve every deal double dummy before the first card is played (40 decisions/s).
TRICK_TAKING = ("euchre", "hearts", "oh_hell", "spades", "bridge(use_double_dummy_result=false)", "skat")
OPEN_SPIEL = (*TRICK_TAKING, "leduc_poker", "pig")


def decisions_in(states: list[Any]) -> int:
    return sum(step.player >= 0 for state in states for step in state.full_history())


def open_spiel_bots(name: str) -> Side:
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 7) for player in range(game.num_players())]
    seeds = count()

    def side(seconds: float) -> Played:
        decisions, spent = 0, 0.0
        while spent < seconds or not decisions:
            begun = time.process_time()
            states = [game.new_initial_state() for _ in range(20)]
            for state in states:
                pyspiel.evaluate_bots(state, bots, next(seeds))
            spent += time.process_time() - begun
            decisions += decisions_in(states)  # evaluate_bots plays the state it is given, so its history counts them
        return Played(decisions, spent)

    return side


ROLLOUTS = 200  # of every deal


def open_spiel_rollouts(name: str) -> Side:
    """A search of one simulation is so many random playouts in C++. It can't begin with chance, so the deal comes free."""
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(7)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 7, False)
    decisions_a_game = decisions_a_random_game(game)

    def side(seconds: float) -> Played:
        games, spent = 0, 0.0
        while spent < seconds or not games:
            state = dealt(game, rng)
            begun = time.process_time()
            bot.step(state)
            spent += time.process_time() - begun
            games += ROLLOUTS
        return Played(games * decisions_a_game, spent)

    return side


def decisions_a_random_game(game: Any, games: int = 5000) -> float:
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(player, 8) for player in range(game.num_players())]
    decisions = 0
    for seed in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += decisions_in([state])
    return decisions / games


def dealt(game: Any, rng: Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def open_spiel_python_loop(name: str) -> Side:
    import pyspiel
    from positions import play_theirs

    game, rng = pyspiel.load_game(name), Random(7)
    return repeated(lambda: play_theirs(game, rng)[1])


# Pgx.


def pgx_batch(name: str) -> Side:
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax
    import pgx
    from jax import numpy
    from pgx.experimental import auto_reset

    environment = pgx.make(name)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def some_legal(key: Any, mask: Any) -> Any:
        """One draw a game; jax.random.categorical makes one an action, and halves the speed of tic_tac_toe."""
        wanted = (jax.random.uniform(key, (BATCH,)) * mask.sum(-1)).astype(numpy.int32)
        return (numpy.cumsum(mask, -1) <= wanted[:, None]).sum(-1)

    def random_step(at: Any, _: Any) -> Any:
        state, key = at
        key, for_actions, for_resets = jax.random.split(key, 3)
        actions = some_legal(for_actions, state.legal_action_mask)
        return (step(state, actions, jax.random.split(for_resets, BATCH)), key), None

    steps = jax.jit(lambda at: jax.lax.scan(random_step, at, None, STEPS)[0])
    first = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(7), BATCH))
    at = jax.block_until_ready(steps((first, jax.random.PRNGKey(8))))  # compiles

    def batch() -> int:
        nonlocal at
        at = jax.block_until_ready(steps(at))
        return BATCH * STEPS

    return repeated(batch)


# Environments in Python.


def petting_zoo(name: str) -> Side:
    import importlib

    environment = importlib.import_module(f"pettingzoo.classic.{name}").env()
    rng = Random(7)
    environment.reset(seed=7)

    def one_game() -> int:
        environment.reset()
        decisions = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                environment.step(rng.choice([action for action, legal in enumerate(observation["action_mask"]) if legal]))
                decisions += 1
        return decisions

    return repeated(one_game)


def rlcard_steps(name: str) -> Side:
    import rlcard

    environment, rng = rlcard.make(name, config={"seed": 7}), Random(7)

    def one_game() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return repeated(one_game)


OURS, OUR_BATCH, BOTS, CPP_ROLLOUTS, PGX = "Ludothèque", "Ludothèque batch", "OpenSpiel bots", "OpenSpiel rollouts", "Pgx"

FAMILIES = {
    OURS: Family(our_names(), our_engine, "simulate(), one thread; counted by the engine"),
    OUR_BATCH: Family(
        ("chip-trick, 3 players",),
        our_batch,
        f"{BATCH:,} games, actions chosen, observations as floats, mask, rewards, auto reset; every step is a decision",
    ),
    BOTS: Family(OPEN_SPIEL, open_spiel_bots, "evaluate_bots with uniform bots; counted in every finished game's history"),
    CPP_ROLLOUTS: Family(
        OPEN_SPIEL,
        open_spiel_rollouts,
        f"RandomRolloutEvaluator inside MCTSBot, {ROLLOUTS} playouts a deal, the deal not timed; "
        "playouts times the mean decisions of 5,000 games by evaluate_bots",
    ),
    "OpenSpiel from Python": Family(
        ("leduc_poker", "hearts"), open_spiel_python_loop, "legal_actions and apply_action; counted in the loop"
    ),
    PGX: Family(
        ("leduc_holdem", "kuhn_poker", "tic_tac_toe"),
        pgx_batch,
        f"jitted vmap of {BATCH:,} games, {STEPS} steps a call, auto reset; every step is a decision",
    ),
    "PettingZoo": Family(("leduc_holdem_v4",), petting_zoo, "AEC, an action of the mask; counted in the loop"),
    "RLCard": Family(("leduc-holdem",), rlcard_steps, "env.step with a legal action; counted in the loop"),
}
