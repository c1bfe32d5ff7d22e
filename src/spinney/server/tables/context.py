"""`TableContext`: the views of a table's features, for one viewer in shared mode."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from spinney.match.settings import MatchSettings


@dataclass(frozen=True, kw_only=True)
class FeatureView:
    """What one viewer sees of a feature, ready for its templates.

    Attributes:
        is_timed: does it change by time alone, without a notification?
    """

    is_timed: bool = False


class TableContext(NamedTuple):
    """What surrounds the boards of a table in shared mode, for one viewer.

    Attributes:
        me: the viewer's name; empty: they have none yet.
        seated: do they play here, or are they the umpire?
        is_umpire: are they the umpire?
        rules: what was agreed beside the game's own options.
        features: what they see of each feature, by its name.
        names: of the features, in the order of the page.
        lasting: all of this that doesn't change with each move.
    """

    me: str
    seated: bool
    is_umpire: bool
    rules: MatchSettings
    features: Mapping[str, FeatureView]
    names: tuple[str, ...]
    lasting: Hashable

    @property
    def is_timed(self) -> bool:
        """Does it change by time alone, without a notification?"""
        return any(map(attrgetter("is_timed"), self.features.values()))
