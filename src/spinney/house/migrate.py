"""Bringing a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, select, text

from ..core.refusal import Refused
from .database import Database
from .schema import settings

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0008"
"""The version of the tables that this Spinney works with."""
FOLDER = Path(__file__).parent / "migrations"


def version(database: Database) -> str:
    """Return the version of a database's tables; empty: there are none yet. Raises Away."""
    with database.reading() as connection:
        known = inspect(connection).get_table_names()
        if "alembic_version" in known:
            found = connection.execute(text("SELECT version_num FROM alembic_version"))
            return str(found.scalar() or "")
        if "matches" not in known:
            return ""
        query = select(settings.c.value).where(settings.c.name == "schema")
        # Before there were migrations, a setting said the version.
        return "0001" if connection.execute(query).scalar() == "1" else "unknown"


def prepare(database: Database) -> None:
    """See to it that a database can be worked with.

    One's own file is brought up to date at once. Of a database that several workers share, whoever
    looks after it says when.

    Raises:
        Refused: a newer Spinney has written it, or it must be brought up to date first.
        Away: it can't be reached.
    """
    found = version(database)
    if found == NEWEST:
        return
    if database.shared:
        how = "is empty" if not found else f"has version {found} of the tables"
        raise Refused(f"the database {how}; first say: spinney migrate --database URL")
    migrate(database)


def migrate(database: Database) -> str:
    """Bring a database up to date; return the version it had.

    Raises:
        Refused: a newer Spinney has written it.
        Away: it can't be reached.
    """
    from alembic.command import stamp, upgrade

    with database.writing() as connection:
        if database.shared:  # others who would do the same wait here
            connection.execute(text("SELECT pg_advisory_xact_lock(7203941)"))
        found = version(database)
        _check(found)
        config = _config()
        config.attributes["connection"] = connection
        if found == "0001":
            stamp(config, "0001")
        upgrade(config, NEWEST)
    return found


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


def _check(found: str) -> None:
    known = {path.name[1:5] for path in (FOLDER / "versions").glob("v*.py")}
    if found and found not in known:
        raise Refused("a newer Spinney has written this database; install that, or name another")
