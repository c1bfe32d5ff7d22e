"""The command that plays leagues."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import Parser, add, add_cluster, add_jobs, count_from_0, port


def add_arena(commands: Any) -> None:
    """Add the command, with what it can do."""
    about = "play a league of many players, show its standings and its report"
    arena = commands.add_parser(
        "arena", help=about, description=f"{about.capitalize()}.", allow_abbrev=False
    )
    doing = arena.add_subparsers(
        title="tasks", dest="doing", metavar="TASK", required=True, parser_class=Parser
    )
    run = add(doing, _run, "play a league from its file, or resume it")
    run.add_argument("file", type=Path, metavar="FILE", help="the league, as league.toml")
    add_jobs(run)
    add_cluster(run)
    status = add(doing, _status, "show the progress of a league and its standings so far")
    status.add_argument("folder", type=Path, metavar="DIR", help="the folder of its results")
    report = add(doing, _report, "write the HTML report of a league again")
    report.add_argument("folder", type=Path, metavar="DIR", help="the folder of its results")
    report.add_argument(
        "--replays",
        type=count_from_0,
        metavar="N",
        help="write replays of this many notable games, one page each (12)",
    )
    view = add(doing, _view, "show the report in the browser, with a replay of each game")
    view.add_argument("folder", type=Path, metavar="DIR", help="the folder of its results")
    view.add_argument("--port", type=port, help="the port of the pages; by default any free one")
    view.add_argument("--no-browser", action="store_true", help="only print the report's address")


def _run(args: argparse.Namespace) -> int:
    from spinney.terminal.arena import ArenaArguments, run_league

    return run_league(ArenaArguments(args.file, args.jobs, args.force, args.cluster))


def _status(args: argparse.Namespace) -> int:
    from spinney.terminal.arena import show_status

    return show_status(args.folder)


def _report(args: argparse.Namespace) -> int:
    from spinney.terminal.report import report

    return report(args.folder, args.replays)


def _view(args: argparse.Namespace) -> int:
    from spinney.terminal.report_server import view_report

    return view_report(args.folder, args.port or 0, not args.no_browser)
