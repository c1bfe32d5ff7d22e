"""The importance of tuned numbers: the share of the differences that each explains.

A parabola in each number is fitted to the scores of the trials, all at once, by least squares; the
weight of a trial is its number of deals. A number's importance is what the fit loses without it.
With a few dozen trials of some deals each, this shows more than methods that use only the ranks of
the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spinney.arena.tune import TuneTrial
    from spinney.arena.tune_settings import Parameter

Columns = npt.NDArray[np.float64]


def importance(parameters: Sequence[Parameter], trials: Sequence[TuneTrial]) -> dict[str, float]:
    """Return the part of the explained differences that each number explains, most first.

    The parts are 0 to 1, and 1 together. It is empty where there are too few trials for the fit.
    """
    if len(trials) < 2 * len(parameters) + 3:
        return {}
    columns = [_columns(p, [t.values[i] for t in trials]) for i, p in enumerate(parameters)]
    scores = np.array([trial.share for trial in trials])
    weights = np.sqrt([len(trial.scores) for trial in trials])
    whole = _residue(columns, scores, weights)
    lost = {
        parameter.name: max(0.0, _residue(columns[:i] + columns[i + 1 :], scores, weights) - whole)
        for i, parameter in enumerate(parameters)
    }
    total = sum(lost.values())
    parts = {name: part / total for name, part in lost.items()} if total > 0 else {}
    return dict(sorted(parts.items(), key=lambda item: -item[1]))


def _columns(parameter: Parameter, values: Sequence[float]) -> Columns:
    """Return a number of each trial and its square, on a scale of its own: two columns."""
    x: npt.NDArray[Any] = np.log(values) if parameter.log else np.array(values, float)
    x = (x - x.mean()) / (x.std() or 1.0)
    return np.stack([x, x * x], axis=1)


def _residue(columns: Sequence[Columns], scores: Columns, weights: Columns) -> float:
    """Return the weighted sum of squares that a fit by these columns leaves."""
    rows = np.concatenate([np.ones((len(scores), 1)), *columns], axis=1) * weights[:, None]
    target = scores * weights
    fit = np.linalg.lstsq(rows, target, rcond=None)[0]
    return float(((target - rows @ fit) ** 2).sum())
