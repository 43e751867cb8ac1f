"""A game in the words that OpenSpiel's search asks its questions in, and that search as a player.

`ISMCTSBot` is OpenSpiel's own. What it gets is a position guessed from the view, which answers like a state of
`pyspiel`; wherever it would resample, the rules guess again. Random play from a leaf to the end is the same as
`RandomRolloutEvaluator`'s, but compiled.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pyspiel  # type: ignore[import-not-found, unused-ignore]  # compiled, without types
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType  # type: ignore[import-untyped]
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # type: ignore[import-untyped]

from ludotheque.game import Game
from ludotheque.move import Move
from ludotheque.seats import CHANCE, OVER
from ludotheque.view import View
from strength.compiled import Sight, blank_states, compiled, returns, stream

DARING = 0.7  # UCT's constant for returns between 0 and 1 (Cowling, Powley and Whitehouse 2012)
LEAST = 2  # simulations: the first one only makes the root


class PortedType:
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION


class PortedGame:
    """What states of one game share."""

    def __init__(self, game: Game) -> None:
        rules = game.ruleset.rules
        self.game, self.module = game, compiled(game)
        self.moves = numpy.zeros(rules.most_choices, numpy.int64)
        self.weights = numpy.zeros(rules.most_choices, numpy.int64)
        self.sight = numpy.zeros(1, numpy.dtype(self.module.SIGHT, align=True))

    def get_type(self) -> type[PortedType]:
        return PortedType

    def num_players(self) -> int:
        return self.game.players

    def guess(self, sight: Sight, draws: Any) -> PortedState:
        state = blank_states(self.game, 1)
        who = self.module.guess_a_world(sight.known, sight.belief, draws, state[0])
        return PortedState(self, state, who, [])


class PortedState:
    """A position in which everything is settled; `steps` are those since it was guessed, with who saw them."""

    def __init__(self, game: PortedGame, state: Any, who: int, steps: list[tuple[int, int]]) -> None:
        self.game, self.state, self.who, self.steps = game, state, who, steps
        self.known = ""  # to the seat to act; it is asked for several times

    def get_game(self) -> PortedGame:
        return self.game

    def clone(self) -> PortedState:
        return PortedState(self.game, self.state.copy(), self.who, self.steps[:])

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.who == OVER else self.who  # chance is -1 in both houses

    def is_terminal(self) -> bool:
        return self.who == OVER

    def is_chance_node(self) -> bool:
        return self.who == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        number = self.game.module.list_moves(self.state[0], self.game.moves)
        found: list[int] = self.game.moves[:number].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game = self.game
        number = game.module.list_outcomes(self.state[0], game.moves, game.weights)
        odds = game.weights[:number] / game.weights[:number].sum()
        return list(zip(game.moves[:number].tolist(), odds.tolist(), strict=True))

    def apply_action(self, action: int) -> None:
        seers, self.who = self.game.module.play(self.state[0], action)
        self.steps.append((int(action), seers))
        self.known = ""

    def information_state_string(self) -> str:
        """What the seat to act sees and remembers, and every step since the guess as it saw it."""
        if not self.known:
            seat = self.who
            self.game.module.look(self.state[0], seat, self.game.sight[0])
            seen = (str(action) if seers >> seat & 1 else "?" for action, seers in self.steps)
            self.known = " ".join((self.game.sight.tobytes().hex(), *seen))
        return self.known

    def returns(self) -> list[float]:
        won = self.game.module.who_won(self.state[0]) if self.who == OVER else 0
        return returns(won, self.game.game.players)


class CompiledRollout(RandomRolloutEvaluator):  # type: ignore[misc]  # OpenSpiel ships no types
    """One random game to the end, as the original plays it."""

    def __init__(self, draws: Any) -> None:
        super().__init__(n_rollouts=1)
        self.draws = draws

    def evaluate(self, state: PortedState) -> Any:
        game = state.game
        won = game.module.play_out(state.state.copy()[0], self.draws)
        return numpy.array(returns(won, game.game.players))


class IsmctsBot:
    """OpenSpiel's search behind a view: it gets guesses of what the view leaves open, and nothing else."""

    def __init__(self, game: Game, rng: Random, simulations: int, daring: float = DARING) -> None:
        self.ported = PortedGame(game)
        self.draws = stream(rng)
        self.search = ISMCTSBot(
            game=self.ported,
            evaluator=CompiledRollout(self.draws),
            uct_c=daring,
            max_simulations=simulations,
            random_state=numpy.random.RandomState(rng.getrandbits(32)),
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )

    def choose(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        sight = Sight(view.game, view.sight)
        self.search.set_resampler(lambda state, player: self.ported.guess(sight, self.draws))
        action = self.search.step(self.ported.guess(sight, self.draws))
        return view.game.ruleset.moves[int(action)]
