"""Failures of jobs: their number, the last error, the next attempt, quarantine."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add what is new."""
    op.add_column(
        "duties", sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.add_column("duties", sa.Column("retry_at", sa.BigInteger))
    op.add_column("duties", sa.Column("error", sa.Text))
    op.add_column("duties", sa.Column("quarantined", sa.BigInteger))
