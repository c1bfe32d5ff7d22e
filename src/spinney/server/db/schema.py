"""Everything that is kept, table by table.

Times are whole milliseconds of the database's clock since 1970; those of matches are *server time*
(`server_time`). Keys that let someone in are kept as their hash: who reads the database can't
use them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

meta = MetaData()
OLDEST = frozenset({"matches", "settings"})
"""The tables that every version of Spinney has had."""


def _time(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


settings = Table(
    "settings",
    meta,
    Column("name", Text, primary_key=True),
    _text("value"),
)

# Matches.

matches = Table(
    "matches",
    meta,
    Column("id", Text, primary_key=True),
    _time("created"),
    _time("changed"),  # when a spectator last heard something
    Column("over", Integer, nullable=False),
    _text("header"),  # JSON
    _text("summary"),  # JSON: what lists of matches say, derived
    Column("rules", Text),  # JSON: what was agreed where there is no table; empty: the usual
    Index("matches_changed", "changed"),
)
events = Table(
    "events",
    meta,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("event"),  # JSON
)
branches = Table(  # matches that ask what if: which one they branch off, and at which moment
    "branches",
    meta,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("trunk", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("moment", Integer, nullable=False),
)
analyses = Table(  # what the computer makes of finished matches, as far as it has looked
    "analyses",
    meta,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    _text("how"),  # the version of the match, and how the computer looks
    Column("looked", Integer, nullable=False),  # at how many choices
    Column("choices", Integer, nullable=False),  # of how many
    _text("judged"),  # JSON
    Column("worker", Text),  # who works on it
    _time("wanted"),  # when somebody last asked
)

# Time, and who keeps it.

pulse = Table(
    "pulse",
    meta,
    Column("id", Integer, primary_key=True, autoincrement=False),  # there is one row, 1
    _time("beat"),  # when a worker last lived
    _time("lost"),  # how long none did, in all
)
workers = Table(
    "workers",
    meta,
    Column("id", Text, primary_key=True),
    _text("name"),  # machine and process, for who looks after them
    _time("began"),
    _time("beat"),
)
duties = Table(  # what a match needs done by itself
    "duties",
    meta,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),  # clock, level, premove
    _time("at"),  # server time
    Column("worker", Text),  # who has taken it on
    Column("attempts", Integer, nullable=False, server_default=text("0")),  # that failed
    Column("retry_at", BigInteger),  # server time; empty: it has not failed
    Column("error", Text),  # of the last attempt
    Column("quarantined", BigInteger),  # since when; empty: it is tried
    Index("duties_at", "at"),
)

# People.

people = Table(
    "people",
    meta,
    Column("id", Text, primary_key=True),
    _text("name"),
    Column("login", Text, unique=True),  # the name of those who have a password, in small letters
    Column("password", Text),  # Argon2's own text
    _time("created"),
    _time("seen"),
    Column("banned", Integer, nullable=False, server_default=text("0")),
)
skeletons = Table(  # what names that are kept with a password are read as (`names`)
    "skeletons",
    meta,
    Column("key", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)
sessions = Table(
    "sessions",
    meta,
    Column("key", Text, primary_key=True),  # hash
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    _text("device"),  # in words, for the person: which one is this?
    _time("created"),
    _time("seen"),
)
tokens = Table(
    "tokens",
    meta,
    Column("key", Text, primary_key=True),  # hash
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    _text("name"),
    _time("created"),
    _time("seen"),
)
bans = Table(
    "bans",
    meta,
    Column("what", Text, primary_key=True),  # an address
    _text("why"),
    _time("created"),
    Column("until", BigInteger),
)
limits = Table(  # what was tried how often; of passwords and the like, over all workers
    "limits",
    meta,
    Column("key", Text, primary_key=True),
    _time("began"),
    Column("count", Integer, nullable=False),
)

# Tables: what was agreed, who sits there, what is said.

tables = Table(
    "tables",
    meta,
    Column("id", Text, primary_key=True),
    _time("created"),
    Column("host", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    _text("game"),
    _text("options"),  # JSON
    _text("clock"),
    _text("rules"),  # JSON
    Column("link", Text, nullable=False, unique=True),  # hash
    Column("link_count", Integer, nullable=False, server_default=text("0")),  # those before it
    _text("status"),  # open, playing, over, aborted
    _text("secret"),  # of the deal
    Column("began", BigInteger),  # server time
    Column("umpire", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("again", Text),  # the table of the rematch
    Column("origin", Text, index=True),  # a mark of the address it was opened from
    Column("looked", BigInteger, nullable=False, server_default=text("0")),  # when somebody did
    Index("tables_status", "status"),
)


def _at_table() -> Column[str]:
    return Column("match", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


seats = Table(
    "seats",
    meta,
    _at_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("kind"),  # open, invited, person, level
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    _text("level"),
    Column("link", Text, unique=True),  # hash
    Column("link_count", Integer, nullable=False, server_default=text("0")),  # those before it
    Column("invited", Integer, nullable=False, server_default=text("0")),  # 1: for a friend only
)
guests = Table(  # who followed the table's link
    "guests",
    meta,
    _at_table(),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)
presence = Table(  # who has a table open, as long as the worker lives
    "presence",
    meta,
    Column("worker", Text, ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Text, primary_key=True),
    Column("who", Text, primary_key=True),  # a person; empty: people without a name
    Column("sockets", Integer, nullable=False),
    Index("presence_match", "match"),
)
premoves = Table(
    "premoves",
    meta,
    _at_table(),
    Column("player", Integer, primary_key=True, autoincrement=False),
    _text("move"),
    _time("made"),
    Column("why", Text),  # why it was dropped, for its player; empty while it waits
)
wishes = Table(  # what all at a table must agree to
    "wishes",
    meta,
    _at_table(),
    Column("wish", Text, primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    _time("made"),
)
chat = Table(
    "chat",
    meta,
    Column("id", Integer, primary_key=True),
    Column("match", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    _text("audience"),  # players, watchers
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    _text("name"),
    _text("text"),
    _time("made"),
)
notes = Table(
    "notes",
    meta,
    _at_table(),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    _text("text"),
    _time("made"),
)
