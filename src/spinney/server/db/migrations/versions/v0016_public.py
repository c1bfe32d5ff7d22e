"""Columns tell whether a table is public and rated; before only its rules as JSON did."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

NAMES = "public", "rated"


def upgrade() -> None:
    """Add the columns, and fill them from the rules."""
    for name in NAMES:
        op.add_column("tables", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    tables = sa.table("tables", *map(sa.column, ("id", "rules", *NAMES)))
    connection = op.get_bind()
    for table, rules in connection.execute(sa.select(tables.c.id, tables.c.rules)).all():
        agreed = json.loads(rules)
        if values := {name: 1 for name in NAMES if agreed.get(name)}:
            connection.execute(sa.update(tables).where(tables.c.id == table).values(values))
