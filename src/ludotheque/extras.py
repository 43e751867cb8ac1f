"""What is not installed with everything else, and how to get it."""

from importlib.util import find_spec
from pathlib import Path

from ludotheque.i18n import N_

CHECKOUT = Path(__file__).parent.parent.parent
TARGETS = {
    "postgresql": "postgresql",
    "lab": "lab",
    "ray": "ray",
    "learn": "learn",
    "gymnasium": "gymnasium",
    "pettingzoo": "pettingzoo",
    "openspiel": "openspiel",
}  # of the Makefile; everything else belongs to the engine
HAS_ENGINE = find_spec("numba") is not None
NO_ENGINE = N_("the engine is not installed; {command} brings it")


def command_for(extra: str) -> str:
    """What to type: in a checkout its own command, which knows the environment."""
    in_checkout = all((CHECKOUT / name).is_file() for name in ("Makefile", "pyproject.toml"))
    return f"make {TARGETS.get(extra, 'engine')}" if in_checkout else f"python -m pip install 'ludotheque[{extra}]'"
