"""SQLite files with all tables: made once, then copied."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate

SQLITE = "sqlite:///"


def furnish(where: str | Path) -> None:
    """Put a file with all tables and nothing in them here, if there is none yet.

    Args:
        where: a file, or the address of a database; those of PostgreSQL are left as they are.
    """
    if isinstance(where, str) and not where.startswith(SQLITE):
        return
    file = Path(str(where).removeprefix(SQLITE))
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(furnished())


@cache
def furnished() -> bytes:
    """Such a file's content: to make the tables takes ten times as long as to copy it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "furnished.sqlite"
        database = Database(file)
        migrate(database)
        database.close()
        return file.read_bytes()
