"""Analyses of finished matches, and matches that branch off."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what is new."""
    op.create_table("branches", _match(), _match("trunk", key=False), _number("moment"))
    op.create_index("ix_branches_trunk", "branches", ["trunk"])
    op.create_table(
        "analyses",
        _match(),
        _text("how"),
        _number("looked"),
        _number("choices"),
        _text("judged"),
        sa.Column("worker", sa.Text),
        sa.Column("wanted", sa.BigInteger, nullable=False),
    )


def _match(name: str = "match", key: bool = True) -> sa.Column[str]:
    there = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column(name, sa.Text, there, primary_key=key, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)
