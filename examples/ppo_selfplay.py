"""Learns a game by playing against itself: PPO in plain PyTorch on a vector of games, in one file.

    python examples/ppo_selfplay.py [--game chip-trick --players 3] [--rounds 100] [--picture ppo.svg]

One network plays every seat. Whoever is to move sees the table from his own place, so nothing has to be turned round.
A reward comes when a game ends, to each seat its own; `targets` hands it back to the decisions of that seat. Every few
rounds the network plays against seats that move at random, and its share of the victories is the learning curve.

Needs PyTorch and Matplotlib beside `ludotheque[gymnasium]`. A few minutes on two cores.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from learning_curve import draw
from rich.progress import track
from torch import Tensor, nn

from ludotheque.adapters.vector import OneSeat, SelfPlay

LANES, STEPS = 256, 128  # games at once, and decisions in each before something is learned
EPOCHS, MINIBATCHES = 2, 8
RATE, CLIP, CURIOSITY, LAMBDA = 1e-3, 0.2, 0.01, 0.95
GAMES_TO_MEASURE = 4096


class Network(nn.Module):
    """What to play, as logits of all actions, and how large a share of the victory to expect."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, allowed: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(~allowed, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(body).squeeze(-1)

    @torch.no_grad()
    def play(self, seen: Any, allowed: Any, seats: Any) -> Any:
        """As a policy that `OneSeat` could take for an opponent."""
        return self(torch.from_numpy(seen), torch.from_numpy(allowed))[0].sample().numpy()


def played(games: SelfPlay, network: Network) -> dict[str, Tensor]:
    """So many decisions in every lane. What a vector hands out is overwritten by the next step, so it is kept here."""
    rows: dict[str, list[Tensor]] = {
        name: [] for name in ("seen", "allowed", "action", "logp", "value", "mover", "done", "rewards")
    }
    batch = games.batch
    for _ in range(STEPS):
        seen, allowed = torch.from_numpy(batch.observation.copy()), torch.from_numpy(batch.mask.copy())
        with torch.no_grad():
            policy, value = network(seen, allowed)
            action = policy.sample()
        _, _, done, _, info = games.step(action.numpy())
        kept = (seen, allowed, action, policy.log_prob(action), value)
        told = (info["mover"], done, info["rewards"])
        for name, what in zip(rows, (*kept, *(torch.from_numpy(array.copy()) for array in told)), strict=True):
            rows[name].append(what)
    return {name: torch.stack(some) for name, some in rows.items()}


def targets(rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """For every decision the share of the victory that came of it, and whether that is known.

    From the last step to the first: where a game ended everyone gets his reward, and each decision passes on to the seat's
    earlier one a mixture of what came of it and of what was expected (a λ-return). The last decision of a seat in a game
    that goes on has nothing to learn from.
    """
    steps, lanes, players = rows["rewards"].shape
    coming, known = torch.zeros(lanes, players), torch.zeros(lanes, players, dtype=torch.bool)
    target, counts = torch.zeros(steps, lanes), torch.zeros(steps, lanes, dtype=torch.bool)
    lane = torch.arange(lanes)
    for step in reversed(range(steps)):
        ended = rows["done"][step]
        coming[ended], known[ended] = rows["rewards"][step][ended], True
        mover, value = rows["mover"][step].long(), rows["value"][step]
        counts[step] = known[lane, mover]
        target[step] = torch.where(counts[step], coming[lane, mover], value)
        coming[lane, mover] = LAMBDA * target[step] + (1 - LAMBDA) * value
        known[lane, mover] = True
    return target, counts


def improve(network: Network, optimizer: torch.optim.Optimizer, rows: dict[str, Tensor]) -> None:
    """PPO: what went better than expected is made likelier, by a little at a time."""
    target, counts = targets(rows)
    seen, allowed, action, logp, value = (rows[name][counts] for name in ("seen", "allowed", "action", "logp", "value"))
    wanted = target[counts]
    gain = wanted - value
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(gain)).chunk(MINIBATCHES):
            policy, expected = network(seen[some], allowed[some])
            ratio = (policy.log_prob(action[some]) - logp[some]).exp()
            likelier = torch.minimum(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
            loss = -likelier + 0.5 * (expected - wanted[some]).square().mean() - CURIOSITY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def share_of_victories(network: Network, game: str, players: int, seed: int) -> float:
    """Of one seat that plays by the network, all others at random."""
    table = OneSeat(game, LANES, players, opponents="random")
    seen, info = table.reset(seed=seed)
    won = games = 0.0
    while games < GAMES_TO_MEASURE:
        seen, reward, done, _, info = table.step(network.play(seen, info["action_mask"], info["seat"]))
        won, games = won + float(reward.sum()), games + int(done.sum())
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="chip-trick")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--every", type=int, default=10, help="rounds between two points of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=Path("ppo.svg"))
    wish = parser.parse_args()
    torch.manual_seed(wish.seed)
    games = SelfPlay(wish.game, LANES, wish.players)
    games.reset(seed=wish.seed)
    network = Network(games.batch.observation.shape[1], games.batch.actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    curve = [(0, share_of_victories(network, wish.game, wish.players, wish.seed))]
    began = time.monotonic()
    for number in track(range(1, wish.rounds + 1), "learning"):
        improve(network, optimizer, played(games, network))
        if number % wish.every == 0 or number == wish.rounds:
            curve.append((number * LANES * STEPS, share_of_victories(network, wish.game, wish.players, wish.seed)))
    minutes = (time.monotonic() - began) / 60
    (_, first), (decisions, last) = curve[0], curve[-1]
    print(f"{wish.game}, {wish.players} players: {first:.1%} of the victories against random play at first, {last:.1%} after")
    print(f"{decisions:,} decisions and {minutes:.1f} minutes; {1 / wish.players:.1%} would be the share of a random player")
    draw(wish.picture, curve, "decisions", "share of victories against random play", 1 / wish.players, "a random player")


if __name__ == "__main__":
    numpy.seterr(all="raise")
    main()
