"""A ruleset as a game of OpenSpiel."""

from typing import Any

import pyspiel

from ludotheque.adapters.openspiel.observer import observer
from ludotheque.adapters.openspiel.parameters import PLAYERS, Parameters, Setting, setting, specification
from ludotheque.adapters.openspiel.state import NO_LAST_STEP, InPlay, SpielState
from ludotheque.game import Ruleset

KIND = pyspiel.GameType


def short_name(ruleset: Ruleset) -> str:
    return "ludotheque_" + ruleset.id.replace("-", "_")


def register(ruleset: Ruleset) -> None:
    """From now on OpenSpiel's `load_game` knows the ruleset.

    It gets a class and not a function: it lets go of what it was given when Python is gone already, and a function dies of that.
    """
    kind = type(short_name(ruleset), (SpielGame,), {"ruleset": ruleset})
    pyspiel.register_game(game_type(ruleset, setting(ruleset, specification(ruleset))), kind)


def game_type(ruleset: Ruleset, settled: Setting) -> Any:
    """What kind of game it is, with these players, options and facts."""
    return KIND(
        short_name=short_name(ruleset),
        long_name=ruleset.title,
        dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC,
        information=KIND.Information.IMPERFECT_INFORMATION if ruleset.hides else KIND.Information.PERFECT_INFORMATION,
        utility=KIND.Utility.CONSTANT_SUM if settled.constant_sum else KIND.Utility.GENERAL_SUM,
        reward_model=KIND.RewardModel.TERMINAL,
        max_num_players=max(ruleset.players),
        min_num_players=min(ruleset.players),
        provides_information_state_string=True,
        provides_information_state_tensor=settled.recall,
        provides_observation_string=True,
        provides_observation_tensor=bool(ruleset.rules.layout(settled.game.facts)),
        provides_factored_observation_string=True,
        parameter_specification=specification(ruleset),
    )


def game_info(settled: Setting) -> Any:
    rules = settled.game.rules
    return pyspiel.GameInfo(
        num_distinct_actions=rules.player_actions,
        max_chance_outcomes=rules.actions - rules.player_actions,
        num_players=settled.game.players,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0 if settled.constant_sum else None,
        max_game_length=settled.decisions,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    ruleset: Ruleset

    def __init__(self, params: Parameters | None = None) -> None:
        ruleset, usual = self.ruleset, specification(self.ruleset)
        parameters = usual | (params or {})
        settled = setting(ruleset, parameters)
        said = {name: value for name, value in parameters.items() if value != usual[name]} | {PLAYERS: settled.game.players}
        super().__init__(game_type(ruleset, settled), game_info(settled), said)
        self.setting = settled
        self.start: InPlay | None = None  # rules are compiled when somebody plays

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        if self.start is None:
            settled = self.setting
            last_step = len(settled.opening) + settled.cut if settled.cut else NO_LAST_STEP
            self.start = InPlay(settled.start, last_step, settled.engine, shared=True)
        return SpielState(self, self.start)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.luck

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return observer(self.setting, iig_obs_type, params)


def loaded(text: str) -> Any:
    """What unpickles a game: to come here, this package was imported, which registers it."""
    return pyspiel.load_game(text)
