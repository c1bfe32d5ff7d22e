"""Security headers, origin checks and limits of size, before every page."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from spinney.i18n import _, grouped

LARGEST = 1_000_000
"""The most bytes a request may bring: a record of a long game is a tenth of it."""
SESSION = "spinney"
"""The cookie of a browser’s login session, over plain HTTP."""
SECURE_SESSION = f"__Host-{SESSION}"
"""The same over HTTPS. Browsers take a cookie of this prefix only from this very host over HTTPS:
no other host of its domain, and nobody on the network, can plant one."""
_DATE_SEPARATOR = "."
"""What stands between a session and a date; no session contains it (`new_session`)."""
HSTS = "max-age=31536000"
"""Tells a browser that came by HTTPS not to come by plain HTTP for a year."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # With no referrer at all, browsers would say "Origin: null" when they send a form.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOCAL_HOSTNAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names by which browsers on this machine ask it."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class SecurityMiddleware:
    """Refuses what doesn't come from a page of this very server, and what is too large.

    A page elsewhere could make a browser ask this machine (another name that leads here, a form,
    a socket); ``Host`` and ``Origin`` give that away.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None = LOCAL_HOSTNAMES) -> None:
        """``hosts``: the names this server has; None: whatever name leads here."""
        self._app, self._hosts = app, None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if problem is None:
            await self._app(scope, _bounded(receive), _with_headers(scope, send))
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, problem[1])(scope, receive, send)
        else:
            await _refusal(scope, *problem)(scope, receive, _with_headers(scope, send))

    def _problem(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._names_server(host, scope):
            return 400, _("This server answers to localhost and 127.0.0.1 only.")
        if _has_nul(scope):  # no database takes it as a part of a name
            return 404, _("There is no such page; the home page leads everywhere.")
        changing = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changing and not self._is_own(headers, scope):
            return 403, _(
                "This was sent by a page of another server; open the page here and retry."
            )
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, _(
                "That is too large: at most {most} bytes can be sent.", most=grouped(LARGEST)
            )
        return None

    def _is_own(self, headers: Headers, scope: Scope) -> bool:
        """Does a request come from a page of this server, or from a program?

        Browsers add cookies by themselves wherever a page sends something; an API token, which is
        all that counts under ``/api/``, they never add.
        """
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            return True
        host, ways = headers.get("host", ""), ["https"]
        if not is_secure(scope):  # a proxy may encrypt and not say so
            ways = ["http"] if self._hosts is not None else ["http", "https"]
        return headers.get("origin") in [f"{way}://{host}" for way in ways]

    def _names_server(self, host: str, scope: Scope) -> bool:
        """Does a ``Host`` header name this machine, and the port that was asked?"""
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname, parts.port or 80
        except ValueError:
            return False
        if self._hosts is None:
            return bool(name)
        return name in self._hosts and port == (scope.get("server") or ("", port))[1]


def _refusal(scope: Scope, status: int, reason: str) -> Response:
    """Return the answer to a request that is refused."""
    if scope["path"].startswith("/api/"):
        return JSONResponse({"problem": reason}, status)
    return PlainTextResponse(reason + "\n", status)


def _has_nul(scope: Scope) -> bool:
    """Does an address contain a NUL, in its path or its query?"""
    return "\0" in scope["path"] or b"\0" in unquote_to_bytes(scope["query_string"])


def _bounded(receive: Receive) -> Receive:
    """Cut off a body that is longer than was announced."""
    left = LARGEST

    async def receive_some() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b"")) if message["type"] == "http.request" else 0
        return message if left >= 0 else {"type": "http.disconnect"}

    return receive_some


def _with_headers(scope: Scope, send: Send) -> Send:
    """Add the headers that bind a browser."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if is_secure(scope):
                headers.setdefault("Strict-Transport-Security", HSTS)
        await send(message)

    return send_with_headers


class CsrfTokens:
    """Ties forms to the browser they were given to, so that no other page can send them."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def token(self, session: str) -> str:
        """Return the token that a form of this session carries."""
        return hmac.new(self._secret, session.encode(), hashlib.sha256).hexdigest()

    def fits(self, session: str | None, token: object) -> bool:
        """Was this token given to this session?"""
        if not session or not isinstance(token, str):
            return False
        return hmac.compare_digest(self.token(session).encode(), token.encode())


def hostname_of(host: str) -> str:
    """Return the name in a ``Host`` header; empty if it has none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_secure(scope: Scope) -> bool:
    """Return whether a request came over HTTPS, by its connection or by a trusted proxy's word."""
    return scope.get("scheme") in ("https", "wss")


def session_cookie(scope: Scope) -> str:
    """Return the name of the cookie that carries the session of a request."""
    return SECURE_SESSION if is_secure(scope) else SESSION


def session_of(connection: HTTPConnection) -> str | None:
    """Return the session that a request names in its cookie."""
    return _session_value(connection).partition(_DATE_SEPARATOR)[0] or None


def dated(session: str) -> str:
    """Return what the cookie of a session says: the session, and the day on which it was set."""
    return f"{session}{_DATE_SEPARATOR}{_today()}"


def is_dated_today(connection: HTTPConnection) -> bool:
    """Was the cookie of a request set today? Else it is set anew, so that it doesn't expire."""
    return _session_value(connection).partition(_DATE_SEPARATOR)[2] == str(_today())


def _today() -> int:
    """Return the day, counted from 1970 on."""
    return int(time.time()) // (24 * 3600)


def _session_value(connection: HTTPConnection) -> str:
    """Return the value of the cookie of a request's session; empty: there is none."""
    try:
        sent = SimpleCookie(connection.headers.get("cookie", ""))
    except CookieError:
        return ""
    cookie = sent.get(session_cookie(connection.scope))
    return cookie.value if cookie else ""


def bearer_token(headers: Headers) -> str:
    """Return the API token that a program sends; empty: none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def new_session() -> str:
    """Return the name of a new session."""
    return secrets.token_urlsafe(24)
