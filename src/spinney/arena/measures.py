"""Measures of games: numbers of each game, for statistics over many games.

The names and definitions follow three sources, where they have them:

* C. Browne, "Automatic Generation and Evaluation of Recombination Games", PhD thesis, Queensland
  University of Technology, 2008: lead change, decisiveness, drawishness, game duration.
* É. Piette, M. Stephenson, D. Soemers and C. Browne, "General Board Game Concepts", IEEE
  Conference on Games, 2021 (the metrics of Ludii): branching factor, decision factor, balance.
* R. Gaina, M. Balla, A. Dockhorn, R. Montoliu and D. Perez-Liebana, "Design and Implementation of
  TAG: A Tabletop Games Framework", 2020: action space, decisions per player, hidden information.

Where they measure a lead by an estimate of who will win, here it is measured by points, as if the
game ended now.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spinney.arena.simulate import SimulatedGame
from spinney.arena.statistics import Array, Estimate, mean


@dataclass(frozen=True)
class Measure:
    """A number that each game has, or some games have.

    Attributes:
        key: its name in files and bounds.
        title: its name in a report.
        unit: what it counts; ``%`` of a share, which is kept as 0 to 1.
        of: returns the number of a game; NaN if the game has none.
    """

    key: str
    title: str
    unit: str
    of: Callable[[SimulatedGame], float]

    @property
    def scale(self) -> int:
        """The factor by which figures are multiplied to be shown."""
        return 100 if self.unit == "%" else 1

    def in_unit(self, estimate: Estimate) -> Estimate:
        """Return a figure in the measure's unit."""
        return estimate.percent if self.unit == "%" else estimate


def decisiveness(game: SimulatedGame) -> float:
    """Return the share of the turns after which the winner led for good, 0 to 1.

    NaN for a shared win. A winner who was never alone in the lead, for instance by a tie-break, led
    only at the end: 1.
    """
    trace = game.trace
    if 1 not in trace.outcome or not trace.turns:
        return math.nan
    behind = trace.behind[trace.outcome.index(1)]
    return min(behind + 1, trace.turns) / trace.turns


def margin(game: SimulatedGame) -> float:
    """Return by how many points the highest score is above the second; 0 where two are equal."""
    most, second, *_ = (*sorted(game.scores, reverse=True), 0)
    return float(most - second) if len(game.scores) > 1 else math.nan


def shared(game: SimulatedGame) -> float:
    """Return 1 for a shared win, else 0 (drawishness)."""
    return float(1.0 not in game.points)


def first_player(game: SimulatedGame) -> float:
    """Return what part of the win is the first player's; NaN where several begin at once."""
    return game.points[game.trace.first] if game.trace.first >= 0 else math.nan


def branching(game: SimulatedGame) -> float:
    """Return the mean number of legal actions over all choices of a game (branching factor)."""
    return _mean(game.trace.choices)


def decision_factor(game: SimulatedGame) -> float:
    """Return the same over those choices where there was more than one."""
    return _mean([(n, often) for n, often in game.trace.choices if n > 1])


def forced(game: SimulatedGame) -> float:
    """Return the share of choices with one legal action."""
    count = sum(often for _, often in game.trace.choices)
    return dict(game.trace.choices).get(1, 0) / count if count else math.nan


def widest(game: SimulatedGame) -> float:
    """Return the most legal actions of any choice of a game."""
    return float(game.trace.choices[-1][0]) if game.trace.choices else math.nan


def actions(game: SimulatedGame) -> float:
    """Return the number of actions; a move is one or several."""
    return float(sum(often for _, often in game.trace.choices)) or math.nan


def agency(game: SimulatedGame) -> float:
    """Return by how much the best move of a decision is above the median one, 0 to 1.

    Moves are compared by the value that one-ply search gives them, their chance to win; the mean
    is over the decisions where there is more than one move. NaN where nobody searched.
    """
    return game.trace.spread / game.trace.spreads if game.trace.spreads else math.nan


def _mean(choices: Sequence[tuple[int, int]]) -> float:
    count = sum(often for _, often in choices)
    return sum(n * often for n, often in choices) / count if count else math.nan


FIRST_PLAYER = "first"
MEASURES = (
    Measure("length", "Moves of a game", "moves", lambda game: float(game.moves)),
    Measure("turns", "Turns of a game", "turns", lambda game: game.trace.turns or math.nan),
    Measure("decisions", "Moves of a player", "moves", lambda g: g.moves / max(1, len(g.points))),
    Measure("actions", "Actions of a game", "actions", actions),
    Measure("branching", "Legal actions when one is due", "actions", branching),
    Measure("decision factor", "Legal actions, if more than one", "actions", decision_factor),
    Measure("widest", "Most legal actions at once", "actions", widest),
    Measure("forced", "Actions that are the only legal one", "%", forced),
    Measure("lead changes", "Lead changes", "changes", lambda g: _traced(g, g.trace.lead_changes)),
    Measure("decisiveness", "Turns until the winner leads for good", "%", decisiveness),
    Measure("margin", "Winning margin", "points", margin),
    Measure("shared", "Shared wins", "%", shared),
    Measure(FIRST_PLAYER, "Wins of the first player", "%", first_player),
    Measure("score", "Score of a player", "points", lambda g: sum(g.scores) / len(g.scores)),
    Measure("agency", "Value of the best move above the median", "%", agency),
)
"""The measures of every game, in the order of a report."""

SEAT = "seat "
"""The prefix of a seat's key, before its number from 1: its share of wins."""
BY_KEY = {measure.key: measure for measure in MEASURES}


def _traced(game: SimulatedGame, value: float) -> float:
    return float(value) if game.trace.turns else math.nan


def columns(games: Sequence[SimulatedGame]) -> dict[str, Array]:
    """Return a column of each measure, of shape ``(games,)``, by its key.

    Besides `MEASURES` there is the share of the win of each seat, as ``seat 1``.
    """
    by_key = {one.key: np.array([one.of(game) for game in games], float) for one in MEASURES}
    won = np.array([game.points for game in games], float)
    return by_key | {f"{SEAT}{p + 1}": won[:, p] for p in range(won.shape[1])}


def measure_of(key: str) -> Measure:
    """Return the measure of a column, that of a seat or of a row of the score sheet too."""
    if key in BY_KEY:
        return BY_KEY[key]
    if key.startswith(SEAT):
        return Measure(key, f"Wins of {key}", "%", lambda _: math.nan)
    return Measure(key, key, "points", lambda _: math.nan)


def estimates(measured: Mapping[str, Array]) -> dict[str, Estimate]:
    """Return the mean of each column over the games that have such a number.

    Measures that no game has are left out.
    """
    columns = {key: column[~np.isnan(column)] for key, column in measured.items()}
    return {key: mean(column) for key, column in columns.items() if len(column)}
