"""Seats that are for a friend stay so when who sat there leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what is new. Of who sits already nobody knows whether they were invited."""
    invited = sa.Column("invited", sa.Integer, nullable=False, server_default=sa.text("0"))
    op.add_column("seats", invited)
    op.execute("UPDATE seats SET invited = 1 WHERE kind = 'invited'")
