"""What everyone has done in many games side by side, since hands were dealt: `ludotheque.recall` for whole lanes at once."""

from ludotheque.game import Game
from ludotheque.recall import recall_layout
from ludotheque.solve.networks import Tensor, torch


class Recalled:
    """No numbers at all in a game that has nothing to remember, or if nobody shall."""

    def __init__(self, game: Game, lanes: int, device: str, recall: bool) -> None:
        self.game = game
        self.layout = recall_layout(game) if recall else []
        self.numbers = torch.zeros(lanes, len(self.layout) // game.players, game.players, dtype=torch.uint8, device=device)
        self.step = torch.zeros(lanes, dtype=torch.int64, device=device)
        self.lane = torch.arange(lanes, device=device)
        self.round_the_table = torch.arange(game.players, device=device)

    def note(self, seat: Tensor, action: Tensor) -> None:
        recall = self.game.ruleset.recall
        if recall and self.layout:
            seat = seat.long()
            for row, number in recall.notes(self.game.facts, self.step, action.long()):
                there = self.numbers[self.lane, row, seat]
                self.numbers[self.lane, row, seat] = torch.maximum(there, number.to(torch.uint8))
            self.step += 1

    def forget(self, where: Tensor) -> None:
        self.numbers.masked_fill_(where[:, None, None], 0)
        self.step.masked_fill_(where, 0)

    def seen_by(self, seat: Tensor) -> Tensor:
        """The numbers from the place of one seat a lane."""
        turned = (seat[:, None] + self.round_the_table).long() % self.game.players
        return self.numbers.gather(2, turned[:, None, :].expand_as(self.numbers)).flatten(1)
