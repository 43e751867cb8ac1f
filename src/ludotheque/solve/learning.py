"""How a policy learns from play: proximal policy gradients with a temperature that falls.

The reward is the share of the victory and nothing else. How decisions are judged stands in `judging`. While the
temperature is high, moves stay mixed; as it falls slowly, self-play settles near an equilibrium
instead of running in circles (regularised policy gradients, arXiv 2502.08938). A magnet, the policy
as it lately was, holds it back where low temperatures alone would let it run (arXiv 2206.05825).

A move that was bad once and became good since is never played, so its gradient never comes. In every game one seat's
hand may tremble: it tries such moves and learns from them as if they were likely (arXiv 1906.00190). The others learn
nothing more until hands are dealt anew, for what they believe of the seat is false.
"""

from dataclasses import dataclass
from itertools import pairwise

from ludotheque.policyfile import SLIGHT
from ludotheque.solve.judging import Critic, Memory, by_seat, fresh_critic, from_mover, judge
from ludotheque.solve.lanes import Lanes, chances, drawn
from ludotheque.solve.networks import Network, Tensor, copied, fresh, outputs, parameters, shortened, torch
from ludotheque.solve.recorded import Recorded, adam, fused

GENTLY = 20  # rounds at a lower rate, after the critic has learnt alone: nothing is known yet of how gradients vary
OPENINGS = 16  # so many fewer beginnings of rounds than decisions in a minibatch


@dataclass(frozen=True)
class Settings:
    lanes: int = 1 << 15
    steps: int = 128  # that every lane goes on before the policy is improved; most rounds end sooner
    settled: int = 0  # a round ends where all know all and at most so many decisions are left; champions reckon there
    size: int = 300_000  # bytes that the policy may have as a file; its hidden layers are as wide as that allows
    critic_width: int = 512  # it does not ship
    depth: int = 3  # hidden layers
    minibatch: int = 1 << 17
    rate: float = 2e-3  # of learning
    left: float = 0.02  # of that rate at the end; more where another go is to follow
    hot: float = 0.05  # the temperature at the beginning, in winning chance
    cold: float = 0.001  # and at the end
    cooled: float = 0.8  # of the time, after which it stays cold
    trace: float = 1.0  # how much of what came later counts as it came, and not as the critic expected
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


