"""The policy that was played on average, learnt from a sample of what was played.

Self-play may run in circles round an equilibrium that it never comes to: what is played now is easy to exploit, what
was played all the way round is not. So situations are kept from all of learning, with how likely each action was
there, and in the end a network learns to play as they say (as in Deep CFR, arXiv 1811.00164).
"""

from typing import Any

from ludotheque.solve.lanes import chances
from ludotheque.solve.learning import Learner
from ludotheque.solve.networks import Network, Tensor, copied, outputs, parameters, torch
from ludotheque.solve.recorded import Recorded, adam, fused


class Sample:
    """Decisions of a learner, every one that there was as likely to be here as any other."""

    def __init__(self, learner: Learner, room: int) -> None:
        self.learner, self.room = learner, room
        lanes = learner.lanes

        def table(dtype: Any, width: int) -> Tensor:
            return torch.zeros(room, width, dtype=dtype, device=lanes.device)

        self.numbers = table(torch.uint8, lanes.observation.shape[1])
        self.mask = table(torch.bool, lanes.batch.actions)
        self.likely = table(torch.float16, lanes.batch.actions)
        self.offered = 0

    @property
    def held(self) -> int:
        return min(self.offered, self.room)

    def keep(self, number: int) -> None:
        """So many decisions of the last round, and how likely each action is there now."""
        lanes, memory, device = self.learner.lanes, self.learner.memory, self.learner.lanes.device
        usable = memory.judged.flatten().nonzero()[:, 0]
        if not len(usable):
            return
        drawn = usable[torch.randint(len(usable), (number,), device=device)]
        order = self.offered + torch.arange(number, device=device)
        instead = (torch.rand(number, device=device, dtype=torch.float64) * (order + 1)).long()
        place = torch.where(order < self.room, order, instead)
        stays = place < self.room
        drawn, place = drawn[stays], place[stays]
        numbers, mask = memory.numbers.flatten(0, 1)[drawn], memory.mask.flatten(0, 1)[drawn]
        with torch.no_grad():
            likely = chances(self.learner.policy, lanes.inputs(numbers), mask)
        self.numbers[place], self.mask[place], self.likely[place] = numbers, mask, likely.half()
        self.offered += number

    def average(self, start: Network) -> Network:
        """A network that begins as `start` and learns to play as the sample says."""
        device, settings = self.learner.lanes.device, self.learner.settings
        network = copied(start)
        part = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        weights = [weight.requires_grad_(True) for weight in parameters(network)]
        optimizer = adam(weights, device)

        def differs(numbers: Tensor, mask: Tensor, likely: Tensor) -> Tensor:
            says = torch.log_softmax(outputs(network, self.learner.lanes.inputs(numbers)).masked_fill(~mask, -1e9), dim=1)
            return -(likely.float() * says.masked_fill(~mask, 0)).sum(1).mean()

        how_much = fused(differs, device)

        def update() -> None:
            optimizer.zero_grad(set_to_none=True)
            how_much(self.numbers[part], self.mask[part], self.likely[part]).backward()
            optimizer.step()

        updating = Recorded(update, device)
        for n in range(settings.imitated):
            optimizer.param_groups[0]["lr"].fill_(settings.rate * (1 - n / settings.imitated))
            part.copy_(torch.randint(self.held, (settings.minibatch,), device=device))
            updating()
        return copied(network)
