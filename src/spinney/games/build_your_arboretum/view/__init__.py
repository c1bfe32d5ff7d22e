"""The picture of Build Your Arboretum: its boards in three layouts, and the same as text.

On pages, wide or narrow, the viewer's own garden comes first (``near``), the opponent's second
(``far``); a spectator has red's near and blue's far. The layout for a file is the one that the
rules describe: red left and blue right, below them the offering left and the refuse pile right,
the actions at the lower right, and the turn track at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.score_sheet import ScoreRow
from spinney.drawing import FILLS, TREE_SYMBOLS, Area, Board
from spinney.games.build_your_arboretum.text.board import text
from spinney.games.build_your_arboretum.text.notation import SUITS
from spinney.games.build_your_arboretum.view.garden import advertising, garden
from spinney.games.build_your_arboretum.view.table import (
    Market,
    actions,
    offering,
    refuse,
    removed,
    track,
)
from spinney.games.build_your_arboretum.view.view_model import TREES, BuildYourArboretumView

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["INKS", "LAYOUTS", "areas", "boards", "symbols", "text"]

LAYOUTS = ("wide", "narrow", "sheet")

INKS = {rf"\b{suit}[1-8]\b": FILLS[tree] for suit, tree in zip(SUITS, TREES, strict=True)}
"""The colours in which a terminal writes what matches: cards as their trees are."""


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[ScoreRow] = ()
) -> list[Board]:
    """Return the boards; ``rows`` of a score sheet have their paths drawn in the gardens."""
    return _MAKERS[layout](BuildYourArboretumView(view), rows)


def symbols(_: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use."""
    return TREE_SYMBOLS


def areas(layout: str = "wide") -> Area:
    """Return where the boards go: above each other, and within that side by side, in turn."""
    if layout == "narrow":
        return (
            "track",
            "offering",
            "actions",
            "near-garden",
            "near-board",
            "refuse",
            "far-garden",
            "far-board",
            "removed",
        )
    if layout == "sheet":
        return (
            (("near-garden", "near-board"), ("far-garden", "far-board")),
            (("offering", "removed"), ("refuse", "actions")),
            "track",
        )
    return (
        "track",
        (
            ("near-garden", "near-board"),
            ("offering", "actions"),
            ("far-garden", "far-board"),
        ),
        ("refuse", "removed"),
    )


def _wide(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    near, far = model.near, 1 - model.near
    return [
        track(model, 1040, 72, across=True),
        garden(model, near, "near-garden", 420, rows),
        advertising(model, near, "near-board", 420),
        offering(model, Market(320, 4, 8), deck=7),
        actions(model, 320, roomy=True),
        garden(model, far, "far-garden", 420, rows),
        advertising(model, far, "far-board", 420),
        refuse(model, Market(776, 13, 6)),
        removed(model, 400),
    ]


def _narrow(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    near, far = model.near, 1 - model.near
    return [
        track(model, 360, 40, across=False),
        offering(model, Market(360, 7, 6), deck=13),
        actions(model, 360, roomy=False),
        garden(model, near, "near-garden", 360, rows),
        advertising(model, near, "near-board", 360),
        refuse(model, Market(360, 7, 7)),
        garden(model, far, "far-garden", 360, rows),
        advertising(model, far, "far-board", 360),
        removed(model, 360),
    ]


def _sheet(model: BuildYourArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    return [
        garden(model, 0, "near-garden", 420, rows),
        advertising(model, 0, "near-board", 420),
        garden(model, 1, "far-garden", 420, rows),
        advertising(model, 1, "far-board", 420),
        offering(model, Market(420, 7, 6), deck=13),
        removed(model, 420),
        refuse(model, Market(420, 7, 7)),
        actions(model, 420, roomy=False),
        track(model, 864, 54, across=True),
    ]


_MAKERS = {"wide": _wide, "narrow": _narrow, "sheet": _sheet}
