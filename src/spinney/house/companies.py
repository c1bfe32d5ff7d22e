"""Reading from the database who is at which tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from .. import game as find
from ..match import Clock
from ..match.deal import commitment
from .company import LEVEL, PERSON, Company, Rules, Seat
from .names import GONE
from .presence import present
from .schema import people, seats


def companies(connection: Connection, query: Select[Any]) -> list[Company]:
    """Return the tables that a query of `schema.tables` finds."""
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    if not ids:
        return []
    sitting, here = _sitting(connection, ids), present(connection, ids)
    named = _names(connection, [row.umpire for row in rows if row.umpire])
    return [_company(row, sitting.get(row.id, ()), here.get(row.id, set()), named) for row in rows]


def _company(row: Any, sitting: Sequence[Seat], here: set[str], named: dict[str, str]) -> Company:
    secret = "" if row.secret.startswith("seed") else row.secret
    return Company(
        id=row.id,
        host=row.host or "",
        game=find(row.game, **json.loads(row.options)),
        clock=Clock.read(row.clock),
        rules=Rules.from_json(json.loads(row.rules)),
        seats=tuple(sitting),
        status=row.status,
        link=row.link,
        commitment=secret and commitment(secret),
        created=row.created,
        began=row.began,
        umpire=row.umpire or "",
        umpire_name=named.get(row.umpire, ""),
        again=row.again or "",
        present=frozenset(here),
        origin=row.origin or "",
    )


def _sitting(connection: Connection, ids: Sequence[str]) -> dict[str, list[Seat]]:
    query = (
        select(seats, people.c.name)
        .select_from(seats.outerjoin(people, people.c.id == seats.c.person))
        .where(seats.c.match.in_(ids))
        .order_by(seats.c.number)
    )
    found: dict[str, list[Seat]] = {}
    for row in connection.execute(query):
        name = row.level if row.kind == LEVEL else row.name or (GONE if row.kind == PERSON else "")
        seat = Seat(row.number, row.kind, row.person or "", name, row.link or "")
        found.setdefault(row.match, []).append(seat)
    return found


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    if not ids:
        return {}
    query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}
