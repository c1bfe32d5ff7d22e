"""Players of seats: the computer's levels, programs in any language, Python classes."""

from __future__ import annotations

from spinney.players.answer import Answer
from spinney.players.levels import LEVELS, Level, choose
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
