"""The addresses that an application answers, as patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount


def get_patterns(routes: Sequence[BaseRoute], root: str = "") -> Iterator[str]:
    """Yield the pattern of every route that answers GET, those of mounted applications too."""
    for route in routes:
        included = getattr(route, "original_router", None)  # newer FastAPIs keep routers whole
        if included is not None:
            yield from get_patterns(included.routes, root)
        elif isinstance(route, Mount) and isinstance(route.app, FastAPI):
            yield from get_patterns(route.app.routes, route.path)
        elif isinstance(route, APIRoute) and "GET" in (route.methods or ()):
            yield root + route.path
