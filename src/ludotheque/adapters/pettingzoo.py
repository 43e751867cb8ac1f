"""The games in PettingZoo: every seat a learner's, one decision after the other.

    from ludotheque.adapters.pettingzoo import env

    table = env("calcory", players=3)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(info["action_mask"]))

Whoever has two decisions in a row (plays and takes, throws again and discards) is simply selected again.
"""

from collections.abc import Callable, Mapping
from functools import partial
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
    whole_number,
)

try:
    import numpy
    import pettingzoo  # type: ignore[import-untyped]  # it ships no types
    from gymnasium import logger
    from gymnasium.spaces import Dict, Space
except ImportError as problem:
    raise missing("PettingZoo", "pettingzoo", problem) from None

from ludotheque.adapters import spaces
from ludotheque.adapters.drawing import drawn
from ludotheque.adapters.table import Table, table_for
from ludotheque.errors import IllegalMove
from ludotheque.game import Game, Ruleset
from ludotheque.games import GAMES


class Environment(pettingzoo.AECEnv[str, Any, Any]):  # type: ignore[misc]  # likewise
    """A game with a learner in every seat.

    `mask_in`: where the action mask is, beside an array of floats in `info["action_mask"]`, or with it in a dict, as
    PettingZoo's classic games have it. `illegal`: an action that the mask excludes is refused with an IllegalMove, or
    ends the game. `longest`: after so many decisions a game is cut off. `engine`: whether the rules may be compiled.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        facts: Mapping[str, Any] | None = None,
        mask_in: str = "info",
        illegal: str = "refuse",
        longest: SupportsIndex = LONGEST,
        render_mode: str | None = None,
        engine: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        found = game_for_learners(game, players, facts, options)
        self.metadata = {**self.metadata, "name": name_of(found.ruleset)}
        self.mask_in = one_of("mask_in", mask_in, ("info", "observation"))
        self.illegal = one_of("illegal", illegal, ("refuse", "end"))
        self.render_mode = one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.longest = at_least_one("longest", longest)
        self.possible_agents = [f"player_{seat}" for seat in range(found.players)]
        self.agents: list[str] = []
        self.action_spaces: dict[str, Space[Any]] = {agent: spaces.action_space(found) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Space[Any]] = {agent: self._seen(found) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = found.ruleset.rules.player_actions
        self._nothing = numpy.zeros(self._actions, numpy.int8)  # the mask of whoever is not to move
        self._nothing.flags.writeable = False
        self._seeds = Random()
        self._going_on = False
        self.table = table_for(found, engine)

    def _seen(self, game: Game) -> Space[Any]:
        floats = spaces.seen_space(game)
        return floats if self.mask_in == "info" else Dict({"observation": floats, "action_mask": spaces.mask_space(game)})

    @property
    def game(self) -> Game:
        return self.table.game

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed begins the same games, one after the other."""
        if seed is not None:
            self._seeds = Random(whole_number("seed", seed, 0))
        self.table.begin([self._seeds.getrandbits(32), self._seeds.getrandbits(30) << 32])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._waiting = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = self._waiting.copy()
        self._going_on = True
        self._select(self.table)

    def _select(self, table: Table) -> None:
        self.agent_selection = agent = self.possible_agents[table.seat]
        self.infos[agent] = {"action_mask": table.allowed}

    def step(self, action: Any) -> None:
        if not self._going_on:
            self._leave(action)
            return
        agent, table = self.agent_selection, self.table
        if type(action) is not int or not 0 <= action < self._actions:
            action = action_number(action, self._actions)
        if not table.play(action):
            self._not_allowed(agent, action)
        elif table.seat >= 0 and len(table.played) < self.longest:
            self.infos[agent] = self._waiting[agent]
            self._select(table)
        else:
            self._finish(table.returns(), truncated=table.seat >= 0)

    def _leave(self, action: None) -> None:
        """Everyone has a last look at the end of a game."""
        if not self.agents:
            raise nothing_going_on()
        self._was_dead_step(action)

    def _finish(self, rewards: list[float], truncated: bool = False) -> None:
        """Rewards come at the end alone, so nothing is to be added up before."""
        self._going_on = False
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in self.agents}
        self._deads_step_first()

    def _not_allowed(self, agent: str, action: int) -> None:
        try:
            self.table.position().play(self.game.ruleset.moves[action])
        except IllegalMove as refusal:
            if self.illegal == "refuse":
                raise
            self._finish([ILLEGAL if other == agent else 0.0 for other in self.agents])
            self.infos[agent]["illegal"] = str(refusal)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees and has got; PettingZoo's own, with fewer steps."""
        if not self.agents:
            raise nothing_going_on()
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Any:
        """What the agent sees, and what it may do: nothing, unless it is to move."""
        if not self.table.stream:
            raise nothing_going_on()
        floats = self.table.observation(self._seats[agent])
        if self.mask_in == "info":
            return floats
        may_act = agent == self.agent_selection and agent in self.infos
        return {"observation": floats, "action_mask": self.infos[agent]["action_mask"] if may_act else self._nothing.copy()}

    def render(self) -> Any:
        """The table as the selected agent may see it: a text, or a picture as an array of (height, width, 3) bytes."""
        if self.render_mode is None:
            logger.warn("render() draws nothing: the environment was made without a render_mode, such as 'ansi'")
            return None
        if not self.table.stream:
            raise nothing_going_on()
        return drawn(
            self.table.position(), self._seats[self.agent_selection], self.possible_agents, self.render_mode, "pettingzoo"
        )

    def close(self) -> None:
        """There is nothing to close; PettingZoo asks for it wherever something is drawn."""


def raw_env(game: str | Game, players: int | None = None, **settings: Any) -> Environment:
    """The environment; an illegal action is refused with an IllegalMove that says why."""
    return Environment(game, players, **settings)


def env(game: str | Game, players: int | None = None, **settings: Any) -> Environment:
    """The environment as PettingZoo's own games are: an illegal action ends it, and whoever did that gets -1."""
    return Environment(game, players, **{"illegal": "end", **settings})


def name_of(ruleset: Ruleset) -> str:
    """`ludotheque_chip_trick_v1`; the number is that of the ruleset's behaviour."""
    return f"ludotheque_{ruleset.id.replace('-', '_')}_v{ruleset.version}"


def register(ruleset: Ruleset) -> None:
    """Notes a game under its name, one of a third party's too: for `all_environments`, and for `pettingzoo.make`."""
    name = name_of(ruleset)
    all_environments[name] = partial(env, ruleset.id)
    if hasattr(pettingzoo, "register"):  # new in PettingZoo 1.27
        place = name.replace("_", "/", 1)
        pettingzoo.register("aec", place, entry_point="ludotheque.adapters.pettingzoo:env", kwargs={"game": ruleset.id})


all_environments: dict[str, Callable[..., Environment]] = {}

for on_the_shelf in GAMES.values():
    if on_the_shelf.rules.layout(on_the_shelf.game(on_the_shelf.players[0]).facts):
        register(on_the_shelf)
