"""Games, people and tables: opened, sat down at, left."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException

from spinney import all_games
from spinney import game as find
from spinney.core.errors import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings, usual_hints
from spinney.server.accounts.identity import Caller, ThisServices
from spinney.server.api import models, views
from spinney.server.api.authentication import Id, ThisCaller, ThisPerson, ThisTable, current_table
from spinney.server.home.game_setup import count_people
from spinney.server.rate_limits.request_rates import PERSON
from spinney.server.services import Services
from spinney.server.tables.challenges import read_challenges
from spinney.server.tables.links import TABLE
from spinney.server.tables.reader import MOST
from spinney.server.tables.table import Table

routes = APIRouter()
RATED = {"hints": None, "undo": "off", "fix": 0}
"""What a rated table agrees on where it says nothing else."""
FOLLOWED = 5.0
"""How many requests it counts for to follow a link, which might be guessed at."""


@routes.get("/games", operation_id="games", tags=["games"])
def games() -> models.GameList:
    """Return all games, with their options and clocks, and the computer's levels."""
    return views.all_games(list(all_games().values()))


@routes.get("/me", operation_id="me", tags=["people"])
def me(person: ThisPerson) -> models.Me:
    """Return the person of this token."""
    return models.Me(name=person.name, registered=person.registered, bot=bool(person.owner))


@routes.get("/tables", operation_id="tables", tags=["tables"])
def tables(
    services: ThisServices,
    caller: ThisCaller,
    mine: Annotated[bool, Query(description="Your own in place of the public ones.")] = False,
    game: Annotated[str, Query(max_length=100, description="Of this game only.")] = "",
) -> models.TableList:
    """Return the public tables that are not over, or your own: first those that are not over.

    Those of your own that were closed in the middle of the match are among those that are over, and
    so are those that you opened and somebody declined.
    There are 100 of the public ones at most, and 200 of one's own of each sort, the newest first.
    """
    if mine and caller.id is None:
        raise HTTPException(401, "your own tables need a token")
    if mine and caller.id:
        visible = [*services.tables.of(caller.id, over=False), *_ended(services, caller.id)]
    else:
        visible = services.tables.public()
    chosen = [table for table in visible if game in ("", table.game.name)]
    return models.TableList(tables=[views.table_of(table, caller) for table in chosen])


def _ended(services: Services, person: str) -> list[Table]:
    """Return someone's tables that are over or were declined, the newest first."""
    ended = services.tables.of(person, over=True) + services.tables.declined(person)
    return sorted(ended, key=lambda table: -table.created)[:MOST]


@routes.post("/tables", status_code=201, operation_id="open", tags=["tables"])
def open_table(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, sent: models.NewTable
) -> models.TableInfo:
    """Open a table. The match begins when all seats are taken."""
    game = find(sent.game).written(sent.options).usual_for(count_people(sent.seats), sent.options)
    clock = Clock.read(sent.clock)
    rules = _settings(sent)
    if rules.umpire and all(seat.startswith("level:") for seat in sent.seats):
        raise Refused("the computer needs no umpire")
    seats, reserved = read_challenges(services, person, sent.seats, rated=rules.rated)
    opened_from = sent.seed, "", caller.address
    table_id = services.tables.open(
        person, game, clock, rules, seats, *opened_from, by_program=True, reserved=reserved
    )
    return views.table_of(current_table(services, caller, table_id), caller)


def _settings(sent: models.NewTable) -> MatchSettings:
    """Return the settings of a table; a rated one has its own defaults."""
    rules = sent.rules
    agreed = rules.model_dump()
    if rules.rated:
        agreed |= RATED | rules.model_dump(exclude_unset=True)
    if agreed["hints"] is None:
        agreed["hints"] = not rules.rated and usual_hints(count_people(sent.seats))
    return MatchSettings(**agreed)


@routes.get("/tables/{table_id}", operation_id="table", tags=["tables"])
def table(caller: ThisCaller, table: ThisTable) -> models.TableInfo:
    """Return a table."""
    return views.table_of(table, caller)


@routes.post("/tables/{table_id}/sit", operation_id="sit", tags=["tables"])
def sit(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    table: ThisTable,
    sent: models.Sit,
) -> models.TableInfo:
    """Sit down. When the last seat is taken the match begins, under the table's id."""
    seat = views.can_sit(table, caller) if sent.seat is None else sent.seat
    if seat < 0:
        only = "; those that are left need their link" if views.awaits_invited(table) else ""
        raise Refused(f"no seat is free{only}")
    services.tables.sit(table.id, person, seat, sent.link, caller.address, by_program=True)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/stand", operation_id="stand", tags=["tables"])
def stand(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> models.TableInfo:
    """Leave your seat before the match has begun."""
    services.tables.stand(table.id, person)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/free", operation_id="free_seat", tags=["tables"])
def free_seat(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    table: ThisTable,
    sent: models.FreeSeat,
) -> models.TableInfo:
    """Free the seat of somebody else before the match has begun, as the host."""
    services.tables.free_seat(table.id, person, sent.seat)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/begin", operation_id="begin", tags=["tables"])
def begin(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    table: ThisTable,
    sent: models.Begin,
) -> models.TableInfo:
    """Begin without more players, as the host: the computer takes the free seats."""
    services.tables.begin_with_levels(table.id, person, sent.level)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/link", operation_id="renew_link", tags=["tables"])
def renew_link(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    table: ThisTable,
    sent: models.Renew,
) -> models.TableInfo:
    """Replace a link; the old one stops working."""
    services.tables.renew_link(table.id, person, TABLE if sent.seat is None else sent.seat)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/abort", operation_id="abort", tags=["tables"])
def abort(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> models.TableInfo:
    """Close your table before its match has begun."""
    services.tables.abort(table.id, person)
    return _current(services, caller, table.id)


@routes.post("/tables/{table_id}/decline", operation_id="decline", tags=["tables"])
def decline(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> models.TableInfo:
    """Decline the seat that is reserved for you: the table is closed, and its host is told."""
    services.tables.decline(table.id, person)
    return _current(services, caller, table.id)


@routes.post("/join", operation_id="join", tags=["tables"])
async def join(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, sent: models.Join
) -> models.Joined:
    """Follow a friend's link to see the table. Sitting down is another request."""
    services.limits.requests.spend(PERSON, person.id, FOLLOWED)

    def follow() -> Any:
        opened = services.tables.by_link(sent.link, person.id)
        if opened is None:
            raise HTTPException(404, "this link doesn’t work; ask your friend for a new one")
        services.tables.admit(opened[0], person)
        return opened

    id_, seat = await asyncio.to_thread(follow)
    table = await asyncio.to_thread(_current, services, caller, id_)
    return models.Joined(table=table, seat=views.player_or_none(seat))


def _current(services: ThisServices, caller: Caller, table_id: Id) -> models.TableInfo:
    """Return a table as it is now."""
    return views.table_of(current_table(services, caller, table_id), caller)
