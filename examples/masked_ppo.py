"""Learns one seat against bots with Stable-Baselines3: MaskablePPO of sb3-contrib, which asks the table what is legal.

    python examples/masked_ppo.py [--game ludotheque/ChipTrick-v1] [--opponents casual] [--steps 100000] [--picture sb3.svg]

Before it learns and every so often the learner plays a few hundred games, its best move in each decision; the curve
is its share of the victories.

Needs sb3-contrib and Matplotlib beside `ludotheque[gymnasium]`. A few minutes on two cores.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
from learning_curve import draw
from rich.progress import track
from sb3_contrib import MaskablePPO

import ludotheque.adapters.gymnasium  # noqa: F401  # importing it registers the games


def share_of_victories(learner: MaskablePPO, table: Any, games: int) -> float:
    won = 0.0
    for number in range(games):
        seen, info = table.reset(seed=number)
        over = False
        while not over:
            action, _ = learner.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, reward, terminated, truncated, info = table.step(action)
            over = terminated or truncated
        won += float(reward)
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="ludotheque/ChipTrick-v1")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--opponents", default="casual", help="a level of bots, or random")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--points", type=int, default=8, help="of the curve")
    parser.add_argument("--games", type=int, default=300, help="to measure each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=Path("sb3.svg"))
    wish = parser.parse_args()
    how: dict[str, Any] = {"players": wish.players, "opponents": wish.opponents, "seat": "random"}
    learner = MaskablePPO(
        "MlpPolicy", gymnasium.make(wish.game, **how), seed=wish.seed, gamma=1.0, n_steps=2048, batch_size=256, device="cpu"
    )
    table = gymnasium.make(wish.game, **how)
    curve = [(0, share_of_victories(learner, table, wish.games))]
    began = time.monotonic()
    for _ in track(range(wish.points), "learning"):
        learner.learn(wish.steps // wish.points, reset_num_timesteps=False)
        curve.append((learner.num_timesteps, share_of_victories(learner, table, wish.games)))
    print(f"{wish.game} against {wish.opponents}: {curve[0][1]:.1%} of the victories at first, {curve[-1][1]:.1%} after")
    print(f"{curve[-1][0]:,} decisions and {(time.monotonic() - began) / 60:.1f} minutes")
    draw(
        wish.picture, curve, "decisions", f"share of victories against {wish.opponents}", 1 / wish.players, "as good as they are"
    )


if __name__ == "__main__":
    main()
