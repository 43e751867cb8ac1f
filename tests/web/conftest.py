"""Servers that many tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import PostgreSQLServer, Server, postgresql_programs, private_postgresql


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house") / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQLServer]:
    if postgresql_programs() is None:
        pytest.skip("PostgreSQL's programs are not installed")
    folder: Path = tmp_path_factory.mktemp("database")
    with private_postgresql(folder) as database:
        yield database
