"""Rate limits and bans, applied before each request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from spinney.i18n import N_, _
from spinney.server.client_address import address_key
from spinney.server.db.database import DatabaseUnavailable
from spinney.server.middleware.security import SESSION, session_of
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.rate_limits.request_rates import ADDRESS
from spinney.server.refused_sockets import FORBIDDEN, LATER, refuse

COUNTED_FORMS = {
    ("POST", "/account/enter"): "password",
    ("POST", "/account/tokens"): "token",
}
"""The forms that are counted in the database by address, and as what. What needs a login session is
counted by that (`accounts.pages`): strangers at the same address can't keep an owner from it."""
Answer = Callable[[Request, RateLimited], Response]
BANNED = N_("This address is banned.")


class RateLimitMiddleware:
    """Counts what comes from each address, before anything else looks at it."""

    def __init__(self, app: ASGIApp, limits: RateLimits, answer: Answer) -> None:
        """``answer`` makes the response to a page's request that exceeds a limit."""
        self._app, self._limits, self._answer = app, limits, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        try:
            if await self._is_banned(address):
                await _refuse(scope, receive, send, 403, _(BANNED))
                return
            self._limits.requests.spend(ADDRESS, address)
            await self._count_attempt(scope, address)
            with self._limits.requests.holding(
                ADDRESS, address if scope["type"] == "websocket" else ""
            ):
                await self._app(scope, receive, send)
        except RateLimited as problem:
            if scope["type"] == "http" and not scope["path"].startswith("/api/"):
                await self._answer(Request(scope), problem)(scope, receive, send)
                return
            await _refuse(scope, receive, send, 429, str(problem), problem.seconds)

    async def _is_banned(self, address: str) -> bool:
        cached = self._limits.bans.knows(address)
        if cached is not None:
            return cached
        try:
            return await asyncio.to_thread(self._limits.bans.is_banned, address)
        except DatabaseUnavailable:
            return False  # whoever needs the database will say so

    async def _count_attempt(self, scope: Scope, address: str) -> None:
        """Count a form that lets somebody in. Raises RateLimited."""
        what = COUNTED_FORMS.get((scope.get("method", ""), scope["path"]))
        if what is None:
            return
        who = address_key(address) or session_of(HTTPConnection(scope)) or SESSION
        try:
            await asyncio.to_thread(self._limits.attempts.count, what, who)
        except DatabaseUnavailable:
            return


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, why: str, seconds: int = 0
) -> None:
    if scope["type"] == "websocket":
        code = FORBIDDEN if status == 403 else LATER
        await refuse(WebSocket(scope, receive, send), code)
        return
    headers = {"Retry-After": str(seconds)} if seconds else {}
    sort: type[Response] = PlainTextResponse
    body: object = why[:1].upper() + why[1:] + ".\n"
    if scope["path"].startswith("/api/"):
        sort, body = JSONResponse, {"problem": why}
    await sort(body, status, headers=headers)(scope, receive, send)
