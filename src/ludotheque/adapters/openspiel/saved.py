"""The kept policy of an instance, as OpenSpiel's algorithms take it.

from open_spiel.python.algorithms import exploitability

game = pyspiel.load_game("ludotheque_chip_trick(instance=small)")
exploitability.nash_conv(game, SavedPolicy(game))
"""

from typing import Any

from open_spiel.python import policy

from ludotheque.adapters.openspiel.parameters import INSTANCE
from ludotheque.errors import Listed, OptionError
from ludotheque.i18n import N_
from ludotheque.solve.saved import path_of, read


class SavedPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel ships no types
    def __init__(self, game: Any) -> None:
        """Of a game that was loaded with `instance=`; OptionError names those that one is kept of."""
        super().__init__(game, list(range(game.num_players())))
        self.ruleset = game.ruleset
        kept = {small.name: small for small in self.ruleset.instances if path_of(self.ruleset, small).exists()}
        instance = game.get_parameters().get(INSTANCE, "")
        if instance not in kept:
            raise OptionError(
                N_("{game}: a policy is kept of {accepted}; load the game with instance= and one of these"),
                game=self.ruleset.id, accepted=Listed(kept),
            )  # fmt: skip
        self.name, self.plays = read(self.ruleset, kept[instance])

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        actions = state.legal_actions()
        if len(actions) == 1:
            return {actions[0]: 1.0}
        plays = self.plays[state.information_state_string()]
        return {action: plays.get(self.ruleset.move(action).text, 0.0) for action in actions}
