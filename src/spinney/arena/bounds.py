"""Bounds for a report: their notation, and the check.

    seats=3               each seat wins a fair share, give or take 3 of 100 games
    seats=20..30          each seat wins 20 to 30 of 100 games
    score=60..90          the mean score
    length=100..400       the mean number of moves of a game
    decisiveness=50..90   any other measure of `measures`; shares in parts of 100
    plants.lift=10        no plant lifts its owners' share of wins by more than 10 of 100 games
    plants.lift=-15..10   nor lowers it by more than 15
    bonuses.had=35..65    each bonus is had by 35 to 65 of 100 players
    decks.score=10        the mean score with each deck is within 10 % of the mean of all of them

Bounds are held against the figures themselves, not against the ends of their intervals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spinney.arena.measures import MEASURES, measure_of
from spinney.arena.report import EndFeatureReport, SimulationReport
from spinney.arena.statistics import UNKNOWN, Estimate
from spinney.arena.wording import estimate_text
from spinney.core.errors import Refused, did_you_mean

WHOLE = ("seats", *(measure.key for measure in MEASURES))
"""The measures of the games themselves,"""
OF_FEATURES = ("lift", "had", "score")
"""and of each end feature of a kind."""
ALONE = ("seats", "lift", "score")
"""The measures that a single number can bound: the distance from a fair value."""

_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?"
_FORM = re.compile(rf"([a-z ]+?)(?:\.([a-z]+))?\s*=\s*({_NUMBER})?(\.\.)?({_NUMBER})?")


class Figure(NamedTuple):
    """A figure that is compared with a bound.

    Attributes:
        name: whose it is.
        estimate: what it is.
        unit: as it is written after the figure.
    """

    name: str
    estimate: Estimate
    unit: str


@dataclass(frozen=True)
class ReportBound:
    """A bound: on what, and the least and the most it allows.

    Attributes:
        text: how it was written.
        kind: of end features, in the plural; empty if it is on the games.
        measure: one of `WHOLE`, or of `OF_FEATURES`.
        least, most: the allowed range; infinite where it has no end.
        single: was it given as one number, a distance?
    """

    text: str
    kind: str
    measure: str
    least: float
    most: float
    single: bool

    def broken(self, report: SimulationReport) -> Iterator[str]:
        """Yield in words every figure of a report that is out of bounds."""
        figures = list(self._figures(report))
        least, most = self._limits(figures)
        for name, (value, margin), unit in figures:
            if not least <= value <= most and not math.isnan(value):
                figure = f"{name} has {estimate_text(value, margin)}{unit}"
                yield f"{self.text}: {figure}, and {_allowed(least, most)} is allowed"

    def _limits(self, figures: Sequence[Figure]) -> tuple[float, float]:
        """Return the least and the most that the figures may be."""
        if not self.single or self.measure == "lift":
            return self.least, self.most
        values = [f.estimate.value for f in figures if not math.isnan(f.estimate.value)]
        middle = sum(values) / max(1, len(values))
        reach = self.most if self.measure == "seats" else abs(middle) * self.most / 100
        return middle - reach, middle + reach

    def _figures(self, report: SimulationReport) -> Iterator[Figure]:
        if self.kind:
            for feature in report.of(self.kind):
                yield Figure(f"{feature.name!r}", *self._of(feature))
        elif self.measure == "seats":
            for number, seat in enumerate(report.seats, 1):
                yield Figure(f"seat {number}", seat.won.percent, " % of the wins")
        elif self.measure == "score":
            yield Figure("a player", report.score, " points")
        elif self.measure == "length":
            yield Figure("a game", report.moves, " moves")
        else:
            one = measure_of(self.measure)
            estimate = one.in_unit(report.figures.get(one.key, UNKNOWN))
            yield Figure(f"{one.key!r}", estimate, f" {one.unit}")

    def _of(self, feature: EndFeatureReport) -> tuple[Estimate, str]:
        if self.measure == "lift":
            return feature.lift.percent, " % more wins"
        if self.measure == "score":
            return feature.score, " points"
        return feature.had.percent, " %"


def read_bound(text: str, kinds: Sequence[str]) -> ReportBound:
    """Return the bound of a text; ``kinds`` are those of the game's end features.

    Raises:
        Refused: it is not a bound, and why.
    """
    parts = _FORM.fullmatch(text.strip())
    if not parts or not (parts[3] or parts[5]) or (parts[3] and parts[5] and not parts[4]):
        raise Refused(f"{text!r} is not a bound; write one as seats=3 or {_example(kinds)}")
    kind, measure = (parts[1], parts[2]) if parts[2] else ("", parts[1])
    _check_names(text, kind, measure, kinds)
    single = not parts[4]
    if (single and measure not in ALONE) or (single and not kind and measure == "score"):
        raise Refused(f"{text!r} needs the least and the most, as {text.partition('=')[0]}=10..50")
    low, high = (None, parts[3]) if single else (parts[3], parts[5])
    least = -math.inf if low is None else float(low)
    most = math.inf if high is None else float(high)
    if (single and most < 0) or least > most:
        raise Refused(f"{text!r} allows nothing")
    return ReportBound(text.strip(), kind, measure, least, most, single)


def _check_names(text: str, kind: str, measure: str, kinds: Sequence[str]) -> None:
    if not kind and measure in WHOLE:
        return
    if not kind:
        measures = [*WHOLE, *(f"{one}.{what}" for one in kinds for what in OF_FEATURES)]
        raise Refused(f"{text!r}: nothing measures {measure!r}" + did_you_mean(measure, measures))
    if kind not in kinds:
        raise Refused(f"{text!r}: this game has no {kind!r}" + did_you_mean(kind, list(kinds)))
    if measure not in OF_FEATURES:
        near = did_you_mean(measure, list(OF_FEATURES))
        raise Refused(f"{text!r}: nothing measures {measure!r} of {kind}{near}")


def _example(kinds: Sequence[str]) -> str:
    return f"{kinds[-1]}.had=35..65"


def _allowed(least: float, most: float) -> str:
    if math.isinf(least):
        return f"at most {_short(most)}"
    return f"at least {_short(least)}" if math.isinf(most) else f"{_short(least)} to {_short(most)}"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
