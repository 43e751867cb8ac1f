"""Solves a small 12 Chip Trick with OpenSpiel's own CFR+: how much could anyone still gain, round after round?

    python examples/cfr_small_game.py [--game 'ludotheque_chip_trick(instance=tiny)'] [--rounds 200] [--picture cfr.svg]

OpenSpiel knows nothing of these games but what every game tells it: legal actions, chance, information states. The curve
is the NashConv of the average policy, what all players together could gain by each answering it as well as possible. With
two players and one victory to share CFR+ is bound to bring it to 0; with three it is not, and often does nearly.

Needs Matplotlib beside `ludotheque[openspiel]`. About a minute; `instance=small`, with three players and hidden chips, takes
half an hour.
"""

import argparse
import time
from pathlib import Path

import pyspiel
from learning_curve import draw
from open_spiel.python.algorithms import cfr, exploitability
from rich.progress import track

import ludotheque.adapters.openspiel


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="ludotheque_chip_trick(instance=tiny)")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--points", type=int, default=10, help="of the curve, closer together at first")
    parser.add_argument("--picture", type=Path, default=Path("cfr.svg"))
    wish = parser.parse_args()
    game = pyspiel.load_game(wish.game)
    solver = cfr.CFRPlusSolver(game)
    measured = {round(wish.rounds ** (point / wish.points)) for point in range(wish.points + 1)}
    curve = [(0, exploitability.nash_conv(game, solver.average_policy()))]  # nothing learned: every move as likely
    began = time.monotonic()
    for number in track(range(1, wish.rounds + 1), "solving"):
        solver.evaluate_and_update_policy()
        if number in measured:
            curve.append((number, exploitability.nash_conv(game, solver.average_policy())))
    print(f"{game}: NashConv {curve[0][1]:.4f} at first, {curve[-1][1]:.6f} after {wish.rounds} rounds")
    print(f"{time.monotonic() - began:.0f} seconds")
    draw(wish.picture, curve, "rounds of CFR+", "NashConv", logarithmic=True)


if __name__ == "__main__":
    ludotheque.adapters.openspiel  # noqa: B018  # importing it registered the games
    main()
