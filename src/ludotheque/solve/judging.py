"""What decisions were worth, without the luck of what came after them.

Whether a game is won says little about one move in it. But all luck is known afterwards, so most of it can be taken out:

- The critic sees all hands and says what each action is worth to everyone. Where somebody later could have chosen something
  else, what he chose counts as much as what he was going to choose on average would have. This takes out what the critic
  thinks of the difference, whatever that is: a bad critic makes judgements noisy, but not wrong (arXiv 1612.06915).
- A round ends with what the next is worth before its hands are dealt; that is known well, for it depends on little.
"""

from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.solve.lanes import Lanes
from ludotheque.solve.networks import Network, Tensor, copied, fresh, outputs, torch

OPENING_WIDTH = 64  # so little must be known


class Critic(NamedTuple):
    moves: Network  # what every action is worth to everyone, the mover first
    openings: Network  # what a round is worth to everyone before hands are dealt

    def copy(self) -> "Critic":
        return Critic(copied(self.moves), copied(self.openings))

    def of_moves(self, everything: Tensor) -> Tensor:
        """The logarithms of shares of the victory: for every action, seat by seat."""
        players = len(self.openings[-1][1])
        return torch.log_softmax(outputs(self.moves, everything).unflatten(1, (-1, players)), 2)

    def of_openings(self, standing: Tensor) -> Tensor:
        """The same for who has what so far."""
        return torch.log_softmax(outputs(self.openings, standing), 1)


def fresh_critic(lanes: Lanes, width: int, depth: int) -> Critic:
    inputs, secrets, players = lanes.inputs(lanes.numbers()), lanes.secrets(), lanes.game.players
    ins = lanes.everything(inputs, secrets).shape[1], lanes.standing(inputs, secrets).shape[1]
    moves = fresh([ins[0], *[width] * depth, lanes.batch.actions * players], lanes.device, 0.1)
    openings = fresh([ins[1], OPENING_WIDTH, OPENING_WIDTH, players], lanes.device, 0.1)
    for weights, _ in (moves[0], openings[0]):
        weights[-players:] = 0.0  # where the learner sits: worth nothing as long as all learn
    return Critic(moves, openings)


def write_critic(critic: Critic, path: Path) -> None:
    torch.save(tuple(critic), path)


def read_critic(path: Path, device: str) -> Critic:
    return Critic(*torch.load(path, map_location=device))


class Memory:
    """What happened in the lanes since the last improvement, step by step. What seats get is by seat, not from the mover on."""

    def __init__(self, lanes: Lanes, steps: int) -> None:
        def room(dtype: Any, *more: int) -> Tensor:
            return torch.zeros(steps, lanes.batch.lanes, *more, dtype=dtype, device=lanes.device)

        players = lanes.game.players
        self.numbers = room(torch.uint8, len(lanes.inputs.most))
        self.secrets = room(torch.int32, lanes.secrets().shape[1])
        self.mask = room(torch.bool, lanes.batch.actions)
        self.action = room(torch.int64)
        self.likely = room(torch.float32)  # the logarithm of how likely the action was
        self.seat = room(torch.int64)
        self.chooses = room(torch.bool)  # the mover has a choice
        self.learns = room(torch.bool)  # and the policy learns from it
        self.trembled = room(torch.bool)  # it was made at random
        self.dealt = room(torch.bool)  # hands, just before
        self.opening = room(torch.float32, players)  # what the critic expected before that
        self.expected = room(torch.float32, players)  # what he expected of the mover's choice
        self.foreseen = room(torch.float32, players)  # what he expected of the action
        self.reward = room(torch.float32, players)
        self.done = room(torch.bool)
        self.brought = room(torch.float32, players)  # what the action was worth in the end
        self.began = room(torch.float32, players)  # what the step was worth to begin with
        self.advantage = room(torch.float32)


def judge(memory: Memory, trace: float) -> None:
    """From the last step, of which nobody knows what it brings, back to the first.

    With a trace below 1 what the critic expects counts more than what came of it. Where a hand trembled only that
    counts: the rest is no merit of what was decided before.
    """
    worth = memory.expected[-1]
    for t in reversed(range(len(memory.action))):
        expected = memory.expected[t]
        if t < len(memory.action) - 1:
            worth = torch.where(memory.done[t][:, None], memory.reward[t], worth)
            memory.brought[t] = worth
            memory.advantage[t] = (worth - expected).gather(1, memory.seat[t][:, None])[:, 0]
            chosen = expected + trace * (worth - memory.foreseen[t])
            worth = torch.where(memory.chooses[t][:, None], chosen, worth)
            worth = torch.where(memory.trembled[t][:, None], expected, worth)
        memory.began[t] = worth
        worth = torch.where(memory.dealt[t][:, None], memory.opening[t], worth)


def by_seat(values: Tensor, seat: Tensor) -> Tensor:
    """What is told from the mover on, told from the first seat on."""
    return _turned(values, -seat)


def from_mover(values: Tensor, seat: Tensor) -> Tensor:
    return _turned(values, seat)


def _turned(values: Tensor, by: Tensor) -> Tensor:
    players = values.shape[1]
    return values.gather(1, (torch.arange(players, device=values.device) + by[:, None]) % players)
