"""`spinney compare`: the differences between two simulations."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.arena.comparison import Difference, SavedReport, differences
from spinney.arena.measures import measure_of
from spinney.arena.report_output import difference_json, read_report
from spinney.arena.wording import decimals
from spinney.system.files import write
from spinney.terminal.console import console
from spinney.terminal.report import check_pages
from spinney.terminal.report_tables import figure, table_of

if TYPE_CHECKING:
    from rich.console import Console

TOO_FEW = "fewer than two deals are common"
"""Why games are not compared deal by deal."""


def compare(before: Path, after: Path, output: Path | None = None, html: Path | None = None) -> int:
    """Print the differences of the second of two saved reports from the first.

    Args:
        before: the first report.
        after: the second.
        output: a file for the differences as JSON.
        html: a file for them as a page.

    Raises:
        Refused: a file is not a report, or another can't be written.
    """
    one, other = read_report(before), read_report(after)
    if html is not None:
        check_pages()
    show_comparison(console(), one, other)
    if output is not None:
        content: Any = {
            "before": one.title,
            "after": other.title,
            "differences": [difference_json(difference) for difference in differences(one, other)],
        }
        write(output, f"{json.dumps(content, indent=2)}\n")
    if html is not None:
        from spinney.arena.html_report.simulation_report import comparison_page

        command = shlex.join(["spinney", "compare", str(before), str(after)])
        write(html, comparison_page([one, other], command))
    return 0


def show_comparison(out: Console, before: SavedReport, after: SavedReport) -> None:
    """Print the measures of two reports and their differences; * marks those that are clear."""
    out.print(f"\n1: {before.title}\n2: {after.title}", soft_wrap=True)
    table = table_of("", "1", "2", "2 less 1", "", wide=45)
    table.columns[0].no_wrap = False  # if room is short, titles wrap, not figures
    rows = list(differences(before, after))
    for one in rows:
        table.add_row(*_row(one))
    out.print(table)
    pairs = max((one.pairs for one in rows), default=0)
    basis = f"over {pairs:,} common deals" if pairs else f"of independent games: {TOO_FEW}"
    out.print(f"±: 95 %, {basis}; *: the interval is on one side of 0")


def _row(one: Difference) -> tuple[str, ...]:
    measure = measure_of(one.key)
    unit = ", in %" if measure.unit == "%" else ""
    shown = measure.in_unit(one.difference)
    digits = decimals(shown.margin)
    before, after = (
        f"{measure.in_unit(side).value:.{digits}f}" for side in (one.before, one.after)
    )
    difference = figure(shown, sign=True)
    return (
        f"{measure.title}{unit}",
        before,
        after,
        difference,
        "*" * one.clear,
    )
