"""Random ids of tables, people, credentials and links, and the hashes that are kept of them."""

from __future__ import annotations

import hashlib
import secrets


def random_id(size: int) -> str:
    """Return a word of so many random bytes, as addresses and command lines take it.

    None begins with a dash, which a command would take for the beginning of an option.
    """
    while (word := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return word


def fingerprint(key: str) -> str:
    """Return the hash under which the database knows a credential."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
