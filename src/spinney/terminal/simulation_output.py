"""The output of `spinney simulate`: its text and its files."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.arena.charts import draw_report
from spinney.arena.comparison import SavedReport
from spinney.arena.decisions import SampledDecision
from spinney.arena.depth_charts import decision_boards, skill_boards
from spinney.arena.report import SimulationReport
from spinney.arena.report_output import (
    decisions_json,
    report_csv,
    report_json,
    skill_json,
    sweep_json,
)
from spinney.arena.simulate import Simulation
from spinney.arena.simulate_command import simulate_command
from spinney.arena.skill import SkillDepth
from spinney.core.errors import Refused
from spinney.drawing.board import Board
from spinney.system.files import write
from spinney.terminal import report_tables as tables
from spinney.terminal.comparison import show_comparison
from spinney.terminal.console import console
from spinney.terminal.depth_tables import show_decisions, show_skill

if TYPE_CHECKING:
    from pathlib import Path

    from spinney.terminal.simulate_arguments import SimulateArguments

Run = tuple[Simulation, SimulationReport]


class DepthResults(NamedTuple):
    """Further measurements: single decisions of some games, and skill depth."""

    decisions: Sequence[Sequence[SampledDecision]] = ()
    skill: SkillDepth | None = None


def finish(
    arguments: SimulateArguments, runs: Sequence[Run], deeper: DepthResults | None = None
) -> None:
    """Write the files, then print the reports: the output may be full, or nobody may read it.

    Raises:
        Refused: a file can't be written; all else is written and printed.
    """
    if not runs:
        return
    found = deeper or DepthResults()
    problems = list(_write_files(arguments, runs, found))
    if len(runs) == 1:
        _tell(arguments, *runs[0], found)
    else:
        _tell_sweep(runs)
    if problems:
        raise Refused("; ".join(problems))


def _write_files(
    arguments: SimulateArguments, runs: Sequence[Run], deeper: DepthResults
) -> Iterator[str]:
    """Write each file that was asked for, and yield why one can't be written."""
    contents: tuple[tuple[Path | None, Callable[[], str]], ...] = (
        (arguments.json, lambda: _json(runs, deeper)),
        (arguments.csv, lambda: report_csv(runs)),
        (arguments.html, lambda: _page(arguments, runs, deeper)),
        (arguments.svg if len(runs) == 1 else None, lambda: _chart(*runs[0], deeper)),
    )
    for path, content in contents:
        if path is not None:
            try:
                write(path, content())
            except Refused as refusal:
                yield str(refusal)


def _json(runs: Sequence[Run], deeper: DepthResults) -> str:
    content: Any = report_json(*runs[0]) if len(runs) == 1 else sweep_json(runs)
    if deeper.decisions:
        content["decisions"] = decisions_json(deeper.decisions)
    if deeper.skill:
        content["skill"] = skill_json(deeper.skill)
    return f"{json.dumps(content)}\n"


def _page(arguments: SimulateArguments, runs: Sequence[Run], deeper: DepthResults) -> str:
    """Return the report of a simulation as a page, or that of a sweep."""
    from spinney.arena.html_report.simulation_report import comparison_page, simulation_page

    if len(runs) == 1:
        return simulation_page(*runs[0], deeper.decisions, deeper.skill)
    first = runs[0][0]
    command = simulate_command(
        replace(first, game=arguments.game(), level=arguments.level), first.games
    )
    swept = shlex.join(word for text in arguments.sweep for word in ("--sweep", text))
    return comparison_page([SavedReport.of(*run) for run in runs], f"{command} {swept}")


def _tell(
    arguments: SimulateArguments,
    simulation: Simulation,
    report: SimulationReport,
    deeper: DepthResults,
) -> None:
    out, game, shown = console(), simulation.game, arguments.shown
    out.print(_title(simulation, report.games))
    if "seats" in shown:
        tables.show_seats(out, report, game.player_names)
    if "games" in shown:
        tables.show_figures(out, report)
    if "histograms" in shown:
        tables.show_histograms(out, report)
    if "points" in shown:
        tables.show_sources(out, report)
    if "features" in shown:
        for kind in dict.fromkeys(feature.kind for feature in report.features):
            tables.show_features(out, kind, report.of(kind), arguments.everything)
    out.print("\n±: 95 %, by games")
    if deeper.decisions:
        show_decisions(out, deeper.decisions)
    if deeper.skill:
        show_skill(out, deeper.skill, game.player_names)


def _chart(simulation: Simulation, report: SimulationReport, deeper: DepthResults) -> str:
    """Return the charts of a report as SVG."""
    names = simulation.game.player_names
    boards: list[Board] = []
    if deeper.decisions:
        boards += decision_boards(deeper.decisions)
    if deeper.skill:
        boards += skill_boards(deeper.skill, names)
    title = _title(simulation, report.games).partition(" from ")[0]
    return draw_report(report, title, names, boards)


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
    changed = [f"{o.name}={o.word(game.chosen[o.name])}" for o in game.options]
    changes = [*changed, *map(str, game.changes)]
    return ", ".join([f"{game.title}, {games} of {who} from seed {simulation.seed}", *changes])
