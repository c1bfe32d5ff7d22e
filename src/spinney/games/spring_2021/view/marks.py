"""Marks on the forest: the last actions and their results, and rows of the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.view.plot import ForestPlot, outline
from spinney.i18n import cached_text


@cached_text(maxsize=1024)
def flight(plot: ForestPlot, p: int, start: int, end: int) -> str:
    """The way of a seed from its tree."""
    (ax, ay), (bx, by) = plot.centre(start), plot.centre(end)
    high = 0.3 * (((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5) + plot.cells.height * 0.3
    middle = f"{kit.number((ax + bx) / 2)} {kit.number((ay + by) / 2 - high)}"
    d = f"M{ax:g} {ay:g}Q{middle} {bx:g} {by:g}"
    return kit.element("path", class_=f"flight frame-{PLAYER_NAMES[p]}", d=d)


@cached_text(maxsize=1024)
def completed(plot: ForestPlot, p: int, cell: int, points: int) -> str:
    """The stump of a tree that has just been completed, and its points."""
    width = plot.cells.width * 0.92
    box = {"x": -width / 2, "y": plot.cells.height * 0.17 - width * 60 / 48, "width": width}
    stump = kit.element("use", href="#stump", **box, height=width * 64 / 48)
    gain = kit.text(f"+{points}", 0, -plot.cells.height * 0.08, "gain") if points >= 0 else ""
    body = kit.group(stump, class_=f"wood wood-{PLAYER_NAMES[p]}") + gain
    at = kit.place(*plot.centre(cell))
    return kit.group(body, id=f"completed-{cell}", class_="reward", transform=at, aria_hidden=True)


@cached_text(maxsize=4096)
def gathered(plot: ForestPlot, day: int, cell: int, gain: int) -> str:
    """The sun that a tree has brought this morning: it floats up and fades."""
    figure = kit.text(f"+{gain}", 0, -plot.cells.height * 0.3, "gain")
    at = kit.place(*plot.centre(cell))
    risen = kit.group(figure, class_="fleeting")
    return kit.group(risen, id=f"gathered-{day}-{cell}", transform=at, aria_hidden=True)


@cached_text(maxsize=64)
def clash(plot: ForestPlot, cell: int) -> str:
    """A cross where two seeds met."""
    reach = kit.number(plot.cells.width * 0.13)
    cross = kit.element(
        "path",
        class_="strike",
        d=f"M-{reach}-{reach}L{reach} {reach}M{reach}-{reach}L-{reach} {reach}",
    )
    at = kit.place(*plot.centre(cell))
    return kit.group(cross, id=f"clash-{cell}", transform=at, aria_hidden=True)


def marked(plot: ForestPlot, rows: Sequence[ScoreRow]) -> Iterator[str]:
    """The cells of rows of a score sheet, ringed; the page shows them when it is asked to."""
    for row in rows:
        for p, cells in enumerate(row.cells):
            if cells:
                yield _rings(plot, p, row.key, cells)


def _rings(plot: ForestPlot, p: int, key: str, cells: Sequence[str]) -> str:
    ring = outline(plot, f"frame-{PLAYER_NAMES[p]}", plot.cells.width / 16)
    placed = (kit.group(ring, transform=kit.place(*plot.centre(int(cell)))) for cell in cells)
    return kit.group(*placed, id=f"path-{PLAYER_NAMES[p]}-{key}", class_="path", aria_hidden=True)
