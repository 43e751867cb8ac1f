"""How near learning comes to an equilibrium, by how slow its magnet is and whether hands tremble: exactly, in a small edition.

    python benchmarks/learning_exactly.py [--rounds 660] [--processes 2]

The small edition of root's game has a tree that can be walked, so what somebody gains who answers a policy best is
known and need not be learnt. Everyone else learns as in the whole game, with a smaller network, several times over from
different seeds. Told is the gain, the mean over the seats, five times while the policy learns. Needs PyTorch.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from statistics import fmean
from typing import Any

import numpy
from resultfile import shown, write_result
from rich.console import Console
from rich.progress import track

from ludotheque.bots.policy import Floats
from ludotheque.games import GAMES
from ludotheque.solve.lanes import Lanes, chances
from ludotheque.solve.learning import Learner, Settings
from ludotheque.solve.networks import Network, copied, torch
from ludotheque.solve.training import prepare
from ludotheque.solve.tree import Tree

PACKAGES = ("ludotheque", "numba", "numpy", "torch")
ROOT = GAMES["chip-trick-root"]
GAME = next(instance for instance in ROOT.instances if instance.name == "small").game(ROOT)
LOOKS = 5
SEEDS = (3, 4, 5)
USUAL = Settings(lanes=1000, steps=48, unjudged=6, size=160_000, critic_width=64, minibatch=4096, rate=3e-3, cold=0.002)
TRIED = [{"lately": lately, "tremble": tremble} for lately in (30.0, 100.0) for tremble in (0.0, 0.05)]


class Exactly:
    """The whole tree, and what every information set looks like to a network."""

    def __init__(self, lanes: Lanes) -> None:
        self.tree = Tree(GAME.replay(()))
        views = [found.view for found in self.tree.sets]
        floats = Floats(lanes.batch.layout)
        self.inputs = lanes.inputs(lanes.inputs.numbers(torch.tensor(numpy.array([floats(view) for view in views]))))
        self.set = torch.from_numpy(self.tree.set_of_choice)
        self.action = torch.tensor([move.action for view in views for move in view.moves()])
        self.mask = torch.zeros(len(views), lanes.batch.actions, dtype=torch.bool)
        self.mask[self.set, self.action] = True

    def gain(self, network: Network) -> float:
        with torch.no_grad():
            likely = chances(network, self.inputs, self.mask)[self.set, self.action].double().numpy()
        return fmean(self.tree.gains(likely / numpy.bincount(self.set, likely)[self.set]))


def learnt(work: tuple[dict[str, float], int, int]) -> dict[str, Any]:
    changes, seed, rounds = work
    torch.set_num_threads(1)
    prepare(seed)
    learner = Learner(Lanes(GAME, USUAL.lanes, seed, "cpu"), replace(USUAL, **changes))  # type: ignore[arg-type]
    exactly = Exactly(learner.lanes)
    looks = []
    for number in range(rounds):
        said = learner.round(number / rounds)
        if (number + 1) % (rounds // LOOKS) == 0:
            looks.append({"decisions": learner.decisions, **said, "gain": exactly.gain(copied(learner.mean))})
    return {"settings": asdict(learner.settings), "seed": seed, "looks": looks}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=660)
    parser.add_argument("--processes", type=int, default=2)
    wish = parser.parse_args()
    console = Console(width=110)
    work = [(changes, seed, wish.rounds) for seed in SEEDS for changes in TRIED]
    with ProcessPoolExecutor(wish.processes, multiprocessing.get_context("spawn")) as pool:
        rows = []
        for row in track(pool.map(learnt, work), "learning", len(work), console=console):
            rows.append(row)
            course = ", ".join(f"{look['gain']:.4f} at {look['temperature']:.4f}" for look in row["looks"])
            settings, seed = row["settings"], row["seed"]
            tried = f"magnet of {settings['lately']} rounds, trembling {settings['tremble']}, seed {seed}"
            console.print(f"{tried}: {course}")
    tree = Tree(GAME.replay(()))
    content = {"game": GAME.spec, "seeds": SEEDS, "rounds": wish.rounds, "uniform": fmean(tree.gains(tree.uniform)), "rows": rows}
    console.print(f"written: {shown(write_result('learning-exactly', PACKAGES, content))}")


if __name__ == "__main__":
    main()
