"""Plays what was learned in many games against itself: a small network says how likely each move should be."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.errors import LudothequeError, OptionError
from ludotheque.extras import command_for
from ludotheque.fields import Record
from ludotheque.game import Game
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.observation import Entry
from ludotheque.policyfile import POLICIES, SLIGHT, Policy, damaged, file_name, read, steps
from ludotheque.recall import recall_layout, remembered
from ludotheque.view import View

try:
    import numpy
except ImportError as problem:
    needed = LudothequeError(N_("learned policies need NumPy; {command} brings it"), command=command_for("engine"))
    raise ImportError(str(needed), name=problem.name) from None


@cache
def read_policy(path: Path) -> Policy | None:
    return read(path) if path.is_file() else None


def has_policy(game: Game) -> bool:
    """Whether one that ships was trained on exactly this game, with these facts."""
    policy = read_policy(shipped(game))
    return policy is not None and policy.plays(game)


def shipped(game: Game) -> Path:
    return POLICIES / file_name(game)


class Floats:
    """A view as the floats that a batch has for it, bit by bit."""

    def __init__(self, layout: list[Entry]) -> None:
        of = [(n, digit * entry.bits, entry) for n, entry in enumerate(layout) for digit in range(entry.digits)]
        self.entries = len(layout)
        self.entry = numpy.array([n for n, _, _ in of])
        self.shift = numpy.array([shift for _, shift, _ in of])
        self.bits = numpy.array([(1 << entry.bits) - 1 for _, _, entry in of])
        self.part = numpy.array([1 / entry.most for _, _, entry in of], numpy.float32)

    def __call__(self, view: View) -> Any:
        return self.of(view.game, view.sight)

    def of(self, game: Game, sight: Record) -> Any:
        row = [0] * self.entries
        game.ruleset.rules.observe(game.facts, sight, row)
        numbers = numpy.array(row)[self.entry] >> self.shift & self.bits
        return numbers.astype(numpy.float32) * self.part


class FloatsAndRecall:
    """The same, and what the seat remembers of the round."""

    def __init__(self, game: Game) -> None:
        self.floats = Floats(game.ruleset.rules.layout(game.facts))
        self.part = numpy.array([1 / entry.most for entry in recall_layout(game)], numpy.float32)

    def __call__(self, view: View) -> Any:
        return numpy.concatenate([self.floats(view), numpy.array(remembered(view), numpy.float32) * self.part])


class Net:
    """A policy's network: floats in, how much it likes each action out. It may know only the first of the inputs there are."""

    def __init__(self, policy: Policy, layout: list[Entry]) -> None:
        most = [entry.most for entry in layout for _ in range(entry.digits)]
        found = steps(layout)[: policy.sizes[0]]
        self.place = numpy.array([step.place for step in found])
        self.slope = numpy.array([most[step.place] / step.width for step in found], numpy.float32)
        self.low = numpy.array([step.low / step.width for step in found], numpy.float32)
        numbers, at = numpy.frombuffer(policy.weights, "<f2").astype(numpy.float32), 0
        self.layers = []
        for ins, outs in pairwise(policy.sizes):
            weights, biases = numbers[at : at + ins * outs], numbers[at + ins * outs : at + ins * outs + outs]
            self.layers.append((weights.reshape(ins, outs), biases))
            at += ins * outs + outs

    def is_finite(self) -> bool:
        return all(bool(numpy.isfinite(part).all()) for layer in self.layers for part in layer)

    def __call__(self, floats: Any) -> Any:
        numbers = numpy.clip(floats[..., self.place] * self.slope - self.low, 0, 1)
        for weights, biases in self.layers[:-1]:
            numbers = numpy.maximum(numbers @ weights + biases, 0)
        weights, biases = self.layers[-1]
        return numbers @ weights + biases


@cache
def made_of(path: Path, game: Game) -> tuple[Floats | FloatsAndRecall, Net]:
    policy = read_policy(path)
    if policy is None:
        raise OptionError(N_("there is no policy {file}"), file=str(path))
    if not policy.plays(game):
        raise OptionError(N_("{file} was not learned from {game}"), file=str(path), game=game.spec)
    layout = game.ruleset.rules.layout(game.facts)
    remembers = policy.sizes[0] > len(steps(layout))
    net = Net(policy, layout + recall_layout(game))
    if len(net.place) != policy.sizes[0] or policy.sizes[-1] != game.rules.player_actions or not net.is_finite():
        raise damaged(path)
    return FloatsAndRecall(game) if remembers else Floats(layout), net


class PolicyBot:
    """By the policy that ships, or by that in a file."""

    def __init__(self, game: Game, rng: Random, file: Path | None = None) -> None:
        if file is None and not has_policy(game):
            raise OptionError(N_("nobody has learned {game} yet"), game=game.spec)
        self.rng = rng
        self.floats, self.net = made_of(file or shipped(game), game)

    def choose(self, view: View) -> Move:
        likely = self.chances(view)
        return self.rng.choices(list(likely), list(likely.values()))[0]

    def chances(self, view: View) -> dict[Move, float]:
        """How likely each legal move is; 0 for what it would hardly ever play."""
        moves = view.moves()
        if not moves:
            return {}
        liked = self.net(self.floats(view))[[move.action for move in moves]]
        likely = numpy.exp(liked - liked.max())
        likely /= likely.sum()
        likely[(likely < SLIGHT) & (likely < likely.max())] = 0
        return dict(zip(moves, (likely / likely.sum()).tolist(), strict=True))
