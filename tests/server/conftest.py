"""Servers to test: on SQLite, and on a PostgreSQL server that runs as long as the tests do."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.patient_server import patient_databases, patient_workers  # noqa: F401 - fixtures
from tests.server.cluster import Cluster, programs
from tests.server.furnished import furnish
from tests.server.lent_databases import LentDatabases, create, drop

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
def furnished(cluster: Cluster) -> LentDatabases:
    """Databases with all tables and nothing in them."""
    name = create(cluster, "template1")
    database = Database(cluster.url(name))
    migrate(database)
    database.close()
    return LentDatabases(cluster, name)


@pytest.fixture
def postgres(cluster: Cluster, furnished: LentDatabases) -> Iterator[str]:
    """The address of a PostgreSQL database with nothing in its tables."""
    with furnished.lent() as name:
        yield cluster.url(name)


@pytest.fixture
def unfurnished(cluster: Cluster) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    name = create(cluster, "template1")
    yield cluster.url(name)
    drop(cluster, name)


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
    furnish(file)
    return file


@pytest.fixture
def sqlite_services(empty: Path, tmp_path: Path) -> Iterator[Services]:
    """A server on SQLite alone, for what is the same on any database."""
    copied = shutil.copy(empty, tmp_path / "server.sqlite")
    services = Services.open(Database(Path(copied)))
    yield services
    services.close()
