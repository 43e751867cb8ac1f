"""How a policy learns from play: proximal policy gradients with a temperature that falls.

The reward is the share of the victory and nothing else. A decision is judged by how much the
winning chance at the same seat's next decision, or the end of the game, differs from what its
critic expected, who sees all hands; later surprises of that seat count less and less (the `trace`). While the
temperature is high, moves stay mixed; as it falls slowly, self-play settles near an equilibrium
instead of running in circles (regularised policy gradients, arXiv 2502.08938). A magnet, the policy
as it lately was, holds it back where low temperatures alone would let it run (arXiv 2206.05825).

A move that was bad once and became good since is never played, so its gradient never comes. In every game one seat's
hand may tremble: it tries such moves and learns from them as if they were likely (arXiv 1906.00190). The others learn
nothing more until hands are dealt anew, for what they believe of the seat is false.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludotheque.policyfile import SLIGHT
from ludotheque.solve.lanes import BITS, Lanes, chances, drawn
from ludotheque.solve.networks import Network, Tensor, copied, fresh, outputs, parameters, shortened, torch
from ludotheque.solve.recorded import Recorded, adam, fused


@dataclass(frozen=True)
class Settings:
    lanes: int = 1 << 16
    steps: int = 64  # that every lane goes on before the policy is improved
    unjudged: int = 12  # of these at the end: their seats may not have moved again
    size: int = 300_000  # bytes that the policy may have as a file; its hidden layers are as wide as that allows
    critic_width: int = 512  # it does not ship
    depth: int = 3  # hidden layers
    minibatch: int = 1 << 17
    rate: float = 2e-3  # of learning
    left: float = 0.02  # of that rate at the end; more where another go is to follow
    hot: float = 0.05  # the temperature at the beginning, in winning chance
    cold: float = 0.001  # and at the end
    cooled: float = 0.8  # of the time, after which it stays cold
    trace: float = 0.9
    clip: float = 0.2  # how far the chance of a move may change before its gradient stops
    averaged: float = 6.0  # the policy kept is the mean of about the last sixth of all there were
    critic_first: int = 0  # rounds in which only the critic learns
    magnet: float = 0.02  # how strongly the policy is held to what it lately was, in winning chance
    lately: float = 100.0  # rounds; with 30 it ended further from an equilibrium
    tremble: float = 0.0  # of one seat's decisions, made at random: what is hardly ever played may have become good
    unlikely: float = 8.0  # how far the logarithm of a move's likelihood is driven from the mean by such trials


def policy_sizes(ins: int, outs: int, settings: Settings) -> list[int]:
    """As wide as the file may become, in whole sixteens, which a GPU multiplies fastest."""
    sizes = [ins, *[16] * settings.depth, outs]
    for width in range(16, 1024, 16):
        wider = [ins, *[width] * settings.depth, outs]
        if 2 * sum((before + 1) * after for before, after in pairwise(wider)) <= settings.size:
            sizes = wider
    return sizes


class Memory:
    """What happened in the lanes since the last improvement, step by step."""

    def __init__(self, lanes: Lanes, steps: int) -> None:
        size = (steps, lanes.batch.lanes)

        def room(dtype: Any, *more: int) -> Tensor:
            return torch.zeros(*size, *more, dtype=dtype, device=lanes.device)

        self.numbers = room(torch.uint8, len(lanes.inputs.most))
        self.secrets = room(torch.int32, lanes.game.players)
        self.mask = room(torch.bool, lanes.batch.actions)
        self.action = room(torch.int64)
        self.likely = room(torch.float32)  # the logarithm of how likely the action was
        self.seat = room(torch.int64)
        self.decides = room(torch.bool)  # the learner moves and has a choice
        self.trembled = room(torch.bool)  # and it was made at random
        self.misled = room(torch.bool)  # another seat's was, so that this one may believe what is never so
        self.value = room(torch.float32)  # the winning chance that the critic saw
        self.reward = room(torch.float32, lanes.game.players)
        self.done = room(torch.bool)
        self.advantage = room(torch.float32)
        self.judged = room(torch.bool)


class Learner:
    """A policy that learns, its critic, and the mean of its weights, which is what plays in the end.

    With opponents it learns in one seat among them, else in all seats. Everything that is done many times works on
    tensors that stay where they are, so that a GPU can be told once and for all.
    """

    def __init__(
        self, lanes: Lanes, settings: Settings, start: Network | None = None, critic: Network | None = None,
        opponents: Network | None = None,
    ) -> None:  # fmt: skip
        self.lanes, self.settings = lanes, settings
        ins, device = len(lanes.inputs.steps), lanes.device
        self.policy = copied(start) if start else fresh(policy_sizes(ins, lanes.batch.actions, settings), device, 0.01)
        critic_ins = ins + BITS * lanes.game.players
        critic_sizes = [critic_ins, *[settings.critic_width] * settings.depth, 1]
        self.critic = copied(critic) if critic else fresh(critic_sizes, device, 0.1)
        self.mean = copied(self.policy)
        self.magnet = copied(self.policy)
        self.opponents = shortened(opponents, device) if opponents else None
        self.memory = Memory(lanes, settings.steps)
        self.step = torch.zeros(1, dtype=torch.int64, device=device)
        self.part = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.temperature, self.learns = (torch.zeros((), device=device) for _ in range(2))
        self.told = torch.zeros(3, device=device)
        self.strayed = torch.zeros_like(lanes.done)  # the learner's seat has made a decision at random in this round
        weights = [part.requires_grad_(True) for network in (self.policy, self.critic) for part in parameters(network)]
        self.optimizer = adam(weights, device, betas=(0.9, 0.99))
        self.rate = self.optimizer.param_groups[0]["lr"]
        self.look, self.loss = fused(self._look, device), fused(self._loss, device)
        self.choose, self.note, self.judge, self.update = (
            Recorded(work, device)
            for work in (self._choose, self._note, lambda: judge(self.memory, settings.trace), self._update)
        )
        self.updates = self.rounds = 0
        self.decisions = 0  # judged and learnt from
        self.games = 0

    def round(self, share: float) -> dict[str, float]:
        """Plays on and learns from it; `share` is how much of the time has gone."""
        self.step.zero_()
        for _ in range(self.settings.steps):
            self.choose()
            self.lanes.step()
            self.note()
        self.judge()
        self.games += int(self.memory.done.sum())
        self.rounds += 1
        said = self.improve(share)
        averaged = self.settings.averaged
        follow(self.mean, self.policy, min(1.0, averaged / (self.rounds + averaged)))
        follow(self.magnet, self.policy, 1 / self.settings.lately)
        return said | self.won()

    def won(self) -> dict[str, float]:
        """The share of the victory in the games that ended in this round, if somebody else lost it."""
        reward, done = self.memory.reward, self.memory.done
        if self.opponents is None or not done.any():
            return {}
        mine = reward.gather(2, self.lanes.learner.expand_as(done)[:, :, None])[:, :, 0]
        return {"won": float(mine[done].mean())}

    def improve(self, share: float) -> dict[str, float]:
        settings, memory = self.settings, self.memory
        temperature = settings.hot * (settings.cold / settings.hot) ** min(share / settings.cooled, 1.0)
        self.temperature.fill_(temperature)
        self.rate.fill_(settings.rate * (1.0 - min(share, 1.0) * (1.0 - settings.left)))
        self.learns.fill_(1.0 if self.rounds > settings.critic_first else 0.0)
        self.told.zero_()
        usable = memory.judged[: settings.steps - settings.unjudged].flatten().nonzero()[:, 0]
        order = usable[torch.randperm(len(usable), device=usable.device)]
        number = len(order) // settings.minibatch
        for n in range(number):
            self.part.copy_(order[n * settings.minibatch : (n + 1) * settings.minibatch])
            self.update()
        self.updates += number
        self.decisions += number * settings.minibatch
        entropy, moved, missed = (self.told / max(number, 1)).tolist()
        return {"temperature": temperature, "entropy": entropy, "moved": moved, "critic_loss": missed}

    def _choose(self) -> None:
        """An action for every lane, and everything worth remembering about it."""
        lanes = self.lanes
        with torch.no_grad():
            numbers, secrets, decides, likely, value = self.look()
        action = drawn(likely)
        if self.settings.tremble:
            mine = lanes.seat == lanes.learner
            trembled = decides & mine & (torch.rand_like(value) < self.settings.tremble)
            action = torch.where(trembled, drawn(lanes.mask.to(likely.dtype)), action)
            self.remember(trembled=trembled, misled=self.strayed & ~mine)
            self.strayed |= trembled
        lanes.action.copy_(action)
        how_likely = likely.gather(1, action[:, None])[:, 0].log()
        self.remember(numbers=numbers, secrets=secrets, mask=lanes.mask, action=action, likely=how_likely)
        self.remember(seat=lanes.seat.long(), decides=decides, value=value)

    def _look(self) -> tuple[Tensor, ...]:
        """What everyone to move sees and holds, whether he has a choice, how likely each action is, and his winning chance."""
        lanes = self.lanes
        numbers, secrets = lanes.numbers(), lanes.secrets()
        inputs = lanes.inputs(numbers)
        decides = lanes.mask.sum(1) > 1
        likely = chances(self.policy, inputs, lanes.mask)
        if self.opponents is not None:
            learns = lanes.seat == lanes.learner
            likely = torch.where(learns[:, None], likely, chances(self.opponents, inputs, lanes.mask, SLIGHT))
            decides = decides & learns
        value = torch.sigmoid(outputs(self.critic, lanes.with_secrets(inputs, secrets))[:, 0])
        return numbers, secrets, decides, likely, value

    def _note(self) -> None:
        """What the step brought."""
        self.remember(reward=self.lanes.reward, done=self.lanes.done)
        self.strayed &= ~self.lanes.dealt()
        self.step += 1

    def remember(self, **what: Tensor) -> None:
        for name, now in what.items():
            getattr(self.memory, name).index_copy_(0, self.step, now[None])

    def _update(self) -> None:
        """One step of both networks along the gradient of the decisions in `part`."""
        memory = self.memory
        tables = (
            memory.numbers, memory.secrets, memory.mask, memory.action, memory.likely, memory.trembled, memory.value,
            memory.advantage,
        )  # fmt: skip
        loss, told = self.loss(*(table.flatten(0, 1)[self.part] for table in tables))
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.told += told

    def _loss(
        self, numbers: Tensor, secrets: Tensor, mask: Tensor, action: Tensor, before: Tensor, trembled: Tensor, value: Tensor,
        advantage: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """What the networks should make small, and what is told of it."""
        settings = self.settings
        inputs = self.lanes.inputs(numbers)
        likely = torch.log_softmax(outputs(self.policy, inputs).masked_fill(~mask, -1e9), dim=1)
        entropy = -(likely.exp() * likely).sum(1).mean()
        chosen = likely.gather(1, action[:, None])[:, 0]
        ratio = (chosen - torch.where(trembled, chosen.detach(), before)).exp()
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - settings.clip, 1 + settings.clip) * advantage)
        if settings.tremble:
            above = chosen - (likely * mask).sum(1) / mask.sum(1)
            goes = torch.where(advantage > 0, above < settings.unlikely, above > -settings.unlikely)
            gain = torch.where(trembled, advantage * above * goes, gain)
        gain = gain.mean()
        expected = outputs(self.critic, self.lanes.with_secrets(inputs, secrets))[:, 0]
        target = (value + advantage).clamp(0, 1)
        missed = torch.nn.functional.binary_cross_entropy_with_logits(expected, target, weight=(~trembled).to(target.dtype))
        kept = self.temperature * entropy
        if settings.magnet:
            with torch.no_grad():
                lately = torch.log_softmax(outputs(self.magnet, inputs).masked_fill(~mask, -1e9), dim=1)
            kept = kept - settings.magnet * (likely.exp() * (likely - lately)).sum(1).mean()
        loss = missed - (gain + kept) * self.learns
        return loss, torch.stack([entropy, (ratio - 1).abs().mean(), missed]).detach()


def follow(behind: Network, ahead: Network, weight: float) -> None:
    """Moves one network some of the way to another."""
    with torch.no_grad():
        for part, goal in zip(parameters(behind), parameters(ahead), strict=True):
            part.lerp_(goal, weight)


def judge(memory: Memory, trace: float) -> None:
    """From the last step back to the first: what each decision brought, against what the critic expected.

    Every seat has its own thread through the steps: `ahead` is what comes next on it, the value of its
    next decision or its share of the victory; `gain` what was gained from there on; `known` whether
    there is anything. A step without a choice is no knot on the thread. Where a hand trembles, all threads are cut:
    what comes of it is judged, and is no merit of what was decided before.
    """
    ahead = torch.zeros_like(memory.reward[0])
    gain = torch.zeros_like(ahead)
    known = torch.zeros_like(ahead, dtype=torch.bool)
    for t in reversed(range(len(memory.action))):
        over = memory.done[t][:, None]
        ahead = torch.where(over, memory.reward[t], ahead)
        gain = torch.where(over, 0.0, gain)
        known = known | over
        mover = memory.seat[t][:, None]
        value, decides, trembled = memory.value[t][:, None], memory.decides[t][:, None], memory.trembled[t][:, None]
        is_known = known.gather(1, mover)
        here = torch.where(is_known, ahead.gather(1, mover) - value + trace * gain.gather(1, mover), 0.0)
        memory.advantage[t] = here[:, 0]
        memory.judged[t] = (is_known & decides)[:, 0] & ~memory.misled[t]
        ahead = ahead.scatter(1, mover, torch.where(decides, value, ahead.gather(1, mover)))
        gain = gain.scatter(1, mover, torch.where(trembled, 0.0, torch.where(decides, here, gain.gather(1, mover))))
        known = (known & ~trembled).scatter(1, mover, is_known | decides)
