"""`spinney simulate`: many games, and a report; or one for each combination of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.arena.bounds import read_bound
from spinney.arena.comparison import described
from spinney.arena.decisions import look_into
from spinney.arena.report import report
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.arena.skill import play_skill
from spinney.core.end_features import kinds
from spinney.system.files import check_writable
from spinney.system.interrupts import noted_interrupts, sigterm_interrupts
from spinney.terminal.console import console
from spinney.terminal.progress import GameProgress
from spinney.terminal.records import check_picture
from spinney.terminal.report import check_pages
from spinney.terminal.simulation_output import DepthResults, Run, finish

if TYPE_CHECKING:
    from spinney.terminal.simulate_arguments import SimulateArguments

BROKEN = 1
"""The exit status where a bound is broken."""
STEP = 50
"""The number of fast games after which the bar is updated: updates take longer than games."""


@sigterm_interrupts()
def simulate(arguments: SimulateArguments) -> int:
    """Play the games and print the report; return 1 if a bound is broken, else 0.

    After ctrl-C or SIGTERM the report is of the games that were finished.

    Raises:
        Refused: there is no such game, option, level, bound or sweep; a file can't be written.
    """
    simulations = arguments.simulations()
    check_picture(arguments.svg, ".svg")
    check_writable(arguments.svg, arguments.json, arguments.csv, arguments.html)
    if arguments.html is not None:
        check_pages()
    runs: list[Run] = []
    for simulation in simulations:
        games: list[SimulatedGame] = []
        try:
            _play(simulation, arguments, games)
        except KeyboardInterrupt:
            console(error=True).print(f"stopped after {len(games)} of {simulation.games} games")
            finish(arguments, [*runs, *([(simulation, report(games))] if games else [])])
            raise
        runs.append((simulation, report(games)))
    try:
        deeper = _look_deeper(arguments, simulations[0])
    except KeyboardInterrupt:
        console(error=True).print("stopped before all decisions and levels were looked at")
        finish(arguments, runs)
        raise
    finish(arguments, runs, deeper)
    return _check(arguments, runs)


def _look_deeper(arguments: SimulateArguments, simulation: Simulation) -> DepthResults:
    """Sample decisions and play levels against each other, if requested."""
    jobs = arguments.processes
    count = min(arguments.decisions, simulation.games)
    decisions = list(look_into(simulation, count, jobs, arguments.cluster)) if count else []
    levels = [level.strip() for level in arguments.skill.split(",")]
    if not arguments.skill:
        return DepthResults(decisions)
    return DepthResults(
        decisions, play_skill(simulation, levels, arguments.skill_deals, jobs, arguments.cluster)
    )


def _check(arguments: SimulateArguments, runs: Sequence[Run]) -> int:
    """Print which bounds are broken; return the exit status."""
    status = 0
    for simulation, statistics in runs:
        for text in arguments.within:
            for words in read_bound(text, kinds(simulation.game)).broken(statistics):
                where = f"{described(simulation)}: " if len(runs) > 1 else ""
                console(error=True).print(f"{where}{words}", soft_wrap=True)
                status = BROKEN
    return status


def _play(simulation: Simulation, arguments: SimulateArguments, games: list[SimulatedGame]) -> None:
    """Play all games, adding each as it ends."""
    with GameProgress(simulation.games) as progress, noted_interrupts() as check:
        if arguments.cluster is None:
            if not simulation.is_cached:
                progress.compiling(simulation.game.title)
            simulation.precompile()
        progress.begin()
        noted = 0
        for ended in run_simulation(simulation, arguments.processes, arguments.cluster):
            check()
            games.append(ended)
            if len(games) % STEP == 0 or not simulation.fast:
                progress.advance(len(games) - noted)
                noted = len(games)
