"""Many games side by side, their moves chosen by networks; and what one has won against another."""

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from ludotheque.engine.batch import Batch
from ludotheque.game import Game
from ludotheque.observation import Entry, digits
from ludotheque.policyfile import SLIGHT
from ludotheque.solve.networks import Inputs, Network, Sums, Tensor, outputs, shortened, torch
from ludotheque.solve.recalled import Recalled
from ludotheque.solve.recorded import Recorded
from ludotheque.solve.settling import SettledBatch
from ludotheque.standingsfile import read_standings, shipped_standings

LOOKED = 64  # steps between two looks whether all games are over


def number_of(states: Any, name: str) -> Tensor:
    """A field of all lanes: a row a lane, a column a number."""
    table = torch.from_dlpack(states[name])
    return table if table.ndim == 2 else table[:, None]


class Hidden:
    """What the rules hide from somebody, of all lanes: the declarations of the state say which fields those are."""

    def __init__(self, game: Game, states: Any, device: str) -> None:
        fields = {
            name: field for name, field in game.rules.State.FIELDS.items()
            if name in states and (field.seen is None or field.seen.differs)
        }  # fmt: skip
        self.names = sorted(fields, key=lambda name: not fields[name].each_seat)  # hands, then what is nobody's
        self.tables = [number_of(states, name) for name in self.names]
        self.of_seats = [fields[name].each_seat for name in self.names]
        self.players = game.players
        self.layout: list[Entry] = []
        which, shift = list[int](), list[int]()
        for name, of_seats, table in zip(self.names, self.of_seats, self.tables, strict=True):
            for k in range(game.players if of_seats else table.shape[1]):
                bits = fields[name].bits
                which += [len(self.layout)] * bits
                shift += range(bits)
                self.layout.append(digits(f"{name} {k}", bits // 2, 2, 3))  # a bit or two for a card or chip
        self.which = torch.tensor(which, dtype=torch.int64, device=device)
        self.shift = torch.tensor(shift, dtype=torch.int32, device=device)
        self.round_the_table = torch.arange(game.players, device=device)

    def numbers(self, seat: Tensor) -> list[Tensor]:
        """Field after field; what is somebody's from the seat to move on."""
        turned = ((seat[:, None] + self.round_the_table) % self.players).long()
        told = zip(self.tables, self.of_seats, strict=True)
        return [(table.gather(1, turned) if of_seats else table).to(torch.int32) for table, of_seats in told]

    def bits(self, numbers: Tensor) -> Tensor:
        return (numbers[:, self.which] >> self.shift) & 1


class Lanes:
    """A batch whose buffers PyTorch shares. In lane n the seat n modulo players is the learner's."""

    def __init__(
        self, game: Game, lanes: int, seed: int, device: str, recall: bool = True, settled: int = 0, standings: Path | None = None
    ) -> None:
        """Without `recall` there is the observation alone: nothing is remembered of the round.

        Rounds end where all know all and at most `settled` decisions are left; if nobody knows what a round is worth that
        follows, only the last one does. `standings` says it, else the file that ships.
        """
        self.game, self.device = game, device
        self.one_learns = False  # and the others play something else
        if settled:
            shares = read_standings(game, standings or shipped_standings(game))
            self.batch: Batch = SettledBatch(game, lanes, seed=seed, device=device, most=settled, shares=shares)
        else:
            self.batch = Batch(game, lanes, seed=seed, device=device, observation="float")
        self.recalled = Recalled(game, lanes, device, recall)
        layout = self.batch.layout + self.recalled.layout
        self.inputs = Inputs(layout, device)
        self.hidden = Hidden(game, self.batch.states, device)
        sums = game.ruleset.sums(game.facts) if game.ruleset.sums else []
        self.sums = Sums(sums, layout + self.hidden.layout, device) if sums else None
        self.observation, self.seat, self.action, self.reward, self.number = (
            torch.from_dlpack(buffer)
            for buffer in (self.batch.observation, self.batch.seat, self.batch.action, self.batch.reward, self.batch.number)
        )
        self.mask, self.done = (torch.from_dlpack(b.view("uint8")).view(torch.bool) for b in (self.batch.mask, self.batch.done))
        self.learner = torch.arange(lanes, device=device) % game.players
        until = game.ruleset.recall.until if game.ruleset.recall else ""
        self.round = number_of(self.batch.states, until)[:, 0] if until else torch.zeros_like(self.seat)
        self.round_before = self.round.clone()
        self.noting, self.forgetting = Recorded(self._note, device), Recorded(self._forget, device)
        self.round_the_table = torch.arange(game.players, device=device)
        is_hand = [entry.name in self.hidden.names for entry in self.batch.layout for _ in range(entry.digits)]
        before_the_deal = [step.place < len(is_hand) and not is_hand[step.place] for step in self.inputs.steps]
        self.before_the_deal = torch.tensor(before_the_deal, dtype=self.inputs.lows.dtype, device=device)

    def reset(self) -> None:
        self.batch.reset()
        self.recalled.forget(torch.ones_like(self.done))

    def step(self) -> None:
        """Every lane takes its action."""
        self.noting()
        self.batch.step()
        self.forgetting()

    def _note(self) -> None:
        self.round_before.copy_(self.round)
        self.recalled.note(self.seat, self.action)

    def _forget(self) -> None:
        self.recalled.forget(self.dealt())

    def dealt(self) -> Tensor:
        """Whether the last step had hands dealt anew, or ended the game."""
        return self.done | (self.round != self.round_before)

    def numbers(self) -> Tensor:
        """What the seats to move see, and what they remember."""
        return torch.cat([self.inputs.numbers(self.observation), self.recalled.seen_by(self.seat)], 1)

    def secrets(self) -> Tensor:
        """What the rules hide, of everybody the seat to move first; then the learner's place from there, if he alone learns."""
        place = (self.learner - self.seat) % self.game.players if self.one_learns else torch.full_like(self.learner, -1)
        return torch.cat([*self.hidden.numbers(self.seat), place[:, None].to(torch.int32)], 1)

    def everything(self, inputs: Tensor, secrets: Tensor) -> Tensor:
        """The inputs of a critic: he learns faster who sees everything, and no policy goes by what he says."""
        return self.reckoned(torch.cat([inputs, self.hidden.bits(secrets).to(inputs.dtype)], 1), secrets)

    def standing(self, inputs: Tensor, secrets: Tensor) -> Tensor:
        """What is known before hands are dealt."""
        nothing_in_hand = torch.zeros_like(inputs[:, :1]).expand(-1, len(self.hidden.which))
        return self.reckoned(torch.cat([inputs * self.before_the_deal, nothing_in_hand], 1), secrets)

    def reckoned(self, known: Tensor, secrets: Tensor) -> Tensor:
        """With the sums of it, and whose seat the learner's is."""
        return torch.cat([known, *([self.sums(known)] if self.sums else []), self.place(known, secrets)], 1)

    def place(self, inputs: Tensor, secrets: Tensor) -> Tensor:
        return (secrets[:, -1:] == self.round_the_table).to(inputs.dtype)


def chances(network: Network | None, inputs: Tensor, mask: Tensor, slight: float = 0.0) -> Tensor:
    """How likely each action is; without a network all alike. What is too slight is never chosen, the likeliest always may be."""
    if network is None:
        return mask / mask.sum(1, keepdim=True)
    likely = torch.softmax(outputs(network, inputs).masked_fill(~mask, -torch.inf), dim=1)
    return torch.where((likely < slight) & (likely < likely.amax(1, keepdim=True)), 0.0, likely) if slight else likely


def drawn(likely: Tensor) -> Tensor:
    """An action a lane: a race in which each runs as fast as it is likely."""
    return (likely / torch.empty_like(likely).exponential_()).argmax(1)


@dataclass
class Won:
    """What the learner's seats won, seat by seat: the share of a victory, its mean and variance over many games."""

    games: list[int]
    mean: list[float]
    variance: list[float]

    @property
    def everywhere(self) -> float:
        """The mean over the seats, each as important."""
        return sum(self.mean) / len(self.mean)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return sqrt(sum(v / n for v, n in zip(self.variance, self.games, strict=True))) / len(self.games)

    def told(self) -> dict[str, Any]:
        half = [1.96 * sqrt(v / n) for v, n in zip(self.variance, self.games, strict=True)]
        return {
            "games": self.games, "by_seat": self.mean, "by_seat_give_or_take": half,
            "mean": self.everywhere, "give_or_take": 1.96 * self.error,
        }  # fmt: skip


def contest(
    lanes: Lanes, mine: Network | None, others: Network | None, games_a_lane: int, slight: tuple[float, float] = (SLIGHT, SLIGHT)
) -> Won:
    """Plays the lanes' first games from the beginning, one network in the learner's seat and the other in the rest.

    Exactly the games with the lowest numbers count, however long they take: whoever stopped the clock
    instead would see more of the short ones.
    """
    lanes.reset()
    theirs = shortened(others, lanes.device) if others else None
    own = theirs if mine is others else shortened(mine, lanes.device) if mine else None
    games = lanes.batch.lanes * games_a_lane
    counted = torch.zeros_like(lanes.done)
    tables = torch.zeros(3, lanes.game.players, dtype=torch.float64, device=lanes.device)

    def choose() -> None:
        inputs = lanes.inputs(lanes.numbers())
        likely = chances(theirs, inputs, lanes.mask, slight[1])
        if mine is not others or slight[0] != slight[1]:
            is_mine = (lanes.seat == lanes.learner)[:, None]
            likely = torch.where(is_mine, chances(own, inputs, lanes.mask, slight[0]), likely)
        lanes.action.copy_(drawn(likely))
        counted.copy_(lanes.number < games)

    def count() -> None:
        over = (lanes.done & counted).double()
        share = lanes.reward.gather(1, lanes.learner[:, None])[:, 0].double() * over
        tables.index_add_(1, lanes.learner, torch.stack([over, share, share * share]))

    choosing, counting = Recorded(choose, lanes.device), Recorded(count, lanes.device)
    while not bool((lanes.number >= games).all()):
        for _ in range(LOOKED):
            choosing()
            lanes.step()
            counting()
    number, total, squares = (table.tolist() for table in tables)
    mean = [t / n for t, n in zip(total, number, strict=True)]
    return Won([int(n) for n in number], mean, [s / n - m * m for s, n, m in zip(squares, number, mean, strict=True)])
