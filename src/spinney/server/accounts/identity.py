"""Identify callers: their person, the matches they may see, their viewpoint there.

In local mode, everybody is who sits there, and friends share the screen (`hotseat`). In shared
mode a person sees through the seat that is theirs, and as a spectator elsewhere.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from spinney.core.errors import Refused
from spinney.i18n import _, is_offered, set_language
from spinney.server.accounts.person import Person
from spinney.server.middleware.security import session_of
from spinney.server.play.hotseat import hotseat
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.rate_limits.request_rates import PERSON
from spinney.server.services import Services
from spinney.server.site import Site, ThisSite
from spinney.server.tables.presence import VIEW_SECONDS
from spinney.server.tables.table import Table
from spinney.server.tables.unwatched import can_pause


@dataclass(frozen=True)
class Caller:
    """The caller.

    Attributes:
        session: the login session of the browser; empty: it has none yet.
        person: who it is; None: nobody who has said a name, or anybody in local mode.
        address: where the request comes from.
        api_token: which a program sent to the API; empty: they have a browser.
    """

    session: str
    person: Person | None
    address: str
    api_token: str = field(default="", repr=False)

    @cached_property
    def id(self) -> str | None:
        """The person's id; None: they have none."""
        return None if self.person is None else self.person.id

    @property
    def by_program(self) -> bool:
        """Did they come in with an API token, as programs do?"""
        return bool(self.api_token)

    def named(self) -> Person:
        """Return the person. Raises Refused if they haven't said a name yet."""
        if self.person is None:
            raise Refused(_("first enter your name"))
        return self.person


async def identify(connection: HTTPConnection, site: ThisSite) -> Caller:
    """Return whose session a browser has; pages find the person in the request's state too.

    API tokens are for the API alone (`spinney.server.api.authentication`): who sends one to a page
    is nobody there.

    Raises:
        HTTPException: they are banned.
        DatabaseUnavailable: the database can't be reached.
    """
    address = connection.client.host if connection.client else ""
    session = session_of(connection) or ""
    person = await _authenticate(site.services, session) if site.services is not None else None
    connection.state.person = person
    if person is not None and is_offered(person.language):
        set_language(person.language)
    return Caller(session, person, address)


async def _authenticate(services: Services, session: str) -> Person | None:
    person = await person_of(services, session, "")
    if person is not None and person.banned:
        raise HTTPException(403, _("This account is banned."))
    if person is not None:
        services.limits.requests.spend(PERSON, person.id)
    return person


async def person_of(services: Services, session: str, api_token: str) -> Person | None:
    """Return the holder of an API token, or without one of a session; None: nobody.

    Raises DatabaseUnavailable.
    """
    accounts = services.accounts
    cached = accounts.cached_holder(session, api_token)
    return cached or await asyncio.to_thread(accounts.holder, session, api_token)


ThisCaller = Annotated[Caller, Depends(identify)]
"""The caller, for the functions that answer requests."""


async def shared_services(site: ThisSite) -> Services:
    """Return the services of shared mode; in local mode, what only that has isn't there."""
    if site.services is None:
        raise HTTPException(404, "Not Found")
    return site.services


ThisServices = Annotated[Services, Depends(shared_services)]
"""The services of shared mode."""


def live_match_for(site: Site, caller: Caller, match_id: str) -> LiveMatch:
    """Return a match that the caller may see, with all that has been stored of it.

    Raises:
        MatchNotFound: there is none, or none for them: the answer doesn't tell which.
        DatabaseUnavailable: the database can't be reached.
    """
    live = site.match_service.live_match(match_id)
    if site.services is not None:
        table = live.table
        if table is None or not site.services.tables.may_see(table, caller.person):
            raise MatchNotFound
        if can_pause(live):
            site.services.presence.note_view(match_id, VIEW_SECONDS)
    return live


def may_still_look(services: Services, caller: Caller, live: LiveMatch) -> bool:
    """May someone who has looked on for a while go on? Raises DatabaseUnavailable.

    Sessions and API tokens end, or become somebody else's, and people and addresses are shut out.
    """
    person = caller.person
    if services.limits.bans.is_banned(caller.address):
        return False
    if person is not None:
        person = services.accounts.holder(caller.session, caller.api_token)
        if person is None or person.banned or person.id != caller.id:
            return False
    return live.table is not None and _may_see(services, live, live.table, person)


def _may_see(services: Services, live: LiveMatch, table: Table, person: Person | None) -> bool:
    """May someone look at a table? That they may is known until the next notification."""
    allowed = live.cached("allowed", set[Person | None])
    if person not in allowed and services.tables.may_see(table, person):
        allowed.add(person)
    return person in allowed


async def _live_match(
    match_id: str, request: Request, site: ThisSite, caller: ThisCaller
) -> LiveMatch:
    # A change of the match checks again itself. Until then the last published state will do for
    # its players: nothing is read, and no thread is waited for.
    live = site.match_service.subscribed(match_id) if request.method == "POST" else None
    if live is not None and live.table is not None and live.table.player(caller.id) >= 0:
        return live
    return await asyncio.to_thread(live_match_for, site, caller, match_id)


ThisLiveMatch = Annotated[LiveMatch, Depends(_live_match)]
"""The match that an address names; raises MatchNotFound."""


def viewpoint(caller: Caller, live: LiveMatch) -> Viewpoint:
    """Return whose view the caller gets of a table, as it stands now."""
    if live.table is None:
        return hotseat(live.match, live.at_screen)
    return Viewpoint(live.table.player(caller.id))


async def _view(caller: ThisCaller, live: ThisLiveMatch) -> Viewpoint:
    return viewpoint(caller, live)


ThisViewpoint = Annotated[Viewpoint, Depends(_view)]
"""Whose view the caller gets of the table that an address names."""
