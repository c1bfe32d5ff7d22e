"""The skeletons of names that are kept with a password."""

import sqlalchemy as sa
from alembic import op

from spinney.server.accounts.names import skeletons

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what is new, for the names that are kept already too.

    Of names that read alike the one that was there first has what they are read as; the others
    are kept as they were.
    """
    op.create_table(
        "skeletons",
        sa.Column("key", sa.Text, primary_key=True, nullable=False),
        sa.Column(
            "person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False
        ),
    )
    op.create_index("ix_skeletons_person", "skeletons", ["person"])
    kept = sa.text("SELECT id, name FROM people WHERE login IS NOT NULL ORDER BY created, id")
    read_as: dict[str, str] = {}
    for person, name in op.get_bind().execute(kept).all():
        for key in sorted(skeletons(name)):
            read_as.setdefault(key, person)
    add = sa.text("INSERT INTO skeletons (key, person) VALUES (:key, :person)")
    for key, person in read_as.items():
        op.get_bind().execute(add, {"key": key, "person": person})
