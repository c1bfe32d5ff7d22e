"""Links are kept as hashes, with how many there were before them."""

import hashlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Hash the links that are there: they go on to work."""
    for name, key in (("tables", ("id",)), ("seats", ("match", "number"))):
        count = sa.Column("link_count", sa.Integer, nullable=False, server_default="0")
        op.add_column(name, count)
        link = sa.column("link", sa.Text)
        columns: list[sa.ColumnClause[Any]] = [sa.column(column) for column in key]
        rows = sa.table(name, link, *columns)
        found = op.get_bind().execute(sa.select(rows).where(link.is_not(None))).all()
        for plain, *where in found:
            hashed = hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
            here = [column == value for column, value in zip(columns, where, strict=True)]
            op.get_bind().execute(sa.update(rows).where(*here).values(link=hashed))
