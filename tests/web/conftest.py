"""Servers that many tests share."""

import gc
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.size import not_in_check
from tests.web.house import PostgreSQLServer, Server, postgresql_programs, private_postgresql, quick_folder

SERVERS = {"server", "postgresql", "two", "tolerant"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a server is no part of `make check`."""
    for item in items:
        if Path(__file__).parent in item.path.parents and SERVERS.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(not_in_check)


@pytest.fixture(scope="module")
def quick_path() -> Iterator[Path]:
    """A folder for databases of which nothing is asked but what they hold."""
    with TemporaryDirectory(prefix="ludotheque-", dir=quick_folder()) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def server(quick_path: Path) -> Iterator[Server]:
    with Server(quick_path / "tables.db") as server:
        yield server


@pytest.fixture(scope="session")
def one_postgresql() -> Iterator[PostgreSQLServer]:
    if postgresql_programs() is None:
        pytest.skip("PostgreSQL's programs are not installed")
    with private_postgresql(within=quick_folder()) as database:
        yield database


@pytest.fixture(scope="module")
def postgresql(one_postgresql: PostgreSQLServer) -> PostgreSQLServer:
    """A database of the module's own: to make a whole server takes much longer."""
    one_postgresql.renew()
    return one_postgresql


@pytest.fixture
def broken_connections() -> Iterator[None]:
    """Sockets to servers that were killed may be left on a busy machine: collected here, they fail no other test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
