"""`spinney match`: a league of one pairing, from the command line alone."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.command_options import duration_text
from spinney.arena.cores import choose_jobs
from spinney.arena.deal_group import group_size
from spinney.arena.folder_lock import lock
from spinney.arena.game_store import GameStore
from spinney.arena.league import League
from spinney.arena.league_folder import LeagueStore, open_output, settings_to_resume
from spinney.arena.league_run import LeagueRun
from spinney.arena.league_settings import EntrantSettings, LeagueSettings
from spinney.arena.notable_games import worst_game
from spinney.arena.output import LeagueOutput
from spinney.arena.results_file import NAME as RESULTS
from spinney.arena.stop_rule import StopRule
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.players.player_specs import read
from spinney.players.resource_limits import MEMORY
from spinney.system.files import read as read_text
from spinney.system.interrupts import sigterm_interrupts
from spinney.terminal.console import console
from spinney.terminal.league_progress import play_league, show_warning
from spinney.terminal.league_table import complete_only, finish_league, unit

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.core.game import Game

RECORDS = "records"
"""The folder of records in that of results."""


@dataclass(frozen=True)
class MatchArguments:
    """The arguments of the command line.

    Attributes:
        name: the game's.
        seats: an entrant for each player.
        options: of the game, as name and value.
        games: how many, or how many deals if ``pairs`` is set.
        pairs: play each of ``games`` deals from every seat.
        seed: of the first deal; None draws one, which the table shows.
        records: a folder for the record of each game.
        resume: go on with the games that are in that folder.
        jobs: how many games at once; None: one for every two cores.
        clock: of each match, for all players.
        move_time: seconds for each answer of a program, in place of what is usual in the game.
        grace: seconds more before a program is late.
        memory: bytes a program may have.
        isolate: are programs isolated from this machine?
        stop: when to stop before that many games.
        strict: does a first fault lose the game?
        out: a folder for the report, the results as JSON and CSV, and for the records if they have
            no other.
        force: may there be more games at once than cores?
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
        view: which game to open in the browser in the end: ``last`` or ``worst``; None: none.
        names: of entrants in the results, as number and name; by default they are called what their
            seats say.
    """

    name: str
    seats: Sequence[str]
    options: Sequence[tuple[str, str]] = ()
    games: int = 10
    pairs: bool = False
    seed: int | None = None
    records: Path | None = None
    resume: bool = False
    jobs: int | None = None
    clock: str = "none"
    move_time: float | None = None
    grace: float = 0.0
    memory: int = MEMORY
    isolate: bool = False
    stop: StopRule = field(default_factory=StopRule)
    strict: bool = False
    out: Path | None = None
    force: bool = False
    cluster: str | None = None
    view: str | None = None
    names: Sequence[tuple[str, str]] = ()

    @property
    def record_folder(self) -> Path | None:
        """The folder of the records; None: they are kept only if the series is stopped."""
        return self.records or (self.out / RECORDS if self.out else None)

    def settings(self) -> LeagueSettings:
        """Return the league to play. Raises Refused if it is impossible."""
        game = find(self.name, **dict(self.options))
        size, names = group_size(game.num_players), _names(self.names, game.num_players)
        games = self.games * size if self.pairs else self.games
        return LeagueSettings(
            game.name,
            game.num_players,
            tuple(
                self._entrant(seat, game, names.get(number))
                for number, seat in enumerate(_seats(game, self.seats), 1)
            ),
            {option.name: option.write(game.chosen[option.name]) for option in game.options},
            "pair",
            groups=-(-games // size),
            games=games,
            seed=secrets.randbits(62) if self.seed is None else self.seed,  # too many to be tried
            clock=self.clock,
            strict=self.strict,
            isolate=self.isolate,
            stop=self.stop,
            records=str(self.records.absolute()) if self.records else RECORDS,
        )

    def _entrant(self, seat: str, game: Game, name: str | None) -> EntrantSettings:
        usual = read(seat, game).seat
        return EntrantSettings(name or usual, seat, self.move_time, self.grace, self.memory)

    def again(self, seed: int, records: Path) -> str:
        """Return the command line that goes on with this series."""
        said = [
            *(part for name, value in self.options for part in ("--option", f"{name}={value}")),
            *(part for number, name in self.names for part in ("--name", f"{number}={name}")),
            *("--games", str(self.games), *(["--pairs"] if self.pairs else [])),
            *(f"--seed={seed}",),
            *(["--clock", self.clock] if self.clock != "none" else []),
            *([] if self.move_time is None else ["--move-time", duration_text(self.move_time)]),
            *(["--grace", duration_text(self.grace)] if self.grace else []),
            *(["--memory", str(self.memory)] if self.memory != MEMORY else []),
            *(["--isolate"] if self.isolate else []),
            *self.stop.options,
            *(["--strict"] if self.strict else []),
            *(["--out", str(self.out)] if self.out else []),
            *([] if self.jobs is None else ["--jobs", str(self.jobs)]),
            *(["--force"] if self.force else []),
            *([] if self.cluster is None else ["--cluster", self.cluster]),
            *(["--records", str(records)] if self.records or not self.out else []),
            "--resume",
        ]
        return shlex.join(["spinney", "match", self.name, *self.seats, *said])


@sigterm_interrupts()
def match(arguments: MatchArguments, show: Callable[[str], None]) -> int:
    """Play a series, print its table and return the exit status: see `finish_league`.

    After ctrl-C or SIGTERM the table is of the games that were finished.

    Args:
        arguments: of the command line.
        show: opens a record in the browser, where one is to be viewed.

    Raises:
        Refused: there is no such game, option or entrant, or their number is wrong; a program
            can't be started; more games are to run at once than there are cores; another process
            uses the folder of the results.
    """
    with lock(arguments.out) if arguments.out else nullcontext():
        return _match(arguments, show)


def _match(arguments: MatchArguments, show: Callable[[str], None]) -> int:
    settings = arguments.settings()
    if arguments.resume:
        settings = settings_to_resume(arguments.out, settings, seeded=arguments.seed is not None)
    elif arguments.out:
        _check_new(arguments.out)
    league = League.of(settings, *filter(None, (arguments.records, arguments.out)))
    jobs = choose_jobs(arguments.jobs, arguments.force, arguments.cluster)
    records = GameStore.of(league.series, arguments.record_folder, arguments.resume)
    show_warning(_incomplete_note(settings))
    output, earlier = _open_output(league, arguments)
    run = LeagueRun(league, earlier)
    try:
        play_league(run, LeagueStore(records, output), jobs, arguments.cluster)
    except KeyboardInterrupt:
        _tell_stopped(arguments, records, len(run.results))
        finish_league(run, output, most_replays=0)  # whoever interrupts it won't wait
        raise
    finally:
        records.remove_if_empty()
    viewed = _viewed(arguments, run, records)
    records.clear()
    status = finish_league(run, output)
    if viewed:
        show(viewed)
    return status


def _open_output(
    league: League, arguments: MatchArguments
) -> tuple[LeagueOutput | None, Mapping[int, GameResult]]:
    """Return the folder of results, if one is named, and the earlier results, by number."""
    if arguments.out is None:
        return None, {}
    if arguments.resume:
        return open_output(league, arguments.out)
    output = LeagueOutput(league, arguments.out)
    output.begin()
    return output, {}


def _incomplete_note(settings: LeagueSettings) -> str:
    """Return a note on the last deal if it isn't played from every seat like the others."""
    size, what, games = group_size(settings.players), unit(settings.players), settings.games or 0
    rest = games % size
    if not rest or games < size:
        return ""
    return (
        f"note: the last {what} is incomplete, with {rest} of its {size} games: "
        f"{complete_only(what)}; --games {games - rest + size} completes it"
    )


