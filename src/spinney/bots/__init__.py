"""Whoever chooses for a seat: the computer's levels, programs in any language, Python classes."""

from __future__ import annotations

from .answer import Answer
from .entrants import Entrant, Program, read
from .levels import LEVELS, Level, choose
from .named import Bots
from .terms import Terms
from .umpire import Umpire

__all__ = [
    "LEVELS",
    "Answer",
    "Bots",
    "Entrant",
    "Level",
    "Program",
    "Terms",
    "Umpire",
    "choose",
    "read",
]
