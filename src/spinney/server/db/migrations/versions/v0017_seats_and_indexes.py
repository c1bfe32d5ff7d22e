"""Add who waits at a table, whose seat was freed, which tables are lessons, and two indexes."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add what is new, and tell from the rules which tables are lessons."""
    op.create_index("ix_tables_umpire", "tables", ["umpire"])
    op.create_index("accounts_name", "accounts", ["name"])
    for table, column in (("guests", "removed"), ("tables", "lesson")):
        op.add_column(table, sa.Column(column, sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("viewed", sa.BigInteger, nullable=False, server_default="0"))
    _mark_lessons()


def _mark_lessons() -> None:
    tables = sa.table("tables", *map(sa.column, ("id", "rules", "lesson")))
    connection = op.get_bind()
    for table, rules in connection.execute(sa.select(tables.c.id, tables.c.rules)).all():
        if json.loads(rules).get("lesson"):
            connection.execute(sa.update(tables).where(tables.c.id == table).values(lesson=1))
