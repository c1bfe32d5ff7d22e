"""The report of `spinney tune` at its end."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rich.table import Table

from spinney.arena.tune_importance import importance
from spinney.arena.tune_output import mean_of, trial_elo
from spinney.arena.tune_settings import is_level
from spinney.arena.wording import elo_text
from spinney.terminal.console import console
from spinney.terminal.elo_lines import elo_lines

if TYPE_CHECKING:
    from spinney.arena.elo import Interval
    from spinney.arena.stop_rule import StopTracker
    from spinney.arena.tune import TuneRun, TuneTrial

SHOWN = 5
"""How many of the best trials are shown."""


def show(run: TuneRun, final: StopTracker | None) -> None:
    """Print the best trials, what matters, the final test, and how to play with the best."""
    out, best = console(), run.best
    out.print(_title(run), soft_wrap=True)
    out.print(_table(run))
    out.print(_legend(run))
    for line in _importance_lines(run):
        out.print(line)
    if best is run.start:
        out.print("Nothing was better than the start values.")
        return
    elo = elo_text(trial_elo(run, best))
    out.print(f"Trial {best.number + 1}: Elo {elo}; the best of many looks better than it is.")
    if final is not None:
        out.print("\nIts values against the start values, on other deals:")
        for line in elo_lines(final):
            out.print(line)
    for line in _use_lines(run):
        out.print(line, soft_wrap=True)


def _title(run: TuneRun) -> str:
    settings, pruned = run.settings, sum(trial.pruned for trial in run.trials)
    played = f"{len(run.trials)} trials of up to {settings.deals} deals from seed {settings.seed}"
    return f"{settings.game.title}, {played}, {pruned} pruned, against {settings.opponent}"


def _table(run: TuneRun) -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold")
    parameters, paired = run.settings.parameters, run.settings.even is None
    rows = [[*_cells(run, trial)] for trial in (*_best_trials(run), run.start)]
    heads = ["trial", *(p.name for p in parameters), "deals", "won"]
    for column, heading in enumerate(heads + ["over the start"] * paired):
        widest = max(len(row[column]) for row in rows)
        table.add_column(heading, justify="right", min_width=widest, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _best_trials(run: TuneRun) -> list[TuneTrial]:
    whole = [trial for trial in run.trials if not trial.pruned and trial is not run.start]
    return sorted(whole, key=lambda trial: -trial.share)[:SHOWN]


def _cells(run: TuneRun, trial: TuneTrial) -> tuple[str, ...]:
    values = (p.text(v) for p, v in zip(run.settings.parameters, trial.values, strict=True))
    number, even = str(trial.number + 1), run.settings.even
    if trial is run.start and even is not None:
        return "start", *values, "", f"{100 * even:.1f} %"
    won = percent(mean_of(trial.scores))
    if even is not None:
        return number, *values, str(len(trial.scores)), won
    if trial is run.start:
        return "start", *values, str(len(trial.scores)), won, ""
    lead = percent(mean_of(trial.leads(run.start)), sign="+")
    return number, *values, str(len(trial.scores)), won, lead


def _legend(run: TuneRun) -> str:
    paired = "; over the start: on the same deals" if run.settings.even is None else ""
    return f"won: points against the opponent{paired}; ±: 95 %, by deals"


def percent(share: Interval, sign: str = "") -> str:
    """Return a share with its margin in parts of a hundred."""
    return f"{100 * share.value:{sign}.1f} ± {100 * share.margin:.1f} %"


def _importance_lines(run: TuneRun) -> list[str]:
    parts = importance(run.settings.parameters, run.trials)
    if len(parts) < 2:
        return []
    shares = ", ".join(f"{name} {100 * part:.0f} %" for name, part in parts.items())
    return [f"What matters, by a fit to all trials: {shares}"]


def _use_lines(run: TuneRun) -> list[str]:
    settings, best = run.settings, run.best
    others = [settings.opponent] * (settings.game.num_players - 1)
    line = shlex.join(["spinney", "match", settings.game.name, best.player, *others])
    lines = [f"\nPlay with them: {line}"]
    if is_level(settings.player):
        values = zip(settings.parameters, best.values, strict=True)
        numbers = ", ".join(f'"{p.name}": {p.text(value)}' for p, value in values)
        lines.append(f"In the game's advice: TUNING = {{{numbers}, and what else it has}}")
    return [*lines, f"All of it is in {run.store.path}"]
