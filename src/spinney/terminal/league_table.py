"""The table of a series or a league."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.arena.fault_samples import recorded_faults
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_standings import LeagueRow, league_standings
from spinney.arena.standings import StandingsRow, count_incomplete, standings, unranked
from spinney.arena.wording import duration, entrant_names, no_elo_text, share_text
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
UNJUDGED = 1
"""The exit status where a stop rule was given, and mostly faults leave nothing to judge by it."""


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
    names = list(entrant_names([entrant.name for entrant in settings.entrants]))
    if settings.schedule == "pair":
        rows: Sequence[StandingsRow] = standings(results, len(names))
        table = _table(names, rows, out.width)
        table.show(out)
        out.print("score, a move: on average; won: of all points; ±: 95 %, by deals")
    else:
        ranked = rows = league_standings(settings, results)
        names = [names[row.entrant] for row in ranked]
        table = _league_table(names, ranked, out.width)
        table.show(out)
        out.print("Elo: 0 is the mean; 95 %: its interval; won: of all points; score, a move: mean")
    if incomplete := count_incomplete(results):
        what = unit(settings.players)
        one, some = f"1 game is of an incomplete {what}", f"games are of incomplete {what}s"
        games = one if incomplete == 1 else f"{incomplete} {some}"
        out.print(f"{games}: {complete_only(what)}", soft_wrap=True)
    if not all(row.ranked for row in rows):
        out.print("mostly faults: not ranked, because its wins were gifts")
        if settings.schedule != "pair":
            out.print("Elo, games, won: without the games of unranked entrants")
    for number in table.shortened:
        out.print(f"{number}: {names[number - 1]}", soft_wrap=True)
    for line in fault_lines(faults, entrant_names([e.name for e in settings.entrants])):
        out.print(line, soft_wrap=True)
    for line in (*_warnings(settings, results), *_elo_lines(settings, stops, results)):
        out.print(line, soft_wrap=True)


def _warnings(settings: LeagueSettings, results: Sequence[GameResult]) -> Iterator[str]:
    """Yield a line for each ranked entrant with faults: its results are not of its moves alone."""
    played, faulty = Counter[int](), Counter[int]()
    for game in results:
        played.update(game.seating)
        faulty.update(e for e, kinds in zip(game.seating, game.faults, strict=True) if kinds)
    names = entrant_names([entrant.name for entrant in settings.entrants])
    for entrant in sorted(faulty.keys() - unranked(results)):
        games = f"{faulty[entrant]} of {played[entrant]} games"
        yield f"warning: {names[entrant]} made faults in {games}, and the results include them"


def _elo_lines(
    settings: LeagueSettings, stops: PairingStops, results: Sequence[GameResult]
) -> list[str]:
    unjudged = stops.unjudged(results)
    if not stops.only:
        return pairing_lines(settings, stops, unjudged)
    blamed = next(iter(unjudged.values()), None)
    if blamed is None:
        return elo_lines(stops.only)
    names = entrant_names([entrant.name for entrant in settings.entrants])
    return [no_elo_text([names[entrant] for entrant in blamed], bool(settings.stop.sprt))]


def finish_league(
    run: LeagueRun, output: LeagueOutput | None, most_replays: int | None = None
) -> int:
    """Write the results and a report, then show the games that count; return the exit status.

    It is `UNJUDGED` if there is a stop rule and a pairing can't be judged by it, else 0. Files
    come first: the output may be full, or nobody may read it.

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
    return UNJUDGED if league.settings.stop and run.stops.unjudged(counted) else 0


def unit(players: int) -> str:
    """Return what a deal group is called: a pair of games, or a deal."""
    return "pair" if players == 2 else "deal"


def complete_only(what: str) -> str:
    """Say which games intervals and Elo count; ``what``: the unit."""
    return f"intervals and Elo count complete {what}s only"


def _title(game: Game, settings: LeagueSettings, count: int) -> str:
    games = "1 game" if count == 1 else f"{count} games"
    changed = [f"{o.name}={o.word(game.chosen[o.name])}" for o in game.options]
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
    times = (duration(row.mean_ms), duration(row.longest_ms))
    return (elo, ends, str(row.games), won, f"{row.score:.1f}", *times)


def _cells(row: StandingsRow) -> tuple[str, ...]:
    counts = map(str, (row.wins, row.draws))
    times = (duration(row.mean_ms), duration(row.longest_ms))
    won = share_text(row.share, row.margin) if row.ranked else NOT_RANKED
    return (*counts, f"{row.score:.1f}", *times, won)
