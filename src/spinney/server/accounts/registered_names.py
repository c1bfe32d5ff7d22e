"""Names that are kept with a password: each once, and apart from those that read like it."""

from __future__ import annotations

import unicodedata

from sqlalchemy import Connection, delete, insert, or_, select

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.names import skeletons as read_as
from spinney.server.db.schema import accounts, seats, skeletons, tables
from spinney.server.random_ids import fingerprint
from spinney.server.tables.table import PLAYING, WAITING


def login_of(name: str) -> str:
    """Return a name as it is compared with those that are kept, however it is written."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_key(name: str) -> str:
    """Return what tries at a kept name are counted by, however it is written: a hash.

    Somebody may have typed a password there.
    """
    return fingerprint(login_of(name))


def check_unregistered(connection: Connection, name: str, person: str = "") -> None:
    """Refuse a name that someone else keeps with a password, and one that reads like it."""
    by_login = select(accounts.c.id).where(accounts.c.login == login_of(name))
    alike = select(skeletons.c.person).where(skeletons.c.key.in_(read_as(name)))
    theirs = select(accounts.c.id).where(
        or_(accounts.c.id.in_(by_login), accounts.c.id.in_(alike)), accounts.c.id != person
    )
    if connection.execute(theirs).first():
        raise Refused(
            _(
                "the name {name}, or one that looks like it, is taken: if it is yours, sign in "
                "with your password, otherwise choose another name",
                name=name,
            )
        )


def keep_apart(connection: Connection, person: str, name: str) -> None:
    """Let nobody else keep a name that reads like this one.

    Raises VersionConflict if somebody does.
    """
    connection.execute(delete(skeletons).where(skeletons.c.person == person))
    rows = [{"key": key, "person": person} for key in read_as(name)]
    connection.execute(insert(skeletons), rows)


def check_apart(connection: Connection, name: str, person: str) -> None:
    """Refuse a name that reads like theirs with whom one sits: who said what must be clear."""
    mine = select(seats.c.match).where(seats.c.person == person)
    takes_part = or_(tables.c.id.in_(mine), tables.c.umpire == person)
    going = select(tables.c.id).where(takes_part, tables.c.status.in_((WAITING, PLAYING)))
    sit = select(seats.c.person).where(seats.c.match.in_(going))
    umpire = select(tables.c.umpire).where(tables.c.id.in_(going))
    others = select(accounts.c.name).where(
        or_(accounts.c.id.in_(sit), accounts.c.id.in_(umpire)), accounts.c.id != person
    )
    for other in connection.execute(others).scalars():
        if read_alike(name, other):
            raise Refused(
                _("someone called {other} sits at your table; choose another name", other=other)
            )
