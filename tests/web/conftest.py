"""Servers that many tests share."""

import gc
import warnings
from collections.abc import Iterator

import pytest

from tests.web.house import PostgreSQLServer, Server, postgresql_programs, private_postgresql


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house") / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQLServer]:
    if postgresql_programs() is None:
        pytest.skip("PostgreSQL's programs are not installed")
    with private_postgresql() as database:
        yield database


@pytest.fixture
def broken_connections() -> Iterator[None]:
    """Sockets to servers that were killed may be left on a busy machine: collected here, they fail no other test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
