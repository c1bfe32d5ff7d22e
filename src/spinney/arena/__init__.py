"""Many matches: who plays, what is dealt, and what came of it."""

from __future__ import annotations

from .result import Result
from .series import Finished, Series
from .tally import Row, tally
from .workers import Played, played

__all__ = ["Finished", "Played", "Result", "Row", "Series", "played", "tally"]
