"""Whoever chooses for a seat: so far the computer's levels."""

from __future__ import annotations

from .levels import LEVELS, Level, choose

__all__ = ["LEVELS", "Level", "choose"]
