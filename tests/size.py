"""How much of each proof a run holds: `make check` the least, `make test` enough, `make thorough` the most.

LUDOTHEQUE_SIZE=thorough pytest tests/test_every_game.py
"""

import os
from typing import TypeVar

import pytest

SIZES = ("check", "test", "thorough")
SIZE = os.environ.get("LUDOTHEQUE_SIZE", "test")
if SIZE not in SIZES:
    raise pytest.UsageError(f"LUDOTHEQUE_SIZE should be one of {', '.join(SIZES)}, not {SIZE!r}")

T = TypeVar("T")


def sized(check: T, test: T, thorough: T) -> T:
    """What this run takes of three: how many games, which settings."""
    return (check, test, thorough)[SIZES.index(SIZE)]


def is_part_of(size: str) -> bool:
    """Whether a test that belongs to runs of this size and larger ones belongs to this run."""
    return SIZES.index(size) <= SIZES.index(SIZE)


not_in_check = pytest.mark.size("test")
only_thorough = pytest.mark.size("thorough")
