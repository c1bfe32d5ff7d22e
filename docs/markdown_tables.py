"""Tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table. Cells are Markdown: see `escaped`."""
    lines = [_line(head), "|---" * len(head) + "|", *map(_line, rows)]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def escaped(text: str) -> str:
    """Return plain text as Markdown that may stand in a table."""
    return re.sub(r"[\\<|]|(?<=\w)\*|\*(?=\w)", r"\\\g<0>", text)  # spaces about a * keep it plain
