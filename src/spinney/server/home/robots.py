"""``/robots.txt``: which pages crawlers shall leave alone."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from spinney.server.middleware.crawlers import NOT_INDEXED

routes = APIRouter()
USELESS = (
    "/finished?page=",
    "/guide/*/example?at=",
    "/health",
    "/metrics",
    "/new/",
    "/next-game",
    "/player",
)
"""What addresses begin with that may be listed, but aren't worth a crawler's visit: forms, further
pages of lists, single positions of examples, what is made for monitoring."""


@routes.get("/robots.txt")
def robots() -> PlainTextResponse:
    """Ask crawlers to leave pages alone (RFC 9309)."""
    rules = (f"Disallow: {path}" for path in sorted({*NOT_INDEXED, *USELESS}))
    return PlainTextResponse("\n".join(["User-agent: *", *rules]) + "\n")
