"""The column of a table's rematch has its name."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Rename it."""
    op.execute("ALTER TABLE tables RENAME COLUMN again TO rematch")
