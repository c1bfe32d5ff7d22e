"""The size of information sets in Spring Challenge 2021: nothing is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.core.state import Observation


def information_set_size(view: Observation) -> int:
    """Return 1."""
    return 1
