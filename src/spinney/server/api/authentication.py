"""Authentication of API requests, and the API's answers to errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from spinney.core.errors import Refused
from spinney.server.accounts.identity import Caller, ThisServices, live_match_for, person_of
from spinney.server.accounts.person import Person
from spinney.server.api.invalid_requests import explain
from spinney.server.db.database import BUSY, LOCKED, DatabaseCorrupt, DatabaseUnavailable
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.rate_limits.request_rates import PERSON
from spinney.server.ratings.pairing import note_view
from spinney.server.services import Services
from spinney.server.site import Site, ThisSite
from spinney.server.tables.table import Table

_log = logging.getLogger(__name__)

NONE_SUCH = "there is nothing here with that name, or nothing that you may see"
BROKEN = "that is a fault of Spinney’s; nothing accepted is lost"
DAMAGED = "the database is damaged; the operator of this server has to restore a backup"
UNAVAILABLE = "the server can’t reach its database at the moment; nothing accepted is lost"
TOO_BUSY = (
    "the server is too busy at the moment; nothing accepted is lost; look again, then try again"
)

_bearer = HTTPBearer(auto_error=False, description="A token from one's account page.")


class ErrorInfo(BaseModel):
    """An error and its reason."""

    problem: str


_STATUS = {
    400: "The request can't be read.",
    401: "The token is missing or not valid.",
    403: "The person of this token is banned.",
    404: "It doesn't exist, or the caller may not see it.",
    409: "The match has moved on since the version in the request.",
    413: "The request is too large.",
    422: "The request can't be carried out; `problem` says why, and what is possible instead.",
    429: "Too many requests; `Retry-After` says when to try again.",
    503: "The server can't reach its database, or is too busy; or this match is damaged.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorInfo, "description": why} for status, why in _STATUS.items()
}
"""The errors of every request, for the OpenAPI description."""
BESIDES_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "content": {
            "application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorInfo.__name__}"}}
        },
        "description": why,
    }
    for status, why in _STATUS.items()
}
"""The same, for answers that are not JSON."""


# The caller.


async def authenticate(
    connection: HTTPConnection,
    services: ThisServices,
    sent: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Caller:
    """Return the caller: the person of the token, or nobody.

    Raises:
        HTTPException: the token is not valid, or its person is banned.
        RateLimited: they sent too many requests.
        DatabaseUnavailable: the database can't be reached.
    """
    address = connection.client.host if connection.client else ""
    if sent is None:
        return Caller("", None, address)
    person = await person_of(services, "", sent.credentials)
    if person is None:
        raise HTTPException(401, "this token is not valid; create a new one")
    if person.banned:
        raise HTTPException(403, "this account is banned")
    services.limits.requests.spend(PERSON, person.id)
    return Caller("", person, address, sent.credentials)


ThisCaller = Annotated[Caller, Depends(authenticate)]
"""The caller, if they sent a token."""


def named(caller: ThisCaller) -> Person:
    """Return the caller. Raises HTTPException if there is no token."""
    if caller.person is None:
        raise HTTPException(401, "this needs a token, as: Authorization: Bearer TOKEN")
    return caller.person


ThisPerson = Annotated[Person, Depends(named)]
"""The caller, who must send a token."""
BY_NAME = [Depends(named)]
"""For routes that need a token but don't use the caller."""

Id = Annotated[str, Path(max_length=40, description="Of the table, and of its match.")]


def current_table(services: Services, caller: Caller, table_id: str) -> Table:
    """Return a table that the caller may see. Raises MatchNotFound."""
    table = services.tables.table(table_id)
    if table is None or not services.tables.may_see(table, caller.person):
        raise MatchNotFound
    note_view(services, table, caller.person)
    return table


def _table(services: ThisServices, caller: ThisCaller, table_id: Id) -> Table:
    return current_table(services, caller, table_id)


ThisTable = Annotated[Table, Depends(_table)]
"""The people at the table that an address names."""


async def _live_match(site: ThisSite, caller: ThisCaller, match_id: Id) -> LiveMatch:
    return await asyncio.to_thread(live_match_for, site, caller, match_id)


ThisLiveMatch = Annotated[LiveMatch, Depends(_live_match)]
"""The match that an address names, loaded."""


# What can't be done.


class StaleVersion(Refused):
    """The match has moved on since the version in the request."""


def problem(_: Request, status: int, why: str) -> JSONResponse:
    """Return the answer for an error."""
    return JSONResponse({"problem": why}, status)


def add_problems(api: FastAPI, site: Site) -> None:
    """Make the API answer errors in JSON."""
    for kind, answer in _ANSWERS.items():
        api.add_exception_handler(kind, _answering(site, answer))


def _answering(site: Site, answer: Callable[[Any], tuple[int, str]]) -> Callable[..., JSONResponse]:
    def handle(request: Request, problem: Exception) -> JSONResponse:
        status, why = answer(problem)
        headers = {}
        if isinstance(problem, RateLimited):
            headers["Retry-After"] = str(problem.seconds)
        if isinstance(problem, DatabaseUnavailable):
            site.match_service.failed(problem)
            headers["Retry-After"] = "1"
        if isinstance(problem, DatabaseCorrupt):
            site.match_service.errors.damaged(problem)
        if status == 500:
            _log.error("an answer failed: %s", request.url.path, exc_info=problem)
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return JSONResponse({"problem": why}, status, headers)

    return handle


def _http(problem: HTTPException) -> tuple[int, str]:
    plain = {"Not Found": NONE_SUCH, "Method Not Allowed": "this can’t be used in that way"}
    return problem.status_code, plain.get(problem.detail, problem.detail)


_ANSWERS: dict[type[Exception], Callable[[Any], tuple[int, str]]] = {
    MatchNotFound: lambda _: (404, NONE_SUCH),
    StaleVersion: lambda problem: (409, str(problem)),
    Refused: lambda problem: (422, str(problem)),
    RateLimited: lambda problem: (429, str(problem)),
    DatabaseUnavailable: lambda problem: (
        503,
        TOO_BUSY if problem.reason in (BUSY, LOCKED) else UNAVAILABLE,
    ),
    DatabaseCorrupt: lambda _: (503, DAMAGED),
    MatchError: lambda problem: (503, str(problem)),
    HTTPException: _http,
    RequestValidationError: lambda problem: (422, explain(problem)),
    Exception: lambda _: (500, BROKEN),
}
