"""The picture of Build Your Arboretum: its boards, wide and narrow, and the same as text.

The viewer's own garden comes first (``near``), the opponent's second (``far``); a spectator has
red's near and blue's far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.sheet import Row
from spinney.drawing import Area, Board

from .board import OFFER, REFUSE
from .picture_garden import advertising, garden
from .picture_table import actions, market, track
from .picture_text import text
from .scene import Scene

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["areas", "boards", "text"]


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[Row] = ()
) -> list[Board]:
    """Return the boards; ``rows`` of a score sheet have their paths drawn in the gardens."""
    scene = Scene(view)
    return (_narrow if layout == "narrow" else _wide)(scene, rows)


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
        )
    return (
        "track",
        (
            ("near-garden", "near-board"),
            ("offering", "actions"),
            ("far-garden", "far-board", "refuse"),
        ),
    )


def _wide(scene: Scene, rows: Sequence[Row]) -> list[Board]:
    near, far = scene.near, 1 - scene.near
    return [
        track(scene, 1040, 64, across=True),
        garden(scene, near, "near-garden", 420, rows),
        advertising(scene, near, "near-board", 420),
        market(scene, OFFER, "offering", 320, 4, 8),
        actions(scene, 320, 2),
        garden(scene, far, "far-garden", 420, rows),
        advertising(scene, far, "far-board", 420),
        market(scene, REFUSE, "refuse", 420, 7, 7),
    ]


def _narrow(scene: Scene, rows: Sequence[Row]) -> list[Board]:
    near, far = scene.near, 1 - scene.near
    return [
        track(scene, 360, 40, across=False),
        market(scene, OFFER, "offering", 360, 7, 7),
        actions(scene, 360, 6),
        garden(scene, near, "near-garden", 360, rows),
        advertising(scene, near, "near-board", 360),
        market(scene, REFUSE, "refuse", 360, 7, 7),
        garden(scene, far, "far-garden", 360, rows),
        advertising(scene, far, "far-board", 360),
    ]
