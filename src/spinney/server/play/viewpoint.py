"""Whose view of a match a caller gets, and whether what they send is about what they saw."""

from __future__ import annotations

from typing import NamedTuple

from spinney.match import Match


class Viewpoint(NamedTuple):
    """Whose view is shown to a caller.

    Attributes:
        viewer: whose view it is; -1: a spectator's.
        waiting: where the screen is to be passed on: who may take it next, the one it is for first.
        shared: do several friends look at it together, because there is no secret between them?
    """

    viewer: int
    waiting: tuple[int, ...] = ()
    shared: bool = False

    @property
    def observer(self) -> int:
        """The observer whose log is shown: a choice that was changed in time stays one's own."""
        return -1 if self.shared else self.viewer


def is_meant(match: Match, viewer: int, version: str) -> bool:
    """Was it said of the very choice that a viewer is before, whoever else has finished since?

    Pages and the API name a version: whose view it is, and how many events they had learnt of.
    """
    whose, _, count = version.partition(".")
    return (
        whose == str(viewer)
        and count.isdecimal()
        and match.faces_same_choice(viewer, int(count[:9]))
    )
