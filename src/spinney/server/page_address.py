"""Addresses of pages: where a page can be shown again, and where a browser came from."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

from fastapi import Request
from starlette.routing import Match
from starlette.types import Scope


def page_address(request: Request, form_page: str = "") -> str:
    """Return the address that shows a page again when a browser follows a link to it.

    Args:
        request: which the page answers.
        form_page: where the form stood that the page answers, if it answers one; empty: where the
            browser came from.
    """
    if request.method in ("GET", "HEAD"):
        query = request.scope["query_string"].decode("latin-1")
        return inside(_with_query(quote(request.scope["path"]), query))
    return as_shown(request, form_page) if form_page else came_from(request)


def as_shown(request: Request, address: str) -> str:
    """Return the address of a page with the query that the browser had last.

    Scripts change it, as when they show another position of a replay.
    """
    shown = urlsplit(came_from(request))
    is_same_page = shown.path == urlsplit(address).path
    return shown.geturl() if is_same_page and shown.query else address


def came_from(request: Request) -> str:
    """Return the page of this server from which a browser came, or the first one."""
    try:
        parts = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    is_own = parts.netloc == request.headers.get("host")
    if not is_own or not _is_page(request.scope, parts.path):
        return "/"
    return inside(_with_query(parts.path, parts.query))


def _is_page(scope: Scope, path: str) -> bool:
    """Does a path answer GET? A form that is refused shows its page at a path that may not."""
    asked = {**scope, "type": "http", "method": "GET", "path": unquote(path)}
    return any(route.matches(asked)[0] is Match.FULL for route in scope["app"].routes)


def _with_query(path: str, query: str) -> str:
    return f"{path}?{query}" if query else path


def inside(address: str, otherwise: str = "/") -> str:
    """Return an address if it leads to a page of this server."""
    fits = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if fits and address.isprintable() and not urlsplit(address).netloc else otherwise
