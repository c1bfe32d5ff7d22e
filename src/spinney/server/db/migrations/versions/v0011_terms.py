"""Tables and columns have the names of what they hold."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"

TABLES = {"duties": "jobs", "pulse": "server_clock", "people": "accounts", "wishes": "votes"}
"""The new name of each renamed table."""
COLUMNS = {
    "analyses": {"how": "key", "looked": "reviewed", "judged": "reviews", "wanted": "requested"},
    "bans": {"what": "address", "why": "reason"},
    "branches": {"moment": "frame"},
    "chat": {"made": "created"},
    "notes": {"made": "created"},
    "premoves": {"made": "created", "why": "reason"},
    "presence": {"who": "person"},
    "server_clock": {"beat": "heartbeat"},
    "tables": {"looked": "viewed"},
    "votes": {"made": "created", "wish": "proposal"},
    "workers": {"beat": "heartbeat"},
}
"""By table, the new name of each renamed column."""


def upgrade() -> None:
    """Rename them; SQLite can't rename an index, so it is made anew."""
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.drop_index("duties_at", "jobs")
    op.create_index("jobs_at", "jobs", ["at"])
