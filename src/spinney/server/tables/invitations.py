"""QR codes of links that invite friends."""

from __future__ import annotations

import itertools
from functools import lru_cache

QUIET_ZONE = 4
"""The modules left empty around a QR code: scanners need them."""


@lru_cache(maxsize=256)
def qr_code(text: str) -> str:
    """Return a text as a QR code, as SVG in the colour of its surroundings."""
    import segno  # not before somebody invites a friend

    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    size = len(rows) + 2 * QUIET_ZONE
    path = "".join(_runs(y + QUIET_ZONE, row) for y, row in enumerate(rows))
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" aria-hidden="true">'
        f'<path fill="currentColor" shape-rendering="crispEdges" d="{path}"/></svg>'
    )


def _runs(y: int, row: list[int]) -> str:
    """Return a path of the dark modules of a row."""
    runs, x = [], QUIET_ZONE
    for dark, some in itertools.groupby(row):
        width = len(list(some))
        if dark:
            runs.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(runs)
