"""Export and delete what is kept about a person."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any

from sqlalchemy import Connection, Select, or_, select, update
from sqlalchemy import Table as Rows
from sqlalchemy import delete as delete_rows
from sqlalchemy.exc import SQLAlchemyError

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.match import Event, Header, Match
from spinney.server.accounts.names import GONE
from spinney.server.accounts.person import Person
from spinney.server.accounts.store import Accounts
from spinney.server.db.database import Database
from spinney.server.db.schema import (
    accounts,
    blocks,
    chat,
    events,
    guests,
    limits,
    matches,
    notes,
    premoves,
    presence,
    rating_changes,
    ratings,
    seats,
    sessions,
    tables,
    tokens,
    votes,
)
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import REREAD, MatchService
from spinney.server.play.match_store import read_events, when
from spinney.server.tables.table import DECLINED_SEAT, INVITED, PLAYING, Table
from spinney.server.votes.store import DECLINED
from spinney.server.wording import summary

DAMAGE = (ValueError, LookupError, TypeError, AttributeError)
"""What comes of reading a header or an event that is damaged."""


def export(database: Database, person: str) -> dict[str, Any]:
    """Return all that is kept about someone, as `json.dumps` takes it.

    Raises:
        Refused: there is no such person.
        DatabaseUnavailable: the database can't be reached.
    """
    query = select(accounts).where(accounts.c.id == person)
    with database.reading() as connection:
        row = connection.execute(query).first()
        if row is None:
            raise Refused(_("there is no such person"))
        data = _data(connection, person)
    dates = {"created": str(when(row.created)), "seen": str(when(row.seen))}
    own = {"name": row.name, "registered": row.login is not None, "language": row.language}
    own |= {"listed": bool(row.listed)}
    return {"person": {**own, **dates}, **data}


def delete(match_service: MatchService, account_store: Accounts, person: str) -> None:
    """Forget who someone was: everywhere, also in the matches they played.

    The matches are kept, for they are others' too: they were played with someone who left, and so
    are the ratings that others won or lost. Tables of theirs that wait are closed, seats of theirs
    at others' tables, or reserved for them, are free again; rated matches that go on they lose.
    Their bots go with them.

    Raises:
        DatabaseUnavailable: the database can't be reached.
    """
    for bot in account_store.bots(person):
        delete(match_service, account_store, bot.id)
    if (somebody := account_store.person(person)) is not None:
        _leave_tables(match_service, somebody)
    database = match_service.store.database
    with database.reading() as connection:
        played = _played(connection, person)
    for match, number in played:  # each on its own: meanwhile others want to move
        with database.writing() as connection:
            _forget(connection, match, number)
    with database.writing() as connection:
        reserved = (seats.c.kind == INVITED, seats.c.person == person)
        connection.execute(update(seats).where(*reserved).values(person=None))
        connection.execute(delete_rows(guests).where(guests.c.person == person))
        pair = or_(blocks.c.person == person, blocks.c.blocked == person)
        connection.execute(delete_rows(blocks).where(pair))
        connection.execute(delete_rows(votes).where(votes.c.proposal.endswith(f":{person}")))
        connection.execute(delete_rows(presence).where(presence.c.person == person))
        connection.execute(delete_rows(limits).where(limits.c.key.endswith(f" {person}")))
    account_store.erase(person)
    for match in {match for match, _number in played}:
        match_service.publish(match, REREAD)


def _leave_tables(match_service: MatchService, person: Person) -> None:
    """Let nobody wait for someone who leaves: at tables that wait, and in rated matches."""
    if match_service.tables is None:
        return
    for table in match_service.tables.held_up_by(person.id):
        with suppress(Refused, MatchError):  # it has begun or ended meanwhile, or is damaged
            if table.status == PLAYING:
                _resign(match_service, table, person)
            elif table.host == person.id:
                match_service.tables.close(table.id)
            else:
                match_service.tables.stand(table.id, person)


def _resign(match_service: MatchService, table: Table, person: Person) -> None:
    """Lose a match, if they play there."""
    player = table.player(person.id)
    if player >= 0:
        live = match_service.live_match(table.id)
        match_service.act(live, lambda match, at: match.resign(player, at))


def _played(connection: Connection, person: str) -> list[tuple[str, int]]:
    """Return the seats someone has, and those at which the computer plays on for them."""
    own = select(seats.c.match, seats.c.number).where(seats.c.person == person)
    return [(match, number) for match, number in connection.execute(own)]


def _forget(connection: Connection, match_id: str, number: int) -> None:
    """Let a seat of a match have been someone's who left, without what they wrote beside it."""
    for rows in (premoves, votes):
        connection.execute(
            delete_rows(rows).where(rows.c.match == match_id, rows.c.player == number)
        )
    _hush(connection, match_id, number)
    of_match = matches.c.id == match_id
    row = connection.execute(select(matches.c.header, matches.c.summary).where(of_match)).first()
    if row is None:
        return  # it has not begun
    name, header = _without_name(row.header, number)
    stored = _summary_without_name(row.summary, number, name)
    stored = stored or _summary(connection, match_id, header)
    values = {"header": json.dumps(header), "summary": json.dumps(stored)}
    connection.execute(update(matches).where(of_match).values(**values))


