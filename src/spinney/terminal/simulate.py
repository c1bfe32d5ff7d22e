"""`spinney simulate`: many games, and a report; or one for each combination of a sweep."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.arena import thresholds
from spinney.arena.charts import draw_report
from spinney.arena.comparison import SavedReport, described
from spinney.arena.decisions import SampledDecision, look_into
from spinney.arena.depth_charts import decision_boards, skill_boards
from spinney.arena.report import SimulationReport, report
from spinney.arena.report_output import (
    decisions_json,
    report_csv,
    report_json,
    skill_json,
    sweep_json,
)
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.arena.skill import SkillDepth, play_skill
from spinney.arena.sweep import combinations, read_axis
from spinney.core.end_features import kinds
from spinney.core.errors import Refused, did_you_mean
from spinney.core.registry import game as find
from spinney.drawing.board import Board
from spinney.match.files import write
from spinney.terminal import report_tables as tables
from spinney.terminal.comparison import show_comparison
from spinney.terminal.console import console
from spinney.terminal.depth_tables import show_decisions, show_skill
from spinney.terminal.interrupts import noted_interrupts
from spinney.terminal.progress import GameProgress

if TYPE_CHECKING:
    from spinney.core.game import Game

BROKEN = 1
"""The exit status where a bound is broken."""
SHEETS = ("points", "features")
PARTS = ("seats", "games", "histograms", *SHEETS)
"""The parts of a report; `SHEETS` are those that need a score sheet of each game."""

Run = tuple[Simulation, SimulationReport]


@dataclass(frozen=True)
class SimulateArguments:
    """What was asked for on the command line.

    Attributes:
        name: the game's.
        players: how many; None: as many as usual.
        options: of the game, as name and value.
        games: how many.
        level: on all seats: ``random``, a level, or a number of playouts.
        seed: of the first deal; None draws one, which the report tells.
        jobs: how many games at once; None: one for every core.
        within: bounds, as `thresholds.read` reads them.
        svg: a file for the charts.
        everything: show long lists in full.
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
        parts: of the report, of `PARTS`, separated by commas.
        json: a file for the report and the measures of each game.
        csv: a file for a table of the games.
        sweep: what is varied, each as `read_axis` reads it.
        decisions: into how many games to look, decision by decision.
        skill: levels that are to play each other, separated by commas; empty: none.
        skill_deals: how many deals each two of them play.
    """

    name: str
    players: int | None = None
    options: Sequence[tuple[str, str]] = ()
    games: int = 10_000
    level: str = "seedling"
    seed: int | None = None
    jobs: int | None = None
    within: Sequence[str] = ()
    svg: Path | None = None
    everything: bool = False
    cluster: str | None = None
    parts: str = ",".join(PARTS)
    json: Path | None = None
    csv: Path | None = None
    sweep: Sequence[str] = ()
    decisions: int = 0
    skill: str = ""
    skill_deals: int = 20

    @property
    def shown(self) -> tuple[str, ...]:
        """The parts that are asked for. Raises Refused if there is no such part."""
        found = tuple(part.strip() for part in self.parts.split(","))
        for part in found:
            if part not in PARTS:
                near = did_you_mean(part, list(PARTS))
                raise Refused(f"a report has no part {part!r}{near}; parts: {', '.join(PARTS)}")
        return found

    def simulations(self) -> list[Simulation]:
        """Return what is to be played, one for each combination. Raises Refused if it can't be."""
        game = _with_players(find(self.name, **dict(self.options)), self.players)
        seed = secrets.randbelow(10**9) if self.seed is None else self.seed
        bounds = [thresholds.read(text, kinds(game)) for text in self.within]
        sheets = any(part in SHEETS for part in self.shown) or any(one.kind for one in bounds)
        simulation = Simulation(game, self.games, self.level, seed, sheets)
        if self.sweep and (self.decisions or self.skill):
            raise Refused("--sweep compares whole games: give --decisions or --skill without it")
        return list(combinations(simulation, [read_axis(text) for text in self.sweep]))


def _with_players(game: Game, players: int | None) -> Game:
    if players is None or players == game.players:
        return game
    if "players" not in game.chosen:
        raise Refused(f"{game.title} has {game.players} players, not {players}")
    return game.with_options(players=players)


def simulate(order: SimulateArguments) -> int:
    """Play the games and print the report; return 1 if a bound is broken, else 0.

    After ctrl-C the report is of the games that were finished.

    Raises:
        Refused: there is no such game, option, level, bound or sweep; a file can't be written.
    """
    simulations = order.simulations()
    runs: list[Run] = []
    for simulation in simulations:
        games: list[SimulatedGame] = []
        try:
            _play(simulation, order, games)
        except KeyboardInterrupt:
            console(error=True).print(f"stopped after {len(games)} of {simulation.games} games")
            _finish(order, [*runs, *([(simulation, report(games))] if games else [])])
            raise
        runs.append((simulation, report(games)))
    _finish(order, runs, _look_deeper(order, simulations[0]))
    return _check(order, runs)


