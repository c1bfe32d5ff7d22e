"""The picture of Build Your Arboretum: its boards, wide and narrow, and the same as text.

The viewer's own garden comes first (``near``), the opponent's second (``far``); a spectator has
red's near and blue's far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.sheet import Row
from spinney.drawing import FILLS, Area, Board, symbols_of

from .picture_garden import advertising, garden
from .picture_table import Stall, actions, offering, refuse, track
from .picture_text import text
from .scene import TREES, Scene
from .sentences import SUITS

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["INKS", "areas", "boards", "symbols", "text"]

INKS = {rf"\b{suit}[1-8]\b": FILLS[tree] for suit, tree in zip(SUITS, TREES, strict=True)}
"""The colours in which a terminal writes what matches: cards as their trees are."""


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[Row] = ()
) -> list[Board]:
    """Return the boards; ``rows`` of a score sheet have their paths drawn in the gardens."""
    scene = Scene(view)
    return (_narrow if layout == "narrow" else _wide)(scene, rows)


def symbols(_: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use."""
    return symbols_of("trees")


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
            ("far-garden", "far-board"),
        ),
        "refuse",
    )


def _wide(scene: Scene, rows: Sequence[Row]) -> list[Board]:
    near, far = scene.near, 1 - scene.near
    return [
        track(scene, 1040, 72, across=True),
        garden(scene, near, "near-garden", 420, rows),
        advertising(scene, near, "near-board", 420),
        offering(scene, Stall(320, 4, 8), deck=7),
        actions(scene, 320, roomy=True),
        garden(scene, far, "far-garden", 420, rows),
        advertising(scene, far, "far-board", 420),
        refuse(scene, Stall(1192, 20, 13)),
    ]


def _narrow(scene: Scene, rows: Sequence[Row]) -> list[Board]:
    near, far = scene.near, 1 - scene.near
    return [
        track(scene, 360, 40, across=False),
        offering(scene, Stall(360, 7, 6), deck=13),
        actions(scene, 360, roomy=False),
        garden(scene, near, "near-garden", 360, rows),
        advertising(scene, near, "near-board", 360),
        refuse(scene, Stall(360, 7, 7)),
        garden(scene, far, "far-garden", 360, rows),
        advertising(scene, far, "far-board", 360),
    ]
