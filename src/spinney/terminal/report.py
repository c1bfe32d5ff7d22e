"""Write the report of a league, and print its path."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from spinney.arena.league_result import LeagueResult
from spinney.core.errors import Refused
from spinney.terminal.console import console

MISSING = (
    "the report needs jinja2, which is not installed; it comes with: "
    "pip install -e '.[web]' in the folder of Spinney"
)


def report(folder: Path, most_replays: int | None = None) -> int:
    """Write the report of the league in a folder anew.

    Args:
        folder: where the league is.
        most_replays: how many games get a replay on a page of its own; None: as many as usual.

    Raises:
        Refused: there is no league, nothing of it was played, or the report can't be written.
    """
    show_report(_written(LeagueResult.read(folder), most_replays))
    return 0


def check_pages() -> None:
    """Refuse pages if the packages for them are not installed."""
    if find_spec("jinja2") is None:
        raise Refused(MISSING)


def save_report(league: LeagueResult, most_replays: int | None = None) -> Path | None:
    """Write the report of a league that has been played into its folder, and return its path.

    If it can't be written, a message says so: the results are stored all the same.
    """
    if not league.counted:
        return None
    try:
        return _written(league, most_replays)
    except Refused as refusal:
        console(error=True).print(str(refusal), soft_wrap=True)
        return None


def show_report(path: Path) -> None:
    """Print the path of a report."""
    console().print(f"report: {path}", soft_wrap=True)


def _written(league: LeagueResult, most_replays: int | None) -> Path:
    check_pages()
    from spinney.arena.html_report.report import write_report

    return write_report(league, most_replays)
