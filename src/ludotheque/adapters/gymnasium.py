"""The games in Gymnasium: one seat for a learner, bots of chosen levels in the others. Vectors of games are in vector.py.

    import gymnasium
    import ludotheque.adapters.gymnasium

    table = gymnasium.make("ludotheque/Chipik-v1", players=4, opponents="club")
    observation, info = table.reset(seed=7)
    observation, reward, terminated, truncated, info = table.step(table.action_space.sample(info["action_mask"]))

Importing this registers every game on the shelf that has observations.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from typing import Any, SupportsIndex

from ludotheque.adapters.wishes import (
    ILLEGAL,
    LONGEST,
    RENDER_MODES,
    action_number,
    at_least_one,
    game_for_learners,
    missing,
    nothing_going_on,
    one_of,
)

try:
    import gymnasium
    import numpy
except ImportError as problem:
    raise missing("Gymnasium", "gymnasium", problem) from None

from ludotheque.adapters import spaces
from ludotheque.adapters.drawing import drawn
from ludotheque.bots import LEVELS, Bot, bot
from ludotheque.bots.instinct import InstinctBot
from ludotheque.bots.policy import Floats
from ludotheque.bots.search import WARM, warm
from ludotheque.errors import IllegalMove, Listed, OptionError, shortened
from ludotheque.game import Game, Ruleset
from ludotheque.games import GAMES
from ludotheque.i18n import N_
from ludotheque.move import Move
from ludotheque.position import CHANCE, Position
from ludotheque.view import View

Policy = Callable[[Any, Any], Any]  # (observation, action mask): the number of an action
Opponent = str | Bot | Policy  # a level of bots, a bot, or a policy


class Seat(gymnasium.Env[Any, Any]):
    """A game in which one seat is the learner's.

    `seat`: its number, or "random", drawn for every game. `opponents`: one for all the other seats, or a list of them,
    beginning with whoever sits next. `budget`: the share of their usual simulations that bots may think. `illegal`: an
    action that the mask excludes ends the game, or is refused with an IllegalMove. `longest`: after so many decisions
    of all players a game is cut off. `engine`: whether bots may wait for their thinking to be compiled.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        budget: float = 1.0,
        facts: Mapping[str, Any] | None = None,
        illegal: str = "end",
        longest: SupportsIndex = LONGEST,
        render_mode: str | None = None,
        engine: bool = True,
        **options: Any,
    ) -> None:
        self.game = game_for_learners(game, players, facts, options)
        self.wished_seat = one_of("seat", seat, (*range(self.game.players), "random"))
        self.opponents = everyone_else(opponents, self.game.players - 1)
        self.budget, self.engine = budget, engine
        self.illegal = one_of("illegal", illegal, ("refuse", "end"))
        self.longest = at_least_one("longest", longest)
        self.render_mode = one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.observation_space = spaces.seen_space(self.game)
        self.action_space = spaces.action_space(self.game)
        self.floats = Floats(self.game.ruleset.rules.layout(self.game.facts))
        self.position: Position | None = None  # none before the first game
        self.going_on = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.going_on = False
        while not self.going_on:  # a game that is over before the learner has decided anything is none of his
            self._begin()
            self.going_on = self._let_others_play(inf)
        return self._seen(), self._info()

    def _begin(self) -> None:
        players = self.game.players
        self.seat = int(self.np_random.integers(players)) if self.wished_seat == "random" else self.wished_seat
        self.chance = Random(int(self.np_random.integers(1 << 62)))
        self.others: dict[int, Bot] = {
            (self.seat + place) % players: self._opponent(who) for place, who in enumerate(self.opponents, start=1)
        }
        self.position = self.game.start()
        self.decisions = 0

    def _opponent(self, who: Opponent) -> Bot:
        seed = int(self.np_random.integers(1 << 62))  # drawn for everyone: whoever plays, the next deal is the same
        if not isinstance(who, str):
            return who if hasattr(who, "choose") else Player(who, self.floats)
        made = bot(who, self.game, seed, self.budget, self.engine)
        if self.engine and isinstance(made, InstinctBot) and self.game not in WARM:
            warm(self.game)  # it would play the same without, but up to a hundred times slower
        return made

    def _let_others_play(self, longest: float) -> bool:
        """Until the learner is to move; False if the game is over before, or cut off."""
        position = self._position()
        while (actor := position.actor) != self.seat:
            if position.over or self.decisions >= longest:
                return False
            if actor is CHANCE:
                position.play(position.draw(self.chance))
            else:
                self._let_play(actor)
                self.decisions += 1
        return self.decisions < longest

    def _let_play(self, seat: int) -> None:
        position = self._position()
        try:
            position.play(self.others[seat].choose(position.view(seat)))
        except IllegalMove:  # why not would tell of a hand that is not the learner's
            self.going_on = False
            raise OptionError(
                N_("the opponent at seat {seat} played what is not legal; the game is off, reset() begins another"), seat=seat
            ) from None

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.going_on:
            raise nothing_going_on()
        position = self._position()
        try:
            position.play(self.game.ruleset.moves[action_number(action, self.game.ruleset.rules.player_actions)])
        except IllegalMove as refusal:
            if self.illegal == "refuse":
                raise
            self.going_on = False
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": str(refusal)}
        self.decisions += 1
        self.going_on = self._let_others_play(self.longest)
        info = self._info()
        if position.over:
            info |= {"scores": position.scores(), "winners": position.winners()}
        return self._seen(), position.returns()[self.seat], position.over, not self.going_on and not position.over, info

    def _position(self) -> Position:
        if self.position is None:
            raise nothing_going_on()
        return self.position

    def _seen(self) -> Any:
        sight = self._position().sight(self.seat)
        return self.floats(View(self.game, self.seat, self.seat, sight, [], []))

    def _info(self) -> dict[str, Any]:
        moves = self._position().moves() if self.going_on else []
        return {"action_mask": mask_of(self.game, moves), "seat": self.seat}

    def action_masks(self) -> Any:
        """What MaskablePPO of sb3-contrib asks for."""
        return mask_of(self.game, self._position().moves() if self.going_on else []).astype(bool)

    def render(self) -> Any:
        """The table as the learner's seat may see it: a text, or a picture as an array of (height, width, 3) bytes."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() draws nothing: the environment was made without a render_mode, such as 'ansi'")
            return None
        names = [f"player_{seat}" for seat in range(self.game.players)]
        return drawn(self._position(), self.seat, names, self.render_mode, "gymnasium")


class Player:
    """A policy of observations and masks in the seat of a bot."""

    def __init__(self, policy: Policy, floats: Floats) -> None:
        self.policy, self.floats = policy, floats

    def choose(self, view: View) -> Move:
        action = self.policy(self.floats(view), mask_of(view.game, view.moves()))
        return view.game.ruleset.moves[action_number(action, view.game.ruleset.rules.player_actions)]


def everyone_else(opponents: Opponent | Sequence[Opponent], number: int) -> list[Opponent]:
    """One for every other seat."""
    found: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * number
    if len(found) != number:
        raise OptionError(N_("there are {number} other seats, and {wish} opponents"), number=number, wish=len(found))
    for who in found:
        known = who in LEVELS if isinstance(who, str) else callable(who) or hasattr(who, "choose")
        if not known:
            raise OptionError(N_("there is no bot {level}; there are {levels}"), level=shortened(who), levels=Listed(LEVELS))
    return found


def mask_of(game: Game, moves: list[Move]) -> Any:
    mask = numpy.zeros(game.ruleset.rules.player_actions, numpy.int8)
    mask[[move.action for move in moves]] = 1
    return mask


def id_of(ruleset: Ruleset) -> str:
    """`ludotheque/ChipTrick-v1`; the number is that of the ruleset's behaviour."""
    return f"ludotheque/{ruleset.id.title().replace('-', '')}-v{ruleset.version}"


def register(ruleset: Ruleset) -> str:
    """Tells Gymnasium of a game, one of a third party's too; its name there."""
    gymnasium.register(
        id_of(ruleset),
        entry_point="ludotheque.adapters.gymnasium:Seat",
        vector_entry_point="ludotheque.adapters.vector:vector_env",
        kwargs={"game": ruleset.id},
    )
    return id_of(ruleset)


all_environments = [register(r) for r in GAMES.values() if r.rules.layout(r.game(r.players[0]).facts)]
