"""A queued move has the language in which its player is told if it is dropped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column; empty: English."""
    op.add_column("premoves", sa.Column("language", sa.Text, nullable=False, server_default=""))