class Deeper(NamedTuple):
    """What was looked into besides: single decisions of some games, and skill depth."""

    decisions: Sequence[Sequence[SampledDecision]] = ()
    skill: SkillDepth | None = None


def _look_deeper(order: SimulateArguments, simulation: Simulation) -> Deeper:
    """Look into decisions and play levels against each other, if that is asked for."""
    jobs = _jobs(order)
    count = min(order.decisions, simulation.games)
    decisions = list(look_into(simulation, count, jobs, order.cluster)) if count else []
    levels = [level.strip() for level in order.skill.split(",")]
    if not order.skill:
        return Deeper(decisions)
    return Deeper(decisions, play_skill(simulation, levels, order.skill_deals, jobs, order.cluster))


def _jobs(order: SimulateArguments) -> int:
    """Return how many games there are at once; on a cluster, 0 is as many as it has room for."""
    return order.jobs or (0 if order.cluster else os.cpu_count() or 1)


def _check(order: SimulateArguments, runs: Sequence[Run]) -> int:
    """Tell which bounds are broken; return the exit status."""
    status = 0
    for simulation, found in runs:
        for text in order.within:
            for words in thresholds.read(text, kinds(simulation.game)).broken(found):
                where = f"{described(simulation)}: " if len(runs) > 1 else ""
                console(error=True).print(f"{where}{words}", soft_wrap=True)
                status = BROKEN
    return status


def _play(simulation: Simulation, order: SimulateArguments, games: list[SimulatedGame]) -> None:
    """Play all games, adding each as it ends."""
    with GameProgress(simulation.games) as progress, noted_interrupts() as check:
        if order.cluster is None:
            simulation.precompile()
        progress.begin()
        shown = 0
        for ended in run_simulation(simulation, _jobs(order), order.cluster):
            check()
            games.append(ended)
            if len(games) % STEP == 0 or not simulation.fast:
                progress.advance(len(games) - shown)
                shown = len(games)


STEP = 50
"""After how many games that take milliseconds the bar moves: it would take longer than they."""


# The report.


def _finish(order: SimulateArguments, runs: Sequence[Run], deeper: Deeper | None = None) -> None:
    """Print the reports and write the files."""
    if not runs:
        return
    if len(runs) == 1:
        _tell(order, *runs[0], deeper or Deeper())
    else:
        _tell_sweep(runs)
    if order.json is not None:
        told: Any = report_json(*runs[0]) if len(runs) == 1 else sweep_json(runs)
        if deeper and deeper.decisions:
            told["decisions"] = decisions_json(deeper.decisions)
        if deeper and deeper.skill:
            told["skill"] = skill_json(deeper.skill)
        write(order.json, f"{json.dumps(told)}\n")
    if order.csv is not None:
        write(order.csv, report_csv(runs))


def _tell(
    order: SimulateArguments, simulation: Simulation, found: SimulationReport, deeper: Deeper
) -> None:
    out, game, shown = console(), simulation.game, order.shown
    title = _title(simulation, found.games)
    out.print(title)
    if "seats" in shown:
        tables.show_seats(out, found, game.player_names)
    if "games" in shown:
        tables.show_figures(out, found)
    if "histograms" in shown:
        tables.show_histograms(out, found)
    if "points" in shown:
        tables.show_sources(out, found)
    if "features" in shown:
        for kind in dict.fromkeys(thing.kind for thing in found.features):
            tables.show_features(out, kind, found.of(kind), order.everything)
    out.print("\n±: 95 %, by games")
    more: list[Board] = []
    if deeper.decisions:
        show_decisions(out, deeper.decisions)
        more += decision_boards(deeper.decisions)
    if deeper.skill:
        show_skill(out, deeper.skill, game.player_names)
        more += skill_boards(deeper.skill, game.player_names)
    if order.svg is not None:
        write(order.svg, draw_report(found, title.partition(" from ")[0], game.player_names, more))


def _tell_sweep(runs: Sequence[Run]) -> None:
    """Print how each combination differs from the first."""
    out = console()
    first, *others = (SavedReport.of(*run) for run in runs)
    out.print(f"{runs[0][1].games:,} games each from seed {runs[0][0].seed}")
    for other in others:
        show_comparison(out, first, other)


def _title(simulation: Simulation, count: int) -> str:
    game, level = simulation.game, simulation.level
    games = "1 game" if count == 1 else f"{count:,} games"
    who = f"{level} playouts" if level.isdecimal() else level
    changed = [f"{o.name}={o.say(game.chosen[o.name])}" for o in game.options]
    told = [*changed, *map(str, game.changes)]
    return ", ".join([f"{game.title}, {games} of {who} from seed {simulation.seed}", *told])
