"""Passwords: how long they are, and the hashes that are kept of them."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.i18n import _

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LENGTHS = (8, 200)
"""The fewest and the most letters of a password."""


def hashed(password: str) -> str:
    """Return what is kept of a password. Raises Refused: it is too short or too long."""
    least, most = LENGTHS
    if not least <= len(password) <= most:
        raise Refused(_("a password has {least} to {most} characters", least=least, most=most))
    return _hasher().hash(password)


def is_password(stored_hash: str | None, password: str) -> bool:
    """Return whether a password is the one of which this is kept; None: of none.

    That takes as long for none: how long it takes doesn't tell whether there is one.
    """
    from argon2.exceptions import VerificationError

    try:
        _hasher().verify(stored_hash or _nobodys(), password[: LENGTHS[1]])
    except VerificationError:
        return False
    return stored_hash is not None


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobodys() -> str:
    """The hash of a password that nobody has."""
    return _hasher().hash(secrets.token_urlsafe())
