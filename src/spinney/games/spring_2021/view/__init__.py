"""The picture of Spring Challenge 2021: its boards, wide and narrow, and the same as text.

The viewer's own things come first (``near``), the opponent's second (``far``); a spectator has
red's near and blue's far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.rendering import DisplayOption, Messages
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import PLAYERS, Area, Board
from spinney.drawing.palette import Fill
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.view.cover import COVER
from spinney.games.spring_2021.view.forest import forest
from spinney.games.spring_2021.view.ground import GROUND_SYMBOLS
from spinney.games.spring_2021.view.plot import ForestPlot
from spinney.games.spring_2021.view.spirits import SpiritCorner
from spinney.games.spring_2021.view.table import legend, player_panel, sky, waiting
from spinney.games.spring_2021.view.text_board import text
from spinney.games.spring_2021.view.trees import FOREST_SYMBOLS
from spinney.games.spring_2021.view_model import SpringView, view_model
from spinney.i18n import N_, _, current_language

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["COVER", "DISPLAY", "INKS", "areas", "boards", "chapter", "symbols", "text"]

INKS = {
    rf"\b[{name[0]}{name[0].upper()}][0-3]\b": Fill(PLAYERS[name].colour, "#FFFFFF")
    for name in PLAYER_NAMES
}
"""The colours in which a terminal writes what matches: trees as their owners are."""

_BESIDE = SpiritCorner(size=52, below=22, words=24, letters=26, apart=False)
_BELOW = SpiritCorner(size=38, below=34, words=15, letters=20, apart=True)

_WIDE, _NARROW, _SHEET = (
    ForestPlot(640, 34, _BESIDE),
    ForestPlot(360, 17.8, _BELOW),
    ForestPlot(640, 34, _BESIDE, optional=False),
)

LAYOUTS = ("wide", "narrow", "sheet")
"""The last is the wide one for files: it leaves out what a page shows only on request."""

SAYS_MESSAGES = True

DISPLAY = (
    DisplayOption("numbers", N_("Numbers of the cells"), default=False),
    DisplayOption("sizes", N_("Sizes of the trees"), default=False),
    DisplayOption("richness", N_("Extra points of the soil"), default=False),
    DisplayOption("shadows", N_("Shadows")),
    DisplayOption("tomorrow", N_("Tomorrow’s shadows"), default=False),
    DisplayOption("words", N_("What programs say")),
)
"""What a page shows and hides at the reader's choice."""


def boards(
    view: Observation | State,
    layout: str = "wide",
    rows: Sequence[ScoreRow] = (),
    messages: Messages = (),
) -> list[Board]:
    """Return the boards.

    ``rows`` of a score sheet have their cells marked in the forest; ``messages`` stand beside
    their spirits.
    """
    model = view_model(view, messages)
    if layout == "narrow":
        return _narrow(model, rows)
    return _wide(model, rows, _SHEET if layout == "sheet" else _WIDE)


def symbols(_view: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use."""
    return FOREST_SYMBOLS | GROUND_SYMBOLS


def chapter(view: Observation | State) -> str:
    """Return the day it is."""
    return _("Day {day}", day=view_model(view).day + 1)


def areas(layout: str = "wide") -> Area:
    """Return where the boards go: above each other, and within that side by side, in turn."""
    if layout == "narrow":
        return ("sky", "forest", "actions", "near", "far", "legend")
    return ("sky", ("forest", ("near", "actions", "far", "legend")))


def _wide(model: SpringView, rows: Sequence[ScoreRow], plot: ForestPlot) -> list[Board]:
    return [
        sky(model, 936, across=True),
        forest(model, plot, rows),
        player_panel(model, model.near, "near", 280),
        waiting(model, 280),
        player_panel(model, 1 - model.near, "far", 280),
        legend(280, model.shady, current_language()),
    ]


def _narrow(model: SpringView, rows: Sequence[ScoreRow]) -> list[Board]:
    return [
        sky(model, 360, across=False),
        forest(model, _NARROW, rows),
        waiting(model, 360, low=True),
        player_panel(model, model.near, "near", 360),
        player_panel(model, 1 - model.near, "far", 360),
        legend(360, model.shady, current_language()),
    ]
