"""The progress of a search, in words."""

from __future__ import annotations

from typing import NamedTuple

from spinney.i18n import _, grouped


class SearchProgress(NamedTuple):
    """How far the computer's thinking is: how many games it has tried, of how many.

    Both are 0 when it begins.
    """

    done: int = 0
    playouts: int = 0

    @property
    def text(self) -> str:
        """That in words."""
        if not self.playouts:
            return _("thinking")
        done, playouts = grouped(self.done), grouped(self.playouts)
        return _("{done} of {playouts} games tried", done=done, playouts=playouts)


BEGUN = SearchProgress()
