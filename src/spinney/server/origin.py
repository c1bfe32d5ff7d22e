"""The address of this server as a browser reaches it."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request


def origin_of(request: Request) -> str:
    """Return the address of this server as the browser that asks has it.

    A trusted proxy says which way the browser came. One that says nothing may encrypt all the
    same; the page that the browser comes from tells.
    """
    host, before = request.headers.get("host", ""), urlsplit(request.headers.get("referer", ""))
    known = before.netloc == host and before.scheme in ("http", "https")
    return f"{before.scheme if known else request.url.scheme}://{host}"
