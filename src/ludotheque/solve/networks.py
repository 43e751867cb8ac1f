"""Networks of learners in PyTorch, and how policy files become such networks and back."""

import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy

from ludotheque.errors import LudothequeError
from ludotheque.extras import command_for
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.observation import Entry, Sum
from ludotheque.policyfile import Policy, about, climbs, steps, weights_of

try:
    import torch as torch  # type: ignore[import-not-found]  # for the files beside this one, too; tests do without it
except ImportError as problem:
    needed = LudothequeError(N_("learning needs PyTorch; {command} brings it"), command=command_for("learn"))
    command = getattr(sys.modules["__main__"], "__spec__", None)
    if command and command.name.startswith("ludotheque.solve."):  # python -m …: whoever typed that wants a sentence
        sys.exit(str(needed))
    raise ImportError(str(needed), name=problem.name) from None

Tensor = Any
Network = list[tuple[Tensor, Tensor]]  # weights, an input a row, and biases of every layer
SHORT = {"cuda": torch.bfloat16, "cpu": torch.float32}  # the floats of inner layers; a processor is slow with short ones


class Sums:
    """Inputs that tell how far sums of other inputs have climbed, by ones."""

    def __init__(self, sums: list[Sum], layout: list[Entry], device: str) -> None:
        columns = [weights_of(total, layout) for total in sums]
        self.weights = torch.tensor(columns, dtype=SHORT[device], device=device).T.contiguous()
        which, lows = zip(*climbs(sums), strict=True)
        self.which = torch.tensor(which, device=device)
        self.lows = torch.tensor(lows, dtype=SHORT[device], device=device)

    def __call__(self, numbers: Tensor) -> Tensor:
        return ((numbers @ self.weights)[:, self.which] - self.lows).clamp_(0, 1)


class Inputs:
    """Makes the inputs of a network: all steps of all numbers in one matrix product.

    Numbers are small and the widths of steps powers of two, so short floats hold them exactly.
    """

    def __init__(self, layout: list[Entry], device: str) -> None:
        self.most = torch.tensor([float(e.most) for e in layout for _ in range(e.digits)], device=device)
        self.steps = steps(layout)
        matrix = torch.zeros(len(self.most), len(self.steps))
        for n, step in enumerate(self.steps):
            matrix[step.place, n] = 1 / step.width
        self.matrix = matrix.to(device, SHORT[device])
        self.lows = torch.tensor([-step.low / step.width for step in self.steps], device=device, dtype=SHORT[device])
        self.size = len(self.steps)

    def numbers(self, observation: Tensor) -> Tensor:
        """The floats as the numbers they were; a quarter of the memory."""
        return (observation * self.most[: observation.shape[1]]).round_().to(torch.uint8)

    def __call__(self, numbers: Tensor) -> Tensor:
        return torch.addmm(self.lows, numbers.to(self.matrix.dtype), self.matrix).clamp_(0, 1)


def fresh(sizes: list[int], device: str, last: float) -> Network:
    """Random weights; `last` makes those of the last layer small, so that the beginning is close to even."""
    layers = []
    for n, (ins, outs) in enumerate(pairwise(sizes)):
        weights = torch.randn(ins, outs, device=device) * (2 / ins) ** 0.5 * (last if n == len(sizes) - 2 else 1.0)
        layers.append((weights, torch.zeros(outs, device=device)))
    return layers


def parameters(network: Network) -> Iterator[Tensor]:
    for layer in network:
        yield from layer


def copied(network: Network) -> Network:
    return [(weights.detach().clone(), biases.detach().clone()) for weights, biases in network]


def shortened(network: Network, device: str) -> Network:
    """For playing: all layers but the last in the short floats that `outputs` makes of them anyway."""
    inner = [(weights.detach().to(SHORT[device]), biases.detach().to(SHORT[device])) for weights, biases in network[:-1]]
    return [*inner, *copied(network[-1:])]


def outputs(network: Network, inputs: Tensor) -> Tensor:
    for weights, biases in network[:-1]:
        inputs = torch.relu(torch.addmm(biases.to(inputs.dtype), inputs, weights.to(inputs.dtype)))
    weights, biases = network[-1]
    return torch.addmm(biases, inputs.float(), weights)


def to_policy(game: Game, network: Network) -> Policy:
    sizes = [len(weights) for weights, _ in network] + [len(network[-1][1])]
    arrays = [part.detach().cpu().numpy().astype("<f2").tobytes() for part in parameters(network)]
    return Policy(about(game, sizes), b"".join(arrays))


def from_policy(policy: Policy, device: str, wanted: int = 0) -> Network:
    """With at least so many inputs: those that the policy does not know are worth nothing to it."""
    numbers = torch.tensor(numpy.frombuffer(policy.weights, "<f2").astype(numpy.float32), device=device)
    network, at = [], 0
    for ins, outs in pairwise(policy.sizes):
        weights = numbers[at : at + ins * outs].reshape(ins, outs)
        network.append((weights.clone(), numbers[at + ins * outs : at + ins * outs + outs].clone()))
        at += ins * outs + outs
    weights, biases = network[0]
    unknown = torch.zeros(max(wanted - len(weights), 0), weights.shape[1], device=device)
    return [(torch.cat([weights, unknown]), biases), *network[1:]]
