"""What an environment is asked for, looked at before anything is made."""

import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

from ludotheque.errors import Listed, LudothequeError, OptionError, shortened
from ludotheque.extras import command_for
from ludotheque.game import Game
from ludotheque.games import game as game_of
from ludotheque.i18n import N_

LONGEST = 10_000  # decisions of all players, after which a game is cut off; Chipik has no bound of its own
ILLEGAL = -1.0  # the reward of whoever ends a game by what is not allowed, as in PettingZoo's own games
RENDER_MODES = ("ansi", "rgb_array")


def missing(library: str, extra: str, problem: ImportError) -> ImportError:
    """What an import says where the library that an adapter is for is not there."""
    says = LudothequeError(N_("{library} is not installed; {command} brings it"), library=library, command=command_for(extra))
    return ImportError(str(says), name=problem.name)


def game_for_learners(game: str | Game, players: int | None, facts: Mapping[str, Any] | None, options: dict[str, Any]) -> Game:
    """The game of an id, or one that is settled already; it must be one that learners get numbers of."""
    if isinstance(game, Game):
        if players not in (None, game.players) or options:
            raise OptionError(N_("{game} has its players and options already; beside it there can only be facts"), game=game.spec)
        found = game
    else:
        found = game_of(game, players, **options)
    found = found.with_facts(**facts) if facts else found
    if not found.ruleset.rules.layout(found.facts):
        raise OptionError(N_("{game} has no observations"), game=found.id)
    return found


def one_of(name: str, wish: Any, accepted: tuple[Any, ...]) -> Any:
    if wish not in accepted:
        raise OptionError(N_("{name} can be {accepted}, not {wish}"), name=name, accepted=Listed(accepted), wish=shortened(wish))
    return accepted[accepted.index(wish)]  # 1 where 1.0 was said


def at_least_one(name: str, wish: SupportsIndex) -> int:
    return whole_number(name, wish, 1)


def whole_number(name: str, wish: SupportsIndex, least: int) -> int:
    try:
        number = operator.index(wish)
    except TypeError:
        number = least - 1
    if number < least:
        raise OptionError(
            N_("{name} should be a whole number from {least} on, not {wish}"), name=name, least=least, wish=shortened(wish)
        )
    return number


def action_number(action: Any, actions: int) -> int:
    """An action as Python's number, whatever kind of whole number a trainer sends."""
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise OptionError(
            N_("an action is a whole number from 0 to {last}, not {wish}"), last=actions - 1, wish=shortened(action)
        )
    return number


def nothing_going_on() -> LudothequeError:
    return LudothequeError(N_("no game is going on; reset() begins one"))
