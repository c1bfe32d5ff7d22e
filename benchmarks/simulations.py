"""The cost of a simulated game, in milliseconds of processor time, by games and levels.

The moves of a game are what compiled code chooses and takes. All else is its fixed cost: its score
sheet, what players had, its part of the report. Medians of some runs in one process, everything
compiled before. `python -m benchmarks.simulations` measures this alone.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import spinney
from spinney.arena.report import report
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.core import compilation
from spinney.search.selfplay_batch import SELFPLAY

RUNS = 5
LEVELS = {"random": 500, "seedling": 100}
"""How many games of each level are played in a run."""
REPORTED = 10_000
"""How many games the report is of, as usual: some of its cost is the same for any number."""
KINDS = (
    ("arboretum", 2),
    ("arboretum", 4),
    ("build-your-arboretum", 2),
    ("spring-2021", 2),
    ("forest-garden", 2),
    ("forest-garden", 7),
)


class GameCost(NamedTuple):
    """Processor time of a game, in milliseconds."""

    moves: float
    fixed: float


class TimedRule:
    """A linked rule that counts the processor time it takes, in seconds."""

    def __init__(self, rule: Any) -> None:
        self.rule, self.seconds = rule, 0.0

    def __call__(self, *arguments: Any) -> Any:
        start = time.process_time()
        found = self.rule(*arguments)
        self.seconds += time.process_time() - start
        return found


def simulations() -> Iterator[str]:
    """Yield a line for each game and level."""
    yield f"{'processor time of a game, in ms':<52}{'moves':>12}{'fixed':>10}"
    for name, players in KINDS:
        for level, games in LEVELS.items():
            cost = cost_of(name, players, level, games)
            title = f"{name}, {players} players, {level}"
            yield f"{title:<52}{cost.moves:>12.3f}{cost.fixed:>10.3f}"


def cost_of(name: str, players: int, level: str, games: int) -> GameCost:
    """Return what a game costs, on average over some, as the median of some runs."""
    game = spinney.game(name)
    if "players" in game.chosen:
        game = game.with_options(players=players)
    simulation = Simulation(game, games, level)
    simulation.precompile()
    simulation.play(0)
    runs = list(_runs(simulation))
    return GameCost(
        *(1000 * statistics.median(column) / games for column in zip(*runs, strict=True))
    )


def _runs(simulation: Simulation) -> Iterator[tuple[float, float]]:
    """Yield for each run the seconds of all moves, and of everything else."""
    rules: Any = compilation.engine(simulation.game, SELFPLAY).rules
    played = rules.play_game
    for _ in range(RUNS):
        rules.play_game = timed = TimedRule(played)
        start = time.process_time()
        games = list(run_simulation(simulation))
        whole = time.process_time() - start
        rules.play_game = played
        yield timed.seconds, whole - timed.seconds + len(games) * _report_cost(games)


def _report_cost(games: list[SimulatedGame]) -> float:
    """Return the seconds of the report for each of `REPORTED` games."""
    many = games * (REPORTED // len(games))
    start = time.process_time()
    report(many)
    return (time.process_time() - start) / len(many)


if __name__ == "__main__":
    for line in simulations():
        print(line, flush=True)
