"""The charts of a simulation's page: seats, distributions, points, features, decisions, skill."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spinney.arena.charts import first_and_last, range_of
from spinney.arena.comparison import Difference, SavedReport
from spinney.arena.decisions import QUARTERS, SampledDecision, figures
from spinney.arena.html_report.interval_charts import (
    IntervalBar,
    elo_bar,
    estimate_bar,
    lying_bars,
    upright_bars,
)
from spinney.arena.measures import BY_KEY, Measure, measure_of
from spinney.arena.report import EndFeatureReport, SeatReport, SimulationReport
from spinney.arena.skill import SkillDepth
from spinney.arena.statistics import Array, Bin, Estimate, histogram, mean

DISTRIBUTED = (
    *("length", "branching", "decision factor", "forced"),
    *("lead changes", "decisiveness", "agency"),
)
"""The measures whose distribution over games is drawn, besides scores and margins."""


FEW, FINEST = 5, 1000
"""With fewer bars than this, bins are smaller than 1; but not smaller than these."""


class Chart(NamedTuple):
    """A chart: its title, and its SVG."""

    title: str
    svg: str


def _upright(title: str, bars: Sequence[IntervalBar]) -> Chart:
    return Chart(title, upright_bars(title, bars))


def _lying(title: str, bars: Sequence[IntervalBar], mark: float | None = None) -> Chart:
    return Chart(title, lying_bars(title, bars, mark))


def seat_chart(seats: Sequence[SeatReport], names: Sequence[str], who: str = "") -> Chart:
    """Return the share of wins of each seat, compared with an equal share."""
    bars = [
        estimate_bar(name, seat.won.percent, "%") for name, seat in zip(names, seats, strict=True)
    ]
    return _lying(f"Wins of each seat, in %{who}", bars, 100 / len(names))


def distributions(report: SimulationReport) -> Iterator[Chart]:
    """Yield the distributions of scores, margins and measures over games."""
    for title, bins in (
        ("Scores, in % of players", report.scores),
        ("Winning margins, in % of games", report.margins),
    ):
        if bins:
            yield _upright(title, _bin_bars(bins))
    for key in DISTRIBUTED:
        one, column = BY_KEY[key], report.columns[key]
        values = one.scale * column[~np.isnan(column)]
        bars = fine_bars(values, one.unit) if len(np.unique(values)) > 1 else []
        if len(bars) > 1:
            named = f"{one.title} (%)" if one.unit == "%" else one.title
            yield _upright(f"{named}, in % of games", bars)


def fine_bars(values: Array, unit: str) -> list[IntervalBar]:
    """Return a histogram of numbers, in parts of 1 if whole numbers are too coarse."""
    parts = 1
    while parts < FINEST and np.ptp(values) * parts < FEW and (values % 1).any():
        parts *= 10
    bins = histogram(np.floor(values * parts + 1e-9))
    most = 100 * parts if unit == "%" else math.inf
    return [estimate_bar(_part_range(one, parts, most), one.share.percent, "%") for one in bins]


def _part_range(one: Bin, parts: int, most: float) -> str:
    """Return the range of a bar, in units; no share is above the most."""
    if parts == 1:
        return range_of(one._replace(high=int(min(one.high, max(one.low, most)))))
    low, high = f"{one.low / parts:g}", f"{min(one.high + 1, most) / parts:g}"
    return low if low == high else f"{low} to {high}"


def _bin_bars(bins: Sequence[Bin]) -> list[IntervalBar]:
    return [estimate_bar(range_of(one), one.share.percent, "%") for one in bins]


def source_chart(report: SimulationReport) -> Chart:
    """Return a chart of the sources of points."""
    return _lying(
        "Points of a player", [estimate_bar(source.title, source.all) for source in report.sources]
    )


def feature_charts(kind: str, features: Sequence[EndFeatureReport]) -> Iterator[Chart]:
    """Yield charts of how much end features of a kind help, and how often players have them."""
    estimated = [one for one in features if not math.isnan(one.lift.value)]
    if estimated:
        bars = [estimate_bar(one.name, one.lift.percent, "%") for one in first_and_last(estimated)]
        yield _lying("How many more of 100 games those win who have them", bars)
    bars = [estimate_bar(one.name, one.had.percent, "%") for one in first_and_last(features)]
    yield _lying(f"Who has them, in % of players: {kind}", bars)


def decision_charts(games: Sequence[Sequence[SampledDecision]]) -> Iterator[Chart]:
    """Yield hidden information and agency, from one quarter of a game to the next."""
    quarters = [figures(games, k) for k in range(QUARTERS)]
    for title, unit, values in (
        ("Hidden information, in bits, by quarter of a game", "", [one.bits for one in quarters]),
        (
            "Value of the best action above the median, in %, by quarter of a game",
            "%",
            [one.spread.percent for one in quarters],
        ),
    ):
        bars = [
            estimate_bar(str(k), value, unit)
            for k, value in enumerate(values, 1)
            if not math.isnan(value.value)
        ]
        if bars:
            yield _upright(title, bars)


def skill_charts(skill: SkillDepth, names: Sequence[str]) -> Iterator[Chart]:
    """Yield the steps from level to level, and what a seat and the first move are worth at each."""
    steps = [
        elo_bar(f"{stronger} against {weaker}", skill.matrix[k + 1, k])
        for k, (weaker, stronger) in enumerate(pairwise(skill.levels))
    ]
    finite = [bar for bar in steps if math.isfinite(bar.value)]
    if finite:
        yield _lying("Elo of each level against the one before", finite)
    bars = [
        estimate_bar(level, first.percent, "%")
        for level, first in zip(skill.levels, skill.first, strict=True)
        if not math.isnan(first.value)
    ]
    if bars:
        yield _lying("Wins of the first player by level, in %", bars, 100 / len(names))
    for level, seats in zip(skill.levels, skill.seats, strict=True):
        yield seat_chart(seats, names, f": {level}")


def measure_chart(
    one: Measure, reports: Sequence[SavedReport], names: Sequence[str]
) -> Chart | None:
    """Return a measure of several reports; None where not all of them have it."""
    bars = [
        estimate_bar(
            name, one.in_unit(_known_mean(report, one.key)), one.unit if one.unit == "%" else ""
        )
        for name, report in zip(names, reports, strict=True)
    ]
    if any(math.isnan(bar.value) for bar in bars):
        return None
    return _lying(one.title if one.unit == "%" else f"{one.title} ({one.unit})", bars)


def difference_chart(name: str, differences: Sequence[Difference]) -> Chart | None:
    """Return a chart of the clear differences, in % of the first report; None if there are none.

    (Bars of different units could not be compared.)
    """
    bars = [
        estimate_bar(measure_of(one.key).title, _relative(one), "%")
        for one in differences
        if one.clear and one.before.value
    ]
    return _lying(name, bars) if bars else None


def _relative(difference: Difference) -> Estimate:
    scale = 100 / abs(difference.before.value)
    return Estimate(scale * difference.difference.value, scale * difference.difference.margin)


def _known_mean(report: SavedReport, key: str) -> Estimate:
    column = report.columns.get(key, np.array([]))
    return mean(column[~np.isnan(column)])
