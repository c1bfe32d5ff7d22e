"""Keep search engines from pages that are of no use to them.

``/robots.txt`` asks crawlers to leave these pages alone (`home.robots`). Those that get there all
the same are told not to index them.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOT_INDEXED = ("/account", "/api/", "/join/", "/match/", "/table/")
"""What addresses begin with that show people's own affairs. A match has a page for each position of
its replay and each player's view, and each of them is drawn anew."""
NO_INDEX = "noindex"


class CrawlerMiddleware:
    """Tells search engines not to index some pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        not_indexed = scope["type"] == "http" and scope["path"].startswith(NOT_INDEXED)
        await self._app(scope, receive, _with_header(send) if not_indexed else send)


def _with_header(send: Send) -> Send:
    async def send_with_header(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["X-Robots-Tag"] = NO_INDEX
        await send(message)

    return send_with_header
