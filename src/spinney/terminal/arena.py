"""`spinney arena`: play a league by its file, and show the standings of one."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from spinney.arena.cores import choose_jobs
from spinney.arena.fault_samples import recorded_faults
from spinney.arena.folder_lock import lock
from spinney.arena.league import League
from spinney.arena.league_file import LeagueFile, read_league
from spinney.arena.league_folder import open_folder, settings_to_play
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_run import LeagueRun
from spinney.arena.schedule import game_count
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.system.interrupts import sigterm_interrupts
from spinney.terminal.console import console
from spinney.terminal.league_progress import play_league
from spinney.terminal.league_table import finish_league, show_league


@dataclass(frozen=True)
class ArenaArguments:
    """The arguments of the command line.

    Attributes:
        file: the league's.
        jobs: how many games at once, in place of what the file says.
        force: may there be more games at once than cores?
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
    """

    file: Path
    jobs: int | None = None
    force: bool = False
    cluster: str | None = None


@sigterm_interrupts()
def run_league(arguments: ArenaArguments) -> int:
    """Play a league, or go on with it, print its table and return the exit status.

    The status is that of `finish_league`. After ctrl-C or SIGTERM the table is of the games that
    were finished.

    Commands and folders in the file count from where the file is.

    Raises:
        Refused: the file is wrong, or differs from the one with which the league began; a program
            can't be started; more games are to run at once than there are cores.
    """
    if not arguments.file.is_file():
        raise Refused(f"there is no league file {arguments.file}")
    with chdir(arguments.file.absolute().parent):
        file = read_league(Path(arguments.file.name))
        jobs = choose_jobs(arguments.jobs or file.jobs, arguments.force, arguments.cluster)
        with lock(file.out):
            return _play(file, jobs, arguments)


def _play(file: LeagueFile, jobs: int, arguments: ArenaArguments) -> int:
    settings = settings_to_play(file)
    league = League.of(settings, file.out.absolute(), Path(arguments.file.name).absolute())
    store, earlier = open_folder(league, file.out)
    run = LeagueRun(league, earlier)
    try:
        play_league(run, store, jobs, arguments.cluster)
    except KeyboardInterrupt:
        out = console(error=True)
        out.print(f"stopped after {len(run.results)} of {league.series.games} games")
        out.print(
            f"They are saved. Continue with: spinney arena run {arguments.file}", soft_wrap=True
        )
        finish_league(run, store.output, most_replays=0)  # whoever interrupts it won't wait
        raise
    return finish_league(run, store.output)


def show_status(folder: Path) -> int:
    """Print the standings of a league, running or ended, without changing it.

    Raises:
        Refused: there is no league in the folder, or its game is not here.
    """
    result = LeagueResult.read(folder)
    settings = result.settings
    console().print(f"{len(result.results)} of {game_count(settings)} games are played")
    if result.counted:
        game = find(settings.game, **settings.options)
        show_league(game, settings, result.counted, result.stops, recorded_faults(result))
    return 0
