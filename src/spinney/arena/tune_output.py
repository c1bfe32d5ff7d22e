"""Write the results of a tuning: `trials.csv` and `best.json`.

Shares are 0 to 1; what is unknown is null or empty.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING, Any

from spinney.arena.elo import Interval, elo, normalized_elo
from spinney.arena.intervals import margin
from spinney.arena.statistics import figure_json
from spinney.arena.tune_importance import importance
from spinney.system.files import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spinney.arena.stop_rule import StopTracker
    from spinney.arena.tune import TuneRun, TuneTrial

BEHIND = ("deals", "pruned", "share", "low", "high", "elo", "elo_low", "elo_high", "faults")
"""The columns of `trials.csv` behind the trial's number and its values; the player is the last."""


def mean_of(values: Sequence[float]) -> Interval:
    """Return the mean of values with its 95 % interval; infinite ends for fewer than two."""
    value, width = fmean(values), margin(values)
    reach = math.inf if width is None else width
    return Interval(value, value - reach, value + reach)


def share_of(scores: Sequence[float]) -> Interval:
    """Return the mean of shares with its 95 % interval, as far as that is within 0 to 1."""
    found = mean_of(scores)
    if math.isinf(found.low):
        return found
    return found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))


def trial_share(run: TuneRun, trial: TuneTrial) -> Interval:
    """Return the mean of a trial's scores with its interval; where it is certain, that has none."""
    even = run.settings.even if trial is run.start else None
    return share_of(trial.scores) if even is None else Interval(even, even, even)


def trial_elo(run: TuneRun, trial: TuneTrial) -> Interval:
    """Return the Elo difference to the opponent that a trial shows."""
    certain = trial is run.start and run.settings.even is not None
    return Interval(0, 0, 0) if certain else elo(trial.scores, run.settings.game.num_players)


def write_trials(run: TuneRun) -> None:
    """Write the trials that have ended. Raises Refused if that fails."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    names = [parameter.name for parameter in run.settings.parameters]
    table.writerow(["trial", *names, *BEHIND, "player"])
    table.writerows(_row(run, trial) for trial in run.trials)
    write(run.store.path / "trials.csv", text.getvalue())


def _row(run: TuneRun, trial: TuneTrial) -> Iterator[Any]:
    yield trial.number
    for parameter, value in zip(run.settings.parameters, trial.values, strict=True):
        yield parameter.text(value)
    yield from (len(trial.scores), int(trial.pruned))
    for interval in (trial_share(run, trial), trial_elo(run, trial)):
        yield from (f"{end:.6g}" if math.isfinite(end) else "" for end in interval)
    yield from (trial.faults, trial.player)


def write_best(run: TuneRun, final: StopTracker | None) -> None:
    """Write the best values, and the result of the final test. Raises Refused if that fails."""
    best, settings = run.best, run.settings
    names = [parameter.name for parameter in settings.parameters]
    content = settings.saved() | {
        "trials": len(run.trials),
        "best": dict(zip(names, best.values, strict=True)),
        "trial": best.number,
        "command": best.player,
        "share": figure_json(trial_share(run, best)),
        "elo": figure_json(trial_elo(run, best)),
        "over_start": figure_json(mean_of(best.leads(run.start))),
        "importance": importance(settings.parameters, run.trials),
        "final": _final(final),
    }
    write(run.store.path / "best.json", f"{json.dumps(content, indent=2)}\n")


def _final(tracker: StopTracker | None) -> dict[str, Any] | None:
    if tracker is None or not tracker.scores or tracker.rule.sprt is None:
        return None
    test = tracker.rule.sprt
    return {
        "deals": len(tracker.scores),
        "share": figure_json(share_of(tracker.scores)),
        "elo": figure_json(elo(tracker.scores, tracker.players)),
        "normalized_elo": figure_json(normalized_elo(tracker.scores, tracker.players)),
        "sprt": vars(test) | {"llr": test.llr(tracker.scores), "bounds": test.bounds},
        "verdict": test.verdict(tracker.scores),
    }
