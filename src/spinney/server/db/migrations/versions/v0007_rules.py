"""The settings of matches in local mode, such as hints."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what is new."""
    op.add_column("matches", sa.Column("rules", sa.Text))
