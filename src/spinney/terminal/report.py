"""Write the report of a league, and say where it is."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

from spinney.arena.league_result import SETTINGS, LeagueResult
from spinney.core.errors import Refused
from spinney.match.files import write
from spinney.terminal.console import console

if TYPE_CHECKING:
    from pathlib import Path

MISSING = (
    "the report needs jinja2, which is not installed; it comes with: pip install 'spinney[web]'"
)


def report(folder: Path, most_replays: int | None = None) -> int:
    """Write the report of the league in a folder anew.

    Args:
        folder: where the league is.
        most_replays: how many games get a replay on a page of its own; None: as many as usual.

    Raises:
        Refused: there is no league, nothing of it was played, or the report can't be written.
    """
    _write(LeagueResult.read(folder), most_replays)
    return 0


def check_pages() -> None:
    """Refuse what needs a page to be written where that can't be done."""
    if find_spec("jinja2") is None:
        raise Refused(MISSING)


def _write(league: LeagueResult, most_replays: int | None = None) -> None:
    check_pages()
    from spinney.arena.html_report.report import write_report

    console().print(f"report: {write_report(league, most_replays)}", soft_wrap=True)


def tell_report(league: LeagueResult) -> None:
    """Write the settings and the report of a league that has been played into its folder.

    Where the report can't be written, that is told: the results are there all the same.
    """
    if league.folder is None:
        return
    write(league.folder / SETTINGS, f"{json.dumps(league.settings.as_json(), indent=2)}\n")
    try:
        _write(league)
    except Refused as refusal:
        console(error=True).print(str(refusal), soft_wrap=True)
