"""What OpenSpiel's parameters ask for, as a game of this house.

`players`, every option of the ruleset, `instance`, `max_steps` and `engine`. In OpenSpiel a comma ends a parameter, and plain
digits are a number; so a list is written with strokes: `deck=10/10/10/12/10/10/10`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.errors import OptionError
from ludotheque.game import Game, Option, Ruleset, write_value
from ludotheque.i18n import N_
from ludotheque.instance import Instance
from ludotheque.told import Told

PLAYERS, INSTANCE, MAX_STEPS, ENGINE = "players", "instance", "max_steps", "engine"
UNSAID = 0  # for the numbers: whatever the instance or the ruleset says
USUAL_MAX_STEPS = 10_000  # of games that need not end soon; random play does not come near it

Parameters = dict[str, Any]


def specification(ruleset: Ruleset) -> Parameters:
    """The parameters of a ruleset with their defaults, as OpenSpiel wants to know them."""
    options = {option.name: written(option.default) for option in ruleset.options}
    return {PLAYERS: UNSAID, INSTANCE: "", MAX_STEPS: UNSAID, ENGINE: True, **options}


def written(value: Any) -> int | bool | str:
    return value if isinstance(value, int) else write_value(value).replace(",", "/")


def read(option: Option, parameter: Any) -> Any:
    return parameter.replace("/", ",") if option.read and isinstance(parameter, str) else parameter


@dataclass(frozen=True)
class Setting:
    """A game as it is played inside OpenSpiel."""

    game: Game
    opening: tuple[str, ...]  # played before it begins
    cut: int  # steps after which nobody wins any more; 0: all games end by themselves
    decisions: int  # of players, at most
    luck: int  # steps of chance, at most
    steps: int  # of both together
    recall: bool  # whether a whole history is short enough for a tensor
    engine: bool  # whether its rules may be compiled

    @cached_property
    def start(self) -> Told:
        return Told.replayed(self.game.replay(self.opening))

    @property
    def constant_sum(self) -> bool:
        """Somebody always wins, and no ghost."""
        return not self.cut and len(self.start.position.scores()) == self.game.players


def setting(ruleset: Ruleset, parameters: Parameters) -> Setting:
    """What the parameters ask for; OptionError names what is accepted."""
    wish = parameters[MAX_STEPS]
    if wish < 0:
        raise OptionError(N_("{game}: max_steps is a number of steps, or 0 for the usual"), game=ruleset.id)
    if parameters[INSTANCE]:
        instance = ruleset.instance(parameters[INSTANCE])
        refuse_contradictions(ruleset, instance, parameters)
        game = instance.game(ruleset)
    else:
        options = {option.name: read(option, parameters[option.name]) for option in ruleset.options}
        game = ruleset.game(parameters[PLAYERS] or ruleset.players[0], **options)
        instance = Instance("", game.players, {})
    decisions, luck = ruleset.longest(game.facts)
    bound = instance.longest or decisions + luck
    limit = wish or instance.cut or (0 if bound else USUAL_MAX_STEPS)
    cut = 0 if bound and (not limit or limit >= bound) else limit
    steps = cut or bound
    return Setting(
        game=game,
        opening=instance.opening,
        cut=cut,
        decisions=min(decisions or steps, steps),
        luck=min(luck or steps, steps),
        steps=steps,
        recall=bool(bound or wish or instance.cut),
        engine=parameters[ENGINE] and not parameters[INSTANCE],  # whose trees are walked before anything is compiled
    )


def refuse_contradictions(ruleset: Ruleset, instance: Instance, parameters: Parameters) -> None:
    """An instance says how many play and by which options; the same may be said again, nothing else."""
    usual = specification(ruleset)
    settled = {option.name: written(instance.options.get(option.name, option.default)) for option in ruleset.options}
    settled[PLAYERS] = instance.players
    for name, value in settled.items():
        if parameters[name] not in (usual[name], value):
            raise OptionError(
                N_("{game}: the instance {instance} has {name}={value} already"),
                game=ruleset.id, instance=instance.name, name=name, value=value,
            )  # fmt: skip
