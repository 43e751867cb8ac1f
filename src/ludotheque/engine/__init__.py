"""The same rules, compiled. The only room that imports numba; the extra `engine` brings it."""

from ludotheque.errors import LudothequeError
from ludotheque.extras import NO_ENGINE, command_for

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as problem:
    raise ImportError(str(LudothequeError(NO_ENGINE, command=command_for("engine"))), name=problem.name) from None