def _without_name(header: str, number: int) -> tuple[str, dict[str, Any]]:
    """Return who sat at a seat, and a match's header without them; nothing of a damaged one."""
    try:
        read: dict[str, Any] = json.loads(header)
        name, read["seats"][number] = read["seats"][number], GONE
    except DAMAGE:
        return "", {}
    return name, read


def _summary_without_name(stored: str, number: int, name: str) -> dict[str, Any]:
    """Return what lists say of a match without who sat at a seat.

    Nothing where it is damaged, or of an earlier version, which kept names within words.
    """
    try:
        read: dict[str, Any] = json.loads(stored)
        if read["seats"][number] == name:  # otherwise the computer plays on for them
            read["seats"][number] = GONE
    except DAMAGE:
        return {}
    return read


def _summary(connection: Connection, match_id: str, header: Mapping[str, Any]) -> dict[str, Any]:
    """Return what lists say of a match with this header; of one that can't be read, nothing."""
    try:
        played = Match.replay(Header.from_json(header), read_events(connection, match_id))
        return summary(played, -1)
    except SQLAlchemyError:
        raise
    except Exception:  # noqa: BLE001 - a damaged match keeps nobody from being forgotten
        return {}


def _readable(connection: Connection, match_id: str) -> Iterator[tuple[int, Event]]:
    """Yield the events of a match that can be read, with their numbers."""
    texts = select(events.c.number, events.c.event).where(events.c.match == match_id)
    for number, text in connection.execute(texts.order_by(events.c.number)).all():
        with suppress(*DAMAGE):
            yield number, Event.from_json(json.loads(text))


def _hush(connection: Connection, match_id: str, number: int) -> None:
    """Strike out what a player's program said with its choices."""
    for at, event in _readable(connection, match_id):
        if event.player == number and event.bot_output.message:
            silent = replace(event, bot_output=replace(event.bot_output, message=""))
            row = update(events).where(events.c.match == match_id, events.c.number == at)
            connection.execute(row.values(event=json.dumps(silent.to_json())))


def _choices(connection: Connection, match_id: str, number: int) -> list[dict[str, Any]]:
    """Return what a player chose in a match: when, in ms since it began, and in which words.

    Where the computer plays on for them its choices are not theirs, and may be secret still.
    """
    at_seat = (event for _, event in _readable(connection, match_id) if event.player == number)
    own = takewhile(lambda event: event.kind != "substitute", at_seat)
    return [{"match": match_id, "at": event.at, "text": event.text} for event in own]


def _data(connection: Connection, person: str) -> dict[str, Any]:
    """Return what the tables hold about a person, without what would let anybody in."""

    def rows(query: Any) -> list[Mapping[str, Any]]:
        return [dict(row._mapping) for row in connection.execute(query)]

    return {
        "sessions": rows(
            select(sessions.c.device, sessions.c.created, sessions.c.seen).where(
                sessions.c.person == person
            )
        ),
        "tokens": rows(
            select(tokens.c.name, tokens.c.created, tokens.c.seen).where(tokens.c.person == person)
        ),
        "seats": rows(select(seats.c.match, seats.c.number).where(seats.c.person == person)),
        "chosen": [
            choice
            for match, number in _played(connection, person)
            for choice in _choices(connection, match, number)
        ],
        "umpired": rows(select(tables.c.id, tables.c.game).where(tables.c.umpire == person)),
        "hosted": rows(select(tables.c.id, tables.c.game).where(tables.c.host == person)),
        "watched": rows(select(guests.c.match).where(guests.c.person == person)),
        "chat": rows(
            select(chat.c.match, chat.c.text, chat.c.created).where(chat.c.person == person)
        ),
        "blocked": rows(
            select(accounts.c.name, blocks.c.created)
            .join(blocks, blocks.c.blocked == accounts.c.id)
            .where(blocks.c.person == person)
        ),
        "notes": rows(
            select(notes.c.match, notes.c.text, notes.c.created).where(notes.c.person == person)
        ),
        "queued": rows(
            select(premoves.c.match, premoves.c.move)
            .join(
                seats,
                (seats.c.match == premoves.c.match) & (seats.c.number == premoves.c.player),
            )
            .where(seats.c.person == person)
        ),
        **_voted(connection, person),
        "ratings": rows(_own(ratings, person)),
        "rated": rows(_own(rating_changes, person)),
        "bots": rows(select(accounts.c.name, accounts.c.created).where(accounts.c.owner == person)),
    }


def _own(table: Rows, holder: str) -> Select[Any]:
    """Return the query of somebody's ratings, or of what matches did to them."""
    return select(*(c for c in table.c if c.name != "holder")).where(table.c.holder == holder)


def _voted(connection: Connection, person: str) -> dict[str, list[dict[str, str]]]:
    """Return what someone has agreed to at tables and what they declined: the kind and about whom.

    Its name in the database also says how much had happened, which a player may not know.
    """
    mine = (seats.c.match == votes.c.match) & (seats.c.number == votes.c.player)
    query = select(votes.c.match, votes.c.proposal).join(seats, mine)
    voted: dict[str, list[dict[str, str]]] = {"proposed": [], "declined": []}
    for match, name in connection.execute(query.where(seats.c.person == person)):
        proposal = "seat" if name == DECLINED_SEAT else name.removeprefix(DECLINED)
        answer = "proposed" if proposal == name else "declined"
        about = ":".join(proposal.split(":")[:2])
        voted[answer].append({"match": match, "proposal": about})
    return voted
