"""Play a league at the terminal, with its progress."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from spinney.arena.cores import busy_warning
from spinney.arena.worker_pool import is_cached, prepare
from spinney.system.interrupts import noted_interrupts
from spinney.terminal.console import console
from spinney.terminal.elo_lines import status_text
from spinney.terminal.progress import GameProgress

if TYPE_CHECKING:
    from spinney.arena.league_run import LeagueRun, Store


def play_league(run: LeagueRun, store: Store, jobs: int, cluster: str | None = None) -> None:
    """Play the missing games of a league until it is complete; warn if the machine is busy.

    Raises:
        Refused: a program can't be started; a game can't be stored.
    """
    series = run.league.series

    def status() -> str:
        return status_text(run.stops.only) if run.stops.only else ""

    warning = "" if cluster else busy_warning(jobs)  # now, for to compile is work, too
    may_stop = bool(run.league.settings.stop)
    with GameProgress(series.games, len(run.results), status, may_stop=may_stop) as progress:
        if cluster is None:
            if not is_cached(series):
                progress.compiling(series.game.title)
            prepare(series)
        show_warning(warning)
        progress.begin()
        with closing(run.play(store, jobs, cluster)) as results, noted_interrupts() as check:
            for _ in results:
                check()
                progress.advance(len(run.results) - progress.done)


def show_warning(warning: str) -> None:
    """Write a warning, if there is one."""
    if warning:
        console(error=True).print(warning, soft_wrap=True)
