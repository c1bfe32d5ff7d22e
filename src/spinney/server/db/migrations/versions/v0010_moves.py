"""The column of queued moves is called so."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Rename the column."""
    op.execute("ALTER TABLE premoves RENAME COLUMN sentence TO move")
