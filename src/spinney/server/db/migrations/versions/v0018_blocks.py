"""Add who has blocked whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "blocks",
        _account("person"),
        _account("blocked"),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])


def _account(name: str) -> sa.Column[str]:
    return sa.Column(
        name, sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
