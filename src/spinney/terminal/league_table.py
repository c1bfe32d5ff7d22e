"""The table of a series or a league."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spinney.arena.fault_samples import recorded_faults
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_standings import LeagueRow, league_standings
from spinney.arena.standings import StandingsRow, standings
from spinney.arena.wording import display_names, duration
from spinney.terminal.console import console
from spinney.terminal.elo_lines import elo_lines, pairing_lines
from spinney.terminal.fault_lines import fault_lines
from spinney.terminal.fitted_table import FittedTable
from spinney.terminal.report import save_report, show_report

if TYPE_CHECKING:
    from spinney.arena.fault_samples import FaultSample
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_run import LeagueRun
    from spinney.arena.league_settings import LeagueSettings
    from spinney.arena.output import LeagueOutput
    from spinney.arena.pairing_stops import PairingStops
    from spinney.core.game import Game

NOT_RANKED = "not ranked"
"""In place of the share of wins of an unranked entrant."""


def show_league(
    game: Game,
    settings: LeagueSettings,
    results: Sequence[GameResult],
    stops: PairingStops,
    faults: Iterable[FaultSample] = (),
) -> None:
    """Print the table of the games that count, some faults, and the Elo of each pairing."""
    out = console()
    out.print(_title(game, settings, len(results)))
    names = list(display_names([entrant.name for entrant in settings.entrants]))
    if settings.schedule == "pair":
        rows: Sequence[StandingsRow] = standings(results, len(names))
        table = _table(names, rows, out.width)
        table.show(out)
        out.print("score, a move: on average; won: wins and half the draws; ±: 95 %, by deals")
    else:
        ranked = rows = league_standings(settings, results)
        names = [names[row.entrant] for row in ranked]
        table = _league_table(names, ranked, out.width)
        table.show(out)
        out.print("Elo: 0 is the mean; 95 %: its interval; won: of all points; score, a move: mean")
    if not all(row.ranked for row in rows):
        out.print("mostly faults: not ranked, because its wins were gifts")
        if settings.schedule != "pair":
            out.print("Elo, games, won: without the games of unranked entrants")
    for number in table.shortened:
        out.print(f"{number}: {names[number - 1]}", soft_wrap=True)
    for line in fault_lines(faults, display_names([e.name for e in settings.entrants])):
        out.print(line, soft_wrap=True)
    for line in _elo_lines(settings, stops, rows):
        out.print(line, soft_wrap=True)


def _elo_lines(
    settings: LeagueSettings, stops: PairingStops, rows: Sequence[StandingsRow]
) -> list[str]:
    if stops.only:
        return elo_lines(stops.only)
    unranked = {row.entrant for row in rows if isinstance(row, LeagueRow) and not row.ranked}
    return pairing_lines(settings, stops, unranked)


def finish_league(
    run: LeagueRun, output: LeagueOutput | None, most_replays: int | None = None
) -> None:
    """Write the results and a report, then show the games that count.

    Files come first: the output may be full, or nobody may read it.

    Args:
        run: of the league.
        output: for the files; None: nothing is written.
        most_replays: how many games get a replay on a page of its own; None: as many as usual.
    """
    counted, league = run.counted, run.league
    results = tuple(run.results[number] for number in sorted(run.results))
    result = LeagueResult(league.settings, results, output.path if output else None)
    report = None
    if output:
        output.finish(counted, run.stops)
        report = save_report(result, most_replays)
    if counted:
        faults = recorded_faults(result) or run.faults.values()
        show_league(league.series.game, league.settings, counted, run.stops, faults)
        if faults and not output:
            console().print("--out DIR writes a report with a replay of each of these games")
    if report:
        show_report(report)


def _title(game: Game, settings: LeagueSettings, count: int) -> str:
    games = "1 game" if count == 1 else f"{count} games"
    changed = [f"{o.name}={o.say(game.chosen[o.name])}" for o in game.options]
    return ", ".join([f"{game.title}, {games} from seed {settings.seed}", *changed])


def _table(names: Sequence[str], rows: Sequence[StandingsRow], width: int) -> FittedTable:
    headings = ("wins", "draws", "score", "a move", "longest", "won")
    return FittedTable.of(names, _faults(rows), headings, list(map(_cells, rows)), width)


def _league_table(names: Sequence[str], rows: Sequence[LeagueRow], width: int) -> FittedTable:
    headings = ("Elo", "95 %", "games", "won", "score", "a move", "longest")
    return FittedTable.of(names, _faults(rows), headings, list(map(_league_cells, rows)), width)


def _faults(rows: Sequence[StandingsRow]) -> list[str]:
    """Return each player's faults; an empty list if nobody has any."""
    by_player = [", ".join(f"{n} {kind}" for kind, n in sorted(row.faults.items())) for row in rows]
    return by_player if any(by_player) else []


def _league_cells(row: LeagueRow) -> tuple[str, ...]:
    rating, low, high = row.rating or (math.nan,) * 3
    has_rating = row.rating is not None
    elo, ends = (f"{rating:+.0f}", f"{low:+.0f} {high:+.0f}") if has_rating else ("–", "–")
    won = f"{100 * row.share:.1f} %" if row.ranked else NOT_RANKED
    times = (duration(1000 * row.seconds), duration(1000 * row.longest))
    return (elo, ends, str(row.games), won, f"{row.score:.1f}", *times)


def _cells(row: StandingsRow) -> tuple[str, ...]:
    counts = map(str, (row.wins, row.draws))
    times = (duration(1000 * row.seconds), duration(1000 * row.longest))
    sure = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
    won = f"{100 * row.share:.1f}{sure} %" if row.ranked else NOT_RANKED
    return (*counts, f"{row.score:.1f}", *times, won)
