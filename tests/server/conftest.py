"""Servers to test: on SQLite, and on a PostgreSQL server that runs as long as the tests do."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.server.cluster import Cluster, programs

from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.services import Services


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server; tests that stop it begin it again."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL server here: neither PATH nor pg_config leads to initdb")
    # Not in pytest's own folder, which nobody but its owner may enter.
    folder = Path(tempfile.mkdtemp(prefix="spinney-postgres-"))
    running = Cluster(folder, found)
    try:
        yield running
    finally:
        running.stop("immediate")
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def furnished(cluster: Cluster) -> str:
    """The name of a database with all tables and nothing in them, to be copied."""
    name = "furnished"
    engine = create_engine(_driven(cluster), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    database = Database(cluster.url(name))
    migrate(database)
    database.close()
    return name


def _driven(cluster: Cluster) -> str:
    return cluster.url().replace("postgresql:", "postgresql+psycopg:")


@pytest.fixture
def postgres(cluster: Cluster, furnished: str) -> Iterator[str]:
    """The address of a PostgreSQL database with nothing in its tables."""
    yield from _copied(cluster, furnished)


@pytest.fixture
def unfurnished(cluster: Cluster) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    yield from _copied(cluster, "template1")


def _copied(cluster: Cluster, template: str) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    engine = create_engine(_driven(cluster), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    yield cluster.url(name)
    engine.dispose()  # a test may have stopped the server since
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of either kind with nothing in its tables."""
    if request.param == "sqlite":
        empty = request.getfixturevalue("empty")
        yield f"sqlite:///{shutil.copy(empty, tmp_path / 'server.sqlite')}"
    else:
        yield request.getfixturevalue("postgres")


Opened = Callable[[], Services]


LINK_KEY = "a key for links"


@pytest.fixture
def doors(database: str) -> Iterator[Opened]:
    """Opens servers on one database: each call is another worker's."""
    opened: list[Services] = []

    def open_one() -> Services:
        first = Database(database)
        migrate(first)
        opened.append(Services.open(first, LINK_KEY))
        return opened[-1]

    yield open_one
    for services in opened:
        services.close()


@pytest.fixture
def services(doors: Opened) -> Services:
    return doors()


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables and nothing in them, to be copied."""
    file: Path = tmp_path_factory.mktemp("empty") / "server.sqlite"
    database = Database(file)
    migrate(database)
    database.close()
    return file


@pytest.fixture
def sqlite_services(empty: Path, tmp_path: Path) -> Iterator[Services]:
    """A server on SQLite alone, for what is the same on any database."""
    copied = shutil.copy(empty, tmp_path / "server.sqlite")
    services = Services.open(Database(Path(copied)))
    yield services
    services.close()
