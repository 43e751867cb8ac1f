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
from ludotheque.bots.policy import Floats
from ludotheque.errors import OptionError
from ludotheque.game import Ruleset
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


class Seen(Observer):
    """What a player sees at this moment, and has seen as far as that still matters."""

    def __init__(self, setting: Setting) -> None:
        layout = setting.game.rules.layout(setting.game.facts)
        self.floats, self.size = Floats(layout), floats_of(layout)
        super().__init__(**{"observation": (self.size,)} if self.size else {})

    def set_from(self, state: Any, player: int) -> None:
        if self.dict:
            self.tensor[:] = self.floats.of(state.play.told.position.game, state.play.told.position.sight(player))

    def string_from(self, state: Any, player: int) -> str:
        return seen(state, player)


class PublicSeen(Seen):
    """What an onlooker sees at this moment."""

    def set_from(self, state: Any, player: int) -> None:
        if self.dict:
            self.tensor[:] = self.floats.of(state.play.told.position.game, state.play.told.position.sight(None))

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
        layout = setting.game.rules.layout(setting.game.facts)
        self.floats, self.size = Floats(layout), floats_of(layout)
        sizes: dict[str, tuple[int, ...]] = {}
        if setting.recall:
            self.codes = codes(setting.game.ruleset)
            bits = len(self.codes).bit_length()
            self.rows = numpy.arange(len(self.codes) + 1)[:, None] >> numpy.arange(bits) & 1
            sizes = {"seat": (setting.game.players,), "observation": (self.size,), "history": (setting.steps, bits)}
        super().__init__(**sizes)

    def set_from(self, state: Any, player: int) -> None:
        if not self.dict:
            return
        self.tensor.fill(0)
        told = state.play.told
        steps = told.position.steps - self.opening
        self.dict["seat"][player] = 1
        self.dict["observation"][:] = self.floats.of(state.play.told.position.game, told.position.sight(player))
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
