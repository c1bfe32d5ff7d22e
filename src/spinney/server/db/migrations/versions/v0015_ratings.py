"""Ratings, the results that made them, and accounts of bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add what is new; nobody has a rating yet."""
    op.create_table(
        "ratings",
        _text("holder", key=True),
        _text("game", key=True),
        _number("players", key=True),
        *map(_real, ("rating", "deviation", "volatility")),
        *(_number(name, server_default="0") for name in ("wins", "draws", "losses")),
        _time("updated"),
        _time("sure_until"),
    )
    op.create_index("ratings_order", "ratings", ["game", "players", "rating"])
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.Text, match, primary_key=True),
        _number("number", key=True),
        _text("holder"),
        _text("game"),
        *map(_number, ("players", "place", "outcome")),
        *map(_real, ("before", "after", "deviation")),
        _time("created"),
    )
    of_one = ["holder", "game", "players", "created"]
    op.create_index("rating_changes_of", "rating_changes", of_one)
    op.add_column("accounts", sa.Column("listed", sa.Integer, nullable=False, server_default="1"))
    op.add_column("accounts", sa.Column("owner", sa.Text))
    op.create_index("ix_accounts_owner", "accounts", ["owner"])
    op.add_column("seats", sa.Column("origin", sa.Text))


def _text(name: str, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=key, nullable=False)


def _number(name: str, key: bool = False, server_default: str | None = None) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.Integer,
        primary_key=key,
        autoincrement=False if key else "auto",
        nullable=False,
        server_default=server_default,
    )


def _real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=False)


def _time(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)
