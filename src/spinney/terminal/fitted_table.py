"""Tables of players that fit the terminal: names are shortened, figures never are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

WIDEST, NARROWEST = 20, 8
"""The most and the least columns of names. Longer names are given below the table."""
WIDE_GAP, NARROW_GAP = 2, 1
"""The columns between two cells; the second where there is no room for the first."""


@dataclass(frozen=True)
class FittedTable:
    """A table with a row for each player: its number, its name, its faults, its figures.

    Attributes:
        table: to be printed.
        shortened: the numbers, from 1, of players whose names are cut.
    """

    table: Table
    shortened: tuple[int, ...]

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        faults: Sequence[str],
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        width: int,
    ) -> FittedTable:
        """Return the table of some players.

        Args:
            names: of the players, in order.
            faults: of each of them, separated by commas; empty: there is no such column.
            headings: of the figures.
            rows: the figures of each player.
            width: the columns that there are. It is wider where even short names don't fit.
        """
        figures = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
        number = len(str(len(names)))
        parts = [part for own in faults for part in own.split(", ")]
        least = max((cell_len(part) + 1 for part in parts), default=0)
        cells = 2 + bool(faults) + len(figures)
        spaces, left = cells - 1, width - number - sum(figures)
        gap = WIDE_GAP if left - WIDE_GAP * spaces >= NARROWEST + least else NARROW_GAP
        left -= gap * spaces
        longest = max(map(cell_len, ("player", *names)))
        name = min(longest, WIDEST, max(NARROWEST, left - least))
        fault = min(max(map(cell_len, ("faults", *faults))), max(least, left - name))
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, gap, 0, 0))
        table.add_column("", width=number)
        table.add_column("player", width=name, no_wrap=True, overflow="ellipsis")
        if faults:
            table.add_column("faults", width=fault)
        for heading, wide in zip(headings, figures, strict=True):
            table.add_column(heading, width=wide, justify="right", no_wrap=True)
        for place, (who, row) in enumerate(zip(names, rows, strict=True)):
            table.add_row(str(place + 1), who, *faults[place : place + 1], *row)
        needed = number + name + sum(figures) + gap * (cells - 1) + (fault if faults else 0)
        table.width = needed if needed > width else None
        shortened = (place for place, who in enumerate(names, 1) if cell_len(who) > name)
        return cls(table, tuple(shortened))

    def show(self, out: Console) -> None:
        """Print it; nothing of it is cut off."""
        out.print(self.table, crop=False)
