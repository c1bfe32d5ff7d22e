"""Differences between two simulations, game by game where both have the same deals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from spinney.arena.report import SimulationReport
from spinney.arena.simulate import Simulation
from spinney.arena.statistics import Array, Estimate, mean


@dataclass(frozen=True)
class SavedReport:
    """The data of a simulation that are compared.

    Attributes:
        title: what was played.
        deals: the seed of each game's deal, of shape ``(games,)``.
        columns: by measure a number a game, of shape ``(games,)``; NaN where there is none.
    """

    title: str
    deals: Array
    columns: Mapping[str, Array]

    @staticmethod
    def of(simulation: Simulation, report: SimulationReport) -> SavedReport:
        """Return the data of a simulation that was just played."""
        return SavedReport(described(simulation), deals_of(simulation, report), report.columns)


def described(simulation: Simulation) -> str:
    """Return a simulation's description in one line: the game, its options, the level."""
    game = simulation.game
    options = [f"{o.name}={o.word(game.chosen[o.name])}" for o in game.options]
    return ", ".join([game.title, f"level={simulation.level}", *options, *map(str, game.changes)])


def distinct_titles(titles: Sequence[str]) -> list[str]:
    """Return the parts of each title (`described`) that not all have; or number the titles."""
    parts = [title.split(", ") for title in titles]
    common = set.intersection(*map(set, parts))
    differing = [", ".join(part for part in own if part not in common) for own in parts]
    if len({*differing}) == len(differing):
        return [part or "as the rules say" for part in differing]
    return [f"{number}. {part}".rstrip(". ") for number, part in enumerate(differing, 1)]


def deals_of(simulation: Simulation, report: SimulationReport) -> Array:
    """Return the seeds of the games of a report, in their order, of shape ``(games,)``."""
    return np.array([simulation.deal(number) for number in report.numbers.tolist()], np.int64)


class Difference(NamedTuple):
    """How a measure differs between two simulations.

    Attributes:
        key: of the measure.
        before, after: its mean in the one and in the other.
        difference: the other mean minus the one, with its 95 % interval.
        pairs: the number of common deals; 0: the games were treated as independent.
    """

    key: str
    before: Estimate
    after: Estimate
    difference: Estimate
    pairs: int

    @property
    def clear(self) -> bool:
        """Is 0 outside the interval?"""
        value, margin = self.difference
        return not math.isnan(margin) and abs(value) > margin


def differences(before: SavedReport, after: SavedReport) -> Iterator[Difference]:
    """Yield the difference in each measure that both have.

    Differences of games that have the same deal vary less than the games do. Where deals are
    common only these are looked at; else all, as two independent samples.
    """
    _, rows_before, rows_after = np.intersect1d(before.deals, after.deals, return_indices=True)
    for key, column in before.columns.items():
        if key in after.columns:
            other = after.columns[key]
            difference = (
                _paired(key, column[rows_before], other[rows_after])
                if len(rows_before) > 1
                else None
            ) or _independent(key, column, other)
            if difference is not None:
                yield difference


def _paired(key: str, before: Array, after: Array) -> Difference | None:
    """Return the difference over the deals for which both have a number, if two or more."""
    in_both = ~(np.isnan(before) | np.isnan(after))
    if in_both.sum() < 2:
        return None
    one, other = before[in_both], after[in_both]
    return Difference(key, mean(one), mean(other), mean(other - one), len(one))


def _independent(key: str, before: Array, after: Array) -> Difference | None:
    one, other = (mean(column[~np.isnan(column)]) for column in (before, after))
    if math.isnan(one.value) or math.isnan(other.value):
        return None
    difference = Estimate(other.value - one.value, math.hypot(one.margin, other.margin))
    return Difference(key, one, other, difference, 0)