class Learner:
    """A policy that learns, its critic, and the mean of its weights, which is what plays in the end.

    With opponents it learns in one seat among them, else in all seats. Everything that is done many times works on
    tensors that stay where they are, so that a GPU can be told once and for all.
    """

    def __init__(
        self, lanes: Lanes, settings: Settings, start: Network | None = None, critic: Critic | None = None,
        opponents: Network | None = None,
    ) -> None:  # fmt: skip
        self.lanes, self.settings = lanes, settings
        ins, device = lanes.inputs.size, lanes.device
        self.policy = copied(start) if start else fresh(policy_sizes(ins, lanes.batch.actions, settings), device, 0.01)
        self.critic = critic.copy() if critic else fresh_critic(lanes, settings.critic_width, settings.depth)
        self.mean = copied(self.policy)
        self.magnet = copied(self.policy)
        self.opponents = shortened(opponents, device) if opponents else None
        lanes.one_learns = opponents is not None
        self.memory = Memory(lanes, settings.steps)
        self.step = torch.zeros(1, dtype=torch.int64, device=device)
        self.part = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.openings = torch.zeros(settings.minibatch // OPENINGS, dtype=torch.int64, device=device)
        self.temperature, self.learns = (torch.zeros((), device=device) for _ in range(2))
        self.told = torch.zeros(4, device=device)
        self.strayed = torch.zeros_like(lanes.done)  # the learner's seat has made a decision at random in this round
        weights = [part.requires_grad_(True) for network in (self.policy, *self.critic) for part in parameters(network)]
        self.optimizer = adam(weights, device, betas=(0.9, 0.99))
        self.rate = self.optimizer.param_groups[0]["lr"]
        self.look, self.loss = fused(self._look, device), fused(self._loss, device)
        self.choose, self.note, self.judge, self.update = (
            Recorded(work, device)
            for work in (self._choose, self._note, lambda: judge(self.memory, settings.trace), self._update)
        )
        self.updates = self.rounds = 0
        self.decisions = 0  # that the policy has learnt from
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
        since = self.rounds - settings.critic_first
        gently = min(since / GENTLY, 1.0) if settings.critic_first and since > 0 else 1.0
        self.rate.fill_(settings.rate * gently * (1.0 - min(share, 1.0) * (1.0 - settings.left)))
        self.learns.fill_(1.0 if self.rounds > settings.critic_first else 0.0)
        self.told.zero_()
        parts = shuffled_parts(memory.chooses[:-1], len(self.part))  # nobody knows what the last step brings
        openings = shuffled_parts(memory.dealt, len(self.openings))
        for n, part in enumerate(parts):
            self.part.copy_(part)
            if len(openings):
                self.openings.copy_(openings[n % len(openings)])
            self.update()
        self.updates += len(parts)
        entropy, moved, missed, learnt = (self.told / max(len(parts), 1)).tolist()
        self.decisions += round(learnt * len(parts) * settings.minibatch)
        return {"temperature": temperature, "entropy": entropy, "moved": moved, "critic_loss": missed}

    def _choose(self) -> None:
        """An action for every lane, and everything worth remembering about it."""
        lanes = self.lanes
        with torch.no_grad():
            numbers, secrets, likely, opening, worth = self.look()
        chooses = lanes.mask.sum(1) > 1
        mine = lanes.seat == lanes.learner
        learns = chooses & mine if self.opponents is not None else chooses
        action = drawn(likely)
        if self.settings.tremble:
            trembled = chooses & mine & (torch.rand_like(likely[:, 0]) < self.settings.tremble)
            action = torch.where(trembled, drawn(lanes.mask.to(likely.dtype)), action)
            learns = learns & (mine | ~self.strayed)
            self.remember(trembled=trembled)
            self.strayed |= trembled
        lanes.action.copy_(action)
        seat = lanes.seat.long()
        how_likely = likely.gather(1, action[:, None])[:, 0].log()
        self.remember(numbers=numbers, secrets=secrets, mask=lanes.mask, action=action, likely=how_likely, seat=seat)
        self.remember(chooses=chooses, learns=learns, dealt=lanes.dealt(), opening=by_seat(opening, seat))
        of_action = worth.gather(1, action[:, None, None].expand(-1, 1, worth.shape[2]))[:, 0]
        of_choice = (likely[:, :, None] * worth).sum(1)
        self.remember(foreseen=by_seat(of_action, seat), expected=by_seat(of_choice, seat))

    def _look(self) -> tuple[Tensor, ...]:
        """What everyone to move sees and what is hidden, how likely each action is, and what the critic expects."""
        lanes = self.lanes
        numbers, secrets = lanes.numbers(), lanes.secrets()
        inputs = lanes.inputs(numbers)
        likely = chances(self.policy, inputs, lanes.mask)
        if self.opponents is not None:
            theirs = chances(self.opponents, inputs, lanes.mask, SLIGHT)
            likely = torch.where((lanes.seat == lanes.learner)[:, None], likely, theirs)
        opening = self.critic.of_openings(lanes.standing(inputs, secrets)).exp()
        worth = self.critic.of_moves(lanes.everything(inputs, secrets)).exp()
        return numbers, secrets, likely, opening, worth

    def _note(self) -> None:
        """What the step brought."""
        self.remember(reward=self.lanes.reward, done=self.lanes.done)
        self.strayed &= ~self.lanes.dealt()
        self.step += 1

    def remember(self, **what: Tensor) -> None:
        for name, now in what.items():
            getattr(self.memory, name).index_copy_(0, self.step, now[None])

    def _update(self) -> None:
        """One step of both networks along the gradient of the decisions in `part`, and of the rounds in `openings`."""
        memory = self.memory
        tables = (
            memory.numbers, memory.secrets, memory.mask, memory.action, memory.likely, memory.learns, memory.trembled,
            memory.advantage,
        )  # fmt: skip
        decisions = (table.flatten(0, 1)[self.part] for table in tables)
        openings = (table.flatten(0, 1)[self.openings] for table in (memory.numbers, memory.secrets, memory.dealt))
        brought, began = (
            from_mover(table.flatten(0, 1)[where], memory.seat.flatten()[where])
            for table, where in ((memory.brought, self.part), (memory.began, self.openings))
        )
        loss, told = self.loss(*decisions, brought, *openings, began)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.told += told

    def _loss(
        self, numbers: Tensor, secrets: Tensor, mask: Tensor, action: Tensor, before: Tensor, learns: Tensor, trembled: Tensor,
        advantage: Tensor, brought: Tensor, opening_numbers: Tensor, opening_secrets: Tensor, opened: Tensor, began: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """What the networks should make small, and what is told of it."""
        settings, lanes = self.settings, self.lanes
        inputs = lanes.inputs(numbers)
        likely = torch.log_softmax(outputs(self.policy, inputs).masked_fill(~mask, -1e9), dim=1)
        entropy = mean(-(likely.exp() * likely).sum(1), learns)
        chosen = likely.gather(1, action[:, None])[:, 0]
        ratio = (chosen - torch.where(trembled, chosen.detach(), before)).exp()
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - settings.clip, 1 + settings.clip) * advantage)
        if settings.tremble:
            above = chosen - (likely * mask).sum(1) / mask.sum(1)
            goes = torch.where(advantage > 0, above < settings.unlikely, above > -settings.unlikely)
            gain = torch.where(trembled, advantage * above * goes, gain)
        kept = self.temperature * entropy
        if settings.magnet:
            with torch.no_grad():
                lately = torch.log_softmax(outputs(self.magnet, inputs).masked_fill(~mask, -1e9), dim=1)
            kept = kept - settings.magnet * mean((likely.exp() * (likely - lately)).sum(1), learns)
        worth = self.critic.of_moves(lanes.everything(inputs, secrets))
        worth = worth.gather(1, action[:, None, None].expand(-1, 1, worth.shape[2]))[:, 0]
        missed = -(brought * worth).sum(1).mean()
        opening = self.critic.of_openings(lanes.standing(lanes.inputs(opening_numbers), opening_secrets))
        missed_openings = mean(-(began * opening).sum(1), opened)
        loss = missed + missed_openings - (mean(gain, learns) + kept) * self.learns
        return loss, torch.stack([entropy, mean((ratio - 1).abs(), learns), missed, learns.float().mean()]).detach()


def mean(values: Tensor, where: Tensor) -> Tensor:
    return torch.where(where, values, 0.0).sum() / where.sum().clamp(min=1)


def shuffled_parts(where: Tensor, size: int) -> Tensor:
    """Where it is so, in random order, in parts of one size; what is left over is left out."""
    found = where.flatten().nonzero()[:, 0]
    order = found[torch.randperm(len(found), device=found.device)]
    return order[: len(order) // size * size].view(-1, size)


def follow(behind: Network, ahead: Network, weight: float) -> None:
    """Moves one network some of the way to another."""
    with torch.no_grad():
        for part, goal in zip(parameters(behind), parameters(ahead), strict=True):
            part.lerp_(goal, weight)
