"""`spinney tune`: search for good values of numbers, with progress and a report."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.command_options import duration_text, sprt_options
from spinney.arena.cores import busy_warning, choose_jobs
from spinney.arena.deal_group import group_size
from spinney.arena.folder_lock import lock
from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopTracker
from spinney.arena.tune import FinalTest, TuneRun
from spinney.arena.tune_games import TunedDeal, play_deal, series_of
from spinney.arena.tune_output import trial_share, write_best, write_trials
from spinney.arena.tune_settings import (
    TuneSettings,
    check_places,
    read_parameter,
    start_values,
)
from spinney.arena.tune_store import TuneStore, saved_settings
from spinney.arena.tune_study import import_optuna
from spinney.arena.worker_pool import CORES, open_pool, prepare
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.players.resource_limits import MEMORY, ResourceLimits
from spinney.system.files import data_folder
from spinney.system.interrupts import noted_interrupts, sigterm_interrupts
from spinney.terminal.console import console
from spinney.terminal.elo_lines import status_text
from spinney.terminal.league_progress import show_warning
from spinney.terminal.progress import GameProgress
from spinney.terminal.tune_report import percent, show

if TYPE_CHECKING:
    from spinney.players.isolation import Isolation


@dataclass(frozen=True)
class TuneArguments:
    """The arguments of the command line.

    Attributes:
        name: the game's.
        player: a command with ``{name}`` in it, or a level.
        parameters: the numbers that are searched, as name and range.
        start: where they begin, as name and value.
        against: who has the other seats; empty: the player with the values of the start.
        options: of the game, as name and value.
        trials: how many values are tried.
        deals: how many each trial plays at most.
        seed: of the first deal, and of the choice of values; None draws one.
        sprt: the test in the end.
        final_deals: how many deals that has at most.
        out: the folder of the tuning; None: a new one, which is printed at the end.
        resume: go on with the tuning in that folder.
        jobs: how many deals at once; None: one for every two cores.
        force: may there be more deals at once than cores?
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
        move_time: seconds for each answer of a program, in place of what is usual in the game.
        grace: seconds more before a program is late.
        memory: bytes a program may have.
        isolation: how programs are isolated from this machine; None: not at all.
    """

    name: str
    player: str
    parameters: Sequence[tuple[str, str]]
    start: Sequence[tuple[str, str]] = ()
    against: str = ""
    options: Sequence[tuple[str, str]] = ()
    trials: int = 40
    deals: int = 50
    seed: int | None = None
    sprt: Sprt = field(default_factory=lambda: Sprt(0, 10))
    final_deals: int = 1000
    out: Path | None = None
    resume: bool = False
    jobs: int | None = None
    force: bool = False
    cluster: str | None = None
    move_time: float | None = None
    grace: float = 0.0
    memory: int = MEMORY
    isolation: Isolation | None = None

    def settings(self) -> TuneSettings:
        """Return the settings of the tuning. Raises Refused if they are impossible."""
        if not self.parameters:
            raise Refused("name a parameter to tune, as --param exploration=0.1:3:log")
        game = find(self.name, **dict(self.options))
        parameters = tuple(read_parameter(name, text) for name, text in self.parameters)
        check_places(self.player, parameters)
        start = {name: _number(name, text) for name, text in self.start}
        return TuneSettings(
            game,
            self.player,
            parameters,
            start_values(game, self.player, parameters, start),
            self.against,
            self.trials,
            self.deals,
            self._seed(),
            ResourceLimits.of(game, self.move_time, self.grace, self.memory, self.isolation),
            replace(self.sprt, players=game.num_players),
            self.final_deals,
        )

    def _seed(self) -> int:
        """Return the seed; a resumed tuning has that of its folder."""
        saved = saved_settings(self.out) if self.out and self.resume else None
        if self.seed is None and saved is not None:
            return int(saved["seed"])
        return secrets.randbelow(10**9) if self.seed is None else self.seed


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Refused(f"--start {name}: {text!r} is not a number") from None


@sigterm_interrupts()
def tune(arguments: TuneArguments) -> int:
    """Try values, test the best ones, and print a report; if interrupted, say how to resume.

    Raises:
        Refused: there is no such game, number or player; there is nothing to search; the folder has
            another tuning, or another process uses it; a program can't be started; more deals are
            to run at once than there are cores; Optuna is not installed.
    """
    import_optuna()
    settings = arguments.settings()
    jobs = choose_jobs(arguments.jobs, arguments.force, arguments.cluster)
    if arguments.resume and arguments.out is None:
        raise Refused("--resume goes on with the tuning in a folder; name it with --out")
    now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    out = arguments.out or data_folder("tunings") / f"{now}-{settings.game.name}"
    with lock(out):
        store = TuneStore(out, settings, arguments.resume)
        try:
            run, final = _run(arguments, settings, store, jobs)
        except KeyboardInterrupt:
            _tell_stopped(arguments, settings, store)
            raise
        write_best(run, final)
    show(run, final)
    return 0


def _run(
    arguments: TuneArguments, settings: TuneSettings, store: TuneStore, jobs: int
) -> tuple[TuneRun, StopTracker | None]:
    """Run the trials that are left, and the final test."""
    first = TunedDeal(settings.filled(settings.start), settings.opponent, settings.seed, 0)
    ready = partial(prepare, series_of(settings.game, settings.limits, first))
    if arguments.cluster is None:
        warning = busy_warning(jobs)  # now, for to compile is work, too
        ready()
        show_warning(warning)
    task = partial(play_deal, settings.game, settings.limits)
    pool_of = open_pool(task, jobs, cluster=arguments.cluster, cores=CORES, prepare=ready)
    with pool_of as pool, noted_interrupts() as check:
        run = TuneRun(settings, store, pool)
        _run_trials(run, check)
        if not settings.final_deals or run.best.player == run.start.player:
            return run, None
        return run, _run_final(run, check)


def _run_trials(run: TuneRun, check: Callable[[], None]) -> None:
    settings, size = run.settings, group_size(run.settings.game.num_players)
    done = sum(len(trial.scores) for trial in run.trials)
    left = (settings.trials - len(run.trials)) * settings.deals
    with GameProgress((done + left) * size, done * size, partial(_status, run)) as progress:
        progress.begin("trials")
        run.on_deal = partial(_advance, progress, size, check)
        run.skipped = lambda deals: progress.drop(deals * size)
        run.ended = partial(write_trials, run)
        run.run()


def _run_final(run: TuneRun, check: Callable[[], None]) -> StopTracker:
    size, final = group_size(run.settings.game.num_players), FinalTest(run)
    most = run.settings.final_deals * size
    with GameProgress(most, 0, lambda: status_text(final.tracker), may_stop=True) as progress:
        progress.begin("final test")
        run.on_deal = partial(_advance, progress, size, check)
        final.play()
    return final.tracker


def _advance(progress: GameProgress, games: int, check: Callable[[], None]) -> None:
    """Count the games of a deal that has ended."""
    check()
    progress.advance(games)


def _status(run: TuneRun) -> str:
    """Return the progress of the trials."""
    if not run.trials:
        return "trial 1, the start"
    best = run.best
    status = f"best {percent(trial_share(run, best))} in trial {best.number + 1}"
    return f"trial {len(run.trials) + 1} of {run.settings.trials}; {status}"


def _tell_stopped(arguments: TuneArguments, settings: TuneSettings, store: TuneStore) -> None:
    out = console(error=True)
    out.print(f"stopped; the games played are in {store.path}")
    out.print(f"Continue with: {again(arguments, settings, store.path)}", soft_wrap=True)


def again(arguments: TuneArguments, settings: TuneSettings, path: Path) -> str:
    """Return the command line that goes on with this tuning."""
    said = [
        *_named("--param", arguments.parameters),
        *_named("--start", arguments.start),
        *(["--against", arguments.against] if arguments.against else []),
        *_named("--option", arguments.options),
        *(
            "--trials",
            str(arguments.trials),
            "--deals",
            str(arguments.deals),
            f"--seed={settings.seed}",
        ),
        *sprt_options(arguments.sprt),
        f"--final={arguments.final_deals}",
        *([] if arguments.jobs is None else ["--jobs", str(arguments.jobs)]),
        *(["--force"] if arguments.force else []),
        *([] if arguments.cluster is None else ["--cluster", arguments.cluster]),
        *(
            []
            if arguments.move_time is None
            else ["--move-time", duration_text(arguments.move_time)]
        ),
        *(["--grace", duration_text(arguments.grace)] if arguments.grace else []),
        *(["--memory", str(arguments.memory)] if arguments.memory != MEMORY else []),
        *(["--isolate"] if arguments.isolation else []),
        *("--out", str(path), "--resume"),
    ]
    return shlex.join(["spinney", "tune", arguments.name, arguments.player, *said])


def _named(option: str, pairs: Sequence[tuple[str, str]]) -> list[str]:
    return [part for name, value in pairs for part in (option, f"{name}={value}")]