def _check_new(out: Path) -> None:
    """Refuse a folder with results, which a new series would overwrite."""
    results = out / RESULTS
    if results.exists() and results.stat().st_size:
        raise Refused(
            f"{out} has results of a series already: "
            "go on with them by --resume, or name another folder with --out"
        )


def _viewed(arguments: MatchArguments, run: LeagueRun, records: GameStore) -> str:
    """Return the record of the game that is to be viewed; empty if there is none."""
    if arguments.view is None:
        return ""
    kept = [game for game in run.counted if records.file(game.number).exists()]
    if not kept:
        return ""
    game = kept[-1] if arguments.view == "last" else worst_game(kept, 0)
    return read_text(records.file(game.number))


def _tell_stopped(arguments: MatchArguments, records: GameStore, played: int) -> None:
    out = console(error=True)
    out.print(f"stopped after {played} of {records.series.games} games")
    if played:
        again = arguments.again(records.series.seed, records.path)
        out.print(f"They are saved. Continue with: {again}", soft_wrap=True)


def _for_others(game: Game, players: int) -> str:
    """Return how to play with so many players, if the game can be."""
    numbers = next((option.values for option in game.options if option.name == "players"), ())
    return f"; or add --option players={players}" if players in numbers else ""


def _names(given: Sequence[tuple[str, str]], players: int) -> Mapping[int, str]:
    """Return names by the numbers of entrants, from 1.

    Raises:
        Refused: a number is none of theirs, or is there twice, or a name is.
    """
    names: dict[int, str] = {}
    for number, name in given:
        if number not in map(str, range(1, players + 1)):
            raise Refused(
                f"--name: players are numbers from 1 to {players}, not {number!r}; as 1=rex"
            )
        if int(number) in names or name in names.values():
            raise Refused(f"--name {number}={name}: give each player one name, and no two the same")
        names[int(number)] = name
    return names


def _seats(game: Game, seats: Sequence[str]) -> Sequence[str]:
    if len(seats) != game.num_players:
        example = " ".join((["tree", "random"] * game.num_players)[: game.num_players])
        raise Refused(
            f"{game.title} has {game.num_players} players, and {len(seats)} "
            f"{'is' if len(seats) == 1 else 'are'} named; name one for each, as: "
            f"spinney match {game.name} {example}{_for_others(game, len(seats))}"
        )
    return seats
