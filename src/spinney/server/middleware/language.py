"""Answer each request in its reader's language.

An account has its language (`accounts.identity`), a browser without one may have a cookie, and all
others say what they want in ``Accept-Language``. Programs are answered in English.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from spinney.i18n import SOURCE_LANGUAGE, best_language, in_language, is_offered

COOKIE = "language"
_MOST = 20
"""How many languages of a request are looked at."""


class LanguageMiddleware:
    """Sets the language of texts for each request and socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with in_language(language_of(HTTPConnection(scope))):
            await self._app(scope, receive, send)


def language_of(connection: HTTPConnection) -> str:
    """Return the language that a browser wants."""
    if connection.scope["path"].startswith("/api/"):
        return SOURCE_LANGUAGE
    chosen = connection.cookies.get(COOKIE, "")
    if is_offered(chosen):
        return chosen
    return best_language(_accepted(connection.headers.get("accept-language", "")))


def _accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language``, the best first."""
    ranked = []
    for part in header.split(",")[:_MOST]:
        code, _, quality = part.partition(";")
        ranked.append((-_number(quality.strip().removeprefix("q=") or "1"), code.strip()))
    return [code for rank, code in sorted(ranked, key=lambda one: one[0]) if rank < 0]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
