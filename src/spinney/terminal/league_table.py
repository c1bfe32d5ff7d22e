"""The table of a series or a league."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from spinney.arena.league_result import LeagueResult
from spinney.arena.league_standings import LeagueRow, league_standings
from spinney.arena.standings import StandingsRow, standings
from spinney.arena.wording import display_names, duration
from spinney.terminal.console import console
from spinney.terminal.elo_lines import elo_lines, pairing_lines
from spinney.terminal.report import tell_report

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_run import LeagueRun
    from spinney.arena.league_settings import LeagueSettings
    from spinney.arena.output import LeagueOutput
    from spinney.arena.pairing_watches import PairingWatches
    from spinney.core.game import Game

NOT_RANKED = "mostly faults: not ranked"
"""In place of the share of wins of who hardly played."""
WIDEST = 20
"""The most letters of a name in the table; whoever is called more is named below it."""


def show_league(
    game: Game,
    settings: LeagueSettings,
    results: Sequence[GameResult],
    watches: PairingWatches,
) -> None:
    """Print the table of the games that count, and what is known of each pairing."""
    out = console()
    out.print(_title(game, settings, len(results)))
    names = list(display_names([entrant.name for entrant in settings.entrants]))
    if settings.schedule == "pair":
        out.print(_table(names, standings(results, len(names))))
        out.print("score, a move: on average; won: wins and half the draws; ±: 95 %, by deals")
    else:
        rows = league_standings(settings, results)
        names = [names[row.entrant] for row in rows]
        out.print(_league_table(names, rows))
        out.print("Elo: 0 is the mean; 95 %: its interval; won: of all points; score, a move: mean")
        if not all(row.ranked for row in rows):
            out.print("Elo, games, won: without the games of who is not ranked")
    for number, name in enumerate(names, 1):
        if len(name) > WIDEST:
            out.print(f"{number}: {name}", soft_wrap=True)
    for line in elo_lines(watches.only) if watches.only else pairing_lines(settings, watches):
        out.print(line, soft_wrap=True)


def finish_league(
    run: LeagueRun, output: LeagueOutput | None, most_replays: int | None = None
) -> None:
    """Show what counts, up to the deals at which pairings stopped, and write it with a report.

    Args:
        run: what was played.
        output: where to write it; None: nowhere.
        most_replays: how many games get a replay on a page of its own; None: as many as usual.
    """
    counted, league = run.counted, run.league
    if counted:
        show_league(league.series.game, league.settings, counted, run.watches)
    if output:
        output.finish(counted, run.watches)
        results = tuple(run.results[number] for number in sorted(run.results))
        tell_report(LeagueResult(league.settings, results, output.path), most_replays)


def _title(game: Game, settings: LeagueSettings, count: int) -> str:
    games = "1 game" if count == 1 else f"{count} games"
    changed = [f"{o.name}={o.say(game.chosen[o.name])}" for o in game.options]
    return ", ".join([f"{game.title}, {games} from seed {settings.seed}", *changed])


def _table(names: Sequence[str], rows: Sequence[StandingsRow]) -> Table:
    headings = ("wins", "draws", "score", "a move", "longest", "won")
    table, failed = _columns(rows, headings)
    for number, (name, row) in enumerate(zip(names, rows, strict=True), 1):
        table.add_row(str(number), name, *_faults(row, failed), *_cells(row))
    return table


def _league_table(names: Sequence[str], rows: Sequence[LeagueRow]) -> Table:
    headings = ("Elo", "95 %", "games", "won", "score", "a move", "longest")
    table, failed = _columns(rows, headings)
    for number, (name, row) in enumerate(zip(names, rows, strict=True), 1):
        table.add_row(str(number), name, *_faults(row, failed), *_league_cells(row))
    return table


def _columns(rows: Sequence[StandingsRow], headings: Sequence[str]) -> tuple[Table, bool]:
    """Return an empty table, and whether it tells faults: these stand before wins."""
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("", no_wrap=True, min_width=len(str(len(rows))))
    table.add_column("player", no_wrap=True, overflow="ellipsis", max_width=WIDEST)
    failed = any(row.faults for row in rows)
    if failed:
        table.add_column("faults", min_width=10)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table, failed


def _faults(row: StandingsRow, failed: bool) -> list[str]:
    told = [f"{count} {kind}" for kind, count in sorted(row.faults.items())]
    return [", ".join(told)] if failed else []


def _league_cells(row: LeagueRow) -> tuple[str, ...]:
    rating, low, high = row.rating or (math.nan,) * 3
    known = row.rating is not None
    elo, ends = (f"{rating:+.0f}", f"{low:+.0f} {high:+.0f}") if known else ("–", "–")
    won = f"{100 * row.share:.1f} %" if row.ranked else NOT_RANKED
    times = (duration(1000 * row.seconds), duration(1000 * row.longest))
    return (elo, ends, str(row.games), won, f"{row.score:.1f}", *times)


def _cells(row: StandingsRow) -> tuple[str, ...]:
    counts = map(str, (row.wins, row.draws))
    times = (duration(1000 * row.seconds), duration(1000 * row.longest))
    sure = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
    won = f"{100 * row.share:.1f}{sure} %" if row.ranked else NOT_RANKED
    return (*counts, f"{row.score:.1f}", *times, won)
