"""The shelf: the only registry of games.

Other packages add theirs by an entry point of the group `ludotheque.games` that names a Ruleset.
"""

import copyreg
import logging
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludotheque.errors import Listed, OptionError, shortened
from ludotheque.game import Game, Ruleset
from ludotheque.games.calcory import CALCORY
from ludotheque.games.chip_trick import MANDOO, ROOT
from ludotheque.games.chipik import CHIPIK
from ludotheque.games.toujours_12 import TOUJOURS_12
from ludotheque.i18n import N_
from ludotheque.kit.complete import check_complete

log = logging.getLogger(__name__)

GAMES: dict[str, Ruleset] = {game.id: game for game in (MANDOO, ROOT, CHIPIK, TOUJOURS_12, CALCORY)}


def bring(point: EntryPoint) -> None:
    """Puts a game of another package on the shelf, unless something is wrong with it; the others are played all the same."""
    try:
        brought: Ruleset = point.load()
        if point.name != brought.id or brought.id in GAMES:
            raise TypeError(f"its entry point is called '{point.name}' and its ruleset '{brought.id}'; both need one new name")
        check_complete(brought)
    except Exception as problem:
        log.warning("the game %s is left off the shelf: %s: %s", point.value, type(problem).__name__, problem)
    else:
        GAMES[brought.id] = brought


def bring_all() -> None:
    for point in entry_points(group="ludotheque.games"):
        bring(point)


bring_all()


def game(id: str, /, players: int | None = None, **options: Any) -> Game:
    """A game of that id; a bad id, count or option raises OptionError, which names what is accepted."""
    if not isinstance(id, str) or id not in GAMES:
        raise OptionError(N_("there is no game {id}; the shelf holds {games}"), id=shortened(id), games=Listed(GAMES))
    return GAMES[id].game(players, **options)


def from_spec(spec: str) -> Game:
    """The game that `Game.spec` describes, such as `chipik players=4 seating=by-roll fact.tokens=3`."""
    id, *words = spec.split() or [""]
    options: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in options or name.removeprefix("fact.") in changes:
            raise OptionError(N_("'{word}' should be a name and a value, such as players=3"), word=shortened(word))
        if name.startswith("fact."):
            changes[name.removeprefix("fact.")] = read_fact(value)
        else:
            options[name] = read_fact(value) if name == "players" else value
    found = game(id, **options)
    return found.with_facts(**changes) if changes else found


def written(game: Game) -> tuple[Any, tuple[str]]:
    """A game is pickled as its one line; what its rules are, the shelf knows."""
    return from_spec, (game.spec,)


copyreg.pickle(Game, written)


def read_fact(text: str) -> int | tuple[int, ...]:
    plain = text.isascii() and "_" not in text and len(text) < 200
    try:
        numbers = tuple(int(word) for word in text.split(",")) if plain else ()
    except ValueError:
        numbers = ()
    if not numbers:
        raise OptionError(N_("'{text}' should be a number, or numbers with commas between"), text=shortened(text))
    return numbers if "," in text else numbers[0]
