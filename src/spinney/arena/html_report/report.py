"""Write the report of a league: `report.html`, and replays of its most notable games."""

from __future__ import annotations

from pathlib import Path

from spinney.arena.fault_samples import first_faults
from spinney.arena.game_result import GameResult
from spinney.arena.html_report.html import page, palette_css
from spinney.arena.html_report.model import REPLAYS, LeagueReport, record_path
from spinney.arena.html_report.replay import replay_page
from spinney.arena.league_result import LeagueResult
from spinney.arena.notable_games import first_fault_games, notable_games
from spinney.arena.wording import entrant_names
from spinney.core.errors import Refused
from spinney.match import Match
from spinney.system.files import folder, write

REPORT = "report.html"
MOST_REPLAYS = 12
"""How many games have a replay on a page of its own, unless another number is asked for."""
MOST_SAMPLES = 24
"""From how many games faults are shown with what the bot wrote to its error output."""

Matches = dict[int, tuple[GameResult, Match]]
"""Games with their matches, by number."""


def write_report(league: LeagueResult, most_replays: int | None = None) -> Path:
    """Write the report of a league into its folder, and return its path.

    Args:
        league: what was played; it has a folder.
        most_replays: how many games get a replay on a page of its own; None: `MOST_REPLAYS`.

    Raises:
        Refused: nothing has been played, or a file can't be written.
    """
    if league.folder is None or not league.counted:
        raise Refused("there is no game to report")
    most = MOST_REPLAYS if most_replays is None else most_replays
    reasons = notable_games(league.counted, entrant_names(league.names), most)
    faulty = faulty_games(league)
    matches = {
        result.number: (result, match) for result, match in league.matches({*reasons, *faulty})
    }
    replays = {number: matches[number] for number in reasons if number in matches}
    _write_replays(league, replays)
    samples = first_faults(matches[number] for number in faulty if number in matches)
    path = league.folder / REPORT
    write(path, report_page(LeagueReport(league, reasons, replays.keys(), samples)))
    return path


def report_page(report: LeagueReport) -> str:
    """Return the page of a report."""
    return page("report.html", "report.js", palette_css(), "report.css", report=report)


def faulty_games(league: LeagueResult) -> list[int]:
    """Return the numbers of the games from which faults are shown."""
    return list(first_fault_games(league.counted))[:MOST_SAMPLES]


def _write_replays(league: LeagueResult, replays: Matches) -> None:
    """Write the pages of replays; those of an earlier report go."""
    place = folder((league.folder or Path()) / REPLAYS)
    for old in place.glob("[0-9]*.html"):
        old.unlink()
    for number, (result, match) in replays.items():
        write(place / f"{number + 1}.html", draw_replay(league, result, match))


def draw_replay(league: LeagueResult, result: GameResult, match: Match) -> str:
    """Return the page of a game's replay."""
    names, record = entrant_names(league.names), record_path(league, result)
    return replay_page(match, result, names, league.deal(result), record)
