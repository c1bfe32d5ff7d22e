"""The pages of a league's report, drawn on request, with a replay of each game."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from spinney.arena.fault_samples import first_faults
from spinney.arena.game_result import GameResult
from spinney.arena.html_report.model import REPLAYS, LeagueReport, record_path
from spinney.arena.html_report.report import (
    MOST_REPLAYS,
    REPORT,
    draw_replay,
    faulty_games,
    report_page,
)
from spinney.arena.league_result import LeagueResult
from spinney.arena.notable_games import notable_games
from spinney.arena.wording import entrant_names
from spinney.core.errors import Refused
from spinney.system.files import read, read_match


class ReportFile(NamedTuple):
    """A page or a record, as it is sent.

    Attributes:
        kind: its media type.
        text: what it says.
    """

    kind: str
    text: str


HTML, TEXT = "text/html", "text/plain"


class ReportSite:
    """The report of a league, running or ended, with a replay of every game that has a record."""

    def __init__(self, folder: Path) -> None:
        """Read the league in a folder.

        Raises:
            Refused: there is no league, or none of its games was played.
        """
        self._folder = folder
        self._read()

    def _read(self) -> None:
        league = LeagueResult.read(self._folder)
        if not league.counted:
            raise Refused("there is no game to report")
        self._league = league
        kept = [(game, path) for game in league.counted if (path := league.record(game))]
        self._replays = {f"/{REPLAYS}/{game.number + 1}.html": (game, path) for game, path in kept}
        self._records = {
            posixpath.normpath(f"/{quote(record_path(league, game))}"): path for game, path in kept
        }

    def file(self, path: str) -> ReportFile | None:
        """Return the page or record at a path; None: there is none.

        The report is that of the games that have ended by now.

        Raises:
            Refused: a file of the league can't be read any more.
        """
        if path in ("/", f"/{REPORT}"):
            self._read()
            return ReportFile(HTML, self._report())
        if path in self._replays:
            return ReportFile(HTML, self._replay(*self._replays[path]))
        record = self._records.get(path)
        return None if record is None else ReportFile(TEXT, read(record))

    def _report(self) -> str:
        league = self._league
        reasons = notable_games(league.counted, entrant_names(league.names), MOST_REPLAYS)
        samples = first_faults(league.matches(faulty_games(league)))
        shown = {game.number for game, _ in self._replays.values()}
        return report_page(LeagueReport(league, reasons, shown, samples))

    def _replay(self, result: GameResult, record: Path) -> str:
        return draw_replay(self._league, result, read_match(record))
