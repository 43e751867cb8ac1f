"""Every game on the shelf inside OpenSpiel; importing this registers them. The extra `openspiel` brings it.

    import pyspiel
    import ludotheque.adapters.openspiel

    pyspiel.load_game("ludotheque_chip_trick(players=3,scoring=halving)")
    pyspiel.load_game("ludotheque_toujours_12(instance=tiny)")

docs/openspiel.md says what the parameters are, and which instances are small enough for exact work.
"""

from ludotheque.adapters.wishes import missing

try:
    import pyspiel  # noqa: F401
except ImportError as problem:
    raise missing("OpenSpiel", "openspiel", problem) from None

from ludotheque.adapters.openspiel.game import register
from ludotheque.games import GAMES

for ruleset in GAMES.values():
    register(ruleset)
