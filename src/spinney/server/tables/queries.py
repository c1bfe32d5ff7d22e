"""Reading from the database who is at which tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Select, or_, select

from spinney import game as find
from spinney.match import Clock
from spinney.match.deal import commitment
from spinney.match.settings import MatchSettings
from spinney.server.accounts.names import GONE
from spinney.server.db.schema import accounts, seats, votes
from spinney.server.play.match_errors import MatchErrors
from spinney.server.tables.links import TABLE, shown_link
from spinney.server.tables.presence import present_at
from spinney.server.tables.table import (
    ABORTED,
    ACCEPT,
    DECLINED_SEAT,
    DISMISS,
    LEVEL,
    OFFER,
    PERSON,
    PLAYING,
    WAITING,
    Ballot,
    Seat,
    Table,
)


def read_tables(
    connection: Connection, query: Select[Any], key: str, errors: MatchErrors, strict: bool = False
) -> list[Table]:
    """Return the tables that a query of `schema.tables` finds, with the links this key made.

    Those that are damaged are left out; where it is ``strict``, the first raises MatchError.
    """
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    if not ids:
        return []
    sitting, viewers = _sitting(connection, ids, key), present_at(connection, ids)
    votes = _votes(connection, [row.id for row in rows if row.status in (WAITING, PLAYING)])
    declined = _declined(connection, [row.id for row in rows if row.status == ABORTED])
    offering = [person for of_table in votes.values() for _, person, _ in of_table]
    named = _names(connection, [*(row.umpire for row in rows if row.umpire), *offering])
    result, contained = [], errors.contained if strict else errors.skipped
    for row in rows:
        with contained(row.id):
            table = _table(row, sitting.get(row.id, ()), viewers.get(row.id, set()), named, key)
            ballot = _ballot(row.umpire, votes.get(row.id, ()), named)
            result.append(replace(table, ballot=ballot, declined=declined.get(row.id, -1)))
    return result


def _table(
    row: Any, sitting: Sequence[Seat], present: set[str], named: dict[str, str], key: str
) -> Table:
    secret = "" if row.secret.startswith("seed") else row.secret
    return Table(
        id=row.id,
        host=row.host or "",
        game=find(row.game, **json.loads(row.options)),
        clock=Clock.read(row.clock),
        rules=MatchSettings.from_json(json.loads(row.rules)),
        seats=tuple(sitting),
        status=row.status,
        link=shown_link(key, row.id, TABLE, row.link_count, row.link),
        commitment=secret and commitment(secret),
        created=row.created,
        began=row.began,
        umpire=row.umpire or "",
        umpire_name=named.get(row.umpire, ""),
        rematch=row.rematch or "",
        present=frozenset(present),
        address_hash=row.origin or "",
    )


_Vote = tuple[str, str, int]
"""What is wanted, of whom by id, and the player who wants it."""


def _votes(connection: Connection, ids: Sequence[str]) -> dict[str, list[_Vote]]:
    """Return the votes on umpires, by table, the first one first."""
    kinds = [votes.c.proposal.startswith(f"{kind}:") for kind in (ACCEPT, DISMISS)]
    query = select(votes).where(votes.c.match.in_(ids), or_(*kinds)).order_by(votes.c.created)
    by_table: dict[str, list[_Vote]] = {}
    for row in connection.execute(query) if ids else ():
        kind, _, person = row.proposal.partition(":")
        by_table.setdefault(row.match, []).append((kind, person, row.player))
    return by_table


def _declined(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return who didn't want the seat that was reserved for them, by table."""
    query = select(votes.c.match, votes.c.player)
    declined = query.where(votes.c.match.in_(ids), votes.c.proposal == DECLINED_SEAT)
    return {row.match: row.player for row in connection.execute(declined)} if ids else {}


def _ballot(umpire: str | None, votes: Sequence[_Vote], named: Mapping[str, str]) -> Ballot | None:
    """Return what is voted on: who has offered while there is no umpire, else that they go."""
    offers = (person for _, person, player in votes if player == OFFER and person in named)
    kind, about = (DISMISS, umpire) if umpire else (ACCEPT, next(offers, ""))
    agreed = [p for k, person, p in votes if (k, person) == (kind, about) and p != OFFER]
    if not about or (kind == DISMISS and not agreed):
        return None
    return Ballot(kind, about, named.get(about, ""), tuple(sorted(agreed)))


def _sitting(connection: Connection, ids: Sequence[str], key: str) -> dict[str, list[Seat]]:
    query = (
        select(seats, accounts.c.name)
        .select_from(seats.outerjoin(accounts, accounts.c.id == seats.c.person))
        .where(seats.c.match.in_(ids))
        .order_by(seats.c.number)
    )
    by_table: dict[str, list[Seat]] = {}
    for row in connection.execute(query):
        name = row.level if row.kind == LEVEL else row.name or (GONE if row.kind == PERSON else "")
        link = shown_link(key, row.match, row.number, row.link_count, row.link)
        seat = Seat(row.number, row.kind, row.person or "", name, link)
        by_table.setdefault(row.match, []).append(seat)
    return by_table


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    if not ids:
        return {}
    query = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}
