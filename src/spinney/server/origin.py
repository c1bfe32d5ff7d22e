"""The address of this server as a browser reaches it."""

from __future__ import annotations

from fastapi import Request


def origin_of(request: Request) -> str:
    """Return the address of this server as the browser that asks has it.

    A trusted proxy says which way the browser came. One that says nothing may encrypt all the
    same; the page that the browser comes from tells.
    """
    host, before = request.headers.get("host", ""), request.headers.get("referer", "")
    schemes = (scheme for scheme in ("https", "http") if before.startswith(f"{scheme}://{host}/"))
    return f"{next(schemes, request.url.scheme)}://{host}"
