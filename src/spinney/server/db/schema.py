"""The tables of the database. Those of a feature are in its own ``schema.py``, and listed here.

Times are whole milliseconds of the database's clock since 1970; those of matches are *server time*
(`server_time`). Credentials are kept as their hash: who reads the database can't
use them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text
from sqlalchemy import text as sql

from spinney.server.analysis.schema import analyses
from spinney.server.blocks.schema import blocks
from spinney.server.chat.schema import chat
from spinney.server.db.metadata import at_match, at_table, meta, text, time
from spinney.server.notes.schema import notes
from spinney.server.premoves.schema import premoves
from spinney.server.ratings.schema import rating_changes, ratings
from spinney.server.votes.schema import votes

__all__ = [
    "OLDEST",
    "accounts",
    "analyses",
    "bans",
    "blocks",
    "branches",
    "chat",
    "events",
    "guests",
    "jobs",
    "limits",
    "matches",
    "meta",
    "notes",
    "premoves",
    "presence",
    "rating_changes",
    "ratings",
    "seats",
    "server_clock",
    "sessions",
    "settings",
    "skeletons",
    "tables",
    "tokens",
    "votes",
    "workers",
]

OLDEST = frozenset({"matches", "settings"})
"""The tables that every version of Spinney has had."""


settings = Table(
    "settings",
    meta,
    Column("name", Text, primary_key=True),
    text("value"),
)

# Matches.

matches = Table(
    "matches",
    meta,
    Column("id", Text, primary_key=True),
    time("created"),
    time("changed"),  # when a spectator last learnt something
    Column("over", Integer, nullable=False),
    text("header"),  # JSON
    text("summary"),  # JSON: what lists of matches say, derived
    Column("rules", Text),  # JSON: what was agreed where there is no table; empty: the usual
    Index("matches_changed", "changed"),
)
events = Table(
    "events",
    meta,
    at_match(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    text("event"),  # JSON
)
branches = Table(  # matches that ask what if: which one they branch off, and at which frame
    "branches",
    meta,
    at_match(),
    Column("trunk", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("frame", Integer, nullable=False),
)

# Time, and what is due.

server_clock = Table(
    "server_clock",
    meta,
    Column("id", Integer, primary_key=True, autoincrement=False),  # there is one row, 1
    time("heartbeat"),  # when a worker last lived
    time("lost"),  # how long none did, in all
)
workers = Table(
    "workers",
    meta,
    Column("id", Text, primary_key=True),
    text("name"),  # machine and process, for the operator
    time("began"),
    time("heartbeat"),
)
jobs = Table(
    "jobs",
    meta,
    at_match(),
    Column("kind", Text, primary_key=True),  # clock, level, premove
    time("at"),  # server time
    Column("worker", Text),  # who has taken it on
    Column("attempts", Integer, nullable=False, server_default=sql("0")),  # that failed
    Column("retry_at", BigInteger),  # server time; empty: it has not failed
    Column("error", Text),  # of the last attempt
    Column("quarantined", BigInteger),  # since when; empty: it is tried
    Index("jobs_at", "at"),
)

# Accounts.

accounts = Table(
    "accounts",
    meta,
    Column("id", Text, primary_key=True),
    text("name"),
    Column("login", Text, unique=True),  # the name of those who have a password, in small letters
    Column("password", Text),  # Argon2's own text
    time("created"),
    time("seen"),
    Column("banned", Integer, nullable=False, server_default=sql("0")),
    Column("language", Text, nullable=False, server_default=""),  # empty: as the browser asks
    # 1: leaderboards and a page of their own show the ratings they have
    Column("listed", Integer, nullable=False, server_default=sql("1")),
    Column("owner", Text, index=True),  # whose bot it is; empty: a person
    Index("accounts_name", "name"),
)
skeletons = Table(  # what names that are kept with a password are read as (`names`)
    "skeletons",
    meta,
    Column("key", Text, primary_key=True),
    Column(
        "person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
    ),
)
sessions = Table(
    "sessions",
    meta,
    Column("key", Text, primary_key=True),  # hash
    Column(
        "person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    text("device"),  # its names, for the person: which one is this? (`accounts.devices`)
    time("created"),
    time("seen"),
)
tokens = Table(
    "tokens",
    meta,
    Column("key", Text, primary_key=True),  # hash
    Column(
        "person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    text("name"),
    time("created"),
    time("seen"),
)
bans = Table(
    "bans",
    meta,
    Column("address", Text, primary_key=True),
    text("reason"),
    time("created"),
    Column("until", BigInteger),
)
limits = Table(  # what was tried how often; of passwords and the like, over all workers
    "limits",
    meta,
    Column("key", Text, primary_key=True),
    time("began"),
    Column("count", Integer, nullable=False),
)

# Tables: what was agreed, and who sits there.

tables = Table(
    "tables",
    meta,
    Column("id", Text, primary_key=True),
    time("created"),
    Column("host", Text, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    text("game"),
    text("options"),  # JSON
    text("clock"),
    text("rules"),  # JSON
    Column("public", Integer, nullable=False, server_default=sql("0")),  # 1: anybody may see it
    Column("rated", Integer, nullable=False, server_default=sql("0")),  # 1: it counts for ratings
    Column("lesson", Integer, nullable=False, server_default=sql("0")),  # 1: it is a lesson
    Column("link", Text, nullable=False, unique=True),  # hash
    Column("link_count", Integer, nullable=False, server_default=sql("0")),  # those before it
    text("status"),  # open, playing, over, aborted
    text("secret"),  # of the deal
    Column("began", BigInteger),  # server time
    Column("umpire", Text, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("rematch", Text),  # the table of the rematch
    Column("origin", Text, index=True),  # a mark of the address it was opened from
    Column("viewed", BigInteger, nullable=False, server_default=sql("0")),  # when somebody last did
    Index("tables_status", "status"),
)
seats = Table(
    "seats",
    meta,
    at_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    text("kind"),  # open, invited, person, level
    Column("person", Text, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    text("level"),
    Column("link", Text, unique=True),  # hash
    Column("link_count", Integer, nullable=False, server_default=sql("0")),  # those before it
    Column("invited", Integer, nullable=False, server_default=sql("0")),  # 1: for a friend only
    Column("origin", Text),  # where rated games are played: a mark of the address
    # where an opponent is awaited: when who sits here last looked
    Column("viewed", BigInteger, nullable=False, server_default=sql("0")),
)
guests = Table(  # who followed the table's link, or has left a seat
    "guests",
    meta,
    at_table(),
    Column("person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("removed", Integer, nullable=False, server_default=sql("0")),  # 1: the host freed it
)
presence = Table(  # who has a table open, as long as the worker lives
    "presence",
    meta,
    Column("worker", Text, ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Text, primary_key=True),
    Column("person", Text, primary_key=True),  # empty: people without a name
    Column("sockets", Integer, nullable=False),
    Index("presence_match", "match"),
)
