"""A report as one SVG file: a chart for each of its parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from spinney.arena.measures import MEASURES
from spinney.arena.report import EndFeatureReport, SimulationReport
from spinney.arena.statistics import Bin, Estimate
from spinney.arena.wording import estimate_text
from spinney.drawing.bar_chart import Bar, chart
from spinney.drawing.board import Board, sheet

MANY = 30
"""The most end features that are drawn. Of more, half as many are from each end."""


def draw_report(
    report: SimulationReport, title: str, names: Sequence[str], extra: Sequence[Board] = ()
) -> str:
    """Return a report as SVG; ``names`` are the players’, ``extra`` boards come below."""
    boards = [*_boards(report, names), *extra]
    return sheet(boards, [board.name for board in boards], title=title)


def _boards(report: SimulationReport, names: Sequence[str]) -> Iterator[Board]:
    won = [seat.won.percent for seat in report.seats]
    bars = [bar_of(name, figure, "%") for name, figure in zip(names, won, strict=True)]
    yield chart("seats", "Wins of each seat, in %", bars, mark=100 / len(names))
    yield from _measures(report)
    for name, title, bins in (
        ("scores", "Scores, in % of players", report.scores),
        ("margins", "Winning margins, in % of games", report.margins),
    ):
        if bins:
            yield chart(
                name, title, [bar_of(range_of(one), one.share.percent, "%") for one in bins]
            )
    sources = [bar_of(source.title, source.all) for source in report.sources]
    if sources:
        yield chart("sources", "Where points come from, a player", sources)
    for kind in dict.fromkeys(feature.kind for feature in report.features):
        features = report.of(kind)
        had = [bar_of(one.name, one.had.percent, "%") for one in first_and_last(features)]
        yield chart(f"{kind}-had", f"Who has them, in % of players: {kind}", had)
        lifts = [
            bar_of(one.name, one.lift.percent, "%") for one in first_and_last(_with_lift(features))
        ]
        if lifts:
            title = f"How many more of 100 games those win who have them: {kind}"
            yield chart(f"{kind}-lift", title, lifts)


def _measures(report: SimulationReport) -> Iterator[Board]:
    """Yield a chart of the measures of each unit: bars of different units can't be compared."""
    units = dict.fromkeys(one.unit for one in MEASURES if one.key in report.figures)
    for unit in units:
        bars = [
            bar_of(one.title, one.in_unit(report.figures[one.key]), unit if unit == "%" else "")
            for one in MEASURES
            if one.unit == unit and one.key in report.figures
        ]
        title = "The games, in %" if unit == "%" else f"The games: {unit}"
        yield chart(f"games-{unit}".replace("%", "shares"), title, bars)


def range_of(one: Bin) -> str:
    """Return the range of a histogram's bar: ``7``, ``10 to 19``."""
    return f"{one.low}" if one.low == one.high else f"{one.low} to {one.high}"


def _with_lift(features: Sequence[EndFeatureReport]) -> list[EndFeatureReport]:
    return [feature for feature in features if not math.isnan(feature.lift.value)]


def first_and_last(features: Sequence[EndFeatureReport]) -> Sequence[EndFeatureReport]:
    """Return of many end features the first and the last only."""
    half = MANY // 2
    return features if len(features) <= MANY else [*features[:half], *features[-half:]]


def bar_of(label: str, estimate: Estimate, unit: str = "") -> Bar:
    """Return a bar with its figure."""
    value, margin = estimate
    whisker = margin if math.isfinite(margin) else math.nan
    return Bar(label, value, whisker, estimate_text(value, margin, unit))
