"""Series of matches, simulations, and their statistics."""

from __future__ import annotations

from spinney.arena.elo import Interval, elo, normalized_elo
from spinney.arena.game_result import GameResult
from spinney.arena.report import SimulationReport, report
from spinney.arena.series import FinishedGame, Series
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.arena.sprt import Sprt
from spinney.arena.standings import StandingsRow, standings
from spinney.arena.stop_rule import StopRule, StopTracker
from spinney.arena.worker_pool import Played, play_games

__all__ = [
    "FinishedGame",
    "GameResult",
    "Interval",
    "Played",
    "Series",
    "SimulatedGame",
    "Simulation",
    "SimulationReport",
    "Sprt",
    "StandingsRow",
    "StopRule",
    "StopTracker",
    "elo",
    "normalized_elo",
    "play_games",
    "report",
    "run_simulation",
    "standings",
]
