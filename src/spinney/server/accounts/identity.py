"""Who asks, what they may see, and whose view they get.

At a house of one, everybody is who sits there, and friends share the screen (`screen`). In an open
house a person sees through the seat that is theirs, and as a spectator elsewhere.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from spinney.core.errors import Refused
from spinney.server.accounts.store import Person
from spinney.server.middleware.security import session_of, token_of
from spinney.server.play.hotseat import Hotseat, screen
from spinney.server.play.match_service import MatchNotFound, MatchSession
from spinney.server.rate_limit import PERSON
from spinney.server.services import Services
from spinney.server.site import Site, ThisSite
from spinney.server.tables.attendance import can_pause
from spinney.server.tables.presence import OFTEN


@dataclass(frozen=True)
class Caller:
    """Who asks.

    Attributes:
        session: of the browser; empty: it has none yet.
        person: who it is; None: nobody who has said a name, or anybody at a house of one.
        address: where the request comes from.
        token: did they come in with a bot's token?
    """

    session: str
    person: Person | None
    address: str
    token: bool = False

    @property
    def id(self) -> str | None:
        """The person's id; None: they have none."""
        return None if self.person is None else self.person.id

    def named(self) -> Person:
        """Return the person. Raises Refused if they haven't said a name yet."""
        if self.person is None:
            raise Refused("first say what you are called")
        return self.person


async def calling(connection: HTTPConnection, site: ThisSite) -> Caller:
    """Return who asks; pages find the person in the request's state too.

    Raises:
        HTTPException: their token is none, or they are banned.
        Away: the database can't be reached.
    """
    address = connection.client.host if connection.client else ""
    session, token = session_of(connection) or "", token_of(connection.headers)
    person = await _let_in(site.house, session, token) if site.house is not None else None
    connection.state.person = person
    return Caller(session, person, address, token=bool(token and person))


async def _let_in(house: Services, session: str, token: str) -> Person | None:
    person = await whose(house, session, token)
    if token and person is None:
        raise HTTPException(401, "This token is good for nothing; ask for a new one.")
    if person is not None and person.banned:
        raise HTTPException(403, "You can’t do anything here any more.")
    if person is not None:
        house.limits.spend(PERSON, person.id)
    return person


async def whose(house: Services, session: str, token: str) -> Person | None:
    """Return whom a token lets in, or without one a session; None: nobody. Raises Away."""
    people = house.people
    known = people.known(session, token)
    return known or await asyncio.to_thread(people.holder, session, token)


ThisCaller = Annotated[Caller, Depends(calling)]
"""Who asks, for the functions that answer requests."""


async def open_house(site: ThisSite) -> Services:
    """Return the house; at a house of one, what only open ones have isn't there."""
    if site.house is None:
        raise HTTPException(404, "Not Found")
    return site.house


ThisHouse = Annotated[Services, Depends(open_house)]
"""The house, where it is open to others."""


def table_for(site: Site, caller: Caller, match_id: str) -> MatchSession:
    """Return a table that the caller may see, with all that has been stored of it.

    Raises:
        Missing: there is none, or none for them: the answer doesn't tell which.
        Away: the database can't be reached.
    """
    table = site.hall.table(match_id)
    if site.house is not None:
        company = table.company
        if company is None or not site.house.tables.may_see(company, caller.person):
            raise MatchNotFound
        if can_pause(table):
            site.house.presence.look(match_id, OFTEN)
    return table


def may_still_look(house: Services, caller: Caller, table: MatchSession) -> bool:
    """May someone who has looked on for a while go on? Raises Away.

    Sessions end, or become somebody else's, and people and addresses are shut out.
    """
    person = caller.person
    if house.limits.is_banned(caller.address):
        return False
    if person is not None:
        people = house.people
        person = people.person(person.id) if caller.token else people.of_session(caller.session)
        if person is None or person.banned or person.id != caller.id:
            return False
    return table.company is not None and house.tables.may_see(table.company, person)


async def _table(
    match_id: str, request: Request, site: ThisSite, caller: ThisCaller
) -> MatchSession:
    # What changes a match looks again itself. Until then the newest news will do for who plays
    # there: nothing is read, and no thread is waited for.
    table = site.hall.followed(match_id) if request.method == "POST" else None
    if table is not None and table.company is not None and table.company.player(caller.id) >= 0:
        return table
    return await asyncio.to_thread(table_for, site, caller, match_id)


ThisTable = Annotated[MatchSession, Depends(_table)]
"""The table that an address names; raises MatchNotFound."""


def eyes(caller: Caller, table: MatchSession) -> Hotseat:
    """Return whose view the caller gets of a table, as it stands now."""
    if table.company is None:
        return screen(table.match, table.present)
    return Hotseat(table.company.player(caller.id))


async def _eyes(caller: ThisCaller, table: ThisTable) -> Hotseat:
    return eyes(caller, table)


ThisView = Annotated[Hotseat, Depends(_eyes)]
"""Whose view the caller gets of the table that an address names."""
