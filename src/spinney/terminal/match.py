"""`spinney match`: a series with its progress, its records and its table."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from spinney.arena.game_store import GameStore
from spinney.arena.output import SeriesOutput
from spinney.arena.series import Series
from spinney.arena.standings import StandingsRow, standings
from spinney.arena.stop_rule import StopRule, StopWatch
from spinney.arena.worker_pool import CORES, play_games, prepare
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.match import Clock
from spinney.players.player_specs import read
from spinney.players.resource_limits import MEMORY, ResourceLimits
from spinney.terminal.console import console
from spinney.terminal.elo_lines import elo_lines, status_text
from spinney.terminal.progress import GameProgress

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.core.game import Game
    from spinney.players.isolation import Isolation
    from spinney.players.player_specs import PlayerSpec


@dataclass(frozen=True)
class MatchArguments:
    """What was asked for on the command line.

    Attributes:
        name: the game's.
        seats: an entrant for each player.
        options: of the game, as name and value.
        games: how many, or how many deals if ``pairs`` is set.
        pairs: play each of ``games`` deals from every seat.
        seed: of the first deal; None draws one, which the table tells.
        records: a folder for the record of each game.
        resume: go on with the games that are in that folder.
        jobs: how many games at once; None: one for every two cores.
        clock: of each match, which everybody is held to.
        move_time: seconds for each answer of a program, in place of what is usual in the game.
        grace: seconds more before a program is late.
        memory: bytes a program may have.
        isolation: how programs are isolated from this machine; None: not at all.
        stop: when to stop before that many games.
        strict: does a first fault lose the game?
        out: a folder for the results as JSON and CSV.
        cluster: the address of a Ray cluster that plays the games; None: this machine does.
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
    isolation: Isolation | None = None
    stop: StopRule = field(default_factory=StopRule)
    strict: bool = False
    out: Path | None = None
    cluster: str | None = None

    def series(self) -> Series:
        """Return what is to be played. Raises Refused if it can't be."""
        game = find(self.name, **dict(self.options))
        entrants = _entrants(game, self.seats)
        return Series(
            game,
            entrants,
            self.games * len(entrants) if self.pairs else self.games,
            secrets.randbits(62) if self.seed is None else self.seed,  # too many to be tried
            ResourceLimits.of(game, self.move_time, self.grace, self.memory, self.isolation),
            Clock.read(self.clock),
            self.strict,
        )

    @property
    def room(self) -> int:
        """How many games at once; 0: as many as the cluster has room for."""
        if self.cluster is not None:
            return self.jobs or 0
        return self.jobs or max(1, (os.cpu_count() or 1) // CORES)

    def again(self, seed: int, records: Path) -> str:
        """Return the command line that goes on with this series."""
        said = [
            *(part for name, value in self.options for part in ("--option", f"{name}={value}")),
            *("--games", str(self.games), *(["--pairs"] if self.pairs else [])),
            *(f"--seed={seed}",),
            *(["--clock", self.clock] if self.clock != "none" else []),
            *([] if self.move_time is None else ["--move-time", _ms(self.move_time)]),
            *(["--grace", _ms(self.grace)] if self.grace else []),
            *(["--memory", str(self.memory)] if self.memory != MEMORY else []),
            *(["--isolate"] if self.isolation else []),
            *_stop_options(self.stop),
            *(["--strict"] if self.strict else []),
            *(["--out", str(self.out)] if self.out else []),
            *([] if self.jobs is None else ["--jobs", str(self.jobs)]),
            *([] if self.cluster is None else ["--cluster", self.cluster]),
            *("--records", str(records), "--resume"),
        ]
        return shlex.join(["spinney", "match", self.name, *self.seats, *said])


def match(order: MatchArguments) -> int:
    """Play a series and print its table; after ctrl-C the table of the games that were finished.

    Raises:
        Refused: there is no such game, option or entrant, or their number is wrong; a program
            can't be started.
    """
    series = order.series()
    shelf = GameStore.of(series, order.records, order.resume)
    results = shelf.finished() if order.resume else {}
    watch = StopWatch(order.stop, len(series.players))
    output = SeriesOutput(series, order.out) if order.out else None
    try:
        _play(order, series, shelf, results, watch, output)
    except KeyboardInterrupt:
        _tell_stopped(order, shelf, results)
        _finish(series, results, watch, output)
        raise
    shelf.clear()
    _finish(series, results, watch, output)
    return 0


def _finish(
    series: Series,
    results: dict[int, GameResult],
    watch: StopWatch,
    output: SeriesOutput | None,
) -> None:
    """Show what counts, up to the deal at which the series stopped, and write it."""
    counted = [results[n] for n in sorted(results) if not watch.stopped or n < watch.games]
    if counted:
        _show(series, counted, watch)
    if output:
        output.finish(counted, watch)


def _stop_options(stop: StopRule) -> list[str]:
    """Return the options that say when to stop."""
    test, precision = stop.sprt, stop.precision
    said = [] if precision is None else [f"--until={precision:g}"]
    if test:
        said += [f"--sprt={test.elo0:g},{test.elo1:g}", f"--model={test.model}"]
        said += [f"--alpha={test.alpha:g}", f"--beta={test.beta:g}"]
    return said


def _tell_stopped(order: MatchArguments, shelf: GameStore, results: dict[int, GameResult]) -> None:
    out = console(error=True)
    out.print(f"stopped after {len(results)} of {shelf.series.games} games")
    if results:
        again = order.again(shelf.series.seed, shelf.path)
        out.print(f"They are kept. Go on with: {again}", soft_wrap=True)


def _entrants(game: Game, seats: Sequence[str]) -> tuple[PlayerSpec, ...]:
    if len(seats) != game.players:
        raise Refused(
            f"{game.title} has {game.players} players, and {len(seats)} "
            f"{'is' if len(seats) == 1 else 'are'} named; name one for each, as: "
            f"spinney match {game.name} {' '.join(['tree', 'random'] * game.players)}"
        )
    return tuple(read(seat, game) for seat in seats)


def _play(
    order: MatchArguments,
    series: Series,
    shelf: GameStore,
    results: dict[int, GameResult],
    watch: StopWatch,
    output: SeriesOutput | None,
) -> None:
    """Play what is missing until it is enough; add each result as soon as its record is kept."""
    with GameProgress(series.games, len(results), lambda: status_text(watch)) as progress:
        if order.cluster is None:
            prepare(series)
        progress.begin()
        if output:
            output.begin([results[number] for number in sorted(results)])
        if watch.follow(results):
            return
        missing = [number for number in range(series.games) if number not in results]
        with closing(play_games(series, missing, order.room, order.cluster)) as games:
            for game in games:
                shelf.keep(game)
                results[game.result.number] = game.result
                if output:
                    output.add(game.result)
                if watch.follow(results):
                    return
                progress.advance()


# The table.

NOT_RANKED = "mostly faults: not ranked"
"""In place of the share of wins of who hardly played."""
WIDEST = 20
"""The most letters of a name in the table; whoever is called more is named below it."""


def _show(series: Series, results: Sequence[GameResult], watch: StopWatch) -> None:
    out = console()
    out.print(_title(series, len(results)))
    rows = standings(results, len(series.players))
    out.print(_table(series, rows))
    out.print("score, a move: on average; won: wins and half the draws; ±: 95 %, by deals")
    for number, entrant in enumerate(series.players, 1):
        if len(_display_name(entrant)) > WIDEST:
            out.print(f"{number}: {_display_name(entrant)}", soft_wrap=True)
    for line in elo_lines(watch):
        out.print(line)


def _title(series: Series, count: int) -> str:
    games = "1 game" if count == 1 else f"{count} games"
    changed = [f"{o.name}={o.say(series.game.chosen[o.name])}" for o in series.game.options]
    return ", ".join([f"{series.game.title}, {games} from seed {series.seed}", *changed])


def _table(series: Series, rows: Sequence[StandingsRow]) -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("")
    table.add_column("player", no_wrap=True, overflow="ellipsis", max_width=WIDEST)
    failed = any(row.faults for row in rows)
    if failed:
        table.add_column("faults", min_width=10)
    for heading in ("wins", "draws", "score", "a move", "longest", "won"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, (entrant, row) in enumerate(zip(series.players, rows, strict=True), 1):
        faults = [f"{count} {kind}" for kind, count in sorted(row.faults.items())]
        told = [", ".join(faults)] if failed else []
        table.add_row(str(number), _display_name(entrant), *told, *_cells(row))
    return table


def _display_name(entrant: PlayerSpec) -> str:
    kind, colon, rest = entrant.seat.partition(":")
    return rest if colon and kind in ("level", "contest", "json") else entrant.seat


def _cells(row: StandingsRow) -> tuple[str, ...]:
    counts = map(str, (row.wins, row.draws))
    times = (_duration(row.seconds), _duration(row.longest))
    sure = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
    won = f"{100 * row.share:.1f}{sure} %" if row.ranked else NOT_RANKED
    return (*counts, f"{row.score:.1f}", *times, won)


def _duration(seconds: float) -> str:
    ms = 1000 * seconds
    return f"{seconds:.1f} s" if ms >= 1000 else f"{ms:.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:g}ms"
