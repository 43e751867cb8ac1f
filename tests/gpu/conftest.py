"""These tests need a GPU and are run by `make gpu`; where there is none they are skipped and count for nothing."""

from functools import cache

import pytest

from ludotheque import LudothequeError
from ludotheque.engine.device import cuda_device


@cache
def gpu_is_there() -> bool:
    try:
        cuda_device()
    except LudothequeError:
        return False
    return True


@pytest.fixture(autouse=True, scope="session")
def gpu() -> None:
    if not gpu_is_there():
        pytest.skip("no CUDA device here: `make gpu` on a machine that has one")
