"""The charts of the report: Elo and the test over the games, points of deals, scores, times."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from spinney.arena.deal_group import group_size
from spinney.arena.elo import elo
from spinney.arena.html_report.figures import (
    IntervalPoint,
    bars,
    histogram,
    line_chart,
    linear_edges,
    log_edges,
)
from spinney.arena.html_report.tables import PairingResult
from spinney.arena.sprt import Sprt

POINTS = 60
"""The most points of a line."""
MOST_CHARTS = 12
"""The most entrants whose distributions are drawn, the best first."""


def pairing_charts(pairing: PairingResult, test: Sprt | None) -> list[tuple[str, str]]:
    """Return charts of Elo and of a test over the games, and of the points of deals."""
    players = len(pairing.entrants)
    size, scores = group_size(players), pairing.scores
    if len(scores) < 2:
        return []
    ends = _ends(len(scores))
    points = [IntervalPoint(size * end, *elo(scores[:end], players)) for end in ends]
    drawn = [("Elo", line_chart("Elo with its 95 % interval", points, [(0.0, "")], _elo))]
    if test:
        ratios = [(size * end, test.llr(scores[:end])) for end in ends]
        low, high = test.bounds
        levels = [(high, "H1"), (low, "H0"), (0.0, "")]
        flat = [IntervalPoint(games, ratio, ratio, ratio) for games, ratio in ratios]
        drawn.append(("Log-likelihood ratio", line_chart("LLR", flat, levels, _ratio)))
    if players == 2:
        counts = [pairing.group_points[half] for half in range(5)]
        chart = bars("Pairs of games by points", ["0", "½", "1", "1½", "2"], counts)
        drawn.append(("Points in a pair of games", chart))
    return drawn


def _ends(groups: int) -> list[int]:
    """Return the numbers of groups at which a line has points: from 2 to all of them."""
    step = max(1.0, (groups - 2) / (POINTS - 1))
    return sorted({*(2 + round(step * at) for at in range(int((groups - 2) / step) + 1)), groups})


def score_charts(
    scores: Mapping[int, Sequence[int]], order: Sequence[int], names: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the distribution of each entrant's scores, all on one scale."""
    edges = linear_edges([score for own in scores.values() for score in own])
    step = max(1, math.ceil((len(edges) - 1) / 6))
    ticks = range(0, len(edges), step)
    return [
        (names[e], histogram(f"Scores of {names[e]}", scores[e], edges, _number, ticks))
        for e in order[:MOST_CHARTS]
        if scores.get(e)
    ]


def time_charts(
    times: Mapping[int, Sequence[float]], order: Sequence[int], names: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the distribution of each entrant's mean times by game, all on one scale."""
    all_times = [time for own in times.values() for time in own]
    edges = log_edges(all_times)
    ticks = [at for at, edge in enumerate(edges) if abs(math.log10(edge) % 1) < 1e-6]
    ticks = ticks if len(ticks) > 1 else [0, len(edges) - 1]
    return [
        (names[e], histogram(f"Times of {names[e]}", times[e], edges, _time, ticks))
        for e in order[:MOST_CHARTS]
        if times.get(e)
    ]


def _time(ms: float) -> str:
    """Return a time as an axis shows it."""
    return f"{ms / 1000:.3g} s" if ms >= 1000 else f"{ms:.2g} ms" if ms < 100 else f"{ms:.0f} ms"


def _number(value: float) -> str:
    return f"{value:g}"


def _elo(value: float) -> str:
    return f"{value:+.0f}" if value else "0"


def _ratio(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
