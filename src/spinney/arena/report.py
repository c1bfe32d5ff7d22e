"""The report of a simulation: seats, figures, histograms, sources of points, helpful features."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from spinney.arena.elo import Interval
from spinney.arena.measures import columns, estimates
from spinney.arena.simulate import SimulatedGame
from spinney.arena.statistics import (
    Array,
    Bin,
    Estimate,
    difference,
    histogram,
    mean,
    mean_where,
    median,
)


@dataclass(frozen=True)
class SeatReport:
    """The results of a seat.

    Attributes:
        won: its share of the wins, 0 to 1; of a shared win a part.
        score: its final score.
    """

    won: Estimate
    score: Estimate


@dataclass(frozen=True)
class PointSource:
    """A row of the score sheet: the points that it gives a player.

    Attributes:
        title: what is scored.
        all: the points of all players, on average.
        winners: those of the players who won; unknown if nobody ever did.
    """

    title: str
    all: Estimate
    winners: Estimate


@dataclass(frozen=True)
class EndFeatureReport:
    """Something that players have at the end of some games.

    Attributes:
        kind: what it is one of, in the plural.
        name: its name.
        had: how often a player has it, 0 to 1.
        lift: how much more often players win who have it, from -1 to 1, than those who don't.
        score: the score of those who have it.
    """

    kind: str
    name: str
    had: Estimate
    lift: Estimate
    score: Estimate


@dataclass(frozen=True)
class SimulationReport:
    """The statistics of a simulation's games.

    Attributes:
        games: how many there were.
        seats: by seat.
        score: of all players.
        moves: the number of moves of a game.
        shortest: the fewest of any game.
        longest: the most.
        sources: of points, in the order of the score sheet; empty without sheets.
        features: of players at the end; those that help most first; empty without sheets.
        figures: the mean of each measure that games had (`measures`), by its key.
        branching: the median of the numbers of legal actions over all choices of all games.
        widest: the most legal actions of any choice.
        scores: the distribution of players' final scores.
        margins: the distribution of winning margins.
        columns: for each measure a number a game, of shape ``(games,)``; NaN where there is none.
        numbers: of the games, in the same order, of shape ``(games,)``.
    """

    games: int
    seats: tuple[SeatReport, ...]
    score: Estimate
    moves: Estimate
    shortest: int
    longest: int
    sources: tuple[PointSource, ...]
    features: tuple[EndFeatureReport, ...]
    figures: Mapping[str, Estimate]
    branching: Interval
    widest: int
    scores: tuple[Bin, ...]
    margins: tuple[Bin, ...]
    columns: Mapping[str, Array] = field(compare=False, repr=False)
    numbers: Array = field(compare=False, repr=False)

    def of(self, kind: str) -> tuple[EndFeatureReport, ...]:
        """Return the features of a kind; those that help most first."""
        return tuple(feature for feature in self.features if feature.kind == kind)


def report(games: Sequence[SimulatedGame]) -> SimulationReport:
    """Return the statistics of games, at least one; their order does not matter."""
    games = sorted(games, key=lambda ended: ended.number)
    won = np.array([ended.points for ended in games], float)
    scores = np.array([ended.scores for ended in games], float)
    lengths = np.array([ended.moves for ended in games])
    choices, measured = [ended.trace.choices for ended in games], columns(games)
    return SimulationReport(
        len(games),
        tuple(SeatReport(mean(won[:, p]), mean(scores[:, p])) for p in range(won.shape[1])),
        mean(scores.mean(axis=1)),
        mean(lengths),
        int(lengths.min()),
        int(lengths.max()),
        tuple(_sources(games, won)),
        tuple(sorted(_features(games, won, scores), key=_by_lift)),
        estimates(measured),
        median(choices),
        max((pairs[-1][0] for pairs in choices if pairs), default=0),
        histogram(scores),
        histogram(measured["margin"]) if scores.shape[1] > 1 else (),
        measured | _row_columns(games),
        np.array([ended.number for ended in games]),
    )


def _row_columns(games: Sequence[SimulatedGame]) -> dict[str, Array]:
    """Return a column for each row of the score sheets: the points of a player, on average."""
    keys = {row.key: row.title for ended in games for row in ended.rows}
    by_key = {key: np.zeros(len(games)) for key in keys}
    for i, ended in enumerate(games):
        for row in ended.rows:
            by_key[row.key][i] = sum(row.points) / len(row.points)
    return {f"points: {title}": by_key[key] for key, title in keys.items()}


def _sources(games: Sequence[SimulatedGame], won: Array) -> Iterable[PointSource]:
    """Yield the rows of the sheets; a game whose sheet lacks a row has 0 points for it."""
    titles = {row.key: row.title for ended in games for row in ended.rows}
    points = {key: np.zeros(won.shape) for key in titles}
    for i, ended in enumerate(games):
        for row in ended.rows:
            points[row.key][i] = row.points
    for key, title in titles.items():
        yield PointSource(title, mean(points[key].mean(axis=1)), mean_where(points[key], won))


def _features(
    games: Sequence[SimulatedGame], won: Array, scores: Array
) -> Iterable[EndFeatureReport]:
    players = won.shape[1]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, ended in enumerate(games):
        for kind, name, owners in ended.end_features:
            indices = places[kind, name]
            for owner in owners:
                indices.append(players * i + owner)
    for (kind, name), indices in places.items():
        where = np.zeros(won.shape, bool)
        where.flat[np.array(indices, int)] = True
        had = mean(where.mean(axis=1))
        yield EndFeatureReport(kind, name, had, difference(won, where), mean_where(scores, where))


def _by_lift(feature: EndFeatureReport) -> tuple[bool, float, str]:
    """The sort key: the highest first, then features that everybody or nobody has."""
    unknown = math.isnan(feature.lift.value)
    return unknown, 0.0 if unknown else -feature.lift.value, feature.name
