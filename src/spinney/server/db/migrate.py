"""Bringing a database up to date."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, select, text

from spinney.core.errors import Refused, some
from spinney.server.db.database import Database
from spinney.server.db.schema import OLDEST, meta, server_clock, settings

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

NEWEST = "0018"
"""The version of the tables that this Spinney works with."""
ALEMBIC = "alembic_version"
"""The table in which migrations note the version."""
FOLDER = Path(__file__).parent / "migrations"


def version(database: Database) -> str:
    """Return the version of a database's tables; empty: there are none yet.

    Raises:
        Refused: it is another program's.
        DatabaseUnavailable: it can't be reached.
        DatabaseCorrupt: it is damaged, or no database.
    """
    with database.reading() as connection:
        table_names = set(inspect(connection).get_table_names()) - {ALEMBIC}
        if not table_names:
            return ""
        _check_own(database, table_names)
        if inspect(connection).has_table(ALEMBIC):
            row = connection.execute(text("SELECT version_num FROM alembic_version"))
            return str(row.scalar() or "unknown")
        query = select(settings.c.value).where(settings.c.name == "schema")
        # Before there were migrations, a setting said the version.
        return "0001" if connection.execute(query).scalar() == "1" else "unknown"


def _check_own(database: Database, table_names: Set[str]) -> None:
    """Refuse the database of another program."""
    if not table_names >= OLDEST:
        raise Refused(
            f"the database {database.url} is another program’s: it has the tables "
            f"{some(sorted(table_names), 3)}; name another"
        )


def check_whole(database: Database) -> None:
    """Refuse a database of this version that has lost some of its tables."""
    with database.reading() as connection:
        missing = sorted(meta.tables.keys() - set(inspect(connection).get_table_names()))
    if missing:
        raise Refused(
            f"the database {database.url} is damaged: it has no tables {some(missing, 3)}; name "
            "another, or restore a backup into a new one: spinney admin restore"
        )


def prepare(database: Database) -> None:
    """See to it that a database can be worked with.

    One's own file is brought up to date at once. Of a database that several workers share, whoever
    looks after it says when.

    Raises:
        Refused: a newer Spinney has written it, or another program; a part of it is missing; or
            it must be brought up to date first.
        DatabaseUnavailable: it can't be reached.
    """
    current = version(database)
    if current == NEWEST:
        check_whole(database)
        return
    if database.shared:
        how = "is empty" if not current else f"has version {current} of the tables"
        raise Refused(f"the database {how}; first run: spinney migrate --database URL")
    migrate(database)


def migrate(database: Database, to: str = "") -> str:
    """Bring a database up to date, or ``to`` an earlier version; return the version it had.

    Raises:
        Refused: a newer Spinney has written it.
        DatabaseUnavailable: it can't be reached.
    """
    from alembic.command import stamp, upgrade

    with database.writing() as connection:
        if database.shared:  # others who would do the same wait here
            connection.execute(text("SELECT pg_advisory_xact_lock(7203941)"))
        former = version(database)
        _check(former)
        if former == NEWEST:
            check_whole(database)
        config = _config()
        config.attributes["connection"] = connection
        if not former and not to:
            _create(connection)
            stamp(config, NEWEST)
            return former
        if former == "0001":
            stamp(config, "0001")
        upgrade(config, to or NEWEST)
    return former


def _create(connection: Connection) -> None:
    """Create the tables as they are now: a tenth of the work of creating all versions of them."""
    meta.create_all(connection)
    connection.execute(server_clock.insert().values(id=1, heartbeat=0, lost=0))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


def _check(current: str) -> None:
    versions = {path.name[1:5] for path in (FOLDER / "versions").glob("v*.py")}
    if current and current not in versions:
        raise Refused(
            "a newer version of Spinney wrote this database; install that version, or "
            "name another database"
        )
