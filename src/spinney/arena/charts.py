"""A report as one SVG file: a chart for each of its parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from spinney.arena.report import EndFeature, SimulationReport
from spinney.arena.statistics import Estimate
from spinney.drawing.bar_chart import Bar, chart
from spinney.drawing.board import Board, sheet

MANY = 30
"""Of more things than these, the first and the last half as many are drawn."""


def draw_report(report: SimulationReport, title: str, names: Sequence[str]) -> str:
    """Return a report as SVG; ``names`` are what the players are called."""
    boards = list(_boards(report, names))
    return sheet(boards, [board.name for board in boards], title=title)


def _boards(report: SimulationReport, names: Sequence[str]) -> Iterator[Board]:
    won = [seat.won.percent for seat in report.seats]
    bars = [_bar(name, figure, "%") for name, figure in zip(names, won, strict=True)]
    yield chart("seats", "Wins of each seat, in %", bars, mark=100 / len(names))
    sources = [_bar(source.title, source.all) for source in report.sources]
    yield chart("sources", "Where points come from, a player", sources)
    for kind in dict.fromkeys(thing.kind for thing in report.features):
        things = report.of(kind)
        had = [_bar(thing.name, thing.had.percent, "%") for thing in _first_and_last(things)]
        yield chart(f"{kind}-had", f"Who has them, in % of players: {kind}", had)
        lifts = [_bar(one.name, one.lift.percent, "%") for one in _first_and_last(_known(things))]
        if lifts:
            title = f"How many more of 100 games those win who have them: {kind}"
            yield chart(f"{kind}-lift", title, lifts)


def _known(things: Sequence[EndFeature]) -> list[EndFeature]:
    return [thing for thing in things if not math.isnan(thing.lift.value)]


def _first_and_last(things: Sequence[EndFeature]) -> Sequence[EndFeature]:
    half = MANY // 2
    return things if len(things) <= MANY else [*things[:half], *things[-half:]]


def _bar(label: str, estimate: Estimate, unit: str = "") -> Bar:
    value, margin = estimate
    sure = "" if math.isnan(margin) else f" ± {margin:.1f}"
    return Bar(label, value, margin, f"{value:.1f}{sure} {unit}".rstrip())
