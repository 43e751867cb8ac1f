"""How near learning comes to an equilibrium, exactly, in a small edition: by the magnet and the hand, the trace, or the recall.

    python benchmarks/learning_exactly.py magnets [--rounds 660] [--processes 2]
    python benchmarks/learning_exactly.py traces [--rounds 300] [--processes 2]
    python benchmarks/learning_exactly.py recall [--rounds 300] [--processes 2]

The small edition of root's game has a tree that can be walked, so what somebody gains who answers a policy best is
known and need not be learnt. Everyone else learns as in the whole game, with a smaller network, several times over from
different seeds. Told is the gain, the mean over the seats, five times while the policy learns. Needs PyTorch.

`magnets`: how slow the magnet is and whether hands tremble, in a game of one round. `traces`: how much of a judgement is
what came of a decision, and how much what the critic expected of it, in a game of two. `recall`: whether everyone
remembers who played what in which trick, in a game of two; in the other experiments nobody does.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import numpy
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track
from several_rounds import SeveralRounds, game_of

from ludotheque.solve.lanes import Lanes, chances
from ludotheque.solve.learning import Learner, Settings
from ludotheque.solve.networks import Network, copied, torch
from ludotheque.solve.training import prepare
from ludotheque.solve.tree import Array

PACKAGES = ("ludotheque", "numba", "numpy", "torch")
LOOKS = 5
SEEDS = (3, 4, 5)
USUAL = Settings(lanes=1000, steps=48, size=160_000, critic_width=64, minibatch=4096, rate=3e-3, cold=0.002)


class Experiment(NamedTuple):
    result: str
    game_rounds: int
    rounds: int  # of learning
    tried: list[dict[str, float]]  # settings that are not the usual ones, and `recall`


EXPERIMENTS = {
    "magnets": Experiment("learning-exactly", 1, 660, [{"lately": a, "tremble": b} for a in (30.0, 100.0) for b in (0.0, 0.05)]),
    "traces": Experiment("learning-traces", 2, 300, [{"trace": a, "tremble": 0.05, "cold": 0.001} for a in (0.9, 1.0)]),
    "recall": Experiment(
        "learning-recall",
        2,
        300,
        [{"recall": a, "size": b, "trace": 1.0, "tremble": 0.05, "cold": 0.001} for a, b in ((False, 160_000), (True, 231_000))],
    ),  # as wide with the larger number of inputs
}


class Exactly:
    """What a network plays in every information set, and what a best answer to that gains."""

    def __init__(self, lanes: Lanes, game_rounds: int) -> None:
        self.rounds = SeveralRounds(game_rounds)
        self.inputs = lanes.inputs
        self.remembered = torch.from_numpy(self.rounds.remembered[:, : len(lanes.recalled.layout)])
        self.set = torch.from_numpy(self.rounds.tree.set_of_choice)
        self.action = torch.tensor([move.action for view in self.rounds.views for move in view.moves()])
        self.mask = torch.zeros(len(self.rounds.views), lanes.batch.actions, dtype=torch.bool)
        self.mask[self.set, self.action] = True

    def gain(self, network: Network) -> float:
        def policy(seen: Array) -> Array:
            with torch.no_grad():
                numbers = torch.cat([self.inputs.numbers(torch.from_numpy(seen).float()), self.remembered], 1)
                likely = chances(network, self.inputs(numbers), self.mask)[self.set, self.action].double().numpy()
            return likely / numpy.bincount(self.set, likely)[self.set]

        return self.rounds.gain(policy)


def learnt(work: tuple[int, dict[str, float], int, int]) -> dict[str, Any]:
    game_rounds, changes, seed, rounds = work
    torch.set_num_threads(1)
    prepare(seed)
    settings = {name: value for name, value in changes.items() if name != "recall"}
    recall = bool(changes.get("recall"))
    lanes = Lanes(game_of(game_rounds), USUAL.lanes, seed, "cpu", recall)
    learner = Learner(lanes, replace(USUAL, **settings))  # type: ignore[arg-type]
    exactly = Exactly(learner.lanes, game_rounds)
    looks = []
    for number in range(rounds):
        said = learner.round(number / rounds)
        if (number + 1) * LOOKS % rounds < LOOKS:
            looks.append({"decisions": learner.decisions, **said, "gain": exactly.gain(copied(learner.mean))})
    return {"settings": asdict(learner.settings), "recall": recall, "seed": seed, "looks": looks}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--rounds", type=int, help="of learning")
    parser.add_argument("--processes", type=int, default=2)
    wish = parser.parse_args()
    result, game_rounds, rounds, tried = EXPERIMENTS[wish.experiment]
    rounds = rounds if wish.rounds is None else wish.rounds
    if rounds < 1:
        parser.error("--rounds should be 1 or more")
    console = Console(width=110)
    work = [(game_rounds, changes, seed, rounds) for seed in SEEDS for changes in tried]
    with ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn")) as pool:
        rows = []
        for row in track(pool.map(learnt, work), "learning", len(work), console=console):
            rows.append(row)
            course = ", ".join(f"{look['gain']:.4f} at {look['temperature']:.4f}" for look in row["looks"])
            changed = ", ".join(f"{name} {(row | row['settings'])[name]:g}" for name in tried[0])
            console.print(f"{changed}, seed {row['seed']}: {course}")
    judged = SeveralRounds(game_rounds)
    uniform = judged.gain(lambda _: judged.tree.uniform)
    content = {"game": judged.game.spec, "seeds": SEEDS, "rounds": rounds, "uniform": uniform, "rows": rows}
    console.print(f"written: {shown(write_result(result, PACKAGES, content))}")


if __name__ == "__main__":
    main()
