"""Shared mode: people, tables and seats, server time, and jobs.

Times, which were texts, become milliseconds.
"""

import json
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is new, and bring along what was there."""
    _bring_matches()
    _add_time()
    _add_people()
    _add_tables()
    _add_what_is_said()


def _bring_matches() -> None:
    for name in ("created", "changed"):
        op.execute(f"ALTER TABLE matches RENAME COLUMN {name} TO {name}_text")
        op.add_column("matches", _time(name, server_default="0"))
    op.add_column("matches", sa.Column("over", sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    rows = connection.execute(
        sa.text("SELECT id, created_text, changed_text, summary FROM matches")
    )
    for match, created, changed, summary in rows.all():
        connection.execute(
            sa.text("UPDATE matches SET created = :a, changed = :b, over = :o WHERE id = :m"),
            {
                "a": _ms(created),
                "b": _ms(changed),
                "o": int(json.loads(summary)["over"]),
                "m": match,
            },
        )
    for name in ("created", "changed"):
        op.execute(f"ALTER TABLE matches DROP COLUMN {name}_text")
    op.create_index("matches_changed", "matches", ["changed"])
    # The first version asks for this and then leaves the file alone.
    connection.execute(sa.text("UPDATE settings SET value = '2' WHERE name = 'schema'"))


def _add_time() -> None:
    op.create_table("pulse", _number("id", key=True), _time("beat"), _time("lost"))
    op.execute("INSERT INTO pulse (id, beat, lost) VALUES (1, 0, 0)")
    op.create_table("workers", _text("id", key=True), _text("name"), _time("began"), _time("beat"))
    op.create_table(
        "duties",
        _of("matches.id"),
        _text("kind", key=True),
        _time("at"),
        sa.Column("worker", sa.Text),
    )
    op.create_index("duties_at", "duties", ["at"])


def _add_people() -> None:
    op.create_table(
        "people",
        _text("id", key=True),
        _text("name"),
        sa.Column("login", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        _time("created"),
        _time("seen"),
        sa.Column("banned", sa.Integer, nullable=False, server_default="0"),
    )
    for table, label in (("sessions", "device"), ("tokens", "name")):
        op.create_table(
            table,
            _text("key", key=True),
            _person("CASCADE", nullable=False),
            _text(label),
            _time("created"),
            _time("seen"),
        )
        op.create_index(f"ix_{table}_person", table, ["person"])
    op.create_table(
        "bans",
        _text("what", key=True),
        _text("why"),
        _time("created"),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table("limits", _text("key", key=True), _time("began"), _number("count"))


def _add_tables() -> None:
    op.create_table(
        "tables",
        _text("id", key=True),
        _time("created"),
        _person("SET NULL", name="host"),
        *(_text(name) for name in ("game", "options", "clock", "rules")),
        sa.Column("link", sa.Text, nullable=False, unique=True),
        _text("status"),
        _text("secret"),
        sa.Column("began", sa.BigInteger),
        _person("SET NULL", name="umpire"),
        sa.Column("again", sa.Text),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("tables_status", "tables", ["status"])
    op.create_table(
        "seats",
        _of("tables.id"),
        _number("number", key=True),
        _text("kind"),
        _person("SET NULL"),
        _text("level"),
        sa.Column("link", sa.Text, unique=True),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table("guests", _of("tables.id"), _person("CASCADE", primary_key=True))
    op.create_table(
        "presence",
        sa.Column(
            "worker", sa.Text, sa.ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True
        ),
        _text("match", key=True),
        _text("who", key=True),
        _number("sockets"),
    )
    op.create_index("presence_match", "presence", ["match"])


def _add_what_is_said() -> None:
    op.create_table(
        "premoves",
        _of("tables.id"),
        _number("player", key=True),
        _text("sentence"),
        _time("made"),
        sa.Column("why", sa.Text),
    )
    op.create_table(
        "wishes",
        _of("tables.id"),
        _text("wish", key=True),
        _number("player", key=True),
        _time("made"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        _text("audience"),
        _person("SET NULL"),
        _text("name"),
        _text("text"),
        _time("made"),
    )
    op.create_index("ix_chat_match", "chat", ["match"])
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "notes",
        _of("tables.id"),
        _person("CASCADE", primary_key=True),
        _text("text"),
        _time("made"),
    )


def _ms(text: str) -> int:
    return round(1000 * datetime.fromisoformat(text).timestamp())


def _time(name: str, server_default: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False, server_default=server_default)


def _text(name: str, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=key, nullable=False)


def _number(name: str, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False, autoincrement=False)


def _of(what: str) -> sa.Column[str]:
    return sa.Column("match", sa.Text, sa.ForeignKey(what, ondelete="CASCADE"), primary_key=True)


def _person(gone: str, name: str = "person", **more: Any) -> sa.Column[str]:
    return sa.Column(name, sa.Text, sa.ForeignKey("people.id", ondelete=gone), **more)
