"""Many matches: who plays, what is dealt, and what came of it; and thousands of simulated games."""

from __future__ import annotations

from spinney.arena.game_result import Result
from spinney.arena.report import SimulationReport, report
from spinney.arena.series import Finished, Series
from spinney.arena.simulate import Ended, Simulation, simulated
from spinney.arena.standings import StandingsRow, tally
from spinney.arena.worker_pool import Played, played

__all__ = [
    "Ended",
    "Finished",
    "Played",
    "Result",
    "Series",
    "Simulation",
    "SimulationReport",
    "StandingsRow",
    "played",
    "report",
    "simulated",
    "tally",
]
