"""Pictures of a guide, as data: a position, and the boards to draw of it.

A game's ``guide_pictures`` module has ``PICTURES``, by name. Its ``guide.md`` shows one with
``![what there is to see](picture:NAME)``. `spinney.guides` draws them, by the game's own boards:
so they show what the table shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spinney.core.state import State


class GuidePicture(NamedTuple):
    """A picture of a guide.

    Attributes:
        position: returns the state or view that is shown; None: the beginning of the game's lesson.
        boards: which boards, by name, below each other; none: the whole table.
        points: patterns of pieces, by word or id, that get the numbers 1, 2, 3 ….
        paths: the keys of rows of the score sheet whose paths are drawn.
        player: who sees it; -1: a spectator.
    """

    position: Callable[[], State] | None = None
    boards: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    player: int = 0
