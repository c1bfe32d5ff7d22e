"""Links that let friends look on or sit down: made from a key that is not in the database.

The database has only a link's hash. A link is the key's HMAC of its table, its seat and how many
links that had before, so whoever may hand it on is shown it again and again, and what a stolen
database or backup holds lets nobody in. Without the key that made it a link goes on to work, but
can't be shown: a new one is made in its place.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from spinney.core.errors import Refused
from spinney.server.random_ids import fingerprint

TABLE = -1
"""In place of a seat's number: the link lets friends look on."""
BYTES = 18
"""Of a link."""


def make_link(key: str, table_id: str, seat: int, count: int) -> str:
    """Return a link.

    Args:
        key: the server's; empty: nobody can be shown this link again.
        table_id: by id.
        seat: the player whose seat it is for, or `TABLE`.
        count: how many links there were before.
    """
    words = f"{table_id} {seat} {count}".encode()
    made = hmac.digest((key or secrets.token_hex(32)).encode(), words, "sha256")[:BYTES]
    link = base64.urlsafe_b64encode(made).decode()
    return f"_{link[1:]}" if link.startswith("-") else link  # no command takes it for an option


def shown_link(key: str, table_id: str, seat: int, count: int, hashed: str | None) -> str:
    """Return a link that the database has as a hash; empty if this key didn't make it."""
    if not (key and hashed):
        return ""
    link = make_link(key, table_id, seat, count)
    return link if hmac.compare_digest(fingerprint(link), hashed) else ""


def key_in(file: Path) -> str:
    """Return the key that a file holds; it is made if it isn't there, readable by its owner only.

    Raises:
        Refused: it can't be read or made.
    """
    try:
        if not file.exists():
            fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_hex(32) + "\n")
            with suppress(FileExistsError):  # another worker was quicker
                os.link(fresh, file)
            fresh.unlink()
        key = file.read_text("utf-8").strip()
    except OSError as problem:
        raise Refused(
            f"the key for links can't be kept in {file}: {problem.strerror}; "
            "name another file in SPINNEY_LINK_KEY_FILE"
        ) from None
    if not key:
        raise Refused(f"the file {file} is empty; it has the key for links")
    return key
