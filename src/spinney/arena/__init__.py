"""Many matches: who plays, what is dealt, and what came of it; and thousands of simulated games."""

from __future__ import annotations

from .report import Report, report
from .result import Result
from .series import Finished, Series
from .simulate import Ended, Simulation, simulated
from .tally import Row, tally
from .workers import Played, played

__all__ = [
    "Ended",
    "Finished",
    "Played",
    "Report",
    "Result",
    "Row",
    "Series",
    "Simulation",
    "played",
    "report",
    "simulated",
    "tally",
]
