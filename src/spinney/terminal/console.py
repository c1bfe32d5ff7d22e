"""The console: one output, as wide as the terminal, plain where colours are off."""

from __future__ import annotations

import os
import sys

from rich.console import Console

WIDTH = 80
"""The default number of columns."""


def console(error: bool = False) -> Console:
    """Return a console on stdout, or on stderr.

    Colours go to terminals only, and not where NO_COLOR is set. Nothing is highlighted or read
    as markup that isn't meant to be.
    """
    stream = sys.stderr if error else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH
    return Console(stderr=error, width=width, highlight=False, markup=False, emoji=False)
