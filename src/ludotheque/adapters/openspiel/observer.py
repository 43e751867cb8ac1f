"""What a player is given of a state: OpenSpiel's observers, each made from views and from nothing else.

| perfect recall | public | private | text | tensor |
|---|---|---|---|---|
| yes | yes | one player | the information state | seat, what is seen now, and the history in bits |
| no | yes | one player | what is seen now | the same in numbers, as `ludotheque.observation` describes them |
| yes | yes | none | the history as an onlooker knows it | none |
| no | yes | none | what an onlooker sees now | the same in numbers |
| either | no | one player | what the player sees and an onlooker does not | none |
"""

import json
from typing import Any

import numpy
import pyspiel

from ludotheque.adapters.openspiel.parameters import Setting
from ludotheque.errors import OptionError
from ludotheque.game import Game, Ruleset
from ludotheque.i18n import N_
from ludotheque.observation import floats_of
from ludotheque.told import BETWEEN, private

Private = pyspiel.PrivateInfoType


def observer(setting: Setting, wish: Any, parameters: Any) -> "Observer | None":
    """The observer of a kind; OpenSpiel expects none where there is no such kind."""
    if parameters:
        raise OptionError(N_("observers have no parameters"))
    wish = wish or pyspiel.IIGObservationType(perfect_recall=False)
    alone = wish.private_info == Private.SINGLE_PLAYER
    if wish.public_info and alone:
        return InformationState(setting) if wish.perfect_recall else Seen(setting)
    if wish.public_info and wish.private_info == Private.NONE:
        return PublicHistory() if wish.perfect_recall else PublicSeen(setting)
    return PrivateSeen() if alone else None


class Observer:
    """OpenSpiel asks for `tensor`, its named parts `dict`, `set_from` and `string_from`."""

    def __init__(self, **sizes: tuple[int, ...]) -> None:
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if sizes:
            self.tensor = numpy.zeros(sum(map(int, map(numpy.prod, sizes.values()))), numpy.float32)
            begin = 0
            for name, shape in sizes.items():
                end = begin + int(numpy.prod(shape))
                self.dict[name] = self.tensor[begin:end].reshape(shape)
                begin = end

    def set_from(self, state: Any, player: int) -> None:
        """Writes the tensor."""

    def string_from(self, state: Any, player: int) -> str:
        raise NotImplementedError


class Numbers:
    """A view as floats: the digits of every number that `observe` writes, each divided by its most."""

    def __init__(self, game: Game) -> None:
        layout = game.rules.layout(game.facts)
        self.game = game
        self.entries = len(layout)
        self.size = floats_of(layout)
        digits = [(number, entry, digit) for number, entry in enumerate(layout) for digit in range(entry.digits)]
        self.entry = numpy.array([number for number, _, _ in digits], numpy.int64)
        self.shift = numpy.array([digit * entry.bits for _, entry, digit in digits], numpy.int64)
        self.mask = numpy.array([(1 << entry.bits) - 1 for _, entry, _ in digits], numpy.int64)
        self.most = numpy.array([entry.most for _, entry, _ in digits], numpy.float32)

    def of(self, sight: Any) -> Any:
        out = [0] * self.entries
        self.game.rules.observe(self.game.facts, sight, out)
        return (numpy.array(out, numpy.int64)[self.entry] >> self.shift & self.mask) / self.most


class Seen(Observer):
    """What a player sees at this moment, and has seen as far as that still matters."""

    def __init__(self, setting: Setting) -> None:
        self.numbers = Numbers(setting.game)
        super().__init__(**{"observation": (self.numbers.size,)} if self.numbers.size else {})

    def set_from(self, state: Any, player: int) -> None:
        if self.dict:
            self.tensor[:] = self.numbers.of(state.play.told.position.sight(player))

    def string_from(self, state: Any, player: int) -> str:
        return seen(state, player)


class PublicSeen(Seen):
    """What an onlooker sees at this moment."""

    def set_from(self, state: Any, player: int) -> None:
        if self.dict:
            self.tensor[:] = self.numbers.of(state.play.told.position.sight(None))

    def string_from(self, state: Any, player: int) -> str:
        return seen(state, None)


def seen(state: Any, seat: int | None) -> str:
    view = state.play.told.position.view(seat)
    return json.dumps({"seat": seat, **view.now, **view.seen})


class PublicHistory(Observer):
    def string_from(self, state: Any, player: int) -> str:
        told = state.play.told
        return BETWEEN.join(told.texts(None, told.position.steps))


class PrivateSeen(Observer):
    """What a player sees beside what everyone sees; nothing, where all have seen the same."""

    def string_from(self, state: Any, player: int) -> str:
        return private(state.play.told.position, player)


class InformationState(Observer):
    """All that a player has been told. The history is one row of bits a step: the number of its text, from 1 on."""

    def __init__(self, setting: Setting) -> None:
        self.opening = len(setting.opening)
        self.numbers = Numbers(setting.game)
        sizes: dict[str, tuple[int, ...]] = {}
        if setting.recall:
            self.codes = codes(setting.game.ruleset)
            bits = len(self.codes).bit_length()
            self.rows = numpy.arange(len(self.codes) + 1)[:, None] >> numpy.arange(bits) & 1
            sizes = {"seat": (setting.game.players,), "observation": (self.numbers.size,), "history": (setting.steps, bits)}
        super().__init__(**sizes)

    def set_from(self, state: Any, player: int) -> None:
        if not self.dict:
            return
        self.tensor.fill(0)
        told = state.play.told
        steps = told.position.steps - self.opening
        self.dict["seat"][player] = 1
        self.dict["observation"][:] = self.numbers.of(told.position.sight(player))
        if steps:
            codes = [self.codes[text.partition(" (")[0]] for text in told.texts(player, steps)]
            self.dict["history"][:steps] = self.rows[codes]

    def string_from(self, state: Any, player: int) -> str:
        return state.play.told.line(player)  # type: ignore[no-any-return]


def codes(ruleset: Ruleset) -> dict[str, int]:
    """Every text that a history can hold, by a number from 1 on: all moves, then what is told of hidden ones."""
    texts = [move.text for move in ruleset.moves]
    if ruleset.hides:
        texts += {ruleset.text.hidden(action): 0 for action in range(ruleset.rules.actions)}
    return {text: number for number, text in enumerate(texts, 1)}
