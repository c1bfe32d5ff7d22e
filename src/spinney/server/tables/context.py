"""`TableContext`: the views of a table's features, for one viewer in shared mode."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from spinney.match.settings import MatchSettings


@dataclass(frozen=True)
class FeatureView:
    """What one viewer sees of a feature, ready for its templates."""

    @property
    def is_timed(self) -> bool:
        """Does it change by time alone, without a notification?"""
        return False


class TableContext(NamedTuple):
    """What surrounds the boards of a table in shared mode, for one viewer.

    Attributes:
        me: the viewer's name; empty: they have none yet.
        seated: do they play here, or are they the umpire?
        is_umpire: are they the umpire?
        rules: what was agreed beside the game's own options.
        features: what they see of each feature, by its name.
        lasting: all of this that doesn't change with each move.
    """

    me: str
    seated: bool
    is_umpire: bool
    rules: MatchSettings
    features: Mapping[str, FeatureView]
    lasting: Hashable

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features, in the order of the page."""
        return tuple(self.features)

    @property
    def is_timed(self) -> bool:
        """Does it change by time alone, without a notification?"""
        return any(view.is_timed for view in self.features.values())
