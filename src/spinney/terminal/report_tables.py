"""The tables of a simulation's report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from spinney.arena.charts import range_of
from spinney.arena.measures import MEASURES
from spinney.arena.report import EndFeatureReport, SimulationReport
from spinney.arena.statistics import Estimate
from spinney.arena.wording import estimate_text

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 10
"""The number of end features shown from each end of a long list."""
BAR = 24
"""The columns of the longest bar."""
EIGHTHS = " ▏▎▍▌▋▊▉"


def show_seats(out: Console, report: SimulationReport, names: Sequence[str]) -> None:
    """Print the results of the seats."""
    table = table_of("Seats", "won, in %", "", "score")
    most = max(seat.won.value for seat in report.seats)
    for name, seat in zip(names, report.seats, strict=True):
        table.add_row(
            name, figure(seat.won.percent), _bar(seat.won.value, most), figure(seat.score)
        )
    out.print(table)


def show_figures(out: Console, report: SimulationReport) -> None:
    """Print the measures of the games themselves."""
    table = table_of("The games", "", "", wide=44)
    for one in MEASURES:
        if one.key in report.figures:
            table.add_row(one.title, figure(one.in_unit(report.figures[one.key])), one.unit)
    out.print(table)
    low, high = report.shortest, report.longest
    out.print(f"A game takes {figure(report.moves)} moves, from {low} to {high}.")
    if report.widest:
        middle, least, most = report.branching
        sure = "" if least == most else f" ({least:g} to {most:g})"
        out.print(
            f"Half of all actions are among {middle:g}{sure} legal actions or fewer, "
            f"none among more than {report.widest}."
        )


def show_histograms(out: Console, report: SimulationReport) -> None:
    """Print the distributions of scores and margins."""
    for title, bins in (("Scores", report.scores), ("Winning margins", report.margins)):
        table = table_of(title, "in %", "")
        most = max((one.share.value for one in bins), default=0.0)
        for one in bins:
            table.add_row(range_of(one), figure(one.share.percent), _bar(one.share.value, most))
        if bins:
            out.print(table)


def show_sources(out: Console, report: SimulationReport) -> None:
    """Print the sources of points."""
    table = table_of("Where points come from", "a player", "", "a winner")
    most = max((source.all.value for source in report.sources), default=0.0)
    for source in report.sources:
        table.add_row(
            source.title,
            figure(source.all),
            _bar(source.all.value, most),
            figure(source.winners),
        )
    table.add_row("together", figure(report.score), "", "")
    out.print(table)


def show_features(
    out: Console, kind: str, features: Sequence[EndFeatureReport], everything: bool
) -> None:
    """Print the end features of a kind that players had, and how much each helped."""
    table = table_of(kind.capitalize(), "had, in %", "wins more, in %", "", "score")
    most = max((abs(f.lift.value) for f in features if not math.isnan(f.lift.value)), default=0.0)
    cut = not everything and len(features) > 2 * SHOWN
    for number, feature in enumerate(features):
        if cut and number == SHOWN:
            table.add_row(f"… {len(features) - 2 * SHOWN} more; see --all")
        if cut and SHOWN <= number < len(features) - SHOWN:
            continue
        table.add_row(
            feature.name,
            figure(feature.had.percent),
            figure(feature.lift.percent, sign=True),
            _bar(feature.lift.value, 4 * most),
            figure(feature.score),
        )
    out.print(table)


def table_of(title: str, *headings: str, wide: int = 30) -> Table:
    """Return an empty table; its first column is at most ``wide`` columns of the terminal wide."""
    table = Table(pad_edge=False, box=None, header_style="bold", title_justify="left")
    table.add_column(f"\n{title}", no_wrap=True, overflow="ellipsis", min_width=20, max_width=wide)
    for heading in headings:
        table.add_column(f"\n{heading}", justify="right" if heading else "left", no_wrap=True)
    return table


def figure(estimate: Estimate, sign: bool = False) -> str:
    """Return a figure with its margin; a dash where it is unknown."""
    return estimate_text(*estimate, sign="+" if sign else "")


def _bar(value: float, most: float) -> str:
    """Draw a bar in eighths of a column; one of negative length in another shade."""
    if math.isnan(value) or not most:
        return ""
    whole, rest = divmod(round(8 * BAR * abs(value) / most), 8)
    if value < 0:
        return "░" * (whole + (rest > 3))
    return "█" * whole + EIGHTHS[rest]
