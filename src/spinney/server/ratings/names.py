"""Names of rated players, and the addresses of their pages."""

from __future__ import annotations

from urllib.parse import quote

from spinney.i18n import _
from spinney.match.player_names import level_name
from spinney.server.tables.table import LEVEL


def is_level(holder: str) -> bool:
    """Return whether a rating is a level's."""
    return holder.startswith(f"{LEVEL}:")


def player_name(holder: str, name: str) -> str:
    """Return what a holder of ratings is called on pages."""
    if is_level(holder):
        return level_name(holder.partition(":")[2])
    return name if holder else _("someone who left")


def profile_address(name: str) -> str:
    """Return the address of somebody's page; of a level by ``level:tree``."""
    return f"/player?name={quote(name, safe=':')}"
