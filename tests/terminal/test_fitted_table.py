"""Tables of players: at any width each figure and each fault is there whole."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from spinney.terminal.fitted_table import FittedTable

NAMES = ("python3 somewhere/a_bot.py", "seedling")
FAULTS = ("22 malformed, 3 late", "")
HEADINGS = ("Elo", "95 %", "won")
ROWS = (("-1203", "-1782 -1152", "not ranked"), ("+1203", "+1152 +1782", "100.0 %"))


def printed(names: tuple[str, ...], faults: tuple[str, ...], width: int) -> list[str]:
    out = Console(file=io.StringIO(), width=width)
    FittedTable.of(names, faults, HEADINGS, ROWS, width).show(out)
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [30, 50, 56, 60, 65, 70, 80, 200])
def test_figures_and_faults_are_whole(width: int) -> None:
    lines = printed(NAMES, FAULTS, width)
    text = " ".join(" ".join(lines).split())
    assert "Elo 95 % won" in text
    for part in (*ROWS[0], *ROWS[1], "22 malformed,", "3 late"):
        assert part in text
    if width >= 56:
        assert max(map(len, lines)) <= width


def test_only_names_give_way() -> None:
    found = FittedTable.of(NAMES, FAULTS, HEADINGS, ROWS, 60)
    assert found.shortened == (1,)
    assert "python3 s…" in printed(NAMES, FAULTS, 60)[1]
    assert FittedTable.of(("one", "two"), (), HEADINGS, ROWS, 60).shortened == ()
    assert "faults" not in printed(("one", "two"), (), 60)[0]
