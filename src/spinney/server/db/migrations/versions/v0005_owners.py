"""The addresses from which tables were opened, and the times of their last views."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what is new."""
    looked = sa.Column("looked", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("tables", sa.Column("origin", sa.Text))
    op.add_column("tables", looked)
    op.create_index("ix_tables_origin", "tables", ["origin"])
