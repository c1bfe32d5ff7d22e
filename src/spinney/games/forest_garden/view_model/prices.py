"""Prices in words."""

from __future__ import annotations

from spinney.i18n import _, ngettext


def cubes(number: int) -> str:
    """Return a number of cubes in words."""
    if not number:
        return _("no cubes")
    return ngettext("{count} cube", "{count} cubes", number)
