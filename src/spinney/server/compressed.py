"""Compressed answers: texts that never change while a server runs, and hold no secrets."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache

from fastapi import Request, Response


def compressed(
    request: Request, text: str, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer with a text, compressed for a browser that takes that."""
    response_headers = {**(headers or {}), "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type=media_type, headers=response_headers)
    response_headers["Content-Encoding"] = "gzip"
    return Response(_packed(text), media_type=media_type, headers=response_headers)


@lru_cache(maxsize=64)
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)
