"""An account has the language of its pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; empty: whatever the browser asks for."""
    op.add_column("accounts", sa.Column("language", sa.Text, nullable=False, server_default=""))
