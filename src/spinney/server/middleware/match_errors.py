"""Middleware that contains what fails unexpectedly in a request about a match.

The error is logged once for each match, whoever asks how often, and answered in words. Errors that
handlers know don't come here; those of other requests go on to the general error handler.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spinney.server.play.match_errors import MatchErrors

PARAMETERS = ("match_id", "table_id")
"""What addresses call the id of a match."""
Answer = Callable[[Request, int, str], Response]


class MatchMiddleware:
    """Answers requests that fail because of their match."""

    def __init__(self, app: ASGIApp, errors: MatchErrors, answer: Answer) -> None:
        """``answer`` makes a response of a status and a reason."""
        self._app, self._errors, self._answer = app, errors, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except Exception as problem:
            match = _match_of(scope)
            if begun or not match:
                raise
            error = self._errors.noted(match, problem)
            await self._answer(Request(scope), 503, str(error))(scope, receive, send)


def _match_of(scope: Scope) -> str:
    """Return the id of the match that a request is about; empty: it is about none."""
    found = scope.get("path_params", {})
    return next((str(found[name]) for name in PARAMETERS if name in found), "")
