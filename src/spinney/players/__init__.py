"""Players of seats: the computer's levels, programs in any language, Python classes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spinney.players.answer import Answer
    from spinney.players.level_choice import choose
    from spinney.players.levels import LEVELS, Level
    from spinney.players.local_bots import LocalBots
    from spinney.players.player_specs import PlayerSpec, ProgramSpec, read
    from spinney.players.referee import MatchReferee
    from spinney.players.resource_limits import ResourceLimits

__all__ = [
    "LEVELS",
    "Answer",
    "Level",
    "LocalBots",
    "MatchReferee",
    "PlayerSpec",
    "ProgramSpec",
    "ResourceLimits",
    "choose",
    "read",
]

_MODULES = {
    "answer": ("Answer",),
    "level_choice": ("choose",),
    "levels": ("LEVELS", "Level"),
    "local_bots": ("LocalBots",),
    "player_specs": ("PlayerSpec", "ProgramSpec", "read"),
    "referee": ("MatchReferee",),
    "resource_limits": ("ResourceLimits",),
}


def __getattr__(name: str) -> Any:
    """Import modules that need NumPy only on demand: starting a program doesn't need it."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
