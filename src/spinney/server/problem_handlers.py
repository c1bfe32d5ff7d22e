"""Handlers of what goes wrong: each kind of exception, and how the server answers it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from spinney.core.errors import Refused
from spinney.i18n import N_, _, in_language
from spinney.server.accounts.identity import identify
from spinney.server.db.database import DatabaseCorrupt, DatabaseUnavailable
from spinney.server.logs import pattern
from spinney.server.middleware.language import language_of
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.submit_move import DAMAGED, FAULT, unavailable
from spinney.server.problem_pages import problems
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.site import Site

_log = logging.getLogger(__name__)

NO_MATCH = N_(
    "There is no such match, or only people with its link may see it: ask for the link. "
    "The home page lists your games."
)
WRONG_INPUT = N_("Something in that address or form is wrong.")
REASONS = {
    "Not Found": N_("There is no such page. The home page leads everywhere."),
    "Method Not Allowed": N_("That page can’t be used in this way."),
}
"""The framework's reasons, in our own words."""


def add_problem_handlers(app: FastAPI, site: Site) -> None:
    """Answer everything that can't be done in words that say what would do."""
    answer = problems(site)

    async def expected(request: Request, problem: Exception) -> Response:
        tell = next(tell for kind, tell in _ANSWERS.items() if isinstance(problem, kind))
        return answer(request, *tell(site, problem))

    async def failed(request: Request, problem: Exception) -> Response:
        status, reason = _http(problem)
        if not hasattr(request.state, "person"):  # there is no page that would have found out
            with suppress(HTTPException, RateLimited, DatabaseUnavailable):
                await identify(request, site)
        return answer(request, status, reason)

    async def broken(request: Request, problem: Exception) -> Response:
        _log.error("an answer failed: %s", pattern(request.scope), exc_info=problem)
        with in_language(language_of(request)):  # it is answered before all middleware
            return answer(request, 500, _(FAULT))

    for kind in _ANSWERS:
        app.add_exception_handler(kind, expected)
    app.add_exception_handler(HTTPException, failed)
    app.add_exception_handler(Exception, broken)


def _http(problem: Exception) -> tuple[int, str]:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    detail = problem.detail if isinstance(problem, HTTPException) else ""
    return status, _(REASONS[detail]) if detail in REASONS else detail


def _unavailable(site: Site, problem: DatabaseUnavailable) -> tuple[int, str]:
    site.match_service.failed(problem)
    return 503, unavailable(problem)


def _corrupt(site: Site, problem: DatabaseCorrupt) -> tuple[int, str]:
    site.match_service.errors.damaged(problem)
    return 503, _(DAMAGED)


_ANSWERS: dict[type[Exception], Callable[[Site, Any], tuple[int, str]]] = {
    MatchNotFound: lambda _site, _problem: (404, _(NO_MATCH)),
    MatchError: lambda _site, problem: (503, str(problem)),
    Refused: lambda _site, problem: (422, str(problem)),
    RequestValidationError: lambda _site, _problem: (422, _(WRONG_INPUT)),
    DatabaseUnavailable: _unavailable,
    DatabaseCorrupt: _corrupt,
}
"""The status and the reason for what goes wrong, by the kind of exception."""
