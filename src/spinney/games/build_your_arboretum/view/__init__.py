"""The picture of Build Your Arboretum: its boards in three layouts, and the same as text.

On pages, wide or narrow, the perch with the turns is at the top; below it the viewer's own garden
comes first (``near``), then the market, then the opponent's garden (``far``); a spectator has
red's near and blue's far. The layout for a file is the one that the rules describe: red left and
blue right, below them the offering left and the refuse pile right, the actions at the lower
right, and the turn track at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.rendering import DisplayOption
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import FILLS, TREE_SYMBOLS, Area, Board
from spinney.games.build_your_arboretum.text.names import SUIT_LETTERS, TREES
from spinney.games.build_your_arboretum.view import birds
from spinney.games.build_your_arboretum.view.actions import actions
from spinney.games.build_your_arboretum.view.bulletin import BulletinPlan, bulletin
from spinney.games.build_your_arboretum.view.cover import COVER
from spinney.games.build_your_arboretum.view.garden import GardenPlan, garden
from spinney.games.build_your_arboretum.view.perch import NARROW, SHEET, WIDE, perch
from spinney.games.build_your_arboretum.view.table import MarketPlan, market, removed
from spinney.games.build_your_arboretum.view.text_board import text
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView, view_model
from spinney.i18n import N_

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["COVER", "DISPLAY", "INKS", "LAYOUTS", "areas", "boards", "symbols", "text"]

LAYOUTS = ("wide", "narrow", "sheet")

INKS = {rf"\b{suit}[1-8]\b": FILLS[tree] for suit, tree in zip(SUIT_LETTERS, TREES, strict=True)}
"""The colours in which a terminal writes what matches: cards as their trees are."""

DISPLAY = (DisplayOption("coordinates", N_("Names of the places"), default=False),)
"""What a reader can show and hide."""

LARGE = "large-garden"
"""The opponent's garden, which opens large."""


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[ScoreRow] = ()
) -> list[Board]:
    """Return the boards; ``rows`` of a score sheet have their paths drawn in the gardens."""
    return _MAKERS[layout](view_model(view), rows)


def symbols(_: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use."""
    return TREE_SYMBOLS | birds.SYMBOLS


def areas(layout: str = "wide") -> Area:
    """Return where the boards go: above each other, and within that side by side, in turn."""
    if layout == "narrow":
        return (
            "track",
            "market",
            "near-garden",
            "near-board",
            "far-garden",
            "far-board",
            "removed",
        )
    if layout == "sheet":
        return (
            (("near-garden", "near-board"), ("far-garden", "far-board")),
            "market",
            ("removed", "actions"),
            "track",
        )
    return (
        "track",
        (("near-garden", "near-board"), ("market", "removed"), ("far-garden", "far-board")),
    )


def _wide(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    near, far = model.near, 1 - model.near
    return [
        perch(model, WIDE),
        garden(model, near, "near-garden", GardenPlan(324, head=52), rows),
        bulletin(model, near, "near-board", BulletinPlan(324, head=36, sign=28)),
        market(model, MarketPlan(274, 3, 6, 6, sign=32)),
        garden(model, far, "far-garden", GardenPlan(290, head=52, opens=True), rows),
        bulletin(model, far, "far-board", BulletinPlan(290, head=30, least=38)),
        removed(model, 274),
        garden(model, far, LARGE, GardenPlan(480, head=34, prefix="large-"), rows),
    ]


def _narrow(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    near, far = model.near, 1 - model.near
    return [
        perch(model, NARROW),
        market(model, MarketPlan(360, 3, 3, 6, sign=47)),
        garden(model, near, "near-garden", GardenPlan(360, chooses=False), rows),
        bulletin(model, near, "near-board", BulletinPlan(360, head=56, sign=47)),
        garden(model, far, "far-garden", GardenPlan(360, chooses=False), rows),
        bulletin(model, far, "far-board", BulletinPlan(360)),
        removed(model, 360),
    ]


def _sheet(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    return [
        garden(model, 0, "near-garden", GardenPlan(420, margin=18), rows),
        bulletin(model, 0, "near-board", BulletinPlan(420)),
        garden(model, 1, "far-garden", GardenPlan(420, margin=18), rows),
        bulletin(model, 1, "far-board", BulletinPlan(420)),
        market(model, MarketPlan(864, 7, 2, 3, sign=0)),
        removed(model, 420, down=47),
        actions(model, 420),
        perch(model, SHEET),
    ]


_MAKERS = {"wide": _wide, "narrow": _narrow, "sheet": _sheet}
