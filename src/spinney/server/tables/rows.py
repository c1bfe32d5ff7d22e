"""Rows of a new table and its seats, and the header of the match that begins there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, update

from spinney.core.game import Game
from spinney.match import Clock, Header
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.db.database import now
from spinney.server.db.schema import accounts, seats, tables
from spinney.server.jobs.fair_executor import Owner
from spinney.server.random_ids import fingerprint, random_id
from spinney.server.tables.links import TABLE, make_link
from spinney.server.tables.table import INVITED, LEVEL, ME, OPEN, PERSON, Table


def owner_columns(owner: Owner) -> dict[str, Any]:
    """Return what a table's row says of where it was opened from."""
    return {"origin": owner.address_hash or None}


def insert_table(
    connection: Connection,
    link_key: str,
    host: Person,
    agreed: tuple[Game, Clock, MatchSettings],
    at: Sequence[str],
    reserved: Mapping[int, str] | None = None,
    **extra: Any,
) -> str:
    """Keep a new table and its seats, and return its id.

    ``reserved``: for whom seats are kept, by player and by id.
    """
    table_id = random_id(9)
    game, clock, rules = agreed
    columns = {
        "id": table_id,
        "host": host.id,
        "game": game.name,
        "options": json.dumps(dict(game.chosen)),
        "clock": str(clock),
        "rules": json.dumps(rules.to_json()),
        "public": int(rules.public),
        "rated": int(rules.rated),
        "lesson": int(rules.lesson),
        "link": fingerprint(make_link(link_key, table_id, TABLE, 0)),
    }
    connection.execute(insert(tables).values(**columns, **extra, created=now(), viewed=now()))
    for number, seat in enumerate(at):
        row: dict[str, Any] = _seat(number, seat, host)
        if row["kind"] in (OPEN, INVITED):
            row["link"] = fingerprint(make_link(link_key, table_id, number, 0))
        if reserved and number in reserved:
            row["person"] = reserved[number]
        connection.execute(insert(seats).values(match=table_id, **row))
    return table_id


def note_address_hash(
    connection: Connection, table_id: str, person: Person, address_hash: str
) -> None:
    """Note the hash of the address from which somebody sat down; empty: none is known."""
    query = update(seats).where(seats.c.match == table_id, seats.c.person == person.id)
    connection.execute(query.values(origin=address_hash or None))


def owners_at(connection: Connection, table_id: str) -> list[str]:
    """Return who owns the bots that sit at a table, by id."""
    sit = seats.join(accounts, accounts.c.id == seats.c.person)
    query = select(accounts.c.owner).select_from(sit)
    bots = seats.c.match == table_id, seats.c.kind == PERSON, accounts.c.owner.is_not(None)
    return list(connection.execute(query.where(*bots)).scalars())


def _seat(number: int, seat: str, host: Person) -> dict[str, Any]:
    """Return the row of a seat."""
    kind, _, level = seat.partition(":")
    if kind == ME:
        return {"number": number, "kind": PERSON, "person": host.id, "level": "", "viewed": now()}
    return {"number": number, "kind": kind, "level": level, "invited": int(kind == INVITED)}


def header_of(table: Table, secret: str, date: str) -> Header:
    """Return the header of the match that begins at a table."""
    names = [f"level:{s.name}" if s.kind == LEVEL else s.name for s in table.seats]
    kind, _, seed = secret.partition(" ")
    if kind == "seed":
        return Header(table.game, names, seed=int(seed), clock=table.clock, date=date)
    return Header(table.game, names, clock=table.clock, date=date, secret=secret)
