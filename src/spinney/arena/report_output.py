"""Write the results of a simulation as JSON and CSV, also for `spinney compare`.

The JSON has the report and, under ``per_game``, a number a game for each measure, in the order of
``deals``. Shares are 0 to 1; ``margin`` is half the width of a 95 % interval; what is unknown is
null. The CSV has a row for each game.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spinney.arena.comparison import Difference, SavedReport, deals_of, described, differences
from spinney.arena.decisions import QUARTERS, SampledDecision, figures
from spinney.arena.measures import measure_of
from spinney.arena.report import EndFeatureReport, SimulationReport
from spinney.arena.simulate import Simulation
from spinney.arena.skill import SkillDepth
from spinney.arena.statistics import Array, Bin, Estimate, figure_json
from spinney.core.errors import Refused

SCHEMA = 1
"""The version of the JSON."""


def report_json(simulation: Simulation, report: SimulationReport) -> dict[str, Any]:
    """Return a report as JSON values."""
    game = simulation.game
    return {
        "schema": SCHEMA,
        "title": described(simulation),
        "game": game.name,
        "options": {o.name: o.word(game.chosen[o.name]) for o in game.options},
        "constants": list(map(str, game.changes)),
        "level": simulation.level,
        "seed": simulation.seed,
        "games": report.games,
        "seats": [{"won": figure_json(s.won), "score": figure_json(s.score)} for s in report.seats],
        "figures": {key: _figure(key, estimate) for key, estimate in report.figures.items()},
        "branching": {
            "median": figure_json(report.branching),
            "most": report.widest,
        },
        "scores": _bins(report.scores),
        "margins": _bins(report.margins),
        "points": [
            {"title": s.title, "all": figure_json(s.all), "winners": figure_json(s.winners)}
            for s in report.sources
        ],
        "features": [_feature(one) for one in report.features],
        "deals": deals_of(simulation, report).tolist(),
        "per_game": {key: _column(column) for key, column in report.columns.items()},
    }


def report_csv(runs: Iterable[tuple[Simulation, SimulationReport]]) -> str:
    """Return a table with a row for each game of some simulations; ``title`` tells them apart."""
    runs, text = list(runs), io.StringIO()
    keys = list(dict.fromkeys(key for _, report in runs for key in report.columns))
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["title", "deal", *keys])
    for simulation, report in runs:
        title, empty = described(simulation), np.full(report.games, np.nan)
        values = [_column(report.columns.get(key, empty)) for key in keys]
        for deal, *row in zip(deals_of(simulation, report).tolist(), *values, strict=True):
            table.writerow([title, deal, *("" if value is None else value for value in row)])
    return text.getvalue()


def read_report(path: Path) -> SavedReport:
    """Return a report that was saved as JSON.

    Raises:
        Refused: the file can't be read, or is not such a report.
    """
    try:
        saved = json.loads(path.read_text("utf-8"))
        if saved["schema"] != SCHEMA:
            raise Refused(f"{path} has schema {saved['schema']!r}; this version reads {SCHEMA}")
        deals, columns = np.array(saved["deals"], np.int64), saved["per_game"].items()
        by_key = {str(key): np.array(column, float) for key, column in columns}
        if any(column.shape != deals.shape for column in by_key.values()):
            raise Refused(f"{path}: not every game has every measure; simulate again")
        return SavedReport(str(saved["title"]), deals, by_key)
    except Refused:
        raise
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise Refused(f"can't read {path}: {reason}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused(
            f"{path} is not a report of one simulation, as spinney simulate --json writes it"
        ) from None


def difference_json(difference: Difference) -> dict[str, Any]:
    """Return a difference as JSON values."""
    pairs = {
        name: figure_json(getattr(difference, name)) for name in ("before", "after", "difference")
    }
    one = measure_of(difference.key)
    names = {"key": difference.key, "title": one.title, "unit": one.unit}
    return {**names, **pairs, "pairs": difference.pairs}


def sweep_json(runs: Sequence[tuple[Simulation, SimulationReport]]) -> dict[str, Any]:
    """Return the reports of a sweep, and how each of the others differs from the first."""
    first, *others = (SavedReport.of(*run) for run in runs)
    return {
        "schema": SCHEMA,
        "runs": [report_json(*run) for run in runs],
        "differences": [
            [difference_json(difference) for difference in differences(first, other)]
            for other in others
        ],
    }


def decisions_json(games: Sequence[Sequence[SampledDecision]]) -> dict[str, Any]:
    """Return the means of single decisions as JSON values: of all, and of each quarter of games."""

    def of(quarter: int | None) -> dict[str, Any]:
        quarter_figures = figures(games, quarter)
        return {
            "bits": figure_json(quarter_figures.bits),
            "spread": figure_json(quarter_figures.spread),
        }

    return {
        "games": len(games),
        "decisions": sum(map(len, games)),
        "all": of(None),
        "quarters": [of(quarter) for quarter in range(QUARTERS)],
    }


def skill_json(skill: SkillDepth) -> dict[str, Any]:
    """Return skill depth as JSON values."""
    count = range(len(skill.levels))
    matrix = [
        [figure_json(skill.matrix[i, j]) if (i, j) in skill.matrix else None for j in count]
        for i in count
    ]
    return {
        "levels": list(skill.levels),
        "deals": skill.deals,
        "elo": matrix,
        "depth": figure_json(skill.depth),
        "seats": [[figure_json(seat.won) for seat in seats] for seats in skill.seats],
        "first": [figure_json(first) for first in skill.first],
    }


def _figure(key: str, estimate: Estimate) -> dict[str, Any]:
    one = measure_of(key)
    return {"title": one.title, "unit": one.unit, **figure_json(estimate)}


def _feature(one: EndFeatureReport) -> dict[str, Any]:
    figures = {"had": one.had, "lift": one.lift, "score": one.score}
    return {"kind": one.kind, "name": one.name} | {n: figure_json(f) for n, f in figures.items()}


def _bins(bins: Sequence[Bin]) -> list[dict[str, Any]]:
    return [{"low": one.low, "high": one.high, "share": figure_json(one.share)} for one in bins]


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _column(column: Array) -> list[float | None]:
    return [_number(value) for value in column.tolist()]
