"""The picture of Arboretum: its boards, wide and narrow, and the same as text.

The viewer's own garden and hand come first; a spectator has player 1's garden there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.score_sheet import ScoreRow
from spinney.drawing import FILLS, TREE_SYMBOLS, Area, Board
from spinney.games.arboretum import TREES
from spinney.games.arboretum.text.names import SHORT
from spinney.games.arboretum.view.cover import COVER
from spinney.games.arboretum.view.garden import garden
from spinney.games.arboretum.view.hand import hand
from spinney.games.arboretum.view.table import leaves, table
from spinney.games.arboretum.view.text_board import text
from spinney.games.arboretum.view_model import ArboretumView, view_model

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["COVER", "INKS", "areas", "boards", "symbols", "text"]

INKS = {
    rf"\b(?:{short}|{tree})[1-8]\b": FILLS[tree] for short, tree in zip(SHORT, TREES, strict=True)
}
"""The colours in which a terminal writes what matches: cards as their trees are."""

# Widths and heights of the garden in front, the table, and the other gardens, by players.
_WIDE = {
    2: ((440, 480), (460, 176), (460, 288)),
    3: ((420, 480), (480, 176), (232, 288)),
    4: ((400, 512), (242, 256), (242, 240)),
}


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[ScoreRow] = ()
) -> list[Board]:
    """Return the boards; ``rows`` of a score sheet have their paths drawn in the gardens."""
    model = view_model(view)
    drawn = (_narrow if layout == "narrow" else _wide)(model, rows)
    return [*drawn, *leaves(model)]


def symbols(_: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use."""
    return TREE_SYMBOLS


def areas(layout: str = "wide", players: int = 2) -> Area:
    """Return where the boards go: above each other, and within that side by side, in turn."""
    others = [f"garden-{k}" for k in range(1, players)]
    if layout == "narrow":
        return ["table", "near-garden", "hand", *others]
    if players == 4:
        beside: Area = (("table", others[0]), (others[1], others[2]))
    else:
        beside = ("table", others)
    return (("near-garden", beside), "hand")


def _wide(model: ArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    near, shared, far = _WIDE[model.players]
    # Of four, the first other garden stands beside the table and is as high.
    sizes = [shared if model.players == 4 and k == 0 else far for k in range(3)]
    return [
        garden(model, model.near, "near-garden", near, rows),
        table(model, shared),
        *(garden(model, p, f"garden-{k + 1}", sizes[k], rows) for k, p in enumerate(model.others)),
        *([hand(model, 916, 84)] if model.me >= 0 else []),
    ]


def _narrow(model: ArboretumView, rows: Sequence[ScoreRow]) -> list[Board]:
    return [
        table(model, (360, 194)),
        garden(model, model.near, "near-garden", (360, 372), rows, least=44),
        *(garden(model, p, f"garden-{k}", (360, 326), rows) for k, p in enumerate(model.others, 1)),
        *([hand(model, 360, 72)] if model.me >= 0 else []),
    ]
