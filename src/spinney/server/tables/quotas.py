"""Quotas on tables, by person and by address: open ones, and lines of public lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.server.db.database import now
from spinney.server.db.schema import matches, seats, tables
from spinney.server.jobs.fair_executor import Owner
from spinney.server.tables.table import INVITED, LEVEL, PLAYING, WAITING

ACTIVE_MS = 24 * 3_600_000
"""Milliseconds after its last move for which a match with levels counts as one that is played."""


def check(
    connection: Connection, owner: Owner, quotas: Mapping[str, int], *, waits: bool, levels: bool
) -> None:
    """Refuse one more table if its owner has too many.

    Args:
        connection: to read by.
        owner: who opens it. The address may be the person's own id, where there is none.
        quotas: as `rate_limits.limits.QUOTAS` has them.
        waits: does it wait for players?
        levels: do levels play there?

    Raises:
        Refused: there are too many; the message says of what, and what would do.
    """
    if waits:
        most = quotas["waiting-per-person"], quotas["waiting-per-address"]
        _check(connection, owner, [tables.c.status == WAITING], most, _WAITING)
    if levels:
        most = quotas["levels-per-person"], quotas["levels-per-address"]
        _check(connection, owner, _levels(), most, _PLAYING)


_WAITING = (
    N_("{limit} of your tables wait for players; close one first, or let one begin"),
    N_(
        "{limit} tables opened from your address wait for players; close one first, or let one "
        "begin"
    ),
)
_PLAYING = (
    N_(
        "{limit} of your tables have the computer playing; finish a match with the computer first, "
        "or resign it"
    ),
    N_(
        "{limit} tables opened from your address have the computer playing; finish a match with "
        "the computer first, or resign it"
    ),
)
"""What is said of tables that wait and of those with levels: by person, by address."""


def _levels() -> list[ColumnElement[bool]]:
    """Return what is true of tables at which levels play, or did lately."""
    level = select(seats.c.match).where(seats.c.match == tables.c.id, seats.c.kind == LEVEL)
    going = select(matches.c.id).where(
        matches.c.id == tables.c.id, matches.c.changed > now() - ACTIVE_MS
    )
    return [tables.c.status == PLAYING, level.exists(), going.exists()]


def _check(
    connection: Connection,
    owner: Owner,
    which: list[ColumnElement[bool]],
    most: tuple[int, int],
    refusals: tuple[str, str],
) -> None:
    """Refuse one more of an owner's tables: first counted by the person, then by the address."""
    whose = (tables.c.host == owner.person, tables.c.origin == owner.address_hash)
    for mine, limit, refusal in zip(whose, most, refusals, strict=True):
        query = select(func.count()).select_from(tables).where(mine, *which)
        if connection.execute(query).scalar_one() >= limit:
            raise Refused(_(refusal, limit=limit))


MOST_UNANSWERED = 3
"""The most challenges of one host that somebody has to answer at once."""


def check_unanswered(connection: Connection, host: str, opponents: Collection[str]) -> None:
    """Refuse one more challenge to somebody who has too many of the same host to answer.

    Args:
        connection: to read by.
        host: who challenges, by id.
        opponents: those who are challenged, by id.

    Raises:
        Refused: somebody of them has.
    """
    waiting = (
        select(seats.c.person)
        .join(tables, tables.c.id == seats.c.match)
        .where(tables.c.host == host, tables.c.status == WAITING)
        .where(seats.c.kind == INVITED, seats.c.person.in_(opponents))
        .group_by(seats.c.person)
        .having(func.count() >= MOST_UNANSWERED)
    )
    if opponents and connection.execute(waiting).first():
        raise Refused(
            _(
                "{limit} of your challenges wait for the answer of this player; close one first",
                limit=MOST_UNANSWERED,
            )
        )


def fair(query: Select[Any], quotas: Mapping[str, int]) -> Select[Any]:
    """Return a query of `schema.tables` with only the newest tables of each person and address.

    The persons of one address have their newest one shown before anybody's second.
    """
    candidates = query.subquery()
    newest = (candidates.c.created.desc(), candidates.c.id)
    of_person = func.row_number().over(
        partition_by=func.coalesce(candidates.c.host, candidates.c.id), order_by=newest
    )
    address = func.coalesce(candidates.c.origin, candidates.c.host, candidates.c.id)
    some = select(candidates, of_person.label("of_person"), address.label("address")).subquery()
    of_address = func.row_number().over(
        partition_by=some.c.address, order_by=(some.c.of_person, some.c.created.desc(), some.c.id)
    )
    ranked = select(some.c.id, some.c.of_person, of_address.label("of_address")).subquery()
    within_quotas = select(ranked.c.id).where(
        ranked.c.of_person <= quotas["listed-per-person"],
        ranked.c.of_address <= quotas["listed-per-address"],
    )
    return select(tables).where(tables.c.id.in_(within_quotas))
